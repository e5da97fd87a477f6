# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# What the model's objects need besides their sources.

# Taken in by the assembler (.incbin): -MMD does not see it.
$(foreach d,obj san/obj fuzz/obj,$(B)/$(d)/sim/config/builtin.o): $(wildcard sim/config/*.cfg)

include tb/determinism/determinism.mk
