/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * orderless: whether what a warp does follows from what it loads and nothing else: no clocks, no
 * atomics, no calls, no launches. Of such warps only weak accesses that conflict can tell in which
 * order they ran. Registers hold what the warp before left there; those that may be read before
 * they are written are listed, to be cleared when a warp begins.
 *
 *   code[i] --> registers read, written --> those surely written on every way to i --> reads of
 *   others
 */
#include <stdlib.h>
#include <string.h>

#include "warp.h"

enum { WORD = 64, MOST_WORDS = 1 << 22 };

struct flow {
	struct simt_kernel *k;
	const struct simt_frame *frame;
	size_t cap_clear;
	bool lost;     /* a register of unknown width is among them */
	uint32_t *bit; /* by ref / 4: 1 + number of the register; 0: never written */
	size_t words;  /* of a set */
	uint64_t *in;  /* by pc: registers that have been written; all, where nobody has come yet */
	bool changed;
};

/* Code */

static bool knows_time(const struct simt_kernel *k)
{
	for (unsigned s = PTX_SREG_CLOCK; s <= PTX_SREG_GLOBALTIMER_HI; s++)
		if (k->sreg_ref[s] != SIMT_NO_REF)
			return true;
	return k->sreg_ref[PTX_SREG_SMID] != SIMT_NO_REF;
}

/* Of blocks that run together, and of what goes on beside a warp. */
static bool has_company(const struct simt_kernel *k)
{
	for (unsigned s = PTX_SREG_CLUSTERID_X; s <= PTX_SREG_IS_EXPLICIT_CLUSTER; s++)
		if (k->sreg_ref[s] != SIMT_NO_REF)
			return true;
	return k->launches || k->async || k->mbarrier || k->cluster || k->bulk || k->reqcluster[0];
}

static bool fits(const struct simt_insn *i, enum ptx_op op)
{
	switch (i->kind) {
	case SIMT_K_MEM: return i->u.mem->direct;
	case SIMT_K_XLANE: return op != PTX_OP_MMA && op != PTX_OP_WMMA_MMA;
	case SIMT_K_PARAM: return i->u.mem->kind == SIMT_OP_LD;
	case SIMT_K_CALL:
	case SIMT_K_BULK:
	case SIMT_K_ASYNC: return false;
	default: return true; /* another system call or trap ends the attempt when it comes */
	}
}

static bool code_fits(const struct simt_kernel *k)
{
	for (uint32_t pc = 0; pc < k->n_code; pc++)
		if (!fits(&k->code[pc], k->src[pc] ? k->src[pc]->op : PTX_OP_NONE))
			return false;
	return true;
}

/* Registers */

static const struct simt_mem *mem_of(const struct simt_insn *i)
{
	switch (i->kind) {
	case SIMT_K_MEM:
	case SIMT_K_PARAM:
	case SIMT_K_ALU: return i->u.mem;
	default: return NULL;
	}
}

static bool is_register(const struct flow *f, simt_ref ref)
{
	return ref != SIMT_NO_REF && !(ref & 1U) && ref < f->k->reg_bytes;
}

/* Calls fn for each register that i writes. */
static void each_written(struct flow *f, const struct simt_insn *i,
			 void (*fn)(struct flow *, uint64_t *, simt_ref), uint64_t *set)
{
	const struct simt_mem *m = mem_of(i);

	if (m && m->kind == SIMT_OP_ST)
		return;
	for (unsigned v = 0; m && v < m->vec; v++)
		fn(f, set, m->val[v]);
	if (!m) {
		fn(f, set, i->d);
		fn(f, set, i->d2);
	}
}

static void name(struct flow *f, uint64_t *set, simt_ref ref)
{
	(void)set;
	if (is_register(f, ref) && !f->bit[ref / 4])
		f->bit[ref / 4] = (uint32_t)++f->words; /* counts registers for now */
}

static void put_in(struct flow *f, uint64_t *set, simt_ref ref)
{
	if (is_register(f, ref)) {
		const uint32_t n = f->bit[ref / 4] - 1;

		set[n / WORD] |= 1ULL << (n % WORD);
	}
}

/* What every warp finds written when it begins. */
static bool given(const struct flow *f, simt_ref ref)
{
	if (!is_register(f, ref) || ref == SIMT_REF_FRAME || ref == SIMT_REF_SCRATCH)
		return true;
	for (unsigned s = 0; s < PTX_SREG_COUNT; s++)
		if (f->k->sreg_ref[s] == ref)
			return true;
	return false;
}

static uint32_t bytes_of(const struct simt_frame *r, simt_ref ref)
{
	if (ref < r->pred || ref >= r->end)
		return 0;
	if (ref >= r->r64)
		return 8 * SIMT_LANES;
	if (ref >= r->r32)
		return 4 * SIMT_LANES;
	return ref >= r->r16 ? 2 * SIMT_LANES : 4;
}

/* A register that i reads, written or not. */
static void read_one(struct flow *f, const uint64_t *set, simt_ref ref)
{
	struct simt_kernel *k = f->k;
	const uint32_t n = is_register(f, ref) ? f->bit[ref / 4] : 0;

	if (given(f, ref) || (n && set[(n - 1) / WORD] >> ((n - 1) % WORD) & 1))
		return;
	for (unsigned i = 0; i < k->n_clear; i++)
		if (k->clear[i].ref == ref)
			return;
	k->clear = mem_grow(k->clear, &f->cap_clear, k->n_clear, sizeof(*k->clear));
	k->clear[k->n_clear].ref = ref;
	k->clear[k->n_clear].bytes = bytes_of(f->frame, ref);
	f->lost |= !k->clear[k->n_clear++].bytes;
}

static void read_all(struct flow *f, const struct simt_insn *i, const uint64_t *set)
{
	const struct simt_mem *m = mem_of(i);

	read_one(f, set, i->guard);
	if (!m) {
		read_one(f, set, i->a);
		read_one(f, set, i->b);
		read_one(f, set, i->c);
		read_one(f, set, i->e);
		return;
	}
	if (m->base_bytes)
		read_one(f, set, m->base);
	for (unsigned v = 0; m->kind == SIMT_OP_ST && v < m->vec; v++)
		read_one(f, set, m->val[v]);
}

/* Ways */

static void flow_to(struct flow *f, const uint64_t *out, uint64_t pc)
{
	uint64_t *in = &f->in[pc * f->words], was;

	if (pc >= f->k->n_code)
		return;
	for (size_t n = 0; n < f->words; n++) {
		was = in[n];
		in[n] &= out[n];
		f->changed |= in[n] != was;
	}
}

static bool ends(const struct simt_insn *i)
{
	return i->guard == SIMT_NO_REF &&
	       (i->kind == SIMT_K_BRA || i->kind == SIMT_K_BRX || i->kind == SIMT_K_RET ||
		i->kind == SIMT_K_EXIT || i->kind == SIMT_K_TRAP);
}

static void pass(struct flow *f, uint64_t *out)
{
	for (uint32_t pc = 0; pc < f->k->n_code; pc++) {
		const struct simt_insn *i = &f->k->code[pc];

		memcpy(out, &f->in[pc * f->words], f->words * sizeof(*out));
		if (i->guard == SIMT_NO_REF)
			each_written(f, i, put_in, out);
		if (i->kind == SIMT_K_BRA)
			flow_to(f, out, (uint32_t)i->target);
		for (uint64_t t = 0; i->kind == SIMT_K_BRX && t < i->imm; t++)
			flow_to(f, out, (uint32_t)i->u.targets[t]);
		if (!ends(i))
			flow_to(f, out, pc + 1);
	}
}

static void find_unwritten(struct flow *f)
{
	const struct simt_kernel *k = f->k;
	uint64_t *out = mem_alloc(f->words * sizeof(*out));

	memset(f->in, 0xff, k->n_code * f->words * sizeof(*f->in));
	memset(f->in, 0, f->words * sizeof(*f->in));
	do {
		f->changed = false;
		pass(f, out);
	} while (f->changed);
	for (uint32_t pc = 0; pc < k->n_code; pc++)
		read_all(f, &k->code[pc], &f->in[pc * f->words]);
	free(out);
}

void simt_find_order(struct simt_kernel *k, const struct simt_frame *frame)
{
	struct flow f = {.k = k, .frame = frame};

	if (!k->n_code || knows_time(k) || has_company(k) || !code_fits(k))
		return;
	f.bit = mem_alloc(((size_t)k->reg_bytes / 4 + 1) * sizeof(*f.bit));
	for (uint32_t pc = 0; pc < k->n_code; pc++)
		each_written(&f, &k->code[pc], name, NULL);
	f.words = f.words / WORD + 1;
	if (k->n_code * f.words <= MOST_WORDS) {
		f.in = mem_alloc(k->n_code * f.words * sizeof(*f.in));
		find_unwritten(&f);
		k->orderless = !f.lost;
		free(f.in);
	}
	free(f.bit);
	if (f.lost)
		k->n_clear = 0;
}
