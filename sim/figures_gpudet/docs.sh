#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# docs: fills the blocks of docs/determinism.md that stand between <!-- begin:NAME --> and <!-- end:NAME -->, each from
# NAME.csv as it stands, and single numbers (sim/figures/values.awk).
#
#   begin:variants    variants.tab               begin:NAME      NAME.csv, numbers to two decimals
#   begin:campaign    how many runs of what      begin:NAME:mean rows mean and geomean only
#   begin:plot:NAME   docs/gpudet/NAME.svg, if plots.sh has drawn it
#   begin:SIZE/NAME   as begin:NAME, of another size's tables
set -u
usage() {
	cat <<-'EOT'
		usage: sim/figures_gpudet/docs.sh SIZE
		  SIZE  ci or paper
		exit 0: filled in; 2: no tables, or a block of the document that has no table
		environment: RESULTS the folder with the tables (sim/results/gpudet/SIZE), DOC the document (docs/determinism.md)
	EOT
}
case ${1:-} in
-h | --help) usage; exit 0 ;;
-* | "") usage >&2; exit 2 ;;
esac
export LC_ALL=C
root=$(readlink -f "$(dirname "$0")/../..")
results=$(readlink -m "${RESULTS:-$root/sim/results/gpudet/$1}")
doc=$(readlink -m "${DOC:-$root/docs/determinism.md}")
cd "$root" || exit 2
[ -s "$results/fig7.csv" ] || { echo "docs.sh: no tables in $results: sim/figures_gpudet/tables.sh $1" >&2; exit 2; }
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT

table() { # FILE PATTERN: rows whose first cell is like that
	awk -F, -v pattern="$2" '
		/^#/ { next }
		{ line = "|" }
		!titles++ {
			rule = "|"
			for (i = 1; i <= NF; i++) {
				line = line " " (i == 1 ? "" : $i) " |"
				rule = rule (i == 1 ? "---|" : "--:|")
			}
			print line "\n" rule
			next
		}
		$1 ~ pattern {
			for (i = 1; i <= NF; i++)
				line = line " " ($i ~ /^-?[0-9]+[.][0-9]+$/ ? sprintf("%.2f", $i) : $i == "geomean" ? "geometric mean" : $i) " |"
			print line
		}' "$1"
}

campaign() { # SIZE FOLDER
	awk -F, -v size="$1" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ all++; cycles += $at["cycles"]; seconds += $at["seconds"]; if (!($at["app"] in seen)) { seen[$at["app"]]; apps++ } }
		END { printf "Campaign `%s`: %d runs of %d programs, %.0f million cycles; %.0f minutes of one processor inside launches.\n",
			size, all, apps, cycles / 1e6, seconds / 60 }' "$2/runs.csv"
}

variants() {
	echo "| variant | options of \`photofinish run\` | meaning |"
	echo "|---|---|---|"
	awk -F '\t' '!/^#/ && NF == 3 { printf "| `%s` | `%s` | %s |\n", $1, $2, $3 }' sim/figures_gpudet/variants.tab
}

plot() { # NAME
	[ ! -s "docs/gpudet/$1.svg" ] || printf '![%s](gpudet/%s.svg)\n\n' "${1/fig/Figure }" "$1"
}

while read -r name; do
	grep -q "^<!-- end:$name -->$" "$doc" || { echo "docs.sh: $doc: block $name has no end" >&2; exit 2; }
	from=$results size=$1 what=$name
	case $name in
	*/*) size=${name%%/*} what=${name#*/} from=$(dirname "$results")/$size ;;
	esac
	case $what in
	variants) variants ;;
	campaign) campaign "$size" "$from" ;;
	plot:*) plot "${what#plot:}" ;;
	*)
		file=$from/${what%:mean}.csv
		[ -s "$file" ] || { echo "docs.sh: $doc: no table is called $name" >&2; exit 2; }
		if [ "$what" = "${what%:mean}" ]; then table "$file" .; else table "$file" 'mean$'; fi
		;;
	esac >"$tmp/${name/\//+}" || exit 2
done < <(sed -n 's/^<!-- begin:\(.*\) -->$/\1/p' "$doc")
awk -v tmp="$tmp" '
	/^<!-- end:.* -->$/ { skip = 0 }
	!skip { print }
	/^<!-- begin:.* -->$/ {
		skip = 1
		name = substr($0, 12, length($0) - 15)
		sub("/", "+", name)
		while ((getline text < (tmp "/" name)) > 0)
			print text
	}' "$doc" >"$tmp/filled" &&
	awk -v results="$results" -f sim/figures/values.awk "$tmp/filled" >"$tmp/valued" && cp "$tmp/valued" "$doc" || exit 2
echo "docs: ${doc#"$root"/} filled from ${results#"$root"/}"
