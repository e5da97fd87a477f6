#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Programs whose threads wait for each other end, whatever the scheduler and the seed. Of others it is said
# where they are: when nothing comes nearer to its end, and when the user asks by Ctrl-C.
# needs: units-ref
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
here=$(cd "$(dirname "$0")" && pwd)
cd "$TMP" || exit 2
. "$here/../tap.sh"

cp "$here/waits.cu" .
check "compile, its" "$PF" cc --arch sm_70 waits.cu -o its
check "compile, its, -O2" "$PF" cc --arch sm_70 -O2 waits.cu -o its2
check "compile, lockstep" "$PF" cc --arch sm_60 waits.cu -o lockstep

# all N COMMAND...: N patterns, each ends.
all() {
	timeout 100 "${@:2}" >out 2>err </dev/null || { echo "exit status $?"; tail -n 1 out; cat err; return 1; }
	[ "$(grep -c ': ok$' out)" = "$1" ] || { echo "not $1 patterns"; cat out; return 1; }
}
for scheduler in rr gto random; do
	for seed in 0 1 2 3; do
		check "its, $scheduler, seed $seed" all 33 "$PF" run --scheduler $scheduler --seed $seed ./its
	done
	check "its, -O2, $scheduler" all 33 "$PF" run --scheduler $scheduler ./its2
	check "lockstep, $scheduler" all 10 "$PF" run --scheduler $scheduler ./lockstep lockstep
done
check "clocked" all 4 "$PF" run --config ref ./its "another block" "a warp before" "another lane" "chain of warps"

cp "$here/endless.cu" .
check "compile endless" "$PF" cc endless.cu -o endless
says() { grep -qE -- "$2" "$1" || { echo "no '$2' in:"; cat "$1"; return 1; }; }
says_not() { ! says "$@" >/dev/null || { echo "there is '$2' in:"; cat "$1"; return 1; }; }
# stopped CODE SIGNAL OPTION... : a run that gets SIGNAL when it has been in its launch for a while.
stopped() {
	timeout -k 60 --preserve-status -s "$2" 3 "$PF" run "${@:3}" ./endless count >out 2>err
	local got=$?
	[ $got = "$1" ] || { echo "exit status $got, not $1"; cat out err; return 1; }
}
everybody() {
	says err '^photofinish: interrupted: launch 1, kernel count\(\): 0 of 200 blocks have finished, [0-9]* run, [0-9]* warp instructions$' &&
		says err 'endless.cu:20:[0-9]*: [0-9]* warps \([0-9]* lanes, first block .*: 4-byte load from global 0x[0-9a-f]* \(the start of the 4-byte __device__ variable .flag.\), value 0x0' &&
		says err 'endless.cu:19:[0-9]*: [0-9]* warps .*: wait at barrier 0 \(in the first block 32 of 96 threads' &&
		[ "$(grep -c "^  .*endless.cu:.* warps* (" err)" -le 20 ] &&
		says out '^started$' && says_not out ended
}
incomplete='^photofinish: incomplete: launch 1, kernel count\(\), was stopped by an interrupt when 0 of its 200 blocks had finished'
check "Ctrl-C" stopped 130 INT --oracle --json int.json
check "says where everybody is" everybody
check "and the races up to there" says err 'endless.cu:17:[0-9]*: race: '
check "and that there may be more" eval 'tail -n 1 err | grep -qE "$incomplete"'
check "in JSON, too" says int.json '"status":"interrupted"'
check "SIGTERM" stopped 143 TERM --quiet
check "says the same" everybody
# As timeout(1) does, though not always so far apart.
twice() {
	"$PF" run ./endless count >out 2>err &
	sleep 2; kill -TERM $!; sleep 0.02; kill -TERM $!
	wait $!
	[ $? = 143 ]
}
check "the same signal twice" twice
check "says the same" everybody
check "by the clock" stopped 130 INT --config ref --detector scord
check "says the same" everybody
# A checker that takes milliseconds for an instruction
check "compile racey" "$PF" cc --arch sm_70 "$here/../../sw/kernels/gpudet/racey.cu" -o racey
slow() { timeout --preserve-status -s TERM -k 20 3 "$PF" run --seed 3 --oracle --detector scord ./racey >out 2>err; [ $? = 143 ]; }
check "soon, too, where accesses take long" slow
check "says the same" says err 'was stopped by an interrupt'
cat >own.cu <<'CU'
#include <csignal>
#include <cstdio>
#include <cstdlib>
__device__ int never;
__global__ void wait() { while (!*(volatile int *)&never) atomicAdd(&never, 0), __nanosleep(1000); }
int main()
{
	signal(SIGINT, [](int) { _Exit(9); });
	wait<<<1, 1>>>();
	cudaDeviceSynchronize();
}
CU
check "compile a program with a handler" "$PF" cc own.cu -o own
own() { timeout --preserve-status -s INT 2 "$PF" run --livelock 0 ./own >out 2>err; [ $? = 9 ] && [ ! -s err ]; }
check "it keeps its handler" own

# Something changes all the time: no livelock, but no progress either.
stall() { timeout --preserve-status -s INT 3 "$PF" run --livelock "$1" "${@:2}" ./endless count >out 2>err; [ $? = 130 ]; }
check "no progress" stall 20
check "is said" says err '^photofinish: note: no block has begun, no warp ended and no barrier opened for [0-9]* M warp instructions; it goes on'
check "once" eval '[ "$(grep -c "it goes on" err)" = 1 ]'
check "with what to try" says err '^photofinish: note: if it should have ended: try --scheduler random, or another --seed; 80 of 200 blocks have not begun: if others wait for them, make room \(--blocks-per-sm'
check "and where everybody is" says err 'endless.cu:21:[0-9]*: [0-9]* warps .*atomic on global'
check "quiet" eval 'stall 20 -q && says_not err "note:"'
check "off" eval 'stall 0 && says_not err "note:"'
check "a livelock says what to try" eval '! timeout 60 "$PF" run --livelock 1000 ./endless spin >out 2>err; says err "^  try --scheduler random"'
"$PF" cc --arch sm_60 endless.cu -o endless60
check "for lockstep, too" eval '! timeout 60 "$PF" run --livelock 1000 ./endless60 spin >out 2>err; says err "compile with --arch sm_70$"'

# On a terminal
long() {	# OPTION...
	script -qec "timeout -s INT 10 $PF run $* ./endless long 1000" /dev/null </dev/null >typed 2>&1
	tr '\r' '\n' <typed >lines
}
if command -v script >/dev/null; then
	check "a terminal" long
	check "progress" says lines '^work\(int, int\*\): [0-9]* of 1000 blocks, [0-9.]* M warp instructions/s, [0-9]* s(, about [0-9]* s left)?'
	check "seconds left" says lines ', about [0-9]* s left'
	check "quiet on a terminal" eval 'long -q; says_not lines "blocks, "'
fi
check "no progress in a file" eval 'timeout 60 "$PF" run ./endless long 100 >out 2>err; says out "^ended 0" && [ ! -s err ]'
echo "1..$n"
exit $rc
