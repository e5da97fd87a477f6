#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""The command line of sim/evaluation. Debian's python3 by its path: pandas and jinja2 are Debian's."""

import sys

sys.dont_write_bytecode = True

from evaluation.main import main  # noqa: E402  pylint: disable=wrong-import-position

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
