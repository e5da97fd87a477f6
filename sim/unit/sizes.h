/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sizes: what the Verilog of a geometry is built with, by its name.
 *
 *   fields.tab ─> pf_fields.h ─> struct unit_geometry ─┬─> the host: what fits, what is refused
 *                                                      └─> unit_fields(): the same on both sides
 */
#ifndef SIM_UNIT_SIZES_H
#define SIM_UNIT_SIZES_H

#include <string.h>

#include "reference/pf_meta.h"
#include "pf_fields.h"

/* clang-format off */
#define UNIT_SIZES(X, N) \
	X(sms, PF_##N##_SMS) X(block_slots, PF_##N##_BLOCK_SLOTS) X(warps, PF_##N##_WARPS) \
	X(addr_bits, PF_##N##_ADDR_W) \
	X(lock_entries, PF_##N##_LOCK_ENTRIES) X(lanes, PF_##N##_LANES) X(lines, PF_##N##_LINES) \
	X(pending, PF_##N##_PENDING) X(seen, PF_##N##_SEEN) \
	X(fence_block_bits, PF_##N##_FENCE_BLOCK_W) \
	X(line_bits, PF_##N##_LINE_W) X(log_entries, PF_##N##_LOG_ENTRIES) \
	X(log_open, PF_##N##_LOG_OPEN) X(bloom_bits, PF_##N##_BLOOM_BITS) \
	X(bloom_ways, PF_##N##_BLOOM_WAYS) X(count_bits, PF_##N##_COUNT_W) \
	X(quantum_bits, PF_##N##_QUANTUM_W) X(warp_bits, PF_##N##_COMMIT_WARP_W) \
	X(z_sets, PF_##N##_Z_SETS) X(z_ways, PF_##N##_Z_WAYS) \
	X(z_requests, PF_##N##_Z_REQUESTS) X(z_misses, PF_##N##_Z_MISSES) \
	X(z_filter, PF_##N##_Z_FILTER) \
	X(shared_banks, PF_##N##_SHARED_BANKS) X(shared_words, PF_##N##_SHARED_WORDS) \
	X(shared_warps, PF_##N##_SHARED_WARPS) X(shared_rows, PF_##N##_SHARED_BYTE_ROWS) \
	X(shared_number_bits, PF_##N##_SHARED_NUMBER_W) \
	X(shared_phase_bits, PF_##N##_SHARED_PHASE_W) X(shared_pc_bits, PF_##N##_SHARED_PC_W) \
	X(shared_credit_bits, PF_##N##_SHARED_CREDIT_W) X(shared_every_bits, PF_##N##_SHARED_EVERY_W) \
	X(shared_meet_bits, PF_##N##_SHARED_MEET_W)
#define UNIT_SIZE_FIELD(name, value) uint32_t name;
#define UNIT_SIZE_VALUE(name, value) value,
#define UNIT_GEOMETRY(n, N) \
	{n, {UNIT_SIZES(UNIT_SIZE_VALUE, N)}, PF_META_LAYOUT_##N, PF_TAG_LAYOUT_##N, PF_RACE_LAYOUT_##N, \
	 {PF_IGUARD_TAG_LAYOUT_##N, PF_IGUARD_SIDE_LAYOUT_##N, PF_IGUARD_MESSAGE_LAYOUT_##N, PF_IGUARD_RACE_LAYOUT_##N}}
/* clang-format on */

struct unit_sizes {
	UNIT_SIZES(UNIT_SIZE_FIELD, REF)
};

struct unit_geometry {
	const char *name;
	struct unit_sizes size;
	struct pf_bits meta[PF_META_FIELDS], tag[PF_TAG_FIELDS], race[PF_RACE_FIELDS];
	struct unit_iguard_records {
		struct pf_bits tag[PF_IGUARD_TAG_FIELDS], side[PF_IGUARD_SIDE_FIELDS];
		struct pf_bits message[PF_IGUARD_MESSAGE_FIELDS], race[PF_IGUARD_RACE_FIELDS];
	} iguard;
};

/* NULL: there is none of that name. */
const struct unit_geometry *unit_geometry_named(const char *name);

/* FNV-1a, word by word. */
static inline uint64_t unit_mix(uint64_t hash, const uint32_t *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		hash = (hash ^ v[i]) * 0x100000001b3ULL;
	return hash;
}

static inline uint64_t unit_mix_bits(uint64_t hash, const struct pf_bits *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const uint32_t v = b[i].lsb * 256U + b[i].width;

		hash = unit_mix(hash, &v, 1);
	}
	return hash;
}

/* Hash of all that C and Verilog must agree on. */
static inline uint64_t unit_fields(const struct unit_geometry *g)
{
	const uint32_t codes[] = {
		PF_ROW_CODES,         PF_KIND_CODES,        PF_REQ_CODES,
		PF_EVT_CODES,         PF_IGUARD_KIND_CODES, PF_IGUARD_OTHERS_CODES,
		PF_IGUARD_STEP_CODES, PF_IGUARD_SM_CODES,   PF_IGUARD_MSG_CODES};
	uint32_t size[sizeof(g->size) / sizeof(g->size.sms)];
	uint64_t hash = unit_mix(0, codes, sizeof(codes) / sizeof(*codes));

	memcpy(size, &g->size, sizeof(size));
	hash = unit_mix(hash, size, sizeof(size) / sizeof(*size));
	hash = unit_mix_bits(hash, g->meta, PF_META_FIELDS);
	hash = unit_mix_bits(hash, g->tag, PF_TAG_FIELDS);
	hash = unit_mix_bits(hash, g->race, PF_RACE_FIELDS);
	hash = unit_mix_bits(hash, g->iguard.tag, PF_IGUARD_TAG_FIELDS);
	hash = unit_mix_bits(hash, g->iguard.side, PF_IGUARD_SIDE_FIELDS);
	hash = unit_mix_bits(hash, g->iguard.message, PF_IGUARD_MESSAGE_FIELDS);
	return unit_mix_bits(hash, g->iguard.race, PF_IGUARD_RACE_FIELDS);
}

#endif
