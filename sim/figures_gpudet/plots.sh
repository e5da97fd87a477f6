#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# plots: the figures, as SVG and PNG, from the tables of sim/evaluate.py.
#
#   fig3.csv ─> shares.gp    fig7.csv ... fig11.csv ─> parts.gp    fig12.csv, log.csv, barrier.csv ─> groups.gp
#
# The files are the same on each call with the same tables and the same gnuplot.
set -u
usage() {
	cat <<-'EOT'
		usage: sim/figures_gpudet/plots.sh SIZE
		  SIZE  ci or paper
		exit 0: figures drawn; 1: gnuplot failed; 2: no tables
		environment: RESULTS the folder with the tables (sim/results/gpudet/SIZE); PLOTS the folder for the
		  figures (docs/gpudet for size ci, else RESULTS/plots)
	EOT
}
case ${1:-} in
-h | --help) usage; exit 0 ;;
-* | "") usage >&2; exit 2 ;;
esac
export LC_ALL=C.UTF-8
size=$1
root=$(readlink -f "$(dirname "$0")/../..")
results=$(readlink -m "${RESULTS:-$root/sim/results/gpudet/$size}")
plots=$results/plots
[ "$size" != ci ] || plots=$root/docs/gpudet
plots=$(readlink -m "${PLOTS:-$plots}")
cd "$root" || exit 2
[ -s "$results/fig7.csv" ] || { echo "plots.sh: no $results/fig7.csv: sim/evaluate.py gpudet tables $size makes it" >&2; exit 2; }
mkdir -p "$plots" || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
drawn=0 rc=0

draw() { # NAME SCRIPT VARIABLES
	local kind
	if ! awk -F, 'NR > 1 && $1 !~ /mean$/ { n++ } END { exit !n }' "$results/$1.csv"; then
		echo "plots.sh: $1: no data in $results/$1.csv"
		return
	fi
	for kind in svg png; do
		if gnuplot -e "kind='$kind'; out='$tmp/out'; f='$results/$1.csv'; $3" "sim/figures_gpudet/$2.gp" 2>"$tmp/log" &&
			[ -s "$tmp/out" ]; then
			[ $kind != svg ] || sed -i "s|<title>Gnuplot</title>|<title>$1</title>|" "$tmp/out"
			cp "$tmp/out" "$plots/$1.$kind"
			rm "$tmp/out"
		else
			echo "plots.sh: $1.$kind:" >&2
			cat "$tmp/log" >&2
			rc=1
			return
		fi
	done
	drawn=$((drawn + 1))
}

draw fig3 shares ""
draw fig7 parts "W=1800; variants='det gpudet'; tags='det gpudet'; store=0"
draw fig8 parts "W=1800; variants='base bta dwp det published'; tags='base BTA +DWP det publ.'; store=0"
draw fig9 parts "W=1000; variants='zbuffer lock lock1'; tags='Z 32 1'; store=0"
draw fig10 parts "W=700; variants='warp cu slice'; tags='warps SMs slices'; store=0"
draw fig11 parts "W=1200; variants='100 200 600 1000'; tags='100 200 600 1000'; store=1"
draw fig12 groups "what='parallel cycles, without determinism = 1'"
draw barrier groups "what='cycles, no latency = 1'"
draw log groups "what='cycles, 64 lines = 1'"
[ $rc = 0 ] && echo "plots: $drawn figures in ${plots#"$PWD"/}"
exit $rc
