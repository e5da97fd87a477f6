# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The campaign: ScoR's applications on the modelled GPU, and the tables and figures made from them.

SIZE ?= ci
J    ?= 2

.PHONY: figures figures-list

figures: need-build need-verilog need-figures  ## SIZE=ci|paper, J=2: run what is missing of the campaign, make its tables and plots (10 minutes; 2 hours)
	@$(MAKE) --no-print-directory -j$(JOBS) all units-ref $(B)/tb/scor/aliases
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/figures J=$(J) bash sim/figures/figures.sh $(SIZE)

figures-list:  ## what make figures would run, and why
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/figures bash sim/figures/figures.sh $(SIZE) -n --reason --quiet progress

# The second campaign: programs with and without deterministic commit.
.PHONY: figures-gpudet figures-gpudet-list

figures-gpudet: need-build need-verilog need-figures  ## SIZE=ci|paper, J=2: what deterministic commit costs: run what is missing, make its tables and plots
	@$(MAKE) --no-print-directory -j$(JOBS) all units-ref
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/figures_gpudet J=$(J) bash sim/figures_gpudet/figures_gpudet.sh $(SIZE)

figures-gpudet-list:  ## what make figures-gpudet would run, and why
	@PF=$(CURDIR)/$(B)/photofinish OUT=$(CURDIR)/$(B)/figures_gpudet bash sim/figures_gpudet/figures_gpudet.sh $(SIZE) -n --reason --quiet progress
