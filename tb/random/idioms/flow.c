/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * flow: idioms of one thread's control flow and of its floating point: switches, nested loops that
 * lanes leave at different times, machines of states, and arithmetic whose result is exact or
 * correctly rounded (no contraction: both sides are compiled without).
 */
#include "idioms.h"

static void choose(struct prog *p)
{
	unsigned n = 2 + below(p, 7), step = one_in(p, 3) ? 1 + below(p, 1000) : 1;
	bool table = one_in(p, 3);

	body(p, "u64 x = %u;", below(p, 99));
	body(p, "switch ((%s) %% %u%s) {", value(p, 1), n + below(p, 3),
	     step > 1 ? text(" * %u", step) : "");
	for (unsigned k = 0; k < n; k++) {
		body(p, "case %u:", k * step);
		body(p, "\tx %s %s;", table ? "=" : ONE_OF(p, "=", "+=", "^="),
		     table ? literal(p) : value(p, 2));
		if (table || !one_in(p, 4))
			body(p, "\tbreak;");
	}
	if (one_in(p, 2)) {
		body(p, "default:");
		body(p, "\tx = ~r;");
	}
	body(p, "}");
	body(p, "r = mix(r, x);");
}

static void nested(struct prog *p)
{
	const char *var[] = {"x", "(u64)j", "(u64)k", "(u64)t"};
	unsigned id = name(p);

	body(p, "u64 x = %s;", value(p, 1));
	body(p, "for (u32 j = 0; j < %s; j++) {", one_in(p, 2) ? "(u32)(r & 7)" : "1 + lane % 5");
	body(p, "\tfor (u32 k = %s; k < %u; k++) {", one_in(p, 2) ? "j" : "0", 2 + below(p, 7));
	body(p, "\t\tif (%s)", condition_of(p, var, 4));
	body(p, "\t\t\t%s;", ONE_OF(p, "break", "continue", "x += k", text("goto out%u", id)));
	body(p, "\t\tx = %s;", value_of(p, 2, var, 4));
	body(p, "\t}");
	body(p, "\tif (%s)", condition_of(p, var, 2));
	body(p, "\t\t%s;", ONE_OF(p, "break", "continue", "x ^= j", text("goto out%u", id)));
	body(p, "\tx = mix(x, j);");
	body(p, "}");
	if (id % 2)
		body(p, "x++;");
	body(p, "out%u:", id);
	body(p, "r = mix(r, x);");
}

static void states(struct prog *p)
{
	unsigned n = 3 + below(p, 4);

	body(p, "u32 state = (u32)(%s) %% %u, steps = 0;", value(p, 1), n);
	body(p, "u64 x = r;");
	body(p, "while (state != %u && steps < %u) {", n, 4 + below(p, 20));
	body(p, "\tsteps++;");
	body(p, "\tswitch (state) {");
	for (unsigned k = 0; k < n; k++) {
		body(p, "\tcase %u:", k);
		body(p, "\t\tstate = x & %u ? %u : %u;", 1u << below(p, 6), below(p, n + 1),
		     below(p, n + 1));
		switch (below(p, 4)) {
		case 0: body(p, "\t\tx >>= %u;", 1 + below(p, 5)); break;
		case 1: body(p, "\t\tcontinue;"); break;
		case 2: body(p, "\t\tx = mix(x, steps);"); break;
		default: body(p, "\t\tx += %u;", below(p, 9)); break;
		}
		body(p, "\t\tbreak;");
	}
	body(p, "\t}");
	body(p, "}");
	body(p, "r = mix(r, x + state * 64 + steps);");
}

static void number(struct prog *p)
{
	switch (below(p, 5)) {
	case 0:
		body(p, "u32 x = (u32)(%s) %% 200 + 1, n = 0;", value(p, 1));
		body(p, "while (x != 1 && n < 40)");
		body(p, "\tx = x & 1 ? 3 * x + 1 : x / 2, n++;");
		body(p, "r = mix(r, x + n * 1000);");
		break;
	case 1:
		body(p, "u32 x = (u32)r, y = (u32)(%s) | 1;", value(p, 1));
		body(p, "while (y) {");
		body(p, "\tu32 z = x %% y;");
		body(p, "\tx = y;");
		body(p, "\ty = z;");
		body(p, "}");
		body(p, "r = mix(r, x);");
		break;
	case 2:
		body(p, "u64 x = %s >> 8, root = 0;", value(p, 1));
		body(p, "for (int b = %u; b >= 0; b--)", 12 + below(p, 18));
		body(p, "\tif ((root | 1ull << b) * (root | 1ull << b) <= x)");
		body(p, "\t\troot |= 1ull << b;");
		body(p, "r = mix(r, root);");
		break;
	case 3:
		body(p, "int lo = 0, hi = %u;", 10 + below(p, 500));
		body(p, "while (lo < hi) {");
		body(p, "\tint mid = (lo + hi) / 2;");
		body(p, "\tif ((u64)mid * %u < (%s & 0xfff))", 1 + below(p, 20), "r");
		body(p, "\t\tlo = mid + 1;");
		body(p, "\telse");
		body(p, "\t\thi = mid;");
		body(p, "}");
		body(p, "r = mix(r, (u64)lo);");
		break;
	default:
		body(p, "u64 x = r, y = 1;");
		body(p, "for (u32 e = (u32)(%s) & 0xff; e; e >>= 1, x *= x)", value(p, 1));
		body(p, "\tif (e & 1)");
		body(p, "\t\ty *= x;");
		body(p, "r = mix(r, y);");
	}
}

static void real(struct prog *p)
{
	const char *f = ONE_OF(p, "float", "double");

	body(p, "%s x = (%s)(i32)(%s), y = (%s)((u16)(r >> 20) + 1);", f, f, value(p, 1), f);
	for (unsigned k = 1 + below(p, 3); k > 0; k--)
		switch (below(p, 9)) {
		case 0: body(p, "x = x * y - (%s)%u.25;", f, below(p, 99)); break;
		case 1: body(p, "x = x / y;"); break;
		case 2: body(p, "x = sqrt(x < 0 ? -x : x) + y;"); break;
		case 3: body(p, "x = floor(x / (%s)%u) - y;", f, 1 + below(p, 64)); break;
		case 4: body(p, "x = x > y ? x - y : y / (x < 1 ? (%s)2 : x);", f); break;
		case 5: body(p, "y = trunc(x * (%s)0.5) + rint(y);", f); break;
		case 6: body(p, "x = (x < y ? x : y) + (x > 1 ? x : (%s)1);", f); break;
		case 7: body(p, "x = (%s)(float)x + ceil(y);", f); break;
		default:
			body(p, "if (x %s y || x != x)", ONE_OF(p, "<", ">=", "==")),
				body(p, "\tx = -x;");
		}
	body(p, "r = mix(r, bits(x) + bits(y));");
	if (one_in(p, 2))
		body(p, "r += x > -1000000 && x < 1000000 ? (u64)(i64)x : 5;");
}

/* A sum with a correction: equal only when nothing is reordered or fused. */
static void corrected(struct prog *p)
{
	const char *f = ONE_OF(p, "float", "double");

	body(p, "%s sum = 0, lost = 0;", f);
	body(p, "for (u32 k = 0; k < %u; k++) {", 3 + below(p, 12));
	body(p, "\t%s y = (%s)(u32)mix(r, k) * (%s)0.37 - lost;", f, f, f);
	body(p, "\t%s next = sum + y;", f);
	body(p, "\tlost = (next - sum) - y;");
	body(p, "\tsum = next;");
	body(p, "}");
	body(p, "r = mix(r, bits(sum) ^ bits(lost));");
}

void flow_idiom(struct prog *p)
{
	static void (*const kind[])(struct prog *) = {choose, nested, nested, states,
						      number, real,   real,   corrected};

	kind[below(p, sizeof(kind) / sizeof(*kind))](p);
}
