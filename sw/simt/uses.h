/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * uses: what a timing model must know of a lowered instruction: which unit runs it, which registers
 * it reads and writes.
 *
 * Registers are named by their 64-byte slots in the warp's register file (offset / 64): a 16-bit
 * register has one, a 32-bit register two, a 64-bit register four; up to 16 predicates share one,
 * in which case a wait is longer than needed, never shorter. One more slot, the last, is the carry
 * of add.cc and its like. Names are taken modulo 2^16, so that in a register file of more than 4 MB
 * registers share slots as predicates do.
 *
 * An instruction has to wait for earlier writes of what it reads and of what it writes: lanes that
 * are inactive keep their values.
 *
 * Not named: the constant pool; the scratch register of `_`, which nobody reads; parameter memory
 * of functions, the frame pointer and the arguments of call, ret and system calls, since these are
 * CONTROL and wait for everything.
 */
#ifndef USES_H
#define USES_H

#include "simt.h"

enum simt_class {
	SIMT_CLASS_MOVE, /* mov, cvt between integers, selp, logic on predicates; what does nothing
			  */
	SIMT_CLASS_INT,
	SIMT_CLASS_MUL,   /* integer multiply, mad, dot products */
	SIMT_CLASS_DIV,   /* integer divide, remainder */
	SIMT_CLASS_FLOAT, /* with conversions from and to f32 and f16 */
	SIMT_CLASS_DOUBLE,
	SIMT_CLASS_SPECIAL, /* sqrt, rcp, sin, divisions of floats, pf.math */
	SIMT_CLASS_BRANCH,
	SIMT_CLASS_CONTROL, /* call, ret, exit, barrier, fence, warp sync, shuffle, system call,
			     * parameters of functions:
			     * waits until all of the warp's operations are done */
	SIMT_CLASS_MEMORY,
	SIMT_CLASSES
};
const char *simt_class_name(enum simt_class c);

enum {                      /* slots */
       SIMT_MAX_READS = 68, /* a product of f64: 8, 4 and 4 registers of four, and guard: 65 */
       SIMT_MAX_WRITES = 16
};

struct simt_uses {
	uint8_t cls; /* enum simt_class */
	uint8_t n_reads, n_writes;
	/* slots, each once; guard predicates are among the reads */
	uint16_t reads[SIMT_MAX_READS], writes[SIMT_MAX_WRITES];
};

/* k->n_code entries; free() them. */
struct simt_uses *simt_uses(const struct simt_kernel *k);
uint32_t simt_slots(const struct simt_kernel *k); /* at most 65536 */

#endif
