#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# lint of the RTL: every module as top, in every geometry, with the checks and without them, without a
# warning from Verilator, Icarus and Yosys. Each finding is printed; exit 1 if any.
set -u
cd "$(dirname "$0")/../.." || exit 2
B=${B:-build}
dirs=(-y rtl/cell -y rtl/sm -y rtl/slice)
bad=0 n=0
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

say() { # WHAT LOG
	bad=1
	echo "lint: $1"
	head -n 6 "$2" | sed 's/^/  /'
}

for f in rtl/*/pf_*.v; do
	m=$(basename "$f" .v)
	n=$((n + 1))
	grep -q "^module $m\b" "$f" || { echo "module is not $m" >"$tmp/log"; say "$f" "$tmp/log"; }
	[ "$(grep -c '^module ' "$f")" = 1 ] || { echo "more than one module" >"$tmp/log"; say "$f" "$tmp/log"; }
	head -n 2 "$f" | grep -q 'SPDX-License-Identifier: Apache-2.0' || { echo "no SPDX line" >"$tmp/log"; say "$f" "$tmp/log"; }
	for g in REF TINY MODERN; do
		for d in "" -DSYNTHESIS; do
			# shellcheck disable=SC2086
			verilator --lint-only -Wall --language 1364-2005 $d -DPF_GEOMETRY_$g -I"$B/gen" -Irtl -Irtl/slice "${dirs[@]}" \
				--top-module "$m" rtl/pf.vlt "$f" >"$tmp/log" 2>&1 || say "$m $g $d (Verilator)" "$tmp/log"
		done
		iverilog -g2005 -Wall -DPF_GEOMETRY_$g -I "$B/gen" -I rtl -I rtl/slice -s "$m" -o /dev/null rtl/*/pf_*.v >"$tmp/log" 2>&1
		grep -v 'inherits timescale' "$tmp/log" >"$tmp/icarus"
		[ ! -s "$tmp/icarus" ] || say "$m $g (Icarus)" "$tmp/icarus"
	done
done
# Yosys reads all of it at once; the top brings in the rest.
for top in pf_slice_unit pf_line_unit pf_iguard_unit pf_sm_unit pf_sm_multicast pf_iguard_multicast pf_zcommit pf_store_buffer pf_quantum pf_partition pf_mode_barrier pf_shared_unit; do
	yosys -q -p "read_verilog -DSYNTHESIS -I$B/gen -Irtl -Irtl/slice rtl/*/pf_*.v; hierarchy -check -top $top; proc; check -assert" \
		>"$tmp/log" 2>&1 || say "$top (Yosys)" "$tmp/log"
	grep -i warning "$tmp/log" >"$tmp/yosys" && say "$top (Yosys)" "$tmp/yosys"
done
[ $bad = 0 ] && echo "lint: $n modules of RTL clean"
exit $bad
