/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fence_counts.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { ADDS = 1 };

static uint32_t next_era(const struct fence_counts *f, uint32_t era)
{
	return (era + 1) & (f->config.eras - 1);
}

static uint32_t index_bits(const struct fence_counts *f)
{
	return f->config.block_bits + f->config.geometry->warp_bits;
}

static uint32_t index_of(const struct fence_counts *f, uint32_t block, uint32_t warp)
{
	return (block & ((1U << f->config.block_bits) - 1)) << f->config.geometry->warp_bits | warp;
}

static uint32_t copy_bits(const struct fence_counts *f)
{
	return f->config.look_bits < index_bits(f) ? f->config.look_bits : index_bits(f);
}

/* Among the copies: the index's low bits, its upper ones turned about over the warp's highest, so
 * that blocks of few warps do not meet. */
static uint32_t place_of(const struct fence_counts *f, uint32_t index)
{
	const uint32_t bits = copy_bits(f);
	uint32_t place = index & ((1U << bits) - 1);

	for (uint32_t j = 0; bits + j < index_bits(f); j++)
		place ^= (index >> (bits + j) & 1)
			 << (f->config.geometry->warp_bits + j * (bits - 1) + bits - 1) % bits;
	return place;
}

/* Ready */

static bool may(const struct fence_counts *f)
{
	return !f->clears && !f->stop && !f->shut;
}

bool fence_counts_room(const struct fence_counts *f)
{
	return may(f) && f->inside < f->config.most_inside - ADDS;
}

/* A fence of its warp is remembered, or there is no place for another. */
bool fence_counts_waits(const struct fence_counts *f)
{
	const uint32_t index = index_of(f, f->in.block, f->in.warp);

	if (!f->inside)
		return false;
	if (next_era(f, f->era) == f->old)
		return true;
	for (uint32_t e = f->old; e != f->era; e = next_era(f, e))
		if (f->slot[e] == index)
			return true;
	return false;
}

bool fence_counts_ready(const struct fence_counts *f)
{
	return f->in.fence ? may(f) && f->pass : fence_counts_room(f);
}

bool fence_counts_busy(const struct fence_counts *f)
{
	return f->clears || f->sweep_left || f->sweep_read || f->sweep_write;
}

bool fence_counts_idle(const struct fence_counts *f)
{
	return !f->shut && !f->fill && !f->sweep_write;
}

/* Steps */

/* The fence of the cycle before is counted. */
static void count_fence(struct fence_counts *f)
{
	f->file[f->index] = (struct pf_fences){.blk = (f->self.blk + !f->device) & f->mask,
					       .dev = (f->self.dev + f->device) & f->mask};
	f->stop |= f->wraps;
}

static void answer(struct fence_counts *f, unsigned port)
{
	const uint32_t index = f->look_index[port];
	const struct pf_fences now = f->file[index];
	bool less_blk = false, less_dev = false;

	f->counted[port] = true;
	for (uint32_t e = f->look_era[port]; e != f->era; e = next_era(f, e)) {
		less_blk |= f->slot[e] == index && !f->slot_device[e];
		less_dev |= f->slot[e] == index && f->slot_device[e];
	}
	f->counts[port].blk = (now.blk - less_blk) & f->mask;
	f->counts[port].dev = (now.dev - less_dev) & f->mask;
}

/* A copy is written, ... */
static bool writes(const struct fence_counts *f)
{
	return f->fence || f->fill || f->sweep_write;
}

/* ... whose is this. */
static uint32_t written(const struct fence_counts *f)
{
	return f->fence ? f->index : f->fill ? f->fill_index : f->sweep_place - 1 - f->sweep_read;
}

/* After count_fence(): the file is that of the next cycle. */
static void look(struct fence_counts *f, unsigned port)
{
	const uint32_t index = index_of(f, f->in.look_block[port], f->in.look_warp[port]);
	const uint32_t place = place_of(f, index);

	f->look_index[port] = index;
	f->look_era[port] = f->in.look_era[port];
	/* A place that is written cannot be read. */
	if (writes(f) && place_of(f, written(f)) == place)
		f->counted[port] = written(f) == index;
	else
		f->counted[port] = f->copied[place] == index >> copy_bits(f);
	if (f->counted[port])
		answer(f, port);
}

/* The first of those that wait, FENCE_LOOKS without one */
static unsigned first_missing(const struct fence_counts *f)
{
	unsigned i = 0;

	while (i < FENCE_LOOKS && f->counted[i])
		i++;
	return i;
}

static void step_looks(struct fence_counts *f)
{
	const unsigned first = first_missing(f);
	const bool fetch = first < FENCE_LOOKS && !f->fetch && !f->fill;

	for (unsigned i = 0; i < FENCE_LOOKS; i++)
		if (f->in.look[i])
			look(f, i);
		else if (f->fill && !f->counted[i] && f->look_index[i] == f->fill_index)
			answer(f, i);
	if (writes(f))
		f->copied[place_of(f, written(f))] = (uint16_t)(written(f) >> copy_bits(f));
	f->fill = f->fetch;
	f->fill_index = f->fetch_index;
	f->fetch = fetch;
	if (fetch)
		f->fetch_index = f->look_index[first];
}

/* The sweep reads its next place. */
static bool sweeps(const struct fence_counts *f)
{
	return f->sweep_left && first_missing(f) == FENCE_LOOKS &&
	       (f->in.hurry || (f->inside && !f->in.arrives && !f->shut));
}

static void step_sweep(struct fence_counts *f, bool reads)
{
	f->sweep_write = f->sweep_read;
	f->sweep_read = reads;
	f->sweep_place += reads;
	f->sweep_left -= reads;
}

static void step_pieces(struct fence_counts *f, bool comes)
{
	if (f->old != f->era && !f->pieces[f->old])
		f->old = next_era(f, f->old);
	f->pieces[f->era] += comes;
	f->inside += comes;
	if (f->in.add) {
		f->pieces[f->in.add_era]++;
		f->inside++;
	}
	for (unsigned i = 0; i < FENCE_ENDS; i++)
		if (f->in.end[i]) {
			f->pieces[f->in.end_era[i]]--;
			f->inside--;
		}
}

static void arrive(struct fence_counts *f)
{
	f->index = index_of(f, f->in.block, f->in.warp);
	f->self = f->file[f->index];
	f->slot[f->era] = f->index;
	f->slot_device[f->era] = f->in.device;
	f->device = f->in.device;
}

static void start_clear(struct fence_counts *f)
{
	f->clears = true;
	f->clear_left = 1U << copy_bits(f);
	f->stop = f->sweep_read = f->sweep_write = false;
	f->sweep_left = 0;
	memset(f->file, 0, sizeof(*f->file) << index_bits(f));
	memset(f->copied, 0, sizeof(*f->copied) << copy_bits(f));
}

static void start_epoch(struct fence_counts *f)
{
	f->stop = false;
	f->sweep_place = 0;
	f->sweep_left = 1U << copy_bits(f);
	memset(f->file, 0, sizeof(*f->file) << index_bits(f));
}

void fence_counts_step(struct fence_counts *f)
{
	const bool comes = f->in.accepted && !f->in.fence, fence = f->in.accepted && f->in.fence;
	const bool some = f->inside != 0;
	const bool pass = f->in.arrives && f->in.fence && may(f) && !fence_counts_waits(f);
	const bool reads = sweeps(f);

	if (f->fence)
		count_fence(f);
	step_looks(f);
	step_sweep(f, reads);
	if (f->in.arrives)
		arrive(f);
	step_pieces(f, comes);
	if (fence && some)
		f->era = next_era(f, f->era);
	f->fence = fence;
	f->pass = pass && !f->pass;
	if (f->clears)
		f->clears = --f->clear_left != 0;
	else if (f->in.clear)
		start_clear(f);
	else if (f->in.epoch)
		start_epoch(f);
	f->wraps = f->scord && f->fence && (f->device ? f->self.dev : f->self.blk) == f->mask;
	f->shut = f->wraps || f->fetch || f->sweep_read;
}

/* Life */

void fence_counts_reset(struct fence_counts *f)
{
	const struct fence_counts was = *f;

	memset(f, 0, sizeof(*f));
	f->config = was.config;
	f->scord = was.scord;
	f->mask = was.mask;
	f->file = was.file;
	f->copied = was.copied;
	for (unsigned i = 0; i < FENCE_LOOKS; i++)
		f->counted[i] = true;
	start_clear(f);
}

void fence_counts_init(struct fence_counts *f, const struct fence_counts_config *c)
{
	memset(f, 0, sizeof(*f));
	f->config = *c;
	f->mask = (1U << c->geometry->fence_bits) - 1;
	f->file = mem_alloc(sizeof(*f->file) << index_bits(f));
	f->copied = mem_alloc(sizeof(*f->copied) << copy_bits(f));
	fence_counts_reset(f);
}

void fence_counts_free(struct fence_counts *f)
{
	free(f->file);
	free(f->copied);
	f->file = NULL;
	f->copied = NULL;
}
