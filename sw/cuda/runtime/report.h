/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * report: names and the JSON writer, for report.c.
 */
#ifndef REPORT_H
#define REPORT_H

#include "rt.h"

const char *rt_mode_name(enum simt_mode mode);                   /* "its" */
const char *rt_scheduler_name(enum machine_scheduler scheduler); /* "random" */
const char *rt_op_name(enum simt_op_kind kind);                  /* "loads" */

/* Writes r->json; one line on standard error when it cannot. */
void rt_write_json(const struct rt *r, const struct machine_stats *s);

#endif
