/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_table: when what of each warp slot and block slot was fenced, in a slice.
 *
 *   messages of SMs: fence, a block begins, an epoch ─> row of the warp slot, row of the block
 *   side of an entry: its block and warp ─────────────> both rows: pf_iguard_times
 *
 * A block's ID is its slot and its SM side by side, the SM in the low bits; a warp is a warp slot
 * of the SM. So rows are as many as there are slots, and none is shared.
 */
#ifndef PF_IGUARD_TABLE_H
#define PF_IGUARD_TABLE_H

#include "pf_iguard_clock.h"
#include "pf_iguard_entry.h"

/* All zero but the widths: nothing has been fenced. */
struct pf_iguard_table {
	uint32_t sm_bits, warp_bits, block_bits;
	struct pf_iguard_warp_row {
		struct pf_iguard_fenced any, dev;
	} * warp; /* by SM and warp slot */
	struct pf_iguard_block_row {
		uint32_t begin, dev_bar;
	} * block; /* by ID */
};

void pf_iguard_table_init(struct pf_iguard_table *x, uint32_t sm_bits, uint32_t warp_bits,
			  uint32_t block_bits);
void pf_iguard_table_free(struct pf_iguard_table *x);

/* lane: that fenced alone, or PF_IGUARD_ALL. s: the fence's stamp. */
void pf_iguard_table_fence(struct pf_iguard_table *x, uint32_t block, uint32_t warp, uint32_t lane,
			   const struct pf_iguard_stamp *s, bool device);
void pf_iguard_table_begin(struct pf_iguard_table *x, uint32_t block, uint32_t when);
void pf_iguard_table_epoch(struct pf_iguard_table *x);
struct pf_iguard_times pf_iguard_table_times(const struct pf_iguard_table *x, uint32_t block,
					     uint32_t warp);

#endif
