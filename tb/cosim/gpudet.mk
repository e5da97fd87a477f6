# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# gpudet.mk: the units of the deterministic commit, Verilated, each with its reference model:
# B/tb/cosim/{zcommit,store_buffer,quantum,partition}_GEOMETRY. Included by the Makefile behind cosim.mk, whose rule
# it uses.
#
# make test needs some of them only (cosim-gpudet-quick): a Verilated program takes half a minute to build.
define cosim_gpudet
$(eval $(call cosim,$(1),$(2),zcommit,pf_zcommit,tb/cosim/zcommit.cpp tb/cosim/zcommit_bench.cpp tb/cosim/memory.cpp))
$(eval $(call cosim,$(1),$(2),store_buffer,pf_store_buffer,tb/cosim/store_buffer.cpp))
$(eval $(call cosim,$(1),$(2),quantum,pf_quantum,tb/cosim/quantum.cpp))
$(eval $(call cosim,$(1),$(2),partition,pf_partition,tb/cosim/partition.cpp))
endef
$(call cosim_gpudet,tiny,TINY)
$(call cosim_gpudet,ref,REF)
$(call cosim_gpudet,modern,MODERN)

cosim-gpudet: $(foreach g,$(COSIM_GEOMETRIES),$(foreach u,zcommit store_buffer quantum partition,$(B)/tb/cosim/$(u)_$(g)$(COSIM_TAG)))
cosim-gpudet-quick: $(foreach p,zcommit_tiny zcommit_ref store_buffer_tiny store_buffer_ref quantum_ref partition_tiny,$(B)/tb/cosim/$(p))
.PHONY: cosim-gpudet cosim-gpudet-quick
