#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The campaign of deterministic commit: its tables, plots and document, from a runs.csv of few round numbers, each cell
# worked out by hand; its workflow, by programs that only say what they are and a command that stands in for photofinish.
# needs: units-ref
set -u
: "${TMP:?}"
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$TMP" || exit 2
TMP=$PWD
. "$root/tb/tap.sh"
figures=$root/sim/figures_gpudet
evaluate=$root/sim/evaluate.py
export RESULTS=$TMP/results PLOTS=$TMP/plots DOC=$TMP/determinism.md
rm -rf "$RESULTS" "$PLOTS" "$PLOTS.first" out kernels
mkdir -p "$RESULTS"

ends() { # CODE COMMAND...
	local got
	"${@:2}" >out.txt 2>&1 </dev/null
	got=$?
	[ $got = "$1" ] || { echo "exit status $got, not $1:"; cat out.txt; return 1; }
}
says() { grep -qE -- "$1" out.txt || { echo "no '$1' in:"; cat out.txt; return 1; }; }
refused() { ends 2 "${@:2}" && says "$1"; }
check_row() { grep -qxF -- "$2" "$RESULTS/$1.csv" || { cat "$RESULTS/$1.csv"; return 1; }; }
row() { check "$1: $2" check_row "$1" "$2"; }
lacks() { ! grep -q -- "$2" "$RESULTS/$1.csv"; }
no_row() { check "$1: nothing of $2" lacks "$1" "$2"; }

columns=$(awk -F '\t' '!/^#/ && NF { print $1 }' "$figures/columns.tab" | paste -sd,)
# application variant seed ok hash cycles warp_insns quanta parallel/commit/serial/distribute/store log count/atomic/fence/barrier/full/exit
# commits/bytes z_fetches
runs() {
	echo "size,app,variant,seed,exit,ok,hash,$columns"
	awk -v columns="$columns" '
		BEGIN { n = split(columns, name, ",") }
		{
			split("", v)
			v["blocks"] = 30; v["sms"] = 15; v["seconds"] = 1.5; v["thread_insns"] = 100; v["launches"] = 1
			v["cycles"] = $6; v["warp_insns"] = $7
			if ($8 != "-") {
				for (i = 1; i <= n; i++)
					if (!(name[i] in v))
						v[name[i]] = 0
				v["quanta"] = $8
				split($9, m, "/"); split("parallel commit serial distribute store", of, " ")
				for (i in m) v[of[i]] = m[i]
				split($10, m, "/"); split("count atomic fence barrier full exit", of, " ")
				for (i in m) v["end_" of[i]] = m[i]
				v["log_most"] = 7; v["commits"] = 1000; v["commit_bytes"] = 64000; v["z_fetches"] = $11; v["z_misses"] = 20
			}
			line = "ci," $1 "," $2 "," $3 "," !$4 "," $4 "," $5
			for (i = 1; i <= n; i++)
				line = line "," v[name[i]]
			print line
		}' <<-'EOT'
		aes   nondet 1 1 aa 1000 500 -
		aes   nondet 2 1 aa 1200 500 -
		aes   nondet 3 1 aa 1100 500 -
		aes   det    1 1 aa 2200 500 5  1100/550/0/110/3300  1/0/0/3/0/6 100
		aes   base   1 1 aa 3300 500 20 2200/550/0/110/3300  1/0/0/6/0/1 100
		aes   bta    1 1 aa 2200 500 10 1100/550/0/110/3300  1/0/0/6/0/1 100
		aes   dwp    1 1 aa 2200 500 6  1100/550/0/110/3300  1/0/0/3/0/6 100
		aes   gpudet 1 1 aa 3300 500 5  2200/550/0/110/3300  1/0/0/3/0/6 100
		aes   lock   1 1 aa 4400 500 5  1100/2750/0/110/3300 1/0/0/6/0/1 0
		aes   z8     1 1 aa 2420 500 5  1100/770/0/110/3300  1/0/0/6/0/1 300
		aes   z128   1 1 aa 1980 500 5  1100/330/0/110/3300  1/0/0/6/0/1 50
		aes   barrier1000 1 1 aa 3300 500 5 1100/550/0/110/3300 1/0/0/6/0/1 0
		bfsr  nondet 1 0 b1 1000 500 -
		bfsr  nondet 2 1 b2 1000 500 -
		bfsr  det    1 0 b3 4000 500 9  3000/500/0/500/0     1/0/0/0/0/3 0
		bfsr  det    2 0 b3 4000 500 9  3000/500/0/500/0     1/0/0/0/0/3 0
		bfsr  q1000  1 0 b4 4000 600 9  3000/500/0/500/0     1/0/0/0/0/3 0
		bfsr  bloom0 1 0 b3 3000 500 9  2000/500/0/500/0     1/0/0/0/0/3 0
		bfsr  bta    1 0 b3 5000 500 9  3000/500/0/1500/0    1/0/0/0/0/3 0
		bfsr  dwp    1 0 b3 4000 500 9  3000/500/0/500/0     1/0/0/0/0/3 0
		cl    nondet 1 1 c1 1500 500 -
		cl    det    1 1 c1 15000 500 9 9000/500/5000/500/0  0/4/0/0/0/1 0
		cl    base   1 1 c1 15000 500 9 9000/500/5000/500/0  0/4/0/0/0/1 0
		clopt nondet 1 1 d1 1000 500 -
		ht    nondet 1 1 e1 1000 500 -
		ht    det    1 1 e2 2000 500 9 1000/200/600/200/0    0/1/1/0/2/0 0
		ht    cuser  1 1 e2 2200 500 9 1000/200/800/200/0    0/1/1/0/2/0 0
		ht    wser   1 1 e2 4400 500 9 1000/200/3000/200/0   0/1/1/0/2/0 0
		ht    lock   1 1 e2 2400 500 9 1000/600/600/200/0    0/1/1/0/2/0 0
		racey nondet 1 1 f1 9999 500 -
		racey nondet 2 1 f2 9998 500 -
		racey det    1 1 f3 9999 500 9 1000/200/600/200/0    0/1/1/0/2/0 0
		racey det    2 1 f3 9999 500 9 1000/200/600/200/0    0/1/1/0/2/0 0
	EOT
}
runs >"$RESULTS/runs.csv"
check "tables are made" ends 0 "$evaluate" gpudet tables ci
row fig3 aes,0.1250,0.0000,0.0000,0.7500,0.0000,0.1250
row fig3 cl,0.0000,0.8000,0.0000,0.0000,0.0000,0.2000
row fig3 mean,0.1250,0.0000,0.0000,0.7500,0.0000,0.1250
row fig7 aes,det,2.0000,1.0000,0.5000,0.0000,0.1000,0.4000,0.2000
row fig7 aes,gpudet,3.0000,2.0000,0.5000,0.0000,0.1000,0.4000,0.2000
row fig7 cl,det,10.0000,6.0000,0.3333,3.3333,0.3333,0.0000,0.0000
row fig7 mean,det,2.6667,1.6667,0.4000,0.2000,0.2667,0.1333,0.0667
row fig7 geomean,det,2.5198,1.4422,0.3684,,0.2154,,
row fig8 aes,base,3.0000,2.0000,0.5000,0.0000,0.1000,0.4000,0.2000
row fig8 aes,dwp,2.0000,1.0000,0.5000,0.0000,0.1000,0.4000,0.2000
no_row fig8 bfsr
row fig9 aes,lock,4.0000,1.0000,2.5000,0.0000,0.1000,0.4000,0.2000
row fig9 ht,zbuffer,2.0000,1.0000,0.2000,0.6000,0.2000,0.0000,0.0000
row fig10 ht,warp,4.4000,1.0000,0.2000,3.0000,0.2000,0.0000,0.0000
row fig10 ht,cu,2.2000,1.0000,0.2000,0.8000,0.2000,0.0000,0.0000
row fig10 ht,slice,2.0000,1.0000,0.2000,0.6000,0.2000,0.0000,0.0000
no_row fig10 ^aes
row fig12 bfsr,,,,3.0000,2.0000
no_row fig12 aes
row fig12 mean,,,,3.0000,2.0000
row barrier aes,1.0000,,1.5000
no_row barrier bfsr
no_row zcache bfsr
row quanta aes,20,10,5.0,100.0,7,64.0
row zcache aes,z8,1.1000,300.0000,20.0000
row determinism aes,nondet,3,1,0,1000,1200
row determinism bfsr,det,2,1,2,4000,4000
row determinism racey,nondet,2,2,0,9998,9999
row determinism racey,det,2,1,0,9999,9999
no_row fig7 racey
row paper slowdown,2.05,2.67
row paper slowdown_least,1.04,2.00
row paper bta_time,0.96,0.67
row paper bta_quanta,3.8,2.00
row paper dwp_time,0.81,0.80
row paper lock_time,1.60,1.60
row paper lock_commit_ht,2.3,3.00
row paper wser_serial,6.1,3.75
row paper q1000_insns_bfsr,1.26,1.20
row paper cl_over_clopt,1.30,1.50
row paper z128_time,0.97,0.82
row paper barrier100_time,1.00,
row paper barrier1000_time,1.22,1.50

check "plots are drawn" ends 0 "$figures/plots.sh" ci
for name in fig3 fig7 fig8 fig9 fig10 fig12 barrier; do
	check "$name" test -s "$PLOTS/$name.svg" -a -s "$PLOTS/$name.png"
done
check "no data, no figure" eval 'grep -q "fig11: no data" out.txt && [ ! -e "$PLOTS/fig11.svg" ]'
again() {
	mv "$PLOTS" "$PLOTS.first"
	"$figures/plots.sh" ci && diff -r "$PLOTS" "$PLOTS.first"
}
check "drawn again, they are the same" again

printf '%s\n' before '<!-- begin:fig8 -->' old '<!-- end:fig8 -->' '<!-- begin:fig7:mean -->' '<!-- end:fig7:mean -->' \
	'a <!--=paper here item=lock_time-->9<!--=-->.' '<!-- begin:campaign -->' '<!-- end:campaign -->' after >"$DOC"
check "the document is filled" ends 0 "$evaluate" gpudet docs ci
check "... with numbers" grep -qxF '| aes | base | 3.00 | 2.00 | 0.50 | 0.00 | 0.10 | 0.40 | 0.20 |' "$DOC"
check "... means" grep -qxF '| geometric mean | det | 2.52 | 1.44 | 0.37 |  | 0.22 |  |  |' "$DOC"
check "... single numbers" grep -qxF 'a <!--=paper here item=lock_time-->1.60<!--=-->.' "$DOC"
check "... the campaign" grep -q '^Campaign `ci`: 33 runs of 6 programs, ' "$DOC"
check "... nothing old is left" eval '! grep -qx old "$DOC" && grep -qx after "$DOC" && [ "$(grep -c aes,det "$DOC")" = 0 ]'
cp "$DOC" first.md
check "filled again, it is the same" eval 'ends 0 "$evaluate" gpudet docs ci && cmp first.md "$DOC"'
mkdir -p large && sed 's/^aes,base,/aes,large,/' "$RESULTS/fig8.csv" >large/fig8.csv
printf '%s\n' '<!-- begin:large/fig8 -->' '<!-- end:large/fig8 -->' >"$DOC"
check "a table of another size" eval 'ends 0 "$evaluate" gpudet docs ci && grep -q "^| aes | large | 3.00 |" "$DOC"'
printf '%s\n' '<!-- begin:nonsense -->' '<!-- end:nonsense -->' >"$DOC"
check "a block of no table" refused "no table is called nonsense" "$evaluate" gpudet docs ci
check "a row too short" refused "3 fields, not" sh -c "echo ci,mm,none >>'$RESULTS/runs.csv'; '$evaluate' gpudet tables ci"
runs | cut -d, -f1-6,8- >"$RESULTS/runs.csv"
check "a column too few" refused "no column hash" "$evaluate" gpudet tables ci
rm "$RESULTS/runs.csv" "$RESULTS/fig7.csv"
check "no runs: tables" refused "$RESULTS/runs.csv: no such file" "$evaluate" gpudet tables ci
check "no tables: plots" refused "no $RESULTS/fig7.csv" "$figures/plots.sh" ci
check "no tables: document" refused "$RESULTS/fig7.csv: no such file" "$evaluate" gpudet docs ci
check "no size" refused usage: "$evaluate" gpudet tables

# The workflow. This photofinish compiles by copying, and runs by doing what the program's text says.
mkdir -p kernels
cat >photofinish <<'EOT'
#!/usr/bin/env bash
before=
if [ "$1" = cc ]; then
	for word; do
		[[ $word != *.cu ]] || source=$word
		[ "$before" != -o ] || to=$word
		before=$word
	done
	cp "$source" "$to"
	exit
fi
echo "$*" >>"$CALLS"
order=
while [ $# -gt 2 ]; do
	[ "$1" != --deterministic ] || order=', "gpudet.quanta": 4'
	[ "$1" != --json ] || json=$2
	shift
done
[ -z "$order" ] || order+=$(awk -F '\t' '$2 == "gpudet" && $1 != "quanta" { printf ", \"%s\": 1", $3 }' "$TABLE")
does=$(cat "$1")
[ "$does" != lacking ] || order=${order/gpudet.z_lost/gpudet.z}
hash=1234abcd
printf '{"launches": [{"grid": [4, 2, 1]}], "faults": [%s], "options": {"sms": 15}, "totals": {"processor_seconds": 0.5, "warp_insns": 9,
	"thread_insns": 99}, "sim": {"gpu.cycles": 77, "gpu.launches": 1%s}}' "$([ "$does" != fault ] || echo 1)" "$order" >"$json"
case $does in
hangs) exit 3 ;;
wrong) echo "wrong: WRONG 3 of 8 levels, hash=$hash"; exit 1 ;;
mute) echo "done" ;;
*) echo "$does: ok, hash=$hash" ;;
esac
EOT
chmod +x photofinish
for app in good wrong hangs fault mute lacking; do echo $app >kernels/$app.cu; done
cat >small.yaml <<-'EOT'
	apps: [good, wrong, hangs, fault, mute, lacking, later]
	optional: [later]
	points:
	  - variants: [nondet, det]
	    seeds: 1-2
	  - apps: [good]
	    variants: [q100]
	    seeds: [3]
EOT
export CALLS=$TMP/calls TABLE=$figures/columns.tab
small() {
	PF=$PWD/photofinish OUT=$PWD/out KERNELS=$PWD/kernels CAMPAIGN=${CAMPAIGN:-$PWD/small.yaml} J=2 FIGURES=${FIGURES:-no} \
		bash "$figures/figures_gpudet.sh" ci "$@"
}
check "runs that fail are named, the call fails" eval 'ends 1 small && says "hangs det seed 2: hangs" && says "fault nondet seed 1: fault" &&
	says "mute det seed 1: exit status 0, but says neither" && says "lacking det seed 2: unreadable statistics" && says "next call goes on"'
check "options reach the command" grep -q -- '--quantum 100 --seed 3 ' calls
check "the others are kept, also as a table" eval 'ends 0 "$evaluate" gpudet collect $PWD/out ci $PWD/half.csv && [ "$(wc -l <half.csv)" = 12 ]'
check "a row without determinism" grep -qxE 'ci,good,nondet,1,0,1,1234abcd,8,15,0.5,9,99,77,1,{27}' half.csv
check "a row with it" grep -qxE 'ci,wrong,det,2,1,0,1234abcd,8,15,0.5,9,99,77,1,4(,1){26}' half.csv
rm calls
check "the next call tries only what failed" eval 'ends 1 small && ! grep -q good calls && grep -q hangs calls'
check "APPS: only these, and then all is there" eval 'ends 0 env APPS="good wrong" bash -c "$(declare -f small); figures=$figures small" &&
	says "9 runs in" && [ "$(wc -l <"$RESULTS/runs.csv")" = 10 ]'
rm -r out calls
check "a table without its runs, as in a clone: all are done again" eval 'ends 0 env APPS="good wrong" bash -c "$(declare -f small); figures=$figures small" &&
	says "9 runs in" && [ "$(grep -c "" calls)" = 9 ]'
check "with tables and plots" eval 'FIGURES=yes; export FIGURES; ends 0 env APPS="good wrong" bash -c "$(declare -f small); figures=$figures small" &&
	[ -s "$RESULTS/fig7.csv" ]'
check "refuses an unknown variant" eval 'printf "apps: [good]\npoints: [{variants: [nope], seeds: 1}]\n" >nope.yaml
	CAMPAIGN=$PWD/nope.yaml ends 1 small && says "nope: not in variants.tab"'
check "refuses an unknown program" eval 'printf "apps: [none]\npoints: [{variants: [det], seeds: 1}]\n" >nope.yaml
	CAMPAIGN=$PWD/nope.yaml ends 1 small && says "none.cu: no such program"'
check "refuses an unknown size" eval 'ends 2 bash "$figures/figures_gpudet.sh" huge && says "SIZE is ci or paper"'
for size in ci paper; do
	check "size $size: every variant and program is known" eval 'OUT=$PWD/list RESULTS=$PWD/list.r PF=$PWD/photofinish \
		ends 0 bash "$figures/figures_gpudet.sh" $size -n --quiet progress'
done
exit $rc
