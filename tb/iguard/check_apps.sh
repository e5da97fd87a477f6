#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# All of apps.sh, under two seeds.
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
PF=$(readlink -f "$PF")
cd "$TMP" || exit 2
. "$here/../tap.sh"
export PF TMP
for seed in 1 2; do
	check "seed $seed" env SEED=$seed bash "$here/apps.sh"
done
exit $rc
