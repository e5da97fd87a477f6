#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# mutants: plants faults in every module (mutate.sh), and prints and keeps how many were noticed.
#
#   mutants.tab line --> mutate.sh --> noticed, survivors --> mutants.csv, the table in docs/planted-faults.md
set -u
usage() {
	cat <<-'EOT'
		usage: tb/rtl/mutants.sh [MODULE...]
		       tb/rtl/mutants.sh --table [--check]
		  --table   the document's table anew from mutants.csv; nothing is run. --check: exit 1 if it would change
		  MODULE  only the lines of these; the CSV file and the document stay as they are
		exit 1: below 97 % over all, or a line below its floor; every survivor is in build/rtl/survivors.txt
		mutants.tab: MODULE FAULTS FLOOR OPTIONS (of mutate.sh)
		environment: as mutate.sh; PF_MUTANTS another table
	EOT
}
cd "$(dirname "$0")/../.." || exit 2
B=${B:-build}
export B
tab=${PF_MUTANTS:-tb/rtl/mutants.tab}
csv=tb/rtl/mutants.csv
doc=docs/planted-faults.md

# The table lies between two marks of the document. A unit's own bench and those of its parts are counted apart.
fill_table() {
	local new
	new=$(mktemp)
	{
		sed '/<!-- table -->/q' "$doc"
		awk -F, '
			function score(n, f) { return sprintf("%d of %d, %.1f %%", n, f, int(1000 * n / f) / 10) }
			BEGIN {
				split("pf_sm_unit pf_slice_unit pf_store_buffer pf_quantum pf_zcommit pf_shared_unit", name, " ")
				for (i in name) unit[name[i]] = 1
				print "\n| Module | Geometry | Parameters | Planted | Noticed | By time | Survive |"
				print "| --- | --- | --- | ---: | ---: | ---: | ---: |"
			}
			NR > 1 {
				gsub(/[|]/, "\\\\|", $3)
				printf "| `%s` | %s | %s | %d | %d | %d | %d |\n", $1, $2, $3, $4, $5, $6, $7
				f += $4; n += $5; t += $6; s += $7
				if ($1 in unit) { uf += $4; un += $5 }
			}
			END {
				printf "| **all** | | | **%d** | **%d** | %d | %d |\n", f, n, t, s
				printf "\nMutation score of the six units, by the bench or co-simulation of the unit as a whole: **%s**.\n", score(un, uf)
				printf "Of the other modules, each by its own bench: **%s**. All rows together: %s.\n\n", score(n - un, f - uf), score(n, f)
			}' "$csv"
		sed -n '/<!-- end of table -->/,$p' "$doc"
	} >"$new" || return
	if [ "${1:-}" = --check ]; then
		diff "$doc" "$new"
	else
		cp "$new" "$doc"
	fi
	local rc=$?
	rm -f "$new"
	return $rc
}

case ${1:-} in
-h | --help) usage; exit 0 ;;
--table) fill_table "${2:-}"; exit ;;
-*) usage >&2; exit 2 ;;
esac
mkdir -p "$B/rtl"
out=$B/rtl/mutants.csv
survivors=$B/rtl/survivors.txt
echo "module,geometry,parameters,faults,noticed,by_time,survivors" >"$out"
: >"$survivors"

wanted() { # MODULE WANTED...
	local module=$1 w
	shift
	[ $# -gt 0 ] || return 0
	for w; do [ "$w" != "$module" ] || return 0; done
	return 1
}

columns() { # options -> geometry,parameters: what a reader of the table wants to know of them
	local geometry=ref par=
	while [ $# -gt 0 ]; do
		case $1 in
		--geometry) geometry=$2; shift ;;
		-P) par="$par $2"; shift ;;
		--src) par="$par faults in $2"; shift ;;
		esac
		shift
	done
	echo "$geometry,${par# }"
}

bad=0 all=0 seen=0 begin=$SECONDS
while read -r module faults floor options; do
	case $module in '' | '#'*) continue ;; esac
	wanted "$module" "$@" || continue
	start=$SECONDS
	# shellcheck disable=SC2086
	if ! said=$(tb/rtl/mutate.sh "$module" "$faults" $options 2>&1 </dev/null); then
		echo "$said" | tail -n 5 >&2
		echo "mutants.sh: $module: no campaign" >&2
		bad=1
		continue
	fi
	read -r noticed total late <<<"$(echo "$said" | sed -nE 's/^mutants .* caught ([0-9]+) of ([0-9]+), ([0-9]+) by time$/\1 \2 \3/p')"
	# shellcheck disable=SC2086
	echo "$module,$(columns $options),$total,$noticed,$late,$((total - noticed))" >>"$out"
	echo "$said" | sed -nE "s/^survives/$module &/p" >>"$survivors"
	all=$((all + total)) seen=$((seen + noticed))
	mark=
	[ "$noticed" -ge "$floor" ] || mark=" BELOW ITS FLOOR, $floor" bad=1
	[ "$late" = 0 ] || mark=", $late by time$mark"
	echo "$module: $noticed of $total$mark ($((SECONDS - start)) s) $options"
done <"$tab"
[ $all -gt 0 ] || { echo "mutants.sh: nothing planted" >&2; exit 2; }
percent=$(awk -v a=$all -v s=$seen 'BEGIN { printf "%.1f", int(1000 * s / a) / 10 }')
echo "mutants: $seen of $all noticed, $percent % ($((SECONDS - begin)) s)"
[ $((seen * 100)) -ge $((all * 97)) ] || { echo "mutants.sh: below 97 %" >&2; bad=1; }
[ $# = 0 ] && [ $bad = 0 ] || exit $bad

cp "$out" "$csv"
fill_table
