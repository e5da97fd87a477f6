#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# pf_regs: its headers are accepted by C compiler, Icarus and Verilator and give the same numbers;
# docs/registers.md holds its tables; every mistake in a table is one line with its place, status 2.
set -u
: "${TMP:?}"
root=$(cd "$(dirname "$0")/../.." && pwd)
tab=$root/sw/reference/regs.tab
gen=$TMP/pf_regs
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
	-fno-sanitize-recover=undefined "$root/sw/reference/tools/pf_regs.c" -o "$gen"
check "generates" "$gen" --c "$TMP/pf_regs.h" --verilog "$TMP/pf_regs.vh" --markdown "$TMP/regs.md" "$tab"

# Between its markers docs/registers.md is the generated text, word for word.
sed -n '/^<!-- made from/,/^<!-- end/p' "$root/docs/registers.md" | sed '1d;$d' >"$TMP/doc.md"
check "docs/registers.md has the tables" diff "$TMP/regs.md" "$TMP/doc.md"

# Both headers, printed as NAME VALUE.
regs=$(sed -n 's/^`define \(PF_REG_[A-Z0-9_]*\) 8.h.*/\1/p' "$TMP/pf_regs.vh")
lsbs=$(sed -n 's/^`define \(PF_REG_[A-Z0-9_]*_LSB\) .*/\1/p' "$TMP/pf_regs.vh")
counters=$(sed -n '/^\/\/ Registers/q; s/^`define \(PF_COUNTER[A-Z0-9_]*\) .*/\1/p' "$TMP/pf_regs.vh")
check "names are there" test "$(wc -w <<<"$regs $lsbs $counters")" -ge 60
{
	echo '#include <stdio.h>'
	echo '#include "pf_regs.h"'
	echo 'static const char *const name[PF_COUNTERS] = PF_COUNTER_NAMES;'
	echo 'int main(void) {'
	for x in $regs $lsbs $counters; do echo "printf(\"$x %d\\n\", (int)$x);"; done
	for x in $lsbs; do echo "printf(\"${x%_LSB}_W %d\\n\", __builtin_popcount(${x%_LSB}_MASK));"; done
	echo 'printf("id %08x %s\n", PF_REG_VALUE_ID, name[PF_COUNTER_RECORDS]);'
	echo 'return 0; }'
} >"$TMP/show.c"
check "C header compiles" gcc -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$TMP" "$TMP/show.c" -o "$TMP/show"
"$TMP/show" >"$TMP/c.txt" 2>&1
{
	echo '`include "pf_regs.vh"'
	echo 'module show;'
	echo '  initial begin'
	for x in $regs $lsbs $counters; do echo "    \$display(\"$x %0d\", \`$x);"; done
	for x in $lsbs; do echo "    \$display(\"${x%_LSB}_W %0d\", \`${x%_LSB}_W);"; done
	echo '    $display("id %h records", `PF_REG_VALUE_ID);'
	for x in $regs; do
		[ "$x" = PF_REG_COUNTERS ] || echo "    if ({\`${x}_WORD, 2'd0} != \`$x) \$display(\"$x: word\");"
	done
	echo '    if (`PF_COUNTER_FORGOTTEN != `PF_COUNTERS_ALL - 1 || `PF_COUNTER_DROPPED != `PF_COUNTERS) $display("lost: number");'
	echo '  end'
	echo 'endmodule'
} >"$TMP/show.v"
if command -v iverilog >/dev/null; then
	check "Icarus takes it" iverilog -g2005 -Wall -I "$TMP" -o "$TMP/show.vvp" "$TMP/show.v"
	vvp -N "$TMP/show.vvp" >"$TMP/v.txt" 2>&1
	check "same numbers in C and Verilog" diff "$TMP/c.txt" "$TMP/v.txt"
else
	for i in 1 2; do n=$((n + 1)) && echo "ok $n - Icarus # SKIP not installed"; done
fi
if command -v verilator >/dev/null; then
	check "Verilator takes it" verilator --lint-only -Wno-DECLFILENAME -Wno-WIDTH -I"$TMP" "$TMP/show.v"
else
	n=$((n + 1)) && echo "ok $n - Verilator # SKIP not installed"
fi

# Mistakes: text of the table (after a good beginning or without), what the line must say.
good='constant id 5 "I"\nregister 00 a "A"\nbits x 0 4 rw 3 "X"\n'
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
bad "nothing" '' ': no register'
bad "unknown word" "${good}bit y 4 1 rw 0 \"Y\"\n" ":4: 'bit' is none of"
bad "bits without register" 'bits x 0 1 rw 0 "X"\n' ":1: 'bits' without 'register'"
bad "bits after a counter" "${good}counter 80 c \"C\"\nbits y 4 1 rw 0 \"Y\"\n" ":5: 'bits' without 'register'"
bad "register after a counter" "${good}counter 80 c \"C\"\nregister 90 b \"B\"\n" ":5: 'register' after 'counter'"
bad "register without bits" "${good}register 04 b \"B\"\n" ":4: register 'b' has no bits"
bad "register without bits before another" "${good}register 04 b \"B\"\nregister 08 c \"C\"\n" ":5: register 'b' has no bits"
bad "register without offset" "${good}register b \"B\"\n" ":4: 'register' wants 2 words"
bad "bad name" "${good}register 04 B \"B\"\n" ":4: 'B' is not a name"
bad "long name" "${good}register 04 abcdefghijklmnopqrstuvwxyzabcdefgh \"B\"\n" ":4: 'abcdefghijklmnopqrstuvwxyzabcdefgh' is longer"
bad "bad offset" "${good}register xy b \"B\"\n" ":4: 'xy' is not a number in 0..ff"
bad "offset too high" "${good}register 100 b \"B\"\n" ":4: '100' is not a number in 0..ff"
bad "odd offset" "${good}register 06 b \"B\"\n" ':4: offset 6 is not a multiple of 4'
bad "offset not ascending" "${good}register 00 b \"B\"\n" ':4: offset 0 is below the end of the row before, 4'
bad "same register" "${good}register 04 a \"B\"\n" ":4: register 'a' twice"
bad "same bits" "${good}bits x 4 1 rw 0 \"Y\"\n" ":4: bits 'x' twice in register 'a'"
bad "bits overlap" "${good}bits y 3 1 rw 0 \"Y\"\n" ":4: bits 'y' begin within 'x'"
bad "bits beyond 32" "${good}bits y 30 3 rw 0 \"Y\"\n" ":4: bits 'y' do not lie in 32 bits"
bad "no bits" "${good}bits y 30 0 rw 0 \"Y\"\n" ":4: bits 'y' do not lie in 32 bits"
bad "lsb beyond 31" "${good}bits y 32 1 rw 0 \"Y\"\n" ":4: '32' is not a number in 0..31"
bad "negative" "${good}bits y -1 1 rw 0 \"Y\"\n" ":4: '-1' is not a number"
bad "unknown access" "${good}bits y 4 1 wo 0 \"Y\"\n" ":4: 'wo' is none of ro, rw, cfg, ctl, w1, cnt"
bad "reset too big" "${good}bits y 4 2 rw 4 \"Y\"\n" ":4: '4' is not a number in 0..3"
bad "too few words" "${good}bits y 4 2 rw \"Y\"\n" ":4: 'bits' wants 5 words"
bad "same constant" "${good}constant id 5 \"I\"\n" ":4: constant 'id' twice"
bad "constant of 33 bits" "${good}constant b 0x100000000 \"I\"\n" ":4: '0x100000000' is not a number"
bad "odd counter" "${good}counter 84 c \"C\"\n" ':4: offset 84 is not a multiple of 8'
bad "hole between counters" "${good}counter 80 c \"C\"\ncounter 90 d \"D\"\n" ":5: counter 'd' does not follow"
bad "same counter" "${good}counter 80 c \"C\"\ncounter 88 c \"D\"\n" ":5: counter 'c' twice"
bad "no meaning" "${good}counter 80 c\n" ':4: no "meaning"'
bad "open quote" "${good}counter 80 c \"B\n" ':4: a quote that does not end'
bad "text after quote" "${good}counter 80 c \"B\" 3\n" ':4: a quote that does not end'
bad "only a quote" "${good}\"B\"\n" ':4: a meaning of nothing'
bad "too many words" "${good}bits a b c d e f g h \"B\"\n" ':4: more than 8 words'
bad "long line" "${good}# $(printf '%600s' x)\n" ':4: a line of more than'
bad "long meaning" "${good}counter 80 c \"$(printf '%200s' x)\"\n" ':4: a meaning of more than'
bad "too many constants" "$(for i in 1 2 3 4 5 6 7 8 9; do printf 'constant c%d 1 "C"\\n' $i; done)" ':9: more than 8 constants'
bad "too many registers" "$(for i in $(seq 0 32); do printf 'register %x r%d "R"\\nbits b 0 1 ro 0 "B"\\n' $((4 * i)) "$i"; done)" \
	':65: more than 32 registers'
bad "too many counters" "${good}$(for i in $(seq 0 16); do printf 'counter %x c%d "C"\\n' $((64 + 8 * i)) "$i"; done)" \
	':20: more than 16 counters'
bad "too many rows of bits" "register 00 a \"A\"\n$(for i in $(seq 0 16); do printf 'bits b%d %d 1 ro 0 "B"\\n' "$i" "$i"; done)" \
	":18: register 'a' has more than 16 rows"

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
