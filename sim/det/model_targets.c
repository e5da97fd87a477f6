/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 *   message ─ its turn ─> under way ─> [ next ] ─> on show, a slice a cycle
 */
#include "model_targets.h"

#include <stdlib.h>

#include "base/mem.h"

static bool showing(const struct model_targets *t)
{
	return t->shown.there && t->shown.told < t->shown.n;
}

static void look(struct model_targets *t)
{
	const struct targets_message *m = &t->shown;

	t->out = (struct model_targets_out){
		.sent_ready = !t->clearing && !t->turn,
		.message_ready = t->turn,
		.told = t->told,
		.idle = !t->clearing && !t->turn && !t->writing && !t->under_way.there &&
			!t->next.there && !showing(t) && !t->told,
		.valid = showing(t),
	};
	if (!t->out.valid)
		return;
	t->out.all = m->all;
	t->out.slice = m->slice[m->told];
	t->out.says = m->says;
}

static void begin(struct model_targets *t)
{
	struct targets_message *const all[] = {&t->under_way, &t->next, &t->shown};

	for (unsigned i = 0; i < 3; i++)
		all[i]->slice = mem_alloc(t->slices * sizeof(*all[i]->slice));
	look(t);
}

void model_targets_init(struct model_targets *t, uint32_t warps, uint32_t slices, bool clearing)
{
	*t = (struct model_targets){.slices = slices, .clearing = clearing ? warps : 0};
	pf_fence_targets_init(&t->scord, warps, slices);
	begin(t);
}

void model_targets_init_iguard(struct model_targets *t, uint32_t sm_bits, uint32_t slices,
			       uint32_t clearing)
{
	*t = (struct model_targets){
		.iguard = true, .slices = slices, .sm_bits = sm_bits, .clearing = clearing};
	t->of_iguard.slices = slices;
	begin(t);
}

void model_targets_free(struct model_targets *t)
{
	if (!t->iguard)
		pf_fence_targets_free(&t->scord);
	free(t->under_way.slice);
	free(t->next.slice);
	free(t->shown.slice);
	*t = (struct model_targets){.clearing = 0};
}

/* What the reference says. */

static void sent(struct model_targets *t, const struct model_targets_in *in)
{
	if (t->iguard)
		pf_iguard_targets_sent(&t->of_iguard, in->slot, in->warp, in->bar, in->slice);
	else
		pf_fence_targets_sent(&t->scord, in->warp, in->slice);
}

/* False: to all. */
static bool fences_iguard(struct model_targets *t, const struct pf_iguard_message *m)
{
	const uint32_t slot = m->block >> t->sm_bits;

	if (m->kind == PF_IGUARD_MSG_BEGIN)
		pf_iguard_targets_begin(&t->of_iguard, slot, m->stamp.when);
	if (m->kind != PF_IGUARD_MSG_FENCE)
		return false;
	pf_iguard_targets_take(&t->of_iguard, slot, m->warp, m->stamp.bar, m->device,
			       m->lane != PF_IGUARD_ALL);
	return true;
}

static bool fences(struct model_targets *t, const union targets_says *says)
{
	const struct pf_message *m = &says->message;

	if (t->iguard)
		return fences_iguard(t, &says->iguard);
	if (!m->epoch)
		pf_fence_targets_take(&t->scord, m->warp, m->device);
	return !m->epoch;
}

static uint32_t next_slice(struct model_targets *t)
{
	return t->iguard ? pf_iguard_targets_next(&t->of_iguard) : pf_fence_targets_next(&t->scord);
}

/* Cycles */

static void move(struct targets_message *to, struct targets_message *from)
{
	uint32_t *const slice = to->slice;

	*to = *from;
	from->slice = slice;
	from->there = false;
}

/* Those that the message taken now is for. */
static void take(struct model_targets *t, const union targets_says *says)
{
	struct targets_message *m = &t->under_way;
	uint32_t slice;

	m->there = true;
	m->says = *says;
	m->n = m->told = 0;
	m->all = !fences(t, says);
	if (m->all)
		m->slice[m->n++] = 0;
	while (!m->all && (slice = next_slice(t)) < t->slices)
		m->slice[m->n++] = slice;
}

static void show(struct model_targets *t, bool ready)
{
	struct targets_message *const comes = t->next.there ? &t->next : &t->under_way;

	if (!showing(t)) {
		t->told = comes->there && !comes->n;
		move(&t->shown, comes);
		return;
	}
	t->shown.told += ready;
	t->told = !showing(t);
	if (t->under_way.there)
		move(&t->next, &t->under_way);
}

void model_targets_step(struct model_targets *t, const struct model_targets_in *in)
{
	const int inside = t->under_way.there + t->next.there + showing(t);
	const bool sends = in->sent && t->out.sent_ready;
	const bool taken = in->message_valid && t->turn;

	if (sends)
		sent(t, in);
	t->writing = t->clearing || sends;
	show(t, in->ready);
	t->turn = in->message_valid && !t->turn && !t->clearing && inside <= 1;
	t->clearing -= t->clearing > 0;
	if (taken)
		take(t, &in->says);
	look(t);
}
