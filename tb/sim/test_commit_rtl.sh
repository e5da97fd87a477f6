#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_commit_rtl: builds the units of deterministic commit, tiny and ref, as libraries, and commit_rtl beside them:
# backend compare on random traffic, planted differences, rates of backend model against the RTL's.
# needs: units-ref units-tiny $B/san/tb/sim/commit_rtl
set -u
cd "$(dirname "$0")/../.." || exit 1
B=${B:-build}
make=${MAKE:-make}

if ! "$make" --no-print-directory -j1 SIM=1 B="$B" "$B/lib/photofinish-gpudet-tiny.so" "$B/lib/photofinish-gpudet-ref.so" \
	"$B/san/tb/sim/commit_rtl" >"${TMP:-/tmp}/commit_rtl.log" 2>&1; then
	sed 's/^/# /' "${TMP:-/tmp}/commit_rtl.log"
	echo "not ok 1 - commit_rtl does not build"
	exit 1
fi
CMOCKA_MESSAGE_OUTPUT=TAP PHOTOFINISH_RTL="$PWD/$B/lib" "$B/san/tb/sim/commit_rtl"
