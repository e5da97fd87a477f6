#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# programs: the programs of sw/kernels/directed/programs.txt under SEEDS seeds: in none, some or all
# of the runs, do oracle and detectors report a race? One line each, as `directed` prints them.
#
#   PF photofinish   TMP scratch folder   SEEDS (5)   usage: programs.sh [--markdown]
#
# Exit status 1 when a program is not as expected.
set -u
: "${PF:?}" "${TMP:?}"
SEEDS=${SEEDS:-5}
here=$(cd "$(dirname "$0")/../../sw/kernels/directed" && pwd) || exit 2
style=${1:-}
rc=0

# verdict RACY: never, sometimes, always
verdict() {
	case $1 in
	0) echo never ;;
	"$SEEDS") echo always ;;
	*) echo sometimes ;;
	esac
}

# count NAME CHECKER OPTION...: runs in which it reports a race; exit status 2 when a run fails.
# The weaknesses that explain its disagreements go to $TMP/NAME.CHECKER.rows.
count() {
	local name=$1 checker=$2 seed racy=0 out=$TMP/$1.$2.json all found false_
	shift 2
	: >"$TMP/$name.$checker.rows"
	for ((seed = 1; seed <= SEEDS; seed++)); do
		timeout 300 "$PF" run -q --scheduler random --seed $seed --error-exitcode 0 --json "$out" "$@" \
			"$TMP/$name" >"$TMP/$name.out" 2>&1 </dev/null || return 2
		read -r all found false_ < <(sed -n \
			's/^ *"accesses": {"all":\([0-9]*\),"found":\([0-9a-z]*\),.*"false":\([0-9a-z]*\)},$/\1 \2 \3/p' \
			"$out") || return 2
		[ $checker = oracle ] || all=$((found + false_))
		[ "$all" = 0 ] || racy=$((racy + 1))
		grep -o '"row": *"[^"]*"' "$out" | sed 's/.*"\([^"]*\)"$/\1/' >>"$TMP/$name.$checker.rows"
	done
	echo $racy
}

rows() {
	local r
	r=$(sort -u "$TMP/$1.$2.rows" | paste -sd, | sed 's/,/, /g')
	echo "${r:--}"
}

while IFS='|' read -r name oracle paper scord paper_rows scord_rows; do
	read -r name oracle paper scord <<<"$name $oracle $paper $scord"
	want="$oracle/$paper/$scord/$(echo $paper_rows)/$(echo $scord_rows)"
	if ! "$PF" cc --arch sm_60 "$here/$name.cu" -o "$TMP/$name" >"$TMP/$name.cc" 2>&1; then
		echo "$name: does not compile: $(head -n 1 "$TMP/$name.cc")" >&2
		exit 2
	fi
	if ! o=$(count "$name" oracle --oracle --model scord) ||
		! p=$(count "$name" scord-paper --detector scord-paper --oracle --model scord) ||
		! s=$(count "$name" scord --detector scord --oracle --model scord); then
		echo "$name: a run failed: $(head -n 1 "$TMP/$name.out")" >&2
		exit 2
	fi
	o=$(verdict "$o") p=$(verdict "$p") s=$(verdict "$s")
	r="$(rows "$name" scord-paper)/$(rows "$name" scord)"
	good=ok
	if [ "$o/$p/$s/$r" != "$want" ]; then
		good=WRONG rc=1
		echo "programs: $name: expected $want, got $o/$p/$s/$r" >&2
	fi
	why=""
	[ "${r%%/*}" = - ] || why="scord-paper: ${r%%/*}"
	[ "${r##*/}" = - ] || why="${why:+$why; }scord: ${r##*/}"
	if [ "$style" = --markdown ]; then
		[ $good = ok ] || why="$why **WRONG**"
		echo "| \`$name.cu\` | $SEEDS seeds | $o | $p | $s | $why |"
	else
		printf '%-32s %9s  %-10s %-11s %-10s %-5s  %s\n' "$name.cu" "$SEEDS seeds" $o $p $s $good "$why"
	fi
done < <(grep -v '^#' "$here/programs.txt")
exit $rc
