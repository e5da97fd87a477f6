#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# apps: ScoR's applications without races, and with each of theirs and iGUARD's five of lanes (sw/kernels/scor/*.races, *.its), by
# --detector exact beside the oracle: every access that races, and how conflicts were decided.
#
#   PF photofinish   TMP folder for programs   CSV file for one row a run (none)   SEED (1)
#   APPS, ARCHS (sm_60: warps; sm_70: lanes are threads)
#
# One line a run. Exit status 1: a run failed; an access that races and was not told, or was told and does not.
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
kernels=$(cd "$(dirname "$0")/../../sw/kernels/scor" && pwd)
APPS=${APPS:-mm red r110 gcol gcon 1dc uts} ARCHS=${ARCHS:-sm_60 sm_70} SEED=${SEED:-1}
rc=0
[ -z "${CSV-}" ] || {
	echo "# $("$PF" --version | head -n 1); \`make figures-exact\`: size ci, seed $SEED"
	echo "app,race,arch,found,missed,false,words,conflicts,by_barrier,by_pairs,by_software,by_observed,races,searches"
} >"$CSV.new"

bad() {
	echo "    $*"
	rc=1
}

# one APP RACE ARCH
one() {
	local exe=$TMP/$1.$2.$3 json=$TMP/run.json got row
	"$PF" cc -w -O1 --arch "$3" -DRACE="$2" "$kernels/$1.cu" -o "$exe" || { bad "$1, race $2: does not compile"; return; }
	rm -f "$json"
	timeout 1200 "$PF" run -q --detector exact --oracle --seed "$SEED" --error-exitcode 0 --json "$json" "$exe" ci >"$TMP/log" 2>&1 </dev/null
	got=$?
	case $2,$got in
	*,0 | [1-9]*,1) ;; # a race may spoil the result
	*) bad "exit status $got: $(tail -n 1 "$TMP/log")" ;;
	esac
	row=$(jq -r '.races | .accesses as $a | .exact_statistics | [$a.found, $a.missed, $a.false, .words, .conflicts, .by_barrier, .by_pairs, .by_order,
		.by_observed, .races, .searches] | join(",")' "$json") || { bad "no report"; return; }
	echo "$1 race $2 $3: $row"
	[ -z "${CSV-}" ] || echo "$1,$2,$3,$row" >>"$CSV.new"
	[[ $row =~ ^[0-9]+,0,0, ]] || bad "not as the oracle says"
	[ "$2" != 0 ] || [[ $row = 0,0,* ]] || bad "a program without races"
	rm -f "$exe"
}

for app in $APPS; do
	for arch in $ARCHS; do
		for k in 0 $(awk '!/^#/ {print $1}' "$kernels/$app.races"); do
			grep -q "^$k	" "$kernels/$app.its" 2>/dev/null || one "$app" "$k" "$arch"
		done
		[ "$arch" = sm_70 ] && [ -e "$kernels/$app.its" ] || continue
		for k in $(awk '!/^#/ {print $1}' "$kernels/$app.its"); do
			one "$app" "$k" "$arch"
		done
	done
done
[ -z "${CSV-}" ] || [ $rc != 0 ] || mv "$CSV.new" "$CSV"
exit $rc
