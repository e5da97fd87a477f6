# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test.mk: the tests. Included by the Makefile. A unit is a C test (tb/*/test_*.c), a shell test or a fuzzer.
#
#   make test    TESTS, TESTS_OPT, tb/*/test_*.sh, FUZZERS: everything in short
#   make check   tb/*/check_*.sh: what takes long: proofs, campaigns, prices
#
#   T=REGEX  only units whose names match (simt.test_control); what they need is built, no more
#   LIST=1   only say which they are, the longest first

# As it is: a $ in it is the expression's.
ifneq ($(value T),)
override T := $(value T)
export T
endif

TEST_SH    := $(sort $(wildcard tb/*/test_*.sh))
CHECK_SH   := $(sort $(wildcard tb/*/check_*.sh))
TEST_UNITS := $(TESTS) $(TESTS_OPT) $(TEST_SH) $(FUZZERS)

# $(1) folder for the logs, below B; $(2) units; $(3) settings of tb/units.sh
run_units = $(if $(LIST),B=$(B) $(3) bash tb/units.sh names $(2),\
  units=$$(B=$(B) $(3) bash tb/units.sh list $(2)) && \
  $(MAKE) --no-print-directory $(if $(V),,-s) -j$(JOBS) $$(B=$(B) $(3) bash tb/units.sh needs $(2)) && \
  B=$(B) PF=$(CURDIR)/$(B)/photofinish PF_SAN=$(CURDIR)/$(B)/san/photofinish JOBS=$(JOBS) \
    OUT=$(CURDIR)/$(B)/$(1) FUZZ_SECONDS=$(FUZZ_SECONDS) bash tb/run_tests.sh $$units)

.PHONY: test check quick units-ref units-tiny

test: $(if $(LIST),,deps)  ## every test in short; ends with "N passed, N failed"; T='simt|l1': those that match; LIST=1: which
	@$(call run_units,test,$(TEST_UNITS))

check: $(if $(LIST),,need-all)  ## the long rest: proofs, benches, campaigns, prices; ends likewise; T= and LIST=1 as above
	@$(call run_units,check,$(CHECK_SH))

quick: $(if $(LIST),,need-all)  ## units of make test under 10 seconds each, without Verilated hardware: two minutes when built
	@$(call run_units,quick,$(TEST_UNITS),QUICK=1)

# Libraries of the hardware's units for --backend rtl: UNITS_REF of the Makefile.
units-ref: need-build need-verilog $(UNITS_REF)  ## the Verilated hardware of configuration ref, for --config ref: make run and make test build it, too
	@:
units-tiny: need-build need-verilog $(UNITS_REF:ref.so=tiny.so)
	@:
