#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# cycles: ScoR's applications without races in the modelled GPU: cycles without a detector, with ScoRD's and with iGUARD's.
#
#   PF photofinish   TMP folder for programs   CSV file for one row a run   APPS   ARCHS (sm_60: warps; sm_70: lanes are threads)
#   BACKEND (rtl)   CONFIG (ref)   SIZE (ci)   SEEDS (1 2 3): each figure is the mean over them, for who spins does so as often as
#   time permits
#
# Exit status 1: a run failed, or a race was reported.
set -u -o pipefail
: "${PF:?}" "${TMP:?}" "${CSV:?}"
PF=$(readlink -f "$PF")
kernels=$(cd "$(dirname "$0")/../../sw/kernels/scor" && pwd)
APPS=${APPS:-mm red r110 gcol gcon 1dc uts} ARCHS=${ARCHS:-sm_60 sm_70} BACKEND=${BACKEND:-rtl} CONFIG=${CONFIG:-ref} SIZE=${SIZE:-ci}
read -r -a seeds <<<"${SEEDS:-1 2 3}"
statistics="tap.packets l1.note_bytes det.slice.requests det.slice.fences det.slice.meta_reads det.slice.meta_writes det.slice.forgotten \
det.slice.wraps"

# run DETECTOR: its statistics, with all seeds, are in $TMP/log
run() {
	local options=() seed
	[ "$1" = none ] || options=(--detector "$1" --backend "$BACKEND")
	: >"$TMP/log"
	for seed in "${seeds[@]}"; do
		timeout 3600 "$PF" run -q --config "$CONFIG" ${options[@]+"${options[@]}"} --seed "$seed" --error-exitcode 3 --stats "$TMP/program" \
			"$SIZE" >>"$TMP/log" 2>&1 </dev/null || { tail -n 5 "$TMP/log" >&2; exit 1; }
	done
}
# value NAME...: means over the seeds, in one line
value() {
	awk -v want="$*" -v seeds="${#seeds[@]}" '{ n[$1] += $2 }
		END { k = split(want, w, " "); for (i = 1; i <= k; i++) printf "%.0f%s", n[w[i]] / seeds, i < k ? "," : "\n" }' "$TMP/log"
}

{
	echo "# $("$PF" --version | head -n 1); \`make figures-iguard\`: size $SIZE, $CONFIG, backend $BACKEND, seeds ${seeds[*]}"
	echo "app,arch,none,scord,iguard,scord_over_none,iguard_over_none,iguard_over_scord,$(tr ' ' ',' <<<"$statistics")"
	for arch in $ARCHS; do
		for app in $APPS; do
			"$PF" cc -w -O1 --arch "$arch" "$kernels/$app.cu" -o "$TMP/program" || exit 1
			run none && none=$(value gpu.cycles)
			run scord && scord=$(value gpu.cycles)
			run iguard && iguard=$(value gpu.cycles)
			# shellcheck disable=SC2086
			awk -v n="$none" -v s="$scord" -v i="$iguard" -v head="$app,$arch" -v rest="$(value $statistics)" \
				'BEGIN { printf "%s,%d,%d,%d,%.3f,%.3f,%.3f,%s\n", head, n, s, i, s / n, i / n, i / s, rest }'
		done | awk -F, -v OFS=, '{ print; for (k = 6; k <= 8; k++) sum[k] += $k; n++; arch = $2; fields = NF }
			END { printf "mean,%s,,,,%.3f,%.3f,%.3f", arch, sum[6] / n, sum[7] / n, sum[8] / n; for (k = 9; k <= fields; k++) printf ","; print "" }'
	done
} >"$CSV.new" || { rm -f "$CSV.new"; exit 1; }
mv "$CSV.new" "$CSV"
