#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The campaign: what it does with runs that fail, on small programs; then size ci on ScoR's applications, in a folder of
# its own: no report without races, every injected race found, Verilog and golden models alike, and nothing done twice.
#
#   J  jobs at once (2)
set -u
: "${PF:?}" "${TMP:?}"
export LC_ALL=C
PF=$(readlink -f "$PF")
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$TMP" || exit 2
export PF
. "$root/tb/tap.sh"

ends() { # CODE COMMAND...: ends so; its output is in out
	local want=$1 got
	"${@:2}" >out 2>&1 </dev/null
	got=$?
	cat out
	[ $got = "$want" ] || { echo "exit status $got, not $want"; return 1; }
}
says() { grep -qE -- "$1" out || { echo "no '$1'"; return 1; }; }
campaign() { bash "$root/sim/figures/figures.sh" "$@"; }

# Runs that fail.
mkdir -p kernels
cp "$root/sw/kernels/scor/scor.cuh" "$root/tb/figures/stub.cuh" kernels/
does=0
for app in good wrong hangs fault; do
	printf '#define APP "%s"\n#define DOES %d\n#include "stub.cuh"\n' $app $does >kernels/$app.cu
	printf '# k\tkinds\tvariable\twhat\n1\tatomic-scope\tsum\tx\n2\tfence\tsum\ty\n3\tatomic-scope\tsum\tz\n' >kernels/$app.races
	does=$((does + 1))
done
cat >small.yaml <<-'EOT'
	apps: [good, wrong, hangs, fault]
	blocks: {good: 15}
	points:
	  - apps: [good, wrong, fault]
	    variants: [cached16]
	    seeds: 1-2
	  - apps: [hangs]
	    variants: [untimed_paper_full]
	    seeds: 3
	  - races: each
	    apps: [good, wrong]
	    variants: [cached16, untimed_oracle]
	    seeds: 1
	  - apps: [good]
	    variants: ["off"]
	    sms: [1, 30]
	    inputs: {good: [3]}
	    seeds: [4]
EOT
small() {
	OUT=$PWD/small RESULTS=$PWD/small.r KERNELS=$PWD/kernels CAMPAIGN=$PWD/small.yaml FIGURES=no J=${J:-2} LIMIT=60 campaign "$@"
}
# The column of the row with this APP, RACE and VARIANT.
cell() {
	awk -F, -v app="$2" -v race="$3" -v variant="$4" -v name="$5" '
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i }
		$2 == app && $3 == race && $4 == variant { print $at; exit }' "$1"
}
is() { [ "$(cell "${@:1:5}")" = "$6" ] || { echo "$2 $3 $4: $5 = '$(cell "${@:1:5}")', not '$6'"; return 1; }; }
check "runs that fail are named, the call fails" eval 'ends 1 small ci && says "wrong race none cached16 seed 1: wrong result" &&
	says "hangs race none untimed_paper_full seed 3: hangs" && says "fault race none cached16 seed 1: fault" && says "next call goes on"'
check "the others are kept, also as a table" eval 'ends 0 "$root/sim/evaluate.py" scord collect $PWD/small ci $PWD/half.csv &&
	[ "$(wc -l <half.csv)" = 21 ] && ! grep -E "hangs|fault|wrong,none" half.csv'
check "a race's own report" is half.csv good 1 cached16 found 1
check "... and the oracle's" is half.csv good 1 untimed_oracle found 1
check "a wrong result with a race is one" eval 'is half.csv wrong 1 cached16 ok 0 && is half.csv wrong 1 cached16 found 1'
check "another kind is not the race's" eval 'is half.csv good 2 cached16 found - && is half.csv good 2 cached16 stray 1'
check "another line is not the race's" eval 'is half.csv good 3 cached16 found - && is half.csv good 3 cached16 stray 1'
check "all at once" eval 'is half.csv good all cached16 found 1 && is half.csv good all cached16 stray 2'
check "a race that is not injected is not found" eval 'is half.csv good none cached16 distinct 0'
check "SMs and input" eval 'is half.csv good none off@SMs=30 blocks 30 && is half.csv good none off@SMs=1 blocks 1 &&
	is half.csv good none off@SMs=1 input 3'
check "the next call tries only what failed" eval 'ends 1 small ci && says "wrong race none cached16" && ! says "good race"'
check "refuses an unknown size" eval 'ends 2 campaign huge && says "SIZE is ci or paper"'
check "refuses an unknown variant" eval 'echo "points: [{variants: [nope], seeds: 1}]" >nope.yaml; echo "apps: [good]" >>nope.yaml;
	ends 1 env CAMPAIGN=$PWD/nope.yaml KERNELS=$PWD/kernels OUT=$PWD/nope RESULTS=$PWD/nope.r \
	bash "$root/sim/figures/figures.sh" ci && says "nope: not in variants.tab"'

# Size ci.
runs=$PWD/results/runs.csv micro=$PWD/results/micro.csv
ci() { OUT=$PWD/figures RESULTS=$PWD/results FIGURES=no MORE=no J=${J:-2} campaign ci "$@"; }
apps="mm red r110 gcol gcon 1dc uts"
check "size ci, every run" ends 0 ci
# rows CONDITION: of runs.csv that fulfil it; distinct, found and stray are those columns
rows() {
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ distinct = $at["distinct"]; found = $at["found"]; stray = $at["stray"] }
		'"$1" "$runs"
}
column() { cut -d, -f"$(head -n 1 "$runs" | tr , '\n' | grep -nx "$1" | cut -d: -f1)"; }
none() { [ "$(rows "$1" | tee /dev/stderr | wc -l)" = 0 ]; }
some() { [ "$(rows "$1" | wc -l)" -ge "$2" ] || { echo "only $(rows "$1" | wc -l) rows: $1"; return 1; }; }
check "without races nothing is reported, and results are right" none '$3 == "none" && ($9 != 1 || distinct != 0)'
for v in full cached16 scord_full scord_cached16 full_both cached16_both; do
	check "... $v: every application" some "\$3 == \"none\" && \$4 == \"$v\"" 7
done
for v in untimed_paper_full untimed_paper_cached16; do
	check "... $v: 20 orders each" some "\$3 == \"none\" && \$4 == \"$v\"" 140
done
check "with races nothing but them is reported" none 'stray != 0'
check "Verilog and golden models agree in all runs of both" eval 'some "\$4 ~ /_both\$/" 60 && none "\$8 == 5"'

# found APP RACE CLASS: by every run of these variants, and there is one
found() {
	local of="\$2 == \"$1\" && \$3 == \"$2\" && \$4 ~ /^($3)(_both)?\$/"
	some "$of" 1 && none "$of && (\"+\" found \"+\") !~ /[+]$2[+]/"
}
listed() { awk -F '\t' '/^[0-9]/ { print $1 }' "$root/sw/kernels/scor/$1.races"; }
for app in $apps; do
	for k in $(listed $app); do
		check "$app race $k: full" found $app "$k" 'full|scord_full'
		# Its entry is taken by another word before the neighbour reads (docs/scord.md).
		[ $app$k = r1101 ] || check "$app race $k: cached16" found $app "$k" 'cached16|scord_cached16'
		check "$app race $k: the oracle" found $app "$k" untimed_oracle
	done
	all=$(listed $app | paste -sd+)
	together() { rows "\$2 == \"$app\" && \$3 == \"all\" && \$4 ~ /^(full_both|scord_full)\$/" | column found | sort -u | tee at_once; [ "$(cat at_once)" = "$all" ]; }
	check "$app: all races in one build" together
done
# Table VI: injected races and racy microbenchmarks found, of 44.
sum() { # APPLICATION-VARIANTS METADATA
	{
		rows "\$3 ~ /^[0-9]+\$/ && \$4 ~ /^($1)\$/ && (\"+\" found \"+\") ~ (\"[+]\" \$3 \"[+]\")" | cut -d, -f2,3 | sort -u
		awk -F, -v m="$2" '$1 == "scord-paper" && $2 == m && $4 == 1 && $5 > 0 { print $3 }' "$micro"
	} | wc -l
}
check "44 of 44 with full metadata" eval '[ "$(sum "full(_both)?" full)" = 44 ]'
check "43 or 44 with cached16" eval 'found=$(sum "cached16(_both)?" cached16); echo $found; [ $found = 43 ] || [ $found = 44 ]'
quiet_micros() { awk -F, 'NR > 1 && $4 == 0 { n++; bad += $5 } END { print n, bad; exit !(n == 56 && bad == 0) }' "$micro"; }
check "no microbenchmark without race is reported" quiet_micros

# Again.
cp "$runs" before.csv
check "a second call has nothing to do" eval 'ends 0 ci && says "nothing to do" && ! says "seed" && cmp before.csv "$runs"'
rm -f figures/ci/red/none/full/2.csv
check "a run that is lost is done again, alone" eval 'ends 0 ci && says "red race none full seed 2" && [ "$(grep -c seed out)" = 1 ] &&
	cmp <(cut -d, -f1-10,12- before.csv) <(cut -d, -f1-10,12- "$runs")'
exit $rc
