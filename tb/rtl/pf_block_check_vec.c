/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_block_check_vec: accesses to a few beats of blocks, one after the other, and what becomes of
 * each.
 *
 *   beat, its four entries ──> entries accessed ──> rules ──> entries, races by owner
 *
 * A line of hex columns for each access:
 *   scord beat load make before words sub tag pc self era class[2] entry[3] next[3] accessed
 *   after changed races, and four times: owner words rows before
 *
 * load: the beat has these entries now, whatever it had. make: it is made of class (high, low),
 * entry, next and the words of its line that were accessed, and nothing is checked. Counts of
 * fences are a function of warp and era that the bench knows, too. scord: seeds that are even.
 */
#include <inttypes.h>

#include "pf_entry_vec.h"

enum { BEATS = 8, ENTRIES = 4, CLASSES = PF_ROW_CLASSES };

struct race {
	uint32_t owner, words, rows;
	uint32_t before[ENTRIES];
};

struct access {
	struct pf_tag tag;
	struct pf_fences self;
	uint32_t words, pc, era;
	bool load, make;
	uint32_t high, low, accessed;
	uint64_t entry[CLASSES], next[CLASSES];

	bool changed;
	unsigned races;
	struct race race[ENTRIES];
};

struct bench {
	struct vec_world w; /* number: of the beat */
	uint64_t beat[BEATS][ENTRIES];
	bool there[BEATS];
};

/* Its line's word 4 * beat + k has the entry of its class, or what that gets. */
static void make(struct bench *b, struct access *a)
{
	a->high = (uint32_t)(rng_next(&b->w.r) >> 20);
	a->low = (uint32_t)(rng_next(&b->w.r) >> 20) & ~a->high;
	a->accessed = (uint32_t)(rng_next(&b->w.r) >> 20);
	for (unsigned i = 0; i < CLASSES; i++) {
		a->entry[i] = vec_any_entry(&b->w);
		a->next[i] = vec_any_entry(&b->w);
	}
	for (unsigned k = 0; k < ENTRIES; k++) {
		const unsigned w = b->w.number * ENTRIES + k;
		const unsigned i = (a->high >> w & 1) * 2 + (a->low >> w & 1);

		b->beat[b->w.number][k] = a->accessed >> w & 1 ? a->next[i] : a->entry[i];
	}
	a->changed = true;
}

/* Entries of any owners, or of one, or alike. */
static void fill(struct bench *b, uint64_t *beat)
{
	const struct pf_layout *l = &b->w.layout;
	const uint32_t way = rng_below(&b->w.r, 3);

	for (unsigned k = 0; k < ENTRIES; k++) {
		struct pf_entry first, e;

		beat[k] = k && way == 2 ? beat[0] : vec_any_entry(&b->w);
		if (!k || way != 1)
			continue;
		first = pf_meta_unpack(l, pf_line_entry_meta(l, beat[0], 0, 0));
		e = pf_meta_unpack(l, pf_line_entry_meta(l, beat[k], 0, 0));
		e.block = first.block;
		e.warp = first.warp;
		beat[k] = pf_line_entry(l, pf_meta_pack(l, &e));
	}
}

static struct access invent(struct bench *b)
{
	static const uint32_t hot[] = {1, 2, 4, 8, 15, 6, 12, 15}; /* words of a beat */
	struct access a = {.words = 0};

	if (rng_below(&b->w.r, 3) == 0)
		b->w.number = rng_below(&b->w.r, BEATS);
	vec_go_on(&b->w);
	a.load = !b->there[b->w.number] || rng_below(&b->w.r, 24) == 0;
	a.make = a.load && rng_below(&b->w.r, 2);
	a.tag = b->w.tag[rng_below(&b->w.r, VEC_TAGS)];
	a.words = hot[b->w.number % 8]; /* or any word, or any */
	if (rng_below(&b->w.r, 3) == 0)
		a.words = rng_below(&b->w.r, 2) ? 1U << rng_below(&b->w.r, ENTRIES)
						: 1 + rng_below(&b->w.r, 15);
	a.pc = pf_truncate(rng_next(&b->w.r) >> 16, 16);
	a.era = b->w.era;
	a.self = vec_count_of(&b->w, a.tag.block, a.tag.warp, a.era);
	b->there[b->w.number] = true;
	if (a.load)
		fill(b, b->beat[b->w.number]);
	return a;
}

/* All that is known of the entries before any of them changes. */
struct checked {
	struct pf_entry entry[ENTRIES];
	struct pf_fences owner[ENTRIES];
	struct pf_verdict verdict[ENTRIES];
	uint32_t anyones;
};

/* Races of the entries that have the owner of the first one left; some have anyone's. */
static uint32_t turn(const struct bench *b, const struct checked *c, struct access *a,
		     uint32_t left)
{
	const uint32_t known = left & ~c->anyones;
	const struct pf_entry *owner = &c->entry[known ? __builtin_ctz(known) : 0];
	struct race race = {.owner = known ? owner->block << b->w.g->warp_bits | owner->warp : 0};

	for (unsigned k = 0; k < ENTRIES; k++) {
		if (!(left >> k & 1) || (known >> k & 1 && !vec_same_owner(&c->entry[k], owner)))
			continue;
		left &= ~(1U << k);
		if (!c->verdict[k].race)
			continue;
		race.words |= 1U << k;
		race.rows |= (uint32_t)c->verdict[k].row << 5 * k;
		race.before[k] = (uint32_t)(b->beat[b->w.number][k] & 0x3fffff) |
				 (uint32_t)(c->entry[k].blk_fence != c->owner[k].blk) << 22;
	}
	if (race.words)
		a->race[a->races++] = race;
	return left;
}

static void judge(struct bench *b, struct access *a)
{
	const pf_rules_fn rules = b->w.scord ? pf_rules_scord : pf_rules_scord_paper;
	uint64_t *beat = b->beat[b->w.number];
	struct checked c = {.anyones = 0};

	for (unsigned k = 0; k < ENTRIES; k++) {
		struct pf_entry *e = &c.entry[k];

		*e = pf_meta_unpack(&b->w.layout, pf_line_entry_meta(&b->w.layout, beat[k], 0, 0));
		c.anyones |= (uint32_t)vec_anyones(&b->w, e, &a->tag) << k;
		c.owner[k] = vec_count_of(&b->w, e->block, e->warp, a->era);
		c.verdict[k] = rules(e, &a->tag, c.owner[k], a->self);
	}
	for (uint32_t left = a->words; left;)
		left = turn(b, &c, a, left);
	for (unsigned k = 0; k < ENTRIES; k++) {
		const uint64_t next =
			pf_line_entry(&b->w.layout, pf_meta_pack(&b->w.layout, &c.verdict[k].next));

		if (!(a->words >> k & 1))
			continue;
		a->changed |= next != beat[k];
		beat[k] = next;
	}
}

/* Output */

static void print_beat(const struct bench *b)
{
	for (int k = ENTRIES - 1; k >= 0; k--)
		printf("%016" PRIx64, b->beat[b->w.number][k]);
	printf(" ");
}

static void one(struct bench *b)
{
	struct access a = invent(b);

	printf("%x %x %x %x ", b->w.scord, b->w.number, a.load, a.make);
	print_beat(b);
	printf("%x %x %" PRIx64 " %x %x %x ", a.words, a.tag.sub_word, vec_pack_tag(&a.tag, b->w.g),
	       a.pc, vec_pack_fences(a.self, b->w.g), a.era);
	if (a.make)
		make(b, &a);
	else
		judge(b, &a);
	printf("%08x%08x", a.high, a.low);
	for (unsigned i = 0; i < CLASSES; i++)
		printf(" %" PRIx64, a.entry[i]);
	for (unsigned i = 0; i < CLASSES; i++)
		printf(" %" PRIx64, a.next[i]);
	printf(" %x ", a.accessed);
	print_beat(b);
	printf("%x %x", a.changed, a.races);
	for (unsigned i = 0; i < ENTRIES; i++) {
		const struct race *r = &a.race[i];

		printf(" %x %x %x", r->owner, r->words, r->rows);
		for (unsigned k = 0; k < ENTRIES; k++)
			printf(" %x", r->before[k]);
	}
	printf("\n");
}

int main(int argc, char **argv)
{
	const struct vec_args a = vec_args(argc, argv);
	struct bench b = {.w = vec_world(&a)};

	for (uint64_t i = 0; i < a.count; i++)
		one(&b);
	return 0;
}
