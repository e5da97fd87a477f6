#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# One block of one configuration: synthesis, buffers, timing; one CSV line on standard output.
#
#   synth/block.sh MODULE CONFIG [-DNAME]... [-P NAME=VALUE]...      in the root of the tree
#
# LIB=file.lib[.gz], PERIOD_PS, NAND2, BUF, B (build folder), OUT (a folder for this run) by environment.
# "synth/block.sh header" prints the CSV's first line.
set -euo pipefail
here=$(dirname "$0")
fields="library,block,config,period_ps,area_um2,kge,flops,buffers,ram_bits,ram_kge,memories,fmax_mhz,in_reg_ps,in_out_ps,in_ram_ps,reg_reg_ps,reg_out_ps,reg_ram_ps,ram_reg_ps,ram_out_ps,ram_ram_ps,critical_path"
if [ "${1:-}" = header ]; then echo "$fields"; exit; fi
[ $# -ge 2 ] || { sed -n '5,12s/^# \{0,1\}//p' "$0" >&2; exit 2; }

B=${B:-build}
LIB=${LIB:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}
export TOP=$1 config=$2 ABC_SHARE=${ABC_SHARE:-0.4} IO=${IO:-0.2} GEN=$B/gen
shift 2
DEFINES="" PARAMS=""
while [ $# -gt 0 ]; do
	case $1 in
	-D*) DEFINES="$DEFINES $1" ;;
	-P) PARAMS="$PARAMS ${2%%=*} ${2#*=}"; shift ;;
	*) echo "block.sh: '$1' is neither -DNAME nor -P NAME=VALUE" >&2; exit 2 ;;
	esac
	shift
done

# The library: unpacked, its cells, its row of libs.tab
mkdir -p "$B/synth"
base=$(basename "${LIB%.gz}" .lib)
case $LIB in
*.gz)
	if [ ! -e "$B/synth/$base.lib" ]; then
		gzip -dc "$LIB" >"$B/synth/$base.$$" && mv "$B/synth/$base.$$" "$B/synth/$base.lib"
	fi
	LIB=$B/synth/$base.lib ;;
esac
row=$(awk -v base="$base" '!/^#/ && NF && index(base, $2) == 1 { print; exit }' "$here/libs.tab")
[ -n "$row" ] || row="$base $base ${NAND2:?name the cell, $base has no row in libs.tab} ${BUF:?name the cell} - 2000 700 200"
read -r name _ nand2 buf up period clk2q setup <<<"$row"
NAND2=${NAND2:-$nand2} BUF=${BUF:-$buf}
export LIB DEFINES PARAMS PERIOD_PS=${PERIOD_PS:-$period} RAM_CLK2Q_PS=$clk2q RAM_SETUP_PS=$setup LOAD=${LOAD:-0}
export OUT=${OUT:-$B/synth/$name/$TOP-$config}
mkdir -p "$OUT"
rm -f "$OUT"/*.il "$OUT"/*.v "$OUT"/*.txt
awk -f "$here/liberty.awk" "$LIB" >"$OUT/cells.txt"

fail() { # what, log
	echo "block.sh: $TOP $config: $1" >&2
	grep -iE 'error|assert' "$2" | head -5 >&2 || tail -5 "$2" >&2
	exit 1
}
yosys -q -c "$here/synth.tcl" >"$OUT/yosys.log" 2>&1 || fail "yosys failed, $OUT/yosys.log" "$OUT/yosys.log"
# OpenSTA 2.0.17 loses ports with brackets within the name: a[0].b is a#0#.b meanwhile, in ram.txt too.
flat() { sed -E 's/\[([0-9]+)\]\./#\1#./g' "$@"; }
flat "$OUT/mapped.v" >"$OUT/named.v"
awk -v buf="$BUF" -v up="$up" -v sum="$OUT/sum.txt" -f "$here/netlist.awk" "$OUT/cells.txt" "$OUT/named.v" \
	>"$OUT/buffered.v"
awk -v top="$TOP" -f "$here/ram.awk" "$OUT/ram.il" | flat >"$OUT/ram.txt"
sta -no_splash -exit "$here/sta.tcl" 2>&1 | sed -E 's/#([0-9]+)#/[\1]/g' >"$OUT/sta.log" || fail "sta failed, $OUT/sta.log" "$OUT/sta.log"
awk -v top="$TOP" -v period="$PERIOD_PS" -v io="$IO" -f "$here/paths.awk" "$OUT/hier.il" "$OUT/sta.log" \
	>"$OUT/paths.txt" || fail "no timing, $OUT/sta.log" "$OUT/sta.log"

# Every pin of every memory must be constrained: pruned or missed ones would make the figures too good.
awk 'FNR == NR { if ($1 == "pins") { q = $2; d = $3; n = $4 } next }
     { have[$1] = $2 }
     END { if (have["ram_q"] != q || have["ram_d"] != d || have["ram_clk"] != n) {
	     printf "%d + %d + %d pins of memories, %d + %d + %d constrained\n", q, d, n,
		     have["ram_q"], have["ram_d"], have["ram_clk"]; exit 1 } }' "$OUT/ram.txt" "$OUT/paths.txt" >&2 ||
	fail "memory pins are missing" /dev/null

awk -v library="$name" -v block="$TOP" -v config="$config" -v period="$PERIOD_PS" -v nand2="$NAND2" \
 '
	FILENAME ~ /cells/ { if ($1 == nand2) gate = $2; next }
	FILENAME ~ /ram\.txt/ {
		if ($1 == "ram") { bits += $2 * $3; ram += 0.94 * $2 * $3 + 18.8 * $2 + 150; list = list (list == "" ? "" : " ") $2 "x" $3 }
		next
	}
	{ key = $1; $1 = ""; sub(/^ /, ""); v[key] = $0 }
	END {
		if (!gate) { print "no cell " nand2 > "/dev/stderr"; exit 1 }
		printf "%s,%s,%s,%d,%.0f,%.2f,%d,%d,%d,%.2f,%s,%s", library, block, config, period, v["area"],
			v["area"] / gate / 1000, v["flops"], v["buffers"], bits, ram / 1000, list == "" ? "-" : list,
			v["fmax_mhz"]
		n = split("in_reg in_out in_ram reg_reg reg_out reg_ram ram_reg ram_out ram_ram", g, " ")
		for (i = 1; i <= n; i++) printf ",%s", v[g[i]]
		printf ",%s\n", v["path"]
	}' "$OUT/cells.txt" "$OUT/ram.txt" "$OUT/sum.txt" "$OUT/paths.txt"
