/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * part: l2.h, dram.h and link.h behind functions that C++ can call.
 *
 *   part_step(): l2_step() or dram_step() with the links it was made with, at its own edge count
 */
#include "part.h"

#include <string.h>

#include "../base/link.h"
#include "../dram/dram.h"
#include "../l2/l2.h"

/* Just one of l2 and dram is there. */
struct part {
	uint64_t now;
	struct l2 *l2;
	struct part_l2_links links;
	struct dram *dram;
	struct link **in, **out;
};

struct link *part_link(const char *name, unsigned index, uint32_t cap)
{
	struct link *l = mem_alloc(sizeof(*l));

	link_init(l, name, index, cap);
	return l;
}

void part_link_free(struct link *l)
{
	if (l)
		link_free(l);
	free(l);
}

bool part_full(const struct link *l)
{
	return link_full(l);
}

void part_push(struct link *l, struct pkt *k)
{
	link_push(l, k);
}

struct pkt *part_pop(struct link *l)
{
	return link_pop(l);
}

struct part *part_l2(const struct l2_config *c, uint16_t slice, struct pkt_pool *pool,
		     const struct part_l2_links *links)
{
	struct part *p = mem_alloc(sizeof(*p));

	p->l2 = l2_create(c, slice, pool);
	p->links = *links;
	return p;
}

static struct link **copy(struct link *const *links, uint32_t n)
{
	struct link **to = mem_alloc(n * sizeof(struct link *));

	memcpy(to, links, n * sizeof(struct link *));
	return to;
}

struct part *part_dram(const struct dram_config *c, uint32_t channel, uint32_t n_slices,
		       struct pkt_pool *pool, struct link *const *in, struct link *const *out)
{
	struct part *p = mem_alloc(sizeof(*p));

	p->dram = dram_create(c, channel, n_slices, pool, 0);
	p->in = copy(in, n_slices);
	p->out = copy(out, n_slices);
	return p;
}

void part_free(struct part *p)
{
	if (!p)
		return;
	if (p->l2)
		l2_destroy(p->l2);
	else
		dram_destroy(p->dram);
	free(p->in);
	free(p->out);
	free(p);
}

void part_step(struct part *p)
{
	const struct part_l2_links *l = &p->links;

	if (p->l2)
		l2_step(p->l2, p->now, l->in, l->out, l->to_dram, l->fills);
	else
		dram_step(p->dram, p->now, p->in, p->out);
	p->now++;
}

bool part_idle(const struct part *p)
{
	return p->l2 ? l2_idle(p->l2) : dram_idle(p->dram);
}

void part_describe(const struct part *p, char *text, size_t size)
{
	if (p->l2)
		l2_describe(p->l2, text, size);
	else
		dram_describe(p->dram, text, size);
}

void part_stats(struct stats *s, const struct part *p)
{
	if (p->l2)
		l2_stats(s, &p->l2, 1);
	else
		dram_stats(s, &p->dram, 1);
}
