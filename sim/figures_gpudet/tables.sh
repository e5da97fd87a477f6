#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# tables: the figures' numbers from the rows of a campaign.
#
#   runs.csv, published.csv ─> tables.awk ─> fig3.csv fig7.csv ... paper.csv
#
# A variant that was not run leaves its cells or rows out.
set -u
usage() {
	cat <<-'EOT'
		usage: sim/figures_gpudet/tables.sh SIZE
		  SIZE  ci or paper
		exit 0: tables written; 2: no runs.csv, or not such a file
		environment: RESULTS the folder with runs.csv, which gets the tables (sim/results/gpudet/SIZE)
	EOT
}
[ $# = 1 ] || { usage >&2; exit 2; }
case $1 in
-h | --help) usage; exit 0 ;;
-*) usage >&2; exit 2 ;;
esac
results=$(readlink -m "${RESULTS:-$(dirname "$0")/../results/gpudet/$1}")
cd "$(dirname "$0")" || exit 2
[ -s "$results/runs.csv" ] || { echo "tables.sh: no $results/runs.csv: run the campaign first" >&2; exit 2; }
LC_ALL=C awk -v out="$results" -f tables.awk published.csv "$results/runs.csv" || exit 2
echo "tables: written to $results"
