/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_l1_hits: packets of hits aside: what is merged, when they go, and in which order; then
 * random traffic: every hit is in one packet, its words with its pc or that of one before, in an
 * order that l1.h allows.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../../sim/l1/l1_int.h"
#include "l1_rig.h"

enum { OPS = 6000, SECTORS = 24 };

/* The tag of an access: what the test wants it to be. `once` with it: an even one. */
static uint32_t tag_of[OPS];

static bool note_by_op(void *ctx, struct pkt *k)
{
	struct rig *r = ctx;

	if (rng_below(&r->rng, 100) >= r->tag_percent)
		return false;
	memcpy(k->note, &tag_of[k->op], sizeof(*tag_of));
	k->once = tag_of[k->op] % 2 == 0;
	k->tag_bytes = 3;
	r->taken++;
	return true;
}

static struct sim_config aside(enum sim_hit_merge merge, uint32_t entries, uint32_t cycles)
{
	struct sim_config c;

	config(&c);
	c.l1.out_queue = 2;
	c.l1.sets = 4;
	c.l1.ways = 4;
	c.l2.interleave = INTERLEAVE;
	c.det.hit_merge = merge;
	c.det.hit_entries = entries;
	c.det.hit_cycles = cycles;
	return c;
}

static struct rig *hit_rig(const struct sim_config *c)
{
	struct rig *r = rig_open(c, true, AT);

	r->l1->hooks.note = note_by_op;
	memset(tag_of, 0, sizeof(tag_of));
	return r;
}

/* Sectors 0 to n - 1 are there. */
static void warm(struct rig *r, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		fetch(r, OPS - 1 - i, i);
}

static void hit(struct rig *r, uint32_t op, uint32_t sec, uint8_t words, uint32_t pc)
{
	struct l1_access a = load(op, sec);

	a.word_mask = words;
	a.pc = pc;
	assert_true(l1_ready(r->l1, &a));
	l1_access(r->l1, &a, r->now);
	step(r);
}

static void steps(struct rig *r, unsigned n)
{
	while (n--)
		step(r);
}

static void is_part(const struct pkt *k, unsigned i, uint32_t sec, uint8_t words, uint32_t pc)
{
	const struct pkt_parts *more = k->load;

	if (!i) {
		assert_int_equal(k->addr, sector(sec));
		assert_int_equal(k->word_mask, words);
		assert_int_equal(k->pc, pc);
		return;
	}
	assert_non_null(more);
	assert_true(i <= more->n);
	assert_int_equal(more->part[i - 1].addr, sector(sec));
	assert_int_equal(more->part[i - 1].word_mask, words);
	assert_int_equal(more->part[i - 1].pc, pc);
}

static unsigned parts_of(const struct pkt *k)
{
	return k->load ? 1 + ((const struct pkt_parts *)k->load)->n : 1;
}

/* Sectors of an instruction and a line are one packet; of another line, or tag, they are not. */
static void of_an_instruction(void **state)
{
	const struct sim_config c = aside(SIM_HITS_OP, 4, 8);
	struct rig *r = hit_rig(&c);
	struct pkt *k;

	(void)state;
	warm(r, 5);
	hit(r, 2, 0, 1, 9);
	hit(r, 2, 1, 6, 9);
	hit(r, 2, 3, 255, 9);
	hit(r, 2, 4, 1, 9); /* the next line */
	hit(r, 3, 0, 2, 9); /* another operation */
	assert_int_equal(r->to.count, 0);
	steps(r, 12);
	assert_int_equal(r->to.count, 3);
	k = sent(r, PKT_HIT, 2);
	assert_int_equal(parts_of(k), 3);
	is_part(k, 0, 0, 1, 9);
	is_part(k, 1, 1, 6, 9);
	is_part(k, 2, 3, 255, 9);
	/* header 8, tag 5, two parts of 2 bytes without a pc */
	assert_int_equal(k->flits, noc_flits(&c.noc, 5 + 2 + 2));
	pkt_free(&r->pool, k);
	k = sent(r, PKT_HIT, 2);
	is_part(k, 0, 4, 1, 9);
	assert_int_equal(k->flits, noc_flits(&c.noc, 5));
	pkt_free(&r->pool, k);
	pkt_free(&r->pool, sent(r, PKT_HIT, 3));
	assert_int_equal(count(r, "hit_merged"), 2);
	assert_int_equal(count(r, "hit_packets"), 3);
	assert_int_equal(count(r, "hit_repeats"), 0);
	rig_close(r);
}

/* Words and instructions of a warp, as long as its tag is the same. */
static void of_a_warp(void **state)
{
	struct sim_config c = aside(SIM_HITS_WARP, 4, 8);
	struct rig *r;
	struct pkt *k;

	(void)state;
	c.det.tag = SIM_TAG_CODED;
	r = hit_rig(&c);
	warm(r, 2);
	tag_of[6] = 2;
	hit(r, 2, 0, 1, 9);
	hit(r, 3, 0, 2, 9);     /* same instruction: a word more */
	hit(r, 4, 0, 6, 70000); /* another: word 2 is new, word 1 stays with the first */
	hit(r, 5, 0, 7, 11);    /* nothing new */
	hit(r, 6, 0, 8, 9);     /* another tag */
	hit(r, 7, 1, 1, 9);
	steps(r, 14);
	assert_int_equal(r->to.count, 2);
	k = sent(r, PKT_HIT, 2);
	assert_int_equal(parts_of(k), 3);
	is_part(k, 0, 0, 3, 9);
	is_part(k, 1, 0, 4, 70000);
	is_part(k, 2, 1, 1, 9);
	assert_int_equal(k->flits, noc_flits(&c.noc, 3 + 2 + 4 + 2 + 2));
	pkt_free(&r->pool, k);
	pkt_free(&r->pool, sent(r, PKT_HIT, 6));
	assert_int_equal(count(r, "hit_merged"), 4);
	assert_int_equal(count(r, "hit_repeats"), 1);
	rig_close(r);
}

/* What would not be the same: a word again where that matters, or another part of it. */
static void not_merged(void **state)
{
	const struct sim_config c = aside(SIM_HITS_WARP, 8, 8);
	struct rig *r = hit_rig(&c);
	struct l1_access a = load(4, 1);

	(void)state;
	warm(r, 2);
	for (uint32_t i = 2; i < 4; i++)
		tag_of[i] = 1;
	hit(r, 2, 0, 1, 9);
	hit(r, 3, 0, 3, 9);
	a.sub_mask = 1;
	l1_access(r->l1, &a, r->now);
	step(r);
	hit(r, 5, 1, 1, 0);
	steps(r, 30);
	assert_int_equal(r->to.count, 4);
	assert_int_equal(count(r, "hit_merged"), 0);
	for (uint32_t i = 2; i < 6; i++)
		pkt_free(&r->pool, sent(r, PKT_HIT, i));
	rig_close(r);
}

static void say(struct rig *r)
{
	struct pkt *m = pkt_alloc(&r->pool);

	m->kind = PKT_FENCE;
	m->op = OPS;
	assert_true(l1_message(r->l1, m));
}

/* A message goes behind all hits before it, and no later one joins them. */
static void messages(void **state)
{
	const struct sim_config c = aside(SIM_HITS_WARP, 8, 1000);
	struct rig *r = hit_rig(&c);

	(void)state;
	warm(r, 8);
	hit(r, 2, 0, 1, 9);
	hit(r, 3, 4, 1, 9);
	say(r);
	r->tag_percent = 0;
	hit(r, 4, 0, 2, 9);
	r->tag_percent = 100;
	steps(r, 4);
	assert_int_equal(r->to.count, 3);
	pkt_free(&r->pool, sent(r, PKT_HIT, 2));
	pkt_free(&r->pool, sent(r, PKT_HIT, 3));
	pkt_free(&r->pool, sent(r, PKT_FENCE, OPS));
	l1_drain(r->l1, true);
	step(r);
	pkt_free(&r->pool, sent(r, PKT_HIT, 4));
	rig_close(r);
}

/* What goes to the line sends its hits before; other lines do not wait. */
static void same_line(void **state)
{
	const struct sim_config c = aside(SIM_HITS_WARP, 8, 1000);
	const struct l1_access other = store(3, 10), s = store(4, 2);
	struct rig *r = hit_rig(&c);
	struct pkt *k;

	(void)state;
	warm(r, 2);
	hit(r, 2, 0, 1, 9);
	give(r, &other);
	step(r);
	answer(r, sent(r, PKT_WRITE, 3));
	give(r, &s);
	step(r);
	k = sent(r, PKT_HIT, 2);
	pkt_free(&r->pool, k);
	step(r);
	answer(r, sent(r, PKT_WRITE, 4));
	step(r);
	rig_close(r);
}

/* So many packets, and hits wait for more; nobody else does. */
static void full(void **state)
{
	const struct sim_config c = aside(SIM_HITS_OFF, 2, 0);
	const struct l1_access a = load(4, 0), s = store(5, 10);
	struct rig *r = hit_rig(&c);

	(void)state;
	warm(r, 1);
	r->tag_percent = 0;
	hit(r, 2, 0, 1, 9);
	hit(r, 3, 0, 1, 9);
	assert_false(l1_ready(r->l1, &a));
	assert_int_equal(count(r, "wait_hits"), 1);
	give(r, &s);
	r->tag_percent = 100;
	step(r);
	assert_int_equal(r->to.count, 1);
	assert_true(l1_ready(r->l1, &a));
	steps(r, 3);
	pkt_free(&r->pool, sent(r, PKT_HIT, 2));
	pkt_free(&r->pool, sent(r, PKT_HIT, 3));
	answer(r, sent(r, PKT_WRITE, 5));
	step(r);
	rig_close(r);
}

/* A full buffer does not wait for what could be merged. */
static void full_of_waiting(void **state)
{
	const struct sim_config c = aside(SIM_HITS_OP, 2, 1000);
	struct rig *r = hit_rig(&c);

	(void)state;
	warm(r, 5);
	hit(r, 2, 0, 1, 9);
	steps(r, 50);
	assert_int_equal(r->to.count, 0);
	hit(r, 3, 4, 1, 9);
	steps(r, 50);
	assert_int_equal(r->to.count, 1);
	pkt_free(&r->pool, sent(r, PKT_HIT, 2));
	l1_drain(r->l1, true);
	step(r);
	pkt_free(&r->pool, sent(r, PKT_HIT, 3));
	rig_close(r);
}

/* Random traffic */

struct world {
	struct rig *r;
	struct l1_access op[OPS];
	bool hit[OPS], message[OPS], gone[OPS];
	uint32_t with[OPS]; /* a hit that was merged: whose packet its words are in */
	uint64_t at[OPS];   /* cycle of its access */
	uint32_t n, oldest, late;
	struct pkt *held[AT];
	uint32_t n_held;
};

static uint32_t last_noted;

static bool note_and_tell(void *ctx, struct pkt *k)
{
	last_noted = k->op;
	return note_by_op(ctx, k);
}

/* What was accessed before i, to its line, has gone: but hits of other warps, with hit_merge warp.
 */
static void in_order(struct world *w, uint32_t i)
{
	for (uint32_t j = w->oldest; j < i; j++) {
		if (w->gone[j] || !(w->message[i] || w->message[j] ||
				    w->op[i].addr / LINE == w->op[j].addr / LINE))
			continue;
		assert_int_equal(w->r->c.det.hit_merge, SIM_HITS_WARP);
		assert_true(w->hit[i] && w->hit[j] && tag_of[i] != tag_of[j]);
	}
}

static uint8_t has(const struct pkt *k, uint64_t addr)
{
	const struct pkt_parts *more = k->load;
	uint8_t words = k->addr == addr ? k->word_mask : 0;

	for (uint32_t i = 0; more && i < more->n; i++)
		words |= more->part[i].addr == addr ? more->part[i].word_mask : 0;
	return words;
}

static uint32_t pc_of(const struct pkt *k, uint64_t addr, uint8_t word)
{
	const struct pkt_parts *more = k->load;

	if (k->addr == addr && k->word_mask & word)
		return k->pc;
	for (uint32_t i = 0; more && i < more->n; i++)
		if (more->part[i].addr == addr && more->part[i].word_mask & word)
			return more->part[i].pc;
	assert(!"a word that is not in it");
	return 0;
}

static bool took(const struct world *w, const struct pkt *e, uint32_t i)
{
	return e->kind == PKT_HIT && tag_of[e->op] == tag_of[i] &&
	       !(w->op[i].word_mask & ~has(e, w->op[i].addr));
}

/* The hit noted last is in somebody else's packet: the youngest of its tag and line. It may have
 * gone in this cycle. */
static void note_merge(struct world *w, uint64_t pushed)
{
	const struct link *l = &w->r->to;
	const struct pkt *last = NULL;
	const uint32_t i = last_noted;

	if (l->pushed != pushed)
		last = l->q[(l->head + l->count - 1) & l->mask];
	if (!last || !took(w, last, i))
		last = NULL;
	for (const struct pkt *e = w->r->l1->buffer.head; e; e = e->next)
		if (tag_of[e->op] == tag_of[i] && e->addr / LINE == w->op[i].addr / LINE)
			last = e;
	assert_non_null(last);
	assert_true(took(w, last, i));
	w->with[i] = last->op;
}

/* All hits in the packet: in order; its words are theirs, each with the pc of the first. */
static void hit_leaves(struct world *w, const struct pkt *k)
{
	uint8_t words[SECTORS] = {0};

	assert_int_equal(noted(k), tag_of[k->op]);
	for (uint32_t i = k->op; i < w->n; i++) {
		const struct l1_access *a = &w->op[i];
		const uint64_t s = (a->addr - GMEM_BASE) / SECTOR;

		if (w->with[i] != k->op || w->gone[i])
			continue;
		assert_true(w->hit[i]);
		assert_int_equal(tag_of[i], tag_of[k->op]);
		in_order(w, i);
		w->gone[i] = true;
		for (unsigned b = 0; b < 8; b++)
			if (a->word_mask >> b & 1 && !(words[s] >> b & 1))
				assert_int_equal(pc_of(k, a->addr, (uint8_t)(1U << b)), a->pc);
		words[s] |= a->word_mask;
		if (w->r->now - w->at[i] > w->late)
			w->late = (uint32_t)(w->r->now - w->at[i]);
	}
	for (uint32_t s = 0; s < SECTORS; s++)
		assert_int_equal(has(k, sector(s)), words[s]);
}

static void leaves(struct world *w, struct pkt *k)
{
	struct rig *r = w->r;

	if (k->kind == PKT_HIT) {
		hit_leaves(w, k);
	} else {
		in_order(w, k->op);
		w->gone[k->op] = true;
	}
	if (k->kind == PKT_HIT || k->kind == PKT_FENCE)
		pkt_free(&r->pool, k);
	else
		w->held[w->n_held++] = k;
	while (w->oldest < w->n && w->gone[w->oldest])
		w->oldest++;
}

static uint64_t hits(struct rig *r)
{
	return count(r, "hits") + count(r, "merges");
}

/* Parts of an operation are of one line, one after the other. */
static void access(struct world *w)
{
	struct rig *r = w->r;
	const uint32_t i = w->n, what = rng_below(&r->rng, 20);
	const uint64_t before = hits(r);
	struct l1_access *a = &w->op[i];

	*a = load(i, rng_below(&r->rng, SECTORS));
	a->pc = rng_below(&r->rng, 3);
	a->word_mask = (uint8_t)(1 + rng_below(&r->rng, 255));
	a->kind = what ? PKT_READ : PKT_WRITE;
	a->strong = what == 1;
	tag_of[i] = rng_below(&r->rng, 3) * 2;
	if (!l1_ready(r->l1, a))
		return;
	w->at[i] = r->now;
	w->with[i] = i;
	l1_access(r->l1, a, r->now);
	w->hit[i] = hits(r) > before;
	w->n++;
}

static void fence(struct world *w)
{
	struct pkt *k = pkt_alloc(&w->r->pool);

	k->kind = PKT_FENCE;
	k->op = w->n;
	if (l1_message(w->r->l1, k)) {
		w->with[w->n] = w->n;
		w->message[w->n++] = true;
	} else {
		pkt_free(&w->r->pool, k);
	}
}

static void answers(struct world *w)
{
	struct rig *r = w->r;
	uint32_t i;

	if (!w->n_held || link_full(&r->from) || rng_below(&r->rng, 3))
		return;
	i = rng_below(&r->rng, w->n_held);
	answer(r, w->held[i]);
	w->held[i] = w->held[--w->n_held];
}

static void run(const struct sim_config *c, uint64_t seed)
{
	struct world *w = mem_alloc(sizeof(*w));
	struct rig *r = w->r = hit_rig(c);
	uint64_t merged = 0, pushed;
	unsigned take = 100;

	r->l1->hooks.note = note_and_tell;
	rng_seed(&r->rng, seed);
	while (w->n < OPS || !l1_idle(r->l1) || r->to.count) {
		assert_true(r->now < 1000000);
		if (r->now % 256 == 0) {
			take = rng_below(&r->rng, 3) ? 100 : 20;
			r->tag_percent = rng_below(&r->rng, 3) ? 100 : 30;
		}
		pushed = r->to.pushed;
		step(r);
		if (count(r, "hit_merged") != merged)
			note_merge(w, pushed);
		merged = count(r, "hit_merged");
		while (r->to.count && w->n_held < AT && rng_below(&r->rng, 100) < take)
			leaves(w, link_pop(&r->to));
		answers(w);
		if (w->n < OPS && !rng_below(&r->rng, 60))
			fence(w);
		if (w->n < OPS && rng_below(&r->rng, 4))
			access(w);
	}
	assert_int_equal(w->oldest, OPS);
	assert_int_equal(count(r, "hit_packets") + merged, hits(r));
	assert_true(hits(r) > OPS / 8);
	assert_int_equal(merged > 0, c->det.hit_merge != SIM_HITS_OFF && c->det.hit_entries > 1);
	assert_true(merged > OPS / 100 || c->det.hit_merge != SIM_HITS_WARP);
	/* Behind what the out queue held, and the link; and behind older hits, which leave in one
	 * of five cycles when the link is slow. */
	assert_true(w->late < c->det.hit_cycles + HITS_PATIENCE + 400 + 5 * c->det.hit_entries);
	rig_close(r);
	free(w);
}

static void random_traffic(void **state)
{
	static const uint32_t entries[] = {1, 2, 5, 16}, cycles[] = {0, 3, 40};
	uint64_t seed = 1;

	(void)state;
	for (unsigned i = 0; i < 4; i++)
		for (unsigned k = 0; k < 3; k++)
			for (enum sim_hit_merge m = SIM_HITS_OFF; m <= SIM_HITS_WARP; m++) {
				struct sim_config c = aside(m, entries[i], cycles[k]);

				if (m == SIM_HITS_WARP && (entries[i] < 5 || !cycles[k]))
					continue;
				c.l1.mshr = 1 + seed % 4;
				run(&c, seed++);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_an_instruction), cmocka_unit_test(of_a_warp),
		cmocka_unit_test(not_merged),        cmocka_unit_test(messages),
		cmocka_unit_test(same_line),         cmocka_unit_test(full),
		cmocka_unit_test(full_of_waiting),   cmocka_unit_test(random_traffic)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
