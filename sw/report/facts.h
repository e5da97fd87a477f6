/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * facts: what the program itself says about two racing accesses, as far as a fix needs it. Read
 * from the kernel's code when a race is new, since the module may go.
 *
 *   first ──> fence? ──> write of a flag  ...  read of the flag ──> fence? ──> second
 *
 * A flag is what both sides use by strong accesses, the later one in order to decide where to go on
 * (a loop that waits, a test for the last block) or to take a lock. All of it is looked for along
 * the edges of the code, not in the run, so a value that travels by memory is not followed.
 */
#ifndef FACTS_H
#define FACTS_H

#include "report_int.h"

/* pc_first may be RACE_NO_PC. same: both are of one block. */
void report_facts(struct report *r, const struct simt_kernel *k, uint32_t pc_first,
		  uint32_t pc_second, bool same_block, struct report_facts *f);

/* expr.c: registers written once, followed to what they stand for. */

/* The only instruction of f that writes the register; NULL: none or several. */
const struct ptx_insn *expr_def(const struct ptx_func *f, int reg);
/* The variable or parameter that an address comes from; NULL: not known. */
const struct ptx_var *expr_root(const struct ptx_func *f, const struct ptx_opnd *o);
/* Whether both are surely of one value in one thread. */
bool expr_same(const struct ptx_func *f, const struct ptx_opnd *a, const struct ptx_opnd *b);
/* Whether it is of one value in all threads of the block, or of the launch. */
bool expr_uniform(const struct ptx_func *f, const struct ptx_opnd *o, bool block);
/* Whether it decides a branch. */
bool expr_decides(const struct ptx_func *f, int reg);
/* The constant that it is. */
bool expr_constant(const struct ptx_func *f, const struct ptx_opnd *o, int64_t *value);
/* "atomicAdd": what the plain store does with what it loaded from its own address by *load; NULL:
 * nothing of the kind. */
const char *expr_update(const struct ptx_func *f, const struct ptx_insn *store,
			const struct ptx_insn **load);

#endif
