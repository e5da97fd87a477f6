/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "post.h"

#include "reference/pf_sm.h"

void post_init(struct post *p, struct sm_side *side, uint32_t slices)
{
	*p = (struct post){.side = side, .slices = slices};
	credits_init(&p->credits, slices);
}

void post_free(struct post *p)
{
	if (p->packet)
		pkt_free(p->side->sm->pool, p->packet);
	credits_free(&p->credits);
}

struct pkt *post_packet(struct post *p, enum pkt_kind kind, uint32_t slice, struct sm_warp *w)
{
	struct sm *s = p->side->sm;
	const bool all = slice == PF_TO_ALL;
	const uint32_t first = all ? 0 : slice, end = all ? p->slices : slice + 1;
	struct pkt *k = pkt_alloc(s->pool);

	p->of_packet = p->told + 1;
	p->warp = w;
	if (p->credits.begun < p->of_packet)
		credits_begin(&p->credits);
	k->kind = kind;
	k->system = p->side->system;
	k->born = s->now;
	for (uint32_t i = first; i < end; i++)
		credits_to(&p->credits, i);
	k->single = !all;
	if (!all)
		k->slice = (uint16_t)slice;
	p->packet = k;
	return k;
}

void post_told(struct post *p, uint64_t told)
{
	while (p->told < told) {
		p->told++;
		if (p->credits.begun < p->told)
			credits_begin(&p->credits); /* it had no copy */
		credits_end(&p->credits);
		p->side->sm->count->messages++;
		p->side->sm->sync_moved = true;
	}
}

void post_send(struct post *p)
{
	struct sm *s = p->side->sm;

	if (!p->packet)
		return;
	if (!sm_message(s, p->packet, p->warp)) {
		s->count->message_wait++;
		return;
	}
	p->packet = NULL;
	s->sync_moved = true;
}

void post_credit(struct post *p, uint32_t slice)
{
	if (credits_came(&p->credits, slice))
		p->side->sm->sync_moved = true;
}

uint64_t post_gone(const struct post *p)
{
	return p->packet ? p->of_packet - 1 : p->told;
}

bool post_settled(const struct post *p, bool credits)
{
	return post_gone(p) == p->due && (!credits || p->credits.arrived == p->due);
}
