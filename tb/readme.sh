#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# readme: runs what README.md shows, and fills the blocks that stand between <!-- begin:NAME --> and <!-- end:NAME --> there
# (sim/evaluation/readme.py):
#
#   demo, races, litmus, finish   what `photofinish cc`, `run` and `litmus` print for docs/demo/*
#   bench                 the tables of sw/results/bench.csv and races.csv, which `make bench` wrote
#   model                 a run of docs/demo/publish.cu with --config, and the tables of sim/results: run.csv, which
#                         `PF_CSV=sim/results/run.csv make run` wrote, and model.csv, which `make bench` wrote
#   properties            what sw/results/properties.csv says, which `make properties` wrote
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

(demo) >"$OUT/demo.md"
(races) >"$OUT/races.md"
(litmus) >"$OUT/litmus.md"
(finish) >"$OUT/finish.md"
(model) >"$OUT/model.md"
sim/evaluate.py readme "$OUT" || exit
echo "README.md: filled in"
