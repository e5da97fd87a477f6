/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * warp: idioms of the lanes of a warp: votes, shuffles, sums, masks of some lanes, loops whose
 * number of rounds differs; and variables that only those lanes set whose value is looked at.
 */
#include "idioms.h"

static bool full(const struct prog *p)
{
	return p->live % 32 == 0;
}

static const char *shuffled_type(struct prog *p)
{
	return ONE_OF(p, "u32", "i32", "u64", "i64", "float", "double");
}

/* bits() of a float or double, the value of anything else. */
static const char *as_bits(const char *type, const char *x)
{
	return type[0] == 'f' || type[0] == 'd' ? text("bits(%s)", x) : text("(u64)%s", x);
}

static void shuffle(struct prog *p)
{
	const char *type = shuffled_type(p);
	unsigned n = below(p, 32);

	body(p, "%s v = (%s)(%s);", type, type, value(p, 2));
	switch (full(p) ? below(p, 5) : 4) {
	case 0: body(p, "v = __shfl_xor_sync(~0u, v, %u);", n); break;
	case 1: body(p, "v = __shfl_up_sync(~0u, v, %u);", n); break;
	case 2: body(p, "v = __shfl_down_sync(~0u, v, %u);", n); break;
	case 3:
		body(p, "v = __shfl_%s_sync(mask, v, %u, %u);", ONE_OF(p, "xor", "up", "down"),
		     n % 8, 8u << below(p, 2));
		break;
	default:
		body(p, "v = __shfl_sync(mask, v, (int)((lane * %u + %u) %% (u32)__popc(mask)));",
		     1 + below(p, 7), n);
	}
	body(p, "r = mix(r, %s);", as_bits(type, "v"));
}

static void vote(struct prog *p)
{
	body(p, "u32 b = __ballot_sync(mask, %s);", condition(p));
	switch (below(p, 5)) {
	case 0: body(p, "r = mix(r, b);"); break;
	case 1: body(p, "r += (u64)__popc(b & ((1u << lane) - 1));"); break;
	case 2:
		body(p, "if (b)");
		body(p, "\tr ^= __shfl_sync(mask, r, __ffs((i32)b) - 1);");
		break;
	case 3:
		body(p, "if (__any_sync(mask, b >> lane & 1 && %s))", condition(p));
		body(p, "\tr = %s;", value(p, 2));
		break;
	default:
		body(p, "if (__all_sync(mask, %s) || b >> lane & 1)", condition(p));
		body(p, "\tr = %s;", value(p, 2));
	}
}

/* Each lane that has something to say says it to all, one after the other. */
static void one_by_one(struct prog *p)
{
	body(p, "u32 todo = __ballot_sync(mask, %s);", condition(p));
	body(p, "u64 own = %s, sum = 0;", value(p, 2));
	body(p, "while (todo) {");
	body(p, "\tint from = __ffs((i32)todo) - 1;");
	body(p, "\ttodo &= todo - 1;");
	body(p, "\tsum = mix(sum, __shfl_sync(mask, own, from));");
	body(p, "}");
	body(p, "r ^= sum;");
}

static void sum(struct prog *p)
{
	const char *type = ONE_OF(p, "u32", "u64", "double");
	bool real = type[0] == 'd';

	body(p, "%s v = (%s)(%s);", type, type, real ? "(u32)r & 0xffff" : value(p, 2));
	if (full(p)) {
		bool down = one_in(p, 2);

		body(p, "for (int by = 16; by > 0; by %s)", one_in(p, 2) ? ">>= 1" : "/= 2");
		body(p, "\tv %s= __shfl_%s_sync(~0u, v, by);", real ? "+" : ONE_OF(p, "+", "^"),
		     down ? "down" : "xor");
	} else {
		body(p, "for (u32 by = 1; by < 32; by *= 2) {");
		body(p, "\t%s other = __shfl_up_sync(mask, v, by);", type);
		body(p, "\tif (lane >= by)");
		body(p, "\t\tv += other;");
		body(p, "}");
	}
	body(p, "r = mix(r, %s);", as_bits(type, "v"));
}

static void reduce(struct prog *p)
{
	if (one_in(p, 2))
		body(p, "r = mix(r, (u64)__reduce_%s_sync(mask, (u32)(%s)));",
		     ONE_OF(p, "add", "min", "max", "and", "or", "xor"), value(p, 2));
	else
		body(p, "r = mix(r, (u64)__reduce_%s_sync(mask, (i32)(%s)));",
		     ONE_OF(p, "add", "min", "max"), value(p, 2));
}

/* Two groups of lanes in branches of their own, each with its mask. */
static void groups(struct prog *p)
{
	unsigned n = 1 + below(p, 31), w = p->live % 32;
	const char *y = value(p, 1), *z = value(p, 1);

	if (w && n >= w)
		n = w > 1 ? 1 + below(p, w - 1) : 1;
	if (one_in(p, 2)) {
		body(p, "if (lane < %u) {", n);
		body(p, "\tu32 m = mask & 0x%xu;", (1u << n) - 1);
	} else {
		body(p, "if ((lane & 1) == 0) {");
		body(p, "\tu32 m = mask & 0x55555555u;");
		n = 0;
	}
	body(p, "\tr += __ballot_sync(m, (%s) & 1);", y);
	body(p, "\tr = mix(r, __shfl_sync(m, %s, __ffs((i32)m) - 1));", z);
	body(p, "} else {");
	body(p, n ? "\tu32 m = mask & ~0x%xu;" : "\tu32 m = mask & 0xaaaaaaaau;", (1u << n) - 1);
	body(p, "\tr ^= (u64)__any_sync(m, (%s) & 3);", z);
	body(p, "\tr = mix(r, __shfl_sync(m, %s, 31 - __clz((i32)m)));", y);
	body(p, "}");
	if (one_in(p, 2))
		body(p, "__syncwarp(mask);");
}

/* Lanes leave a loop one after the other and meet behind it. */
static void ragged(struct prog *p)
{
	body(p, "u32 n = (u32)(%s) %% %u;", value(p, 1), 2 + below(p, 12));
	body(p, "u64 acc = r;");
	body(p, "for (u32 k = 0; k < n; k++) {");
	body(p, "\tacc = mix(acc, k);");
	body(p, "\tif (%s)", condition_of(p, (const char *const[]){"acc", "(u64)k"}, 2));
	body(p, "\t\t%s;", ONE_OF(p, "break", "continue", "acc += 3"));
	body(p, "\tacc += lane;");
	body(p, "}");
	body(p, "__syncwarp(mask);");
	body(p, "r = mix(acc, __ballot_sync(mask, acc & 1));");
}

/* Until every lane is through. */
static void together(struct prog *p)
{
	body(p, "u64 v = r >> %u;", 40 + below(p, 12));
	body(p, "while (__any_sync(mask, v > %u)) {", below(p, 6));
	body(p, "\tr = mix(r, v);");
	body(p, "\tv >>= %s;", one_in(p, 2) ? "2" : "1 + (lane & 3)");
	body(p, "}");
}

/* Through shared memory, with a barrier of the warp. */
static void neighbours(struct prog *p)
{
	unsigned k = name(p), n = 1 + below(p, 3);
	const char *type = ONE_OF(p, "u64", "volatile u64", "u32", "volatile u16");

	body(p, "__shared__ %s x%u[THREADS];", type, k);
	body(p, "for (u32 n = 0; n < %u; n++) {", n);
	body(p, "\tx%u[t] = (%s)%s;", k, type[0] == 'v' ? type + 9 : type, value(p, 1));
	body(p, "\t__syncwarp(mask);");
	body(p, "\tr = mix(r, x%u[t - lane + (lane + %u) %% (u32)__popc(mask)]);", k,
	     1 + below(p, 31));
	body(p, "\t__syncwarp(mask);");
	body(p, "}");
}

void warp_idiom(struct prog *p)
{
	static void (*const kind[])(struct prog *) = {
		shuffle, vote, vote, one_by_one, sum, reduce, groups, ragged, together, neighbours};

	kind[below(p, sizeof(kind) / sizeof(*kind))](p);
}

/* One lane fetches, all get it. */
static void fetch_for_all(struct prog *p)
{
	unsigned from = one_in(p, 2) ? 0 : below(p, p->live < 32 ? p->live : 32);
	unsigned n = words(p, 1 + (p->live - 1) / 32 * p->blocks + p->blocks);
	const char *type = ONE_OF(p, "u32", "int", "u64");

	if (p->live % 32 && from >= p->live % 32)
		from = 0;
	body(p, "%s v;", type);
	body(p, "if (lane == %u)", from);
	body(p, "\tv = (%s)atomicAdd(%s + %u + warp + blockIdx.x * %u, %u + lane);", type,
	     one_in(p, 2) ? "a.w" : "a.q", n, 1 + (p->live - 1) / 32, 1 + below(p, 9));
	body(p, "v = __shfl_sync(mask, v, %u);", from);
	body(p, "r = mix(r, (u64)v);");
}

/* Some lanes set it, all pass it, those that did not set it do not look. */
static void set_by_some(struct prog *p)
{
	const char *type = shuffled_type(p), *v = text("(%s)(%s)", type, value(p, 2));
	unsigned w = p->live % 32 ? p->live % 32 : 32, n = 1 + below(p, w);

	body(p, "%s v;", type);
	switch (below(p, 3)) {
	case 0:
		body(p, "if (lane < %u)", n);
		body(p, "\tv = %s;", v);
		body(p, "v = __shfl_sync(mask, v, (int)(lane %% %u));", n);
		break;
	case 1:
		body(p, "if (lane == %u)", n - 1);
		body(p, "\tv = %s;", v);
		body(p, "bool b = __any_sync(mask, lane == %u && v != (%s)%u);", n - 1, type,
		     below(p, 3));
		body(p, "r += b;");
		body(p, "v = __shfl_sync(mask, v, %u);", n - 1);
		break;
	default:
		body(p, "bool has = %s;", condition(p));
		body(p, "u32 who = __ballot_sync(mask, has);");
		body(p, "if (has)");
		body(p, "\tv = %s;", v);
		body(p, "if (who)");
		body(p, "\tv = __shfl_sync(mask, v, __ffs((i32)who) - 1);");
		body(p, "else");
		body(p, "\tv = (%s)7;", type);
	}
	body(p, "r = mix(r, %s);", as_bits(type, "v"));
}

/* An argument that the callee does not look at where it is not set. */
static void unset_argument(struct prog *p)
{
	unsigned k = name(p);
	const char *type = ONE_OF(p, "u32", "u64", "i16", "float"), *c = condition(p);

	decl(p, "__device__ %su64 pick%u(%s v, %s use, u64 other)\n{",
	     ONE_OF(p, "inline ", "__noinline__ ", ""), k, type, ONE_OF(p, "bool", "int"));
	if (one_in(p, 2))
		decl(p, "\treturn use ? (u64)v : other;\n}");
	else
		decl(p, "\tif (use)\n\t\tother = mix(other, (u64)v);\n\treturn other;\n}");
	body(p, "%s v;", type);
	body(p, "bool use = %s;", c);
	body(p, "if (use)");
	if (one_in(p, 2)) {
		unsigned w = words(p, 1);

		body(p, "\tv = (%s)(r & 255), atomicAdd(a.w + %u, (u32)r & 15);", type, w);
	} else {
		body(p, "\tv = (%s)((%s) & 255);", type, value(p, 2));
	}
	body(p, "r = pick%u(v, use, r);", k);
}

/* A structure that one lane fills, word by word from lane to lane. */
static void unset_structure(struct prog *p)
{
	unsigned k = name(p), from = below(p, p->live % 32 ? p->live % 32 : 32);

	decl(p, "struct W%u { u32 a; u64 b; float c; };", k);
	decl(p,
	     "__device__ %sW%u share%u(u32 mask, W%u v, int from)\n{\n"
	     "\tv.a = __shfl_sync(mask, v.a, from);\n\tv.b = __shfl_sync(mask, v.b, from);\n"
	     "\tv.c = __shfl_sync(mask, v.c, from);\n\treturn v;\n}",
	     ONE_OF(p, "", "__noinline__ ", "inline "), k, k, k);
	body(p, "W%u v;", k);
	body(p, "if (lane == %u) {", from);
	body(p, "\tv.a = (u32)%s;", value(p, 1));
	body(p, "\tv.b = %s;", value(p, 1));
	body(p, "\tv.c = (float)(u16)r;");
	body(p, "}");
	body(p, "v = share%u(mask, v, %u);", k, from);
	body(p, "r = mix(r, v.a + v.b + bits(v.c));");
}

/* Set in a loop that not every lane enters, or by a switch. */
static void set_in_loop(struct prog *p)
{
	unsigned w = p->live % 32 ? p->live % 32 : 32, n = 1 + below(p, w);

	body(p, "u64 v;");
	if (one_in(p, 2)) {
		body(p, "for (u32 k = lane; k < %u; k += %u)", n, n);
		body(p, "\tv = %s;", value(p, 2));
	} else {
		body(p, "switch (lane %% %u) {", n);
		body(p, "case 0: v = %s; break;", value(p, 2));
		body(p, "case 1: if (lane == 1) v = %s; break;", value(p, 1));
		body(p, "}");
		n = 1;
	}
	body(p, "u64 other = __shfl_sync(mask, v, (int)(lane %% %u));", n);
	body(p, "r = mix(r, other);");
}

void branch_idiom(struct prog *p)
{
	static void (*const kind[])(struct prog *) = {fetch_for_all,  fetch_for_all,   set_by_some,
						      unset_argument, unset_structure, set_in_loop};

	kind[below(p, sizeof(kind) / sizeof(*kind))](p);
}
