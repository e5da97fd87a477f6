#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Pricing: a figure that moved is noticed in either direction, and the tables of the READMEs say what the files say.
# check_price.sh recomputes the small set.
# needs: $B/tb/cosim/slice_ref $B/opt/tb/sim/det_rtl $B/lib/photofinish-rtl-ref.so
. "$(dirname "$0")/price.sh"

rates() { "$B/tb/cosim/slice_ref" --rate | diff - synth/results/throughput.csv; }
check "rates of the slice unit as in throughput.csv" 0 rates
both() { PHOTOFINISH_RTL=$B/lib "$B/opt/tb/sim/det_rtl" --rate | diff - synth/results/throughput_units.csv; }
check "rates of both slice units as in throughput_units.csv" 0 both
check "tables of the READMEs" 0 sim/evaluate.py synth --check
check "no such library" 2 env LIB="$TMP/none.lib" bash synth/all.sh

# The same scripts with one row, then with a figure moved up, and down.
mkdir -p "$TMP/tree/synth" && cp -r synth/. "$TMP/tree/synth/" && ln -sfn "$PWD/rtl" "$TMP/tree/rtl"
case $B in /*) gen=$B/gen ;; *) gen=$PWD/$B/gen ;; esac
mkdir -p "$TMP/tree/build" && ln -sfn "$gen" "$TMP/tree/build/gen"
grep 'pf_skid ' synth/configs.tab >"$TMP/tree/synth/configs.tab"
for change in 0 1 -1; do
	awk -F, -v OFS=, -v d=$change '$2 == "pf_skid" { $7 += d } { print }' synth/results/osu018.csv >"$TMP/tree/synth/results/osu018.csv"
	check "flops of a block moved by $change" $((change != 0)) env -C "$TMP/tree" B=build bash synth/check.sh
done

# A memory's data come so long after the clock as its size takes: 1.4 ns for 16 Kbit, by 139 + sqrt(bits).
arrival() { # DEPTH MEMORY-PS
	OUT=$TMP/ram$1 bash synth/block.sh pf_fifo depth -P Width=32 -P Depth="$1" -P Ram=1 >/dev/null &&
		awk -v ns="$2" '/input external delay/ { d = $2 } /u_ram[.]rdata_o.* \(in\)/ && d == ns { ok = 1 } END { exit !ok }' "$TMP/ram$1/sta.log"
}
check "clock to data of 32x64" 0 arrival 64 0.966
check "clock to data of 32x512" 0 arrival 512 1.400
check "clock to data of 32x8192" 0 arrival 8192 3.413
echo "1..$n"
exit $rc
