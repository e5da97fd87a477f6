#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# --check: what synccheck, initcheck and leakcheck find, what they must not find, text, JSON, exit status.
#
# Expected reports are golden/NAME.txt; UPDATE=1 writes them anew (then read the difference).
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
	timeout 120 "${@:2}" >out 2>err </dev/null
	got=$?
	[ "$got" = "$want" ] || { echo "exit code $got, not $want"; cat out err; return 1; }
}
says() { grep -qF -- "$2" "$1" || { echo "no '$2' in:"; cat "$1"; return 1; }; }
silent() { [ ! -s err ] || { echo "standard error is not empty"; cat err; return 1; }; }
golden() {	# NAME: err is golden/NAME.txt
	if [ -n "${UPDATE:-}" ]; then
		mkdir -p "$here/golden" && cp err "$here/golden/$1.txt"
	else
		diff -u "$here/golden/$1.txt" err
	fi
}
cp "$here"/*.cu .
gcc -D_GNU_SOURCE "$here/../report/check_json.c" -o check_json -ljansson || exit 2
fits() { ./check_json "$docs/checks.schema.json" "$1" print checks >json; }

partial="block barrier that lanes of the same warp go round"
different="lanes of one warp wait at different places of a block barrier"
out_of_mask="the mask of a warp operation leaves out the lane that executes it"
absent="the mask of a warp operation names lanes that do not come"
masks="lanes execute a warp operation together with masks that differ"

# finds EXIT-CODE LINE TEXT COMMAND...: one finding at that line of sync.cu, with the right words
finds() {
	ends "$1" "${@:4}" && says err "sync.cu:$2:" && says err "sync: $3" &&
		[ "$(grep -c "^sync.cu:.* sync: " err)" = 1 ] && says err "photofinish: 1 finding of sync"
}
line() { sed -n "/ $1(int/,/^}/{/$2/=}" sync.cu | head -n 1; }
for level in -O0 -O1 -O2; do
	for arch in sm_60 sm_70; do
		exe=./sync.$arch$level of="$arch $level" hang=1
		check "compile sync, $of" eval '"$PF" cc $level --arch $arch sync.cu -o $exe'
		for threads in 64 40; do
			for k in return return_store return_mask warps named tree function; do
				[ "$k$threads" = tree40 ] && continue
				for scheduler in rr random; do
					check "ok_$k, $threads threads, $scheduler, $of" eval \
						'ends 0 "$PF" run --scheduler $scheduler $exe ok_$k $threads && silent'
				done
			done
			[ $arch = sm_70 ] && hang=3
			run=("$PF" run "$exe")
			case $level$threads in -O264) run+=("two_places") ;; esac
			check "two places, $threads, $of" finds 1 "" "$different" "$PF" run $exe two_places $threads
			check "skipped, $threads, $of" finds 1 "$(line skipped __syncthreads)" "$partial" "$PF" run $exe skipped $threads
			check "trips, $threads, $of" finds 1 "$(line trips __syncthreads)" "$partial" "$PF" run $exe trips $threads
			check "called, $threads, $of" finds 1 "$(line meet __syncthreads)" "$partial" "$PF" run $exe called $threads
			check "counted, $threads, $of" finds 1 "$(line counted bar.sync)" "$partial" "$PF" run $exe counted $threads
			check "caller, $threads, $of" finds 1 "$(line caller __ballot)" "$out_of_mask" "$PF" run $exe caller $threads
			check "absent, $threads, $of" finds 1 "$(line absent __shfl)" "$absent" "$PF" run $exe absent $threads
			check "masks, $threads, $of" finds $hang "$(line masks __ballot)" "$masks" "$PF" run $exe masks $threads
		done
		check "stuck, $of" ends $hang "$PF" run $exe stuck
		check "barrier, $of" says err "sync: $partial"
		check "mask, $of" says err "sync: $absent"
	done
	check "without .aligned, $level" eval 'ends 0 "$PF" run ./sync.sm_70$level unaligned && silent'
	check "without .aligned in lock step, $level" ends 1 "$PF" run ./sync.sm_60$level unaligned
done
