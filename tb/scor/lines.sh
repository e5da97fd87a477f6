#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# lines: what metadata by lines (--metadata lines) saves a checker: ScoR's applications at their paper inputs, in lock step, with
# scord, with at most three different entries a line, and two (lines2), beside an entry for each word (full). Verdicts are held against
# full's: the same checks, races and rows of the rules.
#
#   PF photofinish   OUT folder for programs   CSV result   SIZE paper or ci (paper)   APPS (all)
set -u
: "${PF:?}" "${OUT:?}" "${CSV:?}"
SIZE=${SIZE:-paper} APPS=${APPS:-1dc gcol gcon mm r110 red uts}
cd "$(dirname "$0")/../.." || exit 2
mkdir -p "$OUT"
bad=0

run() { # APP METADATA: its report
	"$PF" run -q --seed 1 --detector scord --metadata "$2" --error-exitcode 0 --json "$OUT/$1.$2.json" "$OUT/scor-$1" "$SIZE" \
		>"$OUT/run.out" 2>"$OUT/run.err" || { echo "$1 failed: $(cat "$OUT/run.err" "$OUT/run.out" | head -n 1)"; return 1; }
}

part=$OUT/lines.csv
{
	echo "# $("$PF" --version | head -n 1); \`make lines\`, size $SIZE, seed 1, sm_60, scord."
	echo "program,words_checked,races,line_accesses,class_checks,expanded_lines,expanded_at_once,bytes_full,bytes_lines,class_checks_2,expanded_lines_2,expanded_at_once_2,bytes_lines_2"
} >"$part"
for app in $APPS; do
	"$PF" cc --arch sm_60 -O1 "sw/kernels/scor/$app.cu" -o "$OUT/scor-$app" 2>"$OUT/cc.err" || { cat "$OUT/cc.err"; exit 1; }
	run "$app" full && run "$app" lines && run "$app" lines2 || { bad=1; continue; }
	python3 - "$app" "$OUT/$app.full.json" "$OUT/$app.lines.json" "$OUT/$app.lines2.json" >>"$part" <<'END' || bad=1
import json
import sys

full, lines, two = (json.load(open(name, encoding="utf-8"))["races"]["detector_statistics"] for name in sys.argv[2:])
for key in "checks", "races", "rows", "skipped":
    if not full[key] == lines[key] == two[key]:
        sys.exit(f"{sys.argv[1]}: {key} of full, lines and lines2 differ: {full[key]}, {lines[key]}, {two[key]}")
print(
    sys.argv[1],
    lines["checks"],
    lines["races"],
    *(lines[key] for key in ("lines", "classes", "expanded_lines", "expanded_at_once")),
    full["metadata_bytes"],
    lines["metadata_bytes"],
    *(two[key] for key in ("classes", "expanded_lines", "expanded_at_once", "metadata_bytes")),
    sep=",",
)
END
done
[ $bad = 0 ] || exit 1
cp "$part" "$CSV"
column -s, -t <"$CSV" | tail -n +2
