#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Faults of halting a slice unit, planted by hand, each of which a bench must notice: what a driver relies on.
set -u
: "${TMP:?}"
root=$(cd "$(dirname "$0")/../.." && pwd)
B=$(cd "$root" && mkdir -p "${B:-build}" && cd "${B:-build}" && pwd)
n=0 rc=0

# A tree of its own, whose RTL can be changed.
tree=$TMP/halts
mkdir -p "$tree/build"
for d in tb sw sim synth; do ln -sfn "$root/$d" "$tree/$d"; done
for d in gen lib; do ln -sfn "$B/$d" "$tree/build/$d"; done

bench() { # OPTIONS of run.sh
	(cd "$tree" && B=build bash tb/rtl/run.sh "$@") >"$TMP/log" 2>&1
}
result() { # OK NAME
	n=$((n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $n - $2"
	else
		rc=1
		echo "not ok $n - $2"
		tail -n 5 "$TMP/log" | sed 's/^/# /'
	fi
}
fresh() { rm -rf "$tree/rtl" && cp -r "$root/rtl" "$tree/rtl"; }

fresh
for b in pf_regs pf_halt pf_slice_unit; do
	bench "$b" --geometry tiny --count 3000
	result $? "$b: passes without a fault"
done

export PF_TIMEOUT=60 # a bench that hangs has noticed

# NAME @ FILE @ OLD @ NEW @ BENCH
while IFS=@ read -r name file old new b; do
	[ -n "$name" ] || continue
	fresh
	OLD=$old NEW=$new perl -0pi -e 's/\Q$ENV{OLD}\E/$ENV{NEW}/ or die "nothing to change\n"' "$tree/rtl/slice/$file" 2>"$TMP/log"
	if [ -s "$TMP/log" ]; then
		result 1 "$name: $file has no $old"
		continue
	fi
	! bench "$b" --geometry tiny --count 3000
	result $? "$b: $name"
done <<'EOT'
start before it is drained@pf_regs.v@|| (is_ctrl && !halts)@@pf_regs
a register of the layout before it is drained@pf_regs.v@<= is_cfg || is_command || (@<= (@pf_regs
start without a sweep@pf_regs.v@(swept_q || !wants_swept_q)@1'b1@pf_slice_unit
a refused write is no error@pf_regs.v@state_q == S_READY ? hole_q : refuse@state_q == S_READY && hole_q@pf_slice_unit
a read of nothing is no error@pf_regs.v@state_q == S_READY ? hole_q : refuse@refuse@pf_slice_unit
a refused write is done@pf_regs.v@wire       accept    = state_q == S_WRITE && !bad_q && may;@wire       accept    = state_q == S_WRITE && may;@pf_regs
the sweep does not wait@pf_regs.v@wait_q && idle_i && state_q@wait_q && state_q@pf_regs
a sweep of the unit's own in a layout that changes@pf_regs.v@bare_sweep_q || !swept_q@bare_sweep_q@pf_regs
fences come in although metadata are worthless@pf_regs.v@if (worthless || sweep_d) @if (1'b0) @pf_regs
a fence that finds no room is lost@pf_halt.v@(late_q || !enable_i)@late_q@pf_halt
a late fence enters twice@pf_halt.v@late_q <= in_valid_o && !in_ready_i && (late_q || !enable_i)@late_q <= in_valid_o && !late_q && !enable_i@pf_halt
fences do not count while halted@pf_halt.v@access ? enable_i : count_i@enable_i@pf_slice_unit
accesses come in while halted@pf_halt.v@access ? enable_i : count_i@access || count_i@pf_slice_unit
an access waits while halted@pf_halt.v@(in_ready_i || !enable_i)@in_ready_i@pf_halt
words that pass are counted while they wait, too@pf_halt.v@req_valid_i && req_ready_o && access@req_valid_i && access@pf_halt
words that pass are counted twice@pf_slice_unit.v@{1'b0, skipped} + {1'b0, passed}@{1'b0, skipped} + {passed, 1'b0}@pf_slice_unit
words that pass are not counted@pf_slice_unit.v@{1'b0, skipped} + {1'b0, passed}@{1'b0, skipped}@pf_slice_unit
drained with accesses inside@pf_slice_unit.v@!cfg_enable && no_access && @!cfg_enable && @pf_slice_unit
drained before metadata are written back@pf_slice_unit.v@no_access && !lines_held &&@no_access &&@pf_slice_unit
drained during a sweep@pf_slice_unit.v@report_idle && !sweeping;@report_idle;@pf_slice_unit
never drained@pf_halt.v@drained_o = inside_q == {LevelW{1'b0}}@drained_o = level_i == {LevelW{1'b0}}@pf_halt
EOT
echo "1..$n"
exit $rc
