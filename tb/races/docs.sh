#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# docs: fills the blocks of docs/race-report.md that stand between <!-- begin:NAME --> and
# <!-- end:NAME --> with what the tool prints for tb/races/block_fence.cu.
#
#   PF  photofinish     OUT  folder for scratch; the filled page is left there, too
#   CHECK=1: change nothing; exit 1 when the page is not what the tool prints (but for the oracle's memory)
set -u
: "${PF:?}" "${OUT:?}"
PF=$(readlink -f "$PF")
here=$(cd "$(dirname "$0")" && pwd)
page=$here/../../docs/race-report.md
mkdir -p "$OUT" && cd "$OUT" || exit 2
gcc -D_GNU_SOURCE "$here/../report/check_json.c" -o check_json -ljansson || exit 2
cp "$here/block_fence.cu" . || exit 2
PATH=$(dirname "$PF"):$PATH

source_text() { echo '```cuda'; sed -n '/^__device__/,/^}/p' block_fence.cu; echo '```'; }
text() {
	echo '```'
	for c in "photofinish cc block_fence.cu -o block_fence" \
		"photofinish run --detector scord --oracle --model scord --json race.json ./block_fence" "echo \$?"; do
		echo "\$ $c"
		case $c in
		echo*) echo "$rc" ;;
		*) $c 2>&1; rc=$? ;;
		esac
	done
	echo '```'
}
json() {
	echo '```json'
	./check_json "$here/../../docs/race-report.schema.json" race.json print || echo "DOES NOT FIT"
	echo '```'
}

source_text >source.md
text >text.md
json >json.md
cp "$page" race-report.md || exit 2
"$here/../../sim/evaluate.py" fill race-report.md source=source.md text=text.md json=json.md || exit 2
[ -z "${CHECK:-}" ] || exec diff -I '"bytes_peak"' -u "$page" race-report.md
cp race-report.md "$page"
echo "docs/race-report.md: filled in"
