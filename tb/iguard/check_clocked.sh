#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# All of apps.sh in the modelled GPU, by Verilog and reference models at once, and by the models.
# needs: units-ref
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
PF=$(readlink -f "$PF")
cd "$TMP" || exit 2
. "$here/../tap.sh"
export PF TMP
check "Verilog and models" env DETECTORS=iguard@ref:compare bash "$here/apps.sh"
check "models, another seed" env SEED=2 DETECTORS=iguard@ref:model bash "$here/apps.sh"
exit $rc
