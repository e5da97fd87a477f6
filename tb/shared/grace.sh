#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# grace: what GRace's two schemes cost in time and memory beside our detector, without a clock: programs that use shared memory, and how
# many addresses each says race; and the same without what is proved from the code (--prune), its static half.
#
#   PF photofinish   OUT folder for programs   CSV result   RUNS each this often (3); the best counts   LIMIT seconds a run may take (300)
#
# Seconds: of the processor, inside launches; with --prune without the proofs, seconds_static, which are made once for launches that are alike. A dash: the run took longer than LIMIT.
set -u
: "${PF:?}" "${OUT:?}" "${CSV:?}"
export LC_ALL=C
RUNS=${RUNS:-3} LIMIT=${LIMIT:-300}
cd "$(dirname "$0")/../.." || exit 2
mkdir -p "$OUT"
programs="bitonic histogram matmul nbody reduction stencil transpose scan gpudet/aes gpudet/hotspot gpudet/lps gpudet/srad bench/tiles"

once() { # PROGRAM OPTION...: 1: it failed
	local got
	timeout "$LIMIT" "$PF" run -q --error-exitcode 0 "${@:2}" --json "$OUT/new.json" "$OUT/$1" >"$OUT/log" 2>&1 </dev/null
	got=$?
	[ $got != 124 ] || return 124
	[ $got = 0 ] || { echo "$1 ${*:2}: exit status $got: $(tail -n 1 "$OUT/log")" >&2; return 1; }
}

best() { # PROGRAM FILE OPTION...: FILE has the report of the fastest run, or nothing
	local i least="" seconds
	: >"$OUT/$2"
	for ((i = 0; i < RUNS; i++)); do
		[ ! -t 2 ] || printf '\r\033[K%s %s' "$1" "${*:3}" >&2
		once "$1" "${@:3}"
		case $? in
		124) return 0 ;;
		1) return 1 ;;
		esac
		seconds=$(jq .totals.processor_seconds "$OUT/new.json")
		if [ -z "$least" ] || jq -en "$seconds < $least" >/dev/null; then
			least=$seconds
			mv "$OUT/new.json" "$OUT/$2"
		fi
	done
}

cell() { # FILE FILTER
	if [ -s "$OUT/$1" ]; then jq -r "$2" "$OUT/$1"; else echo -; fi
}

{
	echo "# $("$PF" --version | head -n 1); \`make grace\`, sm_60, best of $RUNS runs, at most $LIMIT seconds each."
	echo "app,seconds_off,seconds_addr,seconds_stmt,seconds_shared,accesses,bytes_addr,bytes_stmt,compares_addr,compares_stmt,addresses_addr,addresses_stmt,addresses_printed,launches_proved,launches,seconds_addr_pruned,seconds_stmt_pruned,seconds_shared_pruned,accesses_pruned,launches_pruned,seconds_static"
	for p in $programs; do
		name=${p##*/}
		"$PF" cc -w --arch sm_60 -O1 "sw/kernels/$p.cu" -o "$OUT/$name" || exit 1
		best "$name" off.json && best "$name" addr.json --grace addr && best "$name" stmt.json --grace stmt &&
			best "$name" shared.json --detector shared && best "$name" addrp.json --grace addr --prune &&
			best "$name" stmtp.json --grace stmt --prune && best "$name" sharedp.json --detector shared --prune && RUNS=1 best "$name" printed.json --grace addr-paper || exit 1
		echo "$name,$(cell off.json .totals.processor_seconds),$(cell addr.json .totals.processor_seconds),$(
			cell stmt.json .totals.processor_seconds),$(cell shared.json .totals.processor_seconds),$(
			cell addr.json .grace.accesses),$(cell addr.json .grace.bytes),$(cell stmt.json .grace.bytes),$(
			cell addr.json .grace.compares),$(cell stmt.json .grace.compares),$(cell addr.json .grace.addresses),$(
			cell stmt.json .grace.addresses),$(cell printed.json .grace.addresses),$(
			cell shared.json .races.shared_statistics.launches_proved),$(cell off.json .totals.launches),$(
			cell addrp.json '(.totals.processor_seconds - .grace.prune_seconds) * 1e8 | round / 1e8'),$(
			cell stmtp.json '(.totals.processor_seconds - .grace.prune_seconds) * 1e8 | round / 1e8'),$(
			cell sharedp.json '(.totals.processor_seconds - .races.shared_statistics.prune_seconds) * 1e8 | round / 1e8'),$(
			cell addrp.json .grace.accesses),$(cell sharedp.json .races.shared_statistics.launches_proved),$(
			cell sharedp.json .races.shared_statistics.prune_seconds)"
	done
} >"$CSV.new" || { rm -f "$CSV.new"; exit 1; }
[ ! -t 2 ] || printf '\r\033[K' >&2
mv "$CSV.new" "$CSV"
