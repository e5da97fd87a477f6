#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# docs: runs what docs/determinism.md shows, says where that is not what the page says, and fills the blocks that stand
# between <!-- run:NAME --> and <!-- ran:NAME --> there (sim/evaluation/determinism.py). (Blocks begin:NAME are the campaign's: sim/evaluate.py gpudet docs.)
#
#   twice, again, vertex, report, fix   the debugging session: sw/kernels/gpudet/bfsr.cu and bfsf.cu
#   quantum, barrier, serial            which result; barriers as published; three serial modes
#   programs, racey                     sim/results/determinism.csv and racey.csv, which determinism.sh -r -o and racey.sh -o
#                                       wrote; left as they are without
set -u
usage() {
	cat <<-'EOT'
		usage: tb/determinism/docs.sh
		exit 0: filled in; 1: a command did not do what the page says of it
		environment: PF the command, OUT a folder; DOC the document (docs/determinism.md)
	EOT
}
case ${1:-} in
-h | --help) usage; exit 0 ;;
?*) usage >&2; exit 2 ;;
esac
: "${PF:?}" "${OUT:?}"
cd "$(dirname "$0")/../.." || exit 2
root=$PWD
DOC=$(readlink -m "${DOC:-docs/determinism.md}")
mkdir -p "$OUT" && OUT=$(readlink -f "$OUT") || exit 2
PATH=$(dirname "$(readlink -f "$PF")"):$PATH

show() { # COMMAND as a shell takes it
	echo "\$ $1"
	eval "$1" 2>&1
}

run() { # OPTION... PROGRAM: on the modelled GPU, reference models
	show "photofinish run --config ref --backend model $*"
}

must() { # WHAT COMMAND...: or the page says what is not so
	local what=$1
	shift
	"$@" && return
	echo "docs.sh: not so: $what" >&2
	touch "$OUT/bad"
}

lines() { # N PATTERN FILE: so many different lines are like that
	[ "$(grep -E "$2" "$3" | sort -u | wc -l)" = "$1" ]
}

twice() {
	show "photofinish cc -O1 --arch sm_60 bfsr.cu -o bfsr"
	show "photofinish run --config ref --set seed=1 ./bfsr"
	show "photofinish run --config ref --set seed=2 ./bfsr"
	show "photofinish run --config ref --set seed=3 ./bfsr"
}

again() {
	run --deterministic --memory-hash --set seed=1 ./bfsr
	run --deterministic --memory-hash --set seed=2 ./bfsr
	run --deterministic --memory-hash --set seed=3,deterministic.bloom_bits=128,deterministic.z_sets=2 ./bfsr
}

vertex() {
	show "cat where.txt"
	show "sed '/int wrong = 0;/r where.txt' bfsr.cu >where.cu"
	show "photofinish cc -O1 --arch sm_60 where.cu -o where"
	run --deterministic --memory-hash --set seed=4 ./where
}

report() {
	run --deterministic --detector scord --json 1.json --set seed=1 ./bfsr "2>report.txt"
	show "grep race: report.txt"
	show "sed -n '/^bfsr.cu:26.*device scope/,/^\$/p' report.txt"
	run --deterministic --detector scord --json 2.json --set seed=2 ./bfsr "2>/dev/null"
	show "cmp <(jq .races 1.json) <(jq .races 2.json) && echo the same races"
}

fix() {
	show "photofinish cc -O1 --arch sm_60 bfsf.cu -o bfsf"
	show "photofinish run --config ref --memory-hash --set seed=1 ./bfsf"
	run --deterministic --memory-hash --set seed=2 ./bfsf
	run --deterministic --quantum 1000 --memory-hash --set seed=3 ./bfsf
}

quantum() {
	local n
	for n in 20 200 1000; do
		run --deterministic --quantum $n ./bfsr
	done
}

barrier() {
	show "photofinish cc -O1 --arch sm_60 red.cu -o red"
	run --deterministic --set deterministic.bta=published ./red ci
	run --deterministic --set deterministic.bta=safe ./red ci
}

serial() { # its table is made of the runs' statistics
	local app mode
	for app in red gcon; do
		photofinish cc -O1 --arch sm_60 $app.cu -o $app >&2 || exit 1
		for mode in slice cu warp; do
			photofinish run -q --config ref --backend model --deterministic --serial $mode --memory-hash \
				--json serial-$app-$mode.json ./$app ci >/dev/null 2>&1 || exit 1
		done
	done
}

memories() { # PROGRAM: how many its serial modes leave
	jq -r .memory_hash serial-"$1"-*.json | sort -u | wc -l
}

fenced() {
	echo '```'
	"$@"
	echo '```'
}

rm -rf "$OUT/order" "$OUT/bad"
mkdir -p "$OUT/order" "$OUT/scor" && cp sw/kernels/scor/scor.cuh "$OUT/scor" || exit 2
cp tb/determinism/where.txt sw/kernels/gpudet/*.cu* sw/kernels/scor/*.cu* "$OUT/order" && cd "$OUT/order" || exit 2
for block in twice again vertex report fix quantum barrier; do
	fenced $block >$block.md
done
serial
must "without --deterministic results differ" eval '! lines 1 hash= twice.md'
must "with it there is one" lines 1 "^bfsr.*hash=" again.md
must "... and one memory" lines 1 "memory after" again.md
must "the edited program is the same execution" eval '[ "$(grep -h "memory after" again.md vertex.md | sort -u | wc -l)" = 1 ]'
must "race reports are equal" grep -qx "the same races" report.md
must "bfsf is right, always" lines 1 "bfsf: .*hash=" fix.md
must "... and leaves one memory" lines 1 "memory after" fix.md
must "quanta choose the result" lines 3 hash= quantum.md
must "published barriers make red wrong, safe ones do not" eval 'grep -q "red: FAILED" barrier.md && grep -q "red: ok" barrier.md'
must "serial modes leave one memory" [ "$(memories red)$(memories gcon)" = 11 ]
cd "$root" || exit 2
DOC=$DOC sim/evaluate.py determinism "$OUT/order" || exit 2
[ ! -e "$OUT/bad" ] || exit 1
echo "docs: ${DOC#"$root"/} filled in"
