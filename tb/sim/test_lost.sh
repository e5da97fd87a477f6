#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# What the hardware has lost or forgotten is said behind what it found: a count of fences that wrapped, a full ring.
# needs: units-ref
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$TMP" || exit 2
. "$root/tb/tap.sh"

"$PF" cc -O1 --arch sm_60 "$root/tb/sim/programs/lost.cu" -o lost || exit 1
# run OPTION...: its standard error is in err
run() { timeout 120 "$PF" run -q --config ref --color never "$@" >/dev/null 2>err </dev/null; }
says() { grep -q "^photofinish: races may have been missed: $1" err || { cat err; return 1; }; }
silent() { ! grep "may have been missed" err; }

for backend in model rtl compare; do
	check "$backend: counts that wrap" eval \
		'run --detector scord --backend $backend ./lost; says "a slice forgot all, as a warp.s count of fences wrapped (3 times)"'
done
check "the Verilog's register is the statistic" eval 'run --detector scord --backend rtl --json j ./lost; grep -q "\"det.slice.wraps\": 3" j'
check "scord-paper's just wrap" eval 'run --detector scord-paper --backend model ./lost; silent'
check "a ring that is full" eval 'run --detector scord --backend model --set detector.ring_log2=1,detector.report_all=on ./lost races;
	says "a record was lost, as a slice.s ring was full ([0-9]* times)"'
check "... of entries" eval \
	'run --detector scord --backend model --set detector.unit=entries,detector.ring_log2=1,detector.report_all=on ./lost races;
	says "a record was lost"'
check "nothing is lost" eval 'run --detector scord --backend model ./lost races; silent'
exit $rc
