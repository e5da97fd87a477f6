#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# unexplained: tb/score/guarded_max.cu with N inputs, under both models: every miss of the detector has a row.
#
#   PF photofinish   OUT folder for program and results   N inputs (1000)   CSV also write the counts there
#
# Exit status 1 when a run fails or a miss or false alarm is unexplained; its input is printed.
set -u
: "${PF:?}" "${OUT:?}"
N=${N:-1000}
cd "$(dirname "$0")/../.." || exit 2
mkdir -p "$OUT"
exe=$OUT/guarded_max
"$PF" cc -O1 tb/score/guarded_max.cu -o "$exe" >"$OUT/cc.log" 2>&1 || {
	cat "$OUT/cc.log"
	exit 2
}
rc=0
lines="model,inputs,racy,missed_accesses,unexplained"
for model in scord ptx; do
	racy=0 missed=0 unexplained=0
	for ((i = 1; i <= N; i++)); do
		input="$((1 + i % 3)) $((2 + i % 7)) $i $((3 + i % 11)) $((8 + i % 5 * 6))"
		# shellcheck disable=SC2086
		"$PF" run -q --model $model --scheduler gto --seed $i --oracle --detector scord --error-exitcode 0 "$exe" $input \
			>"$OUT/run.log" 2>&1 || { echo "failed: --model $model, input $input"; rc=1; }
		if grep -q ': race: ' "$OUT/run.log"; then racy=$((racy + 1)); fi
		missed=$((missed + $(awk '/^  missed +once/ { n++ } /^  missed +[0-9]+ times/ { n += $2 } END { print n + 0 }' "$OUT/run.log")))
		if grep -q 'unexplained' "$OUT/run.log"; then
			unexplained=$((unexplained + 1)) rc=1
			echo "unexplained: --model $model --seed $i, input $input"
		fi
	done
	lines+=$'\n'"$model,$N,$racy,$missed,$unexplained"
done
echo "$lines"
[ -z "${CSV-}" ] || { echo "# tb/score/unexplained.sh: guarded_max.cu, scheduler gto, seed = number of the input"; echo "$lines"; } >"$CSV"
exit $rc
