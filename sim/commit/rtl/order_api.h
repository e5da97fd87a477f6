/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * order_api: what photofinish-order-GEOMETRY.so offers: a table of functions, found by its one
 * symbol.
 *
 *   load.c ── dlopen, dlsym("photofinish_order") ──> struct order_api ──> ports of Verilated units
 *
 * The library is asked for its number of this header and for a hash of the sizes that it was built
 * with.
 */
#ifndef SIM_COMMIT_ORDER_API_H
#define SIM_COMMIT_ORDER_API_H

#include <stddef.h>

#include "../port.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { ORDER_API = 1 };

struct order_api {
	uint32_t api; /* ORDER_API */
	const char *geometry;
	uint64_t fields; /* order_fields() of it */
	/* After reset, idle. */
	struct store_port *(*store_create)(void);
	void (*store_destroy)(struct store_port *p);
	void (*store_step)(struct store_port *p);
	struct z_port *(*z_create)(void);
	void (*z_destroy)(struct z_port *p);
	void (*z_step)(struct z_port *p);
	void (*z_reset)(struct z_port *p); /* as after z_create() */
	struct quantum_port *(*quantum_create)(void);
	void (*quantum_destroy)(struct quantum_port *p);
	void (*quantum_step)(struct quantum_port *p);
	void (*quantum_look)(struct quantum_port *p); /* the mode has changed within a cycle */
};

typedef const struct order_api *(*order_entry_fn)(void);

#ifdef __cplusplus
}
#endif

/* FNV-1a of all that C and Verilog must agree on. */
static inline uint64_t order_mix(uint64_t hash, uint32_t value)
{
	return (hash ^ value) * 0x100000001b3ULL;
}

/* clang-format off */
#define ORDER_FIELDS(N) \
	{ \
		static const uint32_t size[] = { \
			PF_##N##_SMS, PF_##N##_BLOCK_SLOTS, PF_##N##_WARPS, PF_##N##_ADDR_W, \
			PF_##N##_LINE_W, PF_##N##_LOG_ENTRIES, PF_##N##_LOG_OPEN, \
			PF_##N##_BLOOM_BITS, PF_##N##_BLOOM_WAYS, PF_##N##_COUNT_W, PF_##N##_QUANTUM_W, \
			PF_##N##_COMMIT_WARP_W, PF_##N##_Z_SETS, PF_##N##_Z_WAYS, \
			PF_##N##_Z_REQUESTS, PF_##N##_Z_MISSES, PF_##N##_Z_FILTER}; \
		for (size_t i = 0; i < sizeof(size) / sizeof(*size); i++) \
			hash = order_mix(hash, size[i]); \
	}
/* clang-format on */

#endif
