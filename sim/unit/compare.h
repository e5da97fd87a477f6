/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * compare: units beside their reference models; of all differences, the first one found is kept.
 *
 *   what a unit takes in  ─> its model ─> struct expected: answers, in order ─┐
 *   what comes out of it ─────────────────────────────────────────────────────┴─> "UNIT N: ..."
 */
#ifndef SIM_UNIT_COMPARE_H
#define SIM_UNIT_COMPARE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct compare {
	char text[512];
	pthread_mutex_t lock; /* units may step at the same time */
};

void compare_init(struct compare *c);
void compare_free(struct compare *c);
/* Text of the first difference, or NULL. */
const char *compare_first(const struct compare *c);

/* One unit of those compared. */
struct compare_unit {
	struct compare *all;
	const char *name; /* of its kind */
	uint32_t index;
};

void compare_differ(const struct compare_unit *u, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* "UNIT N: WHAT is GOT, expected WANT", unless they are equal. */
void compare_value(const struct compare_unit *u, const char *what, uint64_t got, uint64_t want);

struct compare_field {
	const char *name;
	uint64_t got, want;
};

/* "UNIT N: WHAT AT: FIELD GOT (expected WANT) ...": the fields that differ, if any. */
void compare_fields(const struct compare_unit *u, const char *what, uint64_t at,
		    const struct compare_field *f, size_t n);

/* Bytes of a line; those outside the mask do not matter. */
struct compare_line {
	uint32_t line;
	const uint8_t *mask, *data;
};
void compare_lines(const struct compare_unit *u, const char *what, uint64_t at,
		   struct compare_line got, struct compare_line want);

/* What a unit is to say, in order. All zero but `what` and `size`: empty. */
struct expected {
	const char *what;
	size_t size; /* of an item */
	char *item;
	size_t cap, head, tail;
	uint64_t came; /* so far */
};

void expected_free(struct expected *e);
/* Place for one more, to be filled in. */
void *expected_put(struct expected *e);
/* The one that is to come next; NULL: none is. It
 * stays. */
const void *expected_first(const struct expected *e);
/* Likewise, and it has come; NULL, and a difference: none is. */
const void *expected_take(struct expected *e, const struct compare_unit *u);
size_t expected_left(const struct expected *e);

#endif
