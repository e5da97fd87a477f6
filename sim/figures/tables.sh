#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# tables: the tables and the figures' numbers from the rows of a campaign.
#
#   runs.csv, micro.csv, published.csv ─> races.awk, overhead.awk, scaling.awk ─> table6.csv ... scaling.csv
#
# A variant that was not run leaves its cells or rows out.
set -u
usage() {
	cat <<-'EOT'
		usage: sim/figures/tables.sh SIZE
		  SIZE  ci or paper
		exit 0: tables written; 2: no runs.csv, or not such a file
		environment: RESULTS the folder with runs.csv, which gets the tables (sim/results/scor/SIZE);
		  KERNELS the folder with the lists of races (sw/kernels/scor)
	EOT
}
[ $# = 1 ] || { usage >&2; exit 2; }
case $1 in
-h | --help) usage; exit 0 ;;
-*) usage >&2; exit 2 ;;
esac
size=$1
results=$(readlink -m "${RESULTS:-$(dirname "$0")/../results/scor/$size}")
kernels=$(readlink -m "${KERNELS:-$(dirname "$0")/../../sw/kernels/scor}")
cd "$(dirname "$0")/../.." || exit 2
[ -s "$results/runs.csv" ] || { echo "tables.sh: no $results/runs.csv: run the campaign first" >&2; exit 2; }

# Races of each application, as its .races file lists them.
listed=
for f in "$kernels"/*.races; do
	[ -f "$f" ] && listed+="$(basename "$f" .races) $(grep -c '^[0-9]' "$f"),"
done
micro=$results/micro.csv
[ -s "$micro" ] || micro=
for t in races overhead scaling; do
	awk -v size="$size" -v out="$results" -v listed="$listed" -f sim/figures/common.awk -f sim/figures/$t.awk \
		sim/figures/published.csv ${micro:+"$micro"} "$results/runs.csv" || exit 2
done
echo "tables: written to ${results#"$PWD"/}"
