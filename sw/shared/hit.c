/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "hit.h"

#include "../access/access.h"

static struct race_side first_of(const struct shared_race *r)
{
	struct race_side s = r->second;
	struct access_shape shape;
	struct simt_op op;

	s.warp = r->others ? RACE_NO_WARP : r->warp;
	s.lane = r->lane < SIMT_LANES ? (uint8_t)r->lane : RACE_NO_LANE;
	s.strong = r->did == PF_SHARED_STRONG || r->did == PF_SHARED_STRONG_READ;
	s.access = r->did == PF_SHARED_STRONG_READ || r->did == PF_SHARED_READ ? RACE_READ
									       : RACE_WRITE;
	s.scope = PTX_SCOPE_NONE;
	s.pc = r->pc == PF_SHARED_NO_PC ? RACE_NO_PC : r->pc;
	if (s.kernel && s.pc != RACE_NO_PC && simt_op_at(s.kernel, s.pc, &op)) {
		/* A strong write is an atomic or a volatile store. */
		shape = access_shape(&op);
		s.access = shape.access;
		s.scope = shape.scope;
	}
	return s;
}

uint32_t shared_race_hits(const struct shared_race *r, struct race_hit h[PF_SHARED_WORD])
{
	uint32_t n = 0;

	for (uint32_t left = r->bytes; left;) {
		const uint32_t first = (uint32_t)__builtin_ctz(left);
		const uint32_t bytes = (uint32_t)__builtin_ctz(~(left >> first));

		h[n++] = (struct race_hit){
			.space = PTX_SPACE_SHARED,
			.addr = r->addr + first,
			.bytes = (uint8_t)bytes,
			.kind = r->instruction ? RACE_SAME_INSTRUCTION : RACE_BARRIER,
			.first = first_of(r),
			.second = r->second,
		};
		left &= ~(((1U << bytes) - 1) << first);
	}
	return n;
}
