/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The slice unit's reference model against a plain one: words one after the other, entries that are
 * never packed, epochs that never wrap, and the order of records by sorting. The rules are shared;
 * test_table has them a second time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../cosim/traffic.h"
#include "base/mem.h"
#include "base/rng.h"
#include "reference/pf_slice.h"

enum { REQUESTS = 20000, MOST_WORDS = 300, MOST_WARPS = 64, MOST_BLOCKS = 256 };

/* The plain model */

struct known {
	uint64_t epoch; /* 0: unwritten */
	struct pf_entry e;
};

struct plain {
	const struct pf_slice_config *c;
	uint64_t epoch; /* from 1; never wraps */
	struct known *entry;
	uint64_t dev[MOST_BLOCKS][MOST_WARPS], blk[MOST_BLOCKS][MOST_WARPS];
	uint64_t checks, skipped, kinds[PF_KIND_CODES], dropped, repeated;
	struct pf_seen seen[64];
	uint32_t head, tail;
};

struct checked {
	const struct pf_request *req;
	uint64_t word, index;
	struct pf_tag tag;
	struct pf_entry before;
	struct pf_fences owner, self;
	struct pf_verdict verdict;
};

struct found {
	unsigned piece, group, rank, entry;
	struct checked c;
};

static void plain_epoch(struct plain *p)
{
	p->epoch++;
	memset(p->dev, 0, sizeof(p->dev));
	memset(p->blk, 0, sizeof(p->blk));
}

static void plain_fence(struct plain *p, const struct pf_tag *t)
{
	const uint32_t block = t->block % (1U << p->c->fence_block_bits);
	uint64_t *n = t->block_scope ? &p->blk[block][t->warp] : &p->dev[block][t->warp];

	if (++*n < 1U << p->c->geometry.fence_bits)
		return;
	*n = 0;
	if (p->c->policy == PF_SCORD)
		plain_epoch(p);
}

static struct pf_fences plain_fences(const struct plain *p, const uint32_t block, uint32_t warp)
{
	const uint32_t b = block % (1U << p->c->fence_block_bits);

	return (struct pf_fences){.dev = (uint32_t)p->dev[b][warp],
				  .blk = (uint32_t)p->blk[b][warp]};
}

static struct found plain_word(struct plain *p, const struct pf_request *r, unsigned i,
			       uint64_t word)
{
	const uint64_t at = word >> p->c->granule_log2;
	const uint32_t tag = (uint32_t)(at / p->c->entries);
	struct known *k = &p->entry[at % p->c->entries];
	struct found f = {.c = {.req = r, .index = at % p->c->entries, .tag = r->tag}};
	struct pf_verdict v;

	f.c.word = r->sector * 8 + i;
	f.c.tag.sub_word = p->c->policy == PF_SCORD && r->sub_mask >> i & 1;
	f.c.before = pf_meta_unwritten(tag, 0);
	if (k->epoch == p->epoch && k->e.tag == tag)
		f.c.before = k->e;
	f.c.owner = plain_fences(p, f.c.before.block, f.c.before.warp);
	f.c.self = plain_fences(p, r->tag.block, r->tag.warp);
	v = (p->c->policy == PF_SCORD ? pf_rules_scord : pf_rules_scord_paper)(
		&f.c.before, &f.c.tag, f.c.owner, f.c.self);
	f.c.verdict = v;
	*k = (struct known){.epoch = p->epoch, .e = v.next};
	f.entry = (unsigned)(f.c.index % 8);
	f.group = f.entry / p->c->lanes;
	p->checks++;
	return f;
}

static int by_work(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	if (x->piece != y->piece)
		return x->piece < y->piece ? -1 : 1;
	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return x->entry < y->entry ? -1 : x->entry > y->entry;
}

/* Pieces; and which entry of the group was the owner's first. */
static void rank(struct found *f, unsigned n, unsigned granule)
{
	for (unsigned i = 0; i < n; i++) {
		const struct checked *c = &f[i].c;

		f[i].piece = i ? f[i - 1].piece : 0;
		if (i && (c->index / 8 != f[i - 1].c.index / 8 ||
			  c->before.tag != f[i - 1].c.before.tag ||
			  (c->word ^ f[i - 1].c.word) % granule))
			f[i].piece++;
		f[i].rank = f[i].entry;
		for (unsigned k = i; k-- > 0;)
			if (f[k].piece == f[i].piece && f[k].group == f[i].group &&
			    f[k].c.before.block == c->before.block &&
			    f[k].c.before.warp == c->before.warp)
				f[i].rank = f[k].entry;
	}
}

/* The words checked, in the order of work. */
static unsigned plain_request(struct plain *p, const struct pf_request *r, struct found f[8])
{
	const unsigned granule = 1U << p->c->granule_log2;
	unsigned n = 0;

	if (r->kind == PF_REQ_FENCE)
		plain_fence(p, &r->tag);
	if (r->kind == PF_REQ_EPOCH)
		plain_epoch(p);
	for (unsigned k = 0; r->kind == PF_REQ_ACCESS && k < 8; k++) {
		const unsigned i = k * granule % 8 + k * granule / 8; /* 0 2 4 6 1 3 5 7 */
		const uint64_t at = (r->sector - p->c->base) * 8 + i;

		if (!(r->word_mask >> i & 1))
			continue;
		if (r->sector < p->c->base || at >= p->c->words || p->c->disabled)
			p->skipped++;
		else
			f[n++] = plain_word(p, r, i, at);
	}
	rank(f, n, granule);
	if (n)
		qsort(f, n, sizeof(*f), by_work);
	return n;
}

static enum pf_reported plain_report(struct plain *p, const struct checked *c)
{
	static const int kind[PF_ROWS] = {
		[PF_R3] = 0, [PF_W3] = 0, [PF_R3A] = 0, [PF_W3A] = 0, [PF_R4] = 1,  [PF_W5] = 1,
		[PF_R5] = 2, [PF_W6] = 2, [PF_R6] = 3,  [PF_W7] = 3,  [PF_R10] = 4, [PF_W9] = 4};
	const uint32_t pc = c->req->pc, k = (uint32_t)kind[c->verdict.row];
	struct pf_seen *s = &p->seen[(pc ^ pc / 64 ^ pc / 4096 ^ k) % p->c->seen];

	p->kinds[k]++;
	if (p->head - p->tail == 1U << p->c->ring_log2) {
		p->dropped++;
		return PF_DROPPED;
	}
	if (!p->c->report_all && s->valid && s->pc == pc && s->kind == k) {
		p->repeated++;
		return PF_REPEATED;
	}
	*s = (struct pf_seen){true, pc, (enum pf_kind_code)k};
	p->head++;
	return PF_REPORTED;
}

/* Comparing */

struct both {
	struct pf_slice_config c;
	struct pf_slice s;
	struct plain p;
	struct found found[8];
	unsigned n, met;
	const struct pf_bits *field;
};

static uint64_t field(const struct both *b, const struct pf_beat *beat, enum pf_race_field f)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < b->field[f].width; i++) {
		const unsigned at = b->field[f].lsb + i;

		v |= (beat->v[at / 64] >> at % 64 & 1) << i;
	}
	return v;
}

static void same_record(const struct both *b, const struct checked *c, uint32_t number)
{
	const struct pf_beat *r = &b->s.report.ring[number % (1U << b->c.ring_log2)];
	const struct pf_entry *m = &c->before;

	assert_int_equal(field(b, r, PF_RACE_PC), c->req->pc);
	assert_int_equal(field(b, r, PF_RACE_WORD), c->word);
	assert_int_equal(field(b, r, PF_RACE_NUMBER), number % 65536);
	assert_int_equal(field(b, r, PF_RACE_ROW), c->verdict.row);
	assert_int_equal(field(b, r, PF_RACE_KIND), pf_race_kind(c->verdict.row));
	assert_int_equal(field(b, r, PF_RACE_LOCK), c->tag.signature);
	assert_int_equal(field(b, r, PF_RACE_BARRIER), c->tag.barrier);
	assert_int_equal(field(b, r, PF_RACE_WARP), c->tag.warp);
	assert_int_equal(field(b, r, PF_RACE_BLOCK), c->tag.block);
	assert_int_equal(field(b, r, PF_RACE_STRONG), c->tag.strong);
	assert_int_equal(field(b, r, PF_RACE_BLOCK_SCOPE), c->tag.block_scope);
	assert_int_equal(field(b, r, PF_RACE_IS_ATOM), c->tag.atomic);
	assert_int_equal(field(b, r, PF_RACE_WRITE), c->tag.write);
	assert_int_equal(field(b, r, PF_RACE_SUB_WORD), c->tag.sub_word);
	assert_int_equal(field(b, r, PF_RACE_OWNER_BLOCK), m->block);
	assert_int_equal(field(b, r, PF_RACE_OWNER_WARP), m->warp);
	assert_int_equal(field(b, r, PF_RACE_OWNER_LOCK), m->lock);
	assert_int_equal(field(b, r, PF_RACE_OWNER_STRONG), m->strong);
	assert_int_equal(field(b, r, PF_RACE_OWNER_BLOCK_SCOPE), m->block_scope);
	assert_int_equal(field(b, r, PF_RACE_OWNER_IS_ATOM), m->is_atom);
	assert_int_equal(field(b, r, PF_RACE_OWNER_DEV_SHARED), m->dev_shared);
	assert_int_equal(field(b, r, PF_RACE_OWNER_BLK_SHARED), m->blk_shared);
	assert_int_equal(field(b, r, PF_RACE_OWNER_MODIFIED), m->modified);
	assert_int_equal(field(b, r, PF_RACE_OWNER_FENCED), m->blk_fence != c->owner.blk);
}

/* epoch aside: the plain one does not wrap */
static void same_entry(struct pf_entry a, struct pf_entry b)
{
	assert_int_equal(a.tag, b.tag);
	assert_int_equal(a.block, b.block);
	assert_int_equal(a.warp, b.warp);
	assert_int_equal(a.dev_fence, b.dev_fence);
	assert_int_equal(a.blk_fence, b.blk_fence);
	assert_int_equal(a.barrier, b.barrier);
	assert_int_equal(a.lock, b.lock);
	assert_int_equal(a.modified << 5 | a.blk_shared << 4 | a.dev_shared << 3 | a.is_atom << 2 |
				 a.block_scope << 1 | a.strong,
			 b.modified << 5 | b.blk_shared << 4 | b.dev_shared << 3 | b.is_atom << 2 |
				 b.block_scope << 1 | b.strong);
	assert_int_equal(a.sub_word, b.sub_word);
}

static void on_check(void *ctx, const struct pf_slice_check *c)
{
	struct both *b = ctx;
	const struct checked *want = &b->found[b->met].c;

	assert_true(b->met++ < b->n);
	assert_int_equal(c->word, want->word);
	assert_int_equal(c->index, want->index);
	assert_int_equal(c->verdict->row, want->verdict.row);
	assert_int_equal(c->verdict->race, want->verdict.race);
	same_entry(*c->before, want->before);
	same_entry(c->verdict->next, want->verdict.next);
	if (!c->verdict->race)
		return;
	assert_int_equal(c->reported, plain_report(&b->p, want));
	assert_int_equal(b->s.report.head, b->p.head);
	if (c->reported == PF_REPORTED)
		same_record(b, want, b->p.head - 1);
}

static void same_counters(const struct both *b)
{
	assert_int_equal(b->s.stats.checks, b->p.checks);
	assert_int_equal(b->s.stats.skipped, b->p.skipped);
	assert_int_equal(b->s.report.dropped, b->p.dropped);
	assert_int_equal(b->s.report.repeated, b->p.repeated);
	assert_memory_equal(b->s.report.kinds, b->p.kinds, sizeof(b->p.kinds));
}

static void both_init(struct both *b)
{
	static const struct pf_bits ref[] = PF_RACE_LAYOUT_REF, tiny[] = PF_RACE_LAYOUT_TINY,
				    modern[] = PF_RACE_LAYOUT_MODERN;
	const char *name = b->c.geometry.name;

	b->field = !strcmp(name, "ref") ? ref : !strcmp(name, "tiny") ? tiny : modern;
	pf_slice_init(&b->s, &b->c);
	b->s.check = on_check;
	b->s.ctx = b;
	b->p = (struct plain){.c = &b->c, .epoch = 1};
	b->p.entry = mem_alloc(b->c.entries * sizeof(*b->p.entry));
}

static void both_free(struct both *b)
{
	pf_slice_free(&b->s);
	free(b->p.entry);
}

static void both_request(struct both *b, const struct pf_request *r)
{
	b->met = 0;
	b->n = plain_request(&b->p, r, b->found);
	pf_slice_request(&b->s, r);
	assert_int_equal(b->met, b->n);
}

/* Random requests; the ring is read now and then. all: adds up. */
static void campaign(const struct pf_slice_config *c, enum pf_metadata metadata, uint64_t seed,
		     struct pf_slice_stats *all)
{
	const uint32_t bits = traffic_addr_bits(c->geometry.name);
	struct both *b = mem_alloc(sizeof(*b));
	struct traffic t;
	struct pf_request r;

	b->c = *c;
	b->c.ring_log2 = 1 + (uint32_t)seed % 8;
	traffic_shape(&b->c, metadata, seed, bits, MOST_WORDS);
	if (metadata == PF_FULL)
		b->c.entries = ((b->c.words - 1) >> c->granule_log2) + 1;
	traffic_init(&t, &b->c, seed, bits);
	both_init(b);
	for (unsigned i = 0; i < REQUESTS; i++) {
		traffic_next(&t, &r);
		both_request(b, &r);
		if (i % 64 == 0)
			b->p.tail = b->s.report.tail = b->p.head;
	}
	same_counters(b);
	for (unsigned i = 0; i < PF_ROWS; i++)
		all->rows[i] += b->s.stats.rows[i];
	all->checks += b->s.stats.checks;
	all->skipped += b->s.stats.skipped;
	all->sweeps += b->s.stats.sweeps;
	all->epochs += b->s.stats.epochs;
	both_free(b);
	free(b);
}

static void random_requests(void **state)
{
	static const char *const name[] = {"ref", "tiny", "modern"};
	struct pf_slice_stats all = {0};
	struct pf_slice_config c;
	uint64_t seed = 1;

	(void)state;
	for (unsigned g = 0; g < 3; g++)
		for (unsigned k = 0; k < 16; k++, seed++) {
			assert_true(pf_slice_named(&c, name[g]));
			c.policy = k & 1 ? PF_SCORD : PF_SCORD_PAPER;
			c.lanes = 1U << (k >> 2);
			campaign(&c, k & 2 ? PF_FULL : PF_CACHED16, seed, &all);
		}
	for (unsigned i = 0; i < PF_ROWS; i++)
		assert_true(all.rows[i] > 50);
	assert_true(all.checks > 1000000 && all.skipped > 10000);
	assert_true(all.epochs > 1000 && all.sweeps > 100);
}

static void all_requests(struct pf_slice *s, struct pf_request r, const struct pf_line_access *l,
			 unsigned n, bool again)
{
	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < PF_CLASS_WORDS / PF_SECTOR_WORDS; k++) {
			r.sector = l[i].line * PF_CLASS_WORDS / PF_SECTOR_WORDS + k;
			r.word_mask =
				(uint8_t)((again ? l[i].again : l[i].words) >> k * PF_SECTOR_WORDS);
			if (r.word_mask)
				pf_slice_request(s, &r);
		}
}

enum { LINE_STEPS = 60000, FEW_LINES = 12, FEW_WARPS = 3 };

/* One line, or two side by side; some words more than once. */
static void any_lines(struct rng *g, struct pf_line_access *l, unsigned n)
{
	const uint64_t first = rng_below(g, FEW_LINES - 1);

	for (unsigned k = 0; k < n; k++) {
		l[k].line = first + k;
		l[k].words = rng_below(g, 2) ? UINT32_MAX
					     : (uint32_t)(rng_next(g) & rng_next(g) >> 20) | 2;
		l[k].again = rng_below(g, 4) ? 0 : l[k].words & (uint32_t)(rng_next(g) >> 20);
		memset(l[k].more, 1, sizeof(l[k].more));
	}
}

/* Accesses to whole lines against requests for their sectors. */
static void lines_as_requests(void **state)
{
	struct pf_slice a, b;
	struct pf_slice_config c;
	uint64_t taken = 0;
	struct rng g;

	(void)state;
	assert_true(pf_slice_named(&c, "ref"));
	rng_seed(&g, 5);
	c.words = c.entries = FEW_LINES * PF_CLASS_WORDS;
	pf_slice_init(&a, &c);
	c.classes = PF_CLASSES;
	c.class_blocks = UINT64_MAX;
	pf_slice_init(&b, &c);
	for (unsigned i = 0; i < LINE_STEPS; i++) {
		const uint32_t what = rng_below(&g, 16);
		struct pf_request r = {.kind = what > 1 ? PF_REQ_ACCESS : PF_REQ_FENCE,
				       .tag = {.write = rng_below(&g, 2),
					       .strong = rng_below(&g, 2),
					       .block = rng_below(&g, 2),
					       .warp = rng_below(&g, FEW_WARPS),
					       .barrier = rng_below(&g, 2)}};
		struct pf_line_access l[2];
		const unsigned n = rng_below(&g, 2) + 1;

		if (what <= 1) {
			r.kind = what ? PF_REQ_FENCE : PF_REQ_EPOCH;
			pf_slice_request(&a, &r);
			pf_slice_request(&b, &r);
			continue;
		}
		any_lines(&g, l, n);
		for (unsigned again = 0; again < 2; again++)
			all_requests(&a, r, l, n, again);
		if (pf_slice_lines(&b, &r, l, n))
			taken++;
		else
			for (unsigned again = 0; again < 2; again++)
				all_requests(&b, r, l, n, again);
		for (unsigned k = 0; k < n; k++)
			for (unsigned w = 0; w < PF_CLASS_WORDS; w++)
				assert_int_equal(
					pf_slice_entry(&a, l[k].line * PF_CLASS_WORDS + w),
					pf_slice_entry(&b, l[k].line * PF_CLASS_WORDS + w));
		assert_int_equal(a.stats.checks, b.stats.checks);
		assert_memory_equal(a.stats.rows, b.stats.rows, sizeof(a.stats.rows));
	}
	assert_true(taken > LINE_STEPS / 10 && taken < LINE_STEPS * 8 / 10);
	/* one that is not all inside */
	assert_false(pf_slice_lines(&b, &(struct pf_request){.kind = PF_REQ_ACCESS},
				    &(struct pf_line_access){.line = FEW_LINES, .words = 1}, 1));
	pf_slice_free(&a);
	pf_slice_free(&b);
}

/* full, in every width of the check. granules: of up to 2^so many words, from 2 on; 0: of one. */
static void full_campaigns(uint64_t seed, unsigned classes, uint32_t granules)
{
	struct pf_slice_stats all = {0};
	struct pf_slice_config c;

	for (unsigned k = 0; k < 16; k++, seed++) {
		assert_true(pf_slice_named(&c, k & 1 ? "tiny" : "ref"));
		c.policy = k & 2 ? PF_SCORD : PF_SCORD_PAPER;
		c.lanes = 1U << (k >> 2);
		c.classes = classes;
		c.class_blocks = UINT64_MAX;
		for (c.granule_log2 = granules != 0; c.granule_log2 <= granules; c.granule_log2++)
			campaign(&c, PF_FULL, seed, &all);
	}
	for (unsigned i = 0; i < PF_ROWS; i++)
		assert_true(all.rows[i] > 50);
	assert_true(all.checks > 500000 && all.skipped > 10000);
}

/* Two and four words an entry. */
static void shared_entries(void **state)
{
	(void)state;
	full_campaigns(100, 0, 2);
}

/* Entries kept as classes of a line: nothing is told or forgotten otherwise. */
static void classes_lose_nothing(void **state)
{
	(void)state;
	full_campaigns(200, PF_CLASSES, 0);
	full_campaigns(300, PF_CLASSES_LEAST, 0);
}

/* Directed */

static void begin(struct both *b, const char *geometry, uint64_t words, uint64_t entries)
{
	memset(b, 0, sizeof(*b));
	assert_true(pf_slice_named(&b->c, geometry));
	b->c.base = 3;
	b->c.words = words;
	b->c.entries = entries;
	b->c.ring_log2 = 1;
}

static struct pf_request store(uint32_t warp, uint32_t pc, uint8_t mask)
{
	return (struct pf_request){
		.sector = 3, .word_mask = mask, .tag = {.write = true, .warp = warp}, .pc = pc};
}

/* Two records fit. What is dropped is not learned. */
static void ring_and_filter(void **state)
{
	struct both b;

	(void)state;
	begin(&b, "ref", 8, 8);
	both_init(&b);
	for (uint32_t i = 0; i < 4; i++)
		both_request(&b, &(struct pf_request){.sector = 3,
						      .word_mask = 1,
						      .tag = {.write = true, .warp = i},
						      .pc = 8 * i});
	assert_int_equal(b.s.report.head, 2);
	assert_int_equal(b.s.report.dropped, 1);
	b.s.report.tail = b.p.tail = 1;
	for (uint32_t i = 4; i < 7; i++) {
		const struct pf_request r = store(i, 24, 1);

		both_request(&b, &r);
	}
	assert_int_equal(b.s.report.head, 3); /* pc 24 once, then the ring is full */
	assert_int_equal(b.s.report.repeated, 0);
	b.s.report.tail = b.p.tail = 3;
	both_request(&b, &(struct pf_request){
				 .sector = 3, .word_mask = 1, .tag = {.write = true}, .pc = 24});
	assert_int_equal(b.s.report.repeated, 1);
	assert_int_equal(b.s.stats.rows[PF_W5], 7);
	assert_int_equal(b.s.report.records, 3);
	same_counters(&b);
	both_free(&b);
}

static void counts_saturate(void **state)
{
	struct both b;

	(void)state;
	begin(&b, "tiny", 8, 8);
	both_init(&b);
	b.s.report.dropped = UINT32_MAX;
	b.p.dropped = UINT32_MAX;
	b.s.check = NULL;
	for (uint32_t i = 0; i < 9; i++) {
		const struct pf_request r = store(i % 2, 8 * i, 0xff);

		pf_slice_request(&b.s, &r);
	}
	assert_int_equal(b.s.report.head, 2);
	assert_int_equal(b.s.report.dropped, UINT32_MAX);
	both_free(&b);
}

/* Swept, epoch 0, no records; a disabled unit counts fences all the same. */
static void restart(void **state)
{
	const struct pf_entry unwritten = pf_meta_unwritten(0, 0);
	struct both b;
	struct pf_request r = store(1, 0, 0xff);

	(void)state;
	begin(&b, "tiny", 11, 11);
	both_init(&b);
	both_request(&b, &r);
	both_request(&b, &(struct pf_request){.kind = PF_REQ_EPOCH});
	both_request(&b, &r);
	r.tag.warp = 2;
	both_request(&b, &r);
	assert_int_equal(b.s.report.head, 1);
	pf_slice_restart(&b.s);
	assert_int_equal(b.s.report.head, 0);
	assert_int_equal(b.s.fences.epoch, 0);
	assert_int_equal(b.s.n_entries, 16);
	for (unsigned i = 0; i < 16; i++)
		assert_int_equal(pf_slice_entry(&b.s, i), pf_meta_pack(&b.s.layout, &unwritten));
	b.s.check = NULL;
	pf_slice_request(&b.s, &r);
	r.tag.warp = 1;
	pf_slice_request(&b.s, &r);
	assert_int_equal(b.s.report.head, 1); /* the filter has forgotten this pc */
	r.tag.warp = 2;
	b.s.config.disabled = true;
	pf_slice_request(&b.s, &r);
	pf_slice_request(&b.s, &(struct pf_request){.kind = PF_REQ_FENCE, .tag = r.tag});
	assert_int_equal(b.s.stats.skipped, 8);
	assert_int_equal(b.s.stats.checks, 40);
	assert_int_equal(pf_fence_of(&b.s.fences, 0, 2).dev, 1);
	both_free(&b);
}

/* Five entries, eight words: the sector is cut where the table starts again. */
static void a_sector_over_the_end(void **state)
{
	struct both b;
	const struct pf_request r = store(1, 0, 0xff);

	(void)state;
	begin(&b, "ref", 7, 5);
	both_init(&b);
	both_request(&b, &r);
	assert_int_equal(b.s.stats.checks, 7);
	assert_int_equal(b.s.stats.skipped, 1);
	both_request(&b, &r);
	assert_int_equal(b.found[5].piece, 1);
	assert_int_equal(b.found[5].c.index, 0);
	assert_int_equal(b.found[5].c.verdict.row, PF_W1); /* words 0 and 5 forget each other */
	both_free(&b);
}

/* Words 0 to 3 are entry 0; a warp that writes all four races once, then goes on in order. */
static void neighbours(void **state)
{
	const struct pf_request first = store(1, 8, 0x01), second = store(2, 16, 0x0f);
	const struct pf_request far = store(3, 24, 0x10);

	(void)state;
	for (uint32_t log2 = 0; log2 <= 3; log2++) {
		struct both b;

		begin(&b, "ref", 8, 8 >> log2);
		b.c.granule_log2 = log2;
		both_init(&b);
		both_request(&b, &first);
		both_request(&b, &second);
		assert_int_equal(b.s.stats.checks, 5);
		assert_int_equal(b.s.report.kinds[PF_KIND_FENCE_BLOCK], 1);
		both_request(&b, &far);
		assert_int_equal(b.s.report.kinds[PF_KIND_FENCE_BLOCK], log2 == 3 ? 2 : 1);
		both_free(&b);
	}
}

static void names(void **state)
{
	struct pf_slice_config c;

	(void)state;
	assert_false(pf_slice_named(&c, "huge"));
	assert_true(pf_slice_named(&c, "ref"));
	assert_int_equal(c.lanes, PF_REF_LANES);
	assert_int_equal(c.words, 1U << (PF_REF_ADDR_W - 2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_requests),       cmocka_unit_test(ring_and_filter),
		cmocka_unit_test(counts_saturate),       cmocka_unit_test(restart),
		cmocka_unit_test(a_sector_over_the_end), cmocka_unit_test(names),
		cmocka_unit_test(shared_entries),        cmocka_unit_test(classes_lose_nothing),
		cmocka_unit_test(lines_as_requests),     cmocka_unit_test(neighbours),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
