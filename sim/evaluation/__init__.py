# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables and pages from measurements.

    runs.csv ──> scord.*, gpudet.* ──> fig8.csv, table6.csv ...     (tables)
    *.csv    ──> templates/*.j2    ──> blocks of the documents      (pages)

sim/evaluate.py is the command line. Each campaign is a package: `runs` reads its rows, the modules beside it make one
family of tables each, `page` fills its document. `readme`, `synth`, `determinism` and `weaknesses` fill a document each
from the results of other measurements; `modules` makes the pages of the Verilog modules, with `states` (state charts) and
`waves` (what of a trace is shown). All share `inputs`, which reads files and refuses bad ones, `tables`, which
formats and writes, and `pages`, which fills documents.

A new table of a campaign: a function in one of its modules that ends in write_table(), called by that module's
write_...(); a macro of its name in templates/; two marks in the document; a row worked out by hand in tb/figures.
"""
