/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_multicast_vec: random events and accesses of an SM, cycle by cycle, and what
 * pf_iguard_multicast answers.
 *
 *   events, accesses, slices ─> model_multicast (sim/iguard) ─> answers
 *   a tag is taken when the messages that it came behind have left
 *
 *   what sm  evt kind slot warp device alone lane several addr  req slot warp lane step size
 * several block_scope atomic polls write  tag_ready slice msg_ready  readies  tag_valid tag after
 * msg all slice message  told idle
 *
 * in hex, a cycle a line. what: 1: a reset, and all inside is lost; the rest is 0. readies: {event,
 * access}. SEED COUNT GEOMETRY [slices=N].
 */
#include "../../sim/iguard/model_units.h"
#include "pf_iguard_sm_vec.h"
#include "reference/pf_iguard_targets.h"

struct traffic {
	struct drive d;
	const char *geometry;
	struct sm_port *port;
	uint32_t sm, told; /* told: messages that have left */
	uint32_t slices, hot_slice, some_slices;
	unsigned events, requests, tags, messages; /* how often there is one, in 64 */
	bool has_event, has_request;
	struct pf_iguard_sm_event event;
	struct pf_iguard_sm_request request;
};

static void refuse(const char *what)
{
	fprintf(stderr, "pf_iguard_multicast_vec: %s\n", what);
	exit(2);
}

static uint32_t any(struct traffic *t, uint32_t n)
{
	return rng_below(&t->d.r, n);
}

static bool chance(struct traffic *t, unsigned of_64)
{
	return any(t, 64) < of_64;
}

static void mood(struct traffic *t)
{
	static const unsigned often[] = {64, 60, 32, 8}, takes[] = {64, 64, 48, 16, 4};

	t->hot_slice = any(t, t->slices);
	t->some_slices = 1 + any(t, any(t, 2) ? 3 : t->slices);
	t->events = often[any(t, 4)] / 2;
	t->requests = often[any(t, 4)];
	t->tags = takes[any(t, 5)];
	t->messages = takes[any(t, 5)];
}

static void reset(struct traffic *t)
{
	if (t->port)
		model_multicast.destroy(t->port);
	t->port = iguard_model_multicast_create(t->geometry, t->slices);
	if (!t->port)
		refuse("no such geometry");
	t->sm = t->port->sm = any(t, t->d.g->sms);
	t->told = 0;
	t->has_event = t->has_request = false;
	printf("1 %x  0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0 0 0  0 0 0  0  0 0 0  0 0 0 0  0 0\n",
	       t->sm);
}

/* What waits stays. */
static void draw(struct traffic *t)
{
	const struct sm_step s = invent(&t->d);

	if (!t->has_request && chance(t, t->requests)) {
		t->has_request = true;
		t->request = (struct pf_iguard_sm_request){s.slot, s.warp, s.t};
	}
	if (!t->has_event && chance(t, t->events)) {
		t->has_event = true;
		t->event = s.e;
	}
}

static void print_inputs(const struct traffic *t, const struct sm_port_in *in)
{
	const struct pf_iguard_sm_event *e = &t->event;
	const struct pf_iguard_sm_request *q = &t->request;
	const struct pf_iguard_side *a = &q->tag.by.side;

	printf("0 %x  %x %x %x %x %x %x %x %x %x", t->sm, t->has_event, e->kind, e->slot, e->warp,
	       e->device, e->lane != PF_IGUARD_ALL, e->lane % 32, e->several, (uint32_t)e->address);
	printf("  %x %x %x %x %x %x %x %x %x %x %x", t->has_request, q->slot, q->warp, a->lane,
	       q->tag.by.step, a->size, q->tag.several, a->block_scope, a->atomic, a->polls,
	       q->tag.write);
	printf("  %x %x %x", in->tag_ready, in->tag_slice, in->message_ready);
}

static void print_outputs(const struct traffic *t)
{
	const struct sm_port_out *out = &t->port->out;
	const bool all = out->message_valid && out->message_slice == PF_TO_ALL;

	printf("  %x  %x", out->event_ready << 1 | out->request_ready, out->tag_valid);
	if (out->tag_valid) {
		struct pf_iguard_tag tag = out->iguard_tag;

		tag.by.side.block--;
		iguard_print_tag(&t->d.w, &tag);
		printf(" %x", out->tag_after);
	} else {
		printf(" 0 0");
	}
	printf("  %x %x %x", out->message_valid, all,
	       out->message_valid && !all ? out->message_slice : 0);
	iguard_print_message(&t->d.w, out->message_valid ? &out->iguard_message : NULL);
	printf("  %x %x\n", out->told, out->idle);
}

static void cycle(struct traffic *t)
{
	struct sm_port_in *in = &t->port->in;
	const struct sm_port_out *out = &t->port->out;

	draw(t);
	t->told += out->told;
	in->iguard_event = t->event;
	in->iguard_request = t->request;
	in->tag_ready =
		chance(t, t->tags) && (!out->tag_valid || out->tag_after == t->told % SM_AFTER);
	in->tag_slice = (t->hot_slice + any(t, t->some_slices)) % t->slices;
	in->message_ready = chance(t, t->messages);
	print_inputs(t, in);
	print_outputs(t);
	in->event_valid = t->has_event && out->event_ready;
	in->request_valid = t->has_request && out->request_ready;
	t->has_event = t->has_event && !in->event_valid;
	t->has_request = t->has_request && !in->request_valid;
	model_multicast.step(t->port);
}

int main(int argc, char **argv)
{
	static struct traffic t = {.slices = 24};
	const struct vec_args a = vec_args(argc > 4 ? 4 : argc, argv);

	for (int i = 4; i < argc; i++)
		if (sscanf(argv[i], "slices=%u", &t.slices) != 1)
			refuse(argv[i]);
	if (!t.slices || t.slices > PF_IGUARD_TARGETS_SLICES)
		refuse("an option is out of range");
	t.geometry = a.g->name;
	t.d = (struct drive){.g = a.g, .w = iguard_widths(a.g)};
	rng_seed(&t.d.r, a.seed);
	for (uint64_t i = 0; i < a.count; i++) {
		if (!i || !any(&t, 1200))
			reset(&t);
		if (i % 50 == 0)
			begin(&t.d);
		if (i % 128 == 0)
			mood(&t);
		cycle(&t);
	}
	model_multicast.destroy(t.port);
	return 0;
}
