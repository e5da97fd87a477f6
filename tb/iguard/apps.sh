#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# apps: ScoR's applications without races, and with each of theirs and iGUARD's five of lanes (sw/kernels/scor/*.races, *.its): does
# the detector report the race where the source is marked "race k", and what else?
#
#   source, -DRACE=k ─> program ─> photofinish run --detector ... ─> lines reported: marked, or elsewhere ─> CSV
#
#   PF photofinish   TMP folder for programs   CSV file for one row a run (none)   SEED (1)
#   APPS, RACES ("0 1 3": only these; 0: without), ARCHS (sm_60: warps; sm_70: lanes are threads), DETECTORS (iguard/lines: with --metadata
#   lines; iguard@ref:model: --config ref --backend model)
#
# One line a run. Exit status 1: a run failed; iguard, with either metadata or a clock, missed a race, or reported a line of a program without races;
# iguard-paper reported one.
set -u
. "$(dirname "$0")/detectors.sh"
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
kernels=$(cd "$(dirname "$0")/../../sw/kernels/scor" && pwd)
APPS=${APPS:-mm red r110 gcol gcon 1dc uts} ARCHS=${ARCHS:-sm_60 sm_70} DETECTORS=${DETECTORS:-iguard iguard/lines iguard-paper scord} SEED=${SEED:-1}
rc=0
[ -z "${CSV-}" ] || {
	echo "# $("$PF" --version | head -n 1); \`make figures-iguard\`: size ci, seed $SEED"
	echo "app,race,its,arch,detector,marked,elsewhere,accesses,warps,lane_locks,lane_order,lane_fences,groups,requests,messages,blocks,data_bytes,metadata_bytes"
} >"$CSV.new"

bad() {
	echo "    $*"
	rc=1
}

# one APP RACE ITS ARCH: all detectors
one() {
	local exe=$TMP/$1.$2.$4 json=$TMP/run.json detector line lines marked elsewhere marks accesses warps units got
	marks=" $(grep -nE "// race ([0-9]+, )*$2\b" "$kernels/$1.cu" | cut -d: -f1 | tr '\n' ' ')"
	"$PF" cc -w -O1 --arch "$4" -DRACE="$2" "$kernels/$1.cu" -o "$exe" || { bad "$1, race $2: does not compile"; return; }
	for detector in $DETECTORS; do
		rm -f "$json"
		timeout 600 "$PF" run -q $(detector_options "$detector") --seed "$SEED" --error-exitcode 0 --json "$json" "$exe" ci >"$TMP/log" 2>&1 </dev/null
		got=$?
		case $2,$got in
		*,0 | [1-9]*,1) ;; # a race may spoil the result
		*) bad "exit status $got: $(tail -n 1 "$TMP/log")" ;;
		esac
		lines=$(jq -r '[.races.list[] | select(.by_detector) | .second.line] | unique | join(" ")' "$json") || { bad "no report"; continue; }
		accesses=$(jq .races.accesses.all "$json")
		warps=$(jq -r '.races.iguard_statistics | if . then [.warps, .lane_locks, .lane_order, .lane_fences] | join(",") else "-,-,-,-" end' "$json")
		units=$(jq -r '.races.iguard_statistics.units | if . then [.accesses, .requests, .messages, .expanded_at_once, .data_bytes, .metadata_bytes] |
			join(",") else "-,-,-,-,-,-" end' "$json")
		marked=0 elsewhere=0
		for line in $lines; do
			if [[ "$marks" = *" $line "* ]]; then marked=$((marked + 1)); else elsewhere=$((elsewhere + 1)); fi
		done
		echo "$1 race $2 $4 $detector: $marked marked lines, $elsewhere others, $accesses accesses"
		[ -z "${CSV-}" ] || echo "$1,$2,$3,$4,$detector,$marked,$elsewhere,$accesses,$warps,$units" >>"$CSV.new"
		[ "$2" != 0 ] || [ $((marked + elsewhere)) = 0 ] || bad "a program without races: lines $lines"
		[[ $detector = iguard-paper || $detector = scord* ]] || [ "$2" = 0 ] || [ $marked -gt 0 ] || bad "missed"
	done
	rm -f "$exe"
}

for app in $APPS; do
	for arch in $ARCHS; do
		wanted=${RACES:-0 $(awk '!/^#/ {print $1}' "$kernels/$app.races")}
		for k in $wanted; do
			grep -q "^$k	" "$kernels/$app.its" 2>/dev/null || one "$app" "$k" 0 "$arch"
		done
		# races of lanes
		[ "$arch" = sm_70 ] && [ -e "$kernels/$app.its" ] || continue
		for k in $(awk '!/^#/ {print $1}' "$kernels/$app.its"); do
			[[ " ${RACES:-$k} " != *" $k "* ]] || one "$app" "$k" 1 "$arch"
		done
	done
done
[ -z "${CSV-}" ] || [ $rc != 0 ] || mv "$CSV.new" "$CSV"
exit $rc
