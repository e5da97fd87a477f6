#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# plots: the figures of docs/scord.md, as SVG and PNG, from the tables of sim/evaluate.py.
#
#   fig8.csv ... scaling.csv ─> NAME.gp, style.gp ─> NAME.svg, NAME.png
#   timeline/APP.csv ─> awk ─> timeline.gp ─> timeline-APP.svg, .png
#
# The files are the same on each call with the same tables and the same gnuplot.
set -u
usage() {
	cat <<-'EOT'
		usage: sim/figures/plots.sh SIZE [NAME...]
		  SIZE  ci or paper
		  NAME  only figures whose name begins so
		exit 0: figures drawn; 1: gnuplot failed; 2: no tables
		environment: RESULTS the folder with the tables (sim/results/scor/SIZE); PLOTS the folder for the
		  figures (docs/scord for size paper, else RESULTS/plots)
	EOT
}
case ${1:-} in
-h | --help) usage; exit 0 ;;
-* | "") usage >&2; exit 2 ;;
esac
export LC_ALL=C.UTF-8
size=$1
shift
root=$(readlink -f "$(dirname "$0")/../..")
results=$(readlink -m "${RESULTS:-$root/sim/results/scor/$size}")
plots=$results/plots
[ "$size" != paper ] || plots=$root/docs/scord
plots=$(readlink -m "${PLOTS:-$plots}")
cd "$root" || exit 2
[ -s "$results/fig8.csv" ] || { echo "plots.sh: no $results/fig8.csv: sim/evaluate.py scord tables $size makes it" >&2; exit 2; }
mkdir -p "$plots" || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
drawn=0 rc=0

wanted() { # NAME WANTED...
	local name=$1 w
	shift
	[ $# -gt 0 ] || return 0
	for w; do case $name in "$w"*) return 0 ;; esac; done
	return 1
}

# Sizes of the hardware are tried at ci only.
from=$results
draw() { # NAME SCRIPT VARIABLES
	local kind
	for kind in svg png; do
		if gnuplot -e "kind='$kind'; out='$tmp/out'; data='$from'; $3" "sim/figures/$2.gp" 2>"$tmp/log" &&
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

for name in fig8 fig9 fig10 fig11 ideal sweep scaling; do
	wanted $name "$@" || continue
	from=$results
	[ "$name$size" != sweeppaper ] || from=$root/sim/results/scor/ci
	if [ ! -s "$from/$name.csv" ] || [ "$(wc -l <"$from/$name.csv")" -lt 2 ]; then
		echo "plots.sh: $name: no data in $from/$name.csv"
		continue
	fi
	draw $name $name ""
done

for f in "$results"/timeline/*.csv; do
	app=$(basename "$f" .csv)
	[ -s "$f" ] && wanted "timeline-$app" "$@" || continue
	# Rows are differences between samples: over the cycles between them, each is a rate.
	awk -F, '
		/^#/ { next }
		!head++ { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{
			cycles = $1 - last
			last = $1
			if (cycles <= 0)
				next
			data = $at["dram.reads.data"] + $at["dram.writes.data"]
			meta = $at["dram.reads.meta"] + $at["dram.writes.meta"]
			rates = sprintf("%.4f %.4f %.4f %.4f %.4f", $at["sm.instructions"] / cycles, data / cycles,
				(data + meta) / cycles, $at["tap.stall_detector"] / cycles,
				($at["l2.meta_read.accesses"] + $at["l2.meta_write.accesses"]) / cycles)
			printf "%.4f %s\n", (last - cycles) / 1000, rates
		}
		END { printf "%.4f %s\n", last / 1000, rates }' "$f" >"$tmp/timeline"
	draw "timeline-$app" timeline "f='$tmp/timeline'; name='${app^^}'"
done
[ $rc = 0 ] && echo "plots: $drawn figures in ${plots#"$PWD"/}"
exit $rc
