/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "read_shared.h"

#include <string.h>

enum { BEAT_WORDS = 4 };

void read_shared_reset(struct read_shared *r)
{
	memset(r, 0, sizeof(*r));
	r->here = -1;
	r->token = NO_TOKEN;
}

void read_shared_eval(struct read_shared *r)
{
	r->skip = r->quiet = r->want = r->give = false;
	r->token = NO_TOKEN;
	r->here = -1;
	if (!r->in.op_valid)
		return;
	for (int i = 0; i < SHARED_PLACES && r->here < 0; i++)
		if (r->place[i].live && r->place[i].block == r->in.op_block)
			r->here = i;
	r->quiet = r->in.op_load && !r->in.op_make;
	if (!r->quiet)
		return;
	r->want = r->here < 0;
	r->free = !r->place[r->turn].out && !r->place[r->turn].used;
	r->give = !r->refused && (!r->want || r->free);
	if (r->give)
		r->token = r->want ? r->turn : (uint32_t)r->here;
	r->skip = r->here >= 0 && !(r->in.op_words & ~r->place[r->here].words) && !r->waits;
}

/* A piece comes back, and tells what the check has seen. */
static void back(struct read_shared *r)
{
	r->place[r->in.back_token].out--;
	r->place[r->in.back_token].words |= r->in.back_quiet << BEAT_WORDS * r->in.back_beat;
}

/* The place whose turn it is was looked at. */
static void look(struct read_shared *r)
{
	const uint32_t at = r->turn;
	const bool take = r->give && r->in.piece;

	r->place[at].used = false;
	if (take) {
		r->place[at].live = true;
		r->place[at].block = r->in.op_block;
		r->place[at].words = 0;
	}
	if (!r->free || take)
		r->turn = (at + 1) % SHARED_PLACES;
}

void read_shared_step(struct read_shared *r)
{
	if (r->in.back && r->in.back_token != NO_TOKEN)
		back(r);
	if (r->want && !r->refused)
		look(r);
	if (r->in.piece && r->token != NO_TOKEN)
		r->place[r->token].out++;
	if (r->skip)
		r->place[r->here].used = true;
	if (r->in.op_valid && r->here >= 0 && !r->quiet)
		r->place[r->here].live = false;
	if (r->in.forget)
		for (unsigned i = 0; i < SHARED_PLACES; i++)
			r->place[i].live = false;
	r->waits = r->in.op_valid && !r->in.op_ready && !r->skip;
	r->refused = r->quiet && !r->skip && !r->give && !r->in.piece;
}
