/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_sm_multicast_vec: random events and requests of an SM, cycle by cycle, and what
 * pf_sm_multicast answers.
 *
 *   events, requests, slices ─> model_multicast (sim/det) ─> answers
 *   a warp whose fence has not been told asks for no tag
 *
 *   what policy  evt kind slot warp addr words device block  req slot warp kind  tag_ready slice
 * msg_ready readies  tag_valid tag  msg all slice block warp device  told idle
 *
 * in hex, a cycle a line. what: 1: a reset, and all inside is lost; the rest is 0. readies: {event,
 * request}. SEED COUNT GEOMETRY [slices=N].
 */
#include <string.h>

#include "../../sim/det/model_units.h"
#include "pf_sm_traffic_vec.h"

enum { MAX_SLICES = 1024, FENCES = 64 };

struct drive {
	struct sm_traffic t;
	struct sm_port *port;
	struct pf_sm shadow; /* says which events have a message */
	bool scord;
	uint32_t slices, hot_slice, some_slices;
	unsigned events, requests, tags, messages; /* how often there is one, in 64 */
	unsigned mood_left;                        /* cycles */
	bool has_event, has_request;
	struct pf_event event;
	struct pf_sm_request request;
	/* Messages whose end is to come: whose they are, or nobody's. */
	uint32_t owner[FENCES];
	unsigned first, last;
};

static void refuse(const char *what)
{
	fprintf(stderr, "pf_sm_multicast_vec: %s\n", what);
	exit(2);
}

static bool chance(struct drive *d, unsigned of_64)
{
	return rng_below(&d->t.r, 64) < of_64;
}

static void mood(struct drive *d)
{
	static const unsigned often[] = {64, 60, 32, 8}, takes[] = {64, 64, 48, 16, 4};

	sm_mood(&d->t);
	d->hot_slice = rng_below(&d->t.r, d->slices);
	d->some_slices = 1 + rng_below(&d->t.r, rng_below(&d->t.r, 2) ? 3 : d->slices);
	d->mood_left = d->t.mood == BARRIERS ? 1000 : 128; /* a count of 256 wraps */
	d->events = d->t.mood == BARRIERS ? 60 : often[rng_below(&d->t.r, 4)] / 2;
	d->requests = often[rng_below(&d->t.r, 4)];
	d->tags = takes[rng_below(&d->t.r, 5)];
	d->messages = takes[rng_below(&d->t.r, 5)];
}

static void reset(struct drive *d)
{
	const enum pf_policy policy = d->scord ? PF_SCORD : PF_SCORD_PAPER;

	if (d->port)
		model_multicast.destroy(d->port);
	pf_sm_free(&d->shadow);
	d->port = model_multicast_create(d->t.g, policy, d->slices, false);
	pf_sm_init(&d->shadow, d->t.g, policy);
	d->has_event = d->has_request = false;
	d->first = d->last = 0;
	printf("1 %x  0 0 0 0 0 0 0 0  0 0 0 0  0 0  0  0  0 0  0 0 0 0 0 0  0 0\n", d->scord);
}

static bool waits_for_fence(const struct drive *d, uint32_t warp)
{
	for (unsigned i = d->first; i != d->last; i++)
		if (d->owner[i % FENCES] == warp)
			return true;
	return d->has_event && d->event.kind == PF_EVT_FENCE && d->event.warp == warp;
}

/* What waits stays. A fence and a request of its warp only if the request is taken now: it is the
 * earlier one. */
static void draw(struct drive *d)
{
	if (!d->has_request && chance(d, d->requests)) {
		d->request = sm_request(&d->t);
		d->has_request = !waits_for_fence(d, d->request.warp);
	}
	if (d->has_event || !chance(d, d->events))
		return;
	d->event = sm_event(&d->t);
	d->has_event = d->event.kind != PF_EVT_FENCE || !d->has_request ||
		       d->request.warp != d->event.warp || d->port->out.request_ready;
}

static void print_inputs(const struct drive *d, const struct sm_port_in *in)
{
	const struct pf_event *e = &d->event;
	const struct pf_sm_request *q = &d->request;

	printf("0 %x  %x %x %x %x %x %x %x %x  %x %x %x %x  %x %x  %x", d->scord, d->has_event,
	       e->kind, e->slot, e->warp, (unsigned)e->address & 63, e->words, e->device, e->block,
	       d->has_request, q->slot, q->warp, sm_request_kind(q), in->tag_ready, in->tag_slice,
	       in->message_ready);
}

static void print_outputs(const struct drive *d)
{
	const struct sm_port_out *out = &d->port->out;
	const bool all = out->message_valid && out->message_slice == PF_TO_ALL;

	printf("  %x  %x %" PRIx64, out->event_ready << 1 | out->request_ready, out->tag_valid,
	       out->tag_valid ? vec_pack_tag(&out->tag, d->t.g) : 0);
	if (out->message_valid)
		printf("  1 %x %x %x %x %x", all, all ? 0 : out->message_slice, out->message.block,
		       out->message.warp, out->message.device);
	else
		printf("  0 0 0 0 0 0");
	printf("  %x %x\n", out->told, out->idle);
}

/* An accepted event's message, if it has one, is owed. */
static void owe(struct drive *d)
{
	struct pf_message m;

	if (!pf_sm_event(&d->shadow, &d->event, &m))
		return;
	if (d->last - d->first == FENCES)
		refuse("too many messages inside");
	d->owner[d->last++ % FENCES] = m.epoch ? UINT32_MAX : d->event.warp;
}

static void cycle(struct drive *d)
{
	struct sm_port_in *in = &d->port->in;

	draw(d);
	in->event = d->event;
	in->request = d->request;
	in->tag_ready = chance(d, d->tags);
	in->tag_slice = (d->hot_slice + rng_below(&d->t.r, d->some_slices)) % d->slices;
	in->message_ready = chance(d, d->messages);
	print_inputs(d, in);
	print_outputs(d);
	in->event_valid = d->has_event && d->port->out.event_ready;
	in->request_valid = d->has_request && d->port->out.request_ready;
	if (d->port->out.told) {
		if (d->first == d->last)
			refuse("a message is told that nobody owes");
		d->first++;
	}
	if (in->event_valid)
		owe(d);
	d->has_event = d->has_event && !in->event_valid;
	d->has_request = d->has_request && !in->request_valid;
	model_multicast.step(d->port);
}

int main(int argc, char **argv)
{
	static struct drive d = {.slices = 24};
	const struct vec_args a = vec_args(argc > 4 ? 4 : argc, argv);

	for (int i = 4; i < argc; i++)
		if (sscanf(argv[i], "slices=%u", &d.slices) != 1)
			refuse(argv[i]);
	if (!d.slices || d.slices > MAX_SLICES)
		refuse("an option is out of range");
	d.t.g = a.g;
	rng_seed(&d.t.r, a.seed);
	for (uint64_t i = 0; i < a.count; i++) {
		if (!i || !rng_below(&d.t.r, 3000)) {
			d.scord = rng_below(&d.t.r, 4);
			reset(&d);
		}
		if (!d.mood_left--)
			mood(&d);
		cycle(&d);
	}
	model_multicast.destroy(d.port);
	pf_sm_free(&d.shadow);
	return 0;
}
