/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * stats: every number that the model counts, in one table.
 *
 *   unit --stats_add()--> table --> text, CSV, JSON, interval samples
 *
 * A counter is a uint64_t of a unit; the table knows where it lies, so counting costs an addition.
 * A unit that exists n times registers its first counter and the distance to the next: what is
 * printed is the sum (STATS_SUM) or the largest (STATS_MAX). Derived figures are formulas.
 */
#ifndef SIM_STATS_H
#define SIM_STATS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct stats;

enum stats_fold { STATS_SUM, STATS_MAX };

struct stats *stats_create(void);
void stats_destroy(struct stats *s);
/* name: "l1.hits", lower case, dots between groups, unique (asserted). The strings must live on.
 * first: NULL with n 0 is allowed (value 0). */
void stats_add(struct stats *s, const char *name, const char *unit, const char *meaning,
	       enum stats_fold fold, const uint64_t *first, size_t n, size_t stride);
/* value: called when printed; NaN prints as "-", in JSON as null. */
typedef double (*stats_formula)(const struct stats *s, void *ctx);
void stats_derive(struct stats *s, const char *name, const char *unit, const char *meaning,
		  stats_formula value, void *ctx);
/* a / b of two counters, times scale; NaN when b is 0. */
void stats_ratio(struct stats *s, const char *name, const char *unit, const char *meaning,
		 const char *a, const char *b, double scale);

uint64_t stats_get(const struct stats *s, const char *name); /* asserts that it exists */
void stats_text(const struct stats *s, FILE *f);             /* aligned, groups apart */
void stats_csv(const struct stats *s, FILE *f);              /* name,value,unit,meaning */
/* {"l1.hits": 12, ...}, on one line with indent 0; no newline behind it. */
void stats_json(const struct stats *s, FILE *f, int indent);
struct json_t *stats_json_object(const struct stats *s); /* of jansson; the caller's */
void stats_describe(const struct stats *s, FILE *f);     /* Markdown table of name, unit, meaning */
/* Values of all counters (not formulas), in table order, for samples and comparison. */
size_t stats_count(const struct stats *s);
void stats_values(const struct stats *s, uint64_t *v);
const char *stats_name(const struct stats *s, size_t i);

#endif
