#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# What is priced is what was tested: netlists of synth/block.sh, after mapping and buffers, of OSU018's cells, in the benches
# of their modules; and each once more with a cell in the place of the first of its kind, which the bench has to notice.
. "$(dirname "$0")/../tap.sh"
here=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
cd "$TMP" || exit 2

bench() { (cd "$here" && bash tb/rtl/run.sh "$@" --tool priced); } # MODULE OPTION...

# CELL OTHER MODULE OPTION...: the bench ran and failed, which is 1; 2 is a netlist that was not built, or has no such cell.
notices() {
	PF_PRICED_EDIT="0,/$1 /s//$2 /" bench "${@:3}"
	[ $? = 1 ]
}

# In pf_report the first inverter's bit is stored and compared: inverted both times, all is the same.
while read -r cell other module options; do
	# shellcheck disable=SC2086
	check "$module, as it is priced" bench $module $options
	# shellcheck disable=SC2086
	check "$module with $other for a $cell: noticed" notices $cell $other $module $options
done <<'EOT'
INVX1   BUFX2  pf_arbiter
INVX1   BUFX2  pf_counters
INVX1   BUFX2  pf_regs --plus n=6000
INVX1   BUFX2  pf_lock_table
INVX1   BUFX2  pf_lock_update
INVX1   BUFX2  pf_lock_signature
INVX1   BUFX2  pf_barrier_file
INVX1   BUFX2  pf_sm_unit
INVX1   BUFX2  pf_region
INVX1   BUFX2  pf_meta_fetch
INVX1   BUFX2  pf_lines --count 100
INVX1   BUFX2  pf_fence_file
INVX1   BUFX2  pf_rules_scord
INVX1   BUFX2  pf_rules_scord_paper
NAND2X1 AND2X2 pf_report
INVX1   BUFX2  pf_sweep
INVX1   BUFX2  pf_slice_unit --count 300
INVX1   BUFX2  pf_bloom --count 300
INVX1   BUFX2  pf_store_buffer --count 60
INVX1   BUFX2  pf_quantum
INVX1   BUFX2  pf_partition
INVX1   BUFX2  pf_mode_barrier
INVX1   BUFX2  pf_zcommit --count 30
EOT
echo "1..$n"
exit $rc
