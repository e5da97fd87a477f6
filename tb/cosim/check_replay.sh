#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Traces of the microbenchmarks, directed tests and programs through both units: each policy and metadata
# mode equal to the detector, no trace left out.
# needs: cosim-replay
set -u
: "${TMP:?}"
log=$TMP/replay.log n=0 rc=0
OUT=$TMP/traces RUNS=${RUNS:-2} bash "$(dirname "$0")/replay.sh" >"$log" 2>&1 || rc=1
for policy in scord scord-paper; do
	for metadata in full cached16; do
		n=$((n + 1))
		if line=$(grep "^PASS replay $policy $metadata traces=[0-9]* left_out=0 " "$log"); then
			echo "ok $n - $line"
		else
			echo "not ok $n - replay $policy $metadata"
			tail -n 10 "$log" | sed 's/^/# /'
			rc=1
		fi
	done
done
[ $rc = 0 ] || [ $n = 0 ] || tail -n 3 "$log" | sed 's/^/# /'
echo "1..$n"
exit $rc
