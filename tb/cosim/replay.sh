#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# replay: records the 32 microbenchmarks, the directed tests and the directed programs, and replays
# them through the Verilated units.
#
#   B     build folder (default build), with: photofinish, micro/*.ptx (make micro-files), tb/cosim/record,
#         tb/cosim/replay
#   RUNS  random orders of each microbenchmark and directed test (default 10); those that count to
#         a wrap take one
set -eu
B=${B:-build} RUNS=${RUNS:-10}
out=$B/cosim/traces
rm -rf "$out"
mkdir -p "$out"
short=() long=()
for f in sw/kernels/directed/*.litmus; do
	case $f in
	*counters*) long+=("$f") ;;
	*) short+=("$f") ;;
	esac
done
"$B"/tb/cosim/record "$RUNS" "$out" "$B"/micro/*.ptx "${short[@]}"
"$B"/tb/cosim/record 1 "$out" "${long[@]}"
for f in sw/kernels/directed/*.cu; do
	name=$(basename "$f" .cu)
	"$B"/photofinish cc "$f" -o "$out/$name" >"$out/$name.log" 2>&1
	"$B"/photofinish run --trace "$out/$name.trace" "$out/$name" >>"$out/$name.log" 2>&1 || true
done
"$B"/tb/cosim/replay "$out"/*.trace
