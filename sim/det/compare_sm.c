/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * compare_sm: sw/reference beside the RTL of an SM's unit, in the order of its inputs.
 *
 *   request ─> pf_sm ─> tags ───────────────────────────────────┐
 *   event ───> pf_sm ─> messages, behind their tags ─> copies ──┴─> the first difference is kept
 */
#include "det_int.h"

#include <stdlib.h>

#include "base/mem.h"
#include "reference/pf_fence_targets.h"

enum { OWED_MAX = 64, COPIES_MAX = 8192 };

/* A message and the tags before it; or a copy of it. */
struct owed {
	struct pf_message message;
	uint64_t after;
	uint32_t slice;
};

struct sm_check {
	struct compare_unit unit;
	struct pf_sm sm;
	struct expected tag, copy;
	struct expected message; /* multicast: behind tags that have not been taken */
	bool multicast;
	struct pf_fence_targets targets;
	uint64_t asked, taken; /* tags */
};

struct sm_check *det_check_create(struct det_sm *u)
{
	struct det *d = u->det;
	struct sm_check *c = mem_alloc(sizeof(*c));

	c->unit = (struct compare_unit){&d->compare, "SM", u->index};
	c->tag = (struct expected){.what = "tag", .size = sizeof(struct pf_tag)};
	c->copy = (struct expected){.what = "message", .size = sizeof(struct owed)};
	c->message = (struct expected){.what = "message", .size = sizeof(struct owed)};
	c->multicast = d->sim.det.fences == SIM_FENCES_TOUCHED;
	pf_sm_init(&c->sm, d->geometry, d->setup.policy);
	pf_fence_targets_init(&c->targets, d->geometry->warps, d->sim.l2.slices);
	return c;
}

void det_check_destroy(struct sm_check *c)
{
	if (!c)
		return;
	expected_free(&c->tag);
	expected_free(&c->copy);
	expected_free(&c->message);
	pf_fence_targets_free(&c->targets);
	pf_sm_free(&c->sm);
	free(c);
}

static void compare_tag(struct sm_check *c, const struct pf_tag *got)
{
	const struct pf_tag *want = expected_take(&c->tag, &c->unit);

	if (!want)
		return;
	const struct compare_field f[] = {{"block", got->block, want->block},
					  {"warp", got->warp, want->warp},
					  {"barrier", got->barrier, want->barrier},
					  {"locks", got->signature, want->signature},
					  {"strong", got->strong, want->strong},
					  {"write", got->write, want->write},
					  {"atomic", got->atomic, want->atomic},
					  {"scope", got->block_scope, want->block_scope}};

	compare_fields(&c->unit, "tag", c->tag.came, f, sizeof(f) / sizeof(*f));
}

static void compare_copy(struct sm_check *c, const struct pf_message *got, uint32_t slice)
{
	const struct owed *want = expected_take(&c->copy, &c->unit);

	if (!want)
		return;
	const struct compare_field f[] = {{"epoch", got->epoch, want->message.epoch},
					  {"block", got->block, want->message.block},
					  {"warp", got->warp, want->message.warp},
					  {"device", got->device, want->message.device},
					  {"slice", slice, want->slice}};

	compare_fields(&c->unit, "message", c->copy.came, f, sizeof(f) / sizeof(*f));
}

static void owe(struct sm_check *c, const struct pf_message *m, uint32_t slice)
{
	*(struct owed *)expected_put(&c->copy) = (struct owed){.message = *m, .slice = slice};
}

static void owe_copies(struct sm_check *c, const struct pf_message *m)
{
	uint32_t slice;

	if (m->epoch || !c->multicast) {
		owe(c, m, PF_TO_ALL);
		return;
	}
	pf_fence_targets_take(&c->targets, m->warp, m->device);
	while ((slice = pf_fence_targets_next(&c->targets)) < c->targets.slices)
		owe(c, m, slice);
}

/* Messages whose tags have all been taken have their copies. */
static void settle(struct sm_check *c)
{
	const struct owed *o;

	while ((o = expected_first(&c->message)) && !(c->multicast && o->after > c->taken)) {
		owe_copies(c, &o->message);
		expected_take(&c->message, &c->unit);
	}
}

/* Between a fence and its message its warp asks for no tag: others do not matter for its copies. */
static void take_tag(struct sm_check *c, const struct sm_port *p)
{
	compare_tag(c, &p->out.tag);
	c->taken++;
	if (c->multicast)
		pf_fence_targets_sent(&c->targets, p->out.tag.warp, p->in.tag_slice);
	settle(c);
}

/* A request does not see the event of its own cycle. */
void det_compare_sm(struct det_sm *u)
{
	struct sm_check *c = u->check;
	const struct sm_port *p = u->port;
	struct pf_message m;

	if (p->in.tag_ready && p->out.tag_valid)
		take_tag(c, p);
	if (p->in.message_ready && p->out.message_valid)
		compare_copy(c, &p->out.message, p->out.message_slice);
	if (p->in.request_valid) {
		*(struct pf_tag *)expected_put(&c->tag) = pf_sm_tag(&c->sm, &p->in.request);
		c->asked++;
	}
	if (p->in.event_valid && pf_sm_event(&c->sm, &p->in.event, &m)) {
		*(struct owed *)expected_put(&c->message) =
			(struct owed){.message = m, .after = c->asked};
		settle(c);
	}
	if (expected_left(&c->tag) > OWED_MAX || expected_left(&c->message) > OWED_MAX ||
	    expected_left(&c->copy) > (c->multicast ? COPIES_MAX : OWED_MAX))
		compare_differ(&c->unit, "%zu tags and %zu messages have not come",
			       expected_left(&c->tag),
			       expected_left(&c->message) + expected_left(&c->copy));
}
