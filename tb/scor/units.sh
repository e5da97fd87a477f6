#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# units: ScoR's applications on the modelled GPU, without a detector, with pf_slice_unit, which checks entries, and with
# pf_line_unit, which checks lines, step by step; scord-paper, full. No build has a race, and none may be found.
#
#   PF photofinish   OUT folder for programs   CSV result   SIZE paper or ci (paper)   APPS (all)   JOBS at once (2)
#   VARIANTS only these, by name; the rows of the others stay as they are in the result, if it has any
#   SEEDS of the variants that have several (1 2 3)
#   RESUME=1: what lies in OUT from a call before is not run again
set -u
: "${PF:?}" "${OUT:?}" "${CSV:?}"
VARIANTS=${VARIANTS:-} SIZE=${SIZE:-paper} APPS=${APPS:-mm red r110 gcol gcon 1dc uts} JOBS=${JOBS:-2} SEEDS=${SEEDS:-1 2 3} RESUME=${RESUME:-}
cd "$(dirname "$0")/../.." || exit 2
export PF OUT SIZE RESUME
mkdir -p "$OUT"

# NAME TAB seeds: one, all TAB options
all_variants() {
	local detector="--config ref --detector scord-paper --metadata full"
	local flat=detector.tag=flat,detector.hit_merge=off
	local all_told=detector.fences=all,detector.lock_events=lanes
	local sixty=sm.count=60,l2.slices=96,dram.channels=48
	cat <<-END
		off	all	--config ref
		entries	one	$detector --backend model --set detector.unit=entries
		ideal	one	$detector --backend model --set detector.ideal=on
		lines_all	one	$detector --backend model --set $all_told,$flat
		lines_told	one	$detector --backend model --set $flat
		lines	all	$detector --backend model
		off_60	one	--config ref --set $sixty
		lines_60	one	$detector --backend model --set $sixty,detector.geometry=modern
	END
}

variants() {
	all_variants | if [ -n "$VARIANTS" ]; then grep -E "^(${VARIANTS// /|})	"; else cat; fi
}

runs() { # APP VARIANT SEED OPTION..., a line each
	local app name seeds options seed
	for app in $APPS; do
		while IFS=$'\t' read -r name seeds options; do
			[ "$seeds" = all ] && seeds=$SEEDS || seeds=1
			for seed in $seeds; do echo "$app $name $seed $options"; done
		done < <("$1")
	done
}

run() { # APP VARIANT SEED OPTION...
	local file="$OUT/$1.$2.$3"
	[ -z "${RESUME:-}" ] || [ ! -s "$file.json" ] || return 0
	"$PF" run -q --seed "$3" "${@:4}" --json "$file.new" "$OUT/scor-$1" "$SIZE" >"$file.out" 2>&1 ||
		{ echo "$1 $2 $3 failed: $(tail -n 1 "$file.out")" >&2; return 1; }
	mv "$file.new" "$file.json"
	echo "$1 $2 $3" >&2
}
export -f run

row() { # APP VARIANT SEED
	jq -r --arg of "$1,$2,$3" '.sim as $s | def sum(names): [names[] as $n | $s[$n] // 0] | add;
		[$of, $s["gpu.cycles"], sum(["read", "write", "atom"] | map("l2." + . + ".accesses")),
		sum(["meta_read", "meta_write"] | map("l2." + . + ".accesses")),
		sum(["l2.fills.data", "l2.writebacks.data", "l2.throughs.data"]),
		sum(["l2.fills.meta", "l2.writebacks.meta", "l2.throughs.meta"]),
		sum(["det.slice.requests"]), sum(["det.slice.fences"]), sum(["noc.request.packets.hit"])] | join(",")' \
		"$OUT/$1.$2.$3.json"
}

for variant in $VARIANTS; do
	all_variants | grep -q "^$variant	" || { echo "units: no variant $variant" >&2; exit 2; }
done
for app in $APPS; do
	"$PF" cc --arch sm_60 -O1 "sw/kernels/scor/$app.cu" -o "$OUT/scor-$app" 2>"$OUT/cc.err" ||
		{ cat "$OUT/cc.err"; exit 1; }
done
runs variants | xargs -d '\n' -P "$JOBS" -I{} bash -c 'run {}' || exit 1

part=$OUT/units.csv
{
	echo "# $("$PF" --version | head -n 1); \`make slice-units\`, size $SIZE, sm_60, scord-paper, full."
	echo "program,unit,seed,cycles,data_accesses,meta_accesses,data_dram,meta_dram,requests,fences,hit_packets"
	runs all_variants | while read -r app name seed _; do
		if variants | grep -q "^$name	"; then
			row "$app" "$name" "$seed" || exit 1
		else
			grep "^$app,$name,$seed," "$CSV" || echo "units: $CSV has no $app,$name,$seed" >&2
		fi
	done || exit 1
} >"$part" || exit 1
cp "$part" "$CSV"
column -s, -t <"$CSV" | tail -n +2
