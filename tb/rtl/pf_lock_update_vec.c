/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_lock_update_vec: events on a lock table, of 1 to 8 entries in turn, and what they make of it.
 *
 *   n op device dhash bhash entries match  next next_dev next_blk  -> entries_o next_o    in hex
 *
 * op: one bit each, 1 clear, 2 insert, 4 release, 8 activate. Entries as in the RTL, oldest in the
 * low bits. next: what of them, of the new ones and of the result belongs to a second event.
 */
#include "pf_fields.h"
#include "reference/pf_lock_table.h"

#include "pf_rules_vec.h"

enum { OP_NONE, OP_CLEAR = 1, OP_INSERT = 2, OP_RELEASE = 4, OP_ACTIVATE = 8 };

struct event {
	unsigned op;
	bool device;
	uint64_t address, key;
	uint16_t words; /* OP_RELEASE: further ones */
};

struct drive {
	struct rng r;
	struct pf_lock_table table[PF_MOST_LOCKS + 1]; /* [entries] */
	uint32_t near;
};

static unsigned bins(uint64_t hash)
{
	return (unsigned)((hash & 7) << 3 | (hash >> 3 & 7));
}

static struct event any_event(struct drive *d)
{
	static const uint8_t ops[] = {OP_INSERT,  OP_INSERT,  OP_INSERT,   OP_INSERT,
				      OP_RELEASE, OP_RELEASE, OP_ACTIVATE, OP_NONE};

	struct event e = {
		.op = rng_below(&d->r, 64) ? ops[rng_below(&d->r, sizeof(ops))] : OP_CLEAR,
		.device = rng_next(&d->r) >> 40 & 1,
		.address = rng_below(&d->r, 8) ? d->near ^ 1U << rng_below(&d->r, 7)
					       : rng_below(&d->r, 64),
		.key = 1 + rng_below(&d->r, 3),
	};

	if (e.op == OP_RELEASE && rng_below(&d->r, 2))
		e.words = (uint16_t)(rng_next(&d->r) >> 20);
	return e;
}

static bool is_of(const struct event *e, uint32_t word)
{
	return e->words >> word & 1 || word == (e->address >> 2 & 15);
}

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

/* Nine bits an entry: eight of them do not fit in 64. */
static void print_entries(const struct pf_lock_table *t)
{
	enum { W = PF_REF_LOCK_ENTRY_W, DIGITS = PF_MOST_LOCKS * W / 4 };
	unsigned digit[DIGITS] = {0};

	for (uint32_t i = 0; i < t->n; i++) {
		const struct pf_lock_entry *e = &t->entry[i];
		const unsigned w = 0x100U | (unsigned)e->active << 7 |
				   (unsigned)e->block_scope << 6 | (unsigned)e->bin_a << 3 |
				   e->bin_b;

		for (uint32_t b = 0; b < W; b++)
			digit[(i * W + b) / 4] |= (w >> b & 1) << (i * W + b) % 4;
	}
	for (unsigned i = DIGITS; i-- > 0;)
		printf("%x", digit[i]);
	printf(" ");
}

/* The hash of one of the event's locks, of that scope. */
static bool hash_of(const struct event *e, bool block_scope, unsigned hash)
{
	for (uint32_t w = 0; w < 16; w++)
		if (is_of(e, w) &&
		    hash == bins(pf_lock_word(e->address, w) ^ (block_scope ? e->key : 0)))
			return true;
	return false;
}

static unsigned matches(const struct pf_lock_table *t, const struct event *e)
{
	unsigned m = 0;

	for (uint32_t i = 0; i < t->n; i++) {
		const unsigned hash = (unsigned)t->entry[i].bin_a << 3 | t->entry[i].bin_b;
		const bool block = t->entry[i].block_scope;
		const bool own = (block || e->device) && hash_of(e, block, hash);

		m |= (unsigned)own << i;
	}
	return m;
}

static void step(struct drive *d, uint32_t n)
{
	struct pf_lock_table *t = &d->table[n];
	const struct event e = any_event(d);
	struct event next = any_event(d);

	if (rng_below(&d->r, 4) == 0)
		next = e;
	printf("%x %x %x %x %x ", n, e.op, e.device, bins(e.address), bins(e.address ^ e.key));
	print_entries(t);
	printf("%x %x %x %x ", matches(t, &e), matches(t, &next),
	       next.device && hash_of(&next, false, bins(e.address)),
	       hash_of(&next, true, bins(e.address ^ e.key)));
	apply(t, n, &e);
	print_entries(t);
	printf("%x\n", matches(t, &next));
}

int main(int argc, char **argv)
{
	const struct vec_args a = vec_args(argc, argv);
	struct drive d = {.near = 0};

	rng_seed(&d.r, a.seed);
	for (uint64_t i = 0; i < a.count; i++) {
		if (i % 256 == 0)
			d.near = rng_below(&d.r, 64);
		step(&d, i & 1 ? a.g->lock_entries : 1 + (uint32_t)(i / 2 % PF_MOST_LOCKS));
	}
	return 0;
}
