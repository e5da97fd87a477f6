#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_optin: shared memory beyond 48 KB (optin/optin.cu), without and with checkers, in a trace, and on a modelled GPU, which
# has what its configuration says.
#
#   PF   photofinish          TMP   scratch folder
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
n=0

check() { # WHAT COMMAND...: one TAP line
	n=$((n + 1))
	if "${@:2}" >"$TMP/log" 2>&1; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		tail -n 20 "$TMP/log" | sed 's/^/# /'
	fi
}
build() { "$PF" cc --arch "$1" "${@:3}" "$here/optin/optin.cu" -o "$TMP/$2"; }
right() { "$PF" run "$@" >"$TMP/out" 2>"$TMP/err"; rc=$?; cat "$TMP/out" "$TMP/err"; [ $rc = 0 ] && grep -q "^optin: 0 wrong" "$TMP/out"; }
races() { "$PF" run --oracle "$TMP/racy" >"$TMP/out" 2>"$TMP/err"; [ $? = 1 ] && grep -q "race: .*" "$TMP/err" && cat "$TMP/err"; }
traced() {
	right --trace "$TMP/optin.pft" "$TMP/sm_80" && "$PF" trace --summary "$TMP/optin.pft" | grep -q reverse
}
# The model's SM has 48 KB: nothing more can be asked for.
model() {
	"$PF" run --config ref "$TMP/sm_70" >"$TMP/out" 2>"$TMP/err"
	cat "$TMP/out" "$TMP/err"
	grep -q "^line .*: not so: optin == " "$TMP/out" && grep -q "^optin: [0-9]* wrong" "$TMP/out"
}

for arch in sm_60 sm_70 sm_80; do
	check "$arch: builds" build $arch $arch
	check "$arch" right "$TMP/$arch"
	check "$arch, checked" right --oracle --check memory,sync --error-exitcode 9 "$TMP/$arch"
done
check "in a trace" traced
check "a modelled GPU has what it has" model
check "an SM that has so much as well" right --shared-per-sm 163K "$TMP/sm_80"
check "without the barrier: builds" build sm_80 racy -DNO_BARRIER
check "... a race, found behind 48 KB too" races
echo "1..$n"
