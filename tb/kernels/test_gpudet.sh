#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Every program of sw/kernels/gpudet, small: compiled for sm_60 and sm_70, run without clock under three schedulers and
# once clock by clock. Right is "NAME: ok, ... hash=..." as the only line, exit status 0, nothing on standard error.
#
#   same      all runs print one hash               clean   no race for the oracle, watched under rr
#   differ    at least two: the order decides       races   not asked: races on purpose, or all write the same
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$TMP" || exit 2
. "$root/tb/tap.sh"

cat >programs <<-'TABLE'
	aes same clean 8
	atm differ clean 1000
	bfsf same races 2048
	bfsr differ races 2048
	cfd same clean 20
	cl differ clean 20
	clopt differ clean 20
	cp same clean 4
	hotspot same clean 40
	ht differ clean 1000
	lib same clean 100
	lps same clean 34
	racey differ races 20
	srad same clean 50
TABLE

compiles() { # NAME ARCH
	"$PF" cc -O1 --arch "$2" "$root/sw/kernels/gpudet/$1.cu" -o "$1.$2"
}

# Runs it, and adds its hash to NAME.hashes. bfsr may be wrong, and then has to say so.
right() { # NAME OPTION... PROGRAM SIZE
	local name=$1 status=0 want="^$1: ok, "
	shift
	timeout 60 "$PF" run -q "$@" >out 2>err || status=$?
	cat out err
	[ ! -s err ] && [ "$(wc -l <out)" = 1 ] || return 1
	grep -oE 'hash=[0-9a-f]{16}$' out >>"$name.hashes" || return 1
	if [ "$name" = bfsr ] && [ $status = 1 ]; then
		status=0 want="^bfsr: WRONG [0-9]+ of [0-9]+ levels, "
	fi
	[ $status = 0 ] && grep -qE "$want" out
}

results() { # NAME same|differ
	local hashes
	sort "$1.hashes" | uniq -c
	hashes=$(sort -u "$1.hashes" | wc -l)
	if [ "$2" = same ]; then [ "$hashes" = 1 ]; else [ "$hashes" -gt 1 ]; fi
}

whole() { # NAME same|differ clean|races SIZE
	local arch scheduler watch
	rm -f "$1.hashes"
	for arch in sm_60 sm_70; do
		check "$1: compiles for $arch" compiles "$1" $arch
		for scheduler in rr gto random; do
			watch=()
			[ "$3" = races ] || [ $scheduler != rr ] || watch=(--oracle)
			check "$1: $arch, $scheduler" right "$1" --scheduler $scheduler --seed 1 "${watch[@]}" "./$1.$arch" "$4"
		done
	done
	check "$1: clock by clock" right "$1" --config ref "./$1.sm_60" "$4"
	check "$1: results: $2" results "$1" "$2"
}

all_there() {
	basename -s .cu -a "$root"/sw/kernels/gpudet/*.cu | sort | diff - <(cut -d' ' -f1 programs | sort)
}
check "every program is in the table" all_there
while read -r name same clean size; do
	whole "$name" "$same" "$clean" "$size"
done <programs
echo "1..$n"
exit $rc
