#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# cycles: ScoR's applications without races in the modelled GPU: cycles without a detector, with ScoRD's and with iGUARD's.
#
#   PF photofinish   TMP folder for programs   CSV file for one row a run   APPS   ARCHS (sm_60: warps; sm_70: lanes are threads)
#   BACKEND (rtl)   CONFIG (ref)   SIZE (ci)   SEED (1)
#
# Exit status 1: a run failed, or a race was reported.
set -u
: "${PF:?}" "${TMP:?}" "${CSV:?}"
PF=$(readlink -f "$PF")
kernels=$(cd "$(dirname "$0")/../../sw/kernels/scor" && pwd)
APPS=${APPS:-mm red r110 gcol gcon 1dc uts} ARCHS=${ARCHS:-sm_60 sm_70} BACKEND=${BACKEND:-rtl} CONFIG=${CONFIG:-ref} SIZE=${SIZE:-ci} SEED=${SEED:-1}
statistics="gpu.cycles tap.packets l1.note_bytes det.sm.tags det.slice.requests det.slice.fences det.slice.meta_reads det.slice.meta_writes \
det.slice.forgotten det.slice.wraps"
{
	echo "# $("$PF" --version | head -n 1); \`make figures-iguard\`: size $SIZE, $CONFIG, backend $BACKEND, seed $SEED"
	echo "app,arch,detector,$(tr ' ' ',' <<<"$statistics")"
	for app in $APPS; do
		for arch in $ARCHS; do
			"$PF" cc -w -O1 --arch "$arch" "$kernels/$app.cu" -o "$TMP/program" || exit 1
			for detector in none scord iguard; do
				options=()
				[ $detector = none ] || options=(--detector $detector --backend "$BACKEND")
				timeout 3600 "$PF" run -q --config "$CONFIG" ${options[@]+"${options[@]}"} --seed "$SEED" --error-exitcode 3 --stats \
					"$TMP/program" "$SIZE" >"$TMP/log" 2>&1 </dev/null || { tail -n 5 "$TMP/log" >&2; exit 1; }
				echo "$app,$arch,$detector,$(awk -v want="$statistics" '{ n[$1] = $2 }
					END { k = split(want, w, " "); for (i = 1; i <= k; i++) printf "%s%s", n[w[i]] + 0, i < k ? "," : "" }' "$TMP/log")"
			done
		done
	done
} >"$CSV.new" || { rm -f "$CSV.new"; exit 1; }
mv "$CSV.new" "$CSV"
