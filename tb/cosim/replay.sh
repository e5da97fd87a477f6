#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# replay: records the 32 microbenchmarks, the directed tests and the directed programs, and replays
# them through the Verilated units.
#
#   B     build folder (default build), with: photofinish, micro/*.ptx, tb/cosim/record, tb/cosim/replay
#         (make cosim-replay)
#   RUNS  random orders of each microbenchmark and directed test (default 10); those that count to
#         a wrap take one
#   OUT   folder for the traces (default B/cosim/traces)
set -eu
cd "$(dirname "$0")/../.."
B=${B:-build} RUNS=${RUNS:-10}
out=${OUT:-$B/cosim/traces}
rm -rf "$out"
mkdir -p "$out"
short=() long=()
for f in sw/kernels/directed/*.litmus; do
	case $f in
	*counters*) long+=("$f") ;;
	*) short+=("$f") ;;
	esac
done
micro=("$B"/micro/*.ptx)
[ ${#micro[@]} = 32 ] || { echo "replay.sh: ${#micro[@]} of 32 microbenchmarks in $B/micro: make cosim-replay" >&2; exit 2; }
"$B"/tb/cosim/record "$RUNS" "$out" "${micro[@]}" "${short[@]}"
"$B"/tb/cosim/record 1 "$out" "${long[@]}"
for f in sw/kernels/directed/*.cu; do
	name=$(basename "$f" .cu)
	"$B"/photofinish cc -O1 "$f" -o "$out/$name" >"$out/$name.log" 2>&1
	# Some of them are wrong on purpose, and end so.
	"$B"/photofinish run --trace "$out/$name.trace" "$out/$name" >>"$out/$name.log" 2>&1 || true
	[ -s "$out/$name.trace" ] || { echo "replay.sh: no trace of $f: $out/$name.log" >&2; exit 1; }
done
"$B"/tb/cosim/replay "$out"/*.trace
