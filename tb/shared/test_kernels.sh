#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Random kernels; `make soak` has ten thousand.
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
export PF TMP
here=$(cd "$(dirname "$0")" && pwd)
cd "$TMP" || exit 2
. "$here/../tap.sh"
check "300 kernels" bash "$here/kernels.sh" 300 1
check "another seed" eval 'bash "$here/kernels.sh" 1 77 >sum; grep -q "^2 kernels, " sum'
check "what is no number" eval '! /usr/bin/python3 "$here/random_kernels.py" x 3 2>err && grep -q usage err'
exit $rc
