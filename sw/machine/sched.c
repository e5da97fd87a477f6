/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A turn ends at a visible operation, or when its instructions are used up.
 *
 *   rr      an SM for a few rounds over its warps, then the next SM; turns, rounds and now
 *           and then the position are drawn from the seed.
 *   gto     a warp keeps its SM until it waits for global memory, then the oldest that is
 *           ready. A warp that has had k turns waits for k to 3k turns of every warp of the
 *           SM: were it less, old spinning warps alone could use up an SM. A warp that
 *           never touches global memory is set aside in the same way after some turns.
 *   random  any runnable warp of any SM; in ITS now and then any of its fragments, or some lanes
 *           of a warp that has converged go ahead of the others. Lanes of an atomic in any order
 *           (launch.c).
 */
#include <string.h>

#include "machine_int.h"

void sched_begin(struct machine *m)
{
	struct machine_run *r = &m->run;

	for (uint32_t s = 0; s < m->cfg.sms; s++) {
		m->sms[s].n_run = m->sms[s].next = 0;
		m->sms[s].greedy = NULL;
		m->sms[s].picks = 0;
	}
	r->n_run = 0;
	r->burst = 0;
	r->sm = rng_below(&m->rng, m->cfg.sms);
}

void sched_add(struct machine *m, struct machine_warp *w)
{
	struct machine_sm *s = &m->sms[w->blk->sm];
	uint32_t i = s->n_run++;

	for (; i > 0 && s->run[i - 1]->who.warp_global > w->who.warp_global; i--)
		s->run[i] = s->run[i - 1];
	s->run[i] = w;
	if (i < s->next)
		s->next++;
	w->ready_at = s->picks;
	m->run.n_run++;
}

void sched_remove(struct machine *m, struct machine_warp *w)
{
	struct machine_sm *s = &m->sms[w->blk->sm];
	uint32_t i = 0;

	while (i < s->n_run && s->run[i] != w)
		i++;
	if (i == s->n_run)
		return;
	s->n_run--;
	memmove(&s->run[i], &s->run[i + 1], (s->n_run - i) * sizeof(struct machine_warp *));
	if (i < s->next)
		s->next--;
	if (s->greedy == w)
		s->greedy = NULL;
	m->run.n_run--;
}

/* The SM at work; another one when its burst is over. */
static struct machine_sm *pick_sm(struct machine *m)
{
	struct machine_run *r = &m->run;
	struct machine_sm *s = &m->sms[r->sm];

	if (r->burst > 0 && s->n_run > 0) {
		r->burst--;
		return s;
	}
	r->sm = rng_below(&m->rng, 8) ? r->sm + 1 : rng_below(&m->rng, m->cfg.sms);
	r->sm %= m->cfg.sms;
	while (m->sms[r->sm].n_run == 0)
		r->sm = (r->sm + 1) % m->cfg.sms;
	s = &m->sms[r->sm];
	r->burst = s->n_run + rng_below(&m->rng, 2 * s->n_run + 1);
	return s;
}

static struct machine_warp *pick_rr(struct machine *m, uint32_t *ops, uint32_t *insns)
{
	struct machine_sm *s = pick_sm(m);
	const uint64_t r = rng_next(&m->rng);

	if ((r >> 60) == 0 || s->next >= s->n_run)
		s->next = (r >> 60) == 0 ? rng_below(&m->rng, s->n_run) : 0;
	*ops = 1 + (uint32_t)(r >> 59 & 1);
	*insns = 64 + (uint32_t)(r >> 48 & 63);
	return s->run[s->next++];
}

/* Set aside for so long that every other warp of the SM gets its turn. */
static void set_aside(struct machine *m, struct machine_sm *s, struct machine_warp *w)
{
	const uint32_t others = s->n_run * s->greedy_had;

	w->ready_at = s->picks + 4 + others + rng_below(&m->rng, 2 * others + 1);
	s->greedy = NULL;
}

static struct machine_warp *oldest_ready(struct machine_sm *s)
{
	struct machine_warp *first = s->run[0];

	for (uint32_t i = 0; i < s->n_run; i++) {
		if (s->run[i]->ready_at <= s->picks)
			return s->run[i];
		if (s->run[i]->ready_at < first->ready_at)
			first = s->run[i];
	}
	s->picks = first->ready_at;
	return first;
}

static struct machine_warp *pick_gto(struct machine *m, uint32_t *ops, uint32_t *insns)
{
	struct machine_sm *s = pick_sm(m);
	struct machine_warp *w = s->greedy;

	s->picks++;
	*ops = 1;
	*insns = 128;
	if (w && s->greedy_had >= s->greedy_most) {
		set_aside(m, s, w);
		w = NULL;
	}
	if (!w) {
		w = s->greedy = oldest_ready(s);
		s->greedy_most = 16 + rng_below(&m->rng, 48);
		s->greedy_had = 0;
	}
	s->greedy_had++;
	return w;
}

/* In ITS, by three bits of the seed's: another fragment goes on; or the one goes on that would in
 * the other schedulers, so that what was split meets again; or the warp is split. */
static void shuffle_lanes(struct machine *m, struct machine_warp *w, unsigned bits)
{
	uint32_t masks[SIMT_LANES], pcs[SIMT_LANES];
	const unsigned n = simt_fragments(&w->w, masks, pcs);
	uint32_t all = 0;

	if (n > 1 && bits == 0) {
		simt_select(&w->w, masks[rng_below(&m->rng, n)]);
	} else if (n > 1 && bits == 1) {
		for (unsigned i = 0; i < n; i++)
			all |= masks[i];
		simt_select(&w->w, all);
	} else if (n == 1 && bits == 2) {
		simt_split(&w->w, (uint32_t)rng_next(&m->rng), false);
	}
}

static struct machine_warp *pick_random(struct machine *m, uint32_t *ops, uint32_t *insns)
{
	const uint64_t r = rng_next(&m->rng);
	uint32_t i = rng_below(&m->rng, m->run.n_run), sm = 0;
	struct machine_warp *w;

	while (i >= m->sms[sm].n_run)
		i -= m->sms[sm++].n_run;
	w = m->sms[sm].run[i];
	*ops = 1;
	*insns = 16 + (uint32_t)(r >> 48 & 63);
	if (m->cfg.mode == SIMT_ITS && (r >> 61) < 3)
		shuffle_lanes(m, w, (unsigned)(r >> 61));
	return w;
}

struct machine_warp *sched_pick(struct machine *m, uint32_t *ops, uint32_t *insns)
{
	if (m->cfg.scheduler == MACHINE_RANDOM)
		return pick_random(m, ops, insns);
	if (m->cfg.scheduler == MACHINE_GTO)
		return pick_gto(m, ops, insns);
	return pick_rr(m, ops, insns);
}

void sched_did(struct machine *m, struct machine_warp *w, const struct simt_op *op)
{
	if (m->cfg.scheduler != MACHINE_GTO || op->space != PTX_SPACE_GLOBAL)
		return;
	if (op->kind == SIMT_OP_LD || op->kind == SIMT_OP_ATOM)
		set_aside(m, &m->sms[w->blk->sm], w);
}
