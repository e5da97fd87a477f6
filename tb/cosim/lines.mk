# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# lines.mk: pf_line_unit and its parts, Verilated, each with its model of sim/lines: B/tb/cosim/lines_NAME_GEOMETRY. Included by
# the Makefile behind cosim.mk, whose rule it uses.
LINES_TRAFFIC := $(B)/obj/tb/cosim/lines_traffic.o
$(LINES_TRAFFIC): CPPFLAGS += -Isim
$(LINES_TRAFFIC): | $(COSIM_GEN)

LINES_PARTS := line_unit meta_cache meta_cache_small meta_cache_through line_check block_check coalesce coalesce_single line_arrive line_arrive_small read_shared \
             report regs counters
# As the unit has them: parameters of the Verilog, and of the program.
LINES_CACHE = -GLineW=14 -GSets=$(1) -GRequests=$(2) -GPayW=32 -GDepth=$(3) -GGenW=$(4) -GThrough=$(5) -CFLAGS -DSETS=$(1) \
            -CFLAGS -DREQUESTS=$(2) -CFLAGS -DDEPTH=$(3) -CFLAGS -DGEN_BITS=$(4) -CFLAGS -DTHROUGH=$(5)
LINES_OF_coalesce           := -GPlaces=4 -CFLAGS -DPLACES=4
LINES_OF_coalesce_single    := -GPlaces=1 -CFLAGS -DPLACES=1
LINES_OF_counters           := -GN=20 -GIncW=7 -GWide=2
LINES_OF_line_arrive        := -GLookW=9 -CFLAGS -DLOOK_BITS=9
LINES_OF_line_arrive_small  := -GLookW=2 -CFLAGS -DLOOK_BITS=2
LINES_OF_meta_cache         := $(call LINES_CACHE,64,64,6,2,0)
LINES_OF_meta_cache_small   := $(call LINES_CACHE,4,8,6,2,0)
LINES_OF_meta_cache_through := $(call LINES_CACHE,8,8,1,1,1)
# A part in another size: meta_cache_small is of pf_meta_cache.
lines_base = $(patsubst coalesce_%,coalesce,$(patsubst line_arrive_%,line_arrive,$(patsubst meta_cache_%,meta_cache,$(1))))
lines_top = pf_$(lines_base)
lines_cpp = tb/cosim/lines_$(lines_base).cpp
$(eval $(call cosim,tiny,TINY,lines_line_unit,pf_line_unit,tb/cosim/lines_line_unit.cpp $(LINES_TRAFFIC),))
$(eval $(call cosim,modern,MODERN,lines_line_unit,pf_line_unit,tb/cosim/lines_line_unit.cpp $(LINES_TRAFFIC),))
$(foreach p,$(LINES_PARTS),$(eval $(call cosim,ref,REF,lines_$(p),$(call lines_top,$(p)),$(call lines_cpp,$(p)) $(LINES_TRAFFIC),$(LINES_OF_$(p)))))

cosim-lines: $(LINES_PARTS:%=$(B)/tb/cosim/lines_%_ref) $(B)/tb/cosim/lines_line_unit_tiny $(B)/tb/cosim/lines_line_unit_modern
# What make test needs of them.
cosim-lines-quick: $(B)/tb/cosim/lines_line_unit_ref $(B)/tb/cosim/lines_meta_cache_small_ref
.PHONY: cosim-lines cosim-lines-quick
