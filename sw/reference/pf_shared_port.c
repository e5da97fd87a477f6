/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_shared_port.h"

#include <string.h>

/* Bytes of a word that a lane touches. */
static uint32_t bytes_of(const struct pf_shared_access *a, uint32_t lane, uint32_t word)
{
	const uint32_t first = a->addr[lane], end = first + a->size;
	const uint32_t from = word * PF_SHARED_WORD;
	const uint32_t low = first > from ? first - from : 0;
	const uint32_t high = end < from + PF_SHARED_WORD ? end - from : PF_SHARED_WORD;

	return ((1U << high) - 1) & ~((1U << low) - 1);
}

static bool touches(const struct pf_shared_access *a, uint32_t lane, uint32_t word)
{
	return a->addr[lane] / PF_SHARED_WORD <= word &&
	       (a->addr[lane] + a->size - 1) / PF_SHARED_WORD >= word;
}

/* Of those that touch the word. */
static uint32_t lowest_lane(const struct pf_shared_access *a, uint32_t word)
{
	for (uint32_t left = a->lanes; left; left &= left - 1) {
		const uint32_t l = (uint32_t)__builtin_ctz(left);

		if (touches(a, l, word))
			return l;
	}
	return 0;
}

void pf_shared_port_begin(struct pf_shared_rounds *r, const struct pf_shared_access *a,
			  uint32_t banks)
{
	r->access = a;
	r->banks = banks;
	pf_rounds_begin(&r->rounds, a->lanes, a->size, a->addr, banks);
}

static void put_word(const struct pf_shared_rounds *r, struct pf_shared_op *o, uint32_t i)
{
	const uint32_t word = r->rounds.word[i], bank = word % r->banks;
	const uint32_t lanes = r->rounds.lanes[i], more = lanes & (lanes - 1);
	uint32_t any = 0, two = 0, unlike = 0;

	for (uint32_t left = lanes; left; left &= left - 1) {
		const uint32_t b = bytes_of(r->access, (uint32_t)__builtin_ctz(left), word);

		unlike |= any && b != any;
		two |= any & b;
		any |= b;
	}
	o->banks |= 1U << bank;
	o->row[bank] = (uint16_t)(word / r->banks);
	o->bytes[bank] = (uint8_t)any;
	o->same[bank] = (uint8_t)two;
	o->unlike |= unlike << bank;
	o->lane[bank] = (uint8_t)__builtin_ctz(lanes);
	o->second[bank] = (uint8_t)__builtin_ctz(more ? more : lanes);
	o->last[bank] = (uint8_t)(31 - __builtin_clz(lanes));
}

bool pf_shared_port_round(struct pf_shared_rounds *r, struct pf_shared_op *o)
{
	const struct pf_shared_access *a = r->access;
	uint8_t round[PF_ROUNDS_BANKS];
	const uint32_t n = pf_rounds_next(&r->rounds, round);

	if (!n)
		return false;
	memset(o, 0, sizeof(*o));
	o->kind = PF_SHARED_OP_ACCESS;
	o->slot = (uint8_t)a->slot;
	o->who = (uint8_t)a->warp;
	o->write = a->write;
	o->strong = a->strong;
	o->copy = (uint8_t)a->copy;
	o->pc = a->pc;
	for (uint32_t i = 0; i < n; i++)
		put_word(r, o, round[i]);
	return true;
}

bool pf_shared_port_in_round(const struct pf_shared_op *o, const struct pf_shared_told *t)
{
	return o->kind == PF_SHARED_OP_ACCESS && o->slot == t->slot && o->who == t->who &&
	       o->write == t->write && o->strong == t->strong && o->pc == t->pc &&
	       o->banks >> t->bank & 1 && o->row[t->bank] == t->row;
}

struct pf_shared_told pf_shared_port_race(const struct pf_shared_race *r, uint32_t banks)
{
	const struct pf_shared_access *a = r->access;
	const uint32_t word = r->addr / PF_SHARED_WORD;
	struct pf_shared_told t = {.instruction = r->kind == PF_SHARED_INSTRUCTION_RACE,
				   .lanes = r->kind == PF_SHARED_LANE_RACE,
				   .write = a->write,
				   .strong = a->strong,
				   .others = r->others,
				   .slot = (uint8_t)a->slot,
				   .who = (uint8_t)a->warp,
				   .lane = (uint8_t)lowest_lane(a, word),
				   .bank = (uint8_t)(word % banks),
				   .bytes = (uint8_t)r->bytes,
				   .row = (uint16_t)(word / banks),
				   .pc = a->pc};

	if (t.instruction)
		return t;
	t.did = (uint8_t)r->did;
	t.first = (uint8_t)r->warp;
	t.first_pc = r->pc == PF_SHARED_NO_PC ? 0 : r->pc;
	if (t.lanes) {
		t.lane = (uint8_t)r->lane;
		t.first_lane = (uint8_t)(r->others ? 0 : r->first_lane);
	}
	return t;
}

bool pf_shared_port_joins(struct pf_shared_told *last, const struct pf_shared_told *t)
{
	if (!last->instruction || !t->instruction || last->bank != t->bank || last->row != t->row)
		return false;
	last->bytes |= t->bytes;
	return true;
}
