#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Numbers in the docs are those of the files that they are made from, links lead somewhere, what the
# docs call a make target is one, and files that the guides name are there.
set -u
cd "$(dirname "$0")/../.." || exit 2
n=0 rc=0

report() {	# WHAT STATUS [TEXT]
	n=$((n + 1))
	if [ "$2" = 0 ]; then
		echo "ok $n - $1"
	else
		rc=1
		echo "not ok $n - $1"
		[ -z "${3:-}" ] || printf '%s\n' "$3" | head -n 10 | sed 's/^/# /'
	fi
}

text=$(sim/evaluate.py weaknesses --check 2>&1)
report "docs/weaknesses.md has the counts of sw/results/properties.csv" $? "$text"

text=$(sim/evaluate.py iguard --check 2>&1)
report "docs/iguard.md has the tables of sw/results/iguard*.csv" $? "$text"

text=$(sim/evaluate.py radish --check 2>&1)
report "docs/radish.md has the table of sw/results/radish.csv" $? "$text"

text=$(sim/evaluate.py exact --check 2>&1)
report "docs/exact.md has the tables of tb/exact/results.csv" $? "$text"

text=$(tb/rtl/mutants.sh --table --check 2>&1)
report "docs/planted-faults.md has the counts of tb/rtl/mutants.csv" $? "$text"

for page in README.md CONTRIBUTING.md docs/*.md sim/README.md synth/README.md tb/README.md sw/kernels/README.md sw/kernels/scor/README.md sim/figures/README.md sim/figures_gpudet/README.md; do
	bad=""
	while read -r link; do
		[ -e "$(dirname "$page")/${link%%#*}" ] || bad="$bad $link"
	done < <(grep -o '](\([^)]*\))' "$page" | sed 's/^](//; s/)$//' | grep -v '^http\|^#')
	[ -z "$bad" ]
	report "$page: links" $? "$bad"
	bad=""
	while read -r target; do
		grep -q "^$target:" Makefile */*.mk */*/*.mk || bad="$bad $target"
	done < <(grep -o '`make [a-z-]*`\|^    make [a-z-]\+' "$page" | sed 's/.*make //; s/`//' | sort -u)
	[ -z "$bad" ]
	report "$page: make targets" $? "$bad"
done
for page in CONTRIBUTING.md docs/architecture.md; do
	bad=""
	while read -r path; do
		[ -e "$path" ] || bad="$bad $path"
	done < <(grep -oE '`(rtl|sim|sw|synth|tb|docs)/[^`]*`' "$page" | tr -d '`' | grep -v '[* ]\|NAME\|AREA')
	[ -z "$bad" ]
	report "$page: files it names" $? "$bad"
done
bad=$(for page in docs/*.md; do grep -q "(${page#docs/}[)#]" docs/README.md || echo "$page"; done | grep -v docs/README.md)
[ -z "$bad" ]
report "docs/README.md: lists every page" $? "$bad"
[ "$(wc -l <README.md)" -le 150 ]
report "README.md: at most 150 lines" $?
echo "1..$n"
exit $rc
