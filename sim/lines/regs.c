/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "regs.h"

#include <string.h>

#include "counters.h"

enum {
	IDLE,
	WRITE,
	READ,
	COUNT,
	READY,
	TAIL = 8,
	TAIL_END = TAIL + 4,
	FIT = 16,
	FIT_END = FIT + 13,
	POLICIES = 3,
	BEATS = 2,
	MOST_RING_LOG2 = 20
};

/* Registers that are there */

static bool is_counter(uint32_t address)
{
	return address & 0x80 ? !(address & 4) : (address & ~15U) == PF_REG_DROPPED;
}

static bool is_hole(uint32_t address)
{
	return (address & ~3U) == 0x1c || ((address & 0xc0) == 0x40 && address & 0x30);
}

static bool is_layout(uint32_t address)
{
	return address >= PF_REG_REGION_BASE && address < PF_REG_RING_BASE;
}

static bool is_config(uint32_t address)
{
	return address >= PF_REG_REGION_BASE && address < PF_REG_RING_HEAD;
}

static uint32_t status(const struct regs *r)
{
	const bool sweeps = r->waits || r->sweep;

	return (uint32_t)(r->in.idle && !sweeps) | (uint32_t)(r->in.sweeping || sweeps) << 1 |
	       (uint32_t)r->in.ring_full << 2 | (uint32_t)(r->in.drained && !sweeps) << 3 |
	       (uint32_t)r->checked << 4 | (uint32_t)r->swept << 5;
}

static uint32_t value(const struct regs *r, uint32_t address)
{
	const struct regs_config *c = &r->config;

	switch (address & ~3U) {
	case PF_REG_ID: return PF_REG_VALUE_ID;
	case PF_REG_VERSION: return PF_REG_VALUE_VERSION;
	case PF_REG_CONFIG: return POLICIES << 24 | BEATS << 16 | c->lines << 8 | c->lanes;
	case PF_REG_WIDTHS:
		return c->epoch_bits << 24 | c->tag_bits << 16 | (c->addr_bits - 3) << 8 |
		       c->addr_bits;
	case PF_REG_CTRL: return r->ctrl;
	case PF_REG_STATUS: return status(r);
	case PF_REG_REGION_BASE: return r->base;
	case PF_REG_REGION_WORDS: return r->words;
	case PF_REG_ENTRIES: return r->entries;
	case PF_REG_META_BASE: return r->meta_base;
	case PF_REG_RING_BASE: return r->ring_base;
	case PF_REG_RING_LOG2: return r->ring_log2;
	case PF_REG_RING_HEAD: return r->in.ring_head;
	case PF_REG_RING_TAIL: return r->tail;
	default: return address & 0x80 && address & 4 ? r->high : 0;
	}
}

/* Checks of a write */

static bool bad_count(const struct regs *r, uint32_t w)
{
	return w == 0 || w > 1U << (r->config.addr_bits - 2);
}

/* What one value alone tells. */
static bool bad_value(const struct regs *r)
{
	const uint32_t w = r->in.data, beats = 1U << (r->config.addr_bits - 3);

	switch (r->in.address & ~3U) {
	case PF_REG_CTRL:
		return w & PF_REG_CTRL_ENABLE_MASK &&
		       ((w ^ r->ctrl) & PF_REG_CTRL_SCORD_MASK || w & PF_REG_CTRL_BARE_SWEEP_MASK);
	case PF_REG_REGION_BASE: return w >> (r->config.addr_bits - 5) != 0;
	case PF_REG_REGION_WORDS:
	case PF_REG_ENTRIES: return bad_count(r, w);
	case PF_REG_META_BASE: return w >= beats || w % BEATS != 0;
	case PF_REG_RING_BASE: return w >= beats;
	case PF_REG_RING_LOG2: return w == 0 || w > MOST_RING_LOG2;
	case PF_REG_COMMAND:
	case PF_REG_RING_TAIL: return false;
	default: return true;
	}
}

/* The configuration fits together. */
static bool fits(const struct regs *r)
{
	const uint64_t beats = 1ULL << (r->config.addr_bits - 3);
	const uint64_t meta_end = r->meta_base + (((uint64_t)r->entries + 7) / 8) * BEATS;
	const uint64_t ring_end = r->ring_base + (1ULL << r->ring_log2);
	const bool enables = (r->in.address & ~3U) == PF_REG_CTRL;

	return r->words && (uint64_t)r->base * 8 + r->words <= 1ULL << (r->config.addr_bits - 2) &&
	       r->entries && (uint64_t)r->entries << r->config.tag_bits >= r->words &&
	       meta_end <= beats && r->ring_log2 && ring_end <= beats &&
	       (meta_end <= r->ring_base || ring_end <= r->meta_base) &&
	       !(enables && (r->tail - r->in.ring_head + (1U << r->ring_log2)) >> 31);
}

/* Old tail, new tail and head follow each other. */
static bool tail_fits(const struct regs *r)
{
	return r->in.data - r->tail < 1U << 31 && r->in.ring_head - r->in.data < 1U << 31;
}

/* Writes that want a drained unit, or one that was swept. */
static bool may_write(const struct regs *r)
{
	const uint32_t at = r->in.address & ~3U, w = r->in.data;
	const uint32_t but = PF_REG_CTRL_ENABLE_MASK | PF_REG_CTRL_IRQ_ENABLE_MASK;
	const bool same = ((w ^ r->ctrl) & ~but & 0x7f) == 0;
	const bool halts =
		same && (!(w & PF_REG_CTRL_ENABLE_MASK) || r->ctrl & PF_REG_CTRL_ENABLE_MASK);
	const bool ctrl = at == PF_REG_CTRL;
	const bool wants_free = is_config(at) || at == PF_REG_COMMAND || (ctrl && !halts);

	return (r->free || !wants_free) && (r->swept || !(ctrl && w & PF_REG_CTRL_ENABLE_MASK));
}

static void write(struct regs *r)
{
	const uint32_t w = r->in.data;

	switch (r->in.address & ~3U) {
	case PF_REG_CTRL: r->ctrl = w & 0x7f; break;
	case PF_REG_REGION_BASE: r->base = w; break;
	case PF_REG_REGION_WORDS: r->words = w; break;
	case PF_REG_ENTRIES: r->entries = w; break;
	case PF_REG_META_BASE: r->meta_base = w; break;
	case PF_REG_RING_BASE: r->ring_base = w; break;
	case PF_REG_RING_LOG2: r->ring_log2 = w; break;
	case PF_REG_RING_TAIL: r->tail = w; break;
	default: break;
	}
}

/* What an accepted write does to the rest. */
static void accept(struct regs *r)
{
	const uint32_t at = r->in.address & ~3U, w = r->in.data;
	const bool ctrl = at == PF_REG_CTRL, command = at == PF_REG_COMMAND;
	const bool worthless = is_layout(at) || (ctrl && (w ^ r->ctrl) & PF_REG_CTRL_SCORD_MASK);

	write(r);
	r->clear = command && w & PF_REG_COMMAND_CLEAR_MASK;
	if (command && w & PF_REG_COMMAND_SWEEP_MASK)
		r->waits = true;
	if (worthless)
		r->swept = false;
	if (worthless || r->waits)
		r->count = false;
	else if (ctrl && w & PF_REG_CTRL_ENABLE_MASK)
		r->count = true;
	if (is_config(at))
		r->checked = false;
	else if ((ctrl || command) && w & 1)
		r->checked = true;
}

/* Steps */

static uint32_t first_state(const struct regs *r)
{
	const uint32_t at = r->in.address & ~3U;

	if (!r->in.write)
		return is_counter(r->in.address) ? COUNT : READ;
	if ((at == PF_REG_CTRL || at == PF_REG_COMMAND) && r->in.data & 1 && !r->checked)
		return FIT;
	return at == PF_REG_RING_TAIL ? TAIL : WRITE;
}

static uint32_t next_state(struct regs *r)
{
	switch (r->state) {
	case IDLE: return r->in.valid ? first_state(r) : IDLE;
	case COUNT: return r->in.count_ready ? READY : COUNT;
	case READ: return READY;
	case WRITE:
	case READY: return IDLE;
	case TAIL_END: r->bad |= !tail_fits(r); return WRITE;
	case FIT_END: r->bad |= !fits(r); return WRITE;
	default: return r->state + 1;
	}
}

static void take_count(struct regs *r)
{
	const uint64_t total = r->in.count_total;
	const bool much = !(r->in.address & 0x80) && total >> 32 & 0xffff;

	r->data = much ? UINT32_MAX : (uint32_t)total;
	if (r->in.address & 0x80)
		r->high = (uint32_t)(total >> 32) & 0xffff;
}

void regs_step(struct regs *r)
{
	const bool sweeps = r->waits || r->sweep;
	const bool rests = r->waits && r->in.idle && r->state == IDLE;
	const bool ends = r->state == WRITE && !r->error, swept = r->sweep;

	if (r->state == READ)
		r->data = value(r, r->in.address);
	if (r->state == COUNT)
		take_count(r);
	if (r->state == IDLE)
		r->bad = r->in.valid && bad_value(r);
	r->state = next_state(r);
	r->free = r->in.drained && !sweeps;
	r->clear = false;
	if (swept)
		r->tail = 0;
	r->sweep = rests;
	if (rests) {
		r->waits = false;
		r->swept = true;
		r->scord = r->ctrl & PF_REG_CTRL_SCORD_MASK;
	}
	if (ends)
		accept(r);
	r->ready = r->state == WRITE || r->state == READY;
	r->error = r->state == READY ? is_hole(r->in.address)
				     : r->state == WRITE && (r->bad || !may_write(r));
	r->count_valid = r->state == COUNT;
	r->count_index = r->in.address & 0x80 ? r->in.address >> 3 & 15
					      : COUNTERS_DROPPED + (r->in.address >> 2 & 3);
	r->idle = r->state == IDLE && !r->waits && !r->sweep && !r->clear;
}

void regs_reset(struct regs *r)
{
	const struct regs_config config = r->config;
	const uint32_t high = r->high; /* a reset leaves it as it is */

	memset(r, 0, sizeof(*r));
	r->config = config;
	r->high = high;
	r->ctrl = PF_REG_CTRL_SCORD_MASK;
	r->scord = true;
	r->idle = true;
}

void regs_init(struct regs *r, const struct regs_config *c)
{
	r->config = *c;
	r->high = 0;
	regs_reset(r);
}
