#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# docs: puts the counts of sw/results/properties.csv into docs/weaknesses.md, behind "Campaign:" of each
# row: scord full / scord-paper full / scord cached16. --check: exit 1 when they are not what stands there.
set -u
cd "$(dirname "$0")/../.." || exit 2
page=docs/weaknesses.md
new=$(mktemp) || exit 2
trap 'rm -f "$new"' EXIT
awk -F, '
	NR == FNR {
		if ($1 == "scord" && $2 == "full") a[$4] += $5
		if ($1 == "scord-paper" && $2 == "full") b[$4] += $5
		if ($1 == "scord" && $2 == "cached16") c[$4] += $5
		next
	}
	/^### / { row = substr($0, 5) }
	/Campaign: [0-9]/ { sub(/Campaign: [0-9]+ \/ [0-9]+ \/ [0-9]+/, "Campaign: " a[row] + 0 " / " b[row] + 0 " / " c[row] + 0) }
	{ print }' sw/results/properties.csv "$page" >"$new" || exit 2
if [ "${1:-}" = --check ]; then
	diff "$page" "$new"
else
	cat "$new" >"$page"
fi
