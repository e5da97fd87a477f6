#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Tables, plots and document of a campaign, from a runs.csv of few round numbers: each cell is worked out by hand here.
set -u
: "${TMP:?}"
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$TMP" || exit 2
TMP=$PWD
. "$root/tb/tap.sh"
figures=$root/sim/figures
evaluate=$root/sim/evaluate.py
export RESULTS=$TMP/results PLOTS=$TMP/plots DOC=$TMP/scord.md KERNELS=$TMP/kernels
rm -rf "$RESULTS" "$PLOTS" "$PLOTS.first" "$KERNELS"
mkdir -p "$RESULTS" "$KERNELS"

says() { grep -qxF -- "$2" "$RESULTS/$1.csv" || { echo "no '$2' in:"; cat "$RESULTS/$1.csv"; return 1; }; }
row() { check "$1: $2" says "$1" "$2"; }
refused() { # TEXT COMMAND...
	local got
	"${@:2}" >out 2>&1
	got=$?
	[ $got = 2 ] && grep -q -- "$1" out || { echo "exit code $got:"; cat out; return 1; }
}

head=size,app,race,variant,seed,input,blocks,exit,ok,cycles,seconds,warp_insns,thread_insns,l1_accesses,l1_hits,hit_packets,req_flits
head+=,req_flits_hit,ans_flits,l2_data,l2_meta,fill_data,wb_data,fill_meta,wb_meta,tap_packets,tap_stall,wait_tag,fence_cycles,stall_lines,stall_memory,stall_entry,stall_owner,checks
head+=,records,distinct,found,stray
# application race variant seed input ok cycles seconds fill_data/wb_data/fill_meta/wb_meta found stray
runs() {
	echo $head
	awk '
		NF == 11 {
			split($9, d, "/")
			print "ci", $1, $2, $3, $4, $5, 15, 0, $6, $7 == "-" ? "" : $7, $8, 10, 320, 5, 5, 5, 5, 5, 5, 50, 5,
				d[1], d[2], d[3], d[4], 7, $7 / 2, $7 / 4, $7 / 10, 1, 2, 3, 4, 9, 0, 0, $10, $11
		}' OFS=, <<-'EOT'
		red none off      1 ci 1 1000 1 10/10/0/0   - 0
		red none cached16 1 ci 1 6000 1 10/10/5/5   - 0
		mm  none off      1 ci 1 1000 1 60/40/0/0   - 0
		mm  none off      2 ci 1 1100 1 60/40/0/0   - 0
		mm  none full     1 ci 1 2000 1 80/40/60/20 - 0
		mm  none full     2 ci 1 1650 1 80/40/60/20 - 0
		mm  none cached16 1 ci 1 1500 1 70/40/20/10 - 0
		mm  none cached16 2 ci 1 1650 1 70/40/20/10 - 0
		mm  none cached16 3 ci 0 9999 1 70/40/20/10 - 0
		mm  none cached16_lhd 1 ci 1 1600 1 0/0/0/0 - 0
		mm  none cached16_noc 1 ci 1 1400 1 0/0/0/0 - 0
		mm  none cached16_md  1 ci 1 1200 1 0/0/0/0 - 0
		mm  none cached16_lanes1 2 ci 1 2200 1 0/0/0/0 - 0
		mm  none cached16_gap2 1 ci 1 1800 1 0/0/0/0 - 0
		mm  none low          1 ci 1 2000 1 0/0/0/0 - 0
		mm  none low_cached16 1 ci 1 5000 1 0/0/0/0 - 0
		mm  none cached16_rtl 1 ci 1 1530 9 0/0/0/0 - 0
		mm  none cached16_compare 1 ci 1 1530 9 0/0/0/0 - 0
		mm  none lines        1 ci 1 1200 1 0/0/0/0 - 0
		mm  none lines_rtl    1 ci 1 1200 9 0/0/0/0 - 0
		mm  1 lines_compare   1 ci 1 1200 9 0/0/0/0 1 0
		mm  2 lines           1 ci 1 1200 9 0/0/0/0 - 0
		mm  none gran8        1 ci 1 2000 1 0/0/0/0 - 3
		mm  1 full          1 ci 1 1000 1 0/0/0/0 1 0
		mm  2 full          1 ci 1 1000 1 0/0/0/0 2 0
		mm  1 cached16_compare 1 ci 1 1000 1 0/0/0/0 1 0
		mm  2 cached16      1 ci 1 1000 1 0/0/0/0 2 0
		mm  2 cached16      2 ci 1 1000 1 0/0/0/0 - 0
		mm  1 scord_full    1 ci 1 1000 1 0/0/0/0 2 1
		mm  2 scord_full    1 ci 1 1000 1 0/0/0/0 2 1
		mm  1 untimed_oracle 1 ci 1 - 1 0/0/0/0 1 0
		mm  2 untimed_oracle 1 ci 1 - 1 0/0/0/0 2 0
		mm  all full        1 ci 1 1000 1 0/0/0/0 1+2 4
		mm  none off@SMs=1  1 ci 1 15000 1 0/0/0/0 - 0
		mm  none off@SMs=4  1 ci 1 3750 1 0/0/0/0 - 0
		mm  none off@SMs=30 1 ci 1 500  1 0/0/0/0 - 0
		mm  none off      1 100 1 100 1 0/0/0/0 - 0
		mm  none cached16 1 100 1 200 2 0/0/0/0 - 0
		mm  none lines    1 100 1 150 2 0/0/0/0 - 0
		mm  none off      1 200 1 400 3 0/0/0/0 - 0
	EOT
}
runs >"$RESULTS/runs.csv"
printf '%s\n' detector,metadata,program,expected,found scord,full,race_a,1,1 scord,full,race_b,1,0 scord,full,norace_a,0,2 scord,lines,race_a,1,1 \
	>"$RESULTS/micro.csv"
printf '# k\tkinds\tvariable\twhat\n1\tlock\tx\tno lock\n2\tfence,lock\ty\tno fence\n' >"$KERNELS/mm.races"
printf 'a\nx = 1;\t// race 1\ny = 2;\t// race 1, 2\n' >"$KERNELS/mm.cu"

check "tables are made" "$evaluate" scord tables ci
row fig8 "mm,1.7500,1.5000,2.0000,1.5000,1.5000,1.5000,1.5300,1.5300,1.5300,1.2000,1.2000,1.2000,"
row fig8 "red,,,,6.0000,6.0000,6.0000,,,,,,,"
row fig8 "mean,1.7500,,,3.7500,,,1.5300,,,1.2000,,,1.35"
row fig8 "geomean,1.7500,,,3.0000,,,1.5300,,,1.2000,,,"
row fig9 "mm,off,0.6000,0.4000,0.0000,0.0000,1.0000"
row fig9 "mm,cached16,0.7000,0.4000,0.2000,0.1000,1.4000"
row fig9 "mean,cached16,0.6000,0.4500,0.2250,0.1750,1.4500"
row fig10 "cached16,mm,50.00,-10.00,10.00,30.00,0.00,25.00,75.00,lhd,,,"
row fig10 "cached16,mean,,,,,0.00,25.00,75.00,,16.5,36.2,47.3"
row fig10 "cached16,weighted,,,,,0.00,25.00,75.00,,,,"
row fig11 "mm,2.5000,2.5000,2.5000,1.5000,1.5000,1.5000,,,,,,,1.2000,1.2000,1.2000,,,"
row sweep "lanes,1,0,mm,2.0000,2.0000,2.0000"
row sweep "gap,1,1,mm,1.5000,1.5000,1.5000"
row sweep "gap,2,0,mm,1.8000,1.8000,1.8000"
row stalls "mm,full,500.00,1.10,1.64,2.19,0.55,250.00,100.00,2.74"
row table6 "mm,2,2,1..2,1,1,,,2,2,,,,,,,4,4,4"
row table6 "micro,2,,,,1,,1,,,,,,,,,18,18,18"
row table6 "total,4,,,,2,,,,2,,,,,,,44,44,43"
row micro_summary "scord,full,2,1,1,1"
row table7 "mm,0,3,,0,0,1,3,0"
row seeds "mm,cached16,3,1,0,1575,1500,1650,9.52"
row backends "mm,cached16,1500,1530,2.00,1,9,2"
row backends "mm,lines,1200,1200,0.00,1,9,1"
row scaling "input,mm,100,100,200,150,2.0000,1.5000,1.000,2.000,2.000"
row scaling "sms,mm,15,1000,1500,1200,1.5000,1.2000,1.000,1.000,1.000"
row scaling_fit "sms,mm,off,cycles,4,-1.000,1.0000"
row scaling_fit "sms,mm,off,seconds,4,0.000,"
check "two points fit no line" sh -c "! grep -q ^input '$RESULTS/scaling_fit.csv'"
check "a wrong result is left out and named" sh -c "'$evaluate' scord tables ci 2>&1 | grep -q 'left out: mm cached16 seed 3: exit 0, ok 0'"

check "plots are drawn" "$figures/plots.sh" ci
for name in fig8 fig9 fig10 fig11 ideal sweep scaling; do
	check "$name" test -s "$PLOTS/$name.svg" -a -s "$PLOTS/$name.png"
done
again() {
	mv "$PLOTS" "$PLOTS.first"
	"$figures/plots.sh" ci && diff -r "$PLOTS" "$PLOTS.first"
}
check "drawn again, they are the same" again

printf '%s\n' before '<!-- begin:fig8 -->' old '<!-- end:fig8 -->' between '<!-- begin:races -->' '<!-- end:races -->' after >"$DOC"
check "the document is filled" "$evaluate" scord docs ci
check "... with numbers" grep -qxF '| MM | 1.75 (1.50 to 2.00) | 1.50 | 1.53 |  | 1.20 |' "$DOC"
check "... and lines of races" grep -qxF '| MM | 2 | fence, lock | `y` | no fence | [mm.cu](../sw/kernels/scor/mm.cu): 3 |' "$DOC"
check "... nothing old is left" sh -c "! grep -qx old '$DOC' && grep -qx between '$DOC' && grep -qx after '$DOC'"
cp "$DOC" first.md
check "filled again" "$evaluate" scord docs ci
check "... it is the same" cmp first.md "$DOC"
printf '%s\n' 'a <!--=fig8 cached16 app=mm-->9<!--=-->, b <!--=fig8 full app=nobody-->9<!--=-->.' >"$DOC"
check "single numbers" eval '"$evaluate" scord docs ci && grep -qxF "a <!--=fig8 cached16 app=mm-->1.50<!--=-->, b <!--=fig8 full app=nobody-->–<!--=-->." "$DOC"'
printf '%s\n' '<!-- begin:nonsense -->' '<!-- end:nonsense -->' >"$DOC"
check "a block of no name" refused "no block is called nonsense" "$evaluate" scord docs ci
cp "$root/docs/scord.md" "$DOC"
check "every block of docs/scord.md is known" "$evaluate" scord docs ci
check "... and filled" sh -c "[ \$(grep -c '^<!-- begin:' '$DOC') -ge 15 ] && ! grep -A1 '^<!-- begin:' '$DOC' | grep -q '^<!-- end:'"

check "a row too short" refused "3 fields, not 38" sh -c "echo ci,mm,none >>'$RESULTS/runs.csv'; '$evaluate' scord tables ci"
runs | cut -d, -f1-9,11- >"$RESULTS/runs.csv"
check "a column too few" refused "no column cycles" "$evaluate" scord tables ci
rm "$RESULTS/runs.csv"
check "no runs: tables" refused "$RESULTS/runs.csv: no such file" "$evaluate" scord tables ci
check "no runs: document" refused "$RESULTS/runs.csv: no such file" "$evaluate" scord docs ci
rm "$RESULTS/fig8.csv"
check "no tables: plots" refused "no $RESULTS/fig8.csv" "$figures/plots.sh" ci
check "no size" refused usage: "$evaluate" scord tables
exit $rc
