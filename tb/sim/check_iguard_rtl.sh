#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# check_iguard_rtl: builds iGUARD's units of tiny and ref as libraries, and iguard_rtl beside them: backend model
# against the Verilog.
# needs: $B/lib/photofinish-iguard-tiny.so $B/lib/photofinish-iguard-ref.so $B/san/tb/sim/iguard_rtl
set -u
cd "$(dirname "$0")/../.." || exit 1
B=${B:-build}
make=${MAKE:-make}

if ! "$make" --no-print-directory -j1 SIM=1 B="$B" "$B/lib/photofinish-iguard-tiny.so" "$B/lib/photofinish-iguard-ref.so" \
	"$B/san/tb/sim/iguard_rtl" >"${TMP:-/tmp}/iguard_rtl.log" 2>&1; then
	sed 's/^/# /' "${TMP:-/tmp}/iguard_rtl.log"
	echo "not ok 1 - iguard_rtl does not build"
	exit 1
fi
CMOCKA_MESSAGE_OUTPUT=TAP PHOTOFINISH_RTL="$PWD/$B/lib" "$B/san/tb/sim/iguard_rtl"
