#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_words: accesses of 16 and 128 bits and sums of 16-bit floats in memory (words/words.cu): right, one atomic operation each, and
# ordering what they should; without and with a clock, in a trace.
#
#   PF   photofinish          TMP   scratch folder
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../tap.sh"
cd "$TMP" || exit 2

build() { "$PF" cc --arch sm_90 "${@:2}" "$here/words/words.cu" -o "$TMP/$1"; }
right() { local code; "$PF" run "$@" >"$TMP/out" 2>"$TMP/err"; code=$?; cat "$TMP/out" "$TMP/err"; [ $code = 0 ] && grep -q "^words: 0 wrong" "$TMP/out"; }
races() { local code; "$PF" run --oracle "$TMP/racy" >"$TMP/out" 2>"$TMP/err"; code=$?; cat "$TMP/err"; [ $code = 1 ] && grep -q "race: .*" "$TMP/err"; }
traced() {
	right --trace "$TMP/words.pft" "$TMP/words" && "$PF" trace --json "$TMP/words.pft" |
		jq -e -s '[.[] | select(.record == "op" and .type == "b128" and .op == "atom")] | length > 0 and all(.vec == 2 and .size == 8)'
}

check "builds" build words
check "right" right "$TMP/words"
check "right, scheduler random" right --scheduler random "$TMP/words"
check "no race, nothing else to complain of" right --oracle --check memory,sync,init --error-exitcode 9 "$TMP/words"
check "in a trace" traced
# ScoRD does not watch accesses of less than 4 bytes, so that it knows nothing of the lock of 16 bits.
check "clock by clock" right --config tiny "$TMP/words"
check "two halves instead: builds" build racy -DRACY
check "... a race" races
check "half of it is accessed by itself, too: builds" build racy -DMIXED
check "... a race" races
echo "1..$n"
exit $rc
