#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# measure: what this machine's GPU, nvcc and compute-sanitizer do with our programs, as CSV files.
#
#   measure.sh [STEP...]     all, or some of: outcomes kernels times racecheck sass sync
#   measure.sh --need        only says what is missing; exit status 2 if anything is
#
#   NVCC (nvcc)   SANITIZER (compute-sanitizer)   ARCH (native)   LAUNCHES of each test (3000)   JOBS (4)
#   OUT folder for what is built   CSV folder for the results
set -eu -o pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
NVCC=${NVCC:-nvcc} SANITIZER=${SANITIZER:-compute-sanitizer} ARCH=${ARCH:-native} LAUNCHES=${LAUNCHES:-3000} JOBS=${JOBS:-4}
LIMIT=20
export NVCC SANITIZER ARCH LIMIT

command -v "$NVCC" >/dev/null || { echo "gpu-check: no nvcc ($NVCC): this needs NVIDIA's CUDA toolkit and a GPU" >&2; exit 2; }
command -v "$SANITIZER" >/dev/null || { echo "gpu-check: no compute-sanitizer ($SANITIZER): it is part of NVIDIA's CUDA toolkit" >&2; exit 2; }
nvidia-smi >/dev/null 2>&1 || { echo "gpu-check: no GPU: nvidia-smi finds none" >&2; exit 2; }
[ "$*" != --need ] || exit 0
: "${OUT:?}" "${CSV:?}"
export OUT
mkdir -p "$OUT" "$CSV"
where="$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1 | sed 's/, /, driver /'), nvcc $("$NVCC" --version | sed -n 's/.*release [0-9.]*, V\([0-9.]*\).*/\1/p')"

# header FILE COLUMNS TEXT: a results file begins
header() { printf '# %s: %s\n%s\n' "$where" "$3" "$2" >"$CSV/$1.new"; }
finish() { mv "$CSV/$1.new" "$CSV/$1"; }

# build SOURCE PROGRAM OPTION...
build() { "$NVCC" -w -O3 -lineinfo "-arch=$ARCH" "${@:3}" "$1" -o "$OUT/$2" >"$OUT/$2.build" 2>&1; }
export -f build

# build_all: lines "SOURCE PROGRAM OPTION..." on standard input; one that does not compile ends it all
build_all() {
	xargs -P "$JOBS" -L 1 bash -c 'build "$@" || { echo "gpu-check: $1 does not compile:" >&2; cat "$OUT/$2.build" >&2; exit 255; }' _
}

# programs KIND: lines "SOURCE PROGRAM OPTION..." of what racecheck is held against
programs() {
	local f name
	case $1 in
	shared) for f in "$root"/tb/shared/programs/*.cu; do
		name=$(basename "$f" .cu)
		echo "$f shared/$name"
		echo "$f shared/$name.mended -DMENDED"
	done ;;
	global)
		for f in "$root"/tb/iguard/programs/*.cu; do
			name=$(basename "$f" .cu)
			echo "$f iguard/$name"
			echo "$f iguard/$name.mended -DMENDED"
		done
		for f in "$root"/sw/kernels/micro/race_*.cu; do echo "$f micro/$(basename "$f" .cu)"; done
		;;
	kernels)
		for f in "$root"/sw/kernels/*.cu; do echo "$f kernels/$(basename "$f" .cu)"; done
		for f in "$root"/sw/kernels/gpudet/*.cu; do echo "$f gpudet/$(basename "$f" .cu)"; done
		for f in "$root"/sw/kernels/scor/*.cu; do echo "$f scor/$(basename "$f" .cu)"; done
		;;
	esac
}
mkdir -p "$OUT"/{shared,iguard,micro,kernels,gpudet,scor,litmus,sync}

# size PROGRAM: its argument, if it wants one
size() { case $1 in gpudet/* | scor/*) echo ci ;; esac; }

step_sass() { OUT="$OUT" CSV="$CSV/sass.csv" bash "$here/sass.sh"; }

# synchronises NAME TEST: a row of what a program of barriers and masks does, alone and under synccheck
synchronises() {
	local code=0 checked=0 log=$OUT/$1.$2
	timeout -k 5 $LIMIT "$OUT/$1" "$2" >"$log.out" 2>&1 || code=$?
	timeout -k 5 $LIMIT "$SANITIZER" --tool synccheck --print-limit 10 "$OUT/$1" "$2" >"$log.synccheck" 2>&1 || checked=$?
	echo "$1,$2,$code,$(tail -n 1 "$log.out"),$checked,$(sed -n 's/.*ERROR SUMMARY: \([0-9]*\) error.*/\1/p' "$log.synccheck" | tail -n 1)"
}
export -f synchronises

step_sync() {
	build "$here/sites.cu" sync/sites
	build "$root/tb/check/sync.cu" sync/sync
	header sync.csv program,test,exit,outcome,synccheck_exit,errors "barriers and masks, alone and under synccheck, at most $LIMIT s each"
	{
		sed -n 's/^\tONE(\(.*\));/sync\/sites \1/p' "$here/sites.cu"
		grep -o ' K([a-z_]*)\|{K([a-z_]*)' "$root/tb/check/sync.cu" | grep -v 'K(name)' | sed 's/.*K(\(.*\))/sync\/sync \1/'
	} | xargs -P "$JOBS" -L 1 bash -c 'synchronises "$1" "$2"' _ | LC_ALL=C sort >>"$CSV/sync.csv.new"
	finish sync.csv
}

step_outcomes() {
	local f
	for f in mp order cumulative block; do echo "$here/$f.cu litmus/$f"; done | build_all
	header outcomes.csv test,outcome,count "$LAUNCHES launches of each test (make gpu-check)"
	for f in mp order cumulative block; do
		timeout -k 5 300 "$OUT/litmus/$f" "$LAUNCHES" | tr ' ' , >>"$CSV/outcomes.csv.new"
	done
	finish outcomes.csv
}

step_kernels() {
	local source name code
	programs kernels | build_all
	header kernels.csv program,exit,line "the programs of sw/kernels check themselves"
	while read -r source name; do
		code=0
		# shellcheck disable=SC2046
		timeout -k 5 $LIMIT "$OUT/$name" $(size "$name") >"$OUT/$name.out" 2>&1 || code=$?
		echo "$name,$code,\"$(tail -n 1 "$OUT/$name.out" | tr -d '"')\"" >>"$CSV/kernels.csv.new"
	done < <(programs kernels)
	finish kernels.csv
}

# racecheck NAME KIND: a row; what it said stays in NAME.racecheck
racecheck() {
	local code=0 said
	# shellcheck disable=SC2086
	timeout -k 5 $LIMIT "$SANITIZER" --tool racecheck --print-limit 100 "$OUT/$1" $3 >"$OUT/$1.racecheck" 2>&1 || code=$?
	said=$(sed -n 's/.*RACECHECK SUMMARY: \([0-9]*\) hazards\{0,1\} displayed (\([0-9]*\) errors\{0,1\}, \([0-9]*\) warnings\{0,1\}).*/\1,\2,\3/p' \
		"$OUT/$1.racecheck" | tail -n 1)
	echo "$2,$1,$code,${said:-,,}"
}
export -f racecheck

step_racecheck() {
	local kind
	for kind in shared global kernels; do programs $kind; done | build_all
	header racecheck.csv memory,program,exit,hazards,errors,warnings "compute-sanitizer --tool racecheck, at most $LIMIT s each"
	for kind in shared global kernels; do
		# shellcheck disable=SC2046
		programs $kind | while read -r _ name _; do echo "$name $kind" $(size "$name"); done
	done | xargs -P "$JOBS" -L 1 bash -c 'racecheck "$1" "$2" "${3:-}"' _ | LC_ALL=C sort >>"$CSV/racecheck.csv.new"
	finish racecheck.csv
}

# Sizes at which a launch is long beside what it costs to begin one, and the host's own check is not.
SIZES='kernels/bitonic 1048576
kernels/histogram 16777216
kernels/matmul 800
kernels/nbody 8192
kernels/reduction 16777216
kernels/stencil 1024
kernels/transpose 2048
kernels/scan 1000000
gpudet/aes paper
gpudet/hotspot paper
gpudet/lps paper
gpudet/srad paper'
step_times() {
	local name n how plain checked
	cc -O1 -c "$here/launches.c" -o "$OUT/launches.o"
	mkdir -p "$OUT"/timed/{kernels,gpudet}
	for name in $(cut -d' ' -f1 <<<"$SIZES"); do
		echo "$root/sw/kernels/${name#kernels/}.cu timed/$name $OUT/launches.o -Xlinker --wrap=cudaLaunchKernel,--wrap=__cudaLaunchKernel"
	done | build_all
	header times.csv program,argument,launches,seconds,first,racecheck_launches,racecheck_seconds,racecheck_first \
		"from launch to end, all launches and the first one, alone and under racecheck"
	while read -r name n; do
		for how in plain checked; do
			rm -f "$OUT/$how.seconds"
			set -- "$OUT/timed/$name" "$n"
			[ $how = plain ] || set -- "$SANITIZER" --tool racecheck --print-limit 1 "$@"
			LAUNCH_TIMES=$OUT/$how.seconds timeout -k 5 $LIMIT "$@" >"$OUT/$how.out" 2>&1 || true
		done
		plain=$(tail -n 1 "$OUT/plain.seconds" 2>/dev/null || true)
		checked=$(tail -n 1 "$OUT/checked.seconds" 2>/dev/null || true)
		echo "$name,$n,${plain:-,,},${checked:-,,}" >>"$CSV/times.csv.new"
	done <<<"$SIZES"
	finish times.csv
}

[ $# -gt 0 ] || set -- outcomes kernels times racecheck sass sync
for step; do
	start=$SECONDS
	"step_$step"
	echo "gpu-check: $step: $((SECONDS - start)) s"
done
