# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# shared.mk: the unit for shared memory as B/lib/photofinish-shared-GEOMETRY.so; with lanes as threads,
# photofinish-shared-its-GEOMETRY.so. Included by the Makefile, behind unit.mk.

# tiny's scratchpad is as large as tiny's machine has it.
UNIT_PARAMETERS_tiny_pf_shared_unit := -GWords=$(shell sed -n 's/.*SHARED_WORDS_TINY = \([0-9]*\).*/\1/p' sim/shared/port.h)
UNIT_PARAMETERS-its_pf_shared_unit := -GIts=1
$(call unit_libraries,sm/pf_shared_unit,shared,shared)
$(call unit_libraries,sm/pf_shared_unit,shared,shared,,-its)

shared-sim: need-build need-verilog $(foreach g,tiny ref modern,$(B)/lib/photofinish-shared-$(g).so $(B)/lib/photofinish-shared-its-$(g).so)  ## the unit for shared memory Verilated, in tiny, ref and modern, for the model's backend rtl
.PHONY: shared-sim
