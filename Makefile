# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
#   sw/reference/{fields,regs}.tab              -> build/gen/pf_{fields,regs}.{h,vh}
#   sw/*/*.c but cli, sw/cuda/*/*.c          -> build/lib/libphotofinish.{a,so}
#   sw/cli/*.c + libphotofinish.a            -> build/photofinish
#   sw/cuda/include                          -> build/include
#   sw/lower/*.c + libLLVM                   -> build/libexec/photofinish-lower
#
# The same once more with sanitizers under build/san, which the tests use.

CC        ?= gcc
CLANG     ?= clang-19
PREFIX    ?= /usr/local
DESTDIR   ?=
JOBS      ?= 2
FUZZ_SECONDS ?= 20
B         := build
# make V=1 shows the commands
Q         := $(if $(V),,@)

DIRS      := base ptx simt machine trace race oracle reference access detect score shared iguard exact radish static grace report check litmus session cuda/runtime cuda/driver cuda/nvrtc cuda/curand
LIB_SRC   := $(foreach d,$(DIRS),$(wildcard sw/$(d)/*.c)) $(wildcard sim/*/*.c)
CLI_SRC   := $(wildcard sw/cli/*.c)
LOWER_SRC := $(wildcard sw/lower/*.c)
LLVM      ?= 19
VERILATOR ?= verilator
TEST_SRC  := $(wildcard tb/*/test_*.c)
FUZZ_SRC  := $(wildcard tb/fuzz/fuzz_*.c)
EXPORTS   := sw/cuda/runtime/exports.map
SHIM      := $(shell find sw/cuda/include -type f 2>/dev/null)

WARN      := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Wstrict-prototypes \
             -Wmissing-prototypes -Werror
CPPFLAGS  += -D_GNU_SOURCE -Isw -I$(B)/gen
CFLAGS    ?= -g
# fp-contract: a product and a sum are two roundings unless PTX says fma.
COMMON    := -std=gnu11 $(WARN) -fPIC -fvisibility=default -ffp-contract=off -fno-math-errno
SAN       ?= -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined
LDLIBS    := -lzstd -ljansson -lisl -lm -lpthread

LIB_OBJ   := $(LIB_SRC:%.c=$(B)/obj/%.o)
CLI_OBJ   := $(CLI_SRC:%.c=$(B)/obj/%.o)
SAN_OBJ   := $(LIB_SRC:%.c=$(B)/san/obj/%.o)
SANC_OBJ  := $(CLI_SRC:%.c=$(B)/san/obj/%.o)
FUZZ_OBJ  := $(LIB_SRC:%.c=$(B)/fuzz/obj/%.o)
TESTS     := $(TEST_SRC:%.c=$(B)/san/%)
# Sanitized handlers are neither vectorised nor cloned for instruction sets: test those that ship, too.
TESTS_OPT := $(filter $(B)/opt/tb/simt/% %/machine/test_direct,$(TEST_SRC:%.c=$(B)/opt/%))
FUZZERS   := $(FUZZ_SRC:%.c=$(B)/fuzz/%)

UNITS_REF := $(patsubst %,$(B)/lib/photofinish-%-ref.so,rtl shared shared-its gpudet iguard)
GEN       := $(B)/gen/pf_fields.h $(B)/gen/pf_regs.h

.DEFAULT_GOAL := all
.PHONY: all help deps run kernels check-opt levels lint format bench lines packets slice-units shared-cycles grace figures-iguard figures-exact figures-radish readme fuzz soak install uninstall clean san \
        coverage micro micro-files directed properties judges protocols prove benches gates mutate cosim ip throughput compat
.DELETE_ON_ERROR:

all: $(B)/photofinish  ## build build/photofinish, its libraries and headers: all but the Verilated hardware

help:  ## this list
	@awk -F':.*## ' '/^[a-z][a-z-]*:.*## /{printf "  make %-20s %s\n", $$1, $$2}' $(filter %Makefile %.mk,$(MAKEFILE_LIST))

deps:  ## install what is missing from Debian, saying what (run and test do that, too; all others only say it)
	@sh tb/deps.sh

# What a target needs from Debian, by group of tb/deps.tab.
NEEDS     := $(addprefix need-,build verilog test lint systemc hardware figures all)
.PHONY: $(NEEDS)
$(NEEDS):
	@sh tb/deps.sh need $(@:need-%=%)

run: deps  ## microbenchmarks, kernels and races in shared memory on the modelled GPU, the Verilog in it: what was found, what it cost
	@$(MAKE) --no-print-directory -j$(JOBS) all units-ref
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/run JOBS=$(JOBS) bash tb/run_model.sh

kernels: need-build  ## every kernel of the repository in both divergence models, without clock
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/kernels bash tb/run_kernels.sh

lint: need-lint need-verilog need-hardware $(GEN)  ## format, licence lines, length of files and functions, static analysis; the RTL in Verilator, Icarus and Yosys
	@bash tb/lint.sh
	@bash tb/rtl/lint.sh

format: need-lint  ## clang-format everything in place
	@git ls-files '*.c' '*.h' | grep -v '^sw/cuda/include/' | xargs "$$(sh tb/deps.sh tool clang-format)" -i

bench: need-build need-verilog  ## speed: warp instructions and accesses a second, oracle and detector on and off; cycles of the model a second; levels of -O; compiling; BASE=PHOTOFINISH: beside another build of it
	@$(MAKE) --no-print-directory -j$(JOBS) all units-ref
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/bench bash tb/bench.sh
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/bench bash tb/bench_races.sh
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/bench bash tb/bench_shared.sh
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/bench bash tb/bench_oracle.sh
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/bench bash tb/bench_model.sh
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/bench bash tb/bench_levels.sh
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/bench BASE="$(BASE)" bash tb/bench_compile.sh
	@[ -z "$(BASE)" ] || PF=$(CURDIR)/$(B)/photofinish BASE="$(BASE)" OUT=$(CURDIR)/$(B)/bench bash tb/bench_base.sh

lines: need-build  ## metadata by lines: what it saves in ScoR's applications at paper inputs, verdicts held against full's: sw/results/lines.csv
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/lines CSV=$(CURDIR)/sw/results/lines.csv bash tb/scor/lines.sh

slice-units: need-build need-figures  ## pf_slice_unit beside pf_line_unit, step by step, ScoR's applications at paper inputs (20 minutes): sim/results/units.csv
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/units CSV=$(CURDIR)/sim/results/units.csv JOBS=$(JOBS) bash tb/scor/units.sh

packets: need-build  ## what the detector's packets cost in ScoR's applications at paper inputs, by step (an hour): sim/results/packets.csv
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/packets CSV=$(CURDIR)/sim/results/packets.csv bash tb/scor/packets.sh

shared-cycles: need-build need-verilog  ## what the unit for shared memory costs, programs without races, five seeds (10 minutes): sim/results/shared.csv
	@$(MAKE) --no-print-directory -j$(JOBS) all units-ref
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/shared CSV=$(CURDIR)/sim/results/shared.csv J=$(JOBS) bash tb/shared/cycles.sh

grace: need-build  ## GRace's schemes beside our detector for shared memory: time and memory (a minute or two): sw/results/grace.csv
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/grace CSV=$(CURDIR)/sw/results/grace.csv bash tb/shared/grace.sh

figures-iguard: need-build need-verilog  ## iGUARD on ScoR's applications, programs of its kinds and 10,000 random ones, and its cycles (10 minutes): sw/results/iguard*.csv, docs/iguard.md
	@$(MAKE) --no-print-directory -j$(JOBS) all $(B)/tb/property/campaign $(B)/lib/photofinish-rtl-ref.so $(B)/lib/photofinish-iguard-ref.so && mkdir -p $(B)/iguard
	@export PF=$(CURDIR)/$(B)/photofinish TMP=$(CURDIR)/$(B)/iguard && CSV=$(CURDIR)/sw/results/iguard.csv bash tb/iguard/apps.sh && \
	  CSV=$(CURDIR)/sw/results/iguard_programs.csv bash tb/iguard/programs.sh && \
	  CSV=$(CURDIR)/sw/results/iguard_cycles.csv bash tb/iguard/cycles.sh
	@$(B)/tb/property/campaign --set iguard --programs 10000 --seed 1 --csv sw/results/iguard_properties.csv
	@sim/evaluate.py iguard

figures-exact: need-build  ## --detector exact on ScoR's applications, 20,000 random programs and all litmus files (20 minutes): sw/results/exact*.csv, docs/exact.md
	@$(MAKE) --no-print-directory -j$(JOBS) all $(B)/tb/property/campaign $(B)/tb/judge/judges && mkdir -p $(B)/exact
	@PF=$(CURDIR)/$(B)/photofinish TMP=$(CURDIR)/$(B)/exact CSV=$(CURDIR)/sw/results/exact.csv bash tb/exact/apps.sh
	@$(B)/tb/judge/judges --exact --programs 20000 --seed 1 --csv sw/results/exact_judged.csv $(filter-out tb/litmus/cluster.litmus tb/litmus/copy.litmus,$(wildcard tb/litmus/*.litmus))
	@$(B)/tb/property/campaign --set exact --programs 10000 --seed 1 --csv sw/results/exact_properties.csv
	@sim/evaluate.py exact

figures-radish: need-build  ## RADISH on ScoR's applications, an SM as a core (a minute): sw/results/radish.csv, docs/radish.md
	@$(MAKE) --no-print-directory -j$(JOBS) all && mkdir -p $(B)/radish
	@PF=$(CURDIR)/$(B)/photofinish TMP=$(CURDIR)/$(B)/radish CSV=$(CURDIR)/sw/results/radish.csv bash tb/radish/table2.sh
	@sim/evaluate.py radish

fuzz: need-build need-test  ## fuzz every parser, FUZZ_SECONDS each
	@$(MAKE) --no-print-directory -j$(JOBS) $(FUZZERS)
	@for f in $(FUZZERS); do bash tb/fuzz/run.sh $$f $(FUZZ_SECONDS); done

readme: bench  ## measure, keep the results in sw/results and sim/results, fill them and the demo into README.md and docs
	@cp $(B)/bench/bench.csv $(B)/bench/races.csv $(if $(BASE),$(B)/bench/base.csv) sw/results/ && mkdir -p sim/results && cp $(B)/bench/model.csv sim/results/
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/run PF_CSV=$(CURDIR)/sim/results/run.csv JOBS=$(JOBS) bash tb/run_model.sh
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/readme bash tb/readme.sh
	@sim/evaluate.py synth
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/readme bash tb/races/docs.sh
	@$(MAKE) --no-print-directory micro directed && bash tb/micro/docs.sh && sim/evaluate.py weaknesses

soak: need-all  ## kernels x 100 seeds, 500 random programs, 5,000 made of idioms, 10,000 kernels with shared memory, 5,000 whose races are proved, the model x 1000 configurations, half an hour of fuzzing each parser, hours of RTL against reference models
	@$(MAKE) --no-print-directory -j$(JOBS) all san units-ref $(FUZZERS)
	@mkdir -p $(B)/soak && PF=$(CURDIR)/$(B)/photofinish TMP=$(CURDIR)/$(B)/soak SEEDS=100 bash tb/kernels/test_kernels.sh
	@PF=$(CURDIR)/$(B)/photofinish TMP=$(CURDIR)/$(B)/soak COUNT=500 bash tb/random/random.sh
	@mkdir -p $(B)/soak/idioms && PF=$(CURDIR)/$(B)/photofinish TMP=$(CURDIR)/$(B)/soak/idioms CSV=$(CURDIR)/tb/random/results.csv bash tb/random/soak.sh
	@mkdir -p $(B)/soak/sim && PF=$(CURDIR)/$(B)/photofinish TMP=$(CURDIR)/$(B)/soak/sim SEEDS=1000 bash tb/sim/soak.sh
	@for f in $(FUZZERS); do bash tb/fuzz/run.sh $$f 1800; done
	@$(MAKE) --no-print-directory -j$(JOBS) all cosim-build cosim-replay
	@mkdir -p $(B)/soak/shared && PF=$(CURDIR)/$(B)/photofinish TMP=$(CURDIR)/$(B)/soak/shared bash tb/shared/kernels.sh 10000 1
	@for s in $$(seq 1 50); do for g in kernels indices; do for a in sm_60 sm_70; do \
	  /usr/bin/python3 tb/shared/static.py $(CURDIR)/$(B)/photofinish $(B)/soak/shared random_$$g.py $$s 50 $$a || exit 1; done; done; done
	@B=$(B) bash tb/rtl/soak.sh

san: $(B)/san/photofinish

clean:  ## remove build/
	rm -rf $(B)

levels: need-build need-test  ## the executor's tests on handlers built for one instruction set at a time
	@for l in x86-64 x86-64-v3; do \
	  $(MAKE) --no-print-directory -j$(JOBS) B=build/$$l CFLAGS="-march=$$l -DNO_CLONES" check-opt || exit 1; done

check-opt: $(TESTS_OPT)
	@OUT=$(CURDIR)/$(B)/test PF= JOBS=$(JOBS) bash tb/run_tests.sh $(TESTS_OPT)

# Widths of the hardware's fields, and its registers: one table each for C and Verilog.
$(B)/tool/pf_%: sw/reference/tools/pf_%.c sw/reference/tools/tab.h | need-build
	@mkdir -p $(@D)
	@echo "  TOOL  $<"
	$(Q)$(CC) -D_GNU_SOURCE $(COMMON) -O1 -g $< -o $@

$(GEN): $(B)/gen/pf_%.h: sw/reference/%.tab $(B)/tool/pf_%
	@echo "  GEN   $@ pf_$*.vh"
	$(Q)mkdir -p $(@D) && $(B)/tool/pf_$* --c $(B)/gen/pf_$*.h --verilog $(B)/gen/pf_$*.vh $<

# Hardware
# A Verilated unit in FOLDER is made again when a file of FOLDER/rtl.used, which Verilator read, has changed; while there
# is no such list, now. $(1) = FOLDER
RTL_ALL   := $(wildcard rtl/*.vlt rtl/*.vh rtl/*/*.v rtl/*/*.vh)
rtl_of     = $(if $(wildcard $(1)/rtl.used),$(wildcard $(file <$(1)/rtl.used)),$(RTL_ALL) no-list)
rtl_used   = sed 's/.*: //' $(1)/V*__ver.d | tr ' ' '\n' | grep '^rtl/' | paste -sd' ' >$(1)/rtl.used

.PHONY: no-list
no-list:

prove: need-hardware $(GEN)  ## every proof of tb/formal/proofs.tab: yosys-smtbmc, z3
	@bash tb/formal/prove.sh

benches: need-build need-verilog need-hardware  ## every bench of the RTL: Icarus, Verilator, gates
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@for f in cell sm slice; do bash tb/rtl/benches.sh $$f || exit 1; done

gates: need-build need-hardware  ## the benches on synthesised gates only
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@awk '$$1 ~ /gates/ {$$1 = "gates"; print}' tb/rtl/benches.tab >$(B)/gates.tab
	@for f in cell sm slice; do bash tb/rtl/benches.sh $$f $(B)/gates.tab || exit 1; done

cosim: need-build need-verilog  ## every hardware unit, Verilated, against its reference model; replay of traces: tb/cosim/results*.csv
	@$(MAKE) --no-print-directory -j$(JOBS) all cosim-build cosim-replay cosim-lines cosim-iguard
	@$(MAKE) --no-print-directory cosim-lanes
	@$(MAKE) --no-print-directory -j$(JOBS) cosim-gpudet
	@B=$(B) CHECKS=$(or $(CHECKS),1000000) LANES="1 4 8" CSV=tb/cosim/results.csv bash tb/cosim/campaign.sh
	@B=$(B) CHECKS=$(or $(CHECKS),1000000) STALLS=1 CSV=tb/cosim/results_lines.csv bash tb/cosim/lines.sh
	@B=$(B) CHECKS=$(or $(CHECKS),1000000) CSV=tb/cosim/results_zcommit.csv bash tb/cosim/campaign_zcommit.sh
	@B=$(B) CHECKS=$(or $(CHECKS),1000000) CSV=tb/cosim/results_gpudet.csv bash tb/cosim/campaign_gpudet.sh
	@B=$(B) CHECKS=$(or $(CHECKS),1000000) CSV=tb/cosim/results_shared.csv bash tb/cosim/campaign_shared.sh
	@B=$(B) CHECKS=$(or $(CHECKS),1000000) CSV=tb/cosim/results_iguard.csv bash tb/cosim/campaign_iguard.sh
	@B=$(B) bash tb/cosim/replay.sh

throughput: need-build need-verilog  ## sustained rates of the units by stream and memory latency: synth/results/throughput*.csv
	@$(MAKE) --no-print-directory -j$(JOBS) all $(foreach u,slice zcommit store_buffer,$(B)/tb/cosim/$(u)_ref) \
	  $(B)/opt/tb/sim/det_rtl $(B)/lib/photofinish-rtl-ref.so
	@mkdir -p synth/results && $(B)/tb/cosim/slice_ref --rate >synth/results/throughput.csv && cat synth/results/throughput.csv
	@for u in zcommit store_buffer; do $(B)/tb/cosim/$${u}_ref --rate >synth/results/throughput_$$u.csv && \
	  cat synth/results/throughput_$$u.csv || exit 1; done
	@PHOTOFINISH_RTL=$(CURDIR)/$(B)/lib $(B)/opt/tb/sim/det_rtl --rate >synth/results/throughput_units.csv && \
	  cat synth/results/throughput_units.csv

compat: need-build  ## other people's programs, built with the drop-in and run: SAMPLES=DIR RODINIA=DIR; docs/compatibility.md
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@tb/compat/compat.py --pf $(B)/photofinish --csv sw/results/compatibility.csv --jobs $(JOBS) $(if $(ONLY),--only '$(ONLY)') \
	  $(if $(SAMPLES),--samples $(SAMPLES)) $(if $(RODINIA),--rodinia $(RODINIA))
	@tb/compat/page.py sw/results/compatibility.csv docs/compatibility.md

ip: need-build $(GEN)  ## the RTL alone, ready to drop into a design: build/ip, with file list and FuseSoC core
	@rm -rf $(B)/ip && mkdir -p $(B)/ip && cp -r rtl LICENSE $(B)/ip/
	@cp $(B)/gen/pf_fields.vh $(B)/gen/pf_regs.vh $(B)/ip/rtl/ && mv $(B)/ip/rtl/photofinish.core $(B)/ip/
	@rm -f $(B)/ip/rtl/files.sh && echo "ip: $(B)/ip"

mutate: need-build need-verilog need-hardware  ## plant faults in every module and count those its bench notices
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@B=$(B) bash tb/rtl/mutants.sh

# Line coverage of what everything else is judged by.
COV       := $(patsubst %.c,build/cov/opt/%,$(filter tb/oracle/% tb/reference/% tb/detect/% tb/score/% tb/litmus/% \
             tb/property/% tb/report/%,$(TEST_SRC)))
coverage: need-build need-test  ## line coverage of sw/oracle and sw/reference; below 95 % is an error
	@$(MAKE) --no-print-directory -j$(JOBS) B=build/cov CFLAGS="-g -O0 --coverage -DNO_CLONES" \
	  LDLIBS="$(LDLIBS) --coverage" LDFLAGS=--coverage build/cov/photofinish $(COV)
	@ALSO="build/cov/photofinish litmus tb/litmus/*.litmus" bash tb/coverage.sh build/cov $(COV)

# Objects. The lane loops of the executor want the vectoriser.
OPT = -O2
$(B)/obj/sw/simt/%.o $(B)/obj/sw/machine/%.o: OPT = -O3 -fno-trapping-math
$(B)/obj/sw/lower/%.o $(B)/san/obj/sw/lower/%.o: CPPFLAGS += -isystem /usr/lib/llvm-$(LLVM)/include
$(B)/obj/%.o: %.c | need-build $(GEN)
	@mkdir -p $(@D)
	@echo "  CC    $<"
	$(Q)$(CC) $(CPPFLAGS) $(COMMON) $(OPT) $(CFLAGS) -MMD -MP -c $< -o $@

$(B)/san/obj/%.o: %.c | need-build $(GEN)
	@mkdir -p $(@D)
	@echo "  CC    $< (sanitized)"
	$(Q)$(CC) $(CPPFLAGS) $(COMMON) $(SAN) -MMD -MP -c $< -o $@

# Both variants of library, command and headers: $(1) = directory, $(2) = flags
define variant
$(1)/lib/libphotofinish.a: $(2)
	@mkdir -p $$(@D)
	@echo "  AR    $$@"
	@rm -f $$@
	$$(Q)ar qcs $$@ $$^

$(1)/lib/libphotofinish.so: $(2) $(EXPORTS)
	@mkdir -p $$(@D)
	@echo "  LD    $$@"
	$$(Q)$$(CC) -shared $(4) -Wl,-soname,libphotofinish.so,--version-script=$(EXPORTS),-Bsymbolic-functions \
	  -o $$@ $(2) $$(LDLIBS)

$(1)/include/.stamp: $(SHIM)
	@mkdir -p $$(@D)
	@cp -r sw/cuda/include/. $$(@D)
	@touch $$@

$(1)/libexec/photofinish-lower: $(LOWER_SRC:%.c=$(1)/obj/%.o) $(1)/obj/sw/base/mem.o $(1)/obj/sw/base/demangle.o
	@mkdir -p $$(@D)
	@echo "  LD    $$@"
	$$(Q)$$(CC) $(4) $$(LDFLAGS) -o $$@ $$^ -L/usr/lib/llvm-$(LLVM)/lib -lLLVM-$(LLVM) -lelf -lstdc++

$(1)/cuda/.stamp: $(1)/lib/libphotofinish.so sw/cuda/home.sh
	@sh sw/cuda/home.sh $$(@D) ../../photofinish ../include ../../lib
	@touch $$@

$(1)/photofinish: $(1)/cuda/.stamp
$(1)/photofinish: $(3) $(1)/lib/libphotofinish.a $(1)/lib/libphotofinish.so $(1)/include/.stamp $(1)/libexec/photofinish-lower
	@echo "  LD    $$@"
	$$(Q)$$(CC) $(4) -o $$@ $(3) $(1)/lib/libphotofinish.a $$(LDLIBS) -Wl,--no-as-needed -lstdc++ # names as in the source
endef
$(eval $(call variant,$(B),$(LIB_OBJ),$(CLI_OBJ),))
$(eval $(call variant,$(B)/san,$(SAN_OBJ),$(SANC_OBJ),$(SAN)))

$(B)/san/tb/%: tb/%.c $(B)/san/lib/libphotofinish.a
	@mkdir -p $(@D)
	@echo "  TEST  $<"
	$(Q)$(CC) $(CPPFLAGS) $(COMMON) $(SAN) -MMD -MP -MF $@.d $< -o $@ $(filter %.o,$^) \
	  $(B)/san/lib/libphotofinish.a -lcmocka $(LDLIBS)

$(B)/opt/tb/%: tb/%.c $(B)/lib/libphotofinish.a
	@mkdir -p $(@D)
	@echo "  TEST  $< (optimised)"
	$(Q)$(CC) $(CPPFLAGS) $(COMMON) -O1 $(CFLAGS) -MMD -MP -MF $@.d $< -o $@ $(filter %.o,$^) \
	  $(B)/lib/libphotofinish.a -lcmocka $(LDLIBS)

# Programs that print tables, plain and sanitized: $(1) = directory, $(2) = flags
TOOLS     := micro/micro micro/directed property/campaign scor/aliases judge/judges exact/protocols
MICRO_OBJ := interleave.o outcomes.o
PROP_OBJ  := emit.o interleavings.o program.o
JUDGE_OBJ := both.o compare.o execution.o model.o random.o relation.o
$(B)/opt/tb/property/test_property: $(PROP_OBJ:%=$(B)/obj/tb/property/%)
EXACT_OBJ := explore.o normal.o protocol.o word.o
define tool
$(1)/tb/micro/micro: $(MICRO_OBJ:%=$(1)/obj/tb/micro/%)
$(1)/tb/property/campaign $(1)/tb/property/test_property: $(PROP_OBJ:%=$(1)/obj/tb/property/%)
$(1)/tb/judge/judges $(1)/tb/judge/test_judge: $(JUDGE_OBJ:%=$(1)/obj/tb/judge/%)
$(1)/tb/exact/protocols $(1)/tb/exact/test_protocol: $(EXACT_OBJ:%=$(1)/obj/tb/exact/%)
$(1)/tb/exact/protocols: $(1)/obj/tb/exact/view.o
$(1)/tb/exact/test_exact: $(JUDGE_OBJ:%=$(1)/obj/tb/judge/%) $(PROP_OBJ:%=$(1)/obj/tb/property/%)
$(addprefix $(1)/tb/,$(TOOLS)): $(1)/tb/%: tb/%.c $(1)/lib/libphotofinish.a
	@mkdir -p $$(@D)
	@echo "  LD    $$@"
	$$(Q)$$(CC) $$(CPPFLAGS) $$(COMMON) $(2) -MMD -MP -MF $$@.d $$< -o $$@ $$(filter %.o,$$^) \
	  $(1)/lib/libphotofinish.a $$(LDLIBS)
endef
$(eval $(call tool,$(B),-O2 $(CFLAGS)))
$(eval $(call tool,$(B)/san,$(SAN)))

MICRO     := $(patsubst sw/kernels/micro/%.cu,$(B)/micro/%.ptx,$(wildcard sw/kernels/micro/*.cu))
$(B)/micro/%.ptx: sw/kernels/micro/%.cu sw/kernels/micro/micro.cuh $(B)/photofinish
	@mkdir -p $(@D)
	$(Q)$(B)/photofinish cc -O1 --arch sm_60 --ptx $< -o $(@:.ptx=)

micro: need-build  ## ScoRD's 32 microbenchmarks over every interleaving: oracle and both detectors
	@$(MAKE) --no-print-directory -j$(JOBS) all micro-files
	@$(B)/tb/micro/micro --csv sw/results/micro.csv $(B)/micro

micro-files: $(MICRO) $(B)/tb/micro/micro

directed: need-build  ## a test for each known weakness of ScoRD: expected against got
	@$(MAKE) --no-print-directory -j$(JOBS) all $(B)/tb/micro/directed
	@$(B)/tb/micro/directed sw/kernels/directed/*.litmus
	@mkdir -p $(B)/directed && PF=$(CURDIR)/$(B)/photofinish TMP=$(CURDIR)/$(B)/directed bash tb/micro/programs.sh

properties: need-build  ## 10,000 random programs: detectors scored against the oracle
	@$(MAKE) --no-print-directory -j$(JOBS) all $(B)/tb/property/campaign
	@$(B)/tb/property/campaign --programs 10000 --seed 1 --csv sw/results/properties.csv

judges: need-build  ## the oracle against PTX's model as relations: litmus files, 20,000 random programs, planted mistakes
	@$(MAKE) --no-print-directory -j$(JOBS) all $(B)/tb/judge/judges
	@$(B)/tb/judge/judges --programs $(or $(PROGRAMS),20000) --seed $(or $(SEED),1) --csv tb/judge/results.csv \
	  tb/litmus/*.litmus sw/kernels/directed/*.litmus docs/demo/*.litmus
	@$(B)/tb/judge/judges --faults --programs 5000 --seed $(or $(SEED),1) --csv tb/judge/faults.csv

protocols: need-build need-figures  ## how a slice learns of loads that hit, in all runs of a few warps, and how it must not (15 minutes): tb/exact/results.csv, docs/exact.md
	@$(MAKE) --no-print-directory -j$(JOBS) $(B)/tb/exact/protocols
	@B=$(B) CSV=tb/exact/results.csv bash tb/exact/protocols.sh
	@sim/evaluate.py exact

# Fuzzers: the library once more, by clang with coverage.
FUZZ_CFLAGS := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -std=gnu11 \
               -ffp-contract=off -Wno-everything
$(B)/fuzz/obj/%.o: %.c | need-build $(GEN)
	@mkdir -p $(@D)
	@echo "  CC    $< (fuzz)"
	$(Q)$(CLANG) $(CPPFLAGS) $(FUZZ_CFLAGS) -fsanitize=fuzzer-no-link -MMD -MP -c $< -o $@

$(B)/fuzz/%: %.c $(FUZZ_OBJ)
	@mkdir -p $(@D)
	@echo "  FUZZ  $<"
	$(Q)$(CLANG) $(CPPFLAGS) $(FUZZ_CFLAGS) -fsanitize=fuzzer $< $(FUZZ_OBJ) -o $@ $(LDLIBS)

# With Verilator the hardware's units, too.
UNITS_HERE := $(if $(shell command -v $(VERILATOR)),$(UNITS_REF))
install: all $(UNITS_HERE)  ## install under PREFIX (default /usr/local), DESTDIR honoured; the Verilated hardware where there is Verilator
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/photofinish
	install -d $(DESTDIR)$(PREFIX)/share/photofinish/include
	install -m 755 $(B)/photofinish $(DESTDIR)$(PREFIX)/bin/photofinish
	install -m 755 $(B)/libexec/photofinish-lower $(DESTDIR)$(PREFIX)/lib/photofinish/
	install -m 644 $(B)/lib/libphotofinish.so $(UNITS_HERE) $(DESTDIR)$(PREFIX)/lib/photofinish/
	cp -r sw/cuda/include/. $(DESTDIR)$(PREFIX)/share/photofinish/include
	sh sw/cuda/home.sh $(DESTDIR)$(PREFIX)/lib/photofinish/cuda ../../../../bin/photofinish \
	  ../../../share/photofinish/include ../..

uninstall:  ## remove what install put there
	rm -f $(DESTDIR)$(PREFIX)/bin/photofinish
	rm -rf $(DESTDIR)$(PREFIX)/lib/photofinish $(DESTDIR)$(PREFIX)/share/photofinish

-include tb/test.mk tb/cosim/cosim.mk tb/cosim/gpudet.mk tb/cosim/lines.mk tb/cosim/iguard.mk synth/synth.mk sim/sim.mk sim/unit/unit.mk sim/det/det.mk sim/gpudet/gpudet.mk sim/shared/shared.mk sim/iguard/iguard.mk sim/sc/sc.mk sim/figures/figures.mk tb/gpu/gpu.mk
-include $(shell find $(B) -name '*.d' 2>/dev/null)
