/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * report: names, statistics and the JSON writer, for report.c.
 */
#ifndef RT_REPORT_H
#define RT_REPORT_H

#include "rt.h"

const char *rt_mode_name(enum simt_mode mode);                   /* "its" */
const char *rt_scheduler_name(enum machine_scheduler scheduler); /* "random" */
const char *rt_op_name(enum simt_op_kind kind);                  /* "loads" */

/* races.c: statistics of oracle and detector, as text on standard error and as JSON. */
void rt_races_stats(const struct rt *r);
json_t *rt_races_json(const struct rt *r); /* json_null() when nothing was asked for */
/* checks.c */
json_t *rt_checks_json(const struct rt *r);
/* races.c: whether what goes to standard error is coloured. */
bool rt_colour(const struct options *o);
/* Writes r->sarif; one line on standard error when it cannot. */
void rt_races_sarif(const struct rt *r);
/* "  label   value" */
void rt_print_u64(const char *name, uint64_t value);

/* Writes r->json; one line on standard error when it cannot. */
void rt_write_json(const struct rt *r, const struct machine_stats *s);

#endif
