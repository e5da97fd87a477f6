#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# iGUARD's units, as libraries of tiny and ref, beside their reference models: a short campaign; and each fault that is planted
# in what comes out of a unit, or goes into it, is found.
# needs: units-ref units-tiny $B/san/tb/cosim/iguard
set -u
: "${TMP:?}"
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$TMP" || exit 2
. "$root/tb/tap.sh"
B=${B:-build}
PROGRAM=$root/$B/san/tb/cosim/iguard
export PHOTOFINISH_RTL=$root/$B/lib PROGRAM

campaign() { B=$B CHECKS=${CHECKS:-2000} GEOMETRIES=$1 CSV='' bash "$root/tb/cosim/campaign_iguard.sh"; }
for g in tiny ref; do check "units of $g as their models say" campaign $g; done

found() { # UNIT FAULT
	"$PROGRAM" "$1" --geometry tiny --checks 3000 --fault "$2" >out
	[ $? = 1 ] && grep "^FAIL iguard_$1 .*fault=$2: " out && ! grep 'bench:\|no chance' out
}
for f in record lost twice side counter request; do check "slice: a planted $f" found slice $f; done
for f in tag message after event; do check "sm: a planted $f" found sm $f; done
for f in group last; do check "group: a planted $f" found group $f; done
echo "1..$n"
exit $rc
