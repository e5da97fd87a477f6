/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * random: litmus programs from a seed, and smaller ones from one that misbehaves.
 *
 * Two to four threads (or pairs of lanes in step) in one to three blocks, over a few overlapping
 * variables of 1, 2, 4 and 8 bytes in global and shared memory. A third of the programs are made
 * of nothing but chance, a third hand data on by release and acquire patterns which chance
 * varies, a third take turns at the data in good order, but for a mistake now and then.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdbool.h>
#include <stdint.h>

enum { RANDOM_BODIES = 4, RANDOM_STATEMENTS = 20, RANDOM_TEXT = 4096 };

struct random_statement {
	char text[52];
	uint32_t group; /* not 0: statements of several threads that belong together (a barrier) */
};

struct random_program {
	uint32_t n;
	struct {
		uint32_t block, warp, lanes; /* lanes: mask */
		uint32_t n;
		struct random_statement at[RANDOM_STATEMENTS];
	} body[RANDOM_BODIES];
};

void random_make(struct random_program *p, uint64_t seed);
/* As a litmus test. */
void random_text(const struct random_program *p, char text[RANDOM_TEXT]);

/* Drops threads, barriers and statements as long as still() holds. */
void random_shrink(struct random_program *p,
		   bool (*still)(void *ctx, const struct random_program *p), void *ctx);

#endif
