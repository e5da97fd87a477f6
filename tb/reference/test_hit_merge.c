/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_hit_merge: is a merged packet of L1 hits the hits themselves, one behind the other, at its
 * place?
 *
 *   random stream ─┬─ each hit a request ────────────────> pf_slice ─> findings ─┐
 *                  └─ runs of hits of a warp and line as ─> pf_slice ─> findings ─┴─ equal?
 *                     one: a word once, with the first pc
 *
 * A run is hits of one warp and tag, behind one another. A finding is word, pc, row, and block and
 * warp of both sides. So is every record; and no entry, as far as a rule can tell. That the packet
 * may come as late as it does is docs/reference-models.md's; that L1 keeps to it
 * tb/sim/test_l1_hits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "reference/pf_geometry.h"
#include "reference/pf_lock_table.h"
#include "reference/pf_slice.h"

enum { STREAMS = 100000, LENGTH = 30, BLOCKS = 2, WARPS = 3, SECTORS = 2, FOUND = 4096, RUN = 6 };

struct finding {
	uint64_t word;
	uint32_t pc, block, warp, owner_block, owner_warp;
	enum pf_row row;
};

struct found {
	struct finding f[FOUND];
	unsigned n;
};

/* What a stream has in it. */
struct stream {
	struct pf_request r[LENGTH * RUN];
	bool joins[LENGTH * RUN]; /* a hit of the run that the one before is of */
	unsigned n;
};

static void on_check(void *ctx, const struct pf_slice_check *c)
{
	struct found *f = ctx;

	if (!c->verdict->race)
		return;
	assert_true(f->n < FOUND);
	f->f[f->n++] =
		(struct finding){c->word,          c->req->pc,      c->tag->block,  c->tag->warp,
				 c->before->block, c->before->warp, c->verdict->row};
}

static void open_slice(struct pf_slice *s, enum pf_policy policy, struct found *f)
{
	struct pf_slice_config c;

	pf_slice_named(&c, "tiny");
	c.policy = policy;
	c.words = c.entries = SECTORS * 8;
	c.report_all = true;
	pf_slice_init(s, &c);
	s->check = on_check;
	s->ctx = f;
	f->n = 0;
}

static struct pf_request access(struct rng *r, const struct pf_tag *t, uint32_t pc)
{
	struct pf_request q = {.kind = PF_REQ_ACCESS,
			       .sector = rng_below(r, SECTORS),
			       .word_mask = (uint8_t)(1 + rng_below(r, 3)),
			       .tag = *t,
			       .pc = pc};

	q.sub_mask = rng_below(r, 6) ? 0 : q.word_mask & (uint8_t)rng_below(r, 4);
	return q;
}

/* Hits of one warp, behind one another. */
static void run(struct rng *r, struct stream *s, const struct pf_tag *t, uint32_t *pc)
{
	const unsigned n = 1 + rng_below(r, RUN);

	for (unsigned i = 0; i < n; i++) {
		struct pf_request *q = &s->r[s->n];

		if (!i || rng_below(r, 2))
			++*pc;
		*q = access(r, t, *pc);
		s->joins[s->n++] = i;
	}
}

static void other(struct rng *r, struct stream *s, struct pf_tag *t, uint32_t *pc)
{
	struct pf_request *q = &s->r[s->n];
	const uint32_t what = rng_below(r, 16);
	static const uint16_t locks[] = {0, 0x0101, 0x0202, 0x0303, 0x0401};

	s->joins[s->n] = false;
	if (what < 3) {
		*q = (struct pf_request){.kind = PF_REQ_FENCE, .tag = *t};
		q->tag.block_scope = what == 2;
		s->n++;
	} else if (what == 3) {
		t->barrier = (t->barrier + 1) % 8;
	} else if (what < 6) {
		t->signature = locks[rng_below(r, 5)];
	} else {
		*q = access(r, t, ++*pc);
		q->tag.write = what >= 10;
		q->tag.strong = rng_below(r, 2);
		q->tag.atomic = q->tag.strong && rng_below(r, 2);
		q->tag.block_scope = q->tag.atomic && rng_below(r, 2);
		s->n++;
	}
}

static void draw(struct rng *r, struct stream *s, bool locks)
{
	struct pf_tag tag[BLOCKS * WARPS];
	uint32_t pc = 0;

	s->n = 0;
	for (uint32_t i = 0; i < BLOCKS * WARPS; i++)
		tag[i] = (struct pf_tag){.block = i / WARPS, .warp = i};
	for (unsigned i = 0; i < LENGTH; i++) {
		struct pf_tag *t = &tag[rng_below(r, BLOCKS * WARPS)];

		t->warp %= 4;
		if (rng_below(r, 2))
			run(r, s, t, &pc);
		else
			other(r, s, t, &pc);
		if (!locks)
			t->signature = 0;
	}
}

/* A run as one packet: parts of a sector and pc, in the order in which they come. */
struct packet {
	struct pf_request part[RUN];
	unsigned n;
};

/* Words of q that are in p already. false: they may not be left out. */
static bool repeated(const struct packet *p, const struct pf_request *q, bool always,
		     uint8_t *words)
{
	*words = 0;
	for (unsigned i = 0; i < p->n; i++) {
		const struct pf_request *a = &p->part[i];
		const uint8_t both = a->sector == q->sector ? a->word_mask & q->word_mask : 0;

		if (both && !always && (q->tag.signature || (a->sub_mask ^ q->sub_mask) & both))
			return false;
		*words |= both;
	}
	return true;
}

static bool join(struct packet *p, const struct pf_request *q, bool always)
{
	uint8_t there, words;

	if (!repeated(p, q, always, &there))
		return false;
	words = q->word_mask & (uint8_t)~there;
	for (unsigned i = 0; words && i < p->n; i++)
		if (p->part[i].sector == q->sector && p->part[i].pc == q->pc) {
			p->part[i].word_mask |= words;
			p->part[i].sub_mask |= q->sub_mask & words;
			return true;
		}
	if (words) {
		p->part[p->n] = *q;
		p->part[p->n].word_mask = words;
		p->part[p->n++].sub_mask = q->sub_mask & words;
	}
	return true;
}

static void send(struct pf_slice *s, struct packet *p)
{
	for (unsigned i = 0; i < p->n; i++)
		pf_slice_request(s, &p->part[i]);
	p->n = 0;
}

static unsigned merged(const struct stream *s, struct pf_slice *slice, bool always)
{
	struct packet p = {.n = 0};
	unsigned fewer = 0;

	for (unsigned i = 0; i < s->n; i++) {
		const struct pf_request *q = &s->r[i];

		if (s->joins[i] && join(&p, q, always)) {
			fewer++;
			continue;
		}
		send(slice, &p);
		p.part[p.n++] = *q;
		if (i + 1 == s->n || !s->joins[i + 1])
			send(slice, &p);
	}
	send(slice, &p);
	return fewer;
}

static int by_all(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct finding));
}

/* As sets: words of one request are checked owner by owner. */
static bool same_findings(struct found *a, struct found *b)
{
	if (a->n != b->n)
		return false;
	qsort(a->f, a->n, sizeof(*a->f), by_all);
	qsort(b->f, b->n, sizeof(*b->f), by_all);
	return !a->n || !memcmp(a->f, b->f, a->n * sizeof(*a->f));
}

struct outcome {
	uint64_t differ, found, fewer, rows[PF_ROWS];
};

static struct outcome compare(enum pf_policy policy, unsigned streams, bool always)
{
	static struct found one, other_one;
	struct outcome o = {0};
	static struct stream s;
	struct rng r;

	rng_seed(&r, 7);
	for (unsigned i = 0; i < streams; i++) {
		struct pf_slice a, b;

		draw(&r, &s, i % 2);
		memset(&one, 0, sizeof(one.f[0]) * (one.n + 1));
		open_slice(&a, policy, &one);
		for (unsigned k = 0; k < s.n; k++)
			pf_slice_request(&a, &s.r[k]);
		open_slice(&b, policy, &other_one);
		o.fewer += merged(&s, &b, always);
		o.found += one.n;
		o.differ += !same_findings(&one, &other_one);
		for (unsigned k = 0; k < PF_ROWS; k++)
			o.rows[k] += b.stats.rows[k];
		pf_slice_free(&a);
		pf_slice_free(&b);
	}
	return o;
}

/* Every row that a weak read can meet is met. */
static void same_verdicts(void **state)
{
	static const enum pf_row reads[] = {PF_R1, PF_R2, PF_R3, PF_R4,  PF_R5, PF_R6,
					    PF_R7, PF_R8, PF_R9, PF_R10, PF_R11};

	(void)state;
	for (enum pf_policy p = 0; p < PF_POLICIES; p++) {
		const struct outcome o = compare(p, STREAMS, false);

		print_message(
			"%s: %u streams, %llu findings, %llu hits merged, %llu streams differ\n",
			pf_policy_name(p), STREAMS, (unsigned long long)o.found,
			(unsigned long long)o.fewer, (unsigned long long)o.differ);
		assert_int_equal(o.differ, 0);
		assert_true(o.found > STREAMS && o.fewer > STREAMS);
		for (unsigned i = 0; i < sizeof(reads) / sizeof(*reads); i++)
			assert_true(o.rows[reads[i]] > 0);
	}
}

/* Repeats left out under locks, or of other parts of a word: some verdicts change. */
static void repeats_matter(void **state)
{
	(void)state;
	for (enum pf_policy p = 0; p < PF_POLICIES; p++)
		assert_true(compare(p, STREAMS / 20, true).differ > 0);
}

/* Counterexamples, as short as they are. */

struct scene {
	struct pf_slice slice;
	struct found found;
};

static struct scene *scene(enum pf_policy policy)
{
	static struct scene s;

	open_slice(&s.slice, policy, &s.found);
	return &s;
}

/* Block and warp of the same number. */
static void does(struct scene *s, uint32_t who, bool write, bool strong, uint16_t lock)
{
	pf_slice_request(&s->slice, &(struct pf_request){.kind = PF_REQ_ACCESS,
							 .word_mask = 1,
							 .tag = {.block = who,
								 .warp = who,
								 .strong = strong,
								 .write = write,
								 .signature = lock}});
}

static unsigned over(struct scene *s)
{
	pf_slice_free(&s->slice);
	return s->found.n;
}

/* Under locks: a read under another lock than the one before leaves the word none (R11); the next
 * one gives it its own, and then a store under that lock is no race. */
static unsigned locked(enum pf_policy policy, unsigned reads)
{
	struct scene *s = scene(policy);

	does(s, 0, false, true, 0x0101);
	while (reads--)
		does(s, 1, false, false, 0x0202);
	pf_slice_request(&s->slice, &(struct pf_request){.kind = PF_REQ_FENCE});
	does(s, 2, true, true, 0x0202);
	return over(s);
}

/* A filter that drops what a warp has read since its last fence: the store that comes between is
 * seen with the first read only, and if that one's owner has fenced with none. */
static unsigned filtered(enum pf_policy policy, bool drops, bool other_reader)
{
	struct scene *s = scene(policy);

	does(s, other_reader ? 0 : 1, false, true, 0);
	does(s, 1, false, false, 0);
	if (other_reader)
		pf_slice_request(&s->slice, &(struct pf_request){.kind = PF_REQ_FENCE});
	does(s, 2, true, true, 0);
	if (!drops)
		does(s, 1, false, false, 0);
	return over(s);
}

static void counterexamples(void **state)
{
	(void)state;
	for (enum pf_policy p = 0; p < PF_POLICIES; p++) {
		assert_int_equal(locked(p, 1), 1);
		assert_int_equal(locked(p, 2), 0);
		assert_int_equal(locked(p, 3), 0);
		/* D8: the paper's rules take a store that races for a read. */
		assert_int_equal(filtered(p, false, false), p == PF_SCORD_PAPER ? 1 : 2);
		assert_int_equal(filtered(p, true, false), 1);
		assert_int_equal(filtered(p, false, true), 1);
		assert_int_equal(filtered(p, true, true), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(same_verdicts),
					   cmocka_unit_test(repeats_matter),
					   cmocka_unit_test(counterexamples)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
