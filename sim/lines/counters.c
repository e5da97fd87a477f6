/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "counters.h"

#include <string.h>

enum { LAST = COUNTERS_ALL - 1 };

void counters_reset(struct counters *c)
{
	memset(c, 0, sizeof(*c));
	c->clearing = true;
}

void counters_add(struct counters *c, uint32_t counter, uint32_t n)
{
	c->in.inc[counter] += n;
	c->events |= n != 0;
}

/* The walker goes on from where it is. */
static void clear(struct counters *c, uint32_t turn)
{
	const uint32_t index = c->in.index;
	const bool read = c->in.read;

	counters_reset(c);
	c->turn = turn;
	c->in.index = index;
	c->in.read = read;
}

static void take_events(struct counters *c)
{
	for (unsigned i = 0; i < COUNTERS_ALL; i++) {
		c->small[i] += c->in.inc[i];
		c->any |= (uint32_t)(c->small[i] != 0) << i;
	}
	memset(c->in.inc, 0, sizeof(c->in.inc));
	c->events = false;
}

static uint32_t next_turn(const struct counters *c)
{
	return c->turn == LAST ? 0 : c->turn + 1;
}

/* The Verilog needs two cycles to add; nobody sees a total meanwhile. */
static void visit(struct counters *c)
{
	c->of[c->turn] += c->small[c->turn];
	c->small[c->turn] = 0;
	c->any &= ~(1U << c->turn);
	c->index = c->turn;
	c->turn = next_turn(c);
}

void counters_step(struct counters *c)
{
	const bool calm = !c->any && !c->low && !c->high, asked = c->in.read && !c->answer;
	const bool lapped = c->turn == 0;
	const bool answer =
		asked && !c->clearing && (calm || (c->round && lapped && !c->low && !c->high));
	const bool goes = !c->clearing && !c->low && !(c->high && c->index == c->turn) && c->any &&
			  !(asked && c->round && lapped);

	if (c->in.clear) {
		clear(c, goes ? next_turn(c) : c->turn);
		return;
	}
	if (c->clearing) {
		c->clearing = c->index != LAST;
		c->index += c->clearing;
	}
	c->high = c->low;
	c->low = goes;
	c->round = asked && !answer && (c->round || (goes && lapped));
	c->answer = answer;
	if (answer)
		c->total = c->of[c->in.index];
	if (goes)
		visit(c);
	if (c->events)
		take_events(c);
	c->idle = !c->any && !c->low && !c->high && !c->clearing && !c->answer;
}
