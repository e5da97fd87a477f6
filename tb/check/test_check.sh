#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# --check: what synccheck, initcheck and leakcheck find, what they must not find, text, JSON, exit status.
#
# Expected reports are golden/NAME.txt; UPDATE=1 writes them anew (then read the difference).
# needs: san units-ref units-tiny
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

partial="block barrier reached by only some of the living lanes of a warp"
different="lanes of one warp wait at different places of a block barrier"
out_of_mask="the mask of a warp operation leaves out the lane that executes it"
absent="the mask of a warp operation names lanes that do not come"
masks="lanes execute a warp operation together with masks that differ"

# finds EXIT-CODE LINE TEXT COMMAND...: one finding at that line of sync.cu, with the right words
finds() {
	ends "$1" "${@:4}" && says err "sync.cu:$2:" && says err "sync: $3" &&
		[ "$(grep -c "^sync.cu:.* sync: " err)" = 1 ] && says err "photofinish: 1 finding of sync"
}
# line KERNEL TEXT: the last line of the kernel that has it
line() { sed -nE "/ $1\\((int|\\))/,/^}/{/$2/=}" sync.cu | tail -n 1; }
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
			check "two places, $threads, $of" finds 1 "$(line two_places __syncthreads)" "$different" "$PF" run $exe two_places $threads
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

# The report and its JSON
cp sync.sm_70-O1 sync
for k in two_places skipped absent; do
	check "$k: report" eval 'ends 1 "$PF" run --json $k.json ./sync $k && golden $k'
	check "$k: JSON" fits $k.json
done
check "JSON: where and who" eval 'fits skipped.json && says json "\"line\": $(line skipped __syncthreads)," && says json "barrier-partial"'
check "JSON: the others" eval 'fits two_places.json && says json "\"other_lanes\": ["'
check "JSON: nothing found" eval 'ends 0 "$PF" run --json ok.json ./sync ok_tree && fits ok.json && says json "\"findings\": 0"'
check "JSON: what was looked for" eval 'grep -qF "\"on\": [\"memory\",\"sync\"]" ok.json'
check "JSON: the option" grep -qF '"check": "memory,sync",' ok.json
check "--check none" eval 'ends 0 "$PF" run --check none ./sync skipped && silent'
check "--check none: a mask without its lane stays a fault" eval 'ends 0 "$PF" run --check none ./sync caller && says out "caller 715"'
check "--check memory" eval 'ends 6 "$PF" run --check memory ./sync caller && says err "not in the member mask"'
check "--error-exitcode" ends 9 "$PF" run --error-exitcode 9 ./sync skipped
check "--error-exitcode 0" eval 'ends 0 "$PF" run --error-exitcode 0 ./sync skipped && says err "sync: $partial"'
check "without photofinish run" eval 'ends 1 ./sync skipped && says err "sync: $partial"'
check "quiet" eval 'ends 1 "$PF" run -q ./sync skipped && says err "1 finding of sync"'
check "colour" eval 'ends 1 "$PF" run --color always ./sync skipped && says err $'"'"'\033[1;31msync:'"'"
check "a race is a race too" eval 'ends 1 "$PF" run --oracle ./sync skipped && says err "sync: $partial" && says err "found by the oracle"'
for c in "--config tiny" "--config tiny --deterministic --backend model"; do
	check "skipped: $c" eval 'ends 1 "$PF" run $c ./sync skipped && says err "sync: $partial"'
	check "two places: $c" eval 'ends 1 "$PF" run $c ./sync two_places && says err "sync: $different"'
	check "ok_named: $c" eval 'ends 0 "$PF" run -q $c ./sync ok_named && silent'
done

# initcheck, leakcheck
# reads NAME TEXT OFFSET TIMES: one finding of init; nothing of it without --check init
reads() {
	ends 1 "$PF" run --check sync,init --json init.json ./init "$1" && says err "init: read of $2 that nobody has written" &&
		says err "offset $3, in a read of 4 bytes" && says err "found    $4" && says err ", 1 finding of init" &&
		fits init.json && ends 0 "$PF" run ./init "$1" && silent
}
for arch in sm_60 sm_70; do
	check "compile init, $arch" "$PF" cc --arch $arch init.cu -o init
	check "global memory, $arch" reads copy "global memory" 0 "64 times"
	check "shared memory, $arch" reads tile "shared memory" 252 "8 times"
	check "one byte written, $arch" reads byte "global memory" 0 once
	check "an atomic reads, and writes, $arch" reads atomic "global memory" 0 once
	check "malloc() in a kernel, $arch" reads heap "global memory" 4 once
	check "a copy of what is half written, $arch" reads half "global memory" 128 "32 times"
	check "memory that was freed before, $arch" reads again "global memory" 0 "128 times"
	check "all written, $arch" eval 'ends 0 "$PF" run -q --check init ./init ok && silent'
	check "the host may read what it likes, $arch" eval 'ends 0 "$PF" run -q --check init ./init host && silent'
done
for c in "--config tiny" "--scheduler random --seed 3"; do
	check "copy, $c" eval 'ends 1 "$PF" run $c --check init ./init copy && says err "found    64 times"'
	check "ok, $c" eval 'ends 0 "$PF" run -q $c --check init ./init ok && silent'
done
check "init: report" eval 'ends 1 "$PF" run --check all ./init tile && golden tile'
check "leaks" eval 'ends 1 "$PF" run --check leak --json leak.json ./init leak && golden leak'
check "leaks: JSON" eval 'fits leak.json && says json "cudaMallocManaged" && says json "\"size\": 400,"'
check "leaks: not unasked" eval 'ends 0 "$PF" run ./init leak && silent'
check "all freed" eval 'ends 0 "$PF" run --check leak ./init ok && says err "no finding of leak"'
check "cudaDeviceReset() frees all" eval 'ends 0 "$PF" run -q --check leak ./init reset && silent'
check "after a fault nothing is said of leaks" eval 'ends 6 "$PF" run --check leak,memory --json f.json ./init fault && \
	says err "leak not looked for after a fault" && fits f.json && ! grep -q "\"leak\"" json'
check "--check leak: a fault is no finding then" ends 0 "$PF" run --check leak ./init fault

# What makes no sense
refused() { ends 2 "$PF" run "${@:2}" ./sync && [ "$(wc -l <err)" = 1 ] && says err "$1"; }
check "an unknown check" refused "run: --check: 'race' is unknown; expected memory, sync, init, leak, all or none, with commas" --check sync,race
check "an empty name" refused "run: --check: '' is unknown" --check sync,
check "init beside --deterministic" refused "run: --check init: beside --deterministic is not supported" --check init \
	--config tiny --deterministic
check "--error-exitcode with nothing to find" refused "run: --error-exitcode: is for" --check memory --error-exitcode 3
check "help" eval 'ends 0 "$PF" run --help && says out "--check=LIST"'

# The same on the library built with ASan and UBSan
san() {	# EXIT-CODE COMMAND...
	ends "$1" env LD_PRELOAD="$(gcc -print-file-name=libasan.so)" ASAN_OPTIONS=detect_leaks=0 "$PF_SAN" run --check all \
		--json san.json "${@:2}" && fits san.json && ! grep "runtime error" err
}
for k in skipped two_places absent caller; do
	check "sanitized: $k" san 1 ./sync $k
done
check "sanitized: stuck" san 3 ./sync stuck
for k in copy tile heap half again leak; do
	check "sanitized: init $k" san 1 ./init $k
done
check "sanitized: init ok" san 0 ./init ok
exit $rc
