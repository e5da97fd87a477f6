/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * data: idioms of memory: structures by value, unions, the same bytes seen as several types, arrays
 * and aggregates of one thread with computed indices, tables of constants, vector types.
 */
#include "idioms.h"

static void local_array(struct prog *p)
{
	unsigned n = 1u << (1 + below(p, 5)), b;
	const char *type = integer(p, &b);

	body(p, "%s x[%u];", type, n);
	body(p, "for (u32 k = 0; k < %u; k++)", n);
	body(p, "\tx[k] = (%s)(%s + k);", type, value(p, 1));
	switch (below(p, 5)) {
	case 0: /* a permutation by swaps */
		body(p, "for (u32 k = %u; k > 0; k--) {", n - 1);
		body(p, "\tu32 other = (u32)((r >> k) %% (k + 1));");
		body(p, "\t%s keep = x[k];", type);
		body(p, "\tx[k] = x[other];");
		body(p, "\tx[other] = keep;");
		body(p, "}");
		break;
	case 1: /* sorted */
		body(p, "for (u32 k = 1; k < %u; k++) {", n);
		body(p, "\t%s keep = (%s)mix(x[k], r);", type, type);
		body(p, "\tint j = (int)k - 1;");
		body(p, "\tfor (; j >= 0 && x[j] > keep; j--)");
		body(p, "\t\tx[j + 1] = x[j];");
		body(p, "\tx[j + 1] = keep;");
		body(p, "}");
		break;
	case 2: /* counted */
		body(p, "for (int k = 0; k < 16; k++)");
		body(p, "\tx[r >> (4 * k) & %u] = (%s)((u64)x[r >> (4 * k) & %u] + 1);", n - 1,
		     type, n - 1);
		break;
	case 3: /* through a pointer that walks */
		body(p, "%s *at = x + (r & %u), *end = x + %u;", type, n - 1, n);
		body(p, "while (at != end)");
		body(p, "\t*at = (%s)((u64)*at * 3 + 1), at++;", type);
		break;
	default: body(p, "x[%s & %u] ^= (%s)r;", value(p, 1), n - 1, type);
	}
	body(p, "r = mix(r, (u64)x[r & %u] + (u64)x[%u]);", n - 1, below(p, n));
	if (one_in(p, 2)) {
		body(p, "for (u32 k = 0; k < %u; k++)", n);
		body(p, "\tr = mix(r, (u64)x[k]);");
	}
}

static void two_dimensions(struct prog *p)
{
	unsigned n = 2 + below(p, 3), m = 2 + below(p, 4);

	body(p, "u32 x[%u][%u], y[%u] = {%u, %u};", n, m, m, below(p, 9), below(p, 9));
	body(p, "for (u32 j = 0; j < %u; j++)", n);
	body(p, "\tfor (u32 k = 0; k < %u; k++)", m);
	body(p, "\t\tx[j][k] = (u32)(%s >> (j * 5 + k));", value(p, 1));
	body(p, "for (u32 j = 0; j < %u; j++)", n);
	body(p, "\tfor (u32 k = 0; k < %u; k++)", m);
	body(p, "\t\ty[k] += x[j][(k + %s) %% %u] * x[(j + 1) %% %u][k];",
	     one_in(p, 2) ? "lane" : "1", m, n);
	body(p, "r = mix(r, y[r %% %u] + x[t %% %u][%u]);", m, n, below(p, m));
}

/* Structures in an array of the thread, copied as a whole. */
static void structures(struct prog *p)
{
	unsigned k = name(p), n = 2 + below(p, 4);

	decl(p, "struct%s E%u { %s a; u64 b; %s c[%u]; double d; };",
	     ONE_OF(p, "", "", " alignas(16)"), k, ONE_OF(p, "u8", "i16", "u32"),
	     ONE_OF(p, "u8", "u16", "float"), 1 + below(p, 5));
	body(p, "E%u x[%u] = {{1, 2}, {3}};", k, n);
	body(p, "for (u32 k = 0; k < %u; k++)", n);
	body(p, "\tx[k].b = %s + k, x[k].d = (double)(i32)(r >> (33 + k));", value(p, 1));
	body(p, "E%u one = x[r %% %u];", k, n);
	body(p, "one.a = 7;");
	body(p, "one.c[0] = 3;");
	body(p, "x[(r >> 8) %% %u] = one;", n);
	if (one_in(p, 2))
		body(p, "const E%u *at = %s ? &one : &x[%u];", k, condition(p), below(p, n));
	else
		body(p, "const E%u *at = &x[(r >> 5) %% %u];", k, n);
	body(p, "r = mix(r, at->a + at->b + (u64)at->c[0] + bits(at->d));");
}

static void punning(struct prog *p)
{
	switch (below(p, 5)) {
	case 0:
		body(p, "union { u64 q; u32 w[2]; u16 h[4]; i8 b[8]; double d; float f[2]; } v;");
		body(p, "v.q = %s;", value(p, 2));
		body(p, "v.%s = %s;",
		     ONE_OF(p, "w[1]", "h[2]", "b[5]", "b[r & 7]", "f[0]", "h[r & 3]"),
		     ONE_OF(p, "1", "v.w[0] & 127", "3"));
		body(p, "r = mix(r, v.q + (u64)(i64)v.b[r & 7] + v.h[%u]);", below(p, 4));
		break;
	case 1:
		body(p, "float f = (float)(i32)(%s);", value(p, 2));
		body(p, "u32 w;");
		body(p, "memcpy(&w, &f, 4);");
		body(p, "w ^= %s;", ONE_OF(p, "0x80000000u", "1u", "0x00800000u"));
		body(p, "memcpy(&f, &w, 4);");
		body(p, "r = mix(r, bits(f) + (f < 0 ? 1u : 2u));");
		break;
	case 2:
		body(p, "u32 w[4] = {(u32)r, (u32)(r >> 32), %uu, t};", below(p, 1000));
		body(p, "u64 q[2];");
		body(p, "memcpy(q, w, sizeof(q));");
		body(p, "((u8 *)q)[r & 15] ^= 0x%x;", 1 + below(p, 255));
		body(p, "memcpy((u8 *)w + %u, (u8 *)q + %u, %u);", below(p, 4), below(p, 4),
		     1 + below(p, 12));
		body(p, "r = mix(r, w[0] ^ ((u64)w[1] << 32 | w[3])) + q[1] + w[2];");
		break;
	case 3:
		body(p, "double d = (double)(i64)(%s >> 12);", value(p, 1));
		body(p, "u64 q;");
		body(p, "memcpy(&q, &d, 8);");
		body(p, "r = mix(r, (q >> 52 & 0x7ff) + (q << 12) + (d < 0));");
		break;
	default:
		body(p, "u8 b[24];");
		body(p, "memset(b, 0x%x, sizeof(b));", below(p, 256));
		body(p, "memcpy(b + %u, &r, 8);", below(p, 17));
		body(p, "u64 q;");
		body(p, "memcpy(&q, b + (r %% 17), 8);");
		body(p, "r = mix(r, q);");
	}
}

/* A table in constant memory: the same index for all lanes, and one for each. */
static void table(struct prog *p)
{
	unsigned k = name(p), n = 1u << (1 + below(p, 5)), b;
	const char *type = integer(p, &b);

	fprintf(p->decl, "__constant__ %s table%u[%u] = {", type, k, n);
	for (unsigned j = 0; j < n; j++)
		fprintf(p->decl, "%s(%s)%s", j ? ", " : "", type, literal(p));
	decl(p, "};");
	body(p, "for (u32 k = 0; k < %s; k++)", one_in(p, 2) ? "a.rounds" : "3");
	body(p, "\tr = mix(r, (u64)table%u[%s & %u]);", k,
	     one_in(p, 2) ? "(k + blockIdx.x)" : "(r >> k)", n - 1);
}

/* Wide loads and stores. */
static void vector(struct prog *p)
{
	unsigned k = name(p), step = 1 + below(p, 31);

	switch (below(p, 3)) {
	case 0:
		body(p, "__shared__ uint4 x%u[THREADS];", k);
		body(p, "x%u[t] = make_uint4((u32)r, (u32)(r >> 32), t, (u32)%s);", k, value(p, 1));
		body(p, "__syncthreads();");
		body(p, "uint4 v = x%u[(t + %u) %% %s];", k, step, live(p));
		body(p, "r = mix(r, v.x + v.y * 3ull + v.z) ^ v.w;");
		break;
	case 1:
		body(p, "__shared__ ulonglong2 x%u[THREADS];", k);
		body(p, "x%u[t] = make_ulonglong2(%s, r);", k, value(p, 1));
		body(p, "__syncthreads();");
		body(p, "ulonglong2 v = x%u[(t + %u) %% %s];", k, step, live(p));
		body(p, "r = mix(v.x, v.y);");
		break;
	default:
		body(p, "__shared__ uint2 x%u[THREADS];", k);
		body(p, "uint2 own = make_uint2((u32)%s, lane);", value(p, 1));
		body(p, "x%u[t] = own;", k);
		body(p, "__syncthreads();");
		body(p, "r = mix(r, x%u[(t + %u) %% %s].x + own.y);", k, step, live(p));
	}
	shared_end(p);
}

/* The structure that the kernel got by value. */
static void argument(struct prog *p)
{
	switch (below(p, 4)) {
	case 0: body(p, "r = mix(r, s.a + s.d[t %% 3]);"); break;
	case 1:
		body(p, "r += (u64)s.b * (u64)s.c[%s %% 5];", one_in(p, 2) ? "lane" : "blockIdx.x");
		break;
	case 2:
		body(p, "s.d[r %% 3] ^= r;");
		body(p, "r = mix(r, s.d[0] + s.d[1] * 3 + s.d[2] * 5);");
		break;
	default: body(p, "r = mix(r, bits(s.e * (float)(u8)r) + (u64)s.c[4]);");
	}
}

void record_declare(struct prog *p, unsigned kernel)
{
	decl(p, "struct S%u { u8 a; i32 b; i16 c[5]; u64 d[3]; float e; };", kernel);
}

const char *record_value(struct prog *p)
{
	return text(", {%u, -%u, {%u, -2, %u, 4, -%u}, {%s, %s, %u}, %u.5f}", below(p, 256),
		    below(p, 99), below(p, 99), below(p, 30000), below(p, 30000), literal(p),
		    literal(p), below(p, 9), below(p, 9));
}

void data_idiom(struct prog *p)
{
	static void (*const kind[])(struct prog *) = {local_array, local_array, two_dimensions,
						      structures,  punning,     punning,
						      table,       vector};

	if (p->record && one_in(p, 2))
		argument(p);
	else
		kind[below(p, sizeof(kind) / sizeof(*kind))](p);
}
