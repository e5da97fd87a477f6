#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# photofinish config: what it prints is read back, --set, errors and exit codes; docs/sim-config.md
# holds its table.
set -u
: "${PF:?}" "${TMP:?}"
root=$(cd "$(dirname "$0")/../.." && pwd)
pf=$(cd "$(dirname "$PF")" && pwd)/$(basename "$PF")
cd "$TMP" || exit 2
. "$root/tb/tap.sh"
# refuse MESSAGE WHAT ARGUMENT...: exit code 2, nothing on standard output, one line on standard error.
refuse() {
	local want="photofinish config: $1" what=$2 code
	shift 2
	"$pf" config "$@" >out 2>err
	code=$?
	n=$((n + 1))
	if [ $code = 2 ] && [ ! -s out ] && [ "$(cat err)" = "$want" ]; then
		echo "ok $n - $what"
	else
		rc=1
		echo "not ok $n - $what: exit code $code, expected: $want"
		head -n 5 err | sed 's/^/# /'
	fi
}
# values FILE: name and value of every parameter.
values() {
	sed -n 's/#.*//; s/[ \t]//g; /=/p' "$1" | sort
}

for c in ref tiny; do
	check "prints $c" sh -c '"$1" config $2 >$2.out' _ "$pf" $c
	check "$c: as its file" diff <(values "$root/sim/config/$c.cfg") <(values $c.out)
	check "$c: is read back" sh -c '"$1" config ./$2.out >again' _ "$pf" $c
	check "$c: nothing changed" diff <(sed 1d $c.out) <(sed 1d again)
done
check "ref without a name" sh -c '"$1" config | diff - ref.out' _ "$pf"
check "--set before and after the name" sh -c '"$1" config --set l1.ways=8 tiny -s seed=3 -s seed=4 >set.out' _ "$pf"
check "... changes what it names" diff <(values tiny.out | sed 's/^l1.ways=.*/l1.ways=8/; s/^seed=.*/seed=4/') <(values set.out)
printf '# mine\ninclude = tiny\nl1.on = off\n' >mine.cfg
check "a file with include" sh -c '"$1" config mine.cfg >mine.out' _ "$pf"
check "... changes what it names" diff <(values tiny.out | sed 's/^l1.on=.*/l1.on=off/') <(values mine.out)

refuse "x: neither a built-in configuration (ref, tiny, modern) nor a file" "no such configuration" x
refuse "/x.cfg: No such file or directory" "no such file" /x.cfg
refuse "/: Is a directory" "folder" /
printf 'include = ref\n\nl1.way = 8\n' >bad.cfg
refuse "bad.cfg:3: l1.way: no such parameter; did you mean l1.ways?" "unknown name in a file" bad.cfg
head -c 4096 "$pf" >binary.cfg
refuse "binary.cfg:1: byte 0x7f: not of a configuration" "binary file" binary.cfg
refuse "--set: l1.ways = 0: expected 1 to 32 lines" "--set out of range" ref --set l1.ways=0
refuse "--set: 'l1.ways': expected name = value" "--set without value" ref --set l1.ways
refuse "tiny: l2.slices = 3: must be dram.channels = 1 times a power of two" "does not fit" tiny --set l2.slices=3
n=$((n + 1))
if "$pf" config >/dev/full 2>err; [ $? = 2 ] && grep -q 'standard output: No space left' err; then
	echo "ok $n - full disk"
else
	rc=1
	echo "not ok $n - full disk"
fi
for args in "ref tiny" "--markdown ref" "--markdown --set seed=1" "--frob" "--set"; do
	# shellcheck disable=SC2086
	check "refuses $args" sh -c '"$@" >out 2>&1; [ $? = 2 ] && ! grep -q "^clock" out' _ "$pf" config $args
done
check "help" sh -c '"$1" help config | grep -q "photofinish config"' _ "$pf"

"$pf" config --markdown >table.md 2>&1
sed -n '/^<!-- made by/,/^<!-- end/p' "$root/docs/sim-config.md" | sed '1d;$d' >doc.md
check "docs/sim-config.md has the table" diff table.md doc.md
exit $rc
