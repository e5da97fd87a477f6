#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# mutate_equal: is the module with fault K equal to the one without, for all inputs and from all states?
#
#   netlist that mutate.sh left, twice, one with the fault --> yosys equiv_make, equiv_simple, equiv_induct
#
# "equal" is a proof: every output, every register and every pin of a memory agree. "not shown" is none:
# the fault may need a state that is never reached, or differ.
set -u
[ $# -ge 2 ] || { echo "usage: tb/rtl/mutate_equal.sh FOLDER K...   (FOLDER: build/rtl/MODULE/CONFIGURATION)" >&2; exit 2; }
cd "$(dirname "$0")/../.." || exit 2
d=$1
shift
module=$(basename "$(dirname "$d")")
m=$d/mutants.icarus
[ ! "$d/mutants.verilator.il" -nt "$m.il" ] || m=$d/mutants.verilator
for k; do
	fault=$(sed -n "${k}p" "$m.list" | sed "s/-module $module /-module gate /; s/ -src [^ ]*//g")
	# Memories become ports: what goes in must agree, what comes out is anything.
	yosys -q -p "read_rtlil $m.il; rename $module gold; copy gold gate; $fault; expose -evert t:*pf_ram*
		async2sync; dffunmap; opt_clean
		equiv_make gold gate equal; hierarchy -top equal; opt_clean; equiv_simple -seq 2; equiv_induct -seq 3; equiv_status -assert" \
		>"$d/equal.log" 2>&1 && said=equal || said="not shown"
	echo "$module $k: $said"
done
