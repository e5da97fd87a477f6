#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# pf_fields: its headers are accepted by C compiler, Icarus and Verilator and give the same numbers;
# docs/reference-models.md holds its table; every mistake in a table is one line with its place, status 2.
set -u
: "${TMP:?}"
root=$(cd "$(dirname "$0")/../.." && pwd)
tab=$root/sw/reference/fields.tab
gen=$TMP/pf_fields
rc=0 n=0
ok() { n=$((n + 1)) && echo "ok $n - $1"; }
not_ok() {
	n=$((n + 1)) rc=1
	echo "not ok $n - $1"
	tail -n 20 "$TMP/log" | sed 's/^/# /'
}
check() {
	if "${@:2}" >"$TMP/log" 2>&1; then ok "$1"; else not_ok "$1"; fi
}

check "compiles" gcc -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -g -O1 -fsanitize=address,undefined \
	-fno-sanitize-recover=undefined "$root/sw/reference/tools/pf_fields.c" -o "$gen"
check "generates" "$gen" --c "$TMP/pf_fields.h" --verilog "$TMP/pf_fields.vh" --markdown "$TMP/fields.md" "$tab"

# A table of docs/reference-models.md is the generated one, word for word.
check "docs/reference-models.md has the table" awk '
	NR == FNR { if (NF) want[$0] = 1; next }
	{ delete want[$0] }
	END { for (l in want) { print "missing: " l; bad = 1 } exit bad }' "$TMP/fields.md" "$root/docs/reference-models.md"

# Both headers, printed as NAME VALUE.
names=$(sed -n 's/^`define \(PF_[A-Z]*_[A-Z_]*_W\) .*/\1/p' "$TMP/pf_fields.vh" | grep -E '^PF_(REF|TINY|MODERN)_' | sort -u)
{
	echo '#include <stdio.h>'
	echo '#include "pf_fields.h"'
	echo 'int main(void) {'
	for x in $names; do echo "printf(\"$x %d\\n\", (int)$x);"; done
	echo 'return 0; }'
} >"$TMP/show.c"
check "C header compiles" gcc -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$TMP" "$TMP/show.c" -o "$TMP/show"
"$TMP/show" >"$TMP/c.txt" 2>&1
{
	echo '`include "pf_fields.vh"'
	echo 'module show;'
	echo '  initial begin'
	for x in $names; do echo "    \$display(\"$x %0d\", \`$x);"; done
	echo '    $display("sel %0d", `PF_META_BLOCK_W);'
	echo '  end'
	echo 'endmodule'
} >"$TMP/show.v"
if command -v iverilog >/dev/null; then
	check "Icarus takes it" iverilog -g2005 -Wall -I "$TMP" -o "$TMP/show.vvp" "$TMP/show.v"
	vvp -N "$TMP/show.vvp" >"$TMP/v.txt" 2>&1
	check "same numbers in C and Verilog" diff "$TMP/c.txt" <(grep -v '^sel' "$TMP/v.txt")
	check "ref without a choice" grep -qx 'sel 7' "$TMP/v.txt"
	iverilog -g2005 -DPF_GEOMETRY_TINY -I "$TMP" -o "$TMP/tiny.vvp" "$TMP/show.v" >"$TMP/log" 2>&1
	vvp -N "$TMP/tiny.vvp" >"$TMP/v.txt" 2>&1
	check "tiny when chosen" grep -qx 'sel 2' "$TMP/v.txt"
else
	for i in 1 2 3 4; do n=$((n + 1)) && echo "ok $n - Icarus # SKIP not installed"; done
fi
if command -v verilator >/dev/null; then
	check "Verilator takes it" verilator --lint-only -Wno-DECLFILENAME -I"$TMP" "$TMP/show.v"
else
	n=$((n + 1)) && echo "ok $n - Verilator # SKIP not installed"
fi

# Mistakes: text of the table (after a good beginning or without), what the line must say.
good='geometry ref tiny\nrecord r "R"\nfield a 1 1 "A"\n'
bad() { # name, table, message
	printf '%b' "$2" >"$TMP/bad.tab"
	rm -f "$TMP/bad.h"
	"$gen" --c "$TMP/bad.h" "$TMP/bad.tab" >"$TMP/log" 2>&1
	if [ $? = 2 ] && [ "$(wc -l <"$TMP/log")" = 1 ] && grep -qF "bad.tab$3" "$TMP/log" && [ ! -e "$TMP/bad.h" ]; then
		ok "$1"
	else
		not_ok "$1 (wanted '$3')"
	fi
}
bad "nothing" '' ': no record'
bad "unknown word" "${good}filed b 1 1 \"B\"\n" ":4: 'filed' is none of"
bad "no geometry" 'field a 1 "A"\n' ":1: 'field' before 'record'"
bad "size without geometry" 'size a 1 "A"\n' ":1: 'size' before 'geometry'"
bad "second geometry" 'geometry a\ngeometry b\n' ":2: a second 'geometry'"
bad "geometry without name" 'geometry\n' ":1: 'geometry' wants"
bad "too many geometries" 'geometry a b c d e f g h i\n' ":1: 'geometry' wants"
bad "same geometry" 'geometry a b a\n' ":1: geometry 'a' twice"
bad "bad name" 'geometry Ref\n' ":1: 'Ref' is not a name"
bad "long name" 'geometry abcdefghijklmnopqrstuvwxyzabcdefgh\n' ":1: 'abcdefghijklmnopqrstuvwxyzabcdefgh' is longer"
bad "too few widths" "${good}field b 1 \"B\"\n" ":4: 'field' wants a name and 2 numbers"
bad "too many widths" "${good}field b 1 1 1 \"B\"\n" ":4: 'field' wants a name and 2 numbers"
bad "not a number" "${good}field b 1 x \"B\"\n" ":4: 'x' is not a number in 0..64"
bad "too wide" "${good}field b 1 65 \"B\"\n" ":4: '65' is not a number in 0..64"
bad "negative" "${good}field b -1 3 \"B\"\n" ":4: '-1' is not a number"
bad "zero size" "${good}size b 0 3 \"B\"\n" ":4: '0' is not a number in 1.."
bad "no meaning" "${good}field b 1 1\n" ':4: no "meaning"'
bad "open quote" "${good}field b 1 1 \"B\n" ':4: a quote that does not end'
bad "text after quote" "${good}field b 1 1 \"B\" 3\n" ':4: a quote that does not end'
bad "only a quote" "${good}\"B\"\n" ':4: a meaning of nothing'
bad "same field" "${good}field a 1 1 \"B\"\n" ":4: field 'a' twice in record 'r'"
bad "namesake of other width" "${good}record s \"S\"\nfield a 1 2 \"B\"\n" ":5: field 'a' has other widths in record 'r'"
bad "same record" "${good}record r \"S\"\n" ":4: record 'r' twice"
bad "same size" "${good}size x 1 1 \"X\"\nsize x 1 1 \"X\"\n" ":5: size 'x' twice"
bad "record without name" "${good}record \"S\"\n" ":4: 'record' wants a name"
bad "empty record" "${good}record s \"S\"\n" ":4: record 's' has no field"
bad "empty record before another" "${good}record s \"S\"\nrecord t \"T\"\n" ":5: record 's' has no field"
bad "257 bits" "${good}$(for i in b c d e f g h i; do printf 'field %s 1 32 \"B\"\\n' $i; done)" ":11: record 'r' of geometry 'tiny' has more than 256 bits"
bad "codes without names" "${good}codes c \"C\"\n" ":4: 'codes' wants a name and"
bad "same code" "${good}codes c a b a \"C\"\n" ":4: code 'a' twice"
bad "same codes" "${good}codes c a \"C\"\ncodes c b \"C\"\n" ":5: codes 'c' twice"
bad "bad code" "${good}codes c A \"C\"\n" ":4: 'A' is not a name"
bad "codes without meaning" "${good}codes c a\n" ':4: no "meaning"'
bad "too many words" "${good}field $(printf 'a %.0s' $(seq 70)) \"B\"\n" ':4: more than 66 words'
bad "long line" "${good}# $(printf '%600s' x)\n" ':4: a line of more than'
bad "long meaning" "${good}field b 1 1 \"$(printf '%200s' x)\"\n" ':4: a meaning of more than'

status() { # name, wanted status, command
	"${@:3}" >"$TMP/log" 2>&1
	if [ $? = "$2" ] && [ "$(wc -l <"$TMP/log")" = 1 ]; then ok "$1"; else not_ok "$1"; fi
}
status "no arguments" 2 "$gen"
status "unknown form" 2 "$gen" --vhdl x "$tab"
status "no table" 2 "$gen" --c "$TMP/x.h"
status "missing table" 2 "$gen" --c "$TMP/x.h" "$TMP/none.tab"
status "table is a folder" 2 "$gen" --c "$TMP/x.h" "$TMP"
status "cannot write" 2 "$gen" --c "$TMP/none/x.h" "$tab"
exit $rc
