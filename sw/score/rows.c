/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "score.h"

static const struct {
	const char *name, *text;
} rows[SCORE_ROWS] = {
	[SCORE_UNEXPLAINED] = {"unexplained", "no known weakness explains it"},
#define SCORE_ROW(id, name, text) [SCORE_##id] = {name, text},
#include "rows.def"
#include "rows_shared.def"
#include "rows_iguard.def"
#include "rows_exact.def"
#undef SCORE_ROW
};

const char *score_row_name(enum score_row r)
{
	return (unsigned)r < SCORE_ROWS ? rows[r].name : "?";
}

const char *score_row_text(enum score_row r)
{
	return (unsigned)r < SCORE_ROWS ? rows[r].text : "?";
}
