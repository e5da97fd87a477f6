#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Programs of iGUARD's kinds, lanes as threads, under SEEDS seeds (100), which split warps and join them again: in each run every pair of
# lines that races is reported, and nothing of the mended program is.
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
here=$(cd "$(dirname "$0")" && pwd)
cd "$TMP" || exit 2
. "$here/../tap.sh"

# seeds RACY PROGRAM OPTION...
seeds() {
	local seed
	for ((seed = 1; seed <= ${SEEDS:-100}; seed++)); do
		timeout 300 "$PF" run -q --detector iguard "${@:3}" --oracle --scheduler random --seed $seed --error-exitcode 0 --json j.json "./$2" >out 2>&1 </dev/null ||
			{ echo "seed $seed: exit status $?"; cat out; return 1; }
		jq -e --argjson racy "$1" '(.races.distinct.found > 0) == $racy and .races.distinct.missed == 0 and
			([.races.list[].rows[] | select(.verdict == "false") | .row] | unique - ["f-ptx"]) == []' j.json >/dev/null ||
			{ echo "seed $seed: $(jq -c .races.distinct j.json)"; cat out; return 1; }
	done
}

for source in "$here"/programs/*.cu; do
	name=$(basename "$source" .cu)
	"$PF" cc -w --arch sm_70 "$source" -o "$name" && "$PF" cc -w --arch sm_70 -DMENDED "$source" -o "$name.mended" || exit 2
	check "$name" seeds true "$name"
	check "$name, hardware" seeds true "$name" --metadata lines
	check "$name, mended" seeds false "$name.mended"
	check "$name, hardware, mended" seeds false "$name.mended" --metadata lines
done
exit $rc
