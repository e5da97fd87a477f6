# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# sta -exit synth/sta.tcl: the worst path of every path group.
#
# From the environment: TOP, LIB, PERIOD_PS, IO (share of the period outside, each side), RAM_CLK2Q_PS,
# RAM_SETUP_PS, OUT. Clock and reset are ideal. Pins of memories are ports of the block here: <instance>.rdata_o comes
# so long after the clock as the memory's size takes, all others are needed RAM_SETUP_PS before. RAM_CLK2Q_PS is of 16 Kbit;
# it grows as 139 + sqrt(bits) (README.md). Sizes are in OUT/ram.txt.
# Writes "GROUP from to" before each report, and how many memory pins there are.
read_liberty $::env(LIB)
read_verilog $::env(OUT)/buffered.v
link_design $::env(TOP)

set period [expr {$::env(PERIOD_PS) / 1000.0}]
set io [expr {$::env(IO) * $period}]
create_clock -name clk -period $period [get_ports clk_i]

# What is a pin of a memory can be told by its name: no other port has a dot in it.
set in {}
set out {}
set ram_q {}
set ram_d {}
set ram_clk 0

# clk2q(INSTANCE), ns
set sizes [open $::env(OUT)/ram.txt]
while {[gets $sizes line] >= 0} {
	if {[lindex $line 0] != "ram"} continue
	lassign $line _ width depth _ name
	set clk2q($name) [expr {$::env(RAM_CLK2Q_PS) / 1000.0 * (139 + sqrt($width * $depth)) / (139 + sqrt(16384))}]
}
close $sizes

foreach p [all_inputs] {
	set name [get_full_name $p]
	if {$name == "clk_i" || $name == "rst_ni"} continue
	if {[string first . $name] >= 0} { lappend ram_q $p } else { lappend in $p }
}
foreach p [all_outputs] {
	set name [get_full_name $p]
	if {[string match *.clk_i $name]} {
		incr ram_clk
	} elseif {[string first . $name] >= 0} {
		lappend ram_d $p
	} else {
		lappend out $p
	}
}
puts "RAM_PINS [llength $ram_q] [llength $ram_d] $ram_clk"
puts "PORTS [llength $in] [llength $out]"

if {[llength $in]}    { set_input_delay $io -clock clk $in }
if {[llength $out]}   { set_output_delay $io -clock clk $out }
foreach p $ram_q {
	set name [string map {\\ ""} [get_full_name $p]]
	set_input_delay $clk2q([string range $name 0 [string last . $name]-1]) -clock clk $p
}
if {[llength $ram_d]} { set_output_delay [expr {$::env(RAM_SETUP_PS) / 1000.0}] -clock clk $ram_d }
set_load $::env(LOAD) [all_outputs]

set flop_q [all_registers -clock_pins]
set flop_d [all_registers -data_pins]
foreach {from start} [list in $in reg $flop_q ram $ram_q] {
	foreach {to end} [list reg $flop_d out $out ram $ram_d] {
		if {![llength $start] || ![llength $end]} continue
		puts "GROUP $from $to"
		report_checks -path_delay max -format full -fields {fanout} -digits 3 -from $start -to $end
	}
}
puts "GROUP end end"
exit
