#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# One block's size and speed, to look at while it is being written.
#
#   synth/quick.sh MODULE [-DNAME]... [-P NAME=VALUE]...      LIB=file.lib[.gz] PERIOD_PS=n
#
# Prints kGE, flops, memories, Fmax and slack by path group, and the critical path; the whole path
# lies in the log that is named last.
set -euo pipefail
here=$(dirname "$0")
[ $# -ge 1 ] || { sed -n '5,10s/^# \{0,1\}//p' "$0" >&2; exit 2; }
LIB=${LIB:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}
export LIB OUT=${OUT:-${B:-build}/synth/quick/$1-$$}
"$here/block.sh" "$1" quick "${@:2}" | awk -F, '{
	printf "%s %s: %s kGE, %s flops, %s bits of memory (%s), Fmax %s MHz at a target of %s ps\n", $1, $2, $6, $7, $9, $11, $12, $4
	printf "slack ps  in>reg %s  in>out %s  in>mem %s  reg>reg %s  reg>out %s  reg>mem %s  mem>reg %s  mem>out %s  mem>mem %s\n",
		$13, $14, $15, $16, $17, $18, $19, $20, $21
	printf "critical  %s\n", $22 }'
group=$(sed -n 's/^worst //p' "$OUT/paths.txt")
awk -v g="${group/_/ }" '$1 == "GROUP" { on = ($2 " " $3 == g) } on && /^ +-?[0-9]/' "$OUT/sta.log" | head -60
echo "log: $OUT/sta.log"
