#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# GRace's schemes: numbers that follow from the programs by hand; both schemes find the same addresses and warps; what `<=` does; what
# GRace knows nothing of.
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
here=$(cd "$(dirname "$0")" && pwd)
cd "$TMP" || exit 2
. "$here/../tap.sh"

# says EXIT SCHEME FILTER PROGRAM ARGUMENT...: FILTER is true of the member "grace"
says() {
	local got
	timeout 300 "$PF" run --grace "$2" --json j.json "${@:4}" >out 2>err </dev/null
	got=$?
	[ $got = "$1" ] && jq -e ".grace | $3" j.json >/dev/null && return 0
	echo "$2 ${*:4}: exit status $got, not $1, or not $3"
	cat err
	jq .grace j.json
	return 1
}

# agree PROGRAM [true: nothing races]: both schemes
agree() {
	local scheme
	for scheme in stmt addr; do
		timeout 300 "$PF" run -q --error-exitcode 0 --grace $scheme --json $scheme.json "./$1" >out 2>err </dev/null || { cat err; return 1; }
		jq '.grace | {addresses, pairs_of_warps, accesses, checks}' $scheme.json >$scheme.part
	done
	diff stmt.part addr.part && jq -e ".addresses ${2:-== 0}" addr.part >/dev/null
}

check "compile" "$PF" cc -w --arch sm_60 "$here/proof.cu" -o proof
# 4 blocks of 4 warps, two launches; word i against word 127 - i: each pair of threads once for both orders.
check "statements" says 1 stmt '.addresses == 128 and .pairs_of_warps == 2 and .pairs_of_threads == 1024 and .checks == 8 and (.list | length) == 1' ./proof no_barrier
check "addresses" says 1 addr '.addresses == 128 and .pairs_of_warps == 2 and .list == []' ./proof no_barrier
check "tables of addresses: 5 times 2 counts of 4 bytes for each of 512, of 4 blocks" says 1 addr '.bytes == 4 * 5 * 2 * 4 * 512' ./proof no_barrier
check "a barrier" says 0 stmt '.addresses == 0 and .accesses == 64 and .checks == 16' ./proof tile
check "a barrier, addresses" says 0 addr '.addresses == 0 and .accesses == 64 and .checks == 16 and .compares == 16 * 2 * 4 * 512' ./proof tile
check "as it is printed: a warp that writes alone" says 1 addr-paper '.addresses == 128 and .pairs_of_warps == 0' ./proof tile
# 16 pairs of lanes a warp, 4 warps, 4 blocks, 2 launches.
check "one store" says 1 stmt '.addresses == 0 and .list[0].threads == 512 and .list[0].first == .list[0].second' ./proof one_store
check "one store, addresses" says 1 addr '.addresses == 0 and .list[0].threads == 512' ./proof one_store
check "lines are named" eval 'says 1 stmt "(.list | length) == 1" ./proof no_barrier && grep -q "proof.cu:28:[0-9]* and .*proof.cu:29:[0-9]*: 1024 pairs of threads" err'
check "whoever has exited is not waited for" says 0 addr '.addresses == 0' ./proof left_early
for source in "$here"/programs/*.cu; do
	name=$(basename "$source" .cu)
	finds="> 0" mended="== 0"
	case $name in
	queue) mended="> 0" ;;         # named barriers: a false alarm
	histogram | warp) finds="== 0" ;; # atomics, lanes of a warp: missed
	esac
	check "compile $name" eval '"$PF" cc -w --arch sm_60 "$source" -o "$name" && "$PF" cc -w --arch sm_60 -DMENDED "$source" -o "$name.mended"'
	check "$name" agree "$name" "$finds"
	check "$name, mended" agree "$name.mended" "$mended"
done
check "passed over" says 0 stmt '.passed_over == 2048' ./histogram
check "beside a detector" eval '"$PF" run -q --grace addr --detector on --json j.json ./proof tile && jq -e ".grace.addresses == 0 and .races.races == 0" j.json'
check "not asked for" eval '"$PF" run -q --json j.json ./proof tile && jq -e ".grace == null" j.json'
check "another scheme" eval '! "$PF" run --grace words ./proof tile 2>err && grep -q "^photofinish run: --grace: .words. is unknown; expected off, stmt, addr or addr-paper$" err'
exit $rc
