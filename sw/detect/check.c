/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Lanes are checked one after the other, each sector by sector, so words come in address order. (An
 * SM with a clock merges what lanes do to one sector.)
 */
#include "../access/finding.h"
#include "../base/mem.h"
#include "detect_int.h"

static void skip(struct detect *d, uint64_t word, enum detect_skip why)
{
	d->stats.skipped++;
	if (d->listener.skip)
		d->listener.skip(d->listener.ctx, d->who, d->op, d->lane, word,
				 access_touches(d->op, d->lane, word), why);
}

void detect_on_skip(void *ctx, const struct pf_request *r, uint64_t word)
{
	struct detect *d = ctx;

	(void)r;
	d->stats.untracked++;
	skip(d, word * PF_WORD_BYTES, DETECT_SKIP_REGION);
}

static const struct race_hit *add_hit(struct detect *d, const struct pf_slice_check *c)
{
	const struct finding f = {
		.kernel = d->who->kernel,
		.launch = d->who->launch,
		.row = c->verdict->row,
		.word = c->word * PF_WORD_BYTES,
		.pc = d->op->pc,
		.tag = c->tag,
		.owner = c->before,
		.owner_fenced = c->before->blk_fence != c->owner.blk,
		.first = {.block = (uint32_t)d->block_of[c->before->block],
			  .warp = detect_owner_warp(d, c->before)},
		.second = {.block = d->who->block, .warp = d->who->warp},
		.shape = access_shape(d->op),
		.lane = d->lane,
		.bytes = access_touches(d->op, d->lane, c->word * PF_WORD_BYTES),
		.locks = d->locks,
	};

	d->hits = mem_grow(d->hits, &d->cap_hits, d->n_hits, sizeof(*d->hits));
	d->hits[d->n_hits] = finding_hit(&f);
	return &d->hits[d->n_hits++];
}

static struct detect_check check_of(const struct detect *d, const struct pf_slice_check *c,
				    const struct race_hit *hit)
{
	return (struct detect_check){
		.who = d->who,
		.op = d->op,
		.lane = d->lane,
		.addr = c->word * PF_WORD_BYTES,
		.bytes = access_touches(d->op, d->lane, c->word * PF_WORD_BYTES),
		.index = c->index,
		.evicted = c->evicted,
		.tag = *c->tag,
		.before = *c->before,
		.after = c->verdict->next,
		.owner = c->owner,
		.self = c->self,
		.row = c->verdict->row,
		.race = c->verdict->race,
		.kind = hit ? hit->kind : 0,
		.owner_block = (uint32_t)d->block_of[c->before->block],
		.owner_warp = detect_owner_warp(d, c->before),
	};
}

void detect_on_check(void *ctx, const struct pf_slice_check *c)
{
	struct detect *d = ctx;
	const struct race_hit *hit = c->verdict->race ? add_hit(d, c) : NULL;
	struct detect_check k;

	d->stats.races += c->verdict->race;
	d->stats.evictions += c->evicted;
	if (!d->listener.check)
		return;
	k = check_of(d, c, hit);
	d->listener.check(d->listener.ctx, &k);
}

static uint32_t words_of(const struct simt_op *op)
{
	const uint32_t bytes = (uint32_t)op->size * op->vec;

	return bytes < PF_WORD_BYTES ? 1 : bytes / PF_WORD_BYTES;
}

static void tell_row(struct detect *d, const struct pf_slice_check *c, uint32_t n)
{
	const struct detect_check k = check_of(d, c, NULL);

	d->listener.row(d->listener.ctx, &k, n, words_of(d->op));
}

/* The row may begin within a lane's words: what is left of these first. */
void detect_on_row(void *ctx, const struct pf_slice_check *c, uint32_t n)
{
	struct detect *d = ctx;
	const uint32_t lane = (uint32_t)__builtin_ctz(d->op->mask), words = words_of(d->op);
	const uint32_t from = (uint32_t)(c->word - d->op->addr[lane] / PF_WORD_BYTES);
	const uint32_t part = from % words ? words - from % words : 0, first = part < n ? part : n;
	struct pf_slice_check rest = *c;

	d->stats.evictions += c->evicted ? n : 0;
	if (!d->listener.row)
		return;
	d->lane = (uint8_t)(lane + from / words);
	if (first)
		tell_row(d, c, first);
	if (first == n)
		return;
	d->lane = (uint8_t)(lane + (from + first) / words);
	rest.word += first;
	rest.index += first;
	tell_row(d, &rest, n - first);
}

/* Not of what the host has allocated. */
static bool is_variable(struct detect *d, uint64_t addr)
{
	if (!d->near || d->near->freed || addr - d->near->addr >= d->near->size)
		d->near = gmem_find(d->config.gmem, addr);
	return d->near && d->near->kind == GMEM_VARIABLE;
}

/* What keeps a word from the slice unit. */
static bool watched(struct detect *d, uint64_t word, uint64_t first)
{
	if (d->op->space == PTX_SPACE_SHARED)
		skip(d, word, DETECT_SKIP_SHARED);
	else if (d->simulated && word != first)
		skip(d, word, DETECT_SKIP_UPPER_WORD);
	else if (d->simulated && is_variable(d, word))
		skip(d, word, DETECT_SKIP_VARIABLE);
	else
		return true;
	return false;
}

/* One lane's words; r: kind, tag and pc are filled in. */
static void check_lane(struct detect *d, struct pf_request *r)
{
	const struct simt_op *op = d->op;
	const uint64_t from = op->addr[d->lane], first = from & ~(PF_WORD_BYTES - 1ULL);
	const uint64_t end = from + (uint64_t)op->size * op->vec;

	r->word_mask = r->sub_mask = 0;
	for (uint64_t word = first; word < end; word += PF_WORD_BYTES) {
		const uint8_t bit = (uint8_t)(1U << word / PF_WORD_BYTES % PF_SECTOR_WORDS);

		if (r->word_mask && word / PF_SECTOR_BYTES != r->sector) {
			pf_slice_request(&d->slice, r);
			r->word_mask = r->sub_mask = 0;
		}
		if (!watched(d, word, first))
			continue;
		r->sector = word / PF_SECTOR_BYTES;
		r->word_mask |= bit;
		if (word < from || end - word < PF_WORD_BYTES)
			r->sub_mask |= bit;
	}
	if (r->word_mask)
		pf_slice_request(&d->slice, r);
}

/* All lanes at once, lying side by side; r.tag is that of all. */
static bool check_row(struct detect *d, const struct pf_request *r)
{
	const struct simt_op *op = d->op;
	const uint32_t n = words_of(op) * (uint32_t)__builtin_popcount(op->mask);
	uint64_t word, index;

	if (op->space != PTX_SPACE_GLOBAL || d->simulated || n < 2 ||
	    (d->listener.check && !d->listener.row) ||
	    (unsigned)op->size * op->vec < PF_WORD_BYTES || !simt_op_row(op, op->mask))
		return false;
	d->lane = (uint8_t)__builtin_ctz(op->mask);
	word = op->addr[d->lane] / PF_WORD_BYTES;
	if (!pf_slice_fetch(&d->slice, word, &index))
		return false;
	if (d->listener.fetch_row)
		d->listener.fetch_row(d->listener.ctx, index, n);
	return pf_slice_row(&d->slice, r, word, n);
}

/* The words of a lane join their line; false: there are too many lines. */
static bool add_lane(const struct simt_op *op, uint64_t addr, struct pf_line_access *l, unsigned *n)
{
	const uint64_t word = addr / PF_WORD_BYTES, line = word / PF_CLASS_WORDS;
	const uint32_t words = ((1U << words_of(op)) - 1) << word % PF_CLASS_WORDS;
	uint32_t again;
	unsigned i = 0;

	while (i < *n && l[i].line != line)
		i++;
	if (i == PF_LINE_ACCESSES)
		return false;
	if (i == *n) {
		l[i].line = line;
		l[i].words = l[i].again = 0;
		++*n;
	}
	again = l[i].words & words;
	for (uint32_t left = again & ~l[i].again; left; left &= left - 1)
		l[i].more[__builtin_ctz(left)] = 0;
	for (uint32_t left = again; left; left &= left - 1)
		l[i].more[__builtin_ctz(left)]++;
	l[i].words |= words;
	l[i].again |= again;
	return true;
}

/* With metadata by lines: all lanes at once, lying anywhere. */
static bool check_lines(struct detect *d, const struct pf_request *r)
{
	const struct simt_op *op = d->op;
	struct pf_line_access l[PF_LINE_ACCESSES];
	unsigned n = 0;

	if (!d->slice.config.classes || op->space != PTX_SPACE_GLOBAL || d->simulated ||
	    d->listener.check || (unsigned)op->size * op->vec < PF_WORD_BYTES)
		return false;
	for (uint32_t left = op->mask; left; left &= left - 1)
		if (!add_lane(op, op->addr[__builtin_ctz(left)], l, &n))
			return false;
	return pf_slice_lines(&d->slice, r, l, n);
}

/* Words that lie anywhere: what will be asked of each is fetched for all of them side by side. */
static void fetch(struct detect *d)
{
	const struct simt_op *op = d->op;
	uint64_t addr[SIMT_LANES], index[SIMT_LANES];
	uint32_t n = 0;

	if (op->space != PTX_SPACE_GLOBAL || !(op->mask & (op->mask - 1)))
		return;
	for (uint32_t left = op->mask; left; left &= left - 1) {
		addr[n] = op->addr[__builtin_ctz(left)] & ~(PF_WORD_BYTES - 1ULL);
		n += pf_slice_fetch(&d->slice, addr[n] / PF_WORD_BYTES, &index[n]);
	}
	if (d->listener.fetch)
		d->listener.fetch(d->listener.ctx, addr, index, n);
}

static void check_lanes(struct detect *d, const struct detect_warp *w, const struct simt_op *op)
{
	const uint32_t wrote = access_wrote(d->policy, op, op->mask);
	const struct pf_sm_request q = events_request(&d->cls, w->at);
	struct pf_request r = {.kind = PF_REQ_ACCESS, .tag = pf_sm_tag(w->sm, &q), .pc = op->pc};

	d->locks = &w->sm->locks[w->at.warp];
	if (wrote == op->mask || !wrote) {
		r.tag.write = wrote != 0;
		if (check_row(d, &r) || check_lines(d, &r))
			return;
	}
	fetch(d);
	for (uint32_t left = op->mask; left; left &= left - 1) {
		d->lane = (uint8_t)__builtin_ctz(left);
		if (r.tag.write != (wrote >> d->lane & 1)) /* else its copy need not wait */
			r.tag.write = !r.tag.write;
		check_lane(d, &r);
	}
}

void detect_access(struct detect *d, const struct machine_who *who, const struct simt_op *op)
{
	const struct detect_warp w = detect_warp(d, who);
	const struct access_class c = d->cls = access_classify(d->policy, op);
	struct pf_event e[EVENTS_AFTER];
	uint32_t n;

	if (op->space != PTX_SPACE_GLOBAL && op->space != PTX_SPACE_SHARED)
		return;
	d->who = who;
	d->op = op;
	if (c.releases) {
		e[0] = events_fence(w.at, op);
		detect_event(d, w.sm, &e[0]);
	}
	if (op->space == PTX_SPACE_SHARED && (d->listener.no_shared || !d->listener.skip))
		d->stats.skipped += words_of(op) * (uint64_t)__builtin_popcount(op->mask);
	else
		check_lanes(d, &w, op);
	n = events_after(&c, w.at, op, e);
	for (uint32_t i = 0; i < n; i++)
		detect_event(d, w.sm, &e[i]);
}
