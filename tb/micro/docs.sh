#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# docs: puts the tables of docs/micro.md and docs/directed.md between their marks, from the real
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

# fill NAME: block NAME of docs/NAME.md becomes standard input, between empty lines.
fill() {
	{ echo && cat && echo; } >"$tmp/block"
	sim/evaluate.py fill "docs/$1.md" "$1=$tmp/block" ${check:+"$check"} || rc=$?
}

check= rc=0
[ "${1:-}" != --check ] || check=$1
"$B/tb/micro/micro" --markdown "$B/micro" >"$tmp/micro" || echo "docs: a cell of micro is wrong" >&2
fill micro <"$tmp/micro"
{
	"$B/tb/micro/directed" --markdown sw/kernels/directed/*.litmus &&
		PF=$B/photofinish TMP=$tmp bash tb/micro/programs.sh --markdown
} >"$tmp/directed" || echo "docs: a directed test is wrong" >&2
fill directed <"$tmp/directed"
exit $rc
