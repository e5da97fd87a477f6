# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# gpudet.mk: the units of deterministic commit as B/lib/photofinish-gpudet-GEOMETRY.so. Included by the Makefile, behind
# unit.mk.

$(call unit_libraries,sm/pf_store_buffer slice/pf_zcommit sm/pf_quantum,gpudet,gpudet)

gpudet-sim: need-build need-verilog $(foreach g,tiny ref modern,$(B)/lib/photofinish-gpudet-$(g).so)  ## units of deterministic commit Verilated, in tiny, ref and modern, for the model's backend rtl
.PHONY: gpudet-sim
