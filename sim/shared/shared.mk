# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# shared.mk: the unit for shared memory as B/lib/photofinish-shared-GEOMETRY.so. Included by the Makefile, behind unit.mk.

# tiny's scratchpad is as large as tiny's machine has it.
UNIT_PARAMETERS_tiny_pf_shared_unit := -GWords=$(shell sed -n 's/.*SHARED_WORDS_TINY = \([0-9]*\).*/\1/p' sim/shared/port.h)
$(call unit_libraries,sm/pf_shared_unit,shared,shared)

shared-sim: need-build need-verilog $(foreach g,tiny ref modern,$(B)/lib/photofinish-shared-$(g).so)  ## the unit for shared memory Verilated, in tiny, ref and modern, for the model's backend rtl
.PHONY: shared-sim
