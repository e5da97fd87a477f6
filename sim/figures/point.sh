#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# point: one run of the campaign.
#
#   EXE ──> photofinish run ──> OUT/SIZE/APP/RACE/NAME/SEED.json, .log
#                                  │  races: who of APP.races is meant? by the marks `// race k` of the source
#                                  └──> SEED.csv, one row of runs.csv
#
# A hang, a fault, a difference between Verilog and reference models, or a wrong result of a program without races is an
# error and leaves no row.
set -u
export LC_ALL=C
usage="usage: point.sh APP RACE NAME SEED EXE OPTION...   environment: PF, OUT, SIZE, KERNELS; LIMIT (14400 s)"
[ $# -ge 6 ] || { echo "$usage" >&2; exit 2; }
: "${PF:?}" "${OUT:?}" "${SIZE:?}" "${KERNELS:?}"
app=$1 race=$2 name=$3 seed=$4 exe=$5
shift 5
options=("$@")
file=$SIZE/$app/$race/$name/$seed
base=$OUT/$file
what="$app race $race $name seed $seed"
variant=$name input=$SIZE
die() {
	rm -f "$base.csv.new"
	echo "point.sh: $what: $*" >&2
	[ ! -s "$base.log" ] || tail -n 5 "$base.log" | sed 's/^/    /' >&2
	echo "    $PF run ${options[*]} $OUT/$exe $input" >&2
	exit 1
}

# NAME: variant[@SMs=N][@input=N]
if [[ $name =~ ^(.*)@input=([0-9]+)$ ]]; then
	variant=${BASH_REMATCH[1]} input=${BASH_REMATCH[2]}
fi
if [[ $variant =~ @SMs=([0-9]+)$ ]]; then
	options+=(--set "sm.count=${BASH_REMATCH[1]}")
	# More SMs than the detector's fields have room for; its tags are 45 bits then.
	[[ ${BASH_REMATCH[1]} -le 15 || "${options[*]}" != *--detector* ]] ||
		options+=(--set detector.geometry=modern,detector.tag_bytes=6)
fi
options+=(--seed "$seed")
[[ "${options[*]}" != *--detector* && "${options[*]}" != *--oracle* ]] || options+=(--error-exitcode 0)

# The marks are read from the source, so it must be the one that the program was built from.
[ "$(cksum <"$KERNELS/$app.cu")" = "$(cat "$OUT/$exe.sum")" ] || die "the source has changed since its program was built; call again"

mkdir -p "$(dirname "$base")"
rm -f "$base.json" "$base.csv"
start=$(date +%s%N)
timeout "${LIMIT:-14400}" "$PF" run -q --color never "${options[@]}" --json "$base.json" \
	"$OUT/$exe" "$input" >"$base.log" 2>&1 </dev/null
rc=$?
spent=$(($(date +%s%N) - start))
ok=0
! grep -q "^$app: ok" "$base.log" || ok=1
case $rc in
0 | 1) ;;
2) die "refused" ;;
3) die "hangs" ;;
4) die "ran into a limit" ;;
5) die "Verilog and reference models differ" ;;
6) die "fault" ;;
124) die "no end after ${LIMIT:-14400} s" ;;
*) die "exit status $rc" ;;
esac
[ -s "$base.json" ] || die "left no statistics"
[ "$(jq '.faults | length' "$base.json")" = 0 ] || die "fault"
[ "$race" != none ] || [ $rc$ok = 01 ] || die "wrong result"
[ $rc$ok != 00 ] || die "says neither ok nor FAILED"

# Reports: file, line, kind of each distinct race. One belongs to race k when k is in this build, its line says so, and
# APP.races knows its kind.
marks() {
	grep -Hno '// race [0-9, ]*[0-9]$' "$KERNELS"/*.cu "$KERNELS"/*.cuh |
		sed 's|^\(.*/\)\{0,1\}\([^/:]*\):\([0-9]*\):// race |\2\t\3\t|'
}
# At whatever scopes: those are findings of one race.
races='def races: [.races.list[]?] | unique_by([.kernel, .kind, .space, .order, .second.file, .second.line, .second.column,
	(if .second.file then 0 else .second.pc end), .first.file, .first.line, .first.column]);'
reports=$(jq -r "$races"' races[] | [(.second.file // "?" | sub(".*/"; "")), .second.line // 0,
	if .by_detector then .detector_kind else .kind end] | @tsv' "$base.json") || die "unreadable statistics"
verdict=$(awk -F '\t' -v race="$race" '
	FILENAME == "-" { if (NF == 3) { n++; report[n] = $1 SUBSEP $2; kind[n] = $3 }; next }
	FILENAME ~ /\.races$/ { if (!/^#/ && NF >= 2) { k = split($2, a, ","); for (i = 1; i <= k; i++) { gsub(/ /, "", a[i]); known[$1, a[i]] } }; next }
	{ mark[$1, $2] = $3 }
	END {
		for (i = 1; i <= n; i++) {
			hit = 0
			k = report[i] in mark ? split(mark[report[i]], a, /, */) : 0
			for (j = 1; j <= k; j++)
				if ((a[j], kind[i]) in known && (race == "all" || race == a[j])) { hit = 1; found[a[j] + 0] }
			stray += !hit
		}
		for (i = 1; i < 100; i++) if (i in found) text = text (text == "" ? "" : "+") i
		print (text == "" ? "-" : text) "," stray + 0
	}' "$KERNELS/$app.races" <(marks) - <<<"$reports") || die "cannot attribute its races"

# Write misses go through to the DRAM without a line in L2: they are its writes, too.
jq -r --arg app "$app" --arg race "$race" --arg variant "$variant" --arg seed "$seed" --arg input "$input" \
	--arg size "$SIZE" --arg rc $rc --arg ok $ok --arg verdict "$verdict" '
	'"$races"' .sim as $s | .totals as $t | .races as $r |
	def sum(names): if $s == null then "" else [names[] as $n | $s[$n] // 0] | add end;
	[$size, $app, $race, $variant, $seed, $input, ([.launches[].grid | .[0] * .[1] * .[2]] | max), $rc, $ok,
	sum(["gpu.cycles"]), $t.processor_seconds, $t.warp_insns, $t.thread_insns,
	sum(["l1.accesses"]), sum(["l1.hits"]), sum(["l1.hit_packets"]),
	sum(["read", "write", "atom", "hit", "fence", "epoch"] | map("noc.request.flits." + .)), sum(["noc.request.flits.hit"]),
	sum(["read", "write", "atom"] | map("noc.answer.flits." + .)),
	sum(["read", "write", "atom"] | map("l2." + . + ".accesses")),
	sum(["meta_read", "meta_write", "record"] | map("l2." + . + ".accesses")),
	sum(["l2.fills.data"]), sum(["l2.writebacks.data", "l2.throughs.data"]),
	sum(["l2.fills.meta"]), sum(["l2.writebacks.meta", "l2.throughs.meta"]),
	sum(["tap.packets"]), sum(["tap.stall_detector"]), sum(["memory.wait_tag", "l1.wait_tag"]), sum(["sync.fence_cycles"]),
	(["lines", "memory", "entry", "owner"][] | sum(["det.slice.stall_" + .])),
	(if $s == null then $r.detector_statistics.checks? // "" else sum(["det.slice.checks"]) end),
	sum(["det.slice.records"]), ([races[] | select(.accesses | .found == null or .found + .false > 0)] | length)]
	| map(tostring) | join(",") + "," + $verdict' "$base.json" >"$base.csv.new" ||
	die "unreadable statistics"
mv "$base.csv.new" "$base.csv"

# How far the campaign is: session begins with what was there at its start; each point done adds its weight and when it
# began.
session=$OUT/$SIZE/session progress=
if [ -s "$session" ]; then
	weight=$(awk -F '\t' -v f="$file.csv" '$1 == f { print $2; exit }' "$OUT/$SIZE/points.tsv")
	progress=$(
		exec 9>>"$session"
		flock 9
		now=$(date +%s)
		echo "${weight:-0} $((now - spent / 1000000000))" >&9
		awk -v now="$now" '
			NR == 1 { all = $1; sum = $2; n = $3; had = done = $4; next }
			NR == 2 { start = $2 }
			{ n++; done += $1 }
			END {
				left = done > had ? (sum - done) * (now - start) / (done - had) : 0
				if (left < 0) left = 0
				printf "[%*d/%d %2d %%, about %s left] ", length(all), n, all, sum ? 100 * done / sum : 0,
					left < 90 ? sprintf("%d s", left) : sprintf("%d min", left / 60 + 0.5)
			}' "$session"
	)
fi
awk -F, -v head="$progress" -v what="$what" -v ns="$spent" '
	function thousands(x,   s) {
		for (; length(x) > 3; x = substr(x, 1, length(x) - 3))
			s = "," substr(x, length(x) - 2) s
		return x s
	}
	{ printf "%s%s: %s%.1f s%s\n", head, what, $10 == "" ? "" : thousands($10) " cycles, ", ns / 1e9,
		($36 > 0) ? ", races " $37 (($38 > 0) ? ", " $38 " not attributed" : "") : "" }' "$base.csv"
