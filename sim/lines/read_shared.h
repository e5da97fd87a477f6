/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * read_shared: pf_read_shared, cycle for cycle: loads of blocks that many have read, and nobody has
 * written since, need no check.
 *
 *   operation ──> all of its words known to be quiet ──> skip
 *       └──> a piece with a token ──> the check ──> back: which words of its beat are quiet
 *
 * Called each cycle: read_shared_eval() with the operation, then read_shared_step().
 */
#ifndef SIM_LINES_READ_SHARED_H
#define SIM_LINES_READ_SHARED_H

#include <stdbool.h>
#include <stdint.h>

enum { SHARED_PLACES = 4, NO_TOKEN = SHARED_PLACES };

struct read_shared {
	struct {
		/* For eval: it stays until op_ready. */
		bool op_valid, op_load, op_make; /* load: check_quiet_load() */
		uint32_t op_block, op_words;
		/* For step */
		bool op_ready;
		bool piece;                     /* one is sent, with the token */
		bool back;                      /* one has been checked */
		uint32_t back_token, back_beat; /* with this token; NO_TOKEN */
		uint32_t back_quiet;            /* words of the beat */
		bool forget;
	} in;
	bool skip;      /* it needs no check */
	uint32_t token; /* NO_TOKEN: none */

	/* Private */
	struct {
		bool live, used; /* used: something was skipped for it since it was looked at */
		uint32_t block, words, out;
	} place[SHARED_PLACES];
	uint32_t turn;
	bool waits, refused;
	bool quiet, want, free, give;
	int here; /* -1: no place has the block */
};

void read_shared_reset(struct read_shared *r);
void read_shared_eval(struct read_shared *r);
void read_shared_step(struct read_shared *r);

#endif
