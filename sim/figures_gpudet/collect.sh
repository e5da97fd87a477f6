#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# collect: the rows of all points that are there -> runs.csv, in the order of application, variant, seed. Snakemake calls
# it when all are there; by hand it makes a table of a campaign that has not ended.
set -u
export LC_ALL=C
[ $# = 3 ] || { echo "usage: collect.sh OUT SIZE FILE   OUT: the campaign's folder; FILE: runs.csv to write" >&2; exit 2; }
columns=$(dirname "$(readlink -f "$0")")/columns.tab
cd "$1" || exit 2
[ -s "$2/points.tsv" ] || { echo "collect.sh: no $1/$2/points.tsv: no campaign of size $2 has begun there" >&2; exit 2; }
mkdir -p "$(dirname "$3")"
rows=$(while read -r f; do [ ! -s "$f" ] || cat "$f"; done <"$2/points.tsv" | sort -t, -k2,2 -k3,3 -k4,4n)
[ -n "$rows" ] || { echo "collect.sh: no run has ended" >&2; exit 1; }
{
	echo "size,app,variant,seed,exit,ok,hash,$(awk -F '\t' '!/^#/ && NF { print $1 }' "$columns" | paste -sd,)"
	echo "$rows"
} >"$3.new" && mv "$3.new" "$3"
