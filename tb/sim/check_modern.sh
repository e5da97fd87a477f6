#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Configuration modern with the Verilog of its units: the same cycles and statistics as with the units in C.
# needs: $B/lib/photofinish-rtl-modern.so
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$TMP" || exit 2
. "$root/tb/tap.sh"

"$PF" cc -O1 --arch sm_60 "$root/tb/sim/programs/modern.cu" -o modern || exit 1
for app in 1dc mm uts; do
	"$PF" cc -O1 --arch sm_60 "$root/sw/kernels/scor/$app.cu" -o $app || exit 1
done
both() { # PROGRAM ARGUMENT...
	local b
	for b in model rtl; do
		timeout 600 "$PF" run -q --config modern --seed 1 --detector scord-paper --metadata full --backend $b --error-exitcode 0 \
			--json $b.json "$@" >out 2>err </dev/null || { cat out err; return 1; }
		jq -S '.sim | del(.seconds)' $b.json >$b
		jq '[.races.list[] | [.kind, .second.line, .first.line]] | unique' $b.json >>$b
	done
	jq -r '.sim["gpu.cycles"], .sim["det.slice.checks"]' rtl.json
	[ "$(jq '.sim["det.slice.checks"]' rtl.json)" -gt 0 ] && diff model rtl
}
check "264 blocks, all SMs, a race" both ./modern 1
for app in 1dc mm uts; do
	check "$app" both ./$app ci
done
exit $rc
