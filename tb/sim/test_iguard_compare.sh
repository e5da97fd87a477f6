#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_iguard_compare: builds iGUARD's units, tiny, as a library, and iguard_compare beside it: backend compare on random traffic,
# planted differences.
# needs: units-tiny $B/san/tb/sim/iguard_compare
set -u
cd "$(dirname "$0")/../.." || exit 1
B=${B:-build}
make=${MAKE:-make}

if ! "$make" --no-print-directory -j1 SIM=1 B="$B" "$B/lib/photofinish-iguard-tiny.so" "$B/san/tb/sim/iguard_compare" \
	>"${TMP:-/tmp}/iguard_compare.log" 2>&1; then
	sed 's/^/# /' "${TMP:-/tmp}/iguard_compare.log"
	echo "not ok 1 - iguard_compare does not build"
	exit 1
fi
CMOCKA_MESSAGE_OUTPUT=TAP PHOTOFINISH_RTL="$PWD/$B/lib" "$B/san/tb/sim/iguard_compare"
