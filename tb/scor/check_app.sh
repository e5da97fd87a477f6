#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# check_app: ScoR's applications (sw/kernels/scor), each race of APP.races alone, all at once, and none; TAP lines.
#
#   APP.cu ─ cc -DRACE=k ─> run, timed ─> races of the JSON file: each belongs to the races that the comment
#   "race k" of its line names, if APP.races lists its kind for them; else it is stray
#
#   no race     the program says ok, nothing is reported: timed for each detector and metadata; lock step and its
#   race k      reported, and nothing stray
#   all         every race reported, and nothing stray
set -u
usage() {
	cat <<-'EOT'
		usage: tb/scor/check_app.sh APP...
		  APP  mm, red, r110, gcol, gcon, 1dc, uts
		exit 0: all as it should be; 1: not; 2: wrong usage
		environment: PF the command, OUT a folder; SIZE (ci), SEED (1), CONFIG (ref), ENGINE (golden),
		  DETECTORS (scord-paper scord), METADATA (full: what races are looked for with), RANDOM_SEEDS (5:
		  untimed runs without a race, for each detector and metadata)
	EOT
}
case ${1:-} in
-h | --help) usage; exit 0 ;;
'' | -*) usage >&2; exit 2 ;;
esac
: "${PF:?}" "${OUT:?}"
PF=$(readlink -f "$PF")
root=$(cd "$(dirname "$0")/../.." && pwd)
scor=$root/sw/kernels/scor
size=${SIZE:-ci} seed=${SEED:-1} config=${CONFIG:-ref} engine=${ENGINE:-golden}
detectors=${DETECTORS:-scord-paper scord} metadata=${METADATA:-full} random=${RANDOM_SEEDS:-5}
for app; do
	[ -r "$scor/$app.cu" ] && [ -r "$scor/$app.races" ] || { echo "check_app.sh: no application $app" >&2; exit 2; }
done
mkdir -p "$OUT" && cd "$OUT" || exit 2
n=0 bad=0

tap() { # RESULT TEXT: RESULT is empty when all is well
	n=$((n + 1))
	if [ -z "$1" ]; then
		echo "ok $n - $2"
	else
		bad=1
		printf 'not ok %d - %s\n%s\n' $n "$2" "$(sed 's/^/# /' <<<"$1")"
	fi
}

build() { # APP RACE ARCH: writes APP.RACE.ARCH, or says what is wrong
	"$PF" cc --arch "$3" -DRACE="$2" "$scor/$1.cu" -o "$1.$2.$3" >cc.log 2>&1 || tail -n 5 cc.log
}

# Which races the reports of a JSON file belong to: one number a line; then "stray FILE:LINE KIND" of the others.
attribute() { # APP JSON
	awk -v app="$1" '
		function first(key, pattern,  s) {	# value of the first such key of this line, unquoted
			if (!match($0, "\"" key "\": *" pattern))
				return ""
			s = substr($0, RSTART, RLENGTH)
			sub(/^[^:]*: */, "", s)
			gsub(/"/, "", s)
			return s
		}
		FILENAME ~ /\.races$/ {
			if ($0 !~ /^#/ && split($0, column, "\t") >= 2)
				kinds[column[1]] = "," column[2] ","
			next
		}
		FILENAME ~ /\.cu$/ {
			if (match($0, /\/\/ race [0-9, ]+$/))
				races[FNR] = substr($0, RSTART + 8)
			next
		}
		/"list": *\[/ { list = 1 }
		list && /"second"/ {
			kind = first("kind", "\"[a-z-]*\"")
			sub(/.*"second"/, "\"second\"")
			file = first("file", "\"[^\"]*\"")
			line = first("line", "[0-9]+")
			sub(/.*\//, "", file)
			mine = 0
			if (file == app ".cu") {
				many = split(races[line], k, /, */)
				for (i = 1; i <= many; i++)
					if (index(kinds[k[i] + 0], "," kind ",")) {
						print k[i] + 0
						mine = 1
					}
			}
			if (!mine)
				print "stray", file ":" line, kind
		}' "$scor/$1.races" "$scor/$1.cu" "$2" | sort -u
}

# Runs a program; says what is wrong but races. What is reported goes to the file `found`.
run() { # APP RACE ARCH OPTION...
	local app=$1 race=$2 exe=./$1.$2.$3 rc
	shift 3
	rm -f run.json
	timeout 600 "$PF" run -q --color never --error-exitcode 0 --json run.json "$@" "$exe" "$size" \
		>run.out 2>run.err </dev/null
	rc=$?
	if [ ! -s run.json ] || [ $rc -gt 1 ] || { [ "$race" = 0 ] && ! grep -q "^$app: ok" run.out; }; then
		echo "$*: exit status $rc: $(cat run.out) $(tail -n 1 run.err)"
	fi
	attribute "$app" run.json >found
}

timed() { # DETECTOR METADATA
	echo "--config $config --set seed=$seed --engine $engine --detector $1 --metadata $2"
}

silent() { # APP ARCH
	local d m s
	for d in $detectors; do
		for m in full cached16; do
			# shellcheck disable=SC2046 # words
			run "$1" 0 "$2" $(timed "$d" $m)
			[ ! -s found ] || sed "s,^,$d/$m: ," found
			for ((s = 1; s <= random; s++)); do
				run "$1" 0 "$2" --scheduler random --seed $s --detector "$d" --metadata $m
				[ ! -s found ] || sed "s,^,$d/$m untimed; seed $s: ," found
			done
		done
	done
}

reported() { # APP RACE NUMBER...: all these numbers, and nothing stray
	local app=$1 race=$2 d m k
	shift 2
	for d in $detectors; do
		for m in $metadata; do
			# shellcheck disable=SC2046 # words
			run "$app" "$race" sm_60 $(timed "$d" "$m")
			for k; do grep -qx "$k" found || echo "$d/$m: race $k is not reported"; done
			grep '^stray' found | sed "s,^,$d/$m: ,"
		done
	done
}

for app; do
	races=$(awk -F '\t' '!/^#/ && NF >= 4 { print $1 }' "$scor/$app.races")
	for arch in sm_60 sm_70; do
		wrong=$(build "$app" 0 $arch)
		tap "${wrong:-$(silent "$app" $arch)}" "$app, no race, $arch: ok and no report"
	done
	for k in $races; do
		wrong=$(build "$app" "$k" sm_60)
		tap "${wrong:-$(reported "$app" "$k" "$k")}" "$app, race $k: reported, nothing stray"
	done
	wrong=$(build "$app" RACE_ALL sm_60)
	# shellcheck disable=SC2086 # words
	tap "${wrong:-$(reported "$app" RACE_ALL $races)}" "$app, all races: reported, nothing stray"
done
echo "1..$n"
exit $bad
