/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "explore.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* States are compared in memory: there is nothing between their fields. */
_Static_assert(_Alignof(struct protocol_state) == 1, "bytes only");

/* A state that has been met, and how. */
struct known {
	uint64_t key[2];
	uint32_t from; /* the one before it */
	struct protocol_step step;
};

/* States by their keys: places hold their numbers in `known` + 1. */
struct knowns {
	struct known *known;
	size_t n, cap;
	uint32_t *place;
	size_t places; /* a power of two */
};

struct level {
	struct protocol_state *state;
	uint32_t *number; /* in `known` */
	size_t n, cap, cap_number;
};

struct search {
	const struct protocol *p;
	struct knowns knowns;
	struct level now, next;
	struct explore_result *r;
};

static uint64_t mix(uint64_t h, uint64_t x)
{
	h = (h ^ x) * 0x9e3779b97f4a7c15U;
	return h ^ h >> 29;
}

static void key_of(const struct protocol_state *s, uint64_t key[2])
{
	uint64_t part[(sizeof(*s) + 7) / 8] = {0};

	memcpy(part, s, sizeof(*s));
	key[0] = 1;
	key[1] = 2;
	for (size_t i = 0; i < sizeof(part) / sizeof(part[0]); i++) {
		key[0] = mix(key[0], part[i]);
		key[1] = mix(key[1] + 0xd1b54a32d192ed03U, part[i] ^ key[0]);
	}
}

static uint32_t *place_of(const struct knowns *k, const uint64_t key[2])
{
	size_t at = key[0] & (k->places - 1);

	while (k->place[at] &&
	       memcmp(k->known[k->place[at] - 1].key, key, sizeof(k->known->key)) != 0)
		at = (at + 1) & (k->places - 1);
	return &k->place[at];
}

static void grow(struct knowns *k)
{
	k->places = k->places ? 2 * k->places : 1024;
	free(k->place);
	k->place = mem_alloc(k->places * sizeof(*k->place));
	for (size_t i = 0; i < k->n; i++)
		*place_of(k, k->known[i].key) = (uint32_t)(i + 1);
}

/* The state's number; *is_new: it had none. */
static uint32_t know(struct knowns *k, const struct protocol_state *s, bool *is_new)
{
	struct known one = {.from = 0};
	uint32_t *at;

	if (2 * k->n >= k->places)
		grow(k);
	key_of(s, one.key);
	at = place_of(k, one.key);
	*is_new = !*at;
	if (*at)
		return *at - 1;
	k->known = mem_grow(k->known, &k->cap, k->n, sizeof(*k->known));
	k->known[k->n++] = one;
	*at = (uint32_t)k->n;
	return *at - 1;
}

static void push(struct level *l, const struct protocol_state *s, uint32_t number)
{
	l->state = mem_grow(l->state, &l->cap, l->n, sizeof(*l->state));
	l->number = mem_grow(l->number, &l->cap_number, l->n, sizeof(*l->number));
	l->state[l->n] = *s;
	l->number[l->n++] = number;
}

/* The steps that lead there. */
static void trace(struct search *x, uint32_t number, unsigned steps)
{
	for (unsigned i = steps; i-- > 0; number = x->knowns.known[number].from)
		x->r->step[i] = x->knowns.known[number].step;
	x->r->steps = steps;
}

/* Words that go wrong here, or would if the launch ended. */
static bool judge(struct search *x, const struct protocol_state *s, uint32_t number, unsigned steps)
{
	struct protocol_state end = *s;
	const unsigned made_up = s->told & ~s->raced & ((1U << WORDS) - 1);
	unsigned wrong;

	protocol_end(x->p, &end);
	wrong = made_up ? made_up : (unsigned)(end.told ^ end.raced);
	if (!wrong)
		return false;
	x->r->verdict = (end.told & wrong) ? EXPLORE_FALSE : EXPLORE_MISSED;
	x->r->word = (unsigned)__builtin_ctz(wrong);
	trace(x, number, steps);
	return true;
}

/* Nothing that can come is of interest. */
static bool is_over(const struct protocol *p, const struct protocol_state *s)
{
	return (s->raced & s->told) == (1U << p->words) - 1;
}

/* All that follows a state. true: something went wrong. */
static bool follow(struct search *x, size_t i, unsigned steps)
{
	const struct protocol_state from = x->now.state[i];
	const uint32_t from_number = x->now.number[i];
	struct protocol_step step[PROTOCOL_STEPS];
	const unsigned n = is_over(x->p, &from) ? 0 : protocol_steps(x->p, &from, step);

	for (unsigned k = 0; k < n; k++) {
		struct protocol_state s = from;
		bool is_new;
		uint32_t number;

		protocol_step(x->p, &s, step[k]);
		protocol_normalise(x->p, &s);
		number = know(&x->knowns, &s, &is_new);
		if (!is_new)
			continue;
		x->knowns.known[number].from = from_number;
		x->knowns.known[number].step = step[k];
		if (judge(x, &s, number, steps))
			return true;
		push(&x->next, &s, number);
	}
	return false;
}

static bool next_level(struct search *x, unsigned steps, size_t most_states)
{
	const struct level old = x->now;

	for (size_t i = 0; i < x->now.n; i++) {
		if (x->knowns.n > most_states) {
			x->r->verdict = EXPLORE_SO_FAR;
			x->r->steps = steps - 1;
			return false;
		}
		if (follow(x, i, steps))
			return false;
	}
	x->r->steps = steps;
	x->now = x->next;
	x->next = old;
	x->next.n = 0;
	if (!x->now.n)
		x->r->verdict = EXPLORE_ALL;
	return x->now.n;
}

void explore(const struct protocol *p, unsigned most_steps, size_t most_states,
	     struct explore_result *r)
{
	struct search x = {.p = p, .r = r};
	struct protocol_state s;
	bool is_new;

	memset(r, 0, sizeof(*r));
	r->verdict = EXPLORE_SO_FAR;
	protocol_begin(p, &s);
	protocol_normalise(p, &s);
	push(&x.now, &s, know(&x.knowns, &s, &is_new));
	for (unsigned steps = 1; steps <= most_steps && next_level(&x, steps, most_states);)
		steps++;
	r->states = x.knowns.n;
	free(x.knowns.known);
	free(x.knowns.place);
	free(x.now.state);
	free(x.now.number);
	free(x.next.state);
	free(x.next.number);
}
