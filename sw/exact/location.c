/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "location.h"

#include <stdlib.h>

#include "../base/mem.h"

/* How far back one looks for what would be said twice; chains remembered that count already. */
enum { BACK = 32, REMEMBER = 16, GRANULE = 16 };

void locations_open(struct locations *p, struct order *o,
		    void (*learnt)(void *ctx, struct order_who who, uint32_t node), void *ctx)
{
	*p = (struct locations){.order = o, .learnt = learnt, .ctx = ctx};
}

static void free_all(struct locations *p)
{
	for (size_t i = 0; i < p->n_chains; i++) {
		free(p->chain[i].pub);
		free(p->chain[i].look);
	}
	hashmap_free(&p->at);
	hashmap_free(&p->released);
	free(p->chain);
	free(p->spare);
	free(p->location);
	free(p->release);
}

void locations_close(struct locations *p)
{
	free_all(p);
}

void locations_clear(struct locations *p)
{
	const struct locations was = *p;

	free_all(p);
	locations_open(p, was.order, was.learnt, was.ctx);
	p->n = p->n_chains = 1;
	p->chain = mem_grow(NULL, &p->cap_chains, 0, sizeof(*p->chain));
	p->chain[0] = (struct chain){0};
	p->location = mem_grow(NULL, &p->cap, 0, sizeof(*p->location));
}

uint32_t locations_at(struct locations *p, uint64_t addr, uint32_t size)
{
	uint64_t *head = hashmap_at(&p->at, addr / GRANULE);
	uint32_t i = (uint32_t)*head;

	while (i && (p->location[i].addr != addr || p->location[i].size != size))
		i = p->location[i].next;
	if (i)
		return i;
	i = (uint32_t)p->n++;
	p->location = mem_grow(p->location, &p->cap, i, sizeof(*p->location));
	p->location[i] = (struct location){.addr = addr, .size = size, .next = (uint32_t)*head};
	*head = i;
	return i;
}

/* Chains */

static uint32_t chain_new(struct locations *p)
{
	uint32_t i;

	if (p->n_spare) {
		i = p->spare[--p->n_spare];
	} else {
		i = (uint32_t)p->n_chains++;
		p->chain = mem_grow(p->chain, &p->cap_chains, i, sizeof(*p->chain));
		p->chain[i] = (struct chain){0};
	}
	p->chain[i].refs = 1;
	p->chain[i].writes = 0;
	p->chain[i].n_pubs = p->chain[i].n_looks = 0;
	return i;
}

void locations_drop(struct locations *p, uint32_t chain)
{
	if (!chain || --p->chain[chain].refs)
		return;
	p->spare = mem_grow(p->spare, &p->cap_spare, p->n_spare, sizeof(*p->spare));
	p->spare[p->n_spare++] = chain;
}

uint32_t locations_hold(struct locations *p, uint32_t at, uint32_t *index)
{
	const uint32_t chain = p->location[at].chain;

	p->chain[chain].refs++;
	*index = p->chain[chain].writes - 1;
	return chain;
}

void locations_break(struct locations *p, uint64_t addr, uint32_t bytes, uint32_t but)
{
	if (p->n == 1)
		return;
	for (uint64_t g = addr / GRANULE; g <= (addr + bytes - 1) / GRANULE; g++) {
		const uint64_t *head = hashmap_find(&p->at, g);

		for (uint32_t i = head ? (uint32_t)*head : 0; i; i = p->location[i].next) {
			struct location *x = &p->location[i];

			if (i == but || x->addr >= addr + bytes || addr >= x->addr + x->size)
				continue;
			locations_drop(p, x->chain);
			x->chain = 0;
		}
	}
}

/* Threads */

void location_thread_free(struct locations *p, struct location_thread *t)
{
	for (size_t i = 0; i < t->n; i++)
		locations_drop(p, t->heard[i].chain);
	free(t->heard);
	*t = (struct location_thread){0};
}

static bool same_thread(struct order_who a, struct order_who b)
{
	return a.block == b.block && a.warp == b.warp && a.lanes == b.lanes;
}

/* What is heard counts, as far as the acquire reaches. */
static void acquire(struct locations *p, struct heard *h, const struct location_by *by)
{
	const struct chain *c = &p->chain[h->chain];

	for (uint32_t i = h->done[by->reach]; i < h->n; i++) {
		const struct location_pub *pub = &c->pub[i];
		const bool near = pub->who.block == by->who.block;
		const uint32_t node = pub->node[near ? LOCATION_BLOCK : LOCATION_DEVICE];

		if (node && (near || by->reach == LOCATION_DEVICE) &&
		    !same_thread(pub->who, by->who))
			p->learnt(p->ctx, by->who, node);
	}
	h->done[by->reach] = h->n;
	if (h->done[LOCATION_BLOCK] < h->done[LOCATION_DEVICE])
		h->done[LOCATION_BLOCK] = h->done[LOCATION_DEVICE];
}

void locations_acquire(struct locations *p, struct location_thread *t, const struct location_by *by,
		       uint32_t at)
{
	for (size_t i = 0; i < t->n; i++)
		if (!at || t->heard[i].location == at)
			acquire(p, &t->heard[i], by);
}

/* Room for one more: one that counts already is forgotten, if there are many. */
static struct heard *heard_new(struct locations *p, struct location_thread *t)
{
	for (size_t i = 0; i < t->n && t->n >= REMEMBER; i++) {
		struct heard *h = &t->heard[i];

		if (h->done[LOCATION_DEVICE] < h->n)
			continue;
		locations_drop(p, h->chain);
		*h = t->heard[--t->n];
		break;
	}
	t->heard = mem_grow(t->heard, &t->cap, t->n, sizeof(*t->heard));
	return &t->heard[t->n++];
}

static void hear(struct locations *p, struct location_thread *t, uint32_t at, uint32_t chain)
{
	const uint32_t n = (uint32_t)p->chain[chain].n_pubs;

	if (!n)
		return;
	for (size_t i = t->n; i-- > 0;) {
		if (t->heard[i].chain == chain) {
			t->heard[i].n = n;
			return;
		}
	}
	*heard_new(p, t) = (struct heard){.chain = chain, .location = at, .n = n};
	p->chain[chain].refs++;
}

static void begin(struct locations *p, struct location *x)
{
	locations_drop(p, x->chain);
	x->chain = chain_new(p);
}

uint32_t locations_begin(struct locations *p, const struct location_by *by, uint32_t at)
{
	struct chain *c;
	uint32_t index;

	begin(p, &p->location[at]);
	c = &p->chain[p->location[at].chain];
	c->writes = 1;
	c->last = by->who;
	c->reach = by->reach;
	return locations_hold(p, at, &index);
}

bool locations_read(struct locations *p, struct location_thread *t, const struct location_by *by,
		    uint32_t at, bool hears)
{
	const uint32_t chain = p->location[at].chain;
	const struct chain *c = &p->chain[chain];

	if (!chain || !location_together(c->last, c->reach, by->who, by->reach))
		return false;
	if (hears)
		hear(p, t, at, chain);
	return true;
}

void locations_look(struct locations *p, const struct location_by *by, uint32_t at)
{
	struct chain *c = &p->chain[p->location[at].chain];
	const struct location_look l = {.who = by->who,
					.epoch = by->epoch,
					.time = order_time(p->order),
					.index = c->writes - 1};

	/* Who has seen that much before is known for it sooner. */
	for (size_t i = c->n_looks, end = i > BACK ? i - BACK : 0; i-- > end;) {
		if (c->look[i].index != l.index)
			break;
		if (same_thread(c->look[i].who, l.who))
			return;
	}
	c->look = mem_grow(c->look, &c->cap_looks, c->n_looks, sizeof(*c->look));
	c->look[c->n_looks++] = l;
}

static void publish(struct chain *c, const struct location_pub *pub)
{
	if (!pub->node[LOCATION_BLOCK])
		return;
	for (size_t i = c->n_pubs, end = i > BACK ? i - BACK : 0; i-- > end;)
		if (same_thread(c->pub[i].who, pub->who) &&
		    c->pub[i].node[LOCATION_BLOCK] == pub->node[LOCATION_BLOCK] &&
		    c->pub[i].node[LOCATION_DEVICE] == pub->node[LOCATION_DEVICE])
			return;
	c->pub = mem_grow(c->pub, &c->cap_pubs, c->n_pubs, sizeof(*c->pub));
	c->pub[c->n_pubs++] = *pub;
}

/* A thread's release operations at a location, which its later writes there continue. */
static struct location_pub *release_of(struct locations *p, const struct location_by *by,
				       uint32_t at, bool make)
{
	const struct order *o = p->order;
	const uint32_t lane = o->its ? (uint32_t)__builtin_ctz(by->who.lanes) : 0;
	const uint64_t thread =
		(uint64_t)by->who.block * o->threads + by->who.warp * o->lanes + lane;
	const uint64_t key = thread << 32 | at;
	uint64_t *i = make ? hashmap_at(&p->released, key) : hashmap_find(&p->released, key);

	if (!i)
		return NULL;
	if (!*i) {
		p->release =
			mem_grow(p->release, &p->cap_releases, p->n_releases, sizeof(*p->release));
		p->release[p->n_releases] = (struct location_pub){.who = by->who};
		*i = ++p->n_releases;
	}
	return &p->release[*i - 1];
}

/* Nodes of a thread are the newer, the more they know. */
static void newer(struct location_pub *to, const uint32_t node[LOCATION_REACHES])
{
	for (int r = 0; r < LOCATION_REACHES; r++)
		if (node[r] > to->node[r])
			to->node[r] = node[r];
}

void locations_write(struct locations *p, const struct location_thread *t,
		     const struct location_by *by, uint32_t at, bool continues, uint32_t releases)
{
	struct location *x = &p->location[at];
	struct location_pub pub = {.who = by->who};
	const struct location_pub *was;
	struct chain *c;

	if (releases) {
		const uint32_t node[LOCATION_REACHES] = {
			releases, by->reach == LOCATION_DEVICE ? releases : 0};

		newer(release_of(p, by, at, true), node);
	}
	was = release_of(p, by, at, false);
	newer(&pub, t->fenced);
	if (was)
		newer(&pub, was->node);
	if (!continues || !x->chain)
		begin(p, x);
	c = &p->chain[x->chain];
	c->writes++;
	c->last = by->who;
	c->reach = by->reach;
	publish(c, &pub);
}

bool locations_observed(struct locations *p, uint32_t chain, uint32_t index, struct order_who who)
{
	const struct chain *c = &p->chain[chain];

	for (size_t i = c->n_looks; i-- > 0 && c->look[i].index >= index;) {
		const struct location_look *l = &c->look[i];

		if (same_thread(l->who, who) ||
		    order_knows(p->order, who, l->who, l->epoch, l->time))
			return true;
	}
	return false;
}
