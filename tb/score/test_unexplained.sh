#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# A hundred inputs of tb/score/unexplained.sh: what the detector misses there has a name.
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
OUT=$TMP N=100 bash "$here/unexplained.sh" >"$TMP/log" 2>&1
code=$?
rc=0
if [ $code = 0 ]; then
	echo "ok 1 - no miss is unexplained"
else
	rc=1
	echo "not ok 1 - unexplained"
	sed 's/^/# /' "$TMP/log"
fi
# A test that sees no miss tests nothing.
if awk -F, '$1 == "scord" || $1 == "ptx" { n += $3 > 20 && $4 > 100 } END { exit n != 2 }' "$TMP/log"; then
	echo "ok 2 - the inputs race, and the detector misses some of it"
else
	rc=1
	echo "not ok 2 - the inputs do not race"
	sed 's/^/# /' "$TMP/log"
fi
exit $rc
