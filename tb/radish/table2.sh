#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# table2: the counters of RADISH's Table 2 for ScoR's applications without races, an SM as a core; instructions: of warps.
#
#   PF photofinish   TMP folder for programs and traces   CSV file for one row a program and kind of clocks
#   APPS   SIZE (ci)   ARCH (sm_60)
#
# Exit status 1: a run failed, or a race was found.
set -u -o pipefail
: "${PF:?}" "${TMP:?}" "${CSV:?}"
PF=$(readlink -f "$PF")
kernels=$(cd "$(dirname "$0")/../../sw/kernels/scor" && pwd)
APPS=${APPS:-mm red r110 gcol gcon 1dc uts} SIZE=${SIZE:-ci} ARCH=${ARCH:-sm_60}
counts="accesses permitted hardware_checks software_checks evictions inflations rollovers l1_misses_without l1_misses clears drains queue_most races"

{
	echo "# $("$PF" --version | head -n 1); \`make figures-radish\`: size $SIZE, $ARCH, seed 1"
	echo "app,clocks,instructions,$(tr ' ' ',' <<<"$counts")"
	for app in $APPS; do
		"$PF" cc -w -O1 --arch "$ARCH" "$kernels/$app.cu" -o "$TMP/$app" &&
			"$PF" run -q --trace "$TMP/$app.trace" --json "$TMP/$app.json" "$TMP/$app" "$SIZE" >"$TMP/log" 2>&1 </dev/null || { cat "$TMP/log" >&2; exit 1; }
		instructions=$(jq .totals.warp_insns "$TMP/$app.json") || exit 1
		for clocks in table offsets; do
			option=()
			[ $clocks = table ] || option=(--offsets)
			"$PF" radish ${option[@]+"${option[@]}"} --json "$TMP/$app.trace" |
				jq -r --arg names "$counts" --arg head "$app,$clocks,$instructions" \
					'. as $o | [$head] + ($names | split(" ") | map($o[.] | tostring)) | join(",")' || exit 1
		done
		rm -f "$TMP/$app.trace"
	done
} >"$CSV.new" || { rm -f "$CSV.new"; exit 1; }
mv "$CSV.new" "$CSV"
! awk -F, '/^#|^app/ { next } $NF { print "table2: races in " $1; bad = 1 } END { exit !bad }' "$CSV" >&2
