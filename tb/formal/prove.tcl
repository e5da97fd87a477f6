# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# yosys -c tb/formal/prove.tcl   TOP, SRC, PARAMETERS, GEN, OUT come from the environment (prove.sh).
yosys -import
set defines [list]
set parameters [list]
set flops 0
set flat 0
set sat 0
foreach p $::env(PARAMETERS) {
	if {[string match -D* $p]} {
		lappend defines $p
	} elseif {$p eq "flops"} {
		set flops 1
	} elseif {$p eq "flat"} {
		set flat 1
	} elseif {$p eq "sat"} {
		set sat 1
		set flat 1
	} else {
		lappend parameters -chparam {*}[split $p =]
	}
}
set arrays [expr {$flat ? "-mem2reg" : ""}]
read_verilog -formal -DFORMAL {*}$arrays {*}$defines -I$::env(GEN) -Irtl -Itb/formal {*}$::env(SRC)
yosys hierarchy -check -top $::env(TOP) {*}$parameters
yosys rename -top $::env(TOP)
if {[lsearch -glob $::env(SRC) rtl/*/$::env(TOP).v] >= 0} {
	# What a part of TOP takes for granted is TOP's to give (PF_ASSUME, in rtl/); what its own proof chooses is not. A
	# bench of tb/formal drives its module freely.
	yosys proc
	yosys select * $::env(TOP) %d a:src=rtl/* %i
	yosys chformal -assume -assume2assert
	yosys select -clear
}
if {$flat} {
	# Wires of TOP with the attribute hierconn and a path as their name become those of the parts; an array's
	# words are wires, too. None may be left: it would be free.
	prep -flatten -top $::env(TOP) -nordff
	select -assert-none a:hierconn
} else {
	prep -top $::env(TOP) -nordff
}
if {$flops} { memory_map; opt_clean }
async2sync
dffunmap
if {$sat} {
	memory_map
	chformal -cover -remove
	techmap
	opt -fast
	write_rtlil $::env(OUT)/$::env(TOP).il
} else {
	write_smt2 -wires $::env(OUT)/$::env(TOP).smt2
}
