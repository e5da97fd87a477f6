# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# gpu.mk: our programs on a real GPU. No part of make test or make check. Included by the Makefile.
.PHONY: gpu-check
gpu-check:  ## our programs on this machine's GPU, beside what we say of them (needs NVIDIA's toolkit; 5 minutes): tb/gpu/results, its pages
	@bash tb/gpu/measure.sh --need
	@$(MAKE) --no-print-directory -j$(JOBS) need-build all
	@OUT=$(CURDIR)/$(B)/gpu CSV=$(CURDIR)/tb/gpu/results JOBS=$(JOBS) bash tb/gpu/measure.sh
	@tb/gpu/compare.py --pf $(B)/photofinish --tmp $(B)/gpu --page tb/gpu/README.md --page tb/gpu/results/README.md
