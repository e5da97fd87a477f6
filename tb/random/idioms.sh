# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# idioms: functions for test_idioms.sh and soak.sh. A batch is a file of generated programs (idioms/):
# g++ makes of it a program that computes the results thread by thread on the host, photofinish one
# that runs the kernels and compares every word.
#
#   PF, TMP   photofinish; scratch folder

# Levels and divergence models. "default": no level is given.
IDIOM_LEVELS="default -O0 -O1 -O2 -O3"
IDIOM_MODES="lockstep its"

# The same floating point on both sides (no contraction). The host's half of the file only launches and
# compares: no level needed.
idiom_flags="-ffp-contract=off -fmad=false -fno-strict-aliasing -w -Xcompiler -O0"
idiom_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/idioms" && pwd)

# The compilers that cc supports, as it says itself when it refuses another: "clang++-19 ...".
idiom_clangs() {
	printf '#!/bin/sh\necho "clang version 0.0"\n' >"$TMP/none.sh" && chmod +x "$TMP/none.sh"
	printf 'int main() {}\n' >"$TMP/none.cu"
	PHOTOFINISH_CLANG=$TMP/none.sh "$PF" cc "$TMP/none.cu" -o "$TMP/none" 2>&1 |
		sed -n 's/.*(supported: clang \([0-9, ]*\)).*/\1/p' | tr -s ', ' '\n\n' | sed '/./!d;s/^/clang++-/'
}

# -> $TMP/idioms
idiom_generator() {
	gcc -std=gnu11 -O1 -Wall -Wextra -Werror -I "$idiom_folder/../../../sw" "$idiom_folder"/*.c -o "$TMP/idioms"
}

# FIRST COUNT NAME -> NAME.cu, NAME.want: the programs and their results. Variables that a program does
# not set have a value on the host that no program expects.
idiom_batch() {
	"$TMP/idioms" "$1" "$2" >"$3.cu" &&
		g++ -std=gnu++17 -O0 -w -ffp-contract=off -ftrivial-auto-var-init=pattern -Wno-packed-bitfield-compat \
			${HOST_FLAGS:-} -I "$idiom_folder" -x c++ "$3.cu" -o "$3.host" && "$3.host" "$3.want" && rm -f "$3.host"
}

# NAME CLANG ARCH LEVEL FLAGS... -> NAME.ARCH.LEVEL; what was said when it does not compile
idiom_compile() {
	local name=$1 clang=$2 arch=$3 level=$4 exe=$1.$3.$4
	shift 4
	[ "$level" != default ] || level=
	rm -f "$exe"
	# shellcheck disable=SC2086
	PHOTOFINISH_CLANG=$clang "$PF" cc --arch "$arch" $level $idiom_flags "$@" -I "$idiom_folder" "$name.cu" -o "$exe" 2>&1 |
		grep -v 'warning:.*spin loops'
	[ -x "$exe" ]
}

# NAME ARCH LEVEL MODE OPTIONS...: what differs, and a line "N programs, M differ"; 0 when all ran and none does
idiom_run() {
	local exe=$1.$2.$3 mode=$4 want=$1.want
	shift 4
	timeout 300 "$PF" run -q --stack=64K --mode="$mode" "$@" "$exe" "$want" 2>&1
}
