/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * uses: what a timing model must know of a lowered instruction: which unit runs it, which registers
 * it reads and writes.
 *
 * Registers are named by their 64-byte slot in the warp's register file (offset / 64): the smallest
 * register, a predicate, has a slot of its own or shares it, in which case a wait is longer than
 * needed, never shorter.
 */
#ifndef USES_H
#define USES_H

#include "simt.h"

enum simt_class {
	SIMT_CLASS_MOVE, /* mov, cvt between integers, selp, logic on predicates */
	SIMT_CLASS_INT,
	SIMT_CLASS_MUL, /* integer multiply, mad */
	SIMT_CLASS_DIV, /* integer divide, remainder */
	SIMT_CLASS_FLOAT,
	SIMT_CLASS_DOUBLE,
	SIMT_CLASS_SPECIAL, /* sqrt, rcp, sin, div.f32 ... */
	SIMT_CLASS_BRANCH,
	SIMT_CLASS_CONTROL, /* call, ret, exit, barrier, fence, warp sync, shuffle, system call:
			     * waits until all of the warp's operations are done */
	SIMT_CLASS_MEMORY,
	SIMT_CLASSES
};
const char *simt_class_name(enum simt_class c);

struct simt_uses {
	uint8_t cls; /* enum simt_class */
	uint8_t n_reads, n_writes;
	uint16_t reads[12], writes[6]; /* slots; guard predicates are among the reads */
};

/* n_code entries; free() them. NULL never. A kernel whose register file has more than 65535 slots
 * is refused by simt_lower() already. */
struct simt_uses *simt_uses(const struct simt_kernel *k);
uint32_t simt_slots(const struct simt_kernel *k);

#endif
