/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_clock_vec: requests and events of an SM, and how the reference stamps them.
 *
 *   event kind slot warp   request slot warp   epoch when bar meet   when bar meet
 *
 * in hex; event, request: 1 if there is one. A request comes before the event of its line. Most are
 * of one slot for a while.
 */
#include "pf_iguard_vec.h"
#include "reference/pf_iguard_clock.h"

enum { CHANGES = 12000 }; /* steps: then another slot is the hot one */

static uint32_t pick(struct rng *r, uint32_t hot, uint32_t n)
{
	return rng_below(r, 8) ? hot % n : rng_below(r, n);
}

static void step(struct rng *r, const struct pf_geometry *g, struct pf_iguard_clock *c,
		 uint32_t hot)
{
	const bool event = rng_below(r, 8) != 0, request = rng_below(r, 4) != 0;
	const uint32_t kind = rng_below(r, PF_IGUARD_EVENT_CODES);
	const uint32_t slot = pick(r, hot, g->block_slots), warp = rng_below(r, g->warps);
	const uint32_t req_slot = pick(r, hot, g->block_slots);
	const uint32_t req_warp = pick(r, warp, g->warps);
	struct pf_iguard_stamp a = {0}, e = {0};

	if (request)
		a = pf_iguard_clock_access(c, req_slot, req_warp);
	if (event)
		e = pf_iguard_clock_event(c, (enum pf_iguard_event_code)kind, slot, warp);
	printf("%x %x %x %x %x %x %x %x %x %x %x %x %x %x\n", event, kind, slot, warp, request,
	       req_slot, req_warp, e.epoch, e.when, e.bar, e.meet, a.when, a.bar, a.meet);
}

int main(int argc, char **argv)
{
	const struct vec_args a = vec_args(argc, argv);
	struct pf_iguard_clock c = {.bits = iguard_widths(a.g).when};
	struct rng r;

	rng_seed(&r, a.seed);
	for (uint64_t i = 0; i < a.count; i++)
		step(&r, a.g, &c, (uint32_t)(a.seed + i / CHANGES));
	return 0;
}
