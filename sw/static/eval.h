/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * eval: a kernel's blocks, and its loops (loop.c).
 */
#ifndef STATIC_EVAL_H
#define STATIC_EVAL_H

#include "static_int.h"

/* All blocks; in p->found what they access. The reason why not, and where, or NULL. */
const char *eval_kernel(struct prover *p, uint32_t *at);
void eval_free(struct prover *p);

void ways_clear(struct ways *w);
/* What is known behind several ways; false: no thread comes there. The caller frees *dom. */
bool eval_merge(struct prover *p, struct ways *w, isl_set **dom, bool *exact, sym_id *reg);
/* One block, from what is known at its begin. Takes dom. */
void eval_head(struct prover *p, unsigned b, isl_set *dom, bool exact, const sym_id *reg);
/* The blocks of a loop but its head, or (PTX_NONE) of the kernel. */
void eval_blocks(struct prover *p, int loop);

void loop_begin(struct prover *p, unsigned loop);
/* A loop, from the ways to its head. */
void loop_eval(struct prover *p, int loop);

#endif
