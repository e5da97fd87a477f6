#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Lanes of a warp that meet at different instructions of one operation: right from sm_70 on, as on the GPU (../gpu/results), ordered
# for detectors, and no finding of --check sync. Lanes that do not come still are.
# needs: san units-ref units-tiny
set -u
: "${PF:?}" "${PF_SAN:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
PF_SAN=$(readlink -f "$PF_SAN")
here=$(cd "$(dirname "$0")" && pwd)
unset NO_COLOR
cd "$TMP" || exit 2
. "$here/../tap.sh"

# ends CODE COMMAND...: the command's exit code; its output stays in out and err.
ends() {
	local want=$1 got
	timeout 120 "${@:2}" >out 2>err </dev/null
	got=$?
	[ "$got" = "$want" ] || { echo "exit code $got, not $want"; cat out err; return 1; }
}
says() { grep -qF -- "$2" "$1" || { echo "no '$2' in:"; cat "$1"; return 1; }; }
silent() { [ ! -s err ] || { echo "standard error is not empty"; cat err; return 1; }; }
cp "$here/meet.cu" "$here/../gpu/sites.cu" . || exit 2

absent="the mask of a warp operation names lanes that do not come"
partial="block barrier reached by only some of the living lanes of a warp"
# line KERNEL TEXT: the last line of the kernel that has it
line() { sed -nE "/ $1\\(int/,/^}/{/$2/=}" meet.cu | tail -n 1; }
# found N: findings of sync in err, all told
found() { [ "$(grep -c "^meet.cu:.* sync: " err)" = "$1" ] && says err "photofinish: $1 findings of sync"; }
# absent LINE OTHERS: lanes at LINE wait for lanes that were at OTHERS
absent() { grep -A 9 -F "meet.cu:$1:" err | sed -n "/sync: $absent/,/found /p" | grep -q "^meet.cu:$2:.*: where the others were"; }
right() { says out "$1" && silent; }

for level in -O0 -O1 -O2; do
	check "compile, $level" eval '"$PF" cc $level meet.cu -o meet && "$PF" cc $level sites.cu -o sites'
	for how in "" "--scheduler random --seed 3" "--config tiny" "--config tiny --deterministic --backend model"; do
		for k in syncwarp ballot shuffle lanes_leave_syncwarp; do
			check "$k, as on the GPU, $how $level" eval 'ends 0 "$PF" run -q $how ./sites $k && right "sites_$k right 64"'
		done
		for k in ok_branches ok_halves ok_loop; do
			check "$k, $how $level" eval 'ends 0 "$PF" run -q $how ./meet $k && right "$k 64"'
		done
		check "third, $how $level" eval 'ends 3 "$PF" run $how ./meet third && found 3 && says err "sync: $partial" &&
			absent $(line third one) $(line third __syncthreads) && absent $(line third two) $(line third __syncthreads)'
		check "third_round, $how $level" eval 'ends 1 "$PF" run $how ./meet third_round && found 2 &&
			says err "meet.cu:$(line third_round one):3: sync: $absent" && says err "meet.cu:$(line third_round two):3: sync: $absent"'
		check "kinds, $how $level" eval 'ends 3 "$PF" run $how ./meet kinds && found 2 &&
			absent $(line kinds any) $(line kinds all) && absent $(line kinds all) $(line kinds any)'
		check "trips, $how $level" eval 'ends 3 "$PF" run $how ./meet trips && found 2 && absent $(line trips __syncwarp) $(line trips __syncthreads)'
	done
	for k in ok_branches ok_halves ok_loop; do
		check "$k: no race, $level" eval 'ends 0 "$PF" run -q --oracle --detector iguard ./meet $k && ends 0 "$PF" run -q --detector shared ./meet $k'
	done
	check "syncwarp: no race, $level" eval 'ends 0 "$PF" run -q --oracle --detector shared ./sites syncwarp'
	check "racy, $level" eval 'ends 1 "$PF" run --oracle --detector iguard ./meet racy &&
		says err "found by the oracle (32 times), iguard (32 times)"'
done

# Before sm_70: the same instruction, in convergence.
check "compile for sm_60" "$PF" cc --arch sm_60 sites.cu -o sites.sm_60
check "lock step" eval 'ends 1 "$PF" run ./sites.sm_60 syncwarp && says err "sync: $absent"'
check "sm_60 under independent threads" eval 'ends 3 "$PF" run --mode its ./sites.sm_60 syncwarp && says err "sync: $absent"'

# The same on the library built with ASan and UBSan
san() {	# EXIT-CODE COMMAND...
	ends "$1" env LD_PRELOAD="$(gcc -print-file-name=libasan.so)" ASAN_OPTIONS=detect_leaks=0 "$PF_SAN" run "${@:2}" && ! grep "runtime error" err
}
for k in branches halves loop; do
	check "sanitized: $k" san 0 ./meet ok_$k
done
check "sanitized: third" san 3 ./meet third
check "sanitized: third_round" san 1 ./meet third_round
exit $rc
