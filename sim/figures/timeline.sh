#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# timeline: one run again, with its counters written down 300 times: cycles, instructions, and traffic by sort.
set -u
export LC_ALL=C
[ $# -ge 5 ] || { echo "usage: timeline.sh APP EXE ROW FILE OPTION...   ROW: the run's row of runs.csv" >&2; exit 2; }
: "${PF:?}" "${OUT:?}" "${SIZE:?}"
app=$1 exe=$2 row=$3 file=$4
shift 4
cd "$OUT" || exit 2
cycles=$(cut -d, -f10 "$row")
all=$SIZE/$app/timeline.csv
rm -f "$all"
mkdir -p "$(dirname "$file")"
"$PF" run -q --error-exitcode 0 "$@" --seed 1 --sample "$all" --sample-every $((cycles / 300 + 1)) \
	"$exe" "$SIZE" >"$SIZE/$app/timeline.log" 2>&1 </dev/null || { cat "$SIZE/$app/timeline.log" >&2; exit 1; }
awk -F, -v OFS=, '
	NR == 1 {
		for (i = 1; i <= NF; i++)
			if ($i ~ /^(cycle|gpu\.(cycles|launches|blocks)|sm\.instructions|issue\.(memory|fence|barrier)|memory\.wait_tag|sync\.fence_cycles|sync\.fences|l1\.(accesses|hits|hit_packets|wait_tag)|noc\.(request|answer)\.flits\..*|tap\.(packets|stall_.*|requests|fences|metadata_.*|records)|l2\.(read|write|atom|meta_read|meta_write|record)\.(accesses|hits)|l2\.(fills|writebacks|throughs)\..*|dram\.(reads|writes)\..*|dram\.bus_busy|det\.slice\.(checks|stall_.*))$/)
				keep[++n] = i
	}
	{ for (i = 1; i <= n; i++) printf "%s%s", $keep[i], i < n ? OFS : "\n" }' "$all" >"$file.new" && mv "$file.new" "$file"
rm -f "$all"
