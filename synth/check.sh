#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Recomputes rows of configs.tab (with ALL=1 all of them) and compares them with synth/results:
# exactly, in either direction, for the tools are deterministic. Other tools than those that made
# the file: it says so and fails.
set -euo pipefail
here=$(dirname "$0")
export B=${B:-build} LIB=${LIB:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}
base=$(basename "${LIB%.gz}" .lib)
name=$(awk -v base="$base" '!/^#/ && NF && index(base, $2) == 1 { print $1; exit }' "$here/libs.tab")
kept=$here/results/${name:-$base}.csv
[ -e "$kept" ] || { echo "synth-check: no $kept: make synth first" >&2; exit 2; }
mkdir -p "$B/synth"
if ! diff <("$here/versions.sh") <(sed -n 's/^# //p' "$kept") >"$B/synth/versions.diff"; then
	echo "synth-check: $kept was made by other tools or constraints (< here, > there):" >&2
	cat "$B/synth/versions.diff" >&2
	exit 1
fi
new=$B/synth/check-$name.csv
rm -f "$new"
TO=$new SMALL=$([ -n "${ALL:-}" ] || echo 1) bash "$here/all.sh"
awk -F, 'FNR == 1 { file++ }
	/^#/ { next }
	$1 == "library" { split($0, head, ","); next }
	file == 1 { kept[$2 "," $3] = $0; next }
	{
		n++
		k = $2 "," $3
		if (!(k in kept)) { print "synth-check: " k " has no line in the results"; bad = 1; next }
		m = split(kept[k], old, ",")
		for (i = 1; i <= m || i <= NF; i++)
			if (old[i] != $i) { print "synth-check: " k " " head[i] ": was " old[i] ", is " $i; bad = 1 }
	}
	END { if (!n) { print "synth-check: nothing compared"; bad = 1 }
		if (!bad) print "synth-check: " n " blocks as in the results"
		exit bad }' "$kept" "$new"
