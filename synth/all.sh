#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Prices the rows of configs.tab and writes synth/results/<library>.csv, or TO=file. SMALL=1: rows
# with a star. ONLY=pattern: rows that match it; the other lines of the file stay as they are.
# JOBS at a time. Environment besides: LIB, PERIOD_PS, B.
set -euo pipefail
case ${1:-} in
"") ;;
-h | --help) sed -n '5,7s/^# //p' "$0" && exit 0 ;;
*) echo "synth: what is '$1'? It takes no argument (--help)" >&2 && exit 2 ;;
esac
here=$(dirname "$0")
export B=${B:-build} LIB=${LIB:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}
base=$(basename "${LIB%.gz}" .lib)
name=$(awk -v base="$base" '!/^#/ && NF && index(base, $2) == 1 { print $1; exit }' "$here/libs.tab")
name=${name:-$base}
to=${TO:-$here/results/$name.csv}
tmp=$B/synth/$name.lines
[ -e "$LIB" ] || { echo "synth: no $LIB (Debian: qflow-tech-osu018), or name one: LIB=file.lib" >&2; exit 2; }
rm -rf "$tmp" && mkdir -p "$tmp" "$(dirname "$to")"

if [ -n "${ONLY:-}" ] && [ -e "$to" ] && ! diff -q <("$here/versions.sh") <(sed -n 's/^# //p' "$to") >/dev/null; then
	echo "synth: $to was made by other tools or constraints: without ONLY, please" >&2
	exit 2
fi
rows=$(sed '/^#/d; /^ *$/d' "$here/configs.tab")
[ -z "${SMALL:-}" ] || rows=$(grep '^\*' <<<"$rows")
[ -z "${ONLY:-}" ] || rows=$(grep -E -- "$ONLY" <<<"$rows") || { echo "synth: no row matches '$ONLY'" >&2; exit 2; }
[ "${LIB%.gz}" = "$LIB" ] || { mkdir -p "$B/synth" && gzip -dc "$LIB" >"$B/synth/$base.lib" && LIB=$B/synth/$base.lib; }

one() { # number, row
	read -r -a w <<<"${2#\*}"
	if "$here/block.sh" "${w[@]}" >"$tmp/$1.csv"; then cut -d, -f1-3,6,12,22 "$tmp/$1.csv"; else rm -f "$tmp/$1.csv"; fi
}
export here tmp
export -f one
n=$(wc -l <<<"$rows")
i=0
while read -r row; do
	i=$((i + 1))
	printf '%04d\0%s\0' $i "$row"
done <<<"$rows" | xargs -0 -n 2 -P "${JOBS:-2}" bash -c 'one "$1" "$2"' _
[ "$(find "$tmp" -name '*.csv' | wc -l)" = "$n" ] || { echo "synth: a block failed" >&2; exit 1; }

# Lines in the order of configs.tab; with ONLY or SMALL the others are kept.
{
	"$here/versions.sh" | sed 's/^/# /'
	"$here/block.sh" header
	{ cat "$tmp"/*.csv; [ ! -e "$to" ] || grep -v -e '^#' -e '^library,' "$to" || true; } |
		awk -F, 'FNR == NR { sub(/^\* */, ""); sub(/^ */, ""); if ($0 !~ /^#/ && NF) { split($0, w, / +/); at[w[1], w[2]] = ++n } next }
			($2, $3) in at && !(($2, $3) in have) { have[$2, $3] = 1; line[at[$2, $3]] = $0 }
			END { for (i = 1; i <= n; i++) if (i in line) print line[i] }' "$here/configs.tab" -
} >"$tmp/result"
mv "$tmp/result" "$to"
echo "synth: $to"
