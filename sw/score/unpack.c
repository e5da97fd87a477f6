/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Packed exact state in full. Only for checks that are to be explained: packed, an access takes a
 * tenth of the room.
 */
#include "score_int.h"

static void access(const struct exact *x, const struct mark *m, uint64_t word, struct access *a)
{
	const struct event *e = &x->event[m->event];
	const bool checked = m->row != PF_ROWS;

	*a = (struct access){
		.serial = e->serial,
		.word = word,
		.addr = word - m->before + m->within,
		.block = e->warp_global / x->warps,
		.warp_global = e->warp_global,
		.dev = e->dev,
		.blk = e->blk,
		.release = e->release,
		.bar_warp = e->bar_warp,
		.bar_block = e->bar_block,
		.locks = e->locks,
		.pc = e->pc,
		.hw_block = checked ? e->hw_block : 0,
		.hw_barrier = checked ? e->hw_barrier : 0,
		.warp = (uint32_t)(e->warp_global % x->warps),
		.width = e->width,
		.lane = m->lane,
		.bytes = m->bytes,
		.scope = e->scope,
		.row = m->row,
		.write = e->write,
		.atomic = e->atomic,
		.relaxed = e->relaxed,
		.strong = e->strong,
		.releases = e->releases,
		.as_read = m->as_read,
	};
}

void unpack_seen(const struct exact *x, const struct check_record *k, struct check_context *s)
{
	const struct entry_state *b = &k->before;
	struct entry *e = &s->before;

	s->k = k;
	s->row = k->a.row;
	access(x, &k->a, k->addr, &s->a);
	e->candidates = x->set[b->candidates];
	e->read_serial = b->read_serial;
	e->wiped = b->wiped;
	e->phantom = b->phantom;
	e->has_owner = b->owner.event;
	e->has_writer = b->writer.event;
	access(x, &b->owner, b->word, &e->owner);
	access(x, &b->writer, b->word, &e->writer);
}

void unpack_word(const struct exact *x, uint64_t word, struct word *w)
{
	struct page *page = paged_look(&x->words, word / 4 / EXACT_PAGE);
	struct history *const *at = page ? page_payload(page) : NULL;
	const struct history *h = at ? at[word / 4 % EXACT_PAGE] : NULL;

	w->n = h ? h->n : 0;
	w->overflow = h && h->overflow;
	for (uint32_t i = 0; i < w->n; i++) {
		const struct displaced *l = &h->left[i];
		struct past *p = &w->past[i];

		access(x, &l->a, word, &p->a);
		p->displaced = l->a.displaced;
		p->by = l->a.by;
		p->cleared = l->a.cleared;
		p->by_serial = x->event[l->by].serial;
		p->by_warp = x->event[l->by].warp_global;
	}
}
