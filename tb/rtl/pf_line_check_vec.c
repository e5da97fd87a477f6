/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_line_check_vec: accesses to a few lines, one after the other, and what becomes of each.
 *
 *   line, its row ──> classes accessed ──> rules, by class ──> pf_line_update() ──> row
 *                                              └──> races, by owner
 *
 * A line of hex columns for each access:
 *   scord line load before words sub tag pc self era has_block block
 *   after changed kind touched next[3] races, and three times: owner words[3] rows before[3]
 *
 * load: the line has this row now, whatever it had. kind: 0 ends here, 1 goes on to the line's
 * block, 2 to a new one, 3 there was none. Counts of fences are a function of warp and era that the
 * bench knows, too: pf_line_check_tb. scord: seeds that are even.
 */
#include <inttypes.h>

#include "pf_entry_vec.h"

enum { LINES = 6, BLOCK_BITS = 12, MASKS = 3, OWNERS = 3 };
enum kind { ENDS, TO_BLOCK, TO_NEW_BLOCK, FORGOT };

struct line {
	struct pf_line row;
	bool block;
	uint64_t number;
	uint32_t mask[MASKS]; /* words that are accessed together */
};

struct race {
	uint32_t owner, rows;
	uint32_t words[PF_ROW_CLASSES], before[PF_ROW_CLASSES];
};

struct access {
	struct pf_tag tag;
	struct pf_fences self;
	uint32_t words, pc, era;
	bool has_block;
	uint64_t number;

	enum kind kind;
	bool changed;
	uint32_t touched, anyones;
	struct pf_entry entry[PF_ROW_CLASSES];
	struct pf_verdict verdict[PF_ROW_CLASSES];
	struct pf_fences owner[PF_ROW_CLASSES];
	uint64_t next[PF_ROW_CLASSES];
	unsigned races;
	struct race race[OWNERS];
};

struct bench {
	struct vec_world w; /* number: of the line */
	struct line line[LINES];
};

/* A row, and what is done to it. */
static void load(struct bench *b, struct line *l)
{
	uint64_t entry = vec_any_entry(&b->w);

	l->block = false;
	l->row = pf_line_one(rng_below(&b->w.r, 2) ? vec_unwritten(&b->w) : entry);
	for (unsigned i = 0; i < MASKS; i++)
		l->mask[i] = vec_any_words(&b->w.r);
	if (rng_below(&b->w.r, 2) && l->mask[1] & ~l->mask[0])
		l->mask[1] &= ~l->mask[0];
	for (unsigned i = rng_below(&b->w.r, 3); i > 0; i--) {
		const uint64_t all = vec_any_entry(&b->w), next[] = {all, all, all};
		struct pf_line after;

		if (pf_line_update(&l->row, PF_ROW_CLASSES, vec_any_words(&b->w.r), next, &after))
			l->row = after;
	}
}

static struct access invent(struct bench *b, const struct line *l)
{
	struct access a = {.has_block = rng_below(&b->w.r, 4) != 0};

	vec_go_on(&b->w);
	a.tag = b->w.tag[rng_below(&b->w.r, VEC_TAGS)];
	a.words = vec_any_words(&b->w.r);
	if (rng_below(&b->w.r, 8))
		a.words = l->mask[rng_below(&b->w.r, 3) ? 0 : rng_below(&b->w.r, MASKS)];
	if (rng_below(&b->w.r, 8) == 0)
		a.words |= l->mask[1];
	a.pc = pf_truncate(rng_next(&b->w.r) >> 16, 16);
	a.era = b->w.era;
	a.self = vec_count_of(&b->w, a.tag.block, a.tag.warp, a.era);
	a.number = pf_truncate(rng_next(&b->w.r) >> 16, BLOCK_BITS);
	return a;
}

static void check(struct bench *b, const struct line *l, struct access *a, unsigned i)
{
	const pf_rules_fn rules = b->w.scord ? pf_rules_scord : pf_rules_scord_paper;
	struct pf_entry *e = &a->entry[i];

	*e = pf_meta_unpack(&b->w.layout, pf_line_entry_meta(&b->w.layout, l->row.entry[i], 0, 0));
	a->touched |= 1U << i;
	a->anyones |= (uint32_t)vec_anyones(&b->w, e, &a->tag) << i;
	a->owner[i] = vec_count_of(&b->w, e->block, e->warp, a->era);
	a->verdict[i] = rules(e, &a->tag, a->owner[i], a->self);
	a->next[i] = pf_line_entry(&b->w.layout, pf_meta_pack(&b->w.layout, &a->verdict[i].next));
}

/* Races of the classes that have the owner of the first one left; some have anyone's. */
static uint32_t turn(const struct bench *b, const struct line *l, struct access *a, uint32_t left)
{
	const uint32_t known = left & ~a->anyones;
	const struct pf_entry *owner = &a->entry[known ? __builtin_ctz(known) : 0];
	struct race race = {.owner = known ? owner->block << b->w.g->warp_bits | owner->warp : 0};
	bool any = false;

	for (unsigned i = 0; i < l->row.n; i++) {
		if (!(left >> i & 1) || (known >> i & 1 && !vec_same_owner(&a->entry[i], owner)))
			continue;
		left &= ~(1U << i);
		if (!a->verdict[i].race)
			continue;
		any = true;
		race.words[i] = l->row.words[i] & a->words;
		race.rows |= (uint32_t)a->verdict[i].row << 5 * i;
		race.before[i] = (uint32_t)(l->row.entry[i] & 0x3fffff) |
				 (uint32_t)(a->entry[i].blk_fence != a->owner[i].blk) << 22;
	}
	if (any)
		a->race[a->races++] = race;
	return left;
}

/* Of the words that would have the entry of the lowest one accessed, that is known. */
static void keep_lowest(const struct bench *b, struct line *l, const struct access *a)
{
	const uint64_t entry = a->next[pf_line_class(&l->row, (unsigned)__builtin_ctz(a->words))];
	uint32_t words = 0;

	for (unsigned i = 0; i < l->row.n; i++) {
		if (l->row.entry[i] == entry)
			words |= l->row.words[i] & ~a->words;
		if (a->touched >> i & 1 && a->next[i] == entry)
			words |= l->row.words[i] & a->words;
	}
	l->row = (struct pf_line){
		.n = 2, .entry = {vec_unwritten(&b->w), entry}, .words = {~words, words}};
}

static void update(const struct bench *b, struct line *l, struct access *a)
{
	const struct pf_line was = l->row;

	a->changed = true;
	if (pf_line_update(&was, PF_ROW_CLASSES, a->words, a->next, &l->row)) {
		a->changed = vec_has_changed(&was, &l->row);
	} else if (a->has_block) {
		a->kind = TO_NEW_BLOCK;
		l->block = true;
		l->number = a->number;
	} else {
		a->kind = FORGOT;
		keep_lowest(b, l, a);
	}
}

static void judge(struct bench *b, struct line *l, struct access *a)
{
	uint32_t left;

	if (l->block) {
		a->kind = TO_BLOCK;
		return;
	}
	for (unsigned i = 0; i < l->row.n; i++)
		if (l->row.words[i] & a->words)
			check(b, l, a, i);
	for (left = a->touched; left;)
		left = turn(b, l, a, left);
	update(b, l, a);
}

/* Output */

static void print_row(const struct line *l)
{
	struct pf_beat b = {{0}};

	if (l->block) {
		b.v[0] = l->number;
		b.v[3] = 1ULL << 63;
	} else {
		b = pf_row_pack(&l->row);
	}
	for (int i = 3; i >= 0; i--)
		printf("%016" PRIx64, b.v[i]);
	printf(" ");
}

static void print_after(const struct access *a)
{
	printf("%x %x %x", a->changed, a->kind, a->touched);
	for (unsigned i = 0; i < PF_ROW_CLASSES; i++)
		printf(" %" PRIx64, a->touched >> i & 1 ? a->next[i] : 0);
	printf(" %x", a->races);
	for (unsigned k = 0; k < OWNERS; k++) {
		const struct race *r = &a->race[k];

		printf(" %x %08x%08x%08x %x", r->owner, r->words[2], r->words[1], r->words[0],
		       r->rows);
		for (unsigned i = 0; i < PF_ROW_CLASSES; i++)
			printf(" %x", r->before[i]);
	}
	printf("\n");
}

static void one(struct bench *b)
{
	struct line *l;
	struct access a;
	bool fresh;

	if (rng_below(&b->w.r, 3) == 0)
		b->w.number = rng_below(&b->w.r, LINES);
	l = &b->line[b->w.number];
	fresh = !l->row.n || rng_below(&b->w.r, l->block ? 6 : 32) == 0;
	if (fresh)
		load(b, l);
	a = invent(b, l);
	printf("%x %x %x ", b->w.scord, b->w.number, fresh);
	print_row(l);
	printf("%x %x %" PRIx64 " %x %x %x %x %" PRIx64 " ", a.words, a.tag.sub_word,
	       vec_pack_tag(&a.tag, b->w.g), a.pc, vec_pack_fences(a.self, b->w.g), a.era,
	       a.has_block, a.number);
	judge(b, l, &a);
	print_row(l);
	print_after(&a);
}

int main(int argc, char **argv)
{
	const struct vec_args a = vec_args(argc, argv);
	struct bench b = {.w = vec_world(&a)};

	for (uint64_t i = 0; i < a.count; i++)
		one(&b);
	return 0;
}
