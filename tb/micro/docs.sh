#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# docs: puts the tables of docs/micro.md and docs/directed.md between their markers, from the real
# runners. Needs `make micro directed` before it.
#
#   B  build folder (build)   usage: bash tb/micro/docs.sh [--check]
#
# --check changes nothing; exit status 1 when a table is not what the runners print.
set -u
cd "$(dirname "$0")/../.." || exit 2
B=${B:-build}
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT

# fill FILE MARKER: what lies between <!-- MARKER --> and <!-- end --> becomes standard input.
fill() {
	cat >"$tmp/table"
	awk -v marker="<!-- $2 -->" -v table="$tmp/table" '
		$0 == marker { print; print ""; while ((getline line < table) > 0) print line; print ""; skip = 1 }
		$0 == "<!-- end -->" { skip = 0 }
		!skip && $0 != marker { print }' "$1" >"$tmp/new"
	if [ "$check" = 1 ]; then
		diff "$1" "$tmp/new" || rc=1
	else
		cp "$tmp/new" "$1"
	fi
}

check=0 rc=0
[ "${1:-}" != --check ] || check=1
"$B/tb/micro/micro" --markdown "$B/micro" >"$tmp/micro" || echo "docs: a cell of micro is wrong" >&2
fill docs/micro.md micro <"$tmp/micro"
{
	"$B/tb/micro/directed" --markdown sw/kernels/directed/*.litmus &&
		PF=$B/photofinish TMP=$tmp bash tb/micro/programs.sh --markdown
} >"$tmp/directed" || echo "docs: a directed test is wrong" >&2
fill docs/directed.md directed <"$tmp/directed"
exit $rc
