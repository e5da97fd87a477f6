/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * regs: pf_regs of pf_line_unit: registers, and the rules that keep it from running on a wrong
 * setting. Cycle for cycle; but that a configuration fits together, and how far RING_TAIL is from
 * RING_HEAD, is looked at at once, at the end of the cycles that the Verilog takes for it.
 */
#ifndef SIM_LINES_REGS_H
#define SIM_LINES_REGS_H

#include <stdbool.h>
#include <stdint.h>

#include "pf_regs.h"

struct regs_config {
	uint32_t addr_bits, tag_bits, epoch_bits; /* widths, as WIDTHS tells */
	uint32_t lanes, lines;                    /* as CONFIG tells */
};

struct regs {
	struct regs_config config;
	struct {
		bool valid, write; /* they stay until ready */
		uint8_t address;
		uint32_t data;
		bool idle, drained, sweeping, ring_full;
		uint32_t ring_head;
		bool count_ready;
		uint64_t count_total;
	} in;
	/* The port's */
	bool ready, error;
	uint32_t data;
	/* Commands, a cycle each */
	bool sweep, clear;
	bool count_valid;
	uint32_t count_index;
	bool idle;
	/* The registers */
	uint32_t ctrl, base, words, entries, meta_base, ring_base, ring_log2, tail;
	bool count, scord; /* fences count; the policy as of the last sweep */

	/* Private */
	uint32_t state;
	bool checked, swept, waits, free, bad;
	uint32_t high;
};

void regs_init(struct regs *r, const struct regs_config *c);
void regs_reset(struct regs *r);
void regs_step(struct regs *r);

#endif
