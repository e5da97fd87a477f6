/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/demangle.h"
#include "machine_int.h"

void fault_kernel_name(const struct simt_kernel *k, char *buf, size_t size)
{
	char *plain = demangle(k->entry->name);

	snprintf(buf, size, "%s", plain);
	free(plain);
}

void machine_place(const struct simt_kernel *k, uint32_t pc, char *buf, size_t size)
{
	ptx_place(k->module, pc < k->n_code ? k->src[pc] : NULL, buf, size);
}

void fault_thread(const struct machine_warp *w, uint32_t lane, uint32_t tid[3])
{
	const uint32_t *n = w->blk->env.ntid;
	const uint32_t t = w->who.warp * SIMT_LANES + lane;

	tid[0] = t % n[0];
	tid[1] = t / n[0] % n[1];
	tid[2] = t / n[0] / n[1];
}

void fault_lanes(uint32_t mask, char *buf, size_t size)
{
	const bool one = mask && !(mask & (mask - 1));
	size_t n = (size_t)snprintf(buf, size, one ? "lane" : "lanes");
	char sep = ' ';

	for (unsigned l = 0; l < SIMT_LANES && n < size; l++) {
		unsigned end = l;

		if (!(mask >> l & 1))
			continue;
		while (end + 1 < SIMT_LANES && mask >> (end + 1) & 1)
			end++;
		if (end > l)
			n += (size_t)snprintf(buf + n, size - n, "%c%u-%u", sep, l, end);
		else
			n += (size_t)snprintf(buf + n, size - n, "%c%u", sep, l);
		sep = ',';
		l = end;
	}
}

/* The whole message: where, what, who. */
static void compose(const struct machine_warp *w, uint32_t pc, uint32_t mask, const char *what,
		    char *text, size_t size)
{
	const uint32_t lane = mask ? (uint32_t)__builtin_ctz(mask) : 0;
	const int more = __builtin_popcount(mask) - 1;
	char place[512], kernel[512], others[48] = "";
	uint32_t tid[3];

	machine_place(w->w.kernel, pc, place, sizeof(place));
	fault_kernel_name(w->w.kernel, kernel, sizeof(kernel));
	fault_thread(w, lane, tid);
	if (more > 0)
		snprintf(others, sizeof(others), " and %d more of its warp", more);
	snprintf(text, size, "%s: %s; kernel %s, block (%u,%u,%u), thread (%u,%u,%u)%s", place,
		 what, kernel, w->who.ctaid[0], w->who.ctaid[1], w->who.ctaid[2], tid[0], tid[1],
		 tid[2], others);
}

int fault_set(struct machine *m, const struct machine_warp *w, int cuda_error, uint32_t pc,
	      uint32_t mask, const char *fmt, ...)
{
	char what[768];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	compose(w, pc, mask, what, m->fault->text, sizeof(m->fault->text));
	m->fault->cuda_error = cuda_error;
	m->run.status = MACHINE_FAULT;
	m->stats.faults++;
	return -1;
}

static void block_name(const struct gmem_block *b, char *buf, size_t size)
{
	static const char *const made_by[] = {
		[GMEM_DEVICE] = "cudaMalloc",
		[GMEM_MANAGED] = "cudaMallocManaged",
		[GMEM_HOST] = "cudaHostAlloc",
		[GMEM_HEAP] = "malloc in a kernel",
		[GMEM_MAPPED] = "cuMemMap",
		[GMEM_READABLE] = "cuMemMap, which may only be read",
		[GMEM_RESERVED] = "cuMemAddressReserve, which has no memory there or no access",
	};
	const unsigned long long bytes = b->size;

	if (b->kind == GMEM_VARIABLE || b->kind == GMEM_CONST)
		snprintf(buf, size, "the %llu-byte %s variable '%s'", bytes,
			 b->kind == GMEM_CONST ? "__constant__" : "__device__",
			 b->name ? b->name : "?");
	else
		snprintf(buf, size, "the %llu-byte allocation #%u made by %s", bytes, b->serial,
			 made_by[b->kind]);
}

static void distance(uint64_t bytes, const char *at, const char *none, char *buf, size_t size)
{
	if (bytes)
		snprintf(buf, size, "%llu byte%s %s", (unsigned long long)bytes,
			 bytes == 1 ? "" : "s", at);
	else
		snprintf(buf, size, "%s", none);
}

const char *fault_relation(const struct gmem *g, uint64_t addr, char *buf, size_t size)
{
	const struct gmem_block *b = gmem_find(g, addr);
	char name[320], where[64];

	buf[0] = '\0';
	if (b) {
		block_name(b, name, sizeof(name));
		distance(addr - b->addr, "into", "the start of", where, sizeof(where));
		snprintf(buf, size, "%s %s%s", where, name,
			 b->freed && b->kind != GMEM_RESERVED ? ", which was freed before" : "");
		return buf;
	}
	b = gmem_nearest(g, addr);
	if (b) {
		block_name(b, name, sizeof(name));
		distance(addr - b->addr - b->size, "past the end of", "just past the end of", where,
			 sizeof(where));
		snprintf(buf, size, "%s %s", where, name);
	}
	return buf;
}

static void describe(const struct machine *m, const struct machine_warp *w,
		     const struct simt_op *op, uint64_t addr, char *buf, size_t size)
{
	const uint64_t bytes = (uint64_t)op->size * op->vec;
	const struct gmem_block *b;
	char rel[480];

	buf[0] = '\0';
	if (op->space == PTX_SPACE_SHARED && op->rank) {
		const struct machine_cluster *c = w->blk->cluster;

		if (!c || op->rank > c->n)
			snprintf(buf, size, " (of block %u of a cluster of %u)", op->rank - 1,
				 c ? c->n : 1);
		else
			snprintf(buf, size,
				 c->blocks[op->rank - 1]->live_warps
					 ? " (of block %u of its cluster)"
					 : " (of block %u of its cluster, which has exited)",
				 op->rank - 1);
	} else if (op->space == PTX_SPACE_SHARED) {
		snprintf(buf, size, " (the block has %u bytes of shared memory)",
			 m->run.info.shared_bytes);
	} else if (op->space == PTX_SPACE_LOCAL) {
		snprintf(buf, size, " (a thread has %u bytes of local memory)", m->run.local_limit);
	} else if (addr < 4096) {
		snprintf(buf, size, " (a null pointer%s)", addr ? " plus an offset" : "");
	} else {
		b = gmem_find(m->g, addr);
		if (b && !b->freed && addr + bytes > b->addr + b->size)
			addr = b->addr + b->size; /* the first byte that is too many */
		else if (!b && !gmem_in_arena(addr)) {
			snprintf(buf, size, " (no device pointer: a host pointer?)");
			return;
		}
		if (fault_relation(m->g, addr, rel, sizeof(rel))[0])
			snprintf(buf, size, " (%s)", rel);
	}
}

int fault_access_text(const struct machine *m, const struct machine_warp *w,
		      const struct simt_op *op, uint32_t mask, char *text, size_t size)
{
	static const char *const space[PTX_SPACE_COUNT] = {
		[PTX_SPACE_GLOBAL] = "global",
		[PTX_SPACE_SHARED] = "shared",
		[PTX_SPACE_LOCAL] = "local",
		[PTX_SPACE_CONST] = "constant",
	};
	static const char *const what[SIMT_OP_COUNT] = {
		[SIMT_OP_LD] = "load from",
		[SIMT_OP_ST] = "store to",
		[SIMT_OP_ATOM] = "atomic on",
		[SIMT_OP_RED] = "atomic on",
	};
	const unsigned bytes = (unsigned)op->size * op->vec;
	const uint64_t addr = op->addr[__builtin_ctz(mask)];
	const bool misaligned = (addr & (bytes - 1)) != 0;
	const struct gmem_block *b = NULL;
	char rel[640], words[768];

	if (op->space == PTX_SPACE_GLOBAL)
		b = gmem_find(m->g, addr);
	describe(m, w, op, addr, rel, sizeof(rel));
	snprintf(words, sizeof(words), "%s %u-byte %s %s address 0x%llx%s",
		 misaligned                                  ? "misaligned"
		 : b && b->freed && b->kind != GMEM_RESERVED ? "use after free:"
		 : b && !b->freed && op->kind != SIMT_OP_LD &&
				 (b->kind == GMEM_CONST || b->kind == GMEM_READABLE)
			 ? "forbidden"
			 : "illegal",
		 bytes, what[op->kind], space[op->space], (unsigned long long)addr, rel);
	compose(w, op->pc, mask, words, text, size);
	return misaligned ? MACHINE_E_MISALIGNED : MACHINE_E_ILLEGAL_ADDRESS;
}

int fault_access(struct machine *m, const struct machine_warp *w, const struct simt_op *op,
		 uint32_t mask)
{
	struct machine_fault *f = m->fault;

	f->cuda_error = fault_access_text(m, w, op, mask, f->text, sizeof(f->text));
	f->access = true;
	m->run.status = MACHINE_FAULT;
	m->stats.faults++;
	return -1;
}

int fault_simt(struct machine *m, const struct machine_warp *w)
{
	static const struct {
		int code;
		const char *text;
	} why[] = {
		[SIMT_FAULT_NONE] = {MACHINE_E_LAUNCH_FAILURE, "unspecified launch failure"},
		[SIMT_FAULT_TRAP] = {MACHINE_E_LAUNCH_FAILURE, "trap executed"},
		[SIMT_FAULT_STACK_OVERFLOW] = {MACHINE_E_STACK, "stack overflow"},
		[SIMT_FAULT_BAD_MEMBERMASK] = {MACHINE_E_ILLEGAL_INSTRUCTION,
					       "the executing thread is not in the member mask of "
					       "a warp-level operation"},
		[SIMT_FAULT_BAD_CALL] = {MACHINE_E_ILLEGAL_INSTRUCTION,
					 "call through a pointer that is no function with these "
					 "parameters"},
		[SIMT_FAULT_BAD_BRANCH] = {MACHINE_E_ILLEGAL_INSTRUCTION,
					   "branch index outside its table"},
		[SIMT_FAULT_BAD_BARRIER] =
			{MACHINE_E_LAUNCH_FAILURE,
			 "barrier with a number above 15 or a count that is not a multiple of 32"},
		[SIMT_FAULT_BAD_PARAM] = {MACHINE_E_ILLEGAL_ADDRESS,
					  "access outside the function's parameters"},
	};
	const unsigned f = w->w.fault < sizeof(why) / sizeof(why[0]) ? w->w.fault : 0;

	if (f == SIMT_FAULT_STACK_OVERFLOW)
		return fault_set(m, w, why[f].code, w->w.last_pc, w->w.fault_mask,
				 "stack overflow: a thread has %u bytes of local memory",
				 m->run.local_limit);
	return fault_set(m, w, why[f].code, w->w.last_pc, w->w.fault_mask, "%s", why[f].text);
}
