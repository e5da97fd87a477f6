#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# libraries: Debian's Thrust, CUB and libcu++, when they are installed (Thrust: or unpacked in THRUST), else that cc says
# so. Sourced by test_libraries.sh (in short) and check_libraries.sh (all).
#
#   PF   photofinish          TMP   scratch folder
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$TMP" || exit 2
. "$here/../tap.sh"

right() { "$PF" run "$@" | tee out && grep -q "^thrust: 0 wrong" out; }

thrust() { # COMMAND...: what builds it
	if ! [ -f "${THRUST:-/usr/include}/thrust/version.h" ]; then
		check "which cc says" absent thrust/sort.h libthrust-dev
		return
	fi
	check "Thrust and CUB, $*: build" "$PF" "$@" ${THRUST:+-I"$THRUST"} "$here/libraries/thrust.cu" -o thrust
	check "Thrust and CUB, $*: right" right --check memory,sync ./thrust
}
absent() { printf '#include <%s>\n' "$1" >absent.cu; ! "$PF" cc absent.cu && grep -q "$2 is not installed" log; }

source=$here/libraries/libcuxx.cu
well() { "$PF" run --oracle --check memory,sync --error-exitcode 9 "$@" | tee out && grep -q "^libcuxx: 0 wrong" out; }
line() { grep -n -F "$1" "$source" | head -n 1 | cut -d: -f1; }
races() { # LINE WHAT: exit code 1, and there such a race
	local rc=0
	"$PF" run --oracle ./libcuxx >out 2>&1 || rc=$?
	cat out
	[ $rc = 1 ] && grep -q -F "libcuxx.cu:$1:" out && grep -q "libcuxx.cu:$1:.*race: $2" out
}
have_libcuxx() {
	[ -f /usr/include/cuda/std/atomic ] || { check "which cc says" absent cuda/atomic libcu++-dev; false; }
}
libcuxx() { # OPTION...: of cc
	check "libcu++, $*: build" "$PF" cc "$@" "$source" -o libcuxx
	check "libcu++, $*: right, no race" well ./libcuxx
}
libcuxx_race() { # NAME LINE WHAT: with -DNAME
	check "libcu++, $1: builds" "$PF" cc "-D$1" "$source" -o libcuxx
	check "libcu++, $1: race: $3" races "$2" "$3"
}
