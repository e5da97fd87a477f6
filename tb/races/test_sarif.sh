#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Races as SARIF 2.1.0: each file against our schema and against the classes of the official one (sarif.py).
# needs: units-ref
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
here=$(cd "$(dirname "$0")" && pwd)
schema=$here/../../docs/sarif.schema.json
cd "$TMP" || exit 2
. "$here/../tap.sh"
for python in python3 /usr/bin/python3; do
	"$python" -c 'import jsonschema, sarif_om' 2>/dev/null && break
done
sarif() { "$python" "$here/sarif.py" "$schema" "$@"; }
ends() {
	local want=$1 got
	timeout 300 "${@:2}" >out 2>err </dev/null
	got=$?
	[ "$got" = "$want" ] || { echo "exit code $got, not $want"; cat out err; return 1; }
}

cp "$here"/*.cu "$here"/fixes/fences.cu "$here"/fixes/update.cu .
both=(--detector scord --oracle --model scord)
for p in clean:0 fence:1 block_fence:1 unlocked:1 barrier:1 two_kernels:1 fences:1 update:1; do
	name=${p%:*}
	check "compile $name" "$PF" cc -DOP=0 "$name.cu" -o "$name"
	for o in "${both[*]}" "--oracle" "--detector scord" "--detector scord --config ref"; do
		rm -f s.sarif
		# shellcheck disable=SC2086
		check "$name, $o" eval '"$PF" run $o --json s.json --sarif s.sarif ./$name >out 2>err; [ $? -le 1 ] && sarif s.sarif s.json'
	done
done
check "races are there" ends 1 "$PF" run "${both[@]}" --sarif s.sarif ./two_kernels
check "two of them" [ "$(jq '.runs[0].results | length' s.sarif)" = 2 ]
check "errors" [ "$(jq -r '[.runs[0].results[].level] | unique | join(" ")' s.sarif)" = error ]
check "with the fix" eval 'jq -r ".runs[0].results[1].message.text" s.sarif | grep -qF "Fix: use atomicAdd() instead of atomicAdd_block() on line 18"'
check "false alarms" ends 1 "$PF" run --detector scord --oracle --model ptx --sarif f.sarif ./two_kernels
check "are notes" eval '[ "$(jq -r "[.runs[0].results[].level] | sort | join(\" \")" f.sarif)" = "error note" ]'
check "no race" ends 0 "$PF" run "${both[@]}" --sarif none.sarif ./clean
check "no result" eval 'sarif none.sarif && [ "$(jq ".runs[0].results | length" none.sarif)" = 0 ]'

# A race keeps its fingerprint when lines above it come.
print() { jq -r '[.runs[0].results[].partialFingerprints["race/v1"]] | join(" ")' "$1"; }
check "a race" ends 1 "$PF" run --oracle --sarif a.sarif ./fences
check "lines above it" eval '{ for i in 1 2 3; do echo "// new"; done; cat fences.cu; } >moved.cu && mv moved.cu fences.cu &&
	"$PF" cc fences.cu -o fences'
check "it again" ends 1 "$PF" run --oracle --sarif b.sarif ./fences
check "is the same one" [ "$(print a.sarif)" = "$(print b.sarif)" ]
check "at other lines" eval '! cmp -s a.sarif b.sarif'

# A name that is no URI
mkdir -p "a b" && cp fence.cu "a b/x#%.cu"
check "compile a strange name" "$PF" cc "a b/x#%.cu" -o strange
check "run it" ends 1 "$PF" run "${both[@]}" --sarif u.sarif --json u.json ./strange
check "is a URI" sarif u.sarif u.json
check "of that file" eval 'jq -r ".runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri" u.sarif | grep -q "a%20b/x%23%25.cu$"'

# The checks see what is wrong.
wrong() { jq "$1" b.sarif >w.sarif && ! sarif w.sarif; }
check "a wrong version" wrong '.version = "2.0.0"'
check "a member too many" wrong '.runs[0].results[0].colour = "red"'
check "a rule that is none" wrong '.runs[0].results[0].ruleIndex = 0'
check "a line 0" wrong '.runs[0].results[0].locations[0].physicalLocation.region.startLine = 0'
check "no message" wrong 'del(.runs[0].results[0].message)'

# What makes no sense
refused() { ends 2 "$PF" run "${@:2}" ./fence && [ "$(wc -l <err)" = 1 ] && grep -qF -- "$1" err; }
check "--sarif alone" refused "run: --sarif: is for --detector and --oracle, which are off" --sarif x.sarif
check "to nowhere" refused "/nonexistent/x: No such file" --oracle --sarif /nonexistent/x
echo "not JSON" >note.txt
check "over another file" refused "exists and is not JSON: not replaced" --oracle --sarif note.txt
check "which stays" grep -qx "not JSON" note.txt
exit $rc
