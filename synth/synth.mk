# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Pricing. The Makefile includes this; B is its build folder.
#
#   make synth        every row of synth/configs.tab -> synth/results/<library>.csv     LIB= PERIOD_PS= ONLY=pattern
#   make synth-check  recompute and compare: a small set, or all with ALL=1
#   make synth-fpga   LUT, FF, BRAM by family; tiny placed and routed for iCE40 HX8K -> synth/results/fpga.csv

.PHONY: synth synth-check synth-fpga

synth: need-hardware $(B)/gen/pf_fields.h $(B)/gen/pf_regs.h  ## area, clock and memories of every block: LIB=file.lib[.gz] PERIOD_PS=n ONLY=pattern
	@B=$(B) JOBS=$(JOBS) $(if $(LIB),LIB=$(LIB)) $(if $(PERIOD_PS),PERIOD_PS=$(PERIOD_PS)) $(if $(ONLY),ONLY='$(ONLY)') bash synth/all.sh

synth-check: need-hardware $(B)/gen/pf_fields.h $(B)/gen/pf_regs.h  ## recompute a small set (ALL=1: all); fails when a figure moved
	@B=$(B) JOBS=$(JOBS) $(if $(LIB),LIB=$(LIB)) $(if $(ALL),ALL=1) bash synth/check.sh

synth-fpga: need-hardware $(B)/gen/pf_fields.h $(B)/gen/pf_regs.h  ## LUTs, flops, block RAMs of three FPGA families; tiny placed for iCE40
	@B=$(B) bash synth/fpga.sh
