/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_sm_unit_vec: steps of an SM unit. A step is an event, a request or both at once; its tag sees
 * the events of earlier steps.
 *
 *   what kind slot warp addr words device block  req_slot req_warp req_kind  tag  msg        in hex
 *
 * what: bit 0 an event, bit 1 a request, bit 2 a reset: the policy is `device` from now on, and
 * nothing else happens. req_kind: {write, is_atom, block_scope, strong}. msg: {1, epoch, device,
 * warp, block}, or 0 when none goes out.
 */
#include "pf_sm_traffic_vec.h"

struct drive {
	struct sm_traffic t;
	struct pf_sm sm;
	unsigned requests; /* one step in so many has a request */
};

static void reset(struct drive *d, bool scord)
{
	pf_sm_free(&d->sm);
	pf_sm_init(&d->sm, d->t.g, scord ? PF_SCORD : PF_SCORD_PAPER);
	printf("4 0 0 0 0 0 %x 0 0 0 0 0 0\n", scord);
}

static void change_mood(struct drive *d)
{
	static const unsigned requests[] = {1, 2, 16};

	sm_mood(&d->t);
	d->requests = requests[rng_below(&d->t.r, 3)];
}

/* The event's columns, then the request's. The request comes first: it does not see the event. */
static void step(struct drive *d)
{
	const struct pf_geometry *g = d->t.g;
	const struct pf_event e = sm_event(&d->t);
	const struct pf_sm_request q = sm_request(&d->t);
	const bool req = rng_below(&d->t.r, d->requests) == 0;
	const bool evt = !req || rng_below(&d->t.r, 8);
	const struct pf_tag tag = pf_sm_tag(&d->sm, &q);
	struct pf_message m;
	uint32_t msg = 0;

	if (evt && pf_sm_event(&d->sm, &e, &m))
		msg = ((2U | m.epoch) << 1 | m.device) << g->warp_bits << g->block_bits |
		      m.warp << g->block_bits | m.block;
	printf("%x %x %x %x %x %x %x %x %x %x %x %" PRIx64 " %x\n", evt | req << 1, e.kind, e.slot,
	       e.warp, (unsigned)e.address & 63, e.words, e.device, e.block, q.slot, q.warp,
	       sm_request_kind(&q), vec_pack_tag(&tag, g), msg);
}

int main(int argc, char **argv)
{
	const struct vec_args a = vec_args(argc, argv);
	struct drive d = {.t.g = a.g};

	rng_seed(&d.t.r, a.seed);
	for (uint64_t i = 0; i < a.count; i++) {
		if (i % 2000 == 0)
			reset(&d, (i / 2000 + a.seed) & 1);
		if (i % 500 == 0)
			change_mood(&d);
		step(&d);
	}
	pf_sm_free(&d.sm);
	return 0;
}
