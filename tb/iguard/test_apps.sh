#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# ScoR's applications (apps.sh) without races, and some of their races: iGUARD's corrected rules, and their hardware without a clock, report these,
# and nothing where there is none;
# the published ones likewise nothing. All of them: check_apps.sh.
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
PF=$(readlink -f "$PF")
cd "$TMP" || exit 2
. "$here/../tap.sh"
export PF TMP DETECTORS="iguard iguard/lines iguard-paper"
check "without races" env RACES=0 APPS="mm red gcol uts" bash "$here/apps.sh"
check "lanes of a warp: red" env RACES="3 5 7" APPS=red ARCHS=sm_70 bash "$here/apps.sh"
check "locks: mm" env RACES="1 3" APPS=mm ARCHS=sm_70 bash "$here/apps.sh"
check "scopes: gcon" env RACES=3 APPS=gcon ARCHS=sm_60 bash "$here/apps.sh"
exit $rc
