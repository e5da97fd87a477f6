#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# readme: fills the blocks of README.md that stand between <!-- begin:NAME --> and <!-- end:NAME -->:
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

bench() {
	sed -n 's/^# //p' sw/results/bench.csv
	echo
	awk -F, '!/^#/ && !head++ { next }
		!/^#/ { if (!n++) print "| kernel | mode | warp instructions | memory instructions | M warp instructions / s |\n|---|---|--:|--:|--:|"
			printf "| %s | %s | %.1f M | %.0f %% | %.1f |\n", $1, $2, $3 / 1e6, 100 * $4 / $3, $6 }' sw/results/bench.csv
}

races_bench() {
	echo
	echo "Accesses are those of single lanes, global and shared, of \`sw/kernels/bench/races.cu\`; time is that inside launches."
	echo
	awk -F, '/^#/ || !head++ { next }
		!n++ { print "| mode | threads | words per thread | checked by | M accesses / s | slower by | oracle: bytes per byte touched |\n|---|--:|--:|---|--:|--:|--:|" }
		{ printf "| %s | %d | %d | %s | %.1f | %s | %s |\n", $1, $2, $3, $4 == "off" ? "nobody" : $4, $7,
			$4 == "off" ? "" : sprintf("%.1fx", $8), $10 ? sprintf("%.1f", $9 / $10) : "" }' sw/results/races.csv
}

properties() {
	awk -F, '/^#/ { sub(/^# /, ""); head = $0; next }
		$4 == "total" { n[$1 "/" $2, $3] = $5; if (!seen[$1 "/" $2]++) name[++k] = $1 "/" $2 }
		$4 == "unexplained" { unexplained += $5 }
		END {
			print "Random programs, every access scored (`make properties`, `" head "`):\n"
			print "| detector | racing accesses found | missed | false | unexplained |\n|---|--:|--:|--:|--:|"
			for (i = 1; i <= k; i++)
				printf "| %s | %d | %d | %d | %d |\n", name[i], n[name[i], "found"], n[name[i], "missed"],
					n[name[i], "false"], unexplained
			print "\nRandom programs race far more than real ones, and again after each report; `docs/weaknesses.md` has the rows."
		}' sw/results/properties.csv
}

model() {
	cp "$root"/docs/demo/*.cu "$OUT" && cd "$OUT" || exit 2
	echo '```'
	show photofinish cc publish.cu -o publish
	show photofinish run --config ref --detector scord --compare-baseline ./publish
	echo '```'
	cd "$root" || exit 2
	echo
	echo "\`make run\`, configuration ref, scord/cached16, Verilog in the loop; the 32 microbenchmarks are of a few threads each, so that"
	echo "latency is all they have:"
	echo
	awk -F, '!head++ { next }
		!n++ { print "| program | races expected, found, false | cycles | with detector | slowdown | metadata, bytes |\n|---|---|--:|--:|--:|--:|" }
		{ sum += log($7); all++; if ($1 !~ /race_/) printf "| %s | none, %d, %d | %d | %d | %.3f | %d |\n", $1, $3, $4, $5, $6, $7, $8
		  else { micro++; microsum += log($7); racy += $2; found += $2 && $3 > 0; alarms += !$2 && $4 > 0 } }
		END { printf "| %d microbenchmarks, %d of them racy | found in %d, false alarms in %d | | | %.3f (mean) | |\n", micro, racy, found, alarms, exp(microsum / micro) }' sim/results/run.csv
	echo
	sed -n 's/^# //p' sim/results/model.csv
	echo "Seconds are processor seconds of the program; with two threads, wall time."
	echo
	awk -F, '/^#/ || !head++ { next }
		!n++ { print "| kernel | detector | threads | thousand cycles / s | thousand warp instructions / s | peak MB |\n|---|---|--:|--:|--:|--:|" }
		{ printf "| %s | %s | %d | %.1f | %d | %d |\n", $1, $2, $3, $7, $8, $9 }' sim/results/model.csv
}

fill() {	# NAME: replaces that block by standard input
	awk -v name="$1" -v text="$OUT/$1.md" '
		$0 == "<!-- end:" name " -->" { skip = 0 }
		!skip { print }
		$0 == "<!-- begin:" name " -->" { skip = 1; while ((getline line < text) > 0) print line }' README.md >"$OUT/README.md" &&
		cp "$OUT/README.md" README.md
}

(demo) >"$OUT/demo.md"
(races) >"$OUT/races.md"
(litmus) >"$OUT/litmus.md"
(finish) >"$OUT/finish.md"
properties >"$OUT/properties.md"
{ bench && races_bench; } >"$OUT/bench.md"
(model) >"$OUT/model.md"
for block in demo races litmus finish properties bench model; do
	fill $block
done
echo "README.md: filled in"
