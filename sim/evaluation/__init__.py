# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables and pages from the rows of measurements.

    runs.csv ──> scord.*, gpudet.* ──> fig8.csv, table6.csv ...     (tables)
    *.csv    ──> templates/*.j2    ──> blocks of docs/*.md          (pages)

sim/evaluate.py is its command line. Each campaign is a package: `runs` reads its rows, the modules beside it make one
family of tables each, `page` fills its document. What they share: `inputs` reads files and refuses bad ones, `tables`
formats and writes, `pages` fills documents.
"""
