#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Programs as their users bring them, compiled and run as they are. A program is a .cu file here, or a
# folder whose .cu and .cpp files belong together. Comment lines in it say what must come out:
#
#   // expect: LINE     this whole line is on standard output (several allowed)
#   // exit: N          exit status, 0 unless told
#   // stderr: REGEX    standard error has such a line; without it standard error must be empty
#   // args: ...        arguments of the program
#   // flags: ...       compiler flags
#   // arch: sm_60      compile and run for sm_60 as well
#
# One TAP line for each program and compile target.
set -u
: "${PF:?}" "${TMP:?}"
cd "$(dirname "$0")" || exit 2

said() { sed -n "s,^// $2: ,,p" $1; }	# FILES KEY

# One TAP line without its number; failures add "# ..." lines.
program() {	# name arch
	local name=$1 arch=$2 src exe=$TMP/$1.$2 out=$TMP/$1.$2.out err=$TMP/$1.$2.err want rc why="" line
	if [ -d "$name" ]; then
		src=$(ls "$name"/*.cu "$name"/*.cpp 2>/dev/null | tr '\n' ' ')
	else
		src=$name.cu
	fi
	# shellcheck disable=SC2046,SC2086
	if ! "$PF" cc --arch "$arch" $(said "$src" flags) $src -o "$exe" >"$TMP/$1.$2.cc" 2>&1; then
		printf 'not ok - %s, %s: does not compile\n%s\n' "$name" "$arch" "$(head -n 8 "$TMP/$1.$2.cc" | sed 's/^/# /')"
		return
	fi
	# shellcheck disable=SC2046
	timeout 60 "$PF" run -q "$exe" $(said "$src" args) >"$out" 2>"$err"
	rc=$?
	want=$(said "$src" exit)
	[ $rc = "${want:-0}" ] || why="exit status $rc, not ${want:-0}"
	while read -r line; do
		grep -qxF -e "$line" "$out" || why="${why:+$why; }no line '$line'"
	done < <(said "$src" expect)
	want=$(said "$src" stderr)
	if [ -n "$want" ]; then
		grep -qE -e "$want" "$err" || why="${why:+$why; }standard error lacks '$want'"
	elif [ -s "$err" ]; then
		why="${why:+$why; }standard error is not empty"
	fi
	if [ -z "$why" ]; then
		echo "ok - $name, $arch"
	else
		printf 'not ok - %s, %s: %s\n%s\n' "$name" "$arch" "$why" \
			"$({ tail -n 3 "$out"; head -n 8 "$err"; } | cut -c 1-200 | sed 's/^/# /')"
	fi
}
export -f program said
export PF TMP

for unit in *; do
	[ -d "$unit" ] || [ "${unit%.cu}" != "$unit" ] || continue
	name=${unit%.cu}
	echo "$name sm_70"
	if [ -d "$unit" ]; then cat "$unit"/*; else cat "$unit"; fi | grep -q '^// arch: sm_60' && echo "$name sm_60"
done >"$TMP/units"
# Each unit writes a file, so that lines of two jobs never mix.
xargs -P 2 -L 1 bash -c 'program "$@" >"$TMP/$1.$2.tap"' _ <"$TMP/units"

n=0 rc=0
echo "1..$(wc -l <"$TMP/units")"
while read -r name arch; do
	n=$((n + 1))
	tap=$TMP/$name.$arch.tap
	grep -q '^ok ' "$tap" || rc=1
	sed -e "s/^ok - /ok $n - /" -e "s/^not ok - /not ok $n - /" "$tap"
done <"$TMP/units"
exit $rc
