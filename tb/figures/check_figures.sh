#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The campaign: size ci on ScoR's applications, in a folder of its own: no report without races, every injected race
# found, Verilog and reference models alike, and nothing done twice.
# needs: units-ref $B/san/tb/scor/aliases $B/tb/scor/aliases
. "$(dirname "$0")/campaign.sh"

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
for v in full cached16 lines scord_full scord_cached16 scord_lines full_compare cached16_compare lines_compare; do
	check "... $v: every application" some "\$3 == \"none\" && \$4 == \"$v\"" 7
done
for v in untimed_paper_full untimed_paper_cached16; do
	check "... $v: 20 orders each" some "\$3 == \"none\" && \$4 == \"$v\"" 140
done
check "with races nothing but them is reported" none 'stray != 0'
check "Verilog and reference models agree in all runs of both" eval 'some "\$4 ~ /_compare\$/" 60 && none "\$8 == 5"'

# found APP RACE CLASS: by every run of these variants, and there is one
found() {
	local of="\$2 == \"$1\" && \$3 == \"$2\" && \$4 ~ /^($3)(_compare)?\$/"
	some "$of" 1 && none "$of && (\"+\" found \"+\") !~ /[+]$2[+]/"
}
listed() { awk -F '\t' '/^[0-9]/ { print $1 }' "$root/sw/kernels/scor/$1.races"; }
for app in $apps; do
	for k in $(listed $app); do
		check "$app race $k: full" found $app "$k" 'full|scord_full'
		# Its entry is taken by another word before the neighbour reads (docs/scord.md).
		[ $app$k = r1101 ] || check "$app race $k: cached16" found $app "$k" 'cached16|scord_cached16'
		# The narrow atomic comes second by lines, where scord-paper does not look at its scope (m-atomic-scope).
		lines='lines|scord_lines'
		[ $app$k != r1102 ] || lines=scord_lines
		check "$app race $k: lines" found $app "$k" "$lines"
		check "$app race $k: the oracle" found $app "$k" untimed_oracle
	done
	all=$(listed $app | paste -sd+)
	together() { rows "\$2 == \"$app\" && \$3 == \"all\" && \$4 ~ /^(full_compare|scord_full|scord_lines)\$/" | column found | sort -u | tee at_once; [ "$(cat at_once)" = "$all" ]; }
	check "$app: all races in one build" together
done
# Table VI: injected races and racy microbenchmarks found, of 44.
sum() { # APPLICATION-VARIANTS METADATA
	{
		rows "\$3 ~ /^[0-9]+\$/ && \$4 ~ /^($1)\$/ && (\"+\" found \"+\") ~ (\"[+]\" \$3 \"[+]\")" | cut -d, -f2,3 | sort -u
		awk -F, -v m="$2" '$1 == "scord-paper" && $2 == m && $4 == 1 && $5 > 0 { print $3 }' "$micro"
	} | wc -l
}
check "44 of 44 with full metadata" eval '[ "$(sum "full(_compare)?" full)" = 44 ]'
check "... kept by lines, 43 or 44" eval 'found=$(sum "lines(_compare)?" lines); echo $found; [ $found = 43 ] || [ $found = 44 ]'
check "43 or 44 with cached16" eval 'found=$(sum "cached16(_compare)?" cached16); echo $found; [ $found = 43 ] || [ $found = 44 ]'
quiet_micros() { awk -F, 'NR > 1 && $4 == 0 { n++; bad += $5 } END { print n, bad; exit !(n == 84 && bad == 0) }' "$micro"; }
check "no microbenchmark without race is reported" quiet_micros

# Again.
cp "$runs" before.csv
check "a second call has nothing to do" eval 'ends 0 ci && says "nothing to do" && ! says "seed" && cmp before.csv "$runs"'
rm -f figures/ci/red/none/full/2.csv
check "a run that is lost is done again, alone" eval 'ends 0 ci && says "red race none full seed 2" && [ "$(grep -c seed out)" = 1 ] &&
	cmp <(cut -d, -f1-10,12- before.csv) <(cut -d, -f1-10,12- "$runs")'
exit $rc
