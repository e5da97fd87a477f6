# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""What tables of all campaigns have in common: means, formats of cells, and files."""

from pathlib import Path

import numpy as np
import pandas as pd


def geometric_mean(values: pd.DataFrame) -> pd.Series:
    """Of each column, missing cells left out; 0 where a value is 0."""
    with np.errstate(divide="ignore"):
        return np.exp(np.log(values).mean())


def fixed(value: float, digits: int) -> str:
    """A number with so many decimals; nothing for a missing one."""
    return "" if pd.isna(value) else f"{value:.{digits}f}"


def short(value: float) -> str:
    """A whole number as it is, another with six significant digits; nothing for a missing one."""
    if pd.isna(value):
        return ""
    return str(int(value)) if value == int(value) else f"{value:.6g}"


def format_columns(frame: pd.DataFrame, digits: int) -> pd.DataFrame:
    """All cells of a frame of numbers with so many decimals."""
    return frame.apply(lambda column: column.map(lambda value: fixed(value, digits)))


def write_table(folder: Path, name: str, columns: list[str], rows: list[list[str]]) -> None:
    """Writes NAME.csv."""
    write_rows(folder / f"{name}.csv", columns, rows)


def write_rows(target: Path, columns: list[str], rows: list[list[str]]) -> None:
    """Writes a CSV file; it is there as a whole or not at all."""
    new = target.with_name(target.name + ".new")
    lines = [",".join(columns)] + [",".join(row) for row in rows]
    new.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    new.replace(target)
