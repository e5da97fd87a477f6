# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# unit.mk: Verilated units as libraries that the model loads. Included by the Makefile, before the .mk of those who have
# units.
#
#   rtl/*/*.v ─ verilator ─> B/unit/GEOMETRY[-wave]/MODULE/V*__ALL.a ─┐
#   sim/GUEST/rtl/*.cpp ──────────────────────────────────────────────┴─> B/lib/photofinish-KIND-GEOMETRY[-wave].so
#
# UNIT_PARAMETERS_MODULE, UNIT_PARAMETERS_GEOMETRY_MODULE: its parameters, as Verilator's -G; with UNIT_PARAMETERS-VARIANT_MODULE
# there is a library photofinish-KIND-VARIANT-GEOMETRY.so, too.
# RTL_CHECKS=1 leaves the RTL's own checks (PF_ASSERT) in: they stop the run at the first wrong input, and cost a third of
# the speed.

VERILATOR  ?= verilator
UNIT_GEN   := $(B)/gen/pf_fields.h $(B)/gen/pf_regs.h
UNIT_HDR   := $(wildcard sim/unit/*.h sim/*/rtl/*.h sim/*/port.h sw/reference/*.h sw/reference/*.def)
UNIT_ROOT   = $(shell $(VERILATOR) --getenv VERILATOR_ROOT)
UNIT_CXX    = -std=c++17 -O2 -fPIC -fvisibility=hidden -fvisibility-inlines-hidden -D_GNU_SOURCE -Wall -Wextra \
              -Isw -I$(B)/gen -isystem $(UNIT_ROOT)/include -isystem $(UNIT_ROOT)/include/vltstd
UNIT_FLAGS  = --cc --build --build-jobs 1 -O3 --x-assign fast --x-initial fast --output-split 20000 --no-timing \
              rtl/pf.vlt -Irtl -y rtl/cell -y rtl/sm -y rtl/slice -I$(B)/gen --language 1364-2005 -Wno-fatal \
              -MAKEFLAGS OPT_FAST=-O3 -MAKEFLAGS OPT_SLOW=-O1 -MAKEFLAGS OPT_GLOBAL=-O2 \
              -CFLAGS '-fPIC -fvisibility=hidden -fvisibility-inlines-hidden'

# Verilator's own runtime.
UNIT_RUNTIME := verilated verilated_threads
$(B)/unit/verilated/done: RUNTIME = $(UNIT_RUNTIME)
$(B)/unit/verilated-wave/done: RUNTIME = $(UNIT_RUNTIME) verilated_fst_c
$(B)/unit/verilated/done $(B)/unit/verilated-wave/done: $(UNIT_GEN)
	@mkdir -p $(@D)
	@echo "  RTL   $(@D)"
	$(Q)for f in $(RUNTIME); do \
	  $(CXX) $(UNIT_CXX) -w -DVM_TRACE=$(if $(findstring wave,$@),1 -DVM_TRACE_FST=1,0) \
	    -c $(UNIT_ROOT)/include/$$f.cpp -o $(@D)/$$f.o || exit 1; done
	@touch $@

# $(1) geometry, $(2) its macro, $(3) nothing or -wave, $(4) module, below rtl/, $(5) nothing or a variant of it: -its
define unit
$(B)/unit/$(1)$(5)$(3)/$(notdir $(4))/done: $(call rtl_of,$(B)/unit/$(1)$(5)$(3)/$(notdir $(4))) $(UNIT_GEN)
	@mkdir -p $$(@D)
	@echo "  RTL   $$(@D)"
	$(Q)MAKEFLAGS= $(VERILATOR) $(UNIT_FLAGS) $(if $(3),--trace-fst) $(if $(RTL_CHECKS),,-DSYNTHESIS) -DPF_GEOMETRY_$(2) \
	  $(UNIT_PARAMETERS_$(notdir $(4))) $(UNIT_PARAMETERS_$(1)_$(notdir $(4))) $(if $(5),$(UNIT_PARAMETERS$(5)_$(notdir $(4)))) \
	  --Mdir $$(@D) \
	  --prefix V$(notdir $(4)) --top-module $(notdir $(4)) rtl/$(4).v >$$(@D).log 2>&1 || { cat $$(@D).log; exit 1; }
	$(Q)$(call rtl_used,$$(@D)) && touch $$@
endef

# $(1) to $(3) as above, $(4) modules, $(5) kind, $(6) guest, $(7) variant
define unit_library
$(foreach m,$(4),$(eval $(call unit,$(1),$(2),$(3),$(m),$(7))))
$(B)/lib/photofinish-$(5)$(7)-$(1)$(3).so: $(foreach m,$(notdir $(4)),$(B)/unit/$(1)$(7)$(3)/$(m)/done) $(B)/unit/verilated$(3)/done \
    $(wildcard sim/$(6)/rtl/*.cpp) $(UNIT_HDR)
	@mkdir -p $$(@D)
	@echo "  LD    $$@"
	$(Q)$(CXX) $$(UNIT_CXX) -DSHELL_GEOMETRY=$(2) -DSHELL_NAME='"$(1)"' -DSHELL_SYMBOL=photofinish_$(subst -,_,$(5)$(7)) \
	  -DVM_TRACE=$(if $(3),1,0) \
	  $(foreach m,$(notdir $(4)),-I$(B)/unit/$(1)$(7)$(3)/$(m)) -shared -Wl,-Bsymbolic $(wildcard sim/$(6)/rtl/*.cpp) \
	  $(foreach m,$(notdir $(4)),$(B)/unit/$(1)$(7)$(3)/$(m)/V$(m)__ALL.a) $(B)/unit/verilated$(3)/*.o $(if $(3),-lz) -lpthread -o $$@
endef

# $(1) modules, $(2) kind, $(3) guest, $(4) nothing or -wave, $(5) nothing or a variant
unit_libraries = $(eval $(call unit_library,tiny,TINY,$(4),$(1),$(2),$(3),$(5)))$(eval $(call \
  unit_library,ref,REF,$(4),$(1),$(2),$(3),$(5)))$(eval $(call unit_library,modern,MODERN,$(4),$(1),$(2),$(3),$(5)))
