/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "races.h"

#include <stddef.h>

enum { LANES = 4, GROUPS = 8, LANES_ALL = (1 << LANES) - 1, LINE_WORDS_LOG2 = 5 };

void races_reset(struct races *r)
{
	r->valid = r->blocks_turn = r->last = false;
	r->told = 0;
}

/* The lowest group of the line's race that was not told. */
static void show_line(struct races *r, const struct line_check_race *line)
{
	const uint32_t words = line->words[0] | line->words[1] | line->words[2];
	uint32_t left = 0;
	unsigned at;

	for (unsigned i = 0; i < GROUPS; i++)
		left |= (uint32_t)((words >> LANES * i & LANES_ALL) != 0) << i;
	left &= ~r->told;
	at = (unsigned)__builtin_ctz(left);
	r->last = (left & (left - 1)) == 0;
	r->group = (struct race_group){.lanes = words >> LANES * at & LANES_ALL,
				       .sub = line->sub,
				       .word = line->line << LINE_WORDS_LOG2 | LANES * at,
				       .owner = line->owner,
				       .pc = line->pc,
				       .tag = line->tag};
	for (unsigned k = 0; k < LANES; k++)
		for (unsigned c = 0; c < LINE_CLASSES; c++)
			if (line->words[c] >> (LANES * at + k) & 1) {
				r->group.row[k] = line->row[c];
				r->group.before[k] = line->before[c];
			}
}

static void show_block(struct races *r, const struct block_check_race *block)
{
	r->group = (struct race_group){.lanes = block->lanes,
				       .sub = block->sub,
				       .word = block->line << LINE_WORDS_LOG2 | block->beat * LANES,
				       .owner = block->owner,
				       .pc = block->pc,
				       .tag = block->tag};
	for (unsigned k = 0; k < LANES; k++) {
		r->group.row[k] = block->row[k];
		r->group.before[k] = block->before[k];
	}
}

void races_eval(struct races *r, const struct line_check_race *line,
		const struct block_check_race *block)
{
	r->valid = (r->blocks_turn ? (const void *)block : (const void *)line) != NULL;
	if (r->valid && r->blocks_turn)
		show_block(r, block);
	else if (r->valid)
		show_line(r, line);
}

bool races_line_taken(const struct races *r, bool ready)
{
	return r->valid && !r->blocks_turn && ready && r->last;
}

bool races_block_taken(const struct races *r, bool ready)
{
	return r->valid && r->blocks_turn && ready;
}

void races_step(struct races *r, const struct line_check_race *line,
		const struct block_check_race *block, bool ready)
{
	const bool other = (r->blocks_turn ? (const void *)line : (const void *)block) != NULL;

	if (r->valid && !r->blocks_turn && ready)
		r->told = r->last ? 0 : r->told | 1U << (r->group.word / LANES % GROUPS);
	if (other && !(r->valid && !ready))
		r->blocks_turn = !r->blocks_turn;
}
