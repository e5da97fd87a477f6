/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "events.h"

enum { LINE = 128, MOST = 16, WORD = 4 }; /* bytes: of a line, of a lane in a group */

struct pf_iguard_sm_event iguard_event(enum pf_iguard_sm_code kind, struct events_warp w)
{
	return (struct pf_iguard_sm_event){
		.kind = kind, .slot = w.slot, .warp = w.warp, .lane = PF_IGUARD_ALL};
}

/* Several lanes, but not all, count as all: a miss at worst. */
struct pf_iguard_sm_event iguard_event_fence(struct events_warp w, const struct simt_op *op,
					     bool lanes)
{
	struct pf_iguard_sm_event e = iguard_event(PF_IGUARD_SM_FENCE, w);

	e.device = access_leaves_block(op);
	if (lanes && !(op->mask & (op->mask - 1)))
		e.lane = (uint8_t)__builtin_ctz(op->mask);
	return e;
}

uint32_t iguard_events_after(const struct access_class *c, struct events_warp w,
			     const struct simt_op *op, struct pf_iguard_sm_event e[EVENTS_AFTER])
{
	const enum pf_iguard_sm_code lock =
		c->lock == ACCESS_TAKES ? PF_IGUARD_SM_LOCK : PF_IGUARD_SM_UNLOCK;
	uint32_t n = 0;

	for (uint32_t left = access_locked(c, op); left; left &= left - 1) {
		e[n] = iguard_event(lock, w);
		e[n].device = c->device;
		e[n].several = (op->mask & (op->mask - 1)) != 0;
		e[n++].address = op->addr[__builtin_ctz(left)];
	}
	if (c->acquires) {
		e[n] = iguard_event(PF_IGUARD_SM_ACTIVATE, w);
		e[n++].device = c->device;
	}
	return n;
}

/* Two lanes of one instruction that load, or add to, the same word do not race with each other. */
static bool shares(const struct simt_op *op, uint32_t bytes)
{
	return op->kind != SIMT_OP_ST && bytes >= WORD;
}

static uint32_t words_at(uint8_t offset, uint8_t size)
{
	return (uint32_t)(((1ULL << (1U << size) / WORD) - 1) << offset / WORD);
}

/* Lanes of which each word has several lanes: together, for each of them stands for the others. A
 * coalescer knows them: it sends such words once, or atomics of them one by one. */
static bool shared_group(struct pf_iguard_lanes_access *a, struct pf_iguard_group *g)
{
	uint32_t once = 0, many = 0;

	*g = (struct pf_iguard_group){.bytes = 15, .step = PF_IGUARD_STEP_NONE, .several = true};
	for (uint32_t left = a->lanes; left; left &= left - 1) {
		const uint32_t words = words_at(a->offset[__builtin_ctz(left)], a->size);

		many |= once & words;
		once |= words;
	}
	for (uint32_t left = many ? a->lanes : 0; left; left &= left - 1) {
		const uint32_t words = words_at(a->offset[__builtin_ctz(left)], a->size);

		if (words & ~many)
			continue;
		g->lanes |= left & -left;
		g->words |= words;
		g->lane = (uint8_t)__builtin_ctz(left);
	}
	a->lanes &= ~g->lanes;
	return g->lanes;
}

/* From the byte `from` of each lane's on, so many bytes: an access does not cross a line. */
static uint32_t parts_of(const struct simt_op *op, uint32_t lanes, uint32_t from, uint32_t bytes,
			 struct iguard_part *part)
{
	uint32_t n = 0;

	while (lanes) {
		const uint64_t line = (op->addr[__builtin_ctz(lanes)] + from) / LINE;
		struct pf_iguard_lanes_access a = {.size = (uint8_t)__builtin_ctz(bytes)};

		for (uint32_t left = lanes; left; left &= left - 1) {
			const uint32_t lane = (uint32_t)__builtin_ctz(left);
			const uint64_t at = op->addr[lane] + from;

			if (at / LINE != line)
				continue;
			a.lanes |= 1U << lane;
			a.offset[lane] = (uint8_t)(at % LINE);
		}
		lanes &= ~a.lanes;
		if (shares(op, bytes) && shared_group(&a, &part[n].group))
			part[n++].line = line;
		while (a.lanes)
			part[n++] = (struct iguard_part){line, pf_iguard_next_group(&a)};
	}
	return n;
}

uint32_t iguard_events_parts(const struct simt_op *op, uint32_t lanes,
			     struct iguard_part part[IGUARD_PARTS])
{
	const uint32_t bytes = (uint32_t)op->size * op->vec, most = bytes < MOST ? bytes : MOST;
	uint32_t n = 0;

	for (uint32_t from = 0; from < bytes; from += most)
		n += parts_of(op, lanes, from, most, &part[n]);
	return n;
}

struct pf_iguard_tag iguard_events_tag(const struct access_class *c, const struct simt_op *op,
				       const struct iguard_part *p, bool write)
{
	const bool polls = c->atomic || (!write && op->sem == PTX_SEM_VOLATILE);

	return (struct pf_iguard_tag){
		.by = {.side = {.lane = p->group.lane,
				.bytes = p->group.bytes & 15U,
				.size = (uint32_t)__builtin_ctz(op->size) & 7U,
				.atomic = c->atomic,
				.polls = polls,
				.block_scope = c->atomic && op->scope == PTX_SCOPE_CTA},
		       .step = p->group.step},
		.write = write,
		.several = p->group.several};
}
