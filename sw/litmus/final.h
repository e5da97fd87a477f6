/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * final: what a test says about values at the end: `exists (x == 1 && b0.t0.r == 0)`.
 *
 * A thread's name is only a register. What a condition asks of it the thread stores behind the
 * variables when it leaves, into a word of its own, which nothing else touches.
 */
#ifndef LITMUS_FINAL_H
#define LITMUS_FINAL_H

#include "build.h"

/* Before the test's lines: the names of threads that its conditions ask for. */
int final_scan(struct build *b);
/* After `exists`, `never` or `always`. */
int final_take(struct build *b, enum litmus_verdict in);
/* Where a thread of the body being read leaves: stores what is asked for. */
void final_store(struct build *b);
/* After the test's lines: every name asked for has been there. Room for the words. */
int final_finish(struct build *b);

#endif
