#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# readme: runs what README.md and the guide's pages show, and fills the blocks that stand between <!-- begin:NAME --> and
# <!-- end:NAME --> there (sim/evaluation/readme.py):
#
#   README.md            program, report: docs/demo/handover.cu, and what `photofinish` prints for it
#   docs/guide.md        demo, races, litmus, finish: what `photofinish cc`, `run` and `litmus` print for docs/demo/*;
#                        properties: sw/results/properties.csv, which `make properties` wrote
#   docs/reference-models.md   lines: sw/results/lines.csv, which `make lines` wrote; packets: sim/results/packets.csv, which
#                        `make packets` wrote
#   docs/metadata-engine.md   units: sim/results/units.csv, which `make slice-units` wrote
#   docs/simulator.md    model: a run of docs/demo/publish.cu with --config
#   docs/performance.md  bench: sw/results/bench.csv and races.csv, which `make bench` wrote; base: sw/results/base.csv, of
#                        `make bench BASE=PHOTOFINISH`; speed: sim/results/model.csv,
#                        likewise; programs: sim/results/run.csv, which `PF_CSV=sim/results/run.csv make run` wrote
set -u
: "${PF:?}" "${OUT:?}"
cd "$(dirname "$0")/.." || exit 2
root=$PWD
mkdir -p "$OUT"
PATH=$(dirname "$PF"):$PATH

show() {	# COMMAND, as a shell would show it
	echo "\$ $*"
	"$@" 2>&1
	local rc=$?
	[ $rc = 0 ] || echo "\$ echo \$?"$'\n'"$rc"
}

program() {
	echo '```cuda'
	sed '1,/^$/d' "$root/docs/demo/handover.cu"
	echo '```'
}

report() {
	cp "$root"/docs/demo/*.cu "$OUT" && cd "$OUT" || exit 2
	echo '```'
	show photofinish cc handover.cu -o handover
	show photofinish run --oracle ./handover
	show photofinish run --config ref --detector scord --compare-baseline ./handover
	echo '```'
}

demo() {
	cp "$root"/docs/demo/*.cu "$OUT" && cd "$OUT" || exit 2
	echo '```'
	show photofinish cc norm.cu -o norm
	show photofinish run ./norm
	show photofinish run --stats --scheduler random --seed 7 ./norm 100000 | grep -v -e ' 0$' -e second
	show photofinish run ./norm 10000 9000
	show photofinish cc handoff.cu -o handoff
	show photofinish run ./handoff
	echo '```'
}

races() {
	cp "$root"/docs/demo/*.cu "$OUT" && cd "$OUT" || exit 2
	echo '```'
	show photofinish cc publish.cu -o publish
	show photofinish run --detector scord --oracle ./publish
	echo '```'
}

litmus() {
	cp "$root"/docs/demo/*.litmus "$OUT" && cd "$OUT" || exit 2
	echo '```'
	show cat narrow.litmus
	show photofinish litmus narrow.litmus
	echo '```'
}

finish() {
	cp "$root"/docs/demo/*.cu "$OUT" && cd "$OUT" || exit 2
	echo '```'
	show photofinish cc finish.cu -o finish
	show photofinish run --config ref --set seed=1 ./finish
	show photofinish run --config ref --set seed=2 ./finish
	show photofinish run --config ref --deterministic --set seed=1 ./finish
	show photofinish run --config ref --deterministic --set seed=2 ./finish
	echo '```'
}

model() {
	cp "$root"/docs/demo/*.cu "$OUT" && cd "$OUT" || exit 2
	echo '```'
	show photofinish cc publish.cu -o publish
	show photofinish run --config ref --detector scord --compare-baseline ./publish
	echo '```'
}

for block in program report demo races litmus finish model; do
	($block) >"$OUT/$block.md"
done
sim/evaluate.py readme "$OUT" || exit
echo "README.md, docs/guide.md, docs/simulator.md, docs/performance.md, docs/reference-models.md: filled in"
