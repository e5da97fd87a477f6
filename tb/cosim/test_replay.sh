#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The programs of check_replay.sh, which only make check builds and runs, still go with the headers of the rest.
# needs: cosim-quick
. "$(dirname "$0")/../tap.sh"
here=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
cd "$TMP" || exit 2
B=$(cd "$here" && realpath "$B")
root=$(verilator --getenv VERILATOR_ROOT)
include=(-I"$here/sw" -I"$here/tb/cosim" -I"$B/gen" -I"$B/cosim/slice_tiny" -I"$B/cosim/sm_tiny" -isystem "$root/include" -isystem "$root/include/vltstd")
check 'replay.cpp compiles' g++ -fsyntax-only -std=c++17 -D_GNU_SOURCE -Wall -Wextra -Wno-unused-parameter "${include[@]}" "$here/tb/cosim/replay.cpp"
check 'record.c compiles' gcc -fsyntax-only -std=c11 -D_GNU_SOURCE -Wall "${include[@]}" "$here/tb/cosim/record.c"
sed 's/d\.policy = policy/d.no_such_policy = policy/' "$here/tb/cosim/replay.cpp" >replay.cpp
check 'a field that is not there is noticed' bash -c '! g++ -fsyntax-only -std=c++17 -D_GNU_SOURCE "$@" 2>&1' - "${include[@]}" replay.cpp
echo "1..$n"
exit $rc
