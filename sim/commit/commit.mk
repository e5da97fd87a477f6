# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# commit.mk: the units of deterministic commit Verilated, as a library that the model loads. Included by the Makefile,
# behind det.mk, whose compiler settings it uses.
#
#   rtl/*/*.v ─ verilator ─> B/order-sim/GEOMETRY/pf_{store_buffer,zcommit,quantum}/V*__ALL.a ─┐
#   sim/commit/rtl/*.cpp ──────────────────────────────────────────────────────────────────────┴─> B/lib/photofinish-order-GEOMETRY.so

ORDER_UNITS := sm/pf_store_buffer slice/pf_zcommit sm/pf_quantum
ORDER_CPP   := $(wildcard sim/commit/rtl/*.cpp)
ORDER_HDR   := $(wildcard sim/commit/rtl/*.h) sim/commit/port.h $(wildcard sw/golden/*.h sw/golden/*.def)

# $(1) geometry, $(2) its macro, $(3) unit, below rtl/
define ordersim
$(B)/order-sim/$(1)/$(notdir $(3))/done: $(call rtl_of,$(B)/order-sim/$(1)/$(notdir $(3))) $(RTLSIM_GEN)
	@mkdir -p $$(@D)
	@echo "  RTL   $$(@D)"
	$(Q)MAKEFLAGS= $(VERILATOR) $(RTLSIM_FLAGS) $(if $(RTL_CHECKS),,-DSYNTHESIS) -DPF_GEOMETRY_$(2) --Mdir $$(@D) \
	  --prefix V$(notdir $(3)) --top-module $(notdir $(3)) rtl/$(3).v >$$(@D).log 2>&1 || { cat $$(@D).log; exit 1; }
	$(Q)$(call rtl_used,$$(@D)) && touch $$@
endef

define orderlib
$(foreach u,$(ORDER_UNITS),$(eval $(call ordersim,$(1),$(2),$(u))))
$(B)/lib/photofinish-order-$(1).so: $(foreach u,$(notdir $(ORDER_UNITS)),$(B)/order-sim/$(1)/$(u)/done) \
    $(B)/rtl-sim/verilated/done $(ORDER_CPP) $(ORDER_HDR)
	@mkdir -p $$(@D)
	@echo "  LD    $$@"
	$(Q)$(CXX) $$(RTLSIM_CXX) -DPF_GEOMETRY_$(2) $(foreach u,$(notdir $(ORDER_UNITS)),-I$(B)/order-sim/$(1)/$(u)) \
	  -shared -Wl,-Bsymbolic $(ORDER_CPP) $(foreach u,$(notdir $(ORDER_UNITS)),$(B)/order-sim/$(1)/$(u)/V$(u)__ALL.a) \
	  $(B)/rtl-sim/verilated/*.o -lpthread -o $$@
endef
$(eval $(call orderlib,tiny,TINY))
$(eval $(call orderlib,ref,REF))
$(eval $(call orderlib,wide,WIDE))

order-sim: need-build need-verilog $(foreach g,tiny ref wide,$(B)/lib/photofinish-order-$(g).so)  ## units of deterministic commit Verilated, in tiny, ref and wide, for the model's engine rtl
.PHONY: order-sim
