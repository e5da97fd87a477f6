#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# packets: what the detector puts on the network, and what it costs: ScoR's applications on the modelled GPU with scord-paper
# and an entry a word, by step of tb/scor/packets.tab, each as it is and with no cost in the slice (detector.ideal).
#
#   PF photofinish   OUT folder for programs   CSV result   SIZE paper or ci (paper)   APPS (all)   J runs at once (2)
#
# A run that has left its statistics in OUT/SIZE is not run again, unless photofinish is newer.
set -u
: "${PF:?}" "${OUT:?}" "${CSV:?}"
export LC_ALL=C PF OUT SIZE=${SIZE:-paper}
all="1dc gcol gcon r110 red uts mm"
APPS=${APPS:-$all}
cd "$(dirname "$0")/../.." || exit 2
mkdir -p "$OUT/$SIZE"

steps() { grep -v '^#' tb/scor/packets.tab; } # NAME SETTINGS MEANING, tabs between

run() { # APP NAME SETTINGS
	local base=$OUT/$SIZE/$1.$2 options=(--config ref --seed 1 --error-exitcode 0) set=detector.unit=entries${3:+,$3}
	[ ! "$base.json" -nt "$PF" ] || return 0
	[ "$2" = off ] || options+=(--detector scord-paper --metadata full --backend model)
	options+=(--set "$set")
	"$PF" run -q --color never "${options[@]}" --json "$base.new" "$OUT/scor-$1" "$SIZE" >"$base.log" 2>&1 </dev/null ||
		{ echo "$1 $2 failed: $(head -n 1 "$base.log")"; return 1; }
	mv "$base.new" "$base.json"
}
export -f run

for app in $APPS; do
	"$PF" cc --arch sm_60 -O1 "sw/kernels/scor/$app.cu" -o "$OUT/scor-$app" 2>"$OUT/cc.err" || { cat "$OUT/cc.err"; exit 1; }
done
for app in $APPS; do
	printf '%s\0off\0\0' "$app"
	steps | while IFS=$'\t' read -r name set _; do
		[ "$set" != - ] || set=
		printf '%s\0%s\0%s\0' "$app" "$name" "$set"
		printf '%s\0%s\0%s\0' "$app" "$name.ideal" "detector.ideal=on${set:+,$set}"
	done
done | xargs -0 -n 3 -P "${J:-2}" bash -c 'run "$@"' run || exit 1

only=
[ "$APPS" = "$all" ] || only="APPS='$APPS' "
{
	echo "# $("$PF" --version | head -n 1); \`${only}make packets\`, size $SIZE, seed 1, sm_60, scord-paper, full, the reference models' timing."
	echo "program,step,ideal,cycles,cycles_off,races,read_flits,write_flits,atom_flits,hit_flits,messages,copies,note_bytes,notes,hits,hit_merged,hit_repeats,wait_out,wait_hits,fence_cycles"
	for app in $APPS; do
		for name in off $(steps | cut -f 1); do
			for ideal in "" .ideal; do
				[ "$name$ideal" != off.ideal ] || continue
				python3 - "$app" "$name" "$ideal" "$OUT/$SIZE/$app" <<'END' || exit 1
import json
import sys

app, step, ideal, base = sys.argv[1:]
with open(f"{base}.off.json", encoding="utf-8") as file:
    off = json.load(file)["sim"]
with open(f"{base}.{step}{ideal}.json", encoding="utf-8") as file:
    run = json.load(file)
sim = run["sim"]
packets = {kind: sim[f"noc.request.packets.{kind}"] for kind in ("read", "write", "atom", "hit", "fence", "epoch")}
print(
    app,
    step,
    "on" if ideal else "off",
    sim["gpu.cycles"],
    off["gpu.cycles"],
    run["races"]["races"] if step != "off" else 0,
    *(sim[f"noc.request.flits.{kind}"] for kind in ("read", "write", "atom", "hit")),
    packets["fence"] + packets["epoch"],
    sim["tap.fences"] + sim["tap.epochs"],
    sim["l1.note_bytes"],
    sum(packets[kind] for kind in ("read", "write", "atom", "hit")) if step != "off" else 0,
    sim["l1.hits"] + sim["l1.merges"],
    *(sim[name] for name in ("l1.hit_merged", "l1.hit_repeats", "l1.wait_out", "l1.wait_hits", "sync.fence_cycles")),
    sep=",",
)
END
			done
		done
	done
} >"$OUT/packets.csv" || exit 1
cp "$OUT/packets.csv" "$CSV"
column -s, -t <"$CSV" | tail -n +2
