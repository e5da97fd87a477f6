/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * hits: packets of L1 hits, beside the out queue: nobody waits for them.
 *
 *   noted HIT ─ hits_put() ─┬─ one of its warp, line and tag waits: becomes words of it
 *                           └─ else the youngest of the buffer ─ hits_next() ─> NoC
 *
 * The buffer has det.hit_entries places, taken when the access is, and they leave in order. What
 * may pass what: l1.h. With `op` this is what pf_hit_merge does, but for its pause of a cycle or
 * two where a packet becomes the oldest; `warp` has no Verilog: it would search the places by line
 * and note.
 */
#include "l1_int.h"

#include <string.h>

#include "../noc/noc.h"

void hits_init(struct l1 *l, const struct det_config *c)
{
	struct hit_buffer *b = &l->buffer;

	b->cap = l->hooks.note && !l->free_hits ? c->hit_entries : 0;
	b->merge = c->hit_merge;
	b->cycles = c->hit_merge == SIM_HITS_OFF ? 0 : c->hit_cycles;
}

/* Merging */

static uint64_t line_of(const struct pkt *k)
{
	return k->addr / LINE;
}

/* Words of k that are in p already. -1: and must stay; or parts there, whole here. */
static int common(const struct pkt *k, uint64_t addr, uint8_t words, uint8_t subs)
{
	if (addr != k->addr)
		return 0;
	words &= k->word_mask;
	return words && (!k->once || (subs ^ k->sub_mask) & words) ? -1 : words;
}

/* Words that the entry has, already: the first access to them stands for all. */
static int covered(const struct pkt *e, const struct pkt *k)
{
	const struct pkt_parts *more = e->load;
	int all = common(k, e->addr, e->word_mask, e->sub_mask);

	for (uint32_t i = 0; more && i < more->n && all >= 0; i++) {
		const struct pkt_part *p = &more->part[i];
		const int c = common(k, p->addr, p->word_mask, p->sub_mask);

		all = c < 0 ? c : all | c;
	}
	return all;
}

/* k's words into a part of the same sector and instruction, or a new one. False: no place. */
static bool join(struct pkt *e, const struct pkt *k, uint8_t words)
{
	const uint8_t subs = k->sub_mask & words;
	struct pkt_parts *more = e->load;

	if (e->addr == k->addr && e->pc == k->pc) {
		e->word_mask |= words;
		e->sub_mask |= subs;
		return true;
	}
	for (uint32_t i = 0; more && i < more->n; i++)
		if (more->part[i].addr == k->addr && more->part[i].pc == k->pc) {
			more->part[i].word_mask |= words;
			more->part[i].sub_mask |= subs;
			return true;
		}
	if (more && more->n == PKT_PARTS)
		return false;
	if (!more)
		e->load = more = mem_alloc(sizeof(*more));
	more->part[more->n++] = (struct pkt_part){k->addr, k->pc, words, subs};
	return true;
}

static bool merges(struct l1 *l, struct pkt *e, const struct pkt *k)
{
	int there;

	if (l->buffer.merge == SIM_HITS_OP && e->pc != k->pc)
		return false;
	there = covered(e, k);
	if (there < 0)
		return false;
	if (k->word_mask & ~there)
		return join(e, k, k->word_mask & (uint8_t)~there);
	l->count->hit_repeats++;
	return true;
}

/* The youngest of its line and note, or NULL: only into that one, lest it overtakes its like. With
 * `op` only the youngest of all. */
static struct pkt *like(const struct l1 *l, const struct pkt *k)
{
	const struct hit_buffer *b = &l->buffer;
	struct pkt *last = NULL;

	for (struct pkt *e = b->merge == SIM_HITS_OP ? b->tail : b->head; e; e = e->next)
		if (!e->alone && line_of(e) == line_of(k) &&
		    !memcmp(e->note, k->note, sizeof(k->note)))
			last = e;
	return last;
}

/* k has its note and has left the out queue. clear: nothing of its line and no message is ahead of
 * it there, so that it may go with an older one. */
void hits_put(struct l1 *l, struct pkt *k, bool clear, uint64_t now)
{
	struct hit_buffer *b = &l->buffer;
	struct pkt *e = b->merge != SIM_HITS_OFF && clear && !k->alone ? like(l, k) : NULL;

	if (e && merges(l, e, k)) {
		l->count->hit_merged++;
		b->held--;
		pkt_free(l->pool, k);
		return;
	}
	l->count->hit_packets++;
	k->id = (uint32_t)now;
	k->next = NULL;
	*(b->head ? &b->tail->next : &b->head) = k;
	b->tail = k;
}

/* Going */

static struct pkt *leave(struct l1 *l)
{
	struct hit_buffer *b = &l->buffer;
	struct pkt *k = b->head;
	const struct pkt_parts *more = k->alone ? NULL : k->load;
	uint32_t bytes = l->coded ? k->tag_bytes : l->tag_bytes, pc = k->pc;

	b->head = k->next;
	if (!b->head)
		b->tail = NULL;
	b->held--;
	k->next = NULL;
	k->id = 0;
	for (uint32_t i = 0; more && i < more->n; i++) {
		bytes += pkt_part_bytes(&more->part[i], pc);
		pc = more->part[i].pc;
	}
	k->flits = noc_flits(&l->noc, bytes);
	l->count->note_bytes += bytes;
	return k;
}

/* The oldest, while there is one that the out queue's first packet has to follow. */
struct pkt *hits_before(struct l1 *l, const struct pkt *first)
{
	const bool message = first->kind == PKT_FENCE || first->kind == PKT_EPOCH;

	for (const struct pkt *e = l->buffer.head; e && e->due < first->due; e = e->next)
		if (message || line_of(e) == line_of(first))
			return leave(l);
	return NULL;
}

/* The oldest, if its time has come. urgent: if it is to go before the out queue's packets. */
struct pkt *hits_next(struct l1 *l, uint64_t now, bool urgent)
{
	struct hit_buffer *b = &l->buffer;
	struct pkt *e = b->head;
	uint32_t age;

	if (!e || (l->head && l->head->due < e->due))
		return NULL;
	age = (uint32_t)now - e->id;
	if (b->held < b->cap && !l->drains && age < b->cycles + (urgent ? HITS_PATIENCE : 0))
		return NULL;
	return leave(l);
}
