#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# figures_gpudet: runs what is missing of a campaign (Snakefile), then its tables and plots.
set -u
usage() {
	cat <<-'EOT'
		usage: sim/figures_gpudet/figures_gpudet.sh SIZE [SNAKEMAKE-OPTION...]
		  SIZE  ci or paper
		exit 0: all there; 1: something failed: the others are kept, the next call goes on; 2: wrong use
		environment: PF the command (build/photofinish), OUT a folder for binaries and runs (build/figures_gpudet),
		  RESULTS a folder for the tables (sim/results/gpudet/SIZE), J jobs at once (2), CAMPAIGN (config-SIZE.yaml),
		  KERNELS (sw/kernels/gpudet), APPS only these programs, PLOTS a folder for the plots (docs/gpudet for ci,
		  else OUT/SIZE/plots), FIGURES=no: no tables and plots
	EOT
}
case ${1:-} in
-h | --help) usage; exit 0 ;;
"" | -*) usage >&2; exit 2 ;;
esac
size=$1
shift
root=$(cd "$(dirname "$0")/../.." && pwd)
here=$root/sim/figures_gpudet
PF=$(readlink -m "${PF:-$root/build/photofinish}")
out=$(readlink -m "${OUT:-$root/build/figures_gpudet}")
results=$(readlink -m "${RESULTS:-$root/sim/results/gpudet/$size}")
kernels=$(readlink -m "${KERNELS:-$root/sw/kernels/gpudet}")
# Pictures of the documentation are those of size ci.
plots=$root/docs/gpudet
[ "$size" = ci ] && [ -z "${RESULTS:-}" ] || plots=$out/$size/plots
plots=$(readlink -m "${PLOTS:-$plots}")
config=$(readlink -m "${CAMPAIGN:-$here/config-$size.yaml}")
[ -x "$PF" ] || { echo "figures_gpudet.sh: no $PF: run make" >&2; exit 2; }
[ -f "$config" ] || { echo "figures_gpudet.sh: no $config; SIZE is ci or paper" >&2; exit 2; }
mkdir -p "$out/$size" "$results" || exit 2

exec 8>"$out/lock"
flock -n 8 || { echo "figures_gpudet.sh: another campaign is running in $out" >&2; exit 2; }

# Runs are kept when the command is built again: most changes do not touch them, and they are hours. Said aloud.
sum=$(cksum <"$PF")
if [ ! -s "$out/$size/model" ]; then
	echo "$sum" >"$out/$size/model"
elif [ "$sum" != "$(cat "$out/$size/model")" ]; then
	echo "figures-gpudet: runs in $out/$size are from another build of photofinish; rm -r it to begin anew" >&2
fi

# Snakemake does not ask for runs that are not there as long as the table of them is: then the table is asked for anew.
force=()
if [ -s "$results/runs.csv" ] && { [ ! -s "$out/$size/points.tsv" ] ||
	(cd "$out" && while read -r f; do [ -e "$f" ] || exit 0; done; exit 1) <"$out/$size/points.tsv"; }; then
	force=(--forcerun collect)
fi

start=$SECONDS
snakemake --snakefile "$here/Snakefile" --configfile "$config" --directory "$out" --cores "${J:-2}" --nolock \
	--rerun-triggers mtime input params --rerun-incomplete --keep-going --scheduler greedy --quiet all \
	--config root="$root" out="$out" pf="$PF" kernels="$kernels" results="$results" size="$size" plots="$plots" \
	figures="${FIGURES:-yes}" ${APPS:+"only=$APPS"} "${force[@]}" "$@" 8>&-
rc=$?
if [ $rc != 0 ]; then
	echo "figures-gpudet: not all could be done (exit status $rc); what could is kept, the next call goes on
figures-gpudet: Snakemake's own log is the last of $out/.snakemake/log" >&2
	exit 1
fi
case " $* " in *" -n "* | *" --dry-run "*) exit 0 ;; esac
echo "figures-gpudet: $(($(wc -l <"$results/runs.csv") - 1)) runs in ${results#"$root"/}/runs.csv, $((SECONDS - start)) s"
