#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# programs: what detectors find in the programs of iGUARD's kinds of races, and in the same mended, beside the oracle: pairs of
# lines, sm_70, lanes as threads.
#
#   PF photofinish   TMP folder for programs   CSV file for one row a run   SEED (1)   DETECTORS
set -u
. "$(dirname "$0")/detectors.sh"
: "${PF:?}" "${TMP:?}" "${CSV:?}"
PF=$(readlink -f "$PF")
here=$(cd "$(dirname "$0")" && pwd)
SEED=${SEED:-1} DETECTORS=${DETECTORS:-iguard iguard/lines iguard-paper scord}
{
	echo "# $("$PF" --version | head -n 1); \`make figures-iguard\`: sm_70, seed $SEED"
	echo "program,kind,mended,detector,found,missed,false,rows"
	for source in "$here"/programs/*.cu; do
		name=$(basename "$source" .cu)
		kind=$(sed -n 's,^// \([A-Z]*\)[:,].*,\1,p' "$source" | head -n 1)
		for mended in 0 1; do
			flags=()
			[ $mended = 0 ] || flags=(-DMENDED)
			"$PF" cc -w --arch sm_70 ${flags[@]+"${flags[@]}"} "$source" -o "$TMP/program" || exit 1
			for detector in $DETECTORS; do
				"$PF" run -q $(detector_options "$detector") --oracle --seed "$SEED" --error-exitcode 0 --json "$TMP/program.json" "$TMP/program" \
					>"$TMP/log" 2>&1 </dev/null || { cat "$TMP/log" >&2; exit 1; }
				jq -r --arg row "$name,$kind,$mended,$detector" '.races.distinct as $d |
					"\($row),\($d.found),\($d.missed),\($d.false),\([.races.list[].rows[].row] | unique | join(" "))"' "$TMP/program.json"
			done
		done
	done
} >"$CSV.new" || { rm -f "$CSV.new"; exit 1; }
mv "$CSV.new" "$CSV"
