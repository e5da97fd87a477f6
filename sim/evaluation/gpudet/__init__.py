# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""programs with and without deterministic commit (sim/figures_gpudet)"""

DOCUMENT = "docs/determinism.md"
