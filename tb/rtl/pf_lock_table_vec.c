/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_lock_table_vec: what the lock tables of an SM are given in each cycle, and what a read gets.
 *
 *   op warp device addr words key  read read_warp signature        in hex
 *
 * op: one bit each, 1 clear, 2 insert, 4 release, 8 activate. A read sees the events up to three
 * cycles before. First every warp is cleared.
 */
#include "reference/pf_lock_table.h"

#include "pf_rules_vec.h"

enum { OP_NONE, OP_CLEAR = 1, OP_INSERT = 2, OP_RELEASE = 4, OP_ACTIVATE = 8 };
enum { LAG = 3 };

struct event {
	unsigned op;
	uint32_t warp;
	bool device;
	uint32_t address, key;
	uint16_t words; /* of a release */
};

struct drive {
	struct rng r;
	const struct pf_geometry *g;
	struct pf_lock_table *table;
	struct event late[LAG]; /* [cycle % LAG] */
	uint32_t near, hot;
	bool few; /* one or two warps */
};

static void apply(struct pf_lock_table *t, uint32_t n, const struct event *e)
{
	const enum pf_lock_scope scope = e->device ? PF_LOCK_DEVICE : PF_LOCK_BLOCK;

	if (e->op == OP_CLEAR)
		*t = (struct pf_lock_table){0};
	else if (e->op == OP_INSERT)
		pf_lock_insert(t, n, e->address, e->key, scope);
	else if (e->op == OP_RELEASE)
		pf_lock_release_words(t, e->address, e->words, e->key, scope);
	else if (e->op == OP_ACTIVATE)
		pf_lock_activate(t, e->device);
}

static uint32_t any_warp(struct drive *d)
{
	const uint32_t v = d->hot ^ 1U << rng_below(&d->r, 6);

	switch (rng_below(&d->r, d->few ? 8 : 3)) {
	case 0: return rng_below(&d->r, d->g->warps);
	case 1: return v < d->g->warps ? v : d->hot;
	default: return d->hot;
	}
}

static struct event any_event(struct drive *d)
{
	static const uint8_t ops[] = {OP_INSERT,  OP_INSERT,   OP_INSERT,   OP_INSERT, OP_RELEASE,
				      OP_RELEASE, OP_ACTIVATE, OP_ACTIVATE, OP_NONE};

	return (struct event){
		.op = rng_below(&d->r, 64) ? ops[rng_below(&d->r, sizeof(ops))] : OP_CLEAR,
		.warp = any_warp(d),
		.device = rng_next(&d->r) >> 40 & 1,
		.address = rng_below(&d->r, 8) ? d->near ^ 1U << rng_below(&d->r, 6)
					       : rng_below(&d->r, 64),
		.key = rng_below(&d->r, 4) ? 1 : rng_below(&d->r, 64),
		/* none, or some beside the address's own; an insertion does not look at them */
		.words = rng_below(&d->r, 4) ? 0 : (uint16_t)(rng_next(&d->r) >> 20),
	};
}

static void step(struct drive *d, uint64_t cycle)
{
	struct event *late = &d->late[cycle % LAG];
	const bool clearing = cycle < d->g->warps;
	const bool read = cycle >= d->g->warps + LAG && rng_below(&d->r, 4);
	const uint32_t reader = any_warp(d);

	apply(&d->table[late->warp], d->g->lock_entries, late);
	*late = any_event(d);
	if (clearing)
		*late = (struct event){.op = OP_CLEAR, .warp = (uint32_t)cycle};
	printf("%x %x %x %x %x %x %x %x %x\n", late->op, late->warp, late->device, late->address,
	       late->words, late->key, read, reader, pf_lock_signature(&d->table[reader]));
}

int main(int argc, char **argv)
{
	const struct vec_args a = vec_args(argc, argv);
	struct drive d = {.g = a.g};

	rng_seed(&d.r, a.seed);
	d.table = calloc(a.g->warps, sizeof(*d.table));
	if (!d.table)
		return 2;
	for (uint64_t i = 0; i < a.g->warps + a.count; i++) {
		if (i % 128 == 0) {
			d.near = rng_below(&d.r, 64);
			d.hot = rng_below(&d.r, a.g->warps);
			d.few = rng_below(&d.r, 2);
		}
		step(&d, i);
	}
	free(d.table);
	return 0;
}
