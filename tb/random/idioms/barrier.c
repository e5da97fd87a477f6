/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * barrier: idioms in which the threads of a block meet: shared flags, loops over barriers, votes at
 * barriers, exchange through static and dynamic shared memory, threads that leave.
 */
#include "idioms.h"

/* One thread sets a flag in shared memory, all look at it behind the barrier. */
static void flag(struct prog *p)
{
	unsigned k = name(p), by = one_in(p, 2) ? 0 : below(p, p->live);
	const char *type = ONE_OF(p, "bool", "u8", "u32", "i64", "volatile u32");

	body(p, "__shared__ %s flag%u;", type, k);
	if (one_in(p, 2)) {
		body(p, "if (t == %u)", by);
		body(p, "\tflag%u = %s;", k,
		     one_in(p, 2) ? text("a.in[%u] >> %u & 1", below(p, p->blocks * p->threads),
					 below(p, 64))
				  : condition(p));
	} else {
		body(p, "if (t == %u) {", by);
		body(p, "\tflag%u = 0;", k);
		body(p, "\tif (%s)", condition(p));
		body(p, "\t\tflag%u = 1;", k);
		body(p, "}");
	}
	body(p, "__syncthreads();");
	if (one_in(p, 3)) {
		unsigned w = words(p, 1);

		body(p, "if (flag%u)", k);
		body(p, "\tatomicAdd(a.w + %u, 1 + (u32)(r & 15));", w);
	}
	body(p, "if (flag%u%s)", k, one_in(p, 3) ? " != 0" : "");
	body(p, "\tr = %s;", value(p, 2));
	if (one_in(p, 2)) {
		body(p, "else");
		body(p, "\tr ^= %s;", literal(p));
	}
	shared_end(p);
}

/* Everybody writes a place and reads another's, in a loop with two barriers. */
static void rounds(struct prog *p)
{
	unsigned k = name(p), step = 1 + below(p, p->live), n = 2 + below(p, 5);
	const char *type = ONE_OF(p, "u64", "u32", "i16", "volatile u64", "u8");

	body(p, "__shared__ %s x%u[THREADS];", type, k);
	body(p, "for (u32 n = 0; n < %s; n++) {", one_in(p, 2) ? "a.rounds" : text("%u", n));
	body(p, "\tx%u[t] = (%s)%s;", k, type, value(p, 1));
	body(p, "\t__syncthreads();");
	body(p, "\tr = mix(r, (u64)x%u[(t + %u + n) %% %s]);", k, step, live(p));
	body(p, "\t__syncthreads();");
	body(p, "}");
}

/* Two halves of shared memory that change places each round. */
static void ping_pong(struct prog *p)
{
	unsigned k = name(p);

	body(p, "__shared__ u64 x%u[2][THREADS];", k);
	body(p, "u64 *from = x%u[0], *to = x%u[1];", k, k);
	body(p, "from[t] = %s;", value(p, 1));
	body(p, "__syncthreads();");
	body(p, "for (u32 n = 0; n < %s; n++) {", one_in(p, 2) ? "a.rounds" : "4");
	body(p, "\tto[t] = from[(t + %u) %% %s] + from[t] * %s;", 1 + below(p, 40), live(p),
	     literal(p));
	body(p, "\t__syncthreads();");
	body(p, "\tu64 *keep = from;");
	body(p, "\tfrom = to;");
	body(p, "\tto = keep;");
	body(p, "}");
	body(p, "r ^= from[t];");
	shared_end(p);
}

/* A tree of partial sums. */
static void reduce(struct prog *p)
{
	unsigned k = name(p), half = 1;
	const char *type = ONE_OF(p, "u64", "u32", "i16", "u8");

	while (half * 2 < p->live)
		half *= 2;
	body(p, "__shared__ %s sum%u[THREADS];", type, k);
	body(p, "sum%u[t] = (%s)%s;", k, type, value(p, 2));
	body(p, "__syncthreads();");
	body(p, "for (u32 h = %u; h > 0; h %s) {", half, one_in(p, 2) ? ">>= 1" : "/= 2");
	body(p, "\tif (t < h && t + h < %s)", live(p));
	body(p, "\t\tsum%u[t] %s= sum%u[t + h];", k, ONE_OF(p, "+", "^", "|"), k);
	body(p, "\t__syncthreads();");
	body(p, "}");
	body(p, "r = mix(r, (u64)sum%u[0]);", k);
	shared_end(p);
}

/* Sums over all threads before, in place: read, barrier, write, barrier. */
static void scan(struct prog *p)
{
	unsigned k = name(p);

	body(p, "__shared__ u32 x%u[THREADS];", k);
	body(p, "x%u[t] = (u32)%s;", k, value(p, 1));
	body(p, "__syncthreads();");
	body(p, "for (u32 by = 1; by < %s; by *= 2) {", live(p));
	body(p, "\tu32 other%s;", one_in(p, 2) ? " = 0" : "");
	body(p, "\tif (t >= by)");
	body(p, "\t\tother = x%u[t - by];", k);
	body(p, "\t__syncthreads();");
	body(p, "\tif (t >= by)");
	body(p, "\t\tx%u[t] += other;", k);
	body(p, "\t__syncthreads();");
	body(p, "}");
	body(p, "r = mix(r, x%u[t]);", k);
	shared_end(p);
}

/* Until nobody has anything to do: a vote at the barrier, or a shared flag that any may set. */
static void until_done(struct prog *p)
{
	unsigned k = name(p), shift = 1 + below(p, 3);

	body(p, "u32 work = (u32)(%s) & 0x%x, done = 0;", value(p, 2), (2u << below(p, 10)) - 1);
	switch (below(p, 3)) {
	case 0:
		body(p, "while (__syncthreads_or(work != 0)) {");
		body(p, "\tif (work)");
		body(p, "\t\twork >>= %u, done++;", shift);
		body(p, "}");
		break;
	case 1:
		body(p, "while (!__syncthreads_and(work < %u)) {", 1 + below(p, 9));
		body(p, "\twork >>= %u;", shift);
		body(p, "\tdone += work;");
		body(p, "}");
		break;
	default:
		body(p, "__shared__ u32 changed%u;", k);
		body(p, "do {");
		body(p, "\t__syncthreads();");
		body(p, "\tif (t == 0)");
		body(p, "\t\tchanged%u = 0;", k);
		body(p, "\t__syncthreads();");
		body(p, "\tif (work > %u) {", below(p, 9));
		body(p, "\t\twork >>= %u, done++;", shift);
		body(p, "\t\tatomicOr(&changed%u, 1u);", k);
		body(p, "\t}");
		body(p, "\t__syncthreads();");
		body(p, "} while (changed%u);", k);
		shared_end(p);
	}
	body(p, "r = mix(r, done);");
	if (one_in(p, 2))
		body(p, "r += (u32)__syncthreads_count(%s);", condition(p));
}

/* One thread fetches the next piece of work for all, until there is none. */
static void queue(struct prog *p)
{
	unsigned k = name(p), n = 2 + below(p, 30), step = 1 + below(p, 6);

	body(p, "__shared__ u32 next%u, base%u;", k, k);
	body(p, "if (t == 0)");
	body(p, "\tnext%u = 0;", k);
	body(p, "for (;;) {");
	body(p, "\tif (t == 0) {");
	body(p, "\t\tbase%u = next%u;", k, k);
	body(p, "\t\tnext%u += %u;", k, step);
	body(p, "\t}");
	body(p, "\t__syncthreads();");
	body(p, "\tu32 from = base%u;", k);
	body(p, "\t__syncthreads();");
	body(p, "\tif (from >= %u)", n);
	body(p, "\t\tbreak;");
	body(p, "\tr = mix(r, a.in[(from + t) %% (BLOCKS * THREADS)] ^ from);");
	body(p, "}");
	shared_end(p);
}

/* Dynamic shared memory, in words or bytes. */
static void dynamic(struct prog *p)
{
	const char *n = live(p);

	body(p, "DYNAMIC_SHARED(u64, dynamic);");
	if (one_in(p, 2)) {
		body(p, "dynamic[t] = %s;", value(p, 2));
		body(p, "__syncthreads();");
		body(p, "r += dynamic[%s - 1 - t];", n);
	} else {
		body(p, "u8 *byte = (u8 *)dynamic;");
		body(p, "byte[t] = (u8)(%s);", value(p, 2));
		body(p, "__syncthreads();");
		body(p, "for (u32 b = 0; b < %s; b += %u)", n, 1 + below(p, 9));
		body(p, "\tr = mix(r, byte[(b + t) %% %s]);", n);
	}
	body(p, "__syncthreads();");
}

/* A structure in shared memory, a field from each of some threads. */
static void structure(struct prog *p)
{
	unsigned k = name(p), d = below(p, p->live);

	body(p, "struct all { u8 a; u64 b; i16 c[3]; float d; };");
	body(p, "__shared__ all s%u;", k);
	body(p, "if (t == 0)");
	body(p, "\ts%u.a = (u8)r, s%u.d = (float)(i32)(r >> 40);", k, k);
	body(p, "if (t == %u)", d);
	body(p, "\ts%u.b = %s;", k, value(p, 2));
	body(p, "for (u32 c = t; c < 3; c += %s)", live(p));
	body(p, "\ts%u.c[c] = (i16)(%s + c);", k, "(u64)(blockIdx.x * 40000)");
	body(p, "__syncthreads();");
	if (one_in(p, 2))
		body(p, "all own = s%u;", k);
	else
		body(p, "const all &own = s%u;", k);
	body(p, "r = mix(r, own.a + own.b + (u64)own.c[t %% 3] + bits(own.d));");
	shared_end(p);
}

void barrier_idiom(struct prog *p)
{
	static void (*const kind[])(struct prog *) = {
		flag, flag, rounds, ping_pong, reduce, scan, until_done, queue, dynamic, structure};

	kind[below(p, sizeof(kind) / sizeof(*kind))](p);
}

/* Out of the kernel by a condition; or from inside branches and loops that others leave otherwise.
 */
static void leave(struct prog *p)
{
	unsigned kind = below(p, 4);

	if (kind == 0) {
		body(p, "if (%s) {", condition(p));
		body(p, "\ta.out[i] = %s;", value(p, 1));
		body(p, "\treturn;");
		body(p, "}");
		return;
	}
	if (kind == 1)
		body(p, "if (%s) {", condition(p));
	else if (kind == 2)
		body(p, "for (u32 n = 0; n < (r & 7); n++) {");
	else
		body(p, "switch (r & 3) {\n\tcase 2:\n\t\tr += 3;\n\tcase 1: {");
	body(p, "\tr = %s;", value(p, 2));
	body(p, "\tif (%s) {", condition(p));
	if (one_in(p, 2))
		body(p, "\t\ta.out[i] = %s;", value(p, 1));
	body(p, "\t\treturn;");
	body(p, "\t}");
	body(p, "\tr = mix(r, %s);", value(p, 1));
	body(p, kind == 3 ? "}}" : "}");
}

/* Threads that are gone come to no barrier. */
void exit_idiom(struct prog *p, bool last)
{
	unsigned k = name(p), stay = 1 + below(p, p->live);

	if (!last) {
		if (one_in(p, 2) && p->live > 32)
			stay = p->live >= 64 ? p->live / 64 * 32 : 32;
		body(p, "if (t >= %u) {", stay);
		body(p, "\ta.out[i] = %s;", value(p, 2));
		body(p, "\treturn;");
		body(p, "}");
		body(p, "live = %u;", stay);
		body(p, "mask = warp_mask(t, live);");
		p->live = stay;
		return;
	}
	body(p, "__shared__ u64 x%u[THREADS];", k);
	body(p, "x%u[t] = r;", k);
	body(p, "__syncthreads();");
	leave(p);
	body(p, "r = mix(r, x%u[(t + %u) %% %s]);", k, 1 + below(p, 31), live(p));
	if (one_in(p, 2)) {
		body(p, "__syncthreads();");
		body(p, "x%u[t] = r;", k);
		body(p, "r += (u64)__syncthreads_count(%s);", condition(p));
	}
}
