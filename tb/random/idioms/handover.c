/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * handover: warps that produce and warps that consume: over block barriers, over named barriers of
 * some of the warps, and over flags that a warp waits for.
 */
#include "idioms.h"

/* Producers and consumers run different code with the same number of barriers. */
static void block_barriers(struct prog *p)
{
	unsigned k = name(p), first = 32 * (1 + below(p, (p->live - 1) / 32));
	const char *type = ONE_OF(p, "u32", "u64", "u16", "u8"),
		   *n = one_in(p, 2) ? "a.rounds" : "5";
	unsigned from = below(p, first);
	bool slots = one_in(p, 2);

	body(p, "__shared__ %s s%u%s;", type, k, slots ? text("[%u]", first) : "");
	body(p, "if (t < %u) {", first);
	body(p, "\tfor (u32 n = 1; n <= %s; n++) {", n);
	if (slots)
		body(p, "\t\ts%u[t] = (%s)(r * n);", k, type);
	else if (one_in(p, 2))
		body(p, "\t\tif (t == %u)\n\t\t\t\ts%u = (%s)(%s + n);", from, k, type,
		     value(p, 1));
	else
		body(p, "\t\tif (t == %u)\n\t\t\t\ts%u = n;", from, k);
	body(p, "\t\t__syncthreads();");
	body(p, "\t\t__syncthreads();");
	body(p, "\t}");
	body(p, "} else {");
	body(p, "\t%s sum = 0;", type);
	body(p, "\tfor (u32 n = 1; n <= %s; n++) {", n);
	body(p, "\t\t__syncthreads();");
	if (slots)
		body(p, "\t\tsum %s= s%u[(t + n) %% %u];", ONE_OF(p, "+", "^"), k, first);
	else
		body(p, "\t\tsum += s%u;", k);
	body(p, "\t\t__syncthreads();");
	body(p, "\t}");
	body(p, "\tr = mix(r, (u64)sum);");
	body(p, "}");
}

/* Two buffers: one is filled while the other is read; one barrier a round. */
static void two_buffers(struct prog *p)
{
	unsigned k = name(p), first = 32 * (1 + below(p, (p->live - 1) / 32));

	body(p, "__shared__ u64 s%u[2][%u];", k, first);
	body(p, "u32 rounds = %s;", one_in(p, 2) ? "a.rounds" : "4");
	body(p, "for (u32 n = 0; n <= rounds; n++) {");
	body(p, "\tif (t < %u) {", first);
	body(p, "\t\tif (n < rounds)");
	body(p, "\t\t\ts%u[n %s][t] = r = %s;", k, one_in(p, 2) ? "& 1" : "% 2", value(p, 2));
	body(p, "\t} else if (n > 0) {");
	body(p, "\t\tr = mix(r, s%u[(n - 1) & 1][(t + n) %% %u]);", k, first);
	body(p, "\t}");
	body(p, "\t__syncthreads();");
	body(p, "}");
}

/* Named barriers: who fills arrives at "full" and waits at "empty", who reads the other way round.
 */
static void named_barriers(struct prog *p)
{
	unsigned k = name(p), first = 32 * (1 + below(p, p->live / 32 - 1)), all = p->live;
	unsigned full = 1 + below(p, 7), empty = full + 1 + below(p, 7);

	body(p, "__shared__ u32 s%u[%u];", k, first);
	body(p, "if (t < %u) {", first);
	body(p, "\tfor (u32 n = 0; n < %s; n++) {",
	     one_in(p, 2) ? "a.rounds" : "a.zero + a.rounds");
	body(p, "\t\tif (n > 0)");
	body(p, "\t\t\tbar_sync(%u, %u);", empty, all);
	body(p, "\t\ts%u[t] = (u32)(%s) + n;", k, value(p, 2));
	body(p, "\t\tbar_arrive(%u, %u);", full, all);
	body(p, "\t}");
	body(p, "} else {");
	body(p, "\tfor (u32 n = 0; n < a.rounds; n++) {");
	body(p, "\t\tbar_sync(%u, %u);", full, all);
	body(p, "\t\tr = mix(r, s%u[(t * %u) %% %u]);", k, 1 + below(p, 5), first);
	body(p, "\t\tif (n + 1 < a.rounds)");
	body(p, "\t\t\tbar_arrive(%u, %u);", empty, all);
	body(p, "\t}");
	body(p, "}");
	if (p->loop)
		body(p, "__syncthreads();");
}

/* A barrier for some of the warps, while the others go on. */
static void some_warps(struct prog *p)
{
	unsigned k = name(p), some = 32 * (1 + below(p, p->live / 32)), id = 1 + below(p, 15);

	body(p, "__shared__ u64 s%u[%u];", k, some);
	body(p, "if (t < %u) {", some);
	body(p, "\tfor (u32 n = 0; n < 3; n++) {");
	body(p, "\t\ts%u[t] = %s;", k, value(p, 1));
	body(p, "\t\tbar_sync(%u, %u);", id, some);
	body(p, "\t\tr += s%u[(t + 1 + n) %% %u];", k, some);
	body(p, "\t\tbar_sync(%u, %u);", id, some);
	body(p, "\t}");
	body(p, "}");
	if (p->loop)
		body(p, "__syncthreads();");
}

/* A warp waits for a count that another warp raises; nobody waits for a lane of its own warp. */
static void count_up(struct prog *p)
{
	unsigned k = name(p), first = 32, w = words(p, p->blocks);
	bool global = !p->loop && one_in(p, 2);
	const char *count = global ? text("a.w + %u + blockIdx.x", w) : text("&count%u", k);

	body(p, "__shared__ u64 s%u[%u];", k, first);
	if (!global) {
		body(p, "__shared__ u32 count%u;", k);
		body(p, "if (t == 0)");
		body(p, "\tcount%u = 0;", k);
		body(p, "__syncthreads();");
	}
	body(p, "if (t < %u) {", first);
	body(p, "\ts%u[t] = %s;", k, value(p, 2));
	body(p, "\t__threadfence%s();", one_in(p, 2) ? "_block" : "");
	body(p, "\tatomicAdd(%s, 1u);", count);
	body(p, "} else {");
	body(p, "\twhile (atomicAdd(%s, 0u) < %u)", count, first);
	body(p, "\t\tSPIN();");
	body(p, "\t__threadfence%s();", one_in(p, 2) ? "_block" : "");
	body(p, "\tr = mix(r, s%u[(t + %u) %% %u]);", k, below(p, 32), first);
	body(p, "}");
	if (p->loop)
		body(p, "__syncthreads();");
}

void handover_idiom(struct prog *p)
{
	static void (*const kind[])(struct prog *) = {block_barriers, block_barriers, two_buffers,
						      named_barriers, some_warps,     count_up};
	unsigned k = below(p, 6);

	if (p->live <= 32) /* one warp: nobody to hand over to */
		barrier_idiom(p);
	else if ((kind[k] == named_barriers || kind[k] == some_warps) && p->live % 32)
		block_barriers(p);
	else
		kind[k](p);
}
