/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_join_sectors_vec: random requests and back-pressure, cycle by cycle, and what the places show
 * in each (pf_join_vec.h).
 *
 *   valid kind line sector words key ready   req_ready valid kind line words key access idle in hex
 *
 * The key is as wide as iGUARD's: bytes of a word, tag, pc. A request that is not taken stays, or
 * is another one in the next cycle.
 */
#include "pf_join_vec.h"

struct drive {
	struct traffic t;
	struct places b;
	struct rule rule;
};

static struct operation asks(const struct request *r)
{
	const bool access = r->kind == PF_REQ_ACCESS;

	return (struct operation){.kind = r->kind,
				  .line = r->sector / SECTORS,
				  .words = access ? (uint32_t)r->mask << r->sector % SECTORS * WORDS
						  : 0,
				  .key = r->key};
}

static void print_cycle(const struct drive *d, bool ready, bool accepts)
{
	const struct request *r = &d->t.req;
	const struct operation *o = &d->b.out;

	printf("%x %x %x %x %x %" PRIx64 "%016" PRIx64 " %x  %x %x %x %x %x %" PRIx64 "%016" PRIx64
	       " %x %x\n",
	       d->t.pending, r->kind, r->sector / SECTORS, r->sector % SECTORS, r->mask,
	       r->key.v[1], r->key.v[0], ready, accepts, d->b.shown, o->kind, o->line, o->words,
	       o->key.v[1], o->key.v[0], places_access(&d->b), places_idle(&d->b));
}

static void cycle(struct drive *d, bool ready)
{
	const struct operation o = asks(&d->t.req), *asked = d->t.pending ? &o : NULL;
	const bool free = !d->b.shown || ready;
	const struct asked a = places_ask(&d->b, asked, free);
	const bool accepts = a.take;
	struct operation fresh = o; /* words that have come again count once */

	print_cycle(d, ready, accepts);
	if (d->b.shown && ready)
		rule_leaves(&d->rule, &d->b.out);
	if (a.joins)
		fresh.words &= ~d->b.at[a.here].op.words;
	places_edge(&d->b, asked, d->t.req.sector % SECTORS, free);
	if (d->t.pending && accepts)
		rule_arrives(&d->rule, &fresh);
	if (accepts || !rng_below(&d->t.r, 8))
		d->t.pending = false;
}

/* Without requests, and with an output that is ready, all ends. */
static void drain(struct drive *d)
{
	const unsigned most = d->b.age + d->b.places + 1;

	d->t.pending = false;
	for (unsigned i = 0; i < most + 4; i++) {
		noise(&d->t);
		cycle(d, true);
		if (i >= most && !places_idle(&d->b))
			refuse("something stays inside");
	}
	if (d->rule.n)
		refuse("a word stays inside");
}

#define WIDTHS(n, N) \
	if (!strcmp(argv[3], #n)) { \
		d.t.addr_bits = PF_##N##_ADDR_W; \
		d.t.key_bits[0] = 64; \
		d.t.key_bits[1] = 4 + PF_##N##_IGUARD_TAG_W + PF_##N##_IGUARD_RACE_PC_W - 64; \
	}

/* COUNT cycles, and those that drain. */
int main(int argc, char **argv)
{
	static struct drive d;
	const uint64_t count = read_options(&d.t, &d.b, argc, argv);

	PF_GEOMETRIES(WIDTHS)
	for (uint64_t i = 0; i < count; i++) {
		if (i % 128 == 0) {
			if (i && !rng_below(&d.t.r, 4))
				drain(&d);
			mood(&d.t);
		}
		offer(&d.t);
		cycle(&d, rng_below(&d.t.r, 64) < d.t.ready);
	}
	drain(&d);
	return 0;
}
