#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# rtl/doc: timing of all modules that have some is that of their benches; a state follows another as the charts say.
# needs: $B/lib/libphotofinish.a
set -u
: "${TMP:?}"
cd "$(dirname "$0")/../.." || exit 2
echo 1..1
if ! command -v iverilog >/dev/null; then
	echo "ok 1 - pages # SKIP no Icarus"
elif tb/rtl/wave.sh --pages --check >"$TMP/log" 2>&1; then
	echo "ok 1 - pages"
else
	head -n 20 "$TMP/log" | sed 's/^/# /'
	echo "not ok 1 - pages"
	exit 1
fi
