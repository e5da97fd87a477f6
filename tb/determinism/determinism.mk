# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Determinism, at length: the directed programs' whole matrix, then every program of the repository under SEEDS seeds.

SEEDS ?= 50

.PHONY: determinism

determinism: need-build need-verilog  ## SEEDS=50: every program under so many seeds: one memory, one output, one report? (hours)
	@$(MAKE) --no-print-directory -j$(JOBS) all units-ref
	@mkdir -p $(B)/determinism/directed sim/results
	@LONG=1 PF=$(CURDIR)/$(B)/photofinish TMP=$(CURDIR)/$(B)/determinism/directed bash tb/determinism/directed.sh
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/determinism JOBS=$(JOBS) \
	  bash tb/determinism/determinism.sh -r -s $(SEEDS) -o sim/results/determinism.csv
