/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sm_lock: commit = lock: the SM's part of a commit in software, CoreDet's algorithm, that
 * the paper (section 5.2.2) compares its Z-buffer with. The slices' part is slice_lock.c.
 *
 *   DRAIN ─> list of the warp ─> an entry: TRY ─> READ ─> DATA, ROW ─> FREE ─> the next entry
 *                                         ^ │ no   └ nothing won ────────^
 *                                         └─┘
 *
 * Each line of a log has a lock. A warp asks for the lock until it gets it, reads the line's row
 * (who has written each byte in this quantum), compares, writes the sectors in which a byte has won
 * and the row, and gives the lock back. It goes on when all answers of a step are back; but for
 * those of the last one: nothing of the next entry depends on them.
 *
 * A warp does deterministic.lock_lines entries of its log at once. 1: one after the other, the 32
 * lanes do the 32 words of a line together. 32: a lane an entry. All warps of an SM work at the
 * same time; one packet a cycle leaves, in turns.
 *
 * Whoever holds a lock waits for nothing but answers, never for another lock; and each line of a
 * log is committed once: so all get their lock.
 *
 * Not modelled, all in favour of the software: its instructions, lanes that wait for other lanes,
 * waiting between two tries, rows of quanta long ago that would have to be cleared.
 */
#include <stdlib.h>

#include "../noc/noc.h"
#include "sides.h"

enum { WORD = 4, WORDS = SECTOR / WORD };

/* Works at an entry. */
struct sm_locker {
	struct pkt *entry;      /* a COMMIT packet; NULL: none */
	enum commit_step step;  /* of it */
	uint8_t sectors;        /* DATA: that won and are not sent yet */
	uint32_t left, answers; /* packets of the step to send; answers to come */
	bool won;               /* TRY: what the answer says */
};

struct sm_lock {
	struct sm_locker *locker; /* `lines` of each warp */
	uint32_t lines;
	struct pkt *first[SM_WARPS], *last[SM_WARPS]; /* entries that nobody works at yet */
	/* who has a packet to send: ring */
	uint32_t *ready, cap, head, count;
	uint32_t row_beats;
	uint16_t atom_bytes;
};

void commit_lock_init(struct commit_side *r, struct commit *c)
{
	struct sm_lock *l;

	if (r->cfg->deterministic.commit != SIM_GPUDET_LOCK)
		return;
	l = r->lock = mem_alloc(sizeof(*l));
	l->lines = r->cfg->deterministic.lock_lines;
	l->cap = SM_WARPS * l->lines;
	l->locker = mem_alloc(l->cap * sizeof(*l->locker));
	l->ready = mem_alloc(l->cap * sizeof(*l->ready));
	l->row_beats = commit_row_beats(c);
	l->atom_bytes = r->cfg->l1.atomic_trips == 2 ? SECTOR : WORD;
}

void commit_lock_free(struct commit_side *r)
{
	struct sm *s = r->side.sm;
	struct sm_lock *l = r->lock;

	if (!l)
		return;
	for (uint32_t i = 0; i < l->cap; i++)
		if (l->locker[i].entry)
			pkt_free(s->pool, l->locker[i].entry);
	for (uint32_t i = 0; i < SM_WARPS; i++)
		for (struct pkt *k = l->first[i], *next; k; k = next) {
			next = k->next;
			pkt_free(s->pool, k);
		}
	free(l->locker);
	free(l->ready);
	free(l);
}

/* Steps of an entry */

static uint8_t sectors_of(const struct pf_zrequest *e)
{
	uint8_t sectors = 0;

	for (unsigned i = 0; i < PF_LINE_MASK; i++)
		if (e->mask[i])
			sectors |= (uint8_t)(1U << i / (SECTOR / 8));
	return sectors;
}

static void to_send(struct sm_lock *l, const struct sm_locker *w)
{
	assert(l->count < l->cap);
	l->ready[(l->head + l->count++) % l->cap] = (uint32_t)(w - l->locker);
}

static void begin(struct sm_lock *l, struct sm_locker *w, enum commit_step step)
{
	w->step = step;
	w->left = 1;
	if (step == LOCK_READ)
		w->left = l->row_beats;
	if (step == LOCK_DATA)
		w->left = l->row_beats + (uint32_t)__builtin_popcount(w->sectors);
	to_send(l, w);
}

static uint32_t warp_of(const struct sm_lock *l, const struct sm_locker *w)
{
	return (uint32_t)(w - l->locker) / l->lines;
}

/* On to the warp's next entry. */
static void next_entry(struct sm_lock *l, struct sm_locker *w)
{
	const uint32_t warp = warp_of(l, w);

	w->entry = l->first[warp];
	if (!w->entry)
		return;
	l->first[warp] = w->entry->next;
	w->entry->next = NULL;
	begin(l, w, LOCK_TRY);
}

bool commit_lock_entry(struct commit_side *r, struct pkt *k)
{
	struct sm_lock *l = r->lock;
	const uint32_t warp = commit_entry(k)->warp / r->warp_ids;
	struct sm_locker *w = &l->locker[warp * l->lines];

	*(l->first[warp] ? &l->last[warp]->next : &l->first[warp]) = k;
	l->last[warp] = k;
	for (uint32_t i = 0; i < l->lines; i++)
		if (!w[i].entry) {
			next_entry(l, &w[i]);
			break;
		}
	return true;
}

/* All answers of the step are back. */
static void step_done(struct commit_side *r, struct sm_locker *w)
{
	struct sm_lock *l = r->lock;

	switch (w->step) {
	case LOCK_TRY:
		r->counts.lock_fails += !w->won;
		begin(l, w, w->won ? LOCK_READ : LOCK_TRY);
		return;
	case LOCK_READ:
		w->sectors = sectors_of(commit_entry(w->entry));
		begin(l, w, w->sectors ? LOCK_DATA : LOCK_FREE);
		return;
	default: begin(l, w, LOCK_FREE);
	}
}

void commit_lock_answer(struct commit_side *r, const struct pkt *k)
{
	const struct commit_note n = commit_noted(k);
	struct sm_locker *w = &r->lock->locker[k->op];

	if (n.step == LOCK_FREE) {
		commit_ack(r);
		return;
	}
	w->won = n.won;
	assert(w->answers);
	if (!--w->answers && !w->left)
		step_done(r, w);
}

/* Packets */

/* Words of the sector with bytes that won. */
static void data_words(struct pkt *k, const struct pf_zrequest *e)
{
	for (unsigned w = 0; w < WORDS; w++) {
		const unsigned at = k->lanes * SECTOR + w * WORD;
		const unsigned part = e->mask[at / 8] >> at % 8 & 15;

		k->word_mask |= (uint8_t)((part != 0) << w);
		k->sub_mask |= (uint8_t)((part != 0 && part != 15) << w);
	}
}

/* The step's next packet: which, with what in it. */
static void fill_packet(const struct sm_lock *l, struct sm_locker *w, struct pkt *k)
{
	struct commit_note n = {.entry = commit_entry(w->entry), .step = (uint8_t)w->step};

	if (w->step == LOCK_DATA && !w->sectors)
		n.step = LOCK_ROW;
	commit_note(k, &n);
	k->kind = PKT_WRITE;
	k->word_mask = 1;
	switch (w->step) {
	case LOCK_TRY:
		k->kind = PKT_ATOM;
		k->bytes = l->atom_bytes;
		return;
	case LOCK_READ:
		k->kind = PKT_READ;
		k->lanes = l->row_beats - w->left;
		k->word_mask = 0xff;
		return;
	case LOCK_DATA:
		if (w->sectors) {
			k->lanes = (uint32_t)__builtin_ctz(w->sectors);
			k->word_mask = 0;
			data_words(k, n.entry);
			k->bytes = (uint16_t)(WORD * __builtin_popcount(k->word_mask));
			w->sectors &= (uint8_t)(w->sectors - 1);
			return;
		}
		k->lanes = l->row_beats - w->left;
		k->word_mask = 0xff;
		k->bytes = SECTOR;
		return;
	default: k->bytes = WORD;
	}
}

/* Whose turn it is, sends; then all others that have a packet do before it does again. */
static void send(struct commit_side *r, struct sm_locker *w)
{
	struct sm *s = r->side.sm;
	struct sm_lock *l = r->lock;
	struct pkt *k = pkt_alloc(s->pool);

	k->slice = w->entry->slice;
	k->part = (uint8_t)warp_of(l, w);
	k->op = (uint32_t)(w - l->locker);
	k->id = commit_entry(w->entry)->line;
	k->own = true;
	k->system = r->side.system;
	k->born = s->now;
	fill_packet(l, w, k);
	k->flits = noc_flits(&r->cfg->noc, k->bytes);
	(void)l1_packet(s->l1, k);
	r->counts.lock_tries += w->step == LOCK_TRY;
	w->left--;
	if (w->step != LOCK_FREE) {
		w->answers++;
		if (w->left)
			to_send(l, w);
		return;
	}
	pkt_free(s->pool, w->entry);
	next_entry(l, w);
}

/* One packet a cycle. */
void commit_lock_step(struct commit_side *r)
{
	struct sm *s = r->side.sm;
	struct sm_lock *l = r->lock;
	uint32_t who;

	if (!l->count || !l1_room(s->l1))
		return;
	who = l->ready[l->head];
	l->head = (l->head + 1) % l->cap;
	l->count--;
	send(r, &l->locker[who]);
}
