#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# `make lint` is clean. Skipped outside a git checkout: lint asks git which files are the project's.
set -u
: "${TMP:?}"
root=$(cd "$(dirname "$0")/../.." && pwd)
if ! git -C "$root" rev-parse --git-dir >/dev/null 2>&1; then
	echo "ok 1 - lint # SKIP not a git checkout"
	exit 0
fi
if bash "$root/tb/lint.sh" >"$TMP/log" 2>&1; then
	echo "ok 1 - lint"
else
	echo "not ok 1 - lint"
	sed 's/^/# /' "$TMP/log"
	exit 1
fi
