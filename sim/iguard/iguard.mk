# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# iguard.mk: the units of iGUARD, the SM's in two kinds, the slice's and the one that groups lanes, as B/lib/photofinish-iguard-GEOMETRY.so;
# with traces, photofinish-iguard-GEOMETRY-wave.so. Included by the Makefile, behind unit.mk.

IGUARD_UNITS := sm/pf_iguard_sm_unit slice/pf_iguard_unit sm/pf_iguard_group sm/pf_iguard_multicast
UNIT_PARAMETERS_pf_iguard_multicast := $(UNIT_PARAMETERS_pf_sm_multicast)
$(call unit_libraries,$(IGUARD_UNITS),iguard,iguard)
$(call unit_libraries,$(IGUARD_UNITS),iguard,iguard,-wave)
# Their ports, and what gives pins, are partly ScoRD's.
$(foreach g,tiny ref modern,$(B)/lib/photofinish-iguard-$(g).so $(B)/lib/photofinish-iguard-$(g)-wave.so): sim/det/port.h $(wildcard sim/det/rtl/*.h)

iguard-sim: need-build need-verilog $(foreach g,tiny ref modern,$(B)/lib/photofinish-iguard-$(g).so)  ## the units of iGUARD Verilated, in tiny, ref and modern, for the model's backend rtl
.PHONY: iguard-sim
