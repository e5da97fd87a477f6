#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# collect: the rows of all points that are there -> runs.csv, in the order of application, race, variant, input, seed.
# Snakemake calls it when all are there; by hand it makes a table of a campaign that has not ended.
set -u
export LC_ALL=C
[ $# = 3 ] || { echo "usage: collect.sh OUT SIZE FILE   OUT: the campaign's folder; FILE: runs.csv to write" >&2; exit 2; }
cd "$1" || exit 2
[ -s "$2/points.tsv" ] || { echo "collect.sh: no $1/$2/points.tsv: no campaign of size $2 has begun there" >&2; exit 2; }
mkdir -p "$(dirname "$3")"
rows=$(cut -f1 "$2/points.tsv" | while read -r f; do [ ! -s "$f" ] || cat "$f"; done |
	sort -t, -k2,2 -k3,3 -k4,4 -k6,6 -k5,5n)
[ -n "$rows" ] || { echo "collect.sh: no run has ended" >&2; exit 1; }
{
	echo "size,app,race,variant,seed,input,blocks,exit,ok,cycles,seconds,warp_insns,thread_insns,l1_accesses,l1_hits,hit_packets,req_flits,req_flits_hit,ans_flits,l2_data,l2_meta,fill_data,wb_data,fill_meta,wb_meta,tap_packets,tap_stall,wait_tag,fence_cycles,stall_lines,stall_memory,stall_entry,stall_owner,checks,records,distinct,found,stray"
	echo "$rows"
} >"$3.new" && mv "$3.new" "$3"
