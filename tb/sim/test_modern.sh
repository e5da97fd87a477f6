#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Configuration modern: latencies and bandwidth as its file says, all of its SMs, all of its memory, with the detector, whose
# units are those of geometry modern.
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$TMP" || exit 2
. "$root/tb/tap.sh"

for p in chase modern; do
	"$PF" cc -O1 --arch sm_60 "$root/tb/sim/programs/$p.cu" -o $p || exit 1
done
run() { # CODE ARGUMENT...: photofinish run --config modern ends so; its output is in out and err
	local got
	timeout 120 "$PF" run -q --config modern --seed 1 "${@:2}" >out 2>err </dev/null
	got=$?
	[ $got = "$1" ] || { echo "exit code $got, not $1"; cat out err; return 1; }
}
is() { awk "BEGIN { exit !($*) }" || { echo "not so: $*"; return 1; }; }

# Cycles from a load to the one that needs its result, with what microbenchmarks of Hopper report: within a tenth.
near() { # CYCLES CHASE-ARGUMENT...
	run 0 --set noc.jitter=0,dram.refresh=off ./chase "${@:2}" || return 1
	echo "$(cat out) hundredths of a cycle, of $1 cycles"
	is "$(cat out) > 90 * $1 && $(cat out) < 110 * $1"
}
check "a hit in L1" near 40 weak 16 128 32 64
check "a hit in L2" near 262 strong 16 128 32 64
# A line of each slice in turn: few rows are opened.
check "a row of the DRAM that is open" near 460 strong 512 24576 0 128
"$PF" config modern >config
value() { awk -v name="$1" '$1 == name { print $3 }' config; }
check "3.35 TB/s" is "$(value dram.channels) * $(value dram.bus_bytes) * $(value dram.rate) * $(value clock.dram) / 1e6 > 3.34 &&
	$(value dram.channels) * $(value dram.bus_bytes) * $(value dram.rate) * $(value clock.dram) / 1e6 < 3.36"

all_sms() { run 0 ./modern && grep -qx "132 SMs, 0" out; }
check "264 blocks run on 132 SMs" all_sms
for unit in lines entries; do
	far() {
		run 1 --memory 80G --detector scord --backend model --set detector.unit=$unit --json far.json ./modern 79 &&
			grep -qx "132 SMs, 264" out &&
			jq -e '[.races.list[] | [.second.line, .memory.offset]] | unique == [[22, 84825604092]]' far.json
	}
	check "$unit: a race in the last of 79 GB, no other" far
done
more() { run 4 --memory 200G --detector scord --backend model ./modern 150 && grep -q "detector geometry modern: .* bytes of data in a slice, of which it can name 1073741824" err; }
check "150 GB are more than its units can name, said by name" more
exit $rc
