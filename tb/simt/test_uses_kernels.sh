#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The registers that simt_uses() names, against the executor, for every instruction that the compiler makes
# of the repository's kernels (test_uses.c says how). One TAP line for each program.
# needs: $B/san/tb/simt/test_uses
set -u
: "${PF:?}" "${TMP:?}" "${B:=build}"
cd "$(dirname "$0")/../.." || exit 2

n=0 rc=0
for cu in sw/kernels/*.cu sw/kernels/bench/*.cu; do
	n=$((n + 1)) name=$(basename "$cu" .cu)
	arch=sm_$((60 + n % 2 * 10))
	if "$PF" cc -O1 --arch $arch --ptx "$cu" -o "$TMP/$name" >"$TMP/$name.log" 2>&1 &&
		"$B/san/tb/simt/test_uses" "$TMP/$name.ptx" >"$TMP/$name.log" 2>&1; then
		echo "ok $n - $name, $arch"
	else
		rc=1
		echo "not ok $n - $name, $arch"
		sed 's/^/# /' "$TMP/$name.log" | head -n 8
	fi
done
echo "1..$n"
exit $rc
