#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# check_det_rtl: builds both units of tiny and ref as libraries, and det_rtl beside them: backend compare
# on random traffic, planted differences, rates of backend model against the RTL's.
# needs: units-ref units-tiny $B/lib/photofinish-rtl-tiny-wave.so $B/san/tb/sim/det_rtl
set -u
cd "$(dirname "$0")/../.." || exit 1
B=${B:-build}
make=${MAKE:-make}

if ! "$make" --no-print-directory -j1 SIM=1 B="$B" "$B/lib/photofinish-rtl-tiny.so" "$B/lib/photofinish-rtl-ref.so" \
	"$B/lib/photofinish-rtl-tiny-wave.so" "$B/san/tb/sim/det_rtl" >"${TMP:-/tmp}/det_rtl.log" 2>&1; then
	sed 's/^/# /' "${TMP:-/tmp}/det_rtl.log"
	echo "not ok 1 - det_rtl does not build"
	exit 1
fi
CMOCKA_MESSAGE_OUTPUT=TAP PHOTOFINISH_RTL="$PWD/$B/lib" "$B/san/tb/sim/det_rtl"
