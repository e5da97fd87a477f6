#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# files: rtl/pf.f and rtl/photofinish.core from what lies in rtl/, so that no list is kept by hand.
#
#   usage: rtl/files.sh           writes both
#          rtl/files.sh --check   exit 1 when either is not what it would write
set -u
cd "$(dirname "$0")/.." || exit 2
version=$(sed -n 's/^#define VERSION_TEXT "\(.*\)"/\1/p' sw/base/version.h)
sources=$(ls rtl/cell/pf_*.v rtl/sm/pf_*.v rtl/slice/pf_*.v)
includes=$(ls rtl/*.vh rtl/*/*.vh)

list() {
	echo "// All of photofinish's RTL, for any tool that takes -f. Paths are from the root of \`make ip\`, which puts the"
	echo "// generated headers beside the others; in the repository add +incdir+build/gen."
	echo "+incdir+rtl"
	echo "+incdir+rtl/slice"
	echo "$sources"
}

core() {
	cat <<-EOT
		CAPI=2:
		# SPDX-FileCopyrightText: 2026 The photofinish contributors
		# SPDX-License-Identifier: Apache-2.0
		#
		# For FuseSoC, from the folder that \`make ip\` makes.
		name: photofinish:gpu:photofinish:$version
		description: GPU data-race detector (SM unit, slice unit) and deterministic commit

		filesets:
		  rtl:
		    file_type: verilogSource
		    files:
	EOT
	for f in $includes rtl/pf_fields.vh rtl/pf_regs.vh; do
		printf '      - %s: {is_include_file: true, include_path: %s}\n' "$f" "$(dirname "$f")"
	done
	for f in $sources; do echo "      - $f"; done
	cat <<-'EOT'
		  lint:
		    files:
		      - rtl/pf.vlt: {file_type: vlt}

		parameters:
		  PF_GEOMETRY_TINY: {datatype: bool, paramtype: vlogdefine, description: widths of the tiny configuration}
		  PF_GEOMETRY_MODERN: {datatype: bool, paramtype: vlogdefine, description: widths of a GPU of 132 SMs}
		  Lanes: {datatype: int, paramtype: vlogparam, description: entries checked in a cycle (1 2 4 8)}
		  Lines: {datatype: int, paramtype: vlogparam, description: metadata lines held (1 or more)}

		targets:
		  default: &default
		    filesets: [rtl]
		    toplevel: pf_slice_unit
		    parameters: [PF_GEOMETRY_TINY, PF_GEOMETRY_MODERN, Lanes, Lines]
		  sm:
		    <<: *default
		    toplevel: pf_sm_unit
		    parameters: [PF_GEOMETRY_TINY, PF_GEOMETRY_MODERN]
		  lint: &lint
		    <<: *default
		    filesets: [lint, rtl]
		    default_tool: verilator
		    tools: {verilator: {mode: lint-only, verilator_options: [-Wall, --language, 1364-2005]}}
		  sm_lint:
		    <<: *lint
		    toplevel: pf_sm_unit
		    parameters: [PF_GEOMETRY_TINY, PF_GEOMETRY_MODERN]
		  synth:
		    <<: *default
		    default_tool: yosys
		    tools: {yosys: {arch: ice40}}
		  # Deterministic commit
	EOT
	for unit in zcommit store_buffer quantum partition mode_barrier; do
		cat <<-EOT
			  $unit:
			    <<: *default
			    toplevel: pf_$unit
			    parameters: [PF_GEOMETRY_TINY, PF_GEOMETRY_MODERN]
			  ${unit}_lint:
			    <<: *lint
			    toplevel: pf_$unit
			    parameters: [PF_GEOMETRY_TINY, PF_GEOMETRY_MODERN]
		EOT
	done
}

case ${1-} in
'') list >rtl/pf.f && core >rtl/photofinish.core ;;
--check)
	list | cmp -s - rtl/pf.f && core | cmp -s - rtl/photofinish.core ||
		{ echo "files.sh: rtl/pf.f or rtl/photofinish.core is old: run rtl/files.sh" >&2; exit 1; }
	;;
*) echo "usage: rtl/files.sh [--check]" >&2; exit 2 ;;
esac
