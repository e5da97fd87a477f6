/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_shared_events: what orders accesses to shared memory: blocks, barriers, fences, __syncwarp.
 */
#include "pf_shared.h"

#include <string.h>

/* All that is known of the slot is forgotten. */
static void next_epoch(struct pf_shared *s, uint32_t slot)
{
	struct pf_shared_slot *x = &s->slot[slot];

	x->epoch = ++s->epoch;
	pf_order_reset(&x->order);
	memset(x->barrier, 0, sizeof(x->barrier));
	memset(&x->fences, 0, sizeof(x->fences));
	memset(x->meet, 0, sizeof(x->meet));
	for (uint32_t w = 0; x->lane_order && w < PF_SHARED_WARPS; w++) {
		pf_order_reset(&x->lane_order[w]);
		memset(&x->lane_fences[w], 0, sizeof(x->lane_fences[w]));
	}
}

static void forget(struct pf_shared *s, uint32_t slot)
{
	next_epoch(s, slot);
	s->slot[slot].forgot = true;
	s->stats.forgets++;
}

void pf_shared_block(struct pf_shared *s, uint32_t slot, uint32_t threads)
{
	s->slot[slot].threads = threads;
	s->slot[slot].released = 0;
	pf_shared_barrier(s, slot);
}

void pf_shared_barrier(struct pf_shared *s, uint32_t slot)
{
	next_epoch(s, slot);
	s->slot[slot].forgot = false;
	s->stats.epochs++;
}

static bool no_meeting(const struct pf_shared *s, uint32_t slot, uint32_t warp)
{
	return s->slot[slot].meet[warp] == (1U << s->config.meet_bits) - 1;
}

/* All lanes of the warp have met: what they did before is ordered, whoever did it. */
static void met(struct pf_shared *s, uint32_t slot, uint32_t warp)
{
	struct pf_shared_slot *x = &s->slot[slot];

	if (no_meeting(s, slot, warp)) {
		forget(s, slot);
		return;
	}
	x->meet[warp]++;
	pf_order_reset(&x->lane_order[warp]);
	memset(&x->lane_fences[warp], 0, sizeof(*x->lane_fences));
}

/* The same, though they have not. */
static void forget_lanes(struct pf_shared *s, uint32_t slot, uint32_t warp)
{
	met(s, slot, warp);
	s->slot[slot].forgot = true;
}

/* Lanes of the warp are about to end their phases: there is a next one for each. */
static void lane_phases(struct pf_shared *s, uint32_t slot, uint32_t warp, uint32_t lanes)
{
	if (pf_order_full(&s->slot[slot].lane_order[warp], lanes, s->config.lane_phase_bits))
		forget_lanes(s, slot, warp);
}

/* Something of the warp arrives (its phase ends), or waits: config.meets: its lanes meet. All is
 * forgotten if there is no next number. */
static void warp_event(struct pf_shared *s, uint32_t slot, uint32_t warp, bool arrives, bool waits)
{
	const bool meets = s->config.meets && waits;

	if ((arrives && pf_order_full(&s->slot[slot].order, 1U << warp, s->config.phase_bits)) ||
	    (meets && no_meeting(s, slot, warp)))
		forget(s, slot);
	else
		s->slot[slot].meet[warp] += meets;
}

/* Lanes that the warp began with. */
static uint32_t whole_warp(const struct pf_shared_slot *x, uint32_t warp)
{
	const uint32_t left = x->threads - warp * PF_SHARED_LANES;

	return left < PF_SHARED_LANES ? (1U << left) - 1 : UINT32_MAX;
}

void pf_shared_syncwarp(struct pf_shared *s, uint32_t slot, uint32_t warp, uint32_t lanes)
{
	struct pf_shared_slot *x = &s->slot[slot];

	if (!s->config.lanes)
		return;
	if (s->config.meets) {
		warp_event(s, slot, warp, false, true);
		x->forgot |= lanes != whole_warp(x, warp);
		return;
	}
	if (lanes == whole_warp(x, warp)) {
		met(s, slot, warp);
		return;
	}
	lane_phases(s, slot, warp, lanes);
	pf_order_meet(&x->lane_order[warp], lanes);
}

void pf_shared_arrive(struct pf_shared *s, uint32_t slot, uint32_t warp, uint32_t lanes,
		      uint32_t barrier, bool waits)
{
	struct pf_shared_slot *x = &s->slot[slot];

	warp_event(s, slot, warp, true, false);
	if (x->released >> barrier & 1)
		memset(&x->barrier[barrier], 0, sizeof(x->barrier[barrier]));
	x->released &= ~(1U << barrier);
	if (x->lane_order && lanes != whole_warp(x, warp))
		pf_order_arrive_some(&x->order, warp, &x->barrier[barrier]);
	else
		pf_order_arrive(&x->order, 1U << warp, &x->barrier[barrier]);
	if (!x->lane_order)
		return;
	/* Others of its lanes may wait there, or hear of it from somebody who does. */
	lane_phases(s, slot, warp, lanes);
	if (waits)
		pf_order_arrive(&x->lane_order[warp], lanes, &x->lane_fences[warp]);
	else
		forget_lanes(s, slot, warp);
}

/* Lanes that go on may have heard of all others of their warp. */
void pf_shared_release(struct pf_shared *s, uint32_t slot, uint32_t warp, uint32_t barrier)
{
	struct pf_shared_slot *x = &s->slot[slot];

	warp_event(s, slot, warp, false, true);
	x->released |= 1U << barrier;
	pf_order_wait(&x->order, 1U << warp, &x->barrier[barrier]);
	if (x->lane_order)
		forget_lanes(s, slot, warp);
}

void pf_shared_fence(struct pf_shared *s, uint32_t slot, uint32_t warp, uint32_t lanes)
{
	struct pf_shared_slot *x = &s->slot[slot];

	warp_event(s, slot, warp, true, true);
	pf_order_wait(&x->order, 1U << warp, &x->fences);
	pf_order_arrive(&x->order, 1U << warp, &x->fences);
	if (!x->lane_order)
		return;
	lane_phases(s, slot, warp, lanes);
	pf_order_wait(&x->lane_order[warp], lanes, &x->lane_fences[warp]);
	pf_order_arrive(&x->lane_order[warp], lanes, &x->lane_fences[warp]);
}

static void sync_one(struct pf_order *x, uint32_t who, struct pf_order_row *row, bool releases,
		     bool acquires)
{
	if (releases)
		pf_order_arrive(x, who, row);
	if (acquires)
		pf_order_wait(x, who, row);
}

void pf_shared_sync(struct pf_shared *s, uint32_t slot, uint32_t warp, uint32_t lanes,
		    bool releases, bool acquires)
{
	struct pf_shared_slot *x = &s->slot[slot];

	warp_event(s, slot, warp, releases, acquires);
	sync_one(&x->order, 1U << warp, &x->fences, releases, acquires);
	if (!x->lane_order)
		return;
	if (releases)
		lane_phases(s, slot, warp, lanes);
	sync_one(&x->lane_order[warp], lanes, &x->lane_fences[warp], releases, acquires);
}
