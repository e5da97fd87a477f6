#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# figures: runs what is missing of a campaign (Snakefile), then its tables and plots.
set -u
usage() {
	cat <<-'EOT'
		usage: sim/figures/figures.sh SIZE [SNAKEMAKE-OPTION...]
		  SIZE  ci (10 minutes) or paper (2 hours), on two processors
		exit 0: all there; 1: something failed: the others are kept, the next call goes on; 2: wrong use
		environment: PF the command (build/photofinish), OUT a folder for binaries and runs (build/figures),
		  RESULTS a folder for the tables (sim/results/scor/SIZE), J jobs at once (2), CAMPAIGN (config-SIZE.yaml),
		  KERNELS (sw/kernels/scor), APPS only these applications, ONLY=regex only these variants (rows of the others
		  stay as they are in RESULTS/runs.csv, and so do timelines), PLOTS a folder for the plots
		  (docs/scord for paper, else OUT/SIZE/plots), FIGURES=no: no tables and plots, MORE=no: without the parts
		  of config-SIZE.yaml that say "more": detection only
	EOT
}
case ${1:-} in
-h | --help) usage; exit 0 ;;
"" | -*) usage >&2; exit 2 ;;
esac
size=$1
shift
root=$(cd "$(dirname "$0")/../.." && pwd)
here=$root/sim/figures
PF=$(readlink -m "${PF:-$root/build/photofinish}")
out=$(readlink -m "${OUT:-$root/build/figures}")
results=$(readlink -m "${RESULTS:-$root/sim/results/scor/$size}")
kernels=$(readlink -m "${KERNELS:-$root/sw/kernels/scor}")
# Pictures of the documentation are those of size paper.
plots=$root/docs/scord
[ "$size" = paper ] && [ -z "${RESULTS:-}" ] || plots=$out/$size/plots
plots=$(readlink -m "${PLOTS:-$plots}")
config=$(readlink -m "${CAMPAIGN:-$here/config-$size.yaml}")
[ -x "$PF" ] || { echo "figures.sh: no $PF: run make" >&2; exit 2; }
[ -f "$config" ] || { echo "figures.sh: no $config; SIZE is ci or paper" >&2; exit 2; }
mkdir -p "$out/$size" "$results" || exit 2

exec 8>"$out/lock"
flock -n 8 || { echo "figures.sh: another campaign is running in $out" >&2; exit 2; }

# Runs are kept when the command is built again: most changes do not touch them, and they are hours. Said aloud.
sum=$(cat "$PF" "$(dirname "$PF")/lib/photofinish-rtl-ref.so" | cksum)
if [ ! -s "$out/$size/model" ]; then
	echo "$sum" >"$out/$size/model"
elif [ "$sum" != "$(cat "$out/$size/model")" ]; then
	echo "figures: runs in $out/$size are from another build of photofinish; rm -r it to begin anew" >&2
fi

# Snakemake does not ask for runs that are not there as long as the table of them is: then the table is asked for anew.
force=()
if [ -s "$results/runs.csv" ] && { [ ! -s "$out/$size/points.tsv" ] ||
	cut -f1 "$out/$size/points.tsv" | (cd "$out" && while read -r f; do [ -e "$f" ] || exit 0; done; exit 1); }; then
	force=(--forcerun collect)
fi

# Rows of variants that are not asked for.
if [ -n "${ONLY:-}" ]; then
	[ -s "$results/runs.csv" ] || { echo "figures.sh: ONLY=$ONLY: no $results/runs.csv, whose other rows could stay" >&2; exit 2; }
	cp "$results/runs.csv" "$out/$size/kept.csv"
	force=(--forcerun collect)
fi

start=$SECONDS
touch "$out/$size/began"
snakemake --snakefile "$here/Snakefile" --configfile "$config" --directory "$out" --cores "${J:-2}" --nolock \
	--rerun-triggers mtime input params --rerun-incomplete --keep-going --scheduler greedy --quiet all \
	--config root="$root" out="$out" pf="$PF" kernels="$kernels" results="$results" size="$size" \
	plots="$plots" aliases_program="$(dirname "$PF")/tb/scor/aliases" figures="${FIGURES:-yes}" more="${MORE:-yes}" ${APPS:+"apps=$APPS"} ${ONLY:+"only=$ONLY"} "${force[@]}" "$@" 8>&-
rc=$?
if [ $rc != 0 ]; then
	echo "figures: not all could be done (exit status $rc); what could is kept, the next call goes on
figures: Snakemake's own log is the last of $out/.snakemake/log" >&2
	exit 1
fi
case " $* " in *" -n "* | *" --dry-run "*) exit 0 ;; esac
runs=$(($(wc -l <"$results/runs.csv") - 1))
new=$(find "$out/bin" "$out/$size" "$results" -type f -newer "$out/$size/began" ! -name session ! -name points.tsv | wc -l)
if [ "$new" = 0 ]; then
	echo "figures: nothing to do: all is there ($runs runs in ${results#"$root"/}/runs.csv)"
else
	echo "figures: $runs runs in ${results#"$root"/}/runs.csv, $((SECONDS - start)) s"
fi
