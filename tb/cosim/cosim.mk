# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# cosim.mk: Verilated units with their reference models. Included by the Makefile.
#
#   rtl/*/*.v ─ verilator ─> B/cosim/UNIT_GEOMETRY/V*.cpp ─┐
#   tb/cosim/*.cpp, libphotofinish.a ──────────────────────┴─> B/tb/cosim/{slice,sm}_GEOMETRY
#
#   WAVE=1   with traces: B/tb/cosim/*_wave       LANES=n LINES=n   other than the geometry's:
#   RTLCOV=1 line and toggle coverage: *_cov                        B/tb/cosim/slice_GEOMETRY_LANES_LINES

VERILATOR  ?= verilator
COSIM_GEOMETRIES := tiny ref modern
COSIM_GEN  := $(B)/gen/pf_fields.h $(B)/gen/pf_regs.h
COSIM_INC  := -I$(abspath sw) -I$(abspath sim) -I$(abspath $(B)/gen) -I$(abspath tb/cosim)
COSIM_HDR  := $(wildcard tb/cosim/*.h)
COSIM_TAG  := $(if $(LANES)$(LINES),_$(LANES)_$(LINES))$(if $(WAVE),_wave)$(if $(RTLCOV),_cov)
COSIM_WARN := -Wall -Wextra -Wno-unused-parameter
# gen last: the tool pf_regs there is no module.
COSIM_VFLAGS = --cc --exe --build -O3 --x-assign fast --x-initial fast --output-split 5000 \
             rtl/pf.vlt -Irtl -y rtl/cell -y rtl/sm -y rtl/slice -I$(B)/gen --language 1364-2005 \
             -Wall -Wno-fatal $(if $(WAVE),--trace-fst) $(if $(RTLCOV),--coverage-line --coverage-toggle) -DPF_GEOMETRY_$(1) \
             $(if $(LANES),-GLanes=$(LANES)) $(if $(LINES),-GLines=$(LINES)) \
             -MAKEFLAGS OPT_FAST=$(if $(RTLCOV),-O1,-O3) -MAKEFLAGS OPT_SLOW=$(if $(RTLCOV),-O0,-O1) -MAKEFLAGS OPT_GLOBAL=-O2
# $(1) geometry, $(2) its macro, $(3) program, $(4) top, $(5) C++ sources, $(6) more of Verilator's options
define cosim
$(B)/tb/cosim/$(3)_$(1)$(COSIM_TAG): $(5) tb/cosim/traffic.c $(COSIM_HDR) $(COSIM_GEN) \
    $(call rtl_of,$(B)/cosim/$(3)_$(1)$(COSIM_TAG)) \
    $(B)/lib/libphotofinish.a $(B)/obj/tb/cosim/traffic.o
	@mkdir -p $$(@D) $(B)/cosim
	@echo "  COSIM $$@"
	$$(Q)MAKEFLAGS= $(VERILATOR) --build-jobs 2 $(call COSIM_VFLAGS,$(2)) $(6) --Mdir $(B)/cosim/$(3)_$(1)$(COSIM_TAG) \
	  --prefix V$(4) --top-module $(4) rtl/*/$(4).v $$(abspath $(5)) $(abspath $(B)/obj/tb/cosim/traffic.o) \
	  $(abspath $(B)/lib/libphotofinish.a) \
	  -CFLAGS '-std=c++17 -D_GNU_SOURCE -DGEOMETRY=\"$(1)\" $(COSIM_WARN) $(COSIM_INC)' \
	  -LDFLAGS '$(LDLIBS)' -o $$(abspath $$@) >$(B)/cosim/$(3)_$(1)$(COSIM_TAG).log 2>&1 || \
	  { cat $(B)/cosim/$(3)_$(1)$(COSIM_TAG).log; rm -f $$@; exit 1; }
	$(Q)$(call rtl_used,$(B)/cosim/$(3)_$(1)$(COSIM_TAG))
endef
COSIM_SLICE := tb/cosim/slice.cpp tb/cosim/slice_bench.cpp tb/cosim/slice_driver.cpp tb/cosim/memory.cpp
$(eval $(call cosim,tiny,TINY,slice,pf_slice_unit,$(COSIM_SLICE)))
$(eval $(call cosim,ref,REF,slice,pf_slice_unit,$(COSIM_SLICE)))
$(eval $(call cosim,modern,MODERN,slice,pf_slice_unit,$(COSIM_SLICE)))
$(eval $(call cosim,tiny,TINY,sm,pf_sm_unit,tb/cosim/sm.cpp))
$(eval $(call cosim,ref,REF,sm,pf_sm_unit,tb/cosim/sm.cpp))
$(eval $(call cosim,modern,MODERN,sm,pf_sm_unit,tb/cosim/sm.cpp))

cosim-build: $(foreach g,$(COSIM_GEOMETRIES),$(foreach u,slice sm,$(B)/tb/cosim/$(u)_$(g)$(COSIM_TAG)))

# What make test needs of them.
cosim-quick: $(foreach g,tiny ref,$(foreach u,slice sm,$(B)/tb/cosim/$(u)_$(g)))

# tiny once more with each other number of lanes
cosim-lanes:
	@for l in 1 4 8; do $(MAKE) --no-print-directory LANES=$$l $(B)/tb/cosim/slice_tiny_$${l}_ || exit 1; done

cosim-replay: $(B)/tb/cosim/replay $(B)/tb/cosim/record $(B)/photofinish micro-files

rtl-coverage: need-build need-verilog  ## lines and toggles of the RTL that the campaign reaches: docs/rtl-coverage.md
	@$(MAKE) --no-print-directory -j$(JOBS) $(B)/lib/libphotofinish.a $(COSIM_GEN)
	@B=$(B) bash tb/cosim/coverage.sh
.PHONY: cosim-build cosim-quick cosim-lanes cosim-replay rtl-coverage

# The reference slice's test and the bench's vectors draw from the same traffic.
$(B)/san/tb/reference/test_slice: $(B)/san/obj/tb/cosim/traffic.o
$(B)/opt/tb/reference/test_slice: $(B)/obj/tb/cosim/traffic.o
$(B)/obj/tb/cosim/traffic.o $(B)/san/obj/tb/cosim/traffic.o: | $(COSIM_GEN)

# Replay of traces: both units of ref in one program.
$(B)/cosim/smlib/Vpf_sm_unit__ALL.a: $(call rtl_of,$(B)/cosim/smlib) $(COSIM_GEN)
	@mkdir -p $(B)/cosim
	@echo "  COSIM $@"
	$(Q)MAKEFLAGS= $(VERILATOR) --cc --build --build-jobs 2 -O3 --x-assign fast --x-initial fast rtl/pf.vlt -Irtl \
	  -y rtl/cell -y rtl/sm -I$(B)/gen --language 1364-2005 -Wno-fatal -DPF_GEOMETRY_REF --Mdir $(@D) \
	  -MAKEFLAGS OPT_FAST=-O3 --prefix Vpf_sm_unit --top-module pf_sm_unit rtl/sm/pf_sm_unit.v >$(B)/cosim/smlib.log 2>&1 || \
	  { cat $(B)/cosim/smlib.log; exit 1; }
	$(Q)$(call rtl_used,$(@D)) && touch $@

COSIM_REPLAY := tb/cosim/replay.cpp tb/cosim/slice_bench.cpp tb/cosim/slice_driver.cpp tb/cosim/memory.cpp
$(B)/tb/cosim/replay: $(COSIM_REPLAY) $(COSIM_HDR) $(call rtl_of,$(B)/cosim/replay) $(COSIM_GEN) $(B)/lib/libphotofinish.a \
    $(B)/obj/tb/cosim/traffic.o $(B)/cosim/smlib/Vpf_sm_unit__ALL.a
	@mkdir -p $(@D) $(B)/cosim
	@echo "  COSIM $@"
	$(Q)MAKEFLAGS= $(VERILATOR) --build-jobs 2 $(call COSIM_VFLAGS,REF) --Mdir $(B)/cosim/replay \
	  --prefix Vpf_slice_unit --top-module pf_slice_unit rtl/slice/pf_slice_unit.v $(abspath $(COSIM_REPLAY)) \
	  $(abspath $(B)/obj/tb/cosim/traffic.o $(B)/lib/libphotofinish.a $(B)/cosim/smlib/Vpf_sm_unit__ALL.a) \
	  -CFLAGS '-std=c++17 -D_GNU_SOURCE $(COSIM_WARN) $(COSIM_INC) -I$(abspath $(B)/cosim/smlib)' \
	  -LDFLAGS '$(LDLIBS)' -o $(abspath $@) >$(B)/cosim/replay.log 2>&1 || { cat $(B)/cosim/replay.log; rm -f $@; exit 1; }
	$(Q)$(call rtl_used,$(B)/cosim/replay)

$(B)/tb/cosim/record: tb/cosim/record.c $(B)/lib/libphotofinish.a | $(COSIM_GEN)
	@mkdir -p $(@D)
	@echo "  LD    $@"
	$(Q)$(CC) $(CPPFLAGS) $(COMMON) -O2 $(CFLAGS) -MMD -MP -MF $@.d $< -o $@ $(B)/lib/libphotofinish.a $(LDLIBS)
