# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# sc.mk: the model under SystemC. Included by the Makefile.
#
#   sim/sc/{step_order,pf_gpu}.cpp + libphotofinish.a ─┬─> B/systemc-example   + B/systemc-example.ptx
#                                                      └─> B/systemc-platform

# Debian's libsystemc is built as C++17, and links with nothing else.
SC_CXX     = -std=c++17 -O2 -g -Wall -Wextra -Wpedantic -Werror -D_GNU_SOURCE -Isw -I$(B)/gen
SC_COMMON := $(B)/obj/sim/sc/step_order.o $(B)/obj/sim/sc/pf_gpu.o
SC_EXAMPLE := $(SC_COMMON) $(B)/obj/sim/sc/device.o $(B)/obj/sim/sc/example.o
SC_PLATFORM := $(SC_COMMON) $(B)/obj/sim/sc/platform.o

$(sort $(SC_EXAMPLE) $(SC_PLATFORM) $(B)/obj/tb/sim/systemc_step_order.o): $(B)/obj/%.o: %.cpp | $(GEN)
	@mkdir -p $(@D)
	@echo "  CXX   $<"
	$(Q)$(CXX) $(SC_CXX) -MMD -MP -c $< -o $@

$(B)/systemc-example: $(SC_EXAMPLE) $(B)/lib/libphotofinish.a $(B)/systemc-example.ptx
$(B)/systemc-platform: $(SC_PLATFORM) $(B)/lib/libphotofinish.a
$(B)/systemc-step-order: $(B)/obj/sim/sc/step_order.o $(B)/obj/tb/sim/systemc_step_order.o
$(B)/systemc-example $(B)/systemc-platform $(B)/systemc-step-order:
	@echo "  LD    $@"
	$(Q)$(CXX) -o $@ $(filter %.o %.a,$^) -lsystemc $(LDLIBS) -ldl

# The driver wants the command and its headers; what it links besides is not needed.
$(B)/systemc-example.ptx: sim/sc/example.cu $(B)/photofinish
	@echo "  PTX   $<"
	$(Q)mkdir -p $(B)/sc && $(B)/photofinish cc -O1 --arch sm_60 --ptx $< -o $(B)/sc/example && mv $(B)/sc/example.ptx $@

systemc: need-build need-verilog need-systemc  ## the model as SystemC modules: run both examples, the plain loop beside the first one
	@$(MAKE) --no-print-directory -j$(JOBS) all units-ref $(B)/systemc-example $(B)/systemc-platform
	@export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1; \
	  for e in "$(B)/systemc-example --config ref --detector scord" $(B)/systemc-platform; do echo "\$$ $$e"; $$e || exit 1; done
.PHONY: systemc
