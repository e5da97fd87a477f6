/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_iguard_clock.h"

#include <string.h>

static struct pf_iguard_stamp stamp(const struct pf_iguard_clock *x, uint32_t slot, uint32_t warp,
				    bool epoch)
{
	const uint32_t bar = x->bar[slot], meet = x->meet[warp];

	return (struct pf_iguard_stamp){epoch, x->now, bar, meet > bar ? meet : bar};
}

/* Something of the slot is ordered behind all that it has done. True: an epoch begins. */
static bool tick(struct pf_iguard_clock *x, uint32_t slot)
{
	if (!x->stamped[slot])
		return false;
	memset(x->stamped, 0, sizeof(x->stamped));
	x->now++;
	if (x->now < 1U << x->bits)
		return false;
	x->now = 0;
	memset(x->bar, 0, sizeof(x->bar));
	memset(x->meet, 0, sizeof(x->meet));
	return true;
}

struct pf_iguard_stamp pf_iguard_clock_event(struct pf_iguard_clock *x,
					     enum pf_iguard_event_code event, uint32_t slot,
					     uint32_t warp)
{
	const bool epoch = event != PF_IGUARD_EVENT_WARP && tick(x, slot);

	switch (event) {
	case PF_IGUARD_EVENT_WARP: x->meet[warp] = 0; break;
	case PF_IGUARD_EVENT_BLOCK:
	case PF_IGUARD_EVENT_BARRIER: x->bar[slot] = x->now; break;
	case PF_IGUARD_EVENT_MEET: x->meet[warp] = x->now; break;
	default: break;
	}
	return stamp(x, slot, warp, epoch);
}

struct pf_iguard_stamp pf_iguard_clock_access(struct pf_iguard_clock *x, uint32_t slot,
					      uint32_t warp)
{
	x->stamped[slot] = true;
	return stamp(x, slot, warp, false);
}
