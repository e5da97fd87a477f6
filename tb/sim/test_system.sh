#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The modelled GPU as a whole, by programs of programs/: latencies and bandwidth against the configuration, seeds,
# knobs of the detector, oracle as observer and judge, hangs and limits, options that make no sense.
# needs: units-ref
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$TMP" || exit 2
. "$root/tb/tap.sh"

# ends CODE ARGUMENT...: photofinish run ends so; its output is in out and err.
ends() {
	local want=$1 got
	timeout 120 "$PF" run "${@:2}" >out 2>err </dev/null
	got=$?
	[ $got = "$want" ] || { echo "exit code $got, not $want"; cat out err; return 1; }
}
says() { grep -qE -- "$1" err || { echo "no '$1' in:"; cat err; return 1; }; }
is() { awk "BEGIN { exit !($*) }" || { echo "not so: $*"; return 1; }; }

for p in chase stream hangs hits knobs racy; do
	"$PF" cc -O1 --arch sm_60 "$root/tb/sim/programs/$p.cu" -o $p || exit 1
done
for k in scan ticket_lock histogram; do
	"$PF" cc -O1 --arch sm_60 "$root/sw/kernels/$k.cu" -o $k || exit 1
done
for k in race_interblock_blkatom norace_interblock_atom; do
	"$PF" cc -O1 --arch sm_60 "$root/sw/kernels/micro/$k.cu" -o $k || exit 1
done

# Latencies. From a load to the issue of one that needs its result, core, NoC and L2 at one clock:
#
#   L1 hit    1 (coalescer to L1) + l1.latency
#   L2 hit    5 (coalescer, L1, NoC's input, tap, L2's input: a cycle each) + 2 noc.latency + l2.latency
#   DRAM      an L2 hit, 2 (L2 to DRAM and back), and DRAM cycles: 1 + dram.latency + cl, the bursts of l2.fetch bytes
#             one max(ccdl, burst / rate) after the other, and w to open the row:
#             0 (open), rcd (bank closed), rp + rcd (another row open)
value() { awk -v name="$1" '$1 == name { print $3 }' config; }
near() { # WHAT EXPECTED CHASE-ARGUMENT...
	local want=$2 got
	ends 0 -q --config ref --set "$set" ./chase "${@:3}" || return 1
	got=$(cat out)
	echo "$1: $got hundredths of a cycle, expected $want cycles" | tee -a latencies
	is "$got / 100 - ($want) <= 2 && $got / 100 - ($want) >= -2"
}
latencies() { # WHAT SETTINGS
	local l1 l2 row sl stride
	set=noc.jitter=0,dram.refresh=off$2
	# shellcheck disable=SC2046,SC2086
	"$PF" config ref $(printf -- '--set %s ' ${set//,/ }) >config || { check "configuration$1" false; return; }
	l1="1 + $(value l1.latency)"
	l2="5 + 2 * $(value noc.latency) + $(value l2.latency)"
	row="$l2 + 2 + $(value clock.core) / $(value clock.dram) * (1 + $(value dram.latency) + $(value dram.cl) +
		$(value dram.burst) / $(value dram.rate) + ($(value l2.fetch) / ($(value dram.bus_bytes) * $(value dram.burst)) - 1) *
		$(value dram.ccdl)"
	row=$(echo "$row" | tr '\n\t' '  ')
	sl=$(value l2.slices) stride=$(($(value l2.interleave) * $(value l2.slices)))
	check "L1 hit$1" near "L1 hit$1" "$l1" weak 16 128 32 64
	check "L2 hit$1" near "L2 hit$1" "$l2" strong 16 128 32 64
	# One slice, a line after the other: of 16 loads, the first closes another row and opens its own (4096 bytes, 256 of
	# each round of slices; the first steps have opened a row in every bank).
	check "DRAM, row open$1" near "row open$1" "$row + ($(value dram.rp) + $(value dram.rcd)) / 16)" strong 512 $stride 0 128
	# One bank, another row each time.
	check "DRAM, another row open$1" near "another row$1" "$row + $(value dram.rp) + $(value dram.rcd))" \
		strong 200 $((stride / $(value l2.interleave) * $(value dram.row_bytes) * $(value dram.banks) / (sl / $(value dram.channels)))) 4 64
}
rm -f latencies
latencies "" ""
latencies ", other latencies" ,l1.latency=50,l2.latency=61,noc.latency=13,dram.latency=40,dram.cl=20,dram.rcd=30,dram.ras=60,dram.rp=25,dram.rc=85,l2.fetch=64

# Bandwidth: intervals that all warps are busy in, against the DRAM's peak less its refreshes. One answer of 32 bytes a
# cycle is what an SM takes: 480 bytes a core cycle of 507 that DRAM has.
stream() {
	ends 0 -q --config ref --set noc.jitter=0 --sample stream.csv --sample-every 2000 ./stream 15 120 128 || return 1
	"$PF" config ref >config
	awk -F, -v peak="$(($(value dram.channels) * 2000))" -v core="$(value clock.core)" -v dram="$(value clock.dram)" \
		-v refresh="$(value dram.rfc) / $(value dram.refi)" '
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == "dram.bus_busy") at = i; split(refresh, r, " / "); next }
		$1 > 2000 && $1 <= 28000 { busy += $at; k++ }
		END {
			share = busy / (k * peak * dram / core * (1 - r[1] / r[2]))
			printf "%.3f of the peak less refresh, %d intervals\n", share, k
			exit !(k >= 10 && share >= 0.9)
		}' stream.csv
}
check "streaming reads: 90 % of the DRAM's peak less refresh" stream

# Seeds.
sim_of() { sed -n '/^  "sim": {/,/^  }/p' "$1" | grep -v 'seconds"'; }
run_seed() { # FILE SEED PROGRAM...
	ends 0 -q --config ref --backend "$backend" --detector scord --metadata cached16 --seed "$2" --json "$1" "${@:3}"
}
same_seed() {
	run_seed a.json 3 "$@" && run_seed b.json 3 "$@" && [ -n "$(sim_of a.json)" ] && diff <(sim_of a.json) <(sim_of b.json)
}
cycles() { sed -n 's/.*"gpu.cycles": \([0-9]*\).*/\1/p' "$1" | head -n 1; }
other_seed() {
	local seed
	for seed in 1 2 3 4 5; do
		run_seed $seed.json $seed "$@" || return 1
		cycles $seed.json
	done | sort -u | tee seeds
	[ "$(wc -l <seeds)" -ge 3 ]
}
for backend in rtl model; do
	check "$backend: same seed, same statistics" same_seed ./ticket_lock 2
	check "$backend: other seed, other interleaving" other_seed ./ticket_lock 2
done
# What the seed decides, each by itself, of a run that nothing of it touches otherwise; the arbiters' start is in
# test_noc.c and test_noise.c: the first packet of each port sets them, and those come one SM after the other.
quiet=noc.jitter=0,noc.arbiter_start=off
by_seeds() { # SETTINGS: cycles with seeds 0 to 5, each once
	local seed
	for seed in 0 1 2 3 4 5; do
		ends 0 -q --config ref --set "$quiet$1" --seed $seed --json $seed.json ./histogram || return 1
		cycles $seed.json
	done | sort -u
}
alone() { # SETTING: another seed, another interleaving; seed 0 as without it
	by_seeds ",$1" | tee seeds
	[ "$(wc -l <seeds)" -ge 3 ] && cp 0.json zero.json && cp 5.json five.json && by_seeds ",$1" >/dev/null &&
		diff <(sim_of 5.json) <(sim_of five.json) && by_seeds "" >/dev/null && diff <(sim_of 0.json) <(sim_of zero.json)
}
check "without what the seed decides, all seeds are one" eval '[ "$(by_seeds "" | tee seeds | wc -l)" = 1 ] && [ -s seeds ]'
for source in clock.phase=on dram.refresh_phase=on; do
	check "$source alone: other seed, other interleaving" alone $source
done
phase_both() {
	ends 0 -q --config ref --set clock.phase=on,dram.refresh_phase=on --backend compare --detector scord --seed 3 ./ticket_lock 2
}
check "Verilog and reference models agree whatever the clocks' phases" phase_both
by_set() {
	backend=model
	run_seed a.json 4 ./scan 1500 &&
		ends 0 -q --config ref --set seed=4 --backend model --detector scord --metadata cached16 --json b.json ./scan 1500 &&
		diff <(sim_of a.json) <(sim_of b.json)
}
check "--seed and --set seed are one" by_set
two_threads() {
	backend=rtl
	run_seed a.json 3 ./ticket_lock 2 &&
		ends 0 -q --threads 2 --config ref --detector scord --metadata cached16 --seed 3 --json b.json ./ticket_lock 2 &&
		diff <(sim_of a.json) <(sim_of b.json)
}
check "--threads changes nothing but the time" two_threads

# Knobs: programs/knobs.cu, which has hits, merges, stores, atomics and fences and no spin loop, so that its accesses
# are the same in every run.
knob() { # NAME SETTINGS...: its statistics to NAME.json
	local s=noc.jitter=0,detector.unit=entries
	[ $# = 1 ] || s=$s,$2
	if [ "$1" = none ]; then
		ends 0 -q --config ref --set $s --json none.json ./knobs
	else
		ends 0 -q --config ref --set $s --backend model --detector scord --metadata full --json "$1.json" ./knobs
	fi
}
stat() { sed -n "s/^ *\"$2\": \([0-9.]*\),*$/\1/p" "$1.json" | head -n 1; }
flits() { # RUN: of data, and of what the detector adds
	echo "$(stat "$1" noc.request.flits.read) $(stat "$1" noc.request.flits.write) $(stat "$1" noc.request.flits.atom)"
}
extra() { echo "$(stat "$1" noc.request.flits.hit) + $(stat "$1" noc.request.flits.fence)"; }
meta() { echo "$(stat "$1" l2.meta_read.accesses) + $(stat "$1" l2.meta_write.accesses) + $(stat "$1" l2.record.accesses)"; }
faster() { is "$(stat "$1" gpu.cycles) <= $(stat "$2" gpu.cycles)"; }
check "baseline and detector" eval 'knob none && knob all && faster none all'
check "... which has traffic of every kind" eval 'is "$(stat all noc.request.flits.hit) > 0" &&
	is "$(stat all noc.request.flits.fence) > 0" && is "$(meta all) > 0" && [ "$(flits all)" != "$(flits none)" ]'
check "hits_free: no flits of hits" eval 'knob hits detector.hits_free=on && is "$(stat hits noc.request.flits.hit) == 0" &&
	[ "$(flits hits)" = "$(flits all)" ] && is "$(stat hits noc.request.packets.hit) == $(stat all noc.request.packets.hit)" &&
	faster hits all && faster none hits'
check "noc_free: flits of the baseline" eval 'knob noc detector.noc_free=on && [ "$(flits noc)" = "$(flits none)" ] &&
	is "$(extra noc) == 0" && faster noc all && faster none noc'
check "meta_free: no metadata at the L2" eval 'knob meta detector.meta_free=on && is "$(meta meta) == 0" &&
	[ "$(flits meta)" = "$(flits all)" ] && faster meta all && faster none meta'
check "ideal: no metadata, no stall" eval 'knob ideal detector.ideal=on && is "$(meta ideal) == 0" &&
	is "$(stat ideal tap.stall_detector) == 0" && [ "$(flits ideal)" = "$(flits all)" ] && faster ideal meta && faster none ideal'
check "all off: the baseline, but for fences" eval 'knob off detector.ideal=on,detector.noc_free=on && is "$(extra off) == 0" &&
	faster none off && faster off all'
check "scord_simulator: a line a request, all written back, a fence to one slice" eval 'knob paper detector.scord_simulator=on &&
	is "$(stat paper l2.meta_read.accesses) >= $(stat paper tap.requests)" &&
	is "$(stat paper tap.metadata_reads) == 4 * $(stat paper l2.meta_read.accesses)" &&
	is "$(stat paper tap.metadata_reads) > $(stat all tap.metadata_reads)" &&
	is "$(stat paper l2.meta_write.accesses) >= $(stat paper tap.requests)" &&
	is "$(stat paper tap.fences) == $(stat paper noc.request.packets.fence)" &&
	is "$(stat paper noc.request.packets.fence) == $(stat all noc.request.packets.fence)" &&
	is "$(stat paper tap.stall_detector) == 0 && $(stat paper l2.record.accesses) == 0" &&
	[ "$(flits paper)" = "$(flits all)" ] && faster none paper'
merging=detector.hit_entries=16,detector.hit_cycles=16
check "tag=coded: fewer bytes, none for the parts of an operation" eval 'knob coded detector.tag=coded &&
	is "$(stat coded l1.note_bytes) < $(stat all l1.note_bytes)" &&
	is "$(stat coded noc.request.flits.write) < $(stat all noc.request.flits.write)" &&
	is "$(stat coded det.slice.checks) == $(stat all det.slice.checks)"'
for m in op warp; do
	check "hit_merge=$m: fewer packets, the same hits and checks" eval 'knob merge detector.hit_merge=$m,$merging &&
		is "$(stat merge l1.hits) + $(stat merge l1.merges) == $(stat all l1.hits) + $(stat all l1.merges)" &&
		is "$(stat merge noc.request.packets.hit) + $(stat merge l1.hit_merged) == $(stat all noc.request.packets.hit)" &&
		is "$(stat merge noc.request.packets.hit) == $(stat merge l1.hit_packets)" &&
		is "$(stat merge l1.hit_merged) > 0" &&
		is "$(stat merge det.slice.checks) $([ $m = op ] && echo == || echo "<=") $(stat all det.slice.checks)"'
done
check "hit_entries without merging: packets of the same number" eval 'knob queue detector.hit_entries=4 &&
	is "$(stat queue noc.request.packets.hit) == $(stat all noc.request.packets.hit)" &&
	is "$(stat queue l1.hit_merged) == 0"'
check "the Verilog is as the models, with merged packets and coded tags" eval '(for m in op warp; do
	for d in scord-paper scord; do
		ends 0 -q --config ref --backend compare --detector $d --metadata cached16 \
			--set detector.tag=coded,detector.hit_merge=$m,$merging ./knobs || exit 1
	done
	ends 1 -q --config ref --backend compare --detector scord --set detector.tag=coded,detector.hit_merge=$m,$merging ./racy || exit 1
done)'
# Each of five instructions of programs/hits.cu, and with scord-paper the two whose word nobody had read.
hits_found() { # POLICY SETTINGS
	ends 1 -q --config ref --backend model --detector "$1" --set "detector.$2" --color never --json hits.json ./hits &&
		sed -n 's/.*hits.cu:\([0-9:]*: race: .*\)/\1/p' err | tee -a hits.found
}
check "races of hits, however their packets go" eval '(for d in scord scord-paper; do
	hits_found $d tag=flat && mv hits.found hits.want && n=$(grep -c "read after write" hits.want) &&
		is "$n == $([ $d = scord ] && echo 5 || echo 2)" || exit 1
	for s in hit_entries=2 hit_merge=op,$merging tag=coded,detector.hit_merge=warp,detector.hit_entries=4,detector.hit_cycles=500; do
		rm -f hits.found
		hits_found $d $s && cmp hits.found hits.want || exit 1
	done
	is "$(stat hits l1.hit_merged) > 0" && rm hits.found || exit 1
done)'
refuse_merge() { ends 2 --config ref --detector scord --set detector.hit_merge=op ./knobs && says "detector.hit_merge = op: needs detector.hit_entries"; }
check "hit_merge without a place to wait is refused" refuse_merge
# mm has fences of both scopes and takes a lock in each lane; RACE=3: one of its locks is of too narrow a scope.
told=detector.fences=touched,detector.lock_events=needed
all_told=detector.fences=all,detector.lock_events=lanes
"$PF" cc -O1 --arch sm_60 "$root/sw/kernels/scor/mm.cu" -o mm &&
	"$PF" cc -O1 --arch sm_60 -DRACE=3 "$root/sw/kernels/scor/mm.cu" -o mm_racy || exit 1
mm() { # NAME SETTINGS PROGRAM RC
	ends "$4" -q --config ref --backend model --detector scord --set "$2" --color never --json "$1.json" "$3" 16 &&
		sed -n "s/: race: \([^:]*\).*/ \1/p" err | sort >"$1.found"
}
check "fences=touched, lock_events=needed: fewer messages and events, the same races" eval '
	mm all $all_told ./mm 0 && mm told "$told" ./mm 0 &&
	is "$(stat told det.sm.events) < $(stat all det.sm.events) / 2" &&
	is "$(stat told det.slice.fences) < $(stat all det.slice.fences) / 4" &&
	mm all $all_told ./mm_racy 1 && mm told "$told" ./mm_racy 1 && [ -s all.found ] && cmp all.found told.found'
chosen() { # WANTED SETTINGS OPTION...: auto with SETTINGS is as WANTED says
	ends 0 -q --config ref --backend model --detector scord --set "noc.jitter=0$2" "${@:3}" --json auto.json ./mm 16 &&
		ends 0 -q --config ref --backend model --detector scord --set "noc.jitter=0$2,$1" "${@:3}" --json same.json ./mm 16 &&
		diff <(sim_of auto.json) <(sim_of same.json)
}
lines=detector.unit=lines,$told,detector.tag=coded,detector.hit_merge=op
entries=detector.unit=entries,$all_told,detector.tag=flat,detector.hit_merge=off
check "auto: by lines, told what is needed, hits merged" chosen "$lines,detector.hit_entries=16" ""
check "auto: as many hits wait as one says" chosen "$lines,detector.hit_entries=3" ,detector.hit_entries=3
check "auto: cached16 by entries, all told" chosen "$entries,detector.hit_entries=0" "" --metadata cached16
check "auto: a parameter of the other unit" chosen "$entries" ,detector.lanes=2
check "the Verilog is as the models, with fewer told" eval '(for u in entries lines; do
	ends 0 -q --config ref --backend compare --detector scord --set "$told,detector.unit=$u" ./mm 16 &&
	ends 1 -q --config ref --backend compare --detector scord-paper --set "$told,detector.unit=$u" ./mm_racy 16 || exit 1
done)'
same_statistics() { # RC PROGRAM...
	local b
	for b in rtl model; do
		ends "$1" -q --config ref --backend $b --detector scord --json $b.json "${@:2}" || return 1
	done
	diff <(sim_of rtl.json) <(sim_of model.json)
}
check "by lines all statistics of the model are the Verilog's, cycles among them" eval 'same_statistics 0 ./mm 16 && same_statistics 1 ./mm_racy 16'
refuse_touched() { ends 2 --config ref --detector scord --set detector.fences=touched,detector.$1=on ./knobs &&
	says "detector.fences = touched: not with detector.$1 = on"; }
check "fences=touched with one fence file for all is refused" refuse_touched scord_simulator
check "same races with every knob" eval 'for s in hits_free=on noc_free=on meta_free=on ideal=on scord_simulator=on \
		tag=coded hit_merge=op,$merging hit_merge=warp,$merging fences=touched lock_events=needed; do
	ends 1 -q --config ref --backend model --detector scord --set detector.$s --color never ./race_interblock_blkatom || exit 1
	sed -n "s/: race: .*//p" err; done | uniq | tee races && [ "$(wc -l <races)" = 1 ] && [ -s races ]'
check "ideal and scord_simulator: backend model when none is named" eval 'ends 0 --stats --config ref --detector scord --set detector.scord_simulator=on \
	./norace_interblock_atom && says "backend model"'

# Oracle as an observer.
check "oracle, no race" eval 'ends 0 --config ref --oracle ./norace_interblock_atom && says "no race found by the oracle"'
check "oracle, a race" eval 'ends 1 --config ref --oracle --color never ./race_interblock_blkatom &&
	says "blkatom.cu:13:[0-9]*: race: atomic scope too narrow" && says "found by the oracle"'
check "oracle changes no cycle" eval 'ends 0 -q --config ref --json a.json ./ticket_lock 2 &&
	ends 0 -q --config ref --oracle --json b.json ./ticket_lock 2 && diff <(sim_of a.json) <(sim_of b.json)'

# The hardware against the oracle.
scored() { # CONFIG BACKEND FOUND MISSED FALSE PROGRAM: races of oracle and detector
	ends $(($3 + $5 ? 1 : 0)) --config "$1" --backend "$2" --detector scord --oracle --model scord --color never --json s.json "./$6" &&
		[ "$(jq -r '.races.distinct | "\(.found) \(.missed) \(.false)"' s.json)" = "$3 $4 $5" ]
}
for e in rtl model compare; do
	check "scored, a race, $e" scored ref $e 1 0 0 race_interblock_blkatom
	check "scored, none, $e" scored ref $e 0 0 0 norace_interblock_atom
done
check "scored, other widths" scored tiny model 1 0 0 race_interblock_blkatom
check "who found it" eval 'scored ref model 1 0 0 race_interblock_blkatom && says "found by the oracle \(once\), scord/full$" &&
	says "1 race found by scord/full; oracle: 1 cause, 1 race \(1 access\); 1 found, 0 missed, 0 false alarms \(accesses at instructions that were reported: 1, at others: 0; false records: 0\)$"'
missed() { # RING-LOG2 FOUND MISSED ROWS: accesses
	ends 1 --config ref --detector scord --oracle --model scord --set "detector.ring_log2=$1" --json s.json ./racy &&
		[ "$(jq -c ".races.accesses | [.found, .missed, .false]" s.json)" = "[$2,$3,0]" ] &&
		[ "$(jq -c '[.races.list[].rows[].row] | unique' s.json)" = "$4" ]
}
check "all records kept" missed 10 16 0 '[]'
check "records lost" missed 1 2 14 '["m-ring"]'
check "the oracle beside the hardware changes no cycle" eval 'ends 0 -q --config ref --detector scord --json a.json ./ticket_lock 2 &&
	ends 0 -q --config ref --detector scord --oracle --json b.json ./ticket_lock 2 && diff <(sim_of a.json) <(sim_of b.json)'

# Ends.
for d in "" "--detector scord"; do
	with=${d:+, with detector}
	check "deadlock$with" eval 'ends 3 --config ref $d --set hang_cycles=20000 ./hangs deadlock && says "^photofinish: deadlock in kernel deadlock" &&
		says "hangs.cu:14:.*wait at barrier 1" && says "hangs.cu:16:.*wait at barrier 2"'
	check "livelock$with" eval 'ends 3 --config ref $d --set hang_cycles=20000 ./hangs livelock && says "livelock in kernel livelock" &&
		says "hang_cycles" && says "SM 0: 1 blocks" && says "hangs.cu:22:.*spin"'
	check "max_cycles$with" eval 'ends 4 --config ref $d --set max_cycles=5000 ./hangs long && says "long_one.*limit of 5000 core cycles"'
	check "fault$with" eval 'ends 6 ./hangs fault && cp err plain && ends 6 -q --config ref $d ./hangs fault && says "illegal 4-byte store" &&
		diff <(sed "s/, thread.*//" plain) <(sed "s/, thread.*//" err)'
done

# An atomic in two trips, as in ScoRD's simulator: twice the packets, one check each, the same result; a warp that waits.
stat() { sed -n "s/^ *\"$2\": \([0-9.]*\),*$/\1/p" "$1"; }
trips() {
	local e
	ends 0 -q --config ref --json one.json ./ticket_lock && cp out plain || return 1
	ends 0 -q --config ref --set l1.atomic_trips=2 --json two.json ./ticket_lock && cmp out plain || return 1
	is "$(stat two.json noc.request.packets.atom) == 2 * $(stat two.json l1.atomics)" || return 1
	is "$(stat one.json noc.request.packets.atom) == $(stat one.json l1.atomics)" || return 1
	is "$(stat two.json gpu.cycles) > $(stat one.json gpu.cycles)" || return 1
	for e in model compare; do
		ends 0 -q --config ref --set l1.atomic_trips=2,sm.atomic_waits=on --detector scord --backend $e --json t.json \
			./ticket_lock && cmp out plain || return 1
		is "$(stat t.json noc.request.packets.atom) == 2 * $(stat t.json l1.atomics)" || return 1
		is "$(stat t.json tap.requests) == $(stat t.json det.sm.tags) + $(stat t.json tap.split)" || return 1
	done
}
check "atomics in two trips" trips
waits() {
	ends 0 -q --config ref --set noc.jitter=0 --json one.json ./histogram && cp out plain || return 1
	ends 0 -q --config ref --set noc.jitter=0,sm.atomic_waits=on --json two.json ./histogram && cmp out plain || return 1
	is "$(stat two.json gpu.cycles) > $(stat one.json gpu.cycles)"
}
check "warps that wait for their atomics" waits

# Options that make no sense: exit code 2, nothing on standard output, one line.
refused() { # MESSAGE ARGUMENT...
	ends 2 "${@:2}" ./norace_interblock_atom || return 1
	[ ! -s out ] && [ "$(cat err)" = "photofinish$1" ] || { echo "expected: photofinish$1"; cat out err; return 1; }
}
refuse() { check "refuses ${*:2}" refused "$@"; }
one_or_other=": ref: detector.ideal = on, detector.scord_simulator = on: one or the other"
no_rtl=": detector.ideal and detector.scord_simulator: backend model only; the Verilog takes its time"
refuse ": nope: neither a built-in configuration (ref, tiny, modern) nor a file" --config nope
refuse ": /no/such.cfg: No such file or directory" --config /no/such.cfg
refuse ": --set: l1.way: no such parameter; did you mean l1.ways?" --config ref --set l1.way=8
refuse ": --set: l1.ways = x: expected 1 to 32 lines" --config ref --set l1.sets=4,l1.ways=x
refuse ": --set: 'l1.ways': expected name = value" --config ref --set l1.ways
refuse ": tiny: l2.slices = 3: must be dram.channels = 1 times a power of two" --config tiny --set l2.slices=3
refuse ": ref: sm.count = 16: detector.geometry = ref has 15 SMs" --config ref --detector scord --set sm.count=16
refuse ": ref: detector.lanes = 3: must be 0 or a power of two" --config ref --detector scord --set detector.lanes=3
refuse "$one_or_other" --config ref --detector scord --set detector.ideal=on,detector.scord_simulator=on
for e in rtl compare; do
	for k in ideal scord_simulator; do
		refuse "$no_rtl" --config ref --detector scord --backend $e --set detector.$k=on
	done
done
refuse " run: --set: is for --config, which is off" --set l1.ways=8
refuse " run: --backend: is for --config, which is off" --backend rtl
refuse " run: --backend: is for --detector, which is off" --config ref --backend rtl
refuse " run: --backend: 'verilog' is unknown; expected rtl, model or compare" --config ref --detector scord --backend verilog
refuse " run: --engine: is gone; --backend takes rtl, model or compare" --config ref --detector scord --engine rtl
refuse " run: --backend: 'golden' is called model now" --config ref --detector scord --backend golden
refuse " run: --backend: 'both' is called compare now" --config ref --detector scord --backend both
refuse ": /no/x.csv: No such file or directory" --config ref --sample /no/x.csv

# What the user has written is not replaced; what we have written is.
echo "my notes" >notes
kept=": $PWD/notes: exists and is not what would be written there: not replaced"
refuse "$kept" --config ref --csv notes
refuse "$kept" --config ref --sample notes
refuse "$kept" --config ref --detector scord --wave notes
check "the notes are still there" grep -q "my notes" notes
written() {
	rm -f s.csv p.csv
	for _ in 1 2; do
		ends 0 -q --config ref --csv s.csv --sample p.csv --sample-every 100 --json s.json ./norace_interblock_atom || return 1
	done
	[ "$(sed -n 's/^gpu.cycles,\([0-9]*\),.*/\1/p' s.csv)" = "$(cycles s.json)" ] && [ "$(wc -l <p.csv)" -ge 3 ]
}
check "--csv and --sample, written again over themselves" written
exit $rc
