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
	t->out.all = m->message.epoch;
	t->out.slice = m->slice[m->told];
	t->out.message = m->message;
}

void model_targets_init(struct model_targets *t, uint32_t warps, uint32_t slices, bool clearing)
{
	struct targets_message *const all[] = {&t->under_way, &t->next, &t->shown};

	*t = (struct model_targets){.clearing = clearing ? warps : 0};
	pf_fence_targets_init(&t->targets, warps, slices);
	for (unsigned i = 0; i < 3; i++)
		all[i]->slice = mem_alloc(slices * sizeof(*all[i]->slice));
	look(t);
}

void model_targets_free(struct model_targets *t)
{
	pf_fence_targets_free(&t->targets);
	free(t->under_way.slice);
	free(t->next.slice);
	free(t->shown.slice);
	*t = (struct model_targets){.clearing = 0};
}

static void move(struct targets_message *to, struct targets_message *from)
{
	uint32_t *const slice = to->slice;

	*to = *from;
	from->slice = slice;
	from->there = false;
}

/* Those that the message taken now is for. */
static void take(struct model_targets *t, const struct pf_message *message)
{
	struct targets_message *m = &t->under_way;
	uint32_t slice;

	m->there = true;
	m->message = *message;
	m->n = m->told = 0;
	if (message->epoch) {
		m->slice[m->n++] = 0;
		return;
	}
	pf_fence_targets_take(&t->targets, message->warp, message->device);
	while ((slice = pf_fence_targets_next(&t->targets)) < t->targets.slices)
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
		pf_fence_targets_sent(&t->targets, in->warp, in->slice);
	t->writing = t->clearing || sends || (taken && !in->message.epoch);
	show(t, in->ready);
	t->turn = in->message_valid && !t->turn && !t->clearing && inside <= 1;
	t->clearing -= t->clearing > 0;
	if (taken)
		take(t, &in->message);
	look(t);
}
