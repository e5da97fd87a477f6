/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "record.h"

#include "iguard_int.h"

enum { LINE = 128 };

/* The first byte of the word that both touch. */
static uint64_t address_of(const struct iguard_record *x)
{
	return x->word + (x->race->bytes ? (uint32_t)__builtin_ctz(x->race->bytes) : 0);
}

/* The tag has no more than the rules need: of a load or store that is not weak, only whether it is
 * volatile. */
static struct race_side later(const struct iguard_record *x)
{
	const struct pf_iguard_tag *t = &x->race->tag;
	const struct pf_iguard_side *s = &t->by.side;

	return (struct race_side){.kernel = x->kernel,
				  .launch = x->launch,
				  .block = x->second.block,
				  .warp = x->second.warp,
				  .lane = (uint8_t)iguard_lane_at(&t->by, address_of(x) % LINE),
				  .access = s->atomic  ? RACE_ATOMIC
					    : t->write ? RACE_WRITE
						       : RACE_READ,
				  .strong = s->polls,
				  .scope = !s->atomic       ? PTX_SCOPE_NONE
					   : s->block_scope ? PTX_SCOPE_CTA
							    : PTX_SCOPE_GPU,
				  .pc = x->pc};
}

static struct race_side earlier(const struct iguard_record *x)
{
	const struct pf_iguard_race *r = x->race;
	const struct pf_iguard_side *s = &r->side.side;
	struct race_side f =
		iguard_first_side(x->kernel, x->launch, r->with_reader, s->atomic, s->block_scope);

	f.block = x->first.block;
	f.warp = x->first.warp;
	if (!r->with_others && x->lanes)
		f.lane = (uint8_t)iguard_lane_at(&r->side, address_of(x) % LINE);
	if (r->with_others && s->others > PF_IGUARD_WARP)
		f.warp = RACE_NO_WARP;
	if (r->with_others && s->others == PF_IGUARD_DEVICE)
		f.block = RACE_NO_BLOCK;
	return f;
}

struct race_hit iguard_record_hit(const struct iguard_record *x)
{
	const struct pf_iguard_race *r = x->race;
	const uint32_t from = (uint32_t)(address_of(x) - x->word);
	struct race_hit h = {
		.space = PTX_SPACE_GLOBAL,
		.addr = x->word + from,
		.bytes = (uint8_t)__builtin_ctz(~((uint32_t)r->bytes >> from)),
		.kind = RACE_SAME_INSTRUCTION,
		.second = later(x),
	};

	if (r->kind == PF_IGUARD_INSTRUCTION) {
		h.first = h.second;
		h.first.lane = RACE_NO_LANE;
		return h;
	}
	h.first = earlier(x);
	h.kind = iguard_kind_of(r->kind, h.first.block == h.second.block && !r->side.side.atomic &&
						 !h.second.strong);
	return h;
}
