#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# What runs when: every bench and every proof in make test or in make check and never in both, something of every module
# in make test; T= and LIST=1; what units need is what make knows; .ci/run adds up; make help; what an edit of a Verilog
# file rebuilds; what deps.sh says.
# needs: units-ref
set -u
: "${TMP:?}"
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$TMP" || exit 2
. "$root/tb/tap.sh"
export LC_ALL=C B=${B:-build}
# Those of the make that called.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES T LIST QUICK
make() { command make -C "$root" --no-print-directory -s "B=$B" "$@"; }
ends() { # CODE COMMAND...
	local want=$1 got
	"${@:2}" >out 2>&1
	got=$?
	cat out
	[ $got = "$want" ] || { echo "exit status $got, not $want"; return 1; }
}
says() { grep -qE -- "$1" out || { echo "no '$1'"; return 1; }; }
says_not() { ! grep -E -- "$1" out; }

# Benches and proofs.
for f in cell sm slice; do
	WHEN=test LIST=1 bash "$root/tb/rtl/benches.sh" $f
done >benches.test
for f in cell sm slice; do
	WHEN=check LIST=1 bash "$root/tb/rtl/benches.sh" $f
done >benches.check
for f in cell sm slice; do LIST=1 bash "$root/tb/rtl/benches.sh" $f; done >benches.all
check "every bench once" eval 'sort benches.test benches.check | diff - <(sort benches.all) && [ -s benches.check ]'
check "of every module one in make test" eval 'diff <(cut -d" " -f1 benches.test | sort -u) <(cut -d" " -f1 benches.all | sort -u)'
check "in make test on every tool" eval 'diff <(cut -d" " -f2 benches.test | sort -u) <(printf "%s\n" gates icarus verilator)'
grep -v '^#' "$root/tb/formal/short.list" >short
proofs() { bash "$root/tb/formal/prove.sh" --list "$@"; }
# shellcheck disable=SC2046
check "every proof once" eval 'proofs $(cat short) >a && proofs --but $(cat short) >b && [ -s a ] && [ -s b ] && proofs | sort | diff - <(sort a b)'
check "no short proof that is none" eval '! while read -r p; do [ -n "$(proofs "$p" 2>&1)" ] || echo "$p"; done <short | grep .'

# Units.
names() { make "$@" LIST=1 | awk '{ print $3 }'; }
check "make test has every test_* of tb" eval 'names test | grep -v "^opt\.\|^fuzz" | sort |
	diff - <(cd "$root/tb" && ls */test_*.sh */test_*.c | sed "s/\.[a-z]*$//; s,/,.," | sort)'
check "make check has every check_* of tb" eval 'names check | sort |
	diff - <(cd "$root/tb" && ls */check_*.sh | sed "s/\.sh$//; s,/,.," | sort)'
check "T: those that match" eval 'names test "T=^simt|l1_" >got && grep -qx simt.test_its got && grep -qx sim.test_l1_random got &&
	! grep -qv "^simt\|l1_" got'
check "T: to the end of the name" eval '[ "$(names test "T=^sim.test_l1\$")" = sim.test_l1 ]'
check "T: nothing matches" eval 'ends 2 make test T=nonesuch && says "no unit matches T=.nonesuch." && says_not passed'
check "T: no regular expression" eval 'ends 2 make test "T=a(" && says "no regular expression"'
check "make quick: short ones, without Verilated units" eval 'make quick LIST=1 >out && [ "$(wc -l <out)" -gt 60 ] &&
	awk "\$1 >= 10 { print; bad = 1 } END { exit bad }" out && says simt.test_its && says litmus.test_litmus &&
	says_not "fuzz|sim.test_system|cosim"'
check "seconds.tab has names of units" eval '! awk "!/^#/ && NF { print \$1 }" "$root/tb/seconds.tab" | grep -vxF -f <(names test; names check)'
check "the longest first" eval 'make check LIST=1 | sort -c -k1,1nr'
check "what a C test needs is itself" eval '[ "$(bash "$root/tb/units.sh" needs build/san/tb/simt/test_its)" = build/san/tb/simt/test_its ]'
check "what units need is known to make" eval 'make -n $(cd "$root" && bash tb/units.sh needs tb/*/test_*.sh tb/*/check_*.sh) >out || { tail out; false; }'

# .ci/run on a project of three targets.
mkdir -p ci/.ci && cp "$root/.ci/run" ci/.ci/
ci() { # EXIT-CODE LAST-LINE TEST CHECK: recipes
	printf 'deps:\n\t@:\ntest:\n\t@mkdir -p build/test; %s\ncheck:\n\t@mkdir -p build/check; %s\n' "$3" "$4" >ci/Makefile
	ends "$1" bash ci/.ci/run && [ "$(tail -n 1 out)" = "$2" ]
}
good='echo 3 0 0 >build/$@/total'
check "ci: both pass" ci 0 "6 passed, 0 failed" "$good" "$good"
check "ci: skipped ones" ci 0 "7 passed, 0 failed, 2 skipped" "$good" 'echo 4 0 2 >build/$@/total'
check "ci: make test fails" ci 1 "5 passed, 1 failed" 'echo 2 1 0 >build/$@/total; false' "$good"
check "ci: make check fails" ci 1 "5 passed, 1 failed" "$good" 'echo 2 1 0 >build/$@/total; false'
check "ci: make check does not build" ci 1 "3 passed, 1 failed" "$good" 'false'
check "ci: an error that no count shows" ci 1 "6 passed, 1 failed" "$good" "$good; false"

# make help: each line is of a target, and those with a hyphen are there.
check "make help" eval 'make help >out && says "^  make synth-fpga " && says "^  make figures-gpudet-list " && says "^  make quick "'
check "make help: all of them" eval '[ "$(grep -c "^  make " out)" = "$(cat "$root"/Makefile $(find "$root"/{tb,sim,synth} -name "*.mk") | grep -c "^[a-z-]*:.*## ")" ]'

# -W: as if the file had just been edited.
edit() { command make -C "$root" -n "B=$B" -W "$1" units-ref >out; }
check "an edit of the quantum unit" eval 'edit rtl/sm/pf_quantum.v && says unit/ref/pf_quantum && says_not "RTL .*pf_(slice_unit|sm_unit|sm_multicast|store_buffer|zcommit)\""'
check "an edit of a part of the slice unit" eval 'edit rtl/slice/pf_report.v && says unit/ref/pf_slice_unit && says_not "RTL .*pf_(sm_unit|sm_multicast|store_buffer|zcommit|quantum)\""'
check "an edit of what all of them have" eval 'edit rtl/pf_assert.vh && [ "$(grep -c "RTL " out)" = 13 ]'

# Without Verilator.
check "make all has no use for Verilator" eval 'command make -C "$root" -n B=build/nothing-there all >out && says "-o build/nothing-there/photofinish" && says_not verilator'
dry_install() { command make -C "$root" -n "B=$B" VERILATOR="$1" install >out; }
check "make install: without Verilator" eval 'dry_install no-such-verilator && says "libphotofinish.so" && says_not "photofinish-(rtl|order)"'
check "make install: with it" eval 'dry_install verilator && says "install .*photofinish-rtl-ref.so.*photofinish-shared-ref.so.*photofinish-gpudet-ref.so.*photofinish-iguard-ref.so"'

# Packages.
mkdir -p deps && cp "$root/tb/deps.sh" deps/
{ cat "$root/tb/deps.tab" && printf 'extra no-such-command a-package\nextra - another-package\nhave sh dash\n'; } >deps/deps.tab
check "deps: a missing package is named, and nothing installed" eval 'ends 1 sh deps/deps.sh need extra && says "missing from Debian: a-package.*: make deps$"'
check "deps: nothing missing" eval 'ends 0 sh deps/deps.sh need have && [ ! -s out ]'
check "deps: no such group" ends 2 sh deps/deps.sh need nonesuch
check "deps: a command with its version" eval '[ "$(sh deps/deps.sh tool clang-format)" = clang-format-14 ] && ends 1 sh deps/deps.sh tool clangformat'
echo "1..$n"
exit $rc
