/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compare.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "reference/pf_zcommit.h"

void compare_init(struct compare *c)
{
	c->text[0] = 0;
	pthread_mutex_init(&c->lock, NULL);
}

void compare_free(struct compare *c)
{
	pthread_mutex_destroy(&c->lock);
}

const char *compare_first(const struct compare *c)
{
	return c->text[0] ? c->text : NULL;
}

void compare_differ(const struct compare_unit *u, const char *format, ...)
{
	struct compare *c = u->all;
	va_list ap;
	int n;

	va_start(ap, format);
	pthread_mutex_lock(&c->lock);
	if (!c->text[0]) {
		n = snprintf(c->text, sizeof(c->text), "%s %u: ", u->name, u->index);
		vsnprintf(c->text + n, sizeof(c->text) - (size_t)n, format, ap);
	}
	pthread_mutex_unlock(&c->lock);
	va_end(ap);
}

void compare_value(const struct compare_unit *u, const char *what, uint64_t got, uint64_t want)
{
	if (got != want)
		compare_differ(u, "%s is %llu, expected %llu", what, (unsigned long long)got,
			       (unsigned long long)want);
}

void compare_fields(const struct compare_unit *u, const char *what, uint64_t at,
		    const struct compare_field *f, size_t n)
{
	char text[256] = "";
	size_t end = 0;

	for (size_t i = 0; i < n; i++)
		if (f[i].got != f[i].want && end < sizeof(text))
			end += (size_t)snprintf(text + end, sizeof(text) - end,
						" %s %llu (expected %llu)", f[i].name,
						(unsigned long long)f[i].got,
						(unsigned long long)f[i].want);
	if (end)
		compare_differ(u, "%s %llu:%s", what, (unsigned long long)at, text);
}

void compare_lines(const struct compare_unit *u, const char *what, uint64_t at,
		   struct compare_line got, struct compare_line want)
{
	const unsigned long long n = at;

	if (got.line != want.line)
		compare_differ(u, "%s %llu: line %u (expected %u)", what, n, got.line, want.line);
	if (memcmp(got.mask, want.mask, PF_LINE_MASK))
		compare_differ(u, "%s %llu, line %u: mask differs", what, n, want.line);
	for (unsigned b = 0; b < PF_LINE_BYTES; b++)
		if (want.mask[b / 8] >> b % 8 & 1 && got.data[b] != want.data[b])
			compare_differ(u, "%s %llu, line %u: byte %u is %02x, expected %02x", what,
				       n, want.line, b, got.data[b], want.data[b]);
}

void expected_free(struct expected *e)
{
	free(e->item);
}

/* Those that came make place for more. */
void *expected_put(struct expected *e)
{
	if (e->head && e->tail == e->cap) {
		e->tail -= e->head;
		memmove(e->item, e->item + e->head * e->size, e->tail * e->size);
		e->head = 0;
	}
	e->item = mem_grow(e->item, &e->cap, e->tail, e->size);
	return e->item + e->tail++ * e->size;
}

const void *expected_first(const struct expected *e)
{
	return e->head != e->tail ? e->item + e->head * e->size : NULL;
}

const void *expected_take(struct expected *e, const struct compare_unit *u)
{
	e->came++;
	if (e->head != e->tail)
		return e->item + e->head++ * e->size;
	compare_differ(u, "%s %llu, where none is expected", e->what, (unsigned long long)e->came);
	return NULL;
}

size_t expected_left(const struct expected *e)
{
	return e->tail - e->head;
}
