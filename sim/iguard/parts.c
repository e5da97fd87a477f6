/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "parts.h"

/* Of pf_iguard_group: to the first group; from a group to the next; more for one whose lanes lie
 * one or two bytes apart. */
static const uint64_t FIRST = 3, NEXT = 2, NARROW = 2;

bool parts_ready(const struct parts *p, uint64_t now)
{
	return p->free <= now;
}

uint8_t parts_words(const struct iguard_part *part, const struct coalesced *a)
{
	const uint32_t words =
		part->line == a->addr / LINE ? part->group.words >> a->addr % LINE / 4 : 0;

	return (uint8_t)(words & a->word_mask);
}

static uint32_t lanes_of(const struct sm_op *o, uint64_t line)
{
	uint32_t lanes = 0;

	for (uint32_t i = 0; i < o->n; i++)
		if (o->access[i].addr / LINE == line)
			lanes |= o->access[i].lanes;
	return lanes;
}

static bool narrow(const struct pf_iguard_group *g)
{
	return g->step == PF_IGUARD_STEP_BYTE || g->step == PF_IGUARD_STEP_HALF;
}

/* When each group leaves pf_iguard_group, one line behind the other; the coalescer's own is there
 * at once. */
static void set_times(struct parts *p, uint64_t now)
{
	uint64_t at = now;
	bool first = true;

	for (uint32_t i = 0; i < p->n; i++) {
		const struct pf_iguard_group *g = &p->part[i].group;

		if (!i && g->several && p->of->op.kind != SIMT_OP_ST) {
			p->due[i] = now;
			continue;
		}
		at += first ? 0 : NEXT;
		at += narrow(g) ? NARROW : 0;
		p->due[i] = at + FIRST;
		first = false;
	}
	p->free = at + 1;
}

uint32_t parts_of(struct parts *p, const struct sm_op *o, uint64_t now)
{
	const struct coalesced *a = &o->access[o->sent - 1];
	const uint64_t line = a->addr / LINE;

	if (p->of != o || p->born != o->born || p->line != line) {
		p->of = o;
		p->born = o->born;
		p->line = line;
		p->n = iguard_events_parts(&o->op, lanes_of(o, line), p->part);
		set_times(p, now);
	}
	return p->n;
}
