# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# yosys -c synth/synth.tcl: one block to gates of a library.
#
# From the environment: TOP, LIB, PERIOD_PS, ABC_SHARE (of the period, abc's target), GEN (generated headers), OUT (a folder);
# DEFINES ("-DX -DY"), PARAMS ("Name value Name value"). Leaves in OUT:
#   hier.il     cells and types before flattening: from instance to module
#   ram.il      the memories: what pf_ram stubs there are, how wide and deep
#   mapped.v    the netlist; every pin of every memory is a port of the block
yosys -import
set top $::env(TOP)
set lib $::env(LIB)
set out $::env(OUT)

verilog_defaults -add -DSYNTHESIS -DPF_RAM_STUB -Irtl -I$::env(GEN) {*}$::env(DEFINES)
read_verilog [lindex [glob rtl/*/$top.v] 0]
set chparam {}
foreach {name value} $::env(PARAMS) { lappend chparam -chparam $name $value }
hierarchy -check -top $top {*}$chparam -libdir rtl/cell -libdir rtl/sm -libdir rtl/slice
# With parameters the top has a derived name.
yosys rename -top $top
dump -o $out/hier.il
synth -flatten -top $top
check -assert
dump -o $out/ram.il

# A memory is a stub that is kept: its pins become ports. Only the cells are selected: without a
# selection every wire would become one.
expose -evert t:*pf_ram*
hierarchy -top $top
opt_clean -purge

# Flops keep the name of the signal they drive; reports then say it.
yosys rename -wire t:\$_*DFF*
dfflibmap -liberty $lib
# No dc2: it makes ripples of carry chains. if -g shortens the deep paths again. buffer, upsize and
# dnsize do not see flops' outputs:
# netlist.awk buffers these. abc takes inputs and memories for as early as flops; a target below the
# period makes up for it.
abc -liberty $lib -D [expr {int($::env(PERIOD_PS) * $::env(ABC_SHARE))}] -script "+strash;ifraig;scorr;dch,-f;if,-g,-K,6;strash;dch,-f;map,-B,0.5,{D};topo;buffer,-c;upsize,{D};dnsize,{D};stime,-p"
setundef -zero
opt_clean -purge
# Scalars everywhere: OpenSTA 2.0.17 does not read assignments of concatenations.
splitnets -ports
opt_clean -purge
write_verilog -noattr -noexpr -nohex -nodec $out/mapped.v
