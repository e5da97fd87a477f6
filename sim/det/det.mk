# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# det.mk: both units Verilated, as a library that the model loads. Included by the Makefile.
#
#   rtl/*/*.v ─ verilator ─> B/rtl-sim/GEOMETRY/{sm,slice}/V*__ALL.a ─┐
#   sim/det/rtl/*.cpp ────────────────────────────────────────────────┴─> B/lib/photofinish-rtl-GEOMETRY.so
#
# The same with traces: B/lib/photofinish-rtl-GEOMETRY-wave.so.
# RTL_CHECKS=1 leaves the RTL's own checks (PF_ASSERT) in: they stop the run at the first wrong input, and cost a third of
# the speed.

VERILATOR  ?= verilator
RTLSIM_GEN := $(B)/gen/pf_fields.h $(B)/gen/pf_regs.h
RTLSIM_CPP := $(wildcard sim/det/rtl/*.cpp)
RTLSIM_HDR := $(wildcard sim/det/rtl/*.h) sim/det/port.h $(wildcard sw/golden/*.h sw/golden/*.def)
RTLSIM_ROOT = $(shell $(VERILATOR) --getenv VERILATOR_ROOT)
RTLSIM_CXX  = -std=c++17 -O2 -fPIC -fvisibility=hidden -fvisibility-inlines-hidden -D_GNU_SOURCE -Wall -Wextra \
              -Isw -I$(B)/gen -isystem $(RTLSIM_ROOT)/include -isystem $(RTLSIM_ROOT)/include/vltstd
RTLSIM_FLAGS = --cc --build --build-jobs 1 -O3 --x-assign fast --x-initial fast --output-split 20000 --no-timing \
              rtl/pf.vlt -Irtl -y rtl/cell -y rtl/sm -y rtl/slice -I$(B)/gen --language 1364-2005 -Wno-fatal \
              -MAKEFLAGS OPT_FAST=-O3 -MAKEFLAGS OPT_SLOW=-O1 -MAKEFLAGS OPT_GLOBAL=-O2 \
              -CFLAGS '-fPIC -fvisibility=hidden -fvisibility-inlines-hidden'

# Verilator's own runtime.
RTLSIM_RUNTIME := verilated verilated_threads
$(B)/rtl-sim/verilated/done: RUNTIME = $(RTLSIM_RUNTIME)
$(B)/rtl-sim/verilated-wave/done: RUNTIME = $(RTLSIM_RUNTIME) verilated_fst_c
$(B)/rtl-sim/verilated/done $(B)/rtl-sim/verilated-wave/done: $(RTLSIM_GEN)
	@mkdir -p $(@D)
	@echo "  RTL   $(@D)"
	$(Q)for f in $(RUNTIME); do \
	  $(CXX) $(RTLSIM_CXX) -w -DVM_TRACE=$(if $(findstring wave,$@),1 -DVM_TRACE_FST=1,0) \
	    -c $(RTLSIM_ROOT)/include/$$f.cpp -o $(@D)/$$f.o || exit 1; done
	@touch $@

# $(1) geometry, $(2) its macro, $(3) nothing or -wave, $(4) sm or slice
define rtlunit
$(B)/rtl-sim/$(1)$(3)/$(4)/done: $(call rtl_of,$(B)/rtl-sim/$(1)$(3)/$(4)) $(RTLSIM_GEN)
	@mkdir -p $$(@D)
	@echo "  RTL   $$(@D)"
	$(Q)MAKEFLAGS= $(VERILATOR) $(RTLSIM_FLAGS) $(if $(3),--trace-fst) $(if $(RTL_CHECKS),,-DSYNTHESIS) -DPF_GEOMETRY_$(2) --Mdir $$(@D) \
	  --prefix Vpf_$(4)_unit --top-module pf_$(4)_unit rtl/$(4)/pf_$(4)_unit.v >$$(@D).log 2>&1 || { cat $$(@D).log; exit 1; }
	$(Q)$(call rtl_used,$$(@D)) && touch $$@
endef

define rtlsim
$(foreach u,sm slice,$(eval $(call rtlunit,$(1),$(2),$(3),$(u))))
$(B)/lib/photofinish-rtl-$(1)$(3).so: $(B)/rtl-sim/$(1)$(3)/sm/done $(B)/rtl-sim/$(1)$(3)/slice/done \
    $(B)/rtl-sim/verilated$(3)/done $(RTLSIM_CPP) $(RTLSIM_HDR)
	@mkdir -p $$(@D)
	@echo "  LD    $$@"
	$(Q)$(CXX) $$(RTLSIM_CXX) -DPF_GEOMETRY_$(2) -DVM_TRACE=$(if $(3),1,0) -I$(B)/rtl-sim/$(1)$(3)/sm \
	  -I$(B)/rtl-sim/$(1)$(3)/slice -shared -Wl,-Bsymbolic $(RTLSIM_CPP) $(B)/rtl-sim/$(1)$(3)/slice/Vpf_slice_unit__ALL.a \
	  $(B)/rtl-sim/$(1)$(3)/sm/Vpf_sm_unit__ALL.a $(B)/rtl-sim/verilated$(3)/*.o $(if $(3),-lz) -lpthread -o $$@
endef
$(foreach w,-wave,$(eval $(call rtlsim,tiny,TINY,$(w))) $(eval $(call rtlsim,ref,REF,$(w))) $(eval $(call rtlsim,wide,WIDE,$(w))))
$(eval $(call rtlsim,tiny,TINY,))
$(eval $(call rtlsim,ref,REF,))
$(eval $(call rtlsim,wide,WIDE,))

# Views of tb/wave for the model's waves: there the units are not below a bench.
views: $(B)/wave/model-slice.gtkw $(B)/wave/model-sm.gtkw  ## GTKWave views of what --wave writes
$(B)/wave/model-%.gtkw: tb/wave/pf_%_unit.gtkw
	@mkdir -p $(@D)
	@sed -e '/_tb\.[a-z_]*\(\[.*\]\)*$$/d' -e 's/^pf_$*_unit_tb\.u_dut\./$*.pf_$*_unit./' $< >$@ && echo "view: $@"
.PHONY: views

# The tests draw from the co-simulation's traffic.
$(B)/san/tb/sim/test_det $(B)/san/tb/sim/det_rtl: $(B)/san/obj/tb/cosim/traffic.o
$(B)/opt/tb/sim/det_rtl: $(B)/obj/tb/cosim/traffic.o

rtl-sim: need-build need-verilog $(foreach g,tiny ref wide,$(B)/lib/photofinish-rtl-$(g).so)  ## both units of ScoRD Verilated, in tiny, ref and wide, for the model's engine rtl
.PHONY: rtl-sim
