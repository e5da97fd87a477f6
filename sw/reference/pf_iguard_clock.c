/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_iguard_clock.h"

#include <string.h>

static struct pf_iguard_stamp stamp(const struct pf_iguard_clock *x, const struct pf_iguard_slot *s,
				    uint32_t warp, bool epoch)
{
	const uint32_t meet = x->meet[warp];

	return (struct pf_iguard_stamp){epoch, s->clock, s->bar, meet > s->bar ? meet : s->bar};
}

/* Something of the slot is ordered behind all that it has done. True: an epoch begins. */
static bool tick(struct pf_iguard_clock *x, struct pf_iguard_slot *s)
{
	if (!s->stamped)
		return false;
	s->stamped = false;
	if (s->clock + 1 < 1U << x->bits) {
		s->clock++;
		return false;
	}
	/* Other slots' clocks may go on: nothing that they have stamped is known any more. */
	s->clock = s->bar = 0;
	memset(x->meet, 0, sizeof(x->meet));
	return true;
}

struct pf_iguard_stamp pf_iguard_clock_event(struct pf_iguard_clock *x,
					     enum pf_iguard_event_code event, uint32_t slot,
					     uint32_t warp)
{
	struct pf_iguard_slot *s = &x->slot[slot];
	const bool epoch = event != PF_IGUARD_EVENT_WARP && tick(x, s);

	switch (event) {
	case PF_IGUARD_EVENT_WARP: x->meet[warp] = 0; break;
	case PF_IGUARD_EVENT_BLOCK:
	case PF_IGUARD_EVENT_BARRIER: s->bar = s->clock; break;
	case PF_IGUARD_EVENT_MEET: x->meet[warp] = s->clock; break;
	default: break;
	}
	return stamp(x, s, warp, epoch);
}

struct pf_iguard_stamp pf_iguard_clock_access(struct pf_iguard_clock *x, uint32_t slot,
					      uint32_t warp)
{
	struct pf_iguard_slot *s = &x->slot[slot];

	s->stamped = true;
	return stamp(x, s, warp, false);
}
