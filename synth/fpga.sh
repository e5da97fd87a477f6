#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# FPGA figures -> synth/results/fpga.csv, or TO=file: LUTs, flops and block RAMs of the units by Yosys for iCE40, ECP5
# and Xilinx 7; tiny units that fit placed and routed for an iCE40 HX8K (the store buffer has too many memories, the Z-commit
# unit too many wide ones, which become flops).
# By environment: FAMILIES, UNITS, PLACED (see below; empty: none), B.
set -euo pipefail
here=$(dirname "$0")
B=${B:-build} to=${TO:-$here/results/fpga.csv} out=${B:-build}/synth/fpga
mkdir -p "$out" "$(dirname "$to")"
read_it="verilog_defaults -add -DSYNTHESIS -Irtl -I$B/gen"

count() { # family, module, configuration, -D...: a CSV line
	local family=$1 top=$2 config=$3 defines="${*:4}" log=$out/$1-$2-$3
	yosys -q -l "$log.log" -p "$read_it $defines; read_verilog $(echo rtl/*/"$top".v);
		hierarchy -check -top $top -libdir rtl/cell -libdir rtl/sm -libdir rtl/slice;
		synth_$family -top $top; tee -o $log.stat stat" >/dev/null 2>&1 ||
		{ echo "fpga.sh: $family $top $config failed, $log.log" >&2; grep -m3 ERROR "$log.log" >&2; return 1; }
	# What each family calls a LUT, a flop, a block RAM, a distributed RAM (in LUTs of it).
	awk -v family="$family" -v top="$top" -v config="$config" '
		$2 !~ /^[0-9]+$/ { next }
		$1 ~ /^(SB_LUT4|LUT[1-6]|LUT4|INV)$/ { lut += $2 }
		$1 ~ /^(SB_DFF.*|TRELLIS_FF|FD[RSCP]E)$/ { ff += $2 }
		$1 ~ /^(SB_RAM40.*|DP16KD|PDPW16KD|RAMB18E1)$/ { bram += $2 }
		$1 == "RAMB36E1" { bram += 2 * $2 }
		$1 == "TRELLIS_DPR16X4" { lutram += 4 * $2 }
		$1 ~ /^RAM(32M|64M)$/ { lutram += 4 * $2 }
		$1 ~ /^RAM(32X1D|64X1D)$/ { lutram += 2 * $2 }
		$1 ~ /^(SB_CARRY|CCU2C|CARRY4)$/ { carry += $2 }
		END { printf "%s,%s,%s,%d,%d,%d,%d,%d,-,-\n", family, top, config, lut, lutram, carry, ff, bram }' "$log.stat"
}

place() { # module: tiny behind the shift register, on an HX8K
	local top=$1 log=$out/hx8k-$1-tiny used
	"$here/harness.sh" "$top" "$B" >"$log.v"
	yosys -q -l "$log.log" -p "$read_it -DPF_GEOMETRY_TINY; read_verilog $log.v;
		hierarchy -check -top harness -libdir rtl/cell -libdir rtl/sm -libdir rtl/slice;
		synth_ice40 -top harness -json $log.json" >/dev/null 2>&1 ||
		{ echo "fpga.sh: harness of $top failed, $log.log" >&2; grep -m3 ERROR "$log.log" >&2; return 1; }
	nextpnr-ice40 --hx8k --package ct256 --json "$log.json" --asc "$log.asc" --seed 1 --freq 60 \
		--timing-allow-fail --pcf-allow-unconstrained >"$log.pnr" 2>&1 ||
		{ echo "fpga.sh: nextpnr of $top failed, $log.pnr" >&2; grep -m3 ERROR "$log.pnr" >&2; return 1; }
	icetime -d hx8k -P ct256 -mt "$log.asc" >"$log.time" 2>/dev/null
	used=$(awk '/ICESTORM_LC:/ { split($0, a, ":"); split(a[3], b, "/"); gsub(/ /, "", b[1]); lc = b[1] }
		/ICESTORM_RAM:/ { split($0, a, ":"); split(a[3], b, "/"); gsub(/ /, "", b[1]); ram = b[1] }
		END { print lc " " ram }' "$log.pnr")
	awk -v top="$top" -v used="$used" '/Total path delay/ { split(used, u, " ")
		printf "hx8k-placed,%s,tiny,%d,0,-,-,%d,%.1f,logic cells of the block and its harness; Fmax by icetime\n",
			top, u[1], u[2], 1000 / $4 }' "$log.time"
}

{
	yosys -V | sed 's/ (git.*//; s/^/# /'
	nextpnr-ice40 --version 2>&1 | sed 's/.*(Version /# nextpnr-ice40 /; s/)$//'
	echo "# lutram: LUTs that serve as memory, apart from luts; brams: of 4 kbit (ice40), 18 kbit (ecp5, xilinx)"
	echo "family,block,config,luts,lutram,carries,flops,brams,fmax_mhz,remark"
	for family in ${FAMILIES-ice40 ecp5 xilinx}; do
		for top in ${UNITS-pf_sm_unit pf_slice_unit pf_store_buffer pf_quantum pf_zcommit}; do
			count "$family" "$top" tiny -DPF_GEOMETRY_TINY
			count "$family" "$top" ref
		done
	done
	for top in ${PLACED-pf_sm_unit pf_slice_unit pf_quantum}; do place "$top"; done
} >"$out/result"
mv "$out/result" "$to"
echo "synth-fpga: $to"
