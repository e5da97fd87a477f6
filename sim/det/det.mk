# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# det.mk: the units of ScoRD, the SM's and the slice's in two kinds, as B/lib/photofinish-rtl-GEOMETRY.so; with traces, photofinish-rtl-GEOMETRY-wave.so.
# Included by the Makefile, behind unit.mk.

DET_UNITS := sm/pf_sm_unit sm/pf_sm_multicast slice/pf_slice_unit slice/pf_line_unit
# As many slices as it can name.
UNIT_PARAMETERS_pf_sm_multicast := -GSlices=$(shell sed -n 's/.*SM_SLICES_RTL = \([0-9]*\).*/\1/p' sim/det/port.h)
$(call unit_libraries,$(DET_UNITS),rtl,det)
$(call unit_libraries,$(DET_UNITS),rtl,det,-wave)

# Views of tb/wave for the model's waves: there the units are not below a bench.
views: $(B)/wave/model-slice.gtkw $(B)/wave/model-sm.gtkw  ## GTKWave views of what --wave writes
$(B)/wave/model-%.gtkw: tb/wave/pf_%_unit.gtkw
	@mkdir -p $(@D)
	@sed -e '/_tb\.[a-z_]*\(\[.*\]\)*$$/d' -e 's/^pf_$*_unit_tb\.u_dut\./$*.pf_$*_unit./' $< >$@ && echo "view: $@"
.PHONY: views

# The tests draw from the co-simulation's traffic.
$(B)/san/tb/sim/test_det $(B)/san/tb/sim/test_lines $(B)/san/tb/sim/det_rtl: $(B)/san/obj/tb/cosim/traffic.o
$(B)/opt/tb/sim/det_rtl: $(B)/obj/tb/cosim/traffic.o

rtl-sim: need-build need-verilog $(foreach g,tiny ref modern,$(B)/lib/photofinish-rtl-$(g).so)  ## the units of ScoRD Verilated, in tiny, ref and modern, for the model's backend rtl
.PHONY: rtl-sim
