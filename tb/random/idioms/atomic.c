/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * atomic: idioms of atomic operations whose result is the same in every order: sums and extrema,
 * tokens handed on, loops of compare and swap, lists and tables in shared memory, the last block of
 * a grid.
 */
#include "idioms.h"

/* On global or shared words that nobody reads before a barrier. */
static void counters(struct prog *p)
{
	unsigned k = name(p), n = 1u << below(p, 4);
	const char *op = ONE_OF(p, "Add", "Max", "Min", "Or", "Xor", "And", "Sub");

	if (one_in(p, 2)) {
		unsigned w = words(p, n);

		body(p, "if (%s)", condition(p));
		body(p, "\tatomic%s(a.m + %u + (r >> %u & %u), (u64)%s);",
		     op[0] == 'S' ? "Add" : op, w, below(p, 50), n - 1, value(p, 2));
		return;
	}
	body(p, "__shared__ u32 x%u[%u];", k, n);
	body(p, "for (u32 k = t; k < %u; k += %s)", n, live(p));
	body(p, "\tx%u[k] = %s;", k, one_in(p, 2) ? "0" : text("k * %u", below(p, 9999)));
	body(p, "__syncthreads();");
	body(p, "atomic%s%s(&x%u[%s & %u], (u32)(%s));", op, one_in(p, 4) ? "_block" : "", k,
	     value(p, 1), n - 1, value(p, 2));
	body(p, "__syncthreads();");
	body(p, "r = mix(r, x%u[t %% %u]);", k, n);
	shared_end(p);
}

/* Each exchanges its token for that of the one before: all tokens together are the same. */
static void tokens(struct prog *p)
{
	unsigned k = name(p), w = words(p, 1);

	body(p, "__shared__ u64 token%u;", k);
	body(p, "if (t == 0)");
	body(p, "\ttoken%u = 0;", k);
	body(p, "__syncthreads();");
	body(p, "u64 was = atomicExch(&token%u, %s);", k, value(p, 1));
	body(p, "atomicAdd(a.q + %u, was);", w);
	body(p, "__syncthreads();");
	body(p, "if (t == %u)", below(p, p->live));
	body(p, "\tatomicAdd(a.q + %u, token%u);", w, k);
	shared_end(p);
}

/* Any function of the old value whose order does not matter, by compare and swap. */
static void swap(struct prog *p)
{
	unsigned w = words(p, 4), b = one_in(p, 2) ? 32 : 64;
	const char *at = text("%s + %u + (r & 3)", b == 32 ? "a.w" : "a.m", w);
	const char *after = ONE_OF(p, "old + own", "old ^ own", "old > own ? old : own",
				   "old * (own | 1)", "old | own", "old < own ? old : own");

	body(p, "u%u *at = %s, own = (u%u)%s, old = %s, seen;", b, at, b, value(p, 1),
	     one_in(p, 2) ? "0" : "atomicAdd(at, 0)");
	switch (below(p, 2)) {
	case 0:
		body(p, "do {");
		body(p, "\tseen = old;");
		body(p, "\told = atomicCAS(at, seen, (u%u)(%s));", b, after);
		body(p, "} while (old != seen);");
		break;
	default:
		body(p, "for (;;) {");
		body(p, "\tseen = atomicCAS(at, old, (u%u)(%s));", b, after);
		body(p, "\tif (seen == old)");
		body(p, "\t\tbreak;");
		body(p, "\told = seen;");
		body(p, "}");
	}
}

/* Numbers that are whole: their sum is exact in every order. */
static void whole(struct prog *p)
{
	unsigned k = name(p);
	const char *f = ONE_OF(p, "float", "double");

	body(p, "__shared__ %s sum%u;", f, k);
	body(p, "if (t == %u)", below(p, p->live));
	body(p, "\tsum%u = %u;", k, below(p, 99));
	body(p, "__syncthreads();");
	body(p, "atomicAdd(&sum%u, (%s)(i32)(r & 0xfff) - %u);", k, f, below(p, 5000));
	body(p, "__syncthreads();");
	body(p, "r = mix(r, bits(sum%u));", k);
	shared_end(p);
}

/* Each gets a number of its own; which one does not matter. */
static void tickets(struct prog *p)
{
	unsigned k = name(p), w = words(p, 1);

	body(p, "__shared__ u64 list%u[THREADS];", k);
	body(p, "__shared__ u32 n%u;", k);
	body(p, "if (t == 0)");
	body(p, "\tn%u = 0;", k);
	body(p, "__syncthreads();");
	body(p, "if (%s)", condition(p));
	body(p, "\tlist%u[atomicAdd(&n%u, 1u)] = %s;", k, k, value(p, 2));
	body(p, "__syncthreads();");
	if (one_in(p, 2)) {
		body(p, "for (u32 k = t; k < n%u; k += %s)", k, live(p));
		body(p, "\tatomicAdd(a.q + %u, mix(list%u[k], 1));", w, k);
	} else {
		body(p, "u64 sum = 0;");
		body(p, "for (u32 k = 0; k < n%u; k++)", k);
		body(p, "\tsum %s= list%u[k];", ONE_OF(p, "+", "^"), k);
		body(p, "r = mix(r, sum);");
	}
	shared_end(p);
}

/* A set of bits that threads set; how many are set afterwards. */
static void bitmap(struct prog *p)
{
	unsigned k = name(p), n = 1u << (1 + below(p, 3));

	body(p, "__shared__ u32 map%u[%u];", k, n);
	body(p, "if (t < %u)", n);
	body(p, "\tmap%u[t] = 0;", k);
	if (p->live < n) {
		body(p, "for (u32 k = %u; k < %u; k++)", p->live, n);
		body(p, "\tif (t == 0)");
		body(p, "\t\tmap%u[k] = 0;", k);
	}
	body(p, "__syncthreads();");
	body(p, "u32 bit = (u32)(%s) %% %u;", value(p, 1), n * 32);
	body(p, "atomicOr(&map%u[bit / 32], 1u << (bit & 31));", k);
	body(p, "__syncthreads();");
	body(p, "u32 set = 0;");
	body(p, "for (u32 k = 0; k < %u; k++)", n);
	body(p, "\tset += (u32)__popc(map%u[k]);", k);
	body(p, "r = mix(r, set);");
	shared_end(p);
}

/* Whoever comes last adds up what every block has left. */
static void last_block(struct prog *p)
{
	unsigned k = name(p), w = words(p, p->blocks), count = words(p, 1), result = words(p, 1);

	body(p, "__shared__ %s last%u;", ONE_OF(p, "bool", "u32", "int"), k);
	body(p, "atomicAdd(a.q + %u + blockIdx.x, r >> 20);", w);
	body(p, "__threadfence();");
	body(p, "__syncthreads();");
	body(p, "if (t == 0)");
	body(p, "\tlast%u = atomicAdd(a.w + %u, 1u) == gridDim.x - 1;", k, count);
	body(p, "__syncthreads();");
	body(p, "if (last%u%s) {", k, one_in(p, 2) ? " && t == 0" : "");
	body(p, "\t__threadfence();");
	body(p, "\tu64 sum = 0;");
	body(p, "\tfor (u32 b = 0; b < gridDim.x; b++)");
	body(p, "\t\tsum = mix(sum, atomicAdd(a.q + %u + b, 0ull));", w);
	body(p, "\tatomicXor(a.q + %u, sum + t);", result);
	body(p, "}");
}

void atomic_idiom(struct prog *p)
{
	static void (*const kind[])(struct prog *) = {counters, counters, tokens, swap,
						      whole,    tickets,  bitmap};

	if (!p->loop && one_in(p, 5))
		last_block(p);
	else
		kind[below(p, sizeof(kind) / sizeof(*kind))](p);
}
