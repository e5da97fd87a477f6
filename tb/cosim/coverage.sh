#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# coverage: lines and toggles of rtl/ that the campaign reaches, module by module.
#
#   Verilator --coverage-line --coverage-toggle, tb/cosim --> *.dat --verilator_coverage--> merged.dat
#       --> tables between the markers of docs/rtl-coverage.md
#
#   B       build folder (default build)
#   CHECKS  of each run (default 60000)
#   DOC     the document to fill (default docs/rtl-coverage.md; - for standard output)
#
# A line or a bit counts as reached when any instance in any configuration reached it. Lines of assertions
# (PF_ASSERT) do not count: they run when something is wrong.
set -eu
cd "$(dirname "$0")/../.."
B=${B:-build} CHECKS=${CHECKS:-60000} DOC=${DOC:-docs/rtl-coverage.md}
out=$B/cosim/coverage
mkdir -p "$out"
rm -f "$out"/*.dat

# build PROGRAM [LANES=n]: with coverage
build() { make --no-print-directory "B=$B" RTLCOV=1 "${@:2}" "$B/tb/cosim/$1" >&2; }

# cover PROGRAM OPTION...: a run, a .dat of its own
cover() {
	runs=$((runs + 1))
	PF_COVERAGE=$out/$runs.dat "$B/tb/cosim/$1" -q "${@:2}" >&2
	[ -s "$out/$runs.dat" ] || { echo "coverage.sh: $1 wrote no coverage" >&2; exit 1; }
}

runs=0
build slice_tiny_cov
build slice_ref_cov
build sm_tiny_cov
build sm_ref_cov
build lines_line_unit_tiny_cov
build lines_line_unit_ref_cov
build slice_tiny_1__cov LANES=1
build slice_tiny_8__cov LANES=8
for p in scord scord-paper; do
	for m in full cached16; do
		for u in slice_tiny slice_ref slice_tiny_1_ slice_tiny_8_; do
			cover "${u}_cov" --checks "$CHECKS" --policy $p --metadata $m
		done
	done
	cover sm_tiny_cov --checks "$CHECKS" --policy $p
	cover sm_ref_cov --checks "$CHECKS" --policy $p
done
for seed in 1 2; do # odd: scord-paper, even: scord
	for g in tiny ref; do # what is seldom has to happen, or a run fails
		cover lines_line_unit_${g}_cov --checks $((5 * CHECKS)) --seed $seed
	done
done
verilator_coverage --write "$out/merged.dat" "$out"/[0-9]*.dat >&2

# A point: ^A key ^B value ...; keys: f file, l line, n column, page v_KIND/MODULE, o what
grep -nH 'PF_ASSERT\|PF_COVER\|PF_ASSUME' rtl/*/*.v | cut -d: -f1,2 >"$out/asserts"
awk -v asserts="$out/asserts" '
	BEGIN { while ((getline line <asserts) > 0) skip[line] = 1 }
	!/^C / { next }
	{
		count = $NF
		split("", k)
		n = split(substr($0, 4), part, "\001")
		for (i = 1; i <= n; i++) if (split(part[i], kv, "\002") == 2) k[kv[1]] = kv[2]
		sub(/\047.*/, "", k["h"])
		file = k["f"]
		if (file !~ /^rtl\// || (file ":" k["l"]) in skip) next
		toggle = k["page"] ~ /^v_toggle/
		key = file SUBSEP toggle SUBSEP k["l"] SUBSEP (toggle ? k["o"] : k["n"] k["o"])
		if (!(key in seen)) seen[key] = 0
		if (count + 0 > 0) seen[key] = 1
	}
	END {
		for (key in seen) {
			split(key, f, SUBSEP)
			print f[1], f[2], f[3], f[4], seen[key]
		}
	}' "$out/merged.dat" | LC_ALL=C sort -k1,1 -k2,2 -k3,3n -k4,4V >"$out/points"
[ -s "$out/points" ] || { echo "coverage.sh: no points" >&2; exit 1; }

tables() {
	echo "Campaign of $CHECKS checks for each policy and metadata mode: \`tiny\` with 1, 2 and 8 lanes, \`ref\`; SM unit: \`tiny\`, \`ref\`; line unit: \`tiny\`, \`ref\`, five times as many."
	echo
	echo "| Module | Branches | reached | % | Toggles | reached | % |"
	echo "|---|--:|--:|--:|--:|--:|--:|"
	awk '
		function row(name, a, b, c, d) {
			printf "| %s | %d | %d | %s | %d | %d | %s |\n", name, a, b, a ? sprintf("%.1f", 100 * b / a) : "", c, d,
				c ? sprintf("%.1f", 100 * d / c) : ""
		}
		{
			if (!($1 in is)) { is[$1] = 1; order[++n] = $1 }
			all[$1, $2]++; hit[$1, $2] += $5; alls[$2]++; hits[$2] += $5
		}
		END {
			for (i = 1; i <= n; i++) {
				name = order[i]; sub(/.*\//, "", name); sub(/\.v$/, "", name)
				row("`" name "`", all[order[i], 0], hit[order[i], 0], all[order[i], 1], hit[order[i], 1])
			}
			row("all", alls[0], hits[0], alls[1], hits[1])
		}' "$out/points"
	echo
	echo "Branches never taken:"
	echo
	awk '$2 == 0 && !$5 {print "- `" $1 ":" $3 "` (" $4 ")"; n++} END {if (!n) print "- none"}' "$out/points" |
		sed 's/([0-9]*\([a-z]*\))/(\1)/'
	echo
	echo "Bits that never changed:"
	echo
	awk '
		$2 == 1 {
			signal = $4
			gsub(/\[[^[]*\]/, "", signal)
			file = $1
			sub(/.*\//, "", file)
			sub(/\.v$/, "", file)
			key = file SUBSEP signal
			if (!(key in all)) order[++n] = key
			all[key]++
			still[key] += !$5
		}
		END {
			for (i = 1; i <= n; i++) {
				key = order[i]
				if (!still[key]) continue
				split(key, f, SUBSEP)
				if (f[1] != was) printf "%s- `%s`: ", was == "" ? "" : "\n", f[1]
				else printf ", "
				was = f[1]
				printf "`%s` %s", f[2], still[key] == all[key] ? "(all " all[key] ")" : still[key] " of " all[key]
			}
			print was == "" ? "- none" : ""
		}' "$out/points"
}

if [ "$DOC" = - ]; then
	tables
	exit
fi
tables >"$out/tables.md"
grep -q '^<!-- begin generated' "$DOC" && grep -q '^<!-- end generated' "$DOC" ||
	{ echo "coverage.sh: no markers in $DOC" >&2; exit 1; }
awk -v tables="$out/tables.md" '
	/^<!-- begin generated/ { print; print ""; while ((getline line <tables) > 0) print line; print ""; drop = 1 }
	/^<!-- end generated/ { drop = 0 }
	!drop' "$DOC" >"$out/doc.md"
cp "$out/doc.md" "$DOC"
