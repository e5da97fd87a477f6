/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * stats: rows in the order of registration; a group is what stands before a name's first dot.
 */
#include "stats.h"

#include <assert.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

struct row {
	const char *name, *unit, *meaning;
	/* a counter */
	enum stats_fold fold;
	const uint64_t *first;
	size_t n, stride;
	/* a formula, or NULL */
	stats_formula value;
	void *ctx;
};

/* Of stats_ratio(). */
struct ratio {
	const char *a, *b;
	double scale;
};

struct stats {
	struct row *rows;
	size_t n, cap;
	size_t *counters; /* rows that are counters */
	size_t n_counters, cap_counters;
	struct arena arena;
};

struct stats *stats_create(void)
{
	return mem_alloc(sizeof(struct stats));
}

void stats_destroy(struct stats *s)
{
	if (!s)
		return;
	arena_free(&s->arena);
	free(s->counters);
	free(s->rows);
	free(s);
}

static const struct row *find(const struct stats *s, const char *name)
{
	for (size_t i = 0; i < s->n; i++)
		if (!strcmp(s->rows[i].name, name))
			return &s->rows[i];
	return NULL;
}

static void add(struct stats *s, const struct row *r)
{
	assert(r->name[0] && !find(s, r->name));
	s->rows = mem_grow(s->rows, &s->cap, s->n, sizeof(*s->rows));
	s->rows[s->n++] = *r;
}

void stats_add(struct stats *s, const char *name, const char *unit, const char *meaning,
	       enum stats_fold fold, const uint64_t *first, size_t n, size_t stride)
{
	const struct row r = {.name = name,
			      .unit = unit,
			      .meaning = meaning,
			      .fold = fold,
			      .first = first,
			      .n = n,
			      .stride = stride};

	assert(first || !n);
	add(s, &r);
	s->counters = mem_grow(s->counters, &s->cap_counters, s->n_counters, sizeof(*s->counters));
	s->counters[s->n_counters++] = s->n - 1;
}

void stats_derive(struct stats *s, const char *name, const char *unit, const char *meaning,
		  stats_formula value, void *ctx)
{
	const struct row r = {
		.name = name, .unit = unit, .meaning = meaning, .value = value, .ctx = ctx};

	assert(value);
	add(s, &r);
}

static double quotient(const struct stats *s, void *ctx)
{
	const struct ratio *r = ctx;
	const uint64_t b = stats_get(s, r->b);

	return b ? r->scale * (double)stats_get(s, r->a) / (double)b : NAN;
}

void stats_ratio(struct stats *s, const char *name, const char *unit, const char *meaning,
		 const char *a, const char *b, double scale)
{
	struct ratio *r = arena_alloc(&s->arena, sizeof(*r));

	*r = (struct ratio){a, b, scale};
	stats_derive(s, name, unit, meaning, quotient, r);
}

static uint64_t count(const struct row *r)
{
	const char *at = (const char *)r->first;
	uint64_t v, sum = 0;

	for (size_t i = 0; i < r->n; i++, at += r->stride) {
		memcpy(&v, at, sizeof(v));
		sum = r->fold == STATS_SUM ? sum + v : v > sum ? v : sum;
	}
	return sum;
}

uint64_t stats_get(const struct stats *s, const char *name)
{
	const struct row *r = find(s, name);

	assert(r && !r->value);
	return count(r);
}

/* As it is printed: "12", "0.5", "-". */
enum { TEXT = 32 };
static const char *text(const struct stats *s, const struct row *r, char out[TEXT])
{
	double v;

	if (!r->value) {
		snprintf(out, TEXT, "%" PRIu64, count(r));
		return out;
	}
	v = r->value(s, r->ctx);
	if (isfinite(v))
		snprintf(out, TEXT, "%.6g", v);
	else
		snprintf(out, TEXT, "-");
	return out;
}

static bool same_group(const char *a, const char *b)
{
	const size_t n = strcspn(a, ".");

	return n == strcspn(b, ".") && !memcmp(a, b, n);
}

void stats_text(const struct stats *s, FILE *f)
{
	size_t name = 0, value = 0, unit = 0;
	char v[TEXT];

	for (size_t i = 0; i < s->n; i++) {
		const struct row *r = &s->rows[i];
		const size_t w[] = {strlen(r->name), strlen(text(s, r, v)), strlen(r->unit)};

		name = w[0] > name ? w[0] : name;
		value = w[1] > value ? w[1] : value;
		unit = w[2] > unit ? w[2] : unit;
	}
	for (size_t i = 0; i < s->n; i++) {
		const struct row *r = &s->rows[i];

		if (i && !same_group(r->name, r[-1].name))
			fputc('\n', f);
		fprintf(f, "%-*s  %*s %-*s  %s\n", (int)name, r->name, (int)value, text(s, r, v),
			(int)unit, r->unit, r->meaning);
	}
}

/* A field of a CSV line (RFC 4180). */
static void csv(const char *t, FILE *f)
{
	if (!strpbrk(t, ",\"\n")) {
		fputs(t, f);
		return;
	}
	fputc('"', f);
	for (; *t; t++) {
		if (*t == '"')
			fputc('"', f);
		fputc(*t, f);
	}
	fputc('"', f);
}

void stats_csv(const struct stats *s, FILE *f)
{
	char v[TEXT];

	fputs("name,value,unit,meaning\n", f);
	for (size_t i = 0; i < s->n; i++) {
		const struct row *r = &s->rows[i];

		fprintf(f, "%s,%s,", r->name, text(s, r, v));
		csv(r->unit, f);
		fputc(',', f);
		csv(r->meaning, f);
		fputc('\n', f);
	}
}

/* JSON's integers end at 2^63 - 1 here. */
static json_t *json_count(uint64_t v)
{
	return v <= INT64_MAX ? json_integer((json_int_t)v) : json_real((double)v);
}

static json_t *json_value(const struct stats *s, const struct row *r)
{
	double v;

	if (!r->value)
		return json_count(count(r));
	v = r->value(s, r->ctx);
	return isfinite(v) ? json_real(v) : json_null();
}

struct json_t *stats_json_object(const struct stats *s)
{
	json_t *o = json_object();

	for (size_t i = 0; i < s->n; i++)
		json_object_set_new(o, s->rows[i].name, json_value(s, &s->rows[i]));
	return o;
}

void stats_json(const struct stats *s, FILE *f, int indent)
{
	json_t *o = stats_json_object(s);

	json_dumpf(o, f, JSON_INDENT((size_t)indent) | JSON_REAL_PRECISION(6));
	json_decref(o);
}

void stats_describe(const struct stats *s, FILE *f)
{
	fputs("| name | unit | meaning |\n|---|---|---|\n", f);
	for (size_t i = 0; i < s->n; i++)
		fprintf(f, "| `%s` | %s | %s |\n", s->rows[i].name, s->rows[i].unit,
			s->rows[i].meaning);
}

size_t stats_count(const struct stats *s)
{
	return s->n_counters;
}

void stats_values(const struct stats *s, uint64_t *v)
{
	for (size_t i = 0; i < s->n_counters; i++)
		v[i] = count(&s->rows[s->counters[i]]);
}

const char *stats_name(const struct stats *s, size_t i)
{
	assert(i < s->n_counters);
	return s->rows[s->counters[i]].name;
}
