#!/bin/sh
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# deps: installs the Debian packages that are missing, and says which. Nothing to do: one line.
set -u
want="gcc libc6-dev make clang-19 libclang-common-19-dev libclang-rt-19-dev llvm-19-dev libstdc++-12-dev g++
clang-format-14 cppcheck libzstd-dev libjansson-dev libcmocka-dev zstd libsystemc-dev
iverilog verilator yosys z3 opensta qflow-tech-osu018 nextpnr-ice40 fpga-icestorm fpga-icestorm-chipdb
snakemake jq gnuplot-nox python3-pandas python3-jinja2 python3-jsonschema python3-sarif-python-om"

missing=""
for p in $want; do
	dpkg-query -W -f='${Status}' "$p" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $p"
done
if [ -z "$missing" ]; then
	echo "deps: all Debian packages present"
	exit 0
fi
echo "deps: installing from Debian:$missing"
as_root=""
if [ "$(id -u)" != 0 ]; then
	if ! command -v sudo >/dev/null; then
		echo "deps: not root and no sudo; run as root: apt-get install$missing" >&2
		exit 1
	fi
	as_root=sudo
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
	# shellcheck disable=SC2086
	$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing >"$log" 2>&1
}
install || { $as_root apt-get update >"$log" 2>&1 && install; } || {
	tail -n 20 "$log" >&2
	echo "deps: apt-get could not install:$missing" >&2
	exit 1
}
echo "deps: done"
