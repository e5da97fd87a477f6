/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "report.h"

#include <string.h>

enum { FOLD = 6 };

void report_init(struct report *r, const struct pf_geometry *g, uint32_t pc_bits, uint32_t seen)
{
	memset(r, 0, sizeof(*r));
	r->n_seen = seen;
	pf_report_init(&r->layout, g, pc_bits, 0, 1);
	report_reset(r);
}

void report_free(struct report *r)
{
	pf_report_free(&r->layout);
}

void report_reset(struct report *r)
{
	r->done = r->head = r->walk = 0;
	r->word_valid = r->full = false;
	r->busy = true;
}

static struct pf_seen *place(struct report *r, uint32_t pc, enum pf_kind_code kind)
{
	return &r->seen[(pc ^ pc >> FOLD ^ pc >> 2 * FOLD ^ (uint32_t)kind) & (r->n_seen - 1)];
}

void report_eval(struct report *r)
{
	const struct race_group *x = r->in.race;
	const uint32_t todo = x ? x->lanes & ~r->done : 0;
	bool word_done, again;

	again = r->word_valid && !r->config.report_all && r->entry.valid && r->entry.pc == x->pc &&
		r->entry.kind == r->kind;
	r->dropped = r->word_valid && r->full;
	r->repeated = r->word_valid && !r->full && again;
	r->record_valid = r->word_valid && !r->full && !again;
	r->recorded = r->record_valid && r->in.record_ready;
	word_done = r->dropped || r->repeated || r->recorded;
	r->kinds = word_done ? 1U << r->kind : 0;
	r->look = todo && !r->busy && (!r->word_valid || word_done);
	r->race_ready = !todo && !r->word_valid;
}

/* Clearing, an entry a cycle. */
static void walk(struct report *r)
{
	r->seen[r->walk].valid = false;
	r->busy = r->walk != r->n_seen - 1;
	r->walk = (r->walk + 1) & (r->n_seen - 1);
}

static void step_look(struct report *r)
{
	const struct race_group *x = r->in.race;

	r->lane = (uint32_t)__builtin_ctz(x->lanes & ~r->done);
	r->kind = pf_race_kind((enum pf_row)x->row[r->lane]);
	r->entry = *place(r, x->pc, r->kind);
	if (!r->recorded)
		r->done |= 1U << r->lane;
}

void report_step(struct report *r)
{
	const uint32_t unread = r->head - r->config.ring_tail;
	const bool full = unread >> r->config.ring_log2 != 0;
	const bool idle = !r->word_valid || r->dropped || r->repeated || r->recorded;
	const struct pf_seen learnt = {
		.valid = true, .pc = r->in.race ? r->in.race->pc : 0, .kind = r->kind};

	if (r->look)
		step_look(r);
	if (r->recorded && !r->config.report_all)
		*place(r, learnt.pc, learnt.kind) = learnt;
	if (r->in.race && r->race_ready)
		r->done = 0;
	if (idle)
		r->word_valid = r->look && !r->recorded;
	r->head += r->recorded;
	r->full = full;
	if (r->busy)
		walk(r);
	if (r->in.clear) {
		r->busy = true;
		r->head = r->walk = 0;
	}
}

/* Records */

uint64_t report_record_beat(const struct report *r)
{
	return r->config.ring_base + (r->head & ((1U << r->config.ring_log2) - 1));
}

struct pf_beat report_record(struct report *r, const struct pf_geometry *g)
{
	const struct race_group *x = r->in.race;
	const uint32_t b = x->before[r->lane];
	struct pf_race race = {
		.pc = x->pc,
		.word = x->word + r->lane,
		.row = (enum pf_row)x->row[r->lane],
		.tag = *x->tag,
		.before = {.block = x->owner >> g->warp_bits,
			   .warp = x->owner & ((1U << g->warp_bits) - 1),
			   .lock = (uint16_t)b,
			   .strong = b >> 16 & 1,
			   .block_scope = b >> 17 & 1,
			   .is_atom = b >> 18 & 1,
			   .dev_shared = b >> 19 & 1,
			   .blk_shared = b >> 20 & 1,
			   .modified = b >> 21 & 1},
		.owner_fenced = b >> 22 & 1,
	};

	race.tag.sub_word = x->sub;
	r->layout.head = r->head;
	return pf_race_pack(&r->layout, &race);
}
