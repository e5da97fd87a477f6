/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "credits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { FIRST = 16 }; /* places of a ring, before it has to grow */

struct credit_queue {
	uint64_t *message; /* ring: their numbers */
	uint32_t mask, head, count;
};

void credits_init(struct credits *c, uint32_t slices)
{
	*c = (struct credits){.slices = slices, .mask = FIRST - 1};
	c->slice = mem_alloc(slices * sizeof(*c->slice));
	c->left = mem_alloc(FIRST * sizeof(*c->left));
	for (uint32_t i = 0; i < slices; i++) {
		c->slice[i].mask = FIRST - 1;
		c->slice[i].message = mem_alloc(FIRST * sizeof(*c->slice[i].message));
	}
}

void credits_free(struct credits *c)
{
	for (uint32_t i = 0; i < c->slices; i++)
		free(c->slice[i].message);
	free(c->slice);
	free(c->left);
}

static void grow_left(struct credits *c)
{
	const uint32_t mask = 2 * c->mask + 1;
	uint32_t *left = mem_alloc((mask + (size_t)1) * sizeof(*left));

	for (uint64_t n = c->arrived + 1; n < c->begun; n++)
		left[n & mask] = c->left[n & c->mask];
	free(c->left);
	c->left = left;
	c->mask = mask;
}

static void grow(struct credit_queue *q)
{
	const uint32_t cap = q->mask + 1;
	uint64_t *message = mem_alloc(2 * (size_t)cap * sizeof(*message));

	for (uint32_t i = 0; i < q->count; i++)
		message[i] = q->message[(q->head + i) & q->mask];
	free(q->message);
	*q = (struct credit_queue){message, 2 * cap - 1, 0, q->count};
}

/* A copy of it less; true: `arrived` has grown. */
static bool one_less(struct credits *c, uint64_t message)
{
	const uint64_t before = c->arrived;

	c->left[message & c->mask]--;
	while (c->arrived < c->begun && !c->left[(c->arrived + 1) & c->mask])
		c->arrived++;
	return c->arrived != before;
}

/* Until its end it has one copy more. */
void credits_begin(struct credits *c)
{
	c->begun++;
	if (c->begun - c->arrived > c->mask)
		grow_left(c);
	c->left[c->begun & c->mask] = 1;
}

void credits_to(struct credits *c, uint32_t slice)
{
	struct credit_queue *q = &c->slice[slice];

	if (q->count > q->mask)
		grow(q);
	q->message[(q->head + q->count++) & q->mask] = c->begun;
	c->left[c->begun & c->mask]++;
}

void credits_end(struct credits *c)
{
	(void)one_less(c, c->begun);
}

bool credits_came(struct credits *c, uint32_t slice)
{
	struct credit_queue *q = &c->slice[slice];
	const uint64_t message = q->message[q->head & q->mask];

	assert(q->count);
	q->head++;
	q->count--;
	return one_less(c, message);
}
