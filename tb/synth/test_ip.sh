#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# `make ip`: what it makes is complete. All units compile in Icarus and Verilator by rtl/pf.f, from the folder
# alone, in each geometry, without a warning; the file lists are as rtl/files.sh would write them; FuseSoC lints
# the core, where it is installed.
set -u
: "${TMP:?}"
cd "$(dirname "$0")/../.." || exit 2
root=$PWD
case $TMP in /*) ;; *) TMP=$root/$TMP ;; esac

. "$root/tb/tap.sh"

# quietly LOG COMMAND...: it must end well and say nothing
quietly() {
	local log=$1
	shift
	"$@" >"$log" 2>&1 && ! [ -s "$log" ]
}

bash rtl/files.sh --check >"$TMP/log" 2>&1
report "rtl/pf.f and rtl/photofinish.core list what is there" $? "$TMP/log"
make --no-print-directory "B=$TMP/b" ip >"$TMP/log" 2>&1
report "make ip" $? "$TMP/log"
rm -rf "$TMP/alone"
mv "$TMP/b/ip" "$TMP/alone" && cd "$TMP/alone" || { echo "1..$n"; exit 1; }
for top in pf_sm_unit pf_slice_unit pf_zcommit pf_store_buffer pf_quantum pf_partition pf_mode_barrier pf_shared_unit; do
	for geometry in REF TINY MODERN; do
		quietly "$TMP/log" iverilog -g2005 -Wall -DPF_GEOMETRY_$geometry -c rtl/pf.f -s $top -o "$TMP/$top.vvp"
		report "Icarus, $top, $geometry" $? "$TMP/log"
		quietly "$TMP/log" verilator --lint-only -Wall --language 1364-2005 -DPF_GEOMETRY_$geometry rtl/pf.vlt -f rtl/pf.f \
			--top-module $top
		report "Verilator, $top, $geometry" $? "$TMP/log"
	done
done
if ! command -v fusesoc >/dev/null; then
	echo "# FuseSoC is not installed (pip install fusesoc): its core is not linted"
else
	for target in lint sm_lint zcommit_lint store_buffer_lint quantum_lint partition_lint mode_barrier_lint; do
		fusesoc --cores-root . run --target $target photofinish:gpu:photofinish >"$TMP/log" 2>&1
		report "FuseSoC, target $target" $? "$TMP/log"
	done
fi
cd "$root" || exit 2
echo "1..$n"
exit $rc
