#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# docs: fills the blocks of docs/determinism.md that stand between <!-- run:NAME --> and <!-- ran:NAME -->, each with what
# the commands in it print now. (Blocks begin:NAME are the campaign's: sim/evaluate.py gpudet docs.)
#
#   twice, again, vertex, report, fix   the debugging session: sw/kernels/order/bfsr.cu and bfsf.cu
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

run() { # OPTION... PROGRAM: on the modelled GPU, golden models
	show "photofinish run --config ref --engine golden $*"
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

serial() {
	local app mode
	echo "| program | \`--serial\` | cycles | of them in serial mode | memory hash |"
	echo "|---|---|--:|--:|---|"
	for app in red gcon; do
		photofinish cc -O1 --arch sm_60 $app.cu -o $app >&2 || exit 1
		for mode in slice cu warp; do
			photofinish run -q --config ref --engine golden --deterministic --serial $mode --memory-hash --json s.json \
				./$app ci >/dev/null 2>&1 || exit 1
			jq -r --arg app $app --arg mode $mode '"| `\($app)` | `\($mode)` | \(.sim["gpu.cycles"]) | " +
				"\(.sim["order.serial_cycles"]) | `\(.memory_hash)` |"' s.json
		done
	done
}

programs() {
	awk -F, '!titles++ { print "| program | seeds | memories | outputs | race reports | memories without `--deterministic` |\n|---|--:|--:|--:|--:|--:|"; next }
		{ printf "| `%s` | %d | %d | %d | %d | %s |\n", $1, $2, $3, $4, $5, $6 }' sim/results/determinism.csv
}

racey() {
	awk -F, '!titles++ { print "| configuration | options | seeds | signatures |\n|---|---|--:|--:|"; next }
		{ printf "| %s | %s | %d | %d |\n", $1, $7 == "" ? "" : "`" $7 "`", $3, $4 }' sim/results/racey.csv
}

fenced() {
	echo '```'
	"$@"
	echo '```'
}

fill() { # NAME: replaces that block by what is in NAME.md
	awk -v name="$1" -v text="$OUT/order/$1.md" '
		$0 == "<!-- ran:" name " -->" { skip = 0 }
		!skip { print }
		$0 == "<!-- run:" name " -->" { skip = 1; while ((getline line < text) > 0) print line }' "$DOC" >"$OUT/page" &&
		cp "$OUT/page" "$DOC"
}

rm -rf "$OUT/order" "$OUT/bad"
mkdir -p "$OUT/order" "$OUT/scor" && cp sw/kernels/scor/scor.cuh "$OUT/scor" || exit 2
cp tb/determinism/where.txt sw/kernels/order/*.cu* sw/kernels/scor/*.cu* "$OUT/order" && cd "$OUT/order" || exit 2
for block in twice again vertex report fix quantum barrier; do
	fenced $block >$block.md
done
serial >serial.md
must "without --deterministic results differ" eval '! lines 1 hash= twice.md'
must "with it there is one" lines 1 "^bfsr.*hash=" again.md
must "... and one memory" lines 1 "memory after" again.md
must "the edited program is the same execution" eval '[ "$(grep -h "memory after" again.md vertex.md | sort -u | wc -l)" = 1 ]'
must "race reports are equal" grep -qx "the same races" report.md
must "bfsf is right, always" lines 1 "bfsf: .*hash=" fix.md
must "... and leaves one memory" lines 1 "memory after" fix.md
must "quanta choose the result" lines 3 hash= quantum.md
must "published barriers make red wrong, safe ones do not" eval 'grep -q "red: FAILED" barrier.md && grep -q "red: ok" barrier.md'
must "serial modes leave one memory" eval '[ "$(grep -c "^| .red" serial.md)" = 3 ] && [ "$(sed -n "s/.*| \(.[0-9a-f]*.\) |$/\1/p" serial.md | sort -u | wc -l)" = 2 ]'
for block in twice again vertex report fix quantum barrier serial; do
	fill $block
done
cd "$root" || exit 2
[ ! -s sim/results/determinism.csv ] || { programs >"$OUT/order/programs.md" && fill programs; }
[ ! -s sim/results/racey.csv ] || { racey >"$OUT/order/racey.md" && fill racey; }
[ ! -e "$OUT/bad" ] || exit 1
echo "docs: ${DOC#"$root"/} filled in"
