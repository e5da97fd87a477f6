#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# sanitized: kernels of sw/kernels, in both modes, on the library built with ASan and UBSan.
#
#   usage: tb/build/sanitized.sh [--but] KERNEL...   those, or all but those
set -u
: "${PF_SAN:?}" "${TMP:?}"
cd "$(dirname "$0")/../.." || exit 2
preload=$(gcc -print-file-name=libasan.so)
n=0 rc=0 but=
[ "${1:-}" != --but ] || { but=1; shift; }
for src in sw/kernels/*.cu; do
	name=$(basename "$src" .cu) given=
	[[ " $* " != *" $name "* ]] || given=1
	[ "$but" != "$given" ] || continue
	for target in sm_60:lockstep sm_70:its; do
		n=$((n + 1))
		exe=$TMP/$name.${target%:*}
		# cc keeps its strings until it ends: no leak check there
		if ASAN_OPTIONS=detect_leaks=0 "$PF_SAN" cc --arch "${target%:*}" "$src" -o "$exe" >"$exe.log" 2>&1 &&
			LD_PRELOAD=$preload ASAN_OPTIONS=detect_leaks=0 "$PF_SAN" run -q --poison --mode "${target#*:}" \
				--trace "$exe.trace" "$exe" >>"$exe.log" 2>&1 &&
			"$PF_SAN" trace --summary "$exe.trace" >>"$exe.log" 2>&1; then
			echo "ok $n - sanitized $name ${target#*:}"
		else
			rc=1
			echo "not ok $n - sanitized $name ${target#*:}"
			tail -n 20 "$exe.log" | sed 's/^/# /'
		fi
		rm -f "$exe.trace"
	done
done
exit $rc
