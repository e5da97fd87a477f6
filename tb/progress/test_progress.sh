#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Programs whose threads wait for each other end, whatever the scheduler and the seed.
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
here=$(cd "$(dirname "$0")" && pwd)
cd "$TMP" || exit 2
. "$here/../tap.sh"

cp "$here/waits.cu" .
check "compile, its" "$PF" cc --arch sm_70 waits.cu -o its
check "compile, its, -O2" "$PF" cc --arch sm_70 -O2 waits.cu -o its2
check "compile, lockstep" "$PF" cc --arch sm_60 waits.cu -o lockstep

# all N COMMAND...: N patterns, each ends.
all() {
	timeout 100 "${@:2}" >out 2>err </dev/null || { echo "exit status $?"; tail -n 1 out; cat err; return 1; }
	[ "$(grep -c ': ok$' out)" = "$1" ] || { echo "not $1 patterns"; cat out; return 1; }
}
for scheduler in rr gto random; do
	for seed in 0 1 2 3; do
		check "its, $scheduler, seed $seed" all 33 "$PF" run --scheduler $scheduler --seed $seed ./its
	done
	check "its, -O2, $scheduler" all 33 "$PF" run --scheduler $scheduler ./its2
	check "lockstep, $scheduler" all 10 "$PF" run --scheduler $scheduler ./lockstep lockstep
done
check "clocked" all 4 "$PF" run --config ref ./its "another block" "a warp before" "another lane" "chain of warps"
echo "1..$n"
exit $rc
