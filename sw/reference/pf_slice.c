/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_slice.h"

#include <string.h>

#include "pf_geometry.h"

/* Words of a request that lie in one line, and in the same part of cached16's table. */
struct piece {
	uint64_t line;
	uint64_t *entry; /* the line's */
	uint32_t tag;
	uint8_t mask; /* entries of the line */
	uint8_t sub;
	uint64_t word[PF_LINE_ENTRIES]; /* of each entry in the mask */
	struct pf_fences self;          /* of the accessor */
};

enum { PAGE_LINES = 128, PAGE_ENTRIES = PAGE_LINES * PF_LINE_ENTRIES };

#define SIZES(n, N) \
	{#n, \
	 PF_##N##_LANES, \
	 PF_##N##_FENCE_BLOCK_W, \
	 PF_##N##_RACE_PC_W, \
	 PF_##N##_SEEN, \
	 PF_##N##_ADDR_W},

bool pf_slice_named(struct pf_slice_config *c, const char *geometry)
{
	static const struct {
		const char *name;
		uint32_t lanes, fence_block_bits, pc_bits, seen, addr_bits;
	} sizes[] = {PF_GEOMETRIES(SIZES)};
	const struct pf_geometry *g = pf_geometry_named(geometry);

	for (size_t i = 0; g && i < sizeof(sizes) / sizeof(*sizes); i++)
		if (!strcmp(sizes[i].name, geometry))
			*c = (struct pf_slice_config){
				.geometry = *g,
				.policy = PF_SCORD,
				.lanes = sizes[i].lanes,
				.fence_block_bits = sizes[i].fence_block_bits,
				.pc_bits = sizes[i].pc_bits,
				.words = (1ULL << sizes[i].addr_bits) / PF_WORD_BYTES,
				.entries = (1ULL << sizes[i].addr_bits) / PF_WORD_BYTES,
				.ring_log2 = 10,
				.seen = sizes[i].seen,
			};
	return g != NULL;
}

static void sweep(struct pf_slice *s)
{
	paged_clear(&s->lines);
	if (s->config.classes)
		pf_classes_clear(&s->classes);
}

static uint64_t whole_lines(uint64_t entries)
{
	return (entries + PF_LINE_ENTRIES - 1) / PF_LINE_ENTRIES * PF_LINE_ENTRIES;
}

void pf_slice_init(struct pf_slice *s, const struct pf_slice_config *c)
{
	const struct pf_geometry *g = &c->geometry;
	const struct pf_entry unwritten = pf_meta_unwritten(0, 0);

	*s = (struct pf_slice){
		.config = *c,
		.policy = pf_policy_of(c->policy),
		.region = {.base = c->base * PF_SECTOR_BYTES,
			   .words = c->words,
			   .entries = c->entries,
			   .tag_bits = g->tag_bits,
			   .granule_log2 = c->granule_log2},
		.n_entries = whole_lines(c->entries),
	};
	pf_meta_layout(&s->layout, g);
	pf_fence_init(&s->fences, 1U << c->fence_block_bits, 1U << g->warp_bits, g->fence_bits,
		      s->policy->epochs ? g->epoch_bits : 0);
	pf_report_init(&s->report, g, c->pc_bits, c->ring_log2, c->seen);
	s->report.report_all = c->report_all;
	s->unwritten = pf_meta_pack(&s->layout, &unwritten);
	paged_open(&s->lines, NULL, PAGE_ENTRIES * sizeof(uint64_t), s->unwritten, PAGED_KEEP_ALL);
	if (c->classes)
		pf_classes_init(&s->classes, s->unwritten, c->classes, c->class_blocks);
}

void pf_slice_free(struct pf_slice *s)
{
	paged_close(&s->lines);
	pf_classes_free(&s->classes);
	pf_fence_free(&s->fences);
	pf_report_free(&s->report);
	*s = (struct pf_slice){0};
}

void pf_slice_region(struct pf_slice *s, const struct pf_region *r)
{
	s->region = *r;
	s->region.granule_log2 = s->config.granule_log2;
	s->n_entries = whole_lines(r->entries);
}

uint64_t pf_slice_entry(const struct pf_slice *s, uint64_t index)
{
	struct page *g = paged_look(&s->lines, index / PAGE_ENTRIES);

	if (s->config.classes)
		return pf_classes_entry(&s->classes, index);
	return g ? ((const uint64_t *)page_payload(g))[index % PAGE_ENTRIES] : s->unwritten;
}

/* The line's entries; to be written. */
static uint64_t *line_at(struct pf_slice *s, uint64_t line)
{
	uint64_t *page = page_payload(paged_at(&s->lines, line / PAGE_LINES));

	return &page[line % PAGE_LINES * PF_LINE_ENTRIES];
}

void pf_slice_put(struct pf_slice *s, uint64_t index, uint64_t bits)
{
	if (s->config.classes)
		pf_classes_write(&s->classes, index / PF_CLASS_WORDS,
				 &(struct pf_class){bits, 1U << index % PF_CLASS_WORDS}, 1);
	else
		line_at(s, index / PF_LINE_ENTRIES)[index % PF_LINE_ENTRIES] = bits;
}

static void forget(struct pf_slice *s, enum pf_forget what)
{
	s->stats.epochs += what != PF_FORGET_NOTHING;
	s->stats.sweeps += what == PF_FORGET_SWEEP;
	if (what == PF_FORGET_SWEEP)
		sweep(s);
}

void pf_slice_restart(struct pf_slice *s)
{
	pf_fence_epoch(&s->fences);
	s->fences.epoch = 0;
	sweep(s);
	pf_report_clear(&s->report);
}

static struct pf_fences fences_of(const struct pf_slice *s, uint32_t block, uint32_t warp)
{
	return pf_fence_of(&s->fences, pf_truncate(block, s->config.fence_block_bits), warp);
}

static enum pf_reported report(struct pf_slice *s, const struct pf_slice_check *c)
{
	return pf_report_race(&s->report, &(struct pf_race){.pc = c->req->pc,
							    .word = (uint32_t)c->word,
							    .row = c->verdict->row,
							    .tag = *c->tag,
							    .before = *c->before,
							    .owner_fenced = c->before->blk_fence !=
									    c->owner.blk});
}

/* Entry `e` of the piece. Entries are not copied where they are made: a wide copy waits until all
 * their narrow fields have got to memory. */
static void check(struct pf_slice *s, const struct pf_request *r, const struct piece *p, unsigned e)
{
	bool evicted;
	const struct pf_entry before =
		pf_meta_fetch(&s->layout, p->entry[e], p->tag, s->fences.epoch, &evicted);
	const struct pf_fences owner = fences_of(s, before.block, before.warp);
	struct pf_tag tag = r->tag;
	struct pf_slice_check c = {.req = r,
				   .word = p->word[e],
				   .index = p->line * PF_LINE_ENTRIES + e,
				   .evicted = evicted,
				   .tag = &tag,
				   .before = &before,
				   .owner = owner,
				   .self = p->self,
				   .reported = PF_REPORTED};
	struct pf_verdict v;

	tag.sub_word = s->policy->skips_parts && p->sub >> e & 1;
	v = s->policy->rules(&before, &tag, owner, p->self);
	p->entry[e] = pf_meta_pack(&s->layout, &v.next);
	s->stats.checks++;
	s->stats.rows[v.row]++;
	c.verdict = &v;
	if (v.race)
		c.reported = report(s, &c);
	if (s->check)
		s->check(s->ctx, &c);
}

/* Several of a group: owner by owner. */
static void check_group(struct pf_slice *s, const struct pf_request *r, const struct piece *p,
			unsigned left)
{
	uint64_t owner[PF_LINE_ENTRIES] = {0};

	for (unsigned m = left; m; m &= m - 1) {
		const unsigned e = (unsigned)__builtin_ctz(m);
		bool evicted;
		const struct pf_entry before =
			pf_meta_fetch(&s->layout, p->entry[e], p->tag, s->fences.epoch, &evicted);

		owner[e] = (uint64_t)before.block << 32 | before.warp;
	}
	while (left) {
		const uint64_t first = owner[__builtin_ctz(left)];

		for (unsigned m = left; m; m &= m - 1) {
			const unsigned e = (unsigned)__builtin_ctz(m);

			if (owner[e] != first)
				continue;
			check(s, r, p, e);
			left &= ~(1U << e);
		}
	}
}

static void check_groups(struct pf_slice *s, const struct pf_request *r, const struct piece *p)
{
	const unsigned lanes = s->config.lanes, first = (1U << lanes) - 1;

	for (unsigned left = p->mask; left;) {
		const unsigned at = (unsigned)__builtin_ctz(left);
		const unsigned group = left & first << at / lanes * lanes;

		left &= ~group;
		if (group & (group - 1))
			check_group(s, r, p, group);
		else
			check(s, r, p, at);
	}
}

/* Entries come out of the classes of their line, and go back into them. */
static void check_classes(struct pf_slice *s, const struct pf_request *r, struct piece *p)
{
	const uint64_t line = p->line * PF_LINE_ENTRIES / PF_CLASS_WORDS;
	const unsigned shift = p->line * PF_LINE_ENTRIES % PF_CLASS_WORDS;
	struct pf_class class[PF_CLASS_WORDS];
	uint64_t entry[PF_LINE_ENTRIES] = {0};
	unsigned n = pf_classes_read(&s->classes, line, (uint32_t)p->mask << shift, class);

	for (unsigned i = 0; i < n; i++)
		for (uint32_t left = class[i].words >> shift; left; left &= left - 1)
			entry[__builtin_ctz(left)] = class[i].entry;
	p->entry = entry;
	check_groups(s, r, p);
	n = 0;
	for (unsigned left = p->mask; left; left &= left - 1) {
		const unsigned e = (unsigned)__builtin_ctz(left);

		class[n++] = (struct pf_class){entry[e], 1U << (shift + e)};
	}
	pf_classes_write(&s->classes, line, class, n);
}

static void check_piece(struct pf_slice *s, const struct pf_request *r, struct piece *p)
{
	if (!p->mask)
		return;
	if (s->config.classes) {
		check_classes(s, r, p);
		return;
	}
	p->entry = line_at(s, p->line);
	check_groups(s, r, p);
}

/* Word `first` of each granule. */
static void access(struct pf_slice *s, const struct pf_request *r, unsigned first)
{
	static const uint8_t firsts[] = {0xff, 0x55, 0x11, 0x01};
	struct piece p;

	p.line = p.tag = p.mask = p.sub = 0;
	p.self = fences_of(s, r->tag.block, r->tag.warp);
	for (unsigned m = r->word_mask & (unsigned)firsts[s->config.granule_log2] << first; m;
	     m &= m - 1) {
		const unsigned i = (unsigned)__builtin_ctz(m);
		const uint64_t word = r->sector * PF_SECTOR_WORDS + i;
		uint64_t index = 0;
		uint32_t tag = 0;
		unsigned e;

		if (s->config.disabled ||
		    !pf_region_find(&s->region, word * PF_WORD_BYTES, &index, &tag)) {
			s->stats.skipped++;
			if (s->skip)
				s->skip(s->ctx, r, word);
			continue;
		}
		if (index / PF_LINE_ENTRIES != p.line || tag != p.tag) {
			check_piece(s, r, &p);
			p.line = index / PF_LINE_ENTRIES;
			p.tag = tag;
			p.mask = p.sub = 0;
		}
		e = index % PF_LINE_ENTRIES;
		p.mask |= (uint8_t)(1U << e);
		p.sub |= (uint8_t)((r->sub_mask >> i & 1U) << e);
		p.word[e] = word;
	}
	check_piece(s, r, &p);
}

void pf_slice_request(struct pf_slice *s, const struct pf_request *r)
{
	enum pf_forget what;

	if (s->config.closed && r->kind != PF_REQ_ACCESS)
		return;
	switch (r->kind) {
	case PF_REQ_ACCESS:
		for (unsigned i = 0; i < 1U << s->config.granule_log2; i++)
			access(s, r, i);
		break;
	case PF_REQ_FENCE:
		what = pf_fence_bump(&s->fences,
				     pf_truncate(r->tag.block, s->config.fence_block_bits),
				     r->tag.warp, !r->tag.block_scope);
		s->stats.wraps += what != PF_FORGET_NOTHING;
		forget(s, what);
		break;
	case PF_REQ_EPOCH: forget(s, pf_fence_epoch(&s->fences)); break;
	case PF_REQ_CODES: break;
	}
}

/* Entries of n words side by side, if they lie side by side in one page. */
static uint64_t *row_at(struct pf_slice *s, uint64_t word, uint32_t n, uint64_t *index,
			uint32_t *tag)
{
	const uint64_t end = word + n - 1;
	uint64_t last;
	uint32_t last_tag, at;

	if (s->config.disabled || s->config.granule_log2 ||
	    !pf_region_find(&s->region, word * PF_WORD_BYTES, index, tag) ||
	    !pf_region_find(&s->region, end * PF_WORD_BYTES, &last, &last_tag))
		return NULL;
	at = *index % PAGE_ENTRIES;
	if (last_tag != *tag || last - *index != n - 1 || at + n > PAGE_ENTRIES)
		return NULL;
	return line_at(s, *index / PF_LINE_ENTRIES) + at % PF_LINE_ENTRIES;
}

/* Accesses to lines: all classes are checked before any is written. */

struct class_check {
	uint64_t line;
	struct pf_class class; /* its entry as it was */
	bool evicted;
	struct pf_entry before;
	struct pf_fences owner;
	struct pf_verdict verdict;
	enum pf_row row;   /* of accesses after the first to a word, */
	uint32_t accesses; /* so many */
};

enum { MOST_CLASSES = 64 }; /* more are checked word by word */

/* More accesses to some words of the class, by the same warp in the same instruction. False: one
 * would change something. */
static bool check_again(const struct pf_slice *s, const struct pf_request *r,
			const struct pf_line_access *l, struct pf_fences self,
			struct class_check *c)
{
	const uint64_t first = pf_meta_pack(&s->layout, &c->verdict.next);
	const struct pf_entry before = c->verdict.next;
	const struct pf_verdict v =
		s->policy->rules(&before, &r->tag, fences_of(s, before.block, before.warp), self);

	c->row = v.row;
	for (uint32_t left = c->class.words & l->again; left; left &= left - 1)
		c->accesses += l->more[__builtin_ctz(left)];
	return !v.race && pf_meta_pack(&s->layout, &v.next) == first;
}

/* How many classes there are; 0: one races, or there are too many, or it is outside. */
static unsigned check_lines(struct pf_slice *s, const struct pf_request *r,
			    const struct pf_line_access *l, unsigned lines, struct pf_fences self,
			    struct class_check *out)
{
	struct pf_class class[PF_CLASS_WORDS];
	unsigned n = 0;

	for (unsigned i = 0; i < lines; i++) {
		const unsigned k = pf_classes_read(&s->classes, l[i].line, l[i].words, class);

		if (n + k > MOST_CLASSES)
			return 0;
		for (unsigned j = 0; j < k; j++) {
			struct class_check *c = &out[n++];

			c->line = l[i].line;
			c->class = class[j];
			c->accesses = 0;
			c->before = pf_meta_fetch(&s->layout, class[j].entry, 0, s->fences.epoch,
						  &c->evicted);
			c->owner = fences_of(s, c->before.block, c->before.warp);
			c->verdict = s->policy->rules(&c->before, &r->tag, c->owner, self);
			if (c->verdict.race ||
			    (class[j].words & l[i].again && !check_again(s, r, &l[i], self, c)))
				return 0;
		}
	}
	return n;
}

static void tell(const struct pf_slice *s, const struct pf_request *r, const struct class_check *k,
		 struct pf_fences self, unsigned from, unsigned n)
{
	const uint64_t index = k->line * PF_CLASS_WORDS + from;

	s->row(s->ctx,
	       &(struct pf_slice_check){.req = r,
					.word = s->region.base / PF_WORD_BYTES + index,
					.index = index,
					.evicted = k->evicted,
					.tag = &r->tag,
					.before = &k->before,
					.owner = k->owner,
					.self = self,
					.verdict = &k->verdict},
	       n);
}

/* Tells of a line's words in order, as far as they lie side by side in one class. */
static void tell_line(const struct pf_slice *s, const struct pf_request *r,
		      const struct class_check *k, unsigned classes, struct pf_fences self)
{
	uint32_t left = 0;

	for (unsigned i = 0; i < classes; i++)
		left |= k[i].class.words;
	while (left) {
		const unsigned from = (unsigned)__builtin_ctz(left);
		const struct class_check *c = k;
		unsigned n = 0;

		while (!(c->class.words >> from & 1))
			c++;
		while (from + n < PF_CLASS_WORDS && c->class.words >> (from + n) & 1)
			n++;
		tell(s, r, c, self, from, n);
		left &= ~c->class.words |
			(from + n < PF_CLASS_WORDS ? UINT32_MAX << (from + n) : 0);
	}
}

/* What was checked of a line comes to pass. */
static void commit_line(struct pf_slice *s, const struct pf_request *r, const struct class_check *k,
			unsigned classes, struct pf_fences self)
{
	struct pf_class in[PF_CLASS_WORDS];

	for (unsigned i = 0; i < classes; i++) {
		const unsigned words = (unsigned)__builtin_popcount(k[i].class.words);

		in[i] = (struct pf_class){pf_meta_pack(&s->layout, &k[i].verdict.next),
					  k[i].class.words};
		s->stats.checks += words + k[i].accesses;
		s->stats.rows[k[i].verdict.row] += words;
		if (k[i].accesses)
			s->stats.rows[k[i].row] += k[i].accesses;
	}
	pf_classes_write(&s->classes, k->line, in, classes);
	if (s->row)
		tell_line(s, r, k, classes, self);
}

bool pf_slice_lines(struct pf_slice *s, const struct pf_request *r, const struct pf_line_access *l,
		    unsigned n)
{
	struct pf_line_access at[PF_LINE_ACCESSES];
	struct class_check check[MOST_CLASSES];
	const struct pf_fences self = fences_of(s, r->tag.block, r->tag.warp);
	unsigned classes, from = 0;

	for (unsigned i = 0; i < n; i++) {
		const uint64_t first = l[i].line * PF_CLASS_WORDS * PF_WORD_BYTES;
		uint64_t index, end;
		uint32_t tag;

		if (!pf_region_find(&s->region, first, &index, &tag) ||
		    !pf_region_find(&s->region, first + PF_CLASS_WORDS * PF_WORD_BYTES - 1, &end,
				    &tag) ||
		    index % PF_CLASS_WORDS)
			return false;
		at[i] = l[i];
		at[i].line = index / PF_CLASS_WORDS;
	}
	if (s->config.disabled || !s->config.classes)
		return false;
	classes = check_lines(s, r, at, n, self, check);
	for (unsigned i = 1; i <= classes; i++)
		if (i == classes || check[i].line != check[from].line) {
			commit_line(s, r, &check[from], i - from, self);
			from = i;
		}
	return classes != 0;
}

static bool row_of_lines(struct pf_slice *s, const struct pf_request *r, uint64_t word, uint32_t n)
{
	struct pf_line_access l[PF_LINE_ACCESSES];
	unsigned lines = 0;

	for (uint64_t at = word; at < word + n; lines++) {
		const unsigned from = at % PF_CLASS_WORDS;
		const uint64_t left = word + n - at;
		const unsigned k =
			left < PF_CLASS_WORDS - from ? (unsigned)left : PF_CLASS_WORDS - from;

		if (lines == PF_LINE_ACCESSES)
			return false;
		l[lines].line = at / PF_CLASS_WORDS;
		l[lines].words = (k < PF_CLASS_WORDS ? (1U << k) - 1 : UINT32_MAX) << from;
		l[lines].again = 0;
		at += k;
	}
	return pf_slice_lines(s, r, l, lines);
}

bool pf_slice_row(struct pf_slice *s, const struct pf_request *r, uint64_t word, uint32_t n)
{
	struct pf_slice_check c = {.req = r, .word = word, .tag = &r->tag};
	uint32_t tag = 0;
	uint64_t *entry, bits;
	struct pf_entry before;
	struct pf_verdict v;

	if (s->config.classes)
		return row_of_lines(s, r, word, n);
	entry = row_at(s, word, n, &c.index, &tag);
	if (!entry || memcmp(entry, entry + 1, (n - 1) * sizeof(*entry)) != 0)
		return false;
	before = pf_meta_fetch(&s->layout, *entry, tag, s->fences.epoch, &c.evicted);
	c.owner = fences_of(s, before.block, before.warp);
	c.self = fences_of(s, r->tag.block, r->tag.warp);
	v = s->policy->rules(&before, &r->tag, c.owner, c.self);
	if (v.race)
		return false;
	bits = pf_meta_pack(&s->layout, &v.next);
	for (uint32_t i = 0; i < n; i++)
		entry[i] = bits;
	s->stats.checks += n;
	s->stats.rows[v.row] += n;
	c.before = &before;
	c.verdict = &v;
	if (s->row)
		s->row(s->ctx, &c, n);
	return true;
}

bool pf_slice_fetch(struct pf_slice *s, uint64_t word, uint64_t *index)
{
	uint32_t tag;

	if (s->config.disabled || !pf_region_find(&s->region, word * PF_WORD_BYTES, index, &tag))
		return false;
	if (s->config.classes)
		pf_classes_fetch(&s->classes, *index / PF_CLASS_WORDS);
	else
		__builtin_prefetch(line_at(s, *index / PF_LINE_ENTRIES) + *index % PF_LINE_ENTRIES);
	return true;
}
