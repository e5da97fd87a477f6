#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# units: ScoR's applications on the modelled GPU, once for each slice unit: pf_slice_unit, which checks entries, and pf_line_unit, which
# checks lines (detector.unit = lines); reference models, and pf_line_unit's Verilog; scord-paper, full. No build has a race, and
# none may be found.
#
#   PF photofinish   OUT folder for programs   CSV result   SIZE paper or ci (paper)   APPS (all)   JOBS at once (2)
#   VARIANTS only these, by name; the rows of the others stay as they are in the result
set -u
: "${PF:?}" "${OUT:?}" "${CSV:?}"
VARIANTS=${VARIANTS:-} SIZE=${SIZE:-paper} APPS=${APPS:-mm red r110 gcol gcon 1dc uts} JOBS=${JOBS:-2}
cd "$(dirname "$0")/../.." || exit 2
export PF OUT SIZE
mkdir -p "$OUT"

told=detector.unit=lines,detector.fences=touched,detector.lock_events=needed
all_told=detector.unit=lines,detector.fences=all,detector.lock_events=lanes
detector="--config ref --detector scord-paper --metadata full --backend model"
variants() {
	all_variants | if [ -n "$VARIANTS" ]; then grep -E "^(${VARIANTS// /|})	"; else cat; fi
}

all_variants() {
	cat <<-END
		off	--config ref
		entries	$detector --set detector.unit=entries
		entries_ideal	$detector --set detector.ideal=on
		lines	$detector --set $told
		lines_rtl	${detector/backend model/backend rtl} --set $told
		lines_24k	$detector --set $told,detector.beats=512
		lines_all	$detector --set $all_told
		lines_all_rtl	${detector/backend model/backend rtl} --set $all_told
		lines_fences	$detector --set $all_told,detector.fences_free=on
		lines_24k_fences	$detector --set $all_told,detector.beats=512,detector.fences_free=on
	END
}

run() { # APP VARIANT OPTION...
	local file="$OUT/$1.$2"
	"$PF" run -q --seed 1 "${@:3}" --json "$file.json" "$OUT/scor-$1" "$SIZE" >"$file.out" 2>&1 ||
		{ echo "$1 $2 failed: $(tail -n 1 "$file.out")" >&2; return 1; }
	echo "$1 $2" >&2
}
export -f run

for variant in $VARIANTS; do
	all_variants | grep -q "^$variant	" || { echo "units: no variant $variant" >&2; exit 2; }
done
for app in $APPS; do
	"$PF" cc --arch sm_60 -O1 "sw/kernels/scor/$app.cu" -o "$OUT/scor-$app" 2>"$OUT/cc.err" ||
		{ cat "$OUT/cc.err"; exit 1; }
done
for app in $APPS; do variants | sed "s/^/$app\t/"; done | tr '\t\n' ' \0' |
	xargs -0 -P "$JOBS" -I{} bash -c 'run {}' || exit 1

part=$OUT/units.csv
{
	echo "# $("$PF" --version | head -n 1); \`make slice-units\`, size $SIZE, seed 1, sm_60, scord-paper, full; reference models, and pf_line_unit in Verilog."
	echo "program,unit,cycles,data_accesses,meta_accesses,data_dram,meta_dram,requests,operations,beats,expanded,fences,asks"
	for app in $APPS; do
		for variant in $(all_variants | cut -f 1); do
			if ! variants | grep -q "^$variant	"; then
				grep "^$app,$variant," "$CSV" || { echo "$CSV has no $app,$variant" >&2; exit 1; }
				continue
			fi
			jq -r --arg app "$app" --arg variant "$variant" '.sim as $s | def sum(names): [names[] as $n | $s[$n] // 0] | add;
				[$app, $variant, $s["gpu.cycles"], sum(["read", "write", "atom"] | map("l2." + . + ".accesses")),
				sum(["meta_read", "meta_write"] | map("l2." + . + ".accesses")),
				sum(["l2.fills.data", "l2.writebacks.data", "l2.throughs.data"]),
				sum(["l2.fills.meta", "l2.writebacks.meta", "l2.throughs.meta"]),
				sum(["det.slice.requests"]), sum(["det.lines.operations"]), sum(["det.lines.beats"]),
				sum(["det.lines.expanded"]), sum(["det.slice.fences"]), sum(["det.lines.asks"])] | join(",")' \
				"$OUT/$app.$variant.json" || exit 1
		done
	done
} >"$part" || exit 1
cp "$part" "$CSV"
column -s, -t <"$CSV" | tail -n +2
