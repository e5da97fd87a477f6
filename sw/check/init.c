/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * init: which bytes somebody has written since they were allocated; a load of any other is told.
 *
 * One bit a byte. Allocations have them by their number, since an address may be handed out again;
 * the bits of one appear with the first write to it and go with the launch that begins after it was
 * freed. A block has those of its shared memory, by its slot. What the host can write without
 * being seen (managed and pinned memory), and variables, count as written.
 */
#include <stdlib.h>
#include <string.h>

#include "check_int.h"

struct bits {
	uint8_t *written; /* NULL: nobody has written anything */
	uint64_t addr;
};

struct slot {
	uint8_t *written;
	size_t size;            /* of the storage */
	uint64_t block, launch; /* that it has, or had */
};

struct check_shadow {
	struct bits *blocks; /* by number of the allocation */
	size_t n_blocks;
	struct slot *slots; /* sm * per_sm + slot */
	size_t n_slots;
	uint32_t per_sm, shared_bytes;
	const struct gmem_block *near; /* the one last looked up */
};

static bool get(const uint8_t *bits, uint64_t i)
{
	return bits && bits[i / 8] >> (i % 8) & 1;
}

static void set(uint8_t *bits, uint64_t i, bool to)
{
	const uint8_t bit = (uint8_t)(1U << (i % 8));

	bits[i / 8] = (uint8_t)(to ? bits[i / 8] | bit : bits[i / 8] & ~bit);
}

static void set_range(uint8_t *bits, uint64_t from, uint64_t n)
{
	for (; n && from % 8; n--)
		set(bits, from++, true);
	memset(bits + from / 8, 0xff, n / 8);
	for (from += n & ~7ULL, n &= 7; n; n--)
		set(bits, from++, true);
}

/* The live allocation that holds addr, when its bytes are watched. */
static const struct gmem_block *watched(struct checks *c, uint64_t addr)
{
	struct check_shadow *s = c->shadow;
	const struct gmem_block *b = s->near;

	if (!b || b->freed || addr - b->addr >= b->size)
		b = gmem_in_arena(addr) ? gmem_find(c->g, addr) : NULL;
	if (!b || b->freed)
		return NULL;
	s->near = b;
	return b->kind == GMEM_DEVICE || b->kind == GMEM_HEAP || b->kind == GMEM_MAPPED ? b : NULL;
}

static struct bits *bits_of(struct checks *c, const struct gmem_block *b)
{
	struct check_shadow *s = c->shadow;

	if (b->serial >= s->n_blocks) {
		const size_t n = (b->serial + 1ULL) * 2;

		s->blocks = mem_realloc(s->blocks, n * sizeof(*s->blocks));
		memset(s->blocks + s->n_blocks, 0, (n - s->n_blocks) * sizeof(*s->blocks));
		s->n_blocks = n;
	}
	return &s->blocks[b->serial];
}

static uint8_t *writable(struct checks *c, const struct gmem_block *b)
{
	struct bits *bits = bits_of(c, b);

	if (!bits->written) {
		bits->written = mem_alloc(b->size / 8 + 1);
		bits->addr = b->addr;
	}
	return bits->written;
}

/* A range may go on in the next block: mapped ones touch. The bytes of the first. */
static uint64_t within(const struct gmem_block *b, uint64_t addr, uint64_t n)
{
	return b && n > b->size - (addr - b->addr) ? b->size - (addr - b->addr) : n;
}

void checks_wrote(struct checks *c, uint64_t addr, uint64_t n)
{
	while (c->shadow && n) {
		const struct gmem_block *b = watched(c, addr);
		const uint64_t part = within(b, addr, n);

		if (b)
			set_range(writable(c, b), addr - b->addr, part);
		addr += part;
		n -= part;
	}
}

static void copied(struct checks *c, uint64_t dst, uint64_t src, uint64_t n)
{
	const struct gmem_block *to = watched(c, dst), *from = to ? watched(c, src) : NULL;
	uint8_t *out, *in, *old;

	if (!from) {
		checks_wrote(c, dst, n);
		return;
	}
	out = writable(c, to);
	in = bits_of(c, from)->written;
	old = mem_alloc(n / 8 + 1); /* the two may overlap */
	for (uint64_t i = 0; i < n; i++)
		set(old, i, get(in, src - from->addr + i));
	for (uint64_t i = 0; i < n; i++)
		set(out, dst - to->addr + i, get(old, i));
	free(old);
}

void checks_copied(struct checks *c, uint64_t dst, uint64_t src, uint64_t n)
{
	while (c->shadow && n) {
		const uint64_t a = within(watched(c, dst), dst, n);
		const uint64_t part = within(watched(c, src), src, a);

		copied(c, dst, src, part);
		dst += part;
		src += part;
		n -= part;
	}
}

static void drop_freed(struct checks *c)
{
	struct check_shadow *s = c->shadow;

	for (size_t i = 0; i < s->n_blocks; i++) {
		struct bits *bits = &s->blocks[i];
		const struct gmem_block *b = bits->written ? gmem_find(c->g, bits->addr) : NULL;

		if (b && b->serial == i && !b->freed)
			continue;
		free(bits->written);
		bits->written = NULL;
	}
}

static void launch_begin(void *ctx, const struct machine_launch_info *l)
{
	struct checks *c = ctx;
	struct check_shadow *s = c->shadow;

	memcpy(c->n_threads, l->block, sizeof(c->n_threads));
	s->per_sm = l->blocks_per_sm;
	s->shared_bytes = l->shared_bytes;
	s->near = NULL;
	drop_freed(c);
}

static struct slot *slot_of(struct check_shadow *s, const struct machine_who *who)
{
	const size_t i = (size_t)who->sm * s->per_sm + who->slot;

	if (i >= s->n_slots) {
		s->slots = mem_realloc(s->slots, (i + 1) * sizeof(*s->slots));
		memset(s->slots + s->n_slots, 0, (i + 1 - s->n_slots) * sizeof(*s->slots));
		s->n_slots = i + 1;
	}
	return &s->slots[i];
}

/* Of the block whose shared memory it is. */
static struct slot *slot_accessed(struct check_shadow *s, const struct machine_who *who,
				  const struct simt_op *op)
{
	for (size_t i = 0; op->home && i < s->n_slots; i++)
		if (s->slots[i].written && s->slots[i].launch == who->launch &&
		    s->slots[i].block == op->home - 1)
			return &s->slots[i];
	return slot_of(s, who);
}

static void block_begin(void *ctx, const struct machine_who *who)
{
	struct checks *c = ctx;
	struct slot *slot = slot_of(c->shadow, who);
	const size_t n = c->shadow->shared_bytes / 8 + 1;

	if (slot->size < n) {
		free(slot->written);
		slot->written = mem_alloc(n);
		slot->size = n;
	}
	memset(slot->written, 0, n);
	slot->block = who->block;
	slot->launch = who->launch;
}

static void tell(struct checks *c, const struct machine_who *who, const struct simt_op *op,
		 unsigned lane, uint64_t addr, const struct gmem_block *b)
{
	const struct check_key key = {.kernel = who->kernel,
				      .kind = KIND_NEVER_WRITTEN,
				      .pc = op->pc,
				      .other_pc = (uint32_t)PTX_NONE,
				      .shared = !b};
	struct check_finding *f = check_found(c, &key, who, lane);

	if (!f)
		return;
	f->lanes = 1U << lane;
	f->bytes = (uint32_t)op->size * op->vec;
	f->addr = addr;
	f->offset = b ? addr - b->addr : addr;
	f->size = b ? b->size : c->shadow->shared_bytes;
	if (b) {
		f->serial = b->serial;
		f->heap = b->kind == GMEM_HEAP;
		f->made_by = check_made_by(b);
	}
}

/* The access of one lane to bytes whose bits begin at `from`. */
static void access(struct checks *c, const struct machine_who *who, const struct simt_op *op,
		   unsigned lane, const struct gmem_block *b)
{
	const uint64_t bytes = (uint64_t)op->size * op->vec;
	const uint64_t from = b ? op->addr[lane] - b->addr : op->addr[lane];
	const uint8_t *have =
		b ? bits_of(c, b)->written : slot_accessed(c->shadow, who, op)->written;
	bool all = true;

	if (op->kind == SIMT_OP_ST) {
		set_range(b ? writable(c, b) : slot_accessed(c->shadow, who, op)->written, from,
			  bytes);
		return;
	}
	for (uint64_t i = 0; i < bytes; i++) {
		all = get(have, from + i);
		if (all)
			continue;
		tell(c, who, op, lane, op->addr[lane] + i, b);
		break;
	}
	if (op->kind != SIMT_OP_LD && !all)
		set_range(b ? writable(c, b) : slot_accessed(c->shadow, who, op)->written, from,
			  bytes);
}

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct checks *c = ctx;
	const uint64_t bytes = (uint64_t)op->size * op->vec;

	if (op->kind > SIMT_OP_RED ||
	    (op->space != PTX_SPACE_GLOBAL && op->space != PTX_SPACE_SHARED))
		return;
	for (uint32_t left = op->mask; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);
		const struct gmem_block *b = NULL;

		if (op->space == PTX_SPACE_GLOBAL) {
			b = watched(c, op->addr[l]);
			if (!b || bytes > b->size - (op->addr[l] - b->addr))
				continue;
		} else if (op->addr[l] + bytes > c->shadow->shared_bytes) {
			continue;
		}
		access(c, who, op, l, b);
	}
}

void check_init_open(struct checks *c)
{
	c->shadow = mem_alloc(sizeof(*c->shadow));
	c->observer = (struct machine_observer){
		.ctx = c, .launch_begin = launch_begin, .block_begin = block_begin, .op = on_op};
}

void check_init_close(struct checks *c)
{
	struct check_shadow *s = c->shadow;

	if (!s)
		return;
	for (size_t i = 0; i < s->n_blocks; i++)
		free(s->blocks[i].written);
	for (size_t i = 0; i < s->n_slots; i++)
		free(s->slots[i].written);
	free(s->blocks);
	free(s->slots);
	free(s);
	c->shadow = NULL;
}
