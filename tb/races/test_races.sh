#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Whole programs with and without races, as a user runs them: report, JSON, exit status.
#
# Expected reports are golden/NAME.txt; UPDATE=1 writes them anew (then read the difference).
# needs: san units-ref
set -u
: "${PF:?}" "${PF_SAN:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
PF_SAN=$(readlink -f "$PF_SAN")
here=$(cd "$(dirname "$0")" && pwd)
docs=$here/../../docs
unset NO_COLOR
cd "$TMP" || exit 2
. "$here/../tap.sh"

# ends CODE COMMAND...: the command's exit code; its output stays in out and err.
ends() {
	local want=$1 got
	timeout 300 "${@:2}" >out 2>err </dev/null
	got=$?
	[ "$got" = "$want" ] || { echo "exit code $got, not $want"; cat out err; return 1; }
}
says() { grep -qF -- "$2" "$1" || { echo "no '$2' in:"; cat "$1"; return 1; }; }
says_not() { ! says "$@" >/dev/null || { echo "there is '$2' in:"; cat "$1"; return 1; }; }
silent() { [ ! -s err ] || { echo "standard error is not empty"; cat err; return 1; }; }
lines() { [ "$(wc -l <err)" = "$1" ] || { echo "not $1 lines:"; cat err; return 1; }; }

cp "$here"/*.cu .
gcc -D_GNU_SOURCE "$here/../report/check_json.c" -o check_json -ljansson || exit 2
fits() { ./check_json "$docs/race-report.schema.json" "$1"; }

golden() {	# NAME: err is golden/NAME.txt
	if [ -n "${UPDATE:-}" ]; then
		mkdir -p "$here/golden" && cp err "$here/golden/$1.txt"
	else
		diff -u "$here/golden/$1.txt" err
	fi
}

# race NAME EXIT-CODE OUTPUT OPTION...: report as expected, JSON as the schema says.
race() {
	ends "$2" "$PF" run "${@:4}" --json "$1.json" "./$1" && says out "$3" && golden "$1" && fits "$1.json"
}
# Data that are volatile, as in ScoRD's own: no races by PTX's model
both=(--detector scord --oracle --model scord)
for p in clean:0:84 fence:1:42 block_fence:1:42 scoped_atomic:1:2 unlocked:1:0 barrier:1: two_kernels:1:0 loop:1:0; do
	IFS=: read -r name code output <<<"$p"
	check "compile $name" "$PF" cc "$name.cu" -o "$name"
	check "$name" race "$name" "$code" "$output" "${both[@]}"
	check "$name: off" ends 0 "$PF" run "./$name"
	check "$name: off is silent" silent
	for metadata in full cached16; do
		check "$name: scord-paper, $metadata" eval '"$PF" run --detector scord-paper \
			--metadata $metadata --json p.json ./$name >out 2>err; [ $? -le 1 ] && fits p.json'
	done
	check "$name: oracle with --model scord" eval '"$PF" run --oracle --model scord --json s.json ./$name >out 2>err; [ $? -le 1 ] && fits s.json'
done

# Free by PTX's model, which is the default; races by the rules of ScoRD's benchmarks. What a detector reports of them beside the
# oracle is the models' difference, and nothing is unexplained.
check "compile free_by_ptx" "$PF" cc free_by_ptx.cu -o free_by_ptx
quiet_by_ptx() { # PROGRAM OUTPUT
	local seed
	for seed in 1 2 3; do
		ends 0 "$PF" run --oracle --scheduler random --seed $seed ./free_by_ptx "$1" && says out "$2" &&
			says err "no race found by the oracle" || return 1
	done
}
for p in reset:0 sum:36 ticket:4; do
	check "${p%:*}: no race by PTX" quiet_by_ptx "${p%:*}" "${p#*:}"
	check "${p%:*}: a race by scord's rules" ends 1 "$PF" run --oracle --model scord ./free_by_ptx "${p%:*}"
	check "${p%:*}: a detector's report is explained" eval '"$PF" run --detector scord --oracle --json f.json \
		./free_by_ptx "${p%:*}" >out 2>err; [ $? -le 1 ] && fits f.json && says_not f.json unexplained'
done
check "ticket: by the models' difference" says f.json f-ptx

# With the fixes that the reports name, neither finds anything (test_fixes.sh tries each kind).
fix() {	# NAME SED-SCRIPT...
	mkdir -p fixed && sed "${@:2}" "$1.cu" >"fixed/$1.cu" && ! cmp -s "$1.cu" "fixed/$1.cu" &&
		"$PF" cc "fixed/$1.cu" -o "fixed/$1" && ends 0 "$PF" run "${both[@]}" "./fixed/$1" &&
		grep -qx "photofinish: no race found by scord/full; oracle: no race" err
}
mine='while (atomicCAS(\&mutex, 0, 1) != 0) ; __threadfence(); total = total + 1; __threadfence(); atomicExch(\&mutex, 0);'
check "fixed: fence" fix fence '12s/$/ __threadfence();/'
check "fixed: block_fence" fix block_fence 's/__threadfence_block()/__threadfence()/'
check "fixed: scoped_atomic" fix scoped_atomic 's/atomicAdd_block/atomicAdd/'
check "fixed: unlocked" fix unlocked "20s/.*/$mine/"
check "fixed: barrier" fix barrier -e '13s/$/ __syncthreads();/' -e 's/threadIdx.x % 32 == 0/threadIdx.x == 0/'
check "fixed: two_kernels" fix two_kernels -e 's/atomicAdd_block/atomicAdd/' \
	-e 's/^.*volatile T .*$/atomicExch(p, (T)blockIdx.x);/'

# What each of the three says of the same program
check "oracle alone decides" ends 1 "$PF" run --oracle ./barrier
check "and says so" says err "found by the oracle"
check "detector alone" ends 1 "$PF" run --detector scord ./fence
check "does not know the line" says err "the detector's metadata do not hold its line"
check "scord-paper alone misses a __device__ variable" ends 0 "$PF" run --detector scord-paper ./unlocked
check "and the oracle tells" ends 1 "$PF" run --detector scord-paper --oracle --model scord ./unlocked
check "by name" says err "m-untracked"
check "100000 accesses are few lines" eval '[ "$(wc -c <"$here/golden/loop.txt")" -lt 4000 ]'
member() { sed -n "s/^    \"$2\": \(.*[^,]\),*$/\1/p" "$1"; }
check "JSON: races" eval '[ "$(member two_kernels.json races)" = 2 ]'
check "JSON: detector" eval '[ "$(member two_kernels.json detector | tail -n 1)" = \"scord\" ]'
check "JSON: one race, one line" eval '[ "$(grep -c "^      {\"cause\":" two_kernels.json)" = 2 ]'
check "JSON without races" ends 0 "$PF" run --json off.json ./clean
check "is null" grep -qx '  "races": null,' off.json
check "and fits" fits off.json
# The whole member, indented.
golden_json() {
	./check_json "$docs/race-report.schema.json" "$1.json" report >"$1.out" || return 1
	if [ -n "${UPDATE:-}" ]; then cp "$1.out" "$here/golden/$1.json"; else diff -u "$here/golden/$1.json" "$1.out"; fi
}
for p in fence barrier unlocked; do
	check "$p: JSON as expected" golden_json $p
done
spoiled() { sed 's/"by_oracle":true/"by_oracle":1/' fence.json >bad.json && ! fits bad.json; }
check "the schema test sees a wrong type" spoiled
check "same seed, same report" ends 1 "$PF" run "${both[@]}" --seed 5 --scheduler random ./block_fence
cp err first
check "again" ends 1 "$PF" run "${both[@]}" --seed 5 --scheduler random ./block_fence
check "equal" cmp first err

check "docs/race-report.md shows what the tool prints" env CHECK=1 PF="$PF" OUT="$TMP/docs" bash "$here/docs.sh"

cat >idle.cu <<'CU'
#include <cstdio>
int main()
{
	int *p;

	return cudaMalloc(&p, 4) != cudaSuccess;
}
CU
check "compile a program without a kernel" "$PF" cc idle.cu -o idle
check "nothing to find" ends 0 "$PF" run --detector scord --json idle.json ./idle
check "says so" grep -qx "photofinish: no race found by scord/full" err
check "in JSON, too" fits idle.json
check "not as null" eval '[ "$(member idle.json races)" = 0 ]'
check "a machine too big for the metadata" ends 2 "$PF" run --detector scord --sms 1024 --blocks-per-sm 1024 \
	--threads-per-sm 65536 ./fence
check "is refused in a line" eval 'lines 1 && says err "photofinish: detector scord: 1024 SMs"'

for o in --json --trace; do
	check "$o that cannot be written" ends 2 "$PF" run --detector scord --oracle $o /nonexistent/x ./fence
	check "is refused in a line, without a verdict" eval 'lines 1 && says_not err "no race" && says err /nonexistent/x'
done

# A detector alone says what its verdict is not about.
cat >bytes.cu <<'CU'
__device__ unsigned char few[2];
__device__ double wide;

__global__ void k()
{
	few[0] = blockIdx.x;
	if (blockIdx.x == 0)
		wide = 1;
}

int main()
{
	k<<<2, 1>>>();
	return cudaDeviceSynchronize();
}
CU
check "compile accesses of a byte" "$PF" cc bytes.cu -o bytes
last() { [ "$(tail -n 1 err)" = "photofinish: $1" ] || { tail -n 1 err; return 1; }; }
for c in "" "--config ref"; do
	check "bytes${c:+, $c}: nothing is found" ends 0 "$PF" run --detector scord $c --json bytes.json ./bytes
	check "nor looked for" last "no race found by scord/full in what it watches; not watched: accesses of less than 4 bytes (2 accesses)"
	check "in JSON, too" eval '[ "$(member bytes.json not_watched)" = "{\"shared\":0,\"sub_word\":2,\"variables\":0,\"upper_words\":0,\"untracked\":0,\"global\":0,\"asynchronous_copies\":0,\"other_blocks_shared\":0,\"lanes_shared\":0}" ] && fits bytes.json'
	check "shared memory${c:+, $c}" ends 0 "$PF" run --detector scord $c ./barrier
	check "is named" last "no race found by scord/full in what it watches; not watched: shared memory (130 accesses)"
done
check "by its own detector shared memory is watched" ends 1 "$PF" run --detector shared --json shared.json ./barrier
check "both sides are named" says err "previous write"
check "what it does not watch is named" says err "found by shared; not watched: global memory"
check "JSON of it" eval '[ "$(member shared.json detector | tail -n 1)" = "\"shared\"" ] && fits shared.json'
check "both detectors" ends 1 "$PF" run --detector scord+shared --oracle --json both.json ./barrier
check "find what the oracle does" says err "0 missed, 0 false alarms"
check "both are named" says err "found by scord/full+shared; oracle:"
check "JSON of both" eval '[ "$(member both.json detector | tail -n 1)" = "\"scord+shared\"" ] && fits both.json'
check "statistics of shared memory" eval 'ends 1 "$PF" run --detector shared --stats ./barrier && says err "words of shared memory checked"'
for c in scord+scord-paper shared+shared off+shared shared+off on+shared scord+on; do
	check "--detector $c" ends 2 "$PF" run --detector $c ./barrier
	check "--detector $c: why" says err "'$c' is no list of detectors"
done
check "--detector shared+" ends 2 "$PF" run --detector shared+ ./barrier
check "shared memory, in the modelled GPU" ends 1 "$PF" run --detector shared --config ref --backend model ./barrier
check "--detector on" eval 'ends 1 "$PF" run --detector on --json on.json ./barrier && [ "$(member on.json detector | tail -n 1)" = "\"scord+shared\"" ]'
check "nor by the rules of ScoRD's benchmarks" ends 2 "$PF" run --detector shared --oracle --model scord ./barrier
check "variables" ends 0 "$PF" run --detector scord-paper ./bytes
check "are named" last "no race found by scord-paper/full in what it watches; not watched: __device__ variables (3 accesses)"
check "nothing to name" eval 'ends 1 "$PF" run --detector scord ./fence && says_not err watched'
check "the oracle watches all" ends 1 "$PF" run --oracle --detector scord ./bytes
check "so that nothing is said" says_not err "not watched"

# Statistics
check "statistics" ends 1 "$PF" run "${both[@]}" --stats ./fence
for s in "words checked" "  row R5 " "accesses checked by the oracle" "distinct races" "  missing fence "; do
	check "statistics: $s" says err "  $s"
done
check "no statistics unasked" says_not "$here/golden/fence.txt" "words checked"

# Quiet: races are no progress and no notes; that there is none is.
check "quiet" ends 0 "$PF" run -q --detector scord ./clean
check "quiet: nothing to say" silent
check "quiet: a race is told" ends 1 "$PF" run -q --detector scord ./fence
check "quiet: in full" says err "race: missing fence"

# Exit status
check "compile endings" "$PF" cc endings.cu -o endings
end() { ends "$1" "$PF" run --detector scord "${@:3}" ./endings $2; }
said() { says out "streamed" && says out "no newline" && says out handler && says out destructor && says out "streamed late"; }
check "no race: the program's own" end 0 clean
check "no race: the program's own, 5" end 5 "clean 5"
check "a race: 1" end 1 return
check "and all was printed" said
check "a race wins over the program's own" end 1 "return 5"
check "and over exit()" end 1 "exit 3"
check "all was printed" said
check "--error-exitcode" end 9 "return 5" --error-exitcode 9
check "--error-exitcode, no race" end 5 "clean 5" --error-exitcode 9
check "--error-exitcode 0 keeps the program's own" end 5 "return 5" --error-exitcode 0
check "and reports" says err "1 cause, 1 race"
check "_exit() ends without us" end 4 "_exit 4"
check "a hang stays a hang" end 3 hang --livelock 1000
check "with a report" says err "race: atomic scope too narrow"
check "a limit stays a limit" end 4 hang --max-instructions 10k --livelock 0
check "with a report" says err "race: atomic scope too narrow"
check "a child keeps its status" end 1 fork
check "as its parent sees" says out "child 7"
check "one report" eval '[ "$(grep -c "^photofinish: 1 cause" err)" = 1 ]'
check "after cudaDeviceReset()" end 1 reset
check "the same race" says err "1 cause, 1 race (2 accesses) found by scord/full"
check "by itself" ends 1 env PHOTOFINISH_DETECTOR=scord ./endings
check "output to a closed pipe" eval '"$PF" run --detector scord ./fence 2>/dev/null >&-; [ $? = 1 ]'

check "report to a pipe that closes" eval '"$PF" run --detector scord --oracle --color always --json sigpipe.json ./two_kernels \
	2>&1 >/dev/null | true; fits sigpipe.json'

# Colour
esc=$'\033'
check "no colour in a file" says_not "$here/golden/fence.txt" "$esc"
check "--color always" ends 1 "$PF" run --color always --detector scord ./fence
check "colours" says err "$esc[1;31mrace:$esc[0m"
if command -v script >/dev/null; then
	terminal() { TERM=${TERM_IS:-xterm} script -qec "$PF run --detector scord $* ./fence" /dev/null >typed </dev/null; }
	check "a terminal" eval 'terminal; says typed "$esc[1;31mrace:"'
	check "NO_COLOR" eval 'NO_COLOR=1 terminal; says typed "race:" && says_not typed "$esc["'
	check "--color over NO_COLOR" eval 'NO_COLOR=1 terminal --color always; says typed "$esc[1;31m"'
	check "--color never" eval 'terminal --color never; says typed "race:" && says_not typed "$esc["'
	check "a dumb terminal" eval 'TERM_IS=dumb terminal; says typed "race:" && says_not typed "$esc["'
fi

# Source files: gone, or unlike what was compiled
mkdir -p away && mv fence.cu away/
check "source is gone" ends 1 "$PF" run --detector scord ./fence
check "place all the same" says err "fence.cu:17:10: race: missing fence"
check "no snippet" says_not err " | "
head -c 3000 /dev/urandom | tr '\n' x >fence.cu
for i in $(seq 16); do echo; done | cat - fence.cu >f2 && mv f2 fence.cu
check "source is noise" ends 1 "$PF" run --detector scord ./fence
clean_text() { ! LC_ALL=C grep -q '[[:cntrl:]]' err; }
check "of which no control character is printed" clean_text
rm fence.cu && mkfifo fence.cu
check "source is a pipe" ends 1 "$PF" run --detector scord ./fence
rm fence.cu && mv away/fence.cu .

# The same on the library built with ASan and UBSan
san() {	# NAME EXIT-CODE
	ends "$2" env LD_PRELOAD="$(gcc -print-file-name=libasan.so)" ASAN_OPTIONS=detect_leaks=0 \
		"$PF_SAN" run "${both[@]}" --stats --json san.json ./$1 && fits san.json && says_not err "runtime error"
}
for p in clean:0 fence:1 block_fence:1 scoped_atomic:1 unlocked:1 barrier:1 two_kernels:1 loop:1 "endings reset:1"; do
	check "sanitized: ${p%:*}" san "${p%:*}" "${p#*:}"
done

# What makes no sense
refused() { ends 2 "$PF" run "${@:2}" ./fence && lines 1 && says err "$1"; }
check "unknown detector" refused "run: --detector: 'radish' is unknown; expected off, scord-paper, scord, iguard-paper, iguard, exact, shared or on" --detector radish
check "--model without --oracle" refused "run: --model: is for --oracle, which is off" --model ptx --detector scord
check "--model fast" refused "run: --model: 'fast' is unknown; expected ptx or scord" --oracle --model fast
check "--strict names its successor" refused "run: --strict: is gone; --model ptx, the default, asks for it" --oracle --strict
check "--metadata without --detector" refused "run: --metadata: is for --detector, which is off" --metadata full --oracle
check "--error-exitcode with nothing to find" refused "run: --error-exitcode: is for" --check none --error-exitcode 3
check "--error-exitcode 256" refused "run: --error-exitcode: '256' is out of range; expected 0 to 255" --oracle --error-exitcode 256
check "by itself, too" ends 2 env PHOTOFINISH_MODEL=ptx ./fence
check "in one line" lines 1
check "help names them" ends 0 "$PF" run --help
for o in detector=NAME metadata=HOW oracle model=NAME error-exitcode=N color=WHEN; do
	check "help: --$o" says out "--$o"
done
exit $rc
