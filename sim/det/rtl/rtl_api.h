/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rtl_api: what photofinish-rtl-GEOMETRY.so offers: a table of functions, found by its one symbol.
 *
 *   rtl_load.c ── dlopen, dlsym("photofinish_rtl") ──> struct rtl_api ──> ports of Verilated units
 *
 * The library is asked for its number of this header and for a hash of the sizes and field widths
 * that it was built with; then the unit itself for its registers ID, VERSION, CONFIG and WIDTHS.
 */
#ifndef SIM_DET_RTL_API_H
#define SIM_DET_RTL_API_H

#include <stddef.h>

#include "../port.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RTL_API = 2 };

struct rtl_api {
	uint32_t api; /* RTL_API */
	bool wave;    /* built with traces */
	const char *geometry;
	uint64_t fields; /* rtl_fields() of it */
	/* After reset, idle. wave: FST file, or NULL. */
	struct sm_port *(*sm_create)(bool policy, const char *wave);
	void (*sm_destroy)(struct sm_port *p);
	void (*sm_step)(struct sm_port *p);
	struct slice_port *(*slice_create)(const char *wave);
	void (*slice_destroy)(struct slice_port *p);
	void (*slice_step)(struct slice_port *p);
	/* The wave is complete and closed; the unit goes on without. */
	void (*sm_wave_end)(struct sm_port *p);
	void (*slice_wave_end)(struct slice_port *p);
};

typedef const struct rtl_api *(*rtl_entry_fn)(void);

#ifdef __cplusplus
}
#endif

/* FNV-1a of all that C and Verilog must agree on. */
static inline uint64_t rtl_mix(uint64_t hash, uint32_t value)
{
	return (hash ^ value) * 0x100000001b3ULL;
}

/* clang-format off */
#define RTL_FIELDS(N) \
	{ \
		static const uint32_t size[] = { \
			PF_##N##_SMS, PF_##N##_BLOCK_SLOTS, PF_##N##_WARPS, PF_##N##_LOCK_ENTRIES, \
			PF_##N##_LANES, PF_##N##_LINES, PF_##N##_PENDING, PF_##N##_ADDR_W, \
			PF_##N##_SEEN, PF_##N##_FENCE_BLOCK_W, PF_ROW_CODES, PF_KIND_CODES, \
			PF_REQ_CODES, PF_EVT_CODES}; \
		static const struct pf_bits meta[] = PF_META_LAYOUT_##N; \
		static const struct pf_bits tag[] = PF_TAG_LAYOUT_##N; \
		static const struct pf_bits race[] = PF_RACE_LAYOUT_##N; \
		for (size_t i = 0; i < sizeof(size) / sizeof(*size); i++) \
			hash = rtl_mix(hash, size[i]); \
		for (size_t i = 0; i < PF_META_FIELDS; i++) \
			hash = rtl_mix(hash, meta[i].lsb * 256U + meta[i].width); \
		for (size_t i = 0; i < PF_TAG_FIELDS; i++) \
			hash = rtl_mix(hash, tag[i].lsb * 256U + tag[i].width); \
		for (size_t i = 0; i < PF_RACE_FIELDS; i++) \
			hash = rtl_mix(hash, race[i].lsb * 256U + race[i].width); \
	}
/* clang-format on */

#endif
