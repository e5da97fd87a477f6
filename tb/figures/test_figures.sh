#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The campaign: what it does with runs that fail, on small programs. check_figures.sh runs size ci.
# needs: units-ref $B/san/tb/scor/aliases $B/tb/scor/aliases
. "$(dirname "$0")/campaign.sh"

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
# Only a variant again: its rows are new, the others stay.
cat >two.yaml <<-'EOT'
	apps: [good]
	points:
	  - apps: [good]
	    variants: ["off", cached16]
	    seeds: [1]
EOT
two() {
	OUT=$PWD/${1:-two} RESULTS=$PWD/two.r KERNELS=$PWD/kernels CAMPAIGN=$PWD/two.yaml FIGURES=no J=${J:-2} LIMIT=60 campaign ci
}
check "refuses ONLY without a table" eval 'ends 2 env ONLY=cached16 bash -c "$(declare -f two campaign); root=$root two" && says "no .*runs.csv"'
check "a campaign of two variants" eval 'ends 0 two && [ "$(wc -l <two.r/runs.csv)" = 3 ]'
sed -i -E 's/^((ci,good,none,[a-z0-9]+,1,[a-z0-9]+,[0-9]+,0,1,)[0-9]+)/\20/' two.r/runs.csv
check "ONLY: one of them again, the other row stays" eval 'ends 0 env ONLY=cached bash -c "$(declare -f two campaign); root=$root two again" &&
	[ "$(wc -l <two.r/runs.csv)" = 3 ] && is two.r/runs.csv good none off cycles 0 && ! is two.r/runs.csv good none cached16 cycles 0'
check "refuses an unknown size" eval 'ends 2 campaign huge && says "SIZE is ci or paper"'
check "refuses an unknown variant" eval 'echo "points: [{variants: [nope], seeds: 1}]" >nope.yaml; echo "apps: [good]" >>nope.yaml;
	ends 1 env CAMPAIGN=$PWD/nope.yaml KERNELS=$PWD/kernels OUT=$PWD/nope RESULTS=$PWD/nope.r \
	bash "$root/sim/figures/figures.sh" ci && says "nope: not in variants.tab"'
exit $rc
