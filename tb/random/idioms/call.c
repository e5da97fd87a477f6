/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * call: idioms of functions: structures as arguments and results, small and large; locals by
 * reference and by pointer; templates, classes, lambdas; functions that leave early.
 */
#include "idioms.h"

static const char *linkage(struct prog *p)
{
	return ONE_OF(p, "", "inline ", "__noinline__ ", "__noinline__ ", "__forceinline__ ");
}

static const char *const xy[] = {"x", "y"};

static void by_value(struct prog *p)
{
	unsigned k = name(p), n = 1 + below(p, 6);
	const char *type = ONE_OF(p, "u8", "u16", "u32", "u64"), *x = value_of(p, 2, xy, 2);

	decl(p, "struct%s A%u { %s a[%u]; %s b; };", ONE_OF(p, "", "", " alignas(16)"), k, type, n,
	     ONE_OF(p, "u64", "i16", "u8", "u32"));
	decl(p, "__device__ %sA%u make%u(u64 x, u64 y)\n{\n\tA%u v;", linkage(p), k, k, k);
	decl(p,
	     "\tfor (int k = 0; k < %u; k++)\n\t\tv.a[k] = (%s)(%s >> k);\n\tv.b = 3;\n\treturn "
	     "v;\n}",
	     n, type, x);
	decl(p,
	     "__device__ %su64 use%u(A%u v, u32 n, A%u w)\n{\n\tv.b += (decltype(v.b))w.a[n %% "
	     "%u];",
	     linkage(p), k, k, k, n);
	decl(p,
	     "\tu64 x = v.b;\n\tfor (int k = 0; k < %u; k++)\n\t\tx = mix(x, v.a[k]);\n\treturn "
	     "x;\n}",
	     n);
	body(p, "A%u v = make%u(r, %s), w = v;", k, k, value(p, 1));
	body(p, "w.a[r %% %u] = (%s)t;", n, type);
	body(p, "if (%s)", condition(p));
	body(p, "\tv = w;");
	body(p, "r = mix(r, use%u(v, (u32)(r >> 60), w));", k);
}

static void by_reference(struct prog *p)
{
	unsigned k = name(p);

	decl(p, "__device__ %sbool step%u(u64 &x, u32 *y, %s &z)\n{", linkage(p), k, "i16");
	decl(p, "\tx = %s;\n\t*y += (u32)x %% %u;\n\tz = (i16)(z * 3 + 1);",
	     value_of(p, 2, (const char *const[]){"x", "(u64)*y", "(u64)z"}, 3), 2 + below(p, 9));
	decl(p, "\treturn *y %s %u && z != 0;\n}", ONE_OF(p, "<", "!="), 4 + below(p, 90));
	body(p, "u64 x = %s;", value(p, 1));
	body(p, "u32 n = 0, y[2] = {0, %u};", below(p, 9));
	body(p, "i16 z = (i16)lane;");
	body(p, "while (n < %u && step%u(x, &y[%s], z))", 2 + below(p, 8), k,
	     one_in(p, 2) ? "n & 1" : "0");
	body(p, "\tn++;");
	body(p, "r = mix(x, n + y[0] + (u64)z) + y[1];");
}

static void template_(struct prog *p)
{
	unsigned k = name(p);

	if (one_in(p, 2)) {
		decl(p, "template <class T, int N> __device__ %sT fold%u(T x)\n{", linkage(p), k);
		decl(p,
		     "\tT v[N];\n\tfor (int k = 0; k < N; k++)\n\t\tv[k] = (T)(x * (T)(k + 1));");
		decl(p,
		     "\tfor (int k = 1; k < N; k++)\n\t\tv[k] = (T)(v[k] ^ v[k - 1] >> "
		     "%u);\n\treturn v[N - 1];\n}",
		     1 + below(p, 7));
		body(p, "r = mix(r, (u64)fold%u<u%u, %u>((u%u)%s));", k, 32u << below(p, 2),
		     1 + below(p, 6), 32u, value(p, 1));
		body(p, "r += fold%u<u64, %u>(r);", k, 1 + below(p, 9));
		return;
	}
	decl(p, "template <class T> struct C%u {\n\tT v[4];\n\tu32 n;", k);
	decl(p, "\t__device__ C%u() : n(0) {}", k);
	decl(p, "\t__device__ %svoid push(T x)\n\t{\n\t\tv[n & 3] = x;\n\t\tn++;\n\t}", linkage(p));
	decl(p, "\t__device__ T pop()\n\t{\n\t\treturn n ? v[--n & 3] : (T)%u;\n\t}", below(p, 99));
	decl(p,
	     "\t__device__ C%u &operator+=(T x)\n\t{\n\t\tpush((T)(pop() + x));\n\t\treturn "
	     "*this;\n\t}\n};",
	     k);
	body(p, "C%u<%s> c;", k, ONE_OF(p, "u64", "u32", "u16"));
	body(p, "for (u32 k = 0; k < %s; k++)", one_in(p, 2) ? "(u32)(r & 7)" : "5");
	body(p, "\tif (r >> k & 1)");
	body(p, "\t\tc.push((decltype(c.pop()))(r >> k));");
	body(p, "\telse");
	body(p, "\t\tc += (decltype(c.pop()))k;");
	body(p, "r = mix(r, (u64)c.pop());");
	body(p, "r = mix(r, (u64)c.pop());");
}

static void lambda(struct prog *p)
{
	body(p, "u32 calls = 0;");
	body(p, "u64 x = %s;", value(p, 1));
	body(p, "auto f = [&calls, %s](u64 y) {", one_in(p, 2) ? "x" : "&x");
	body(p, "\tcalls++;");
	body(p, "\treturn y & %u ? x ^ y : x + y * 3;", 1u << below(p, 5));
	body(p, "};");
	body(p, "for (int k = 0; k < %u; k++)", 1 + below(p, 4));
	body(p, "\tif (%s)", condition(p));
	body(p, "\t\tx = f(r), r += x;");
	body(p, "x = f(r);");
	body(p, "r = mix(x, calls);");
}

/* Several ways out, some from inside loops. */
static void early(struct prog *p)
{
	unsigned k = name(p);

	decl(p, "__device__ %su64 find%u(u64 x, u64 y)\n{", linkage(p), k);
	decl(p, "\tif (%s)\n\t\treturn %s;", condition_of(p, xy, 2), value_of(p, 1, xy, 2));
	decl(p, "\tfor (int k = 0; k < %u; k++) {", 2 + below(p, 12));
	decl(p, "\t\tif ((x & 15) == (y & 15))\n\t\t\treturn x + (u64)k;");
	decl(p, "\t\tif (%s)\n\t\t\tcontinue;",
	     condition_of(p, (const char *const[]){"x", "y", "(u64)k"}, 3));
	decl(p,
	     "\t\tx = x >> 3 | y << 61;\n\t\tif (!(y >>= 2))\n\t\t\tbreak;\n\t}\n\treturn y ^ "
	     "%s;\n}",
	     literal(p));
	body(p, "r = mix(r, find%u(r, %s));", k, value(p, 2));
	if (one_in(p, 2)) {
		body(p, "if (%s)", condition(p));
		body(p, "\tr ^= find%u(%s, r);", k, value(p, 1));
	}
}

/* Many arguments of mixed sizes, signs extended or not. */
static void mixed(struct prog *p)
{
	unsigned k = name(p), b, n = 3 + below(p, 5);
	const char *type[8], *args = "";

	fprintf(p->decl, "__device__ %su64 many%u(", linkage(p), k);
	for (unsigned j = 0; j < n; j++) {
		type[j] = one_in(p, 4) ? ONE_OF(p, "float", "double", "bool") : integer(p, &b);
		fprintf(p->decl, "%s%s x%u", j ? ", " : "", type[j], j);
		args = text("%s%s(%s)((%s) & 0x%x)", args, j ? ", " : "", type[j], value(p, 1),
			    one_in(p, 2) ? 0xffffffffu : 0xffffu);
	}
	decl(p, ")\n{\n\tu64 h = 0;");
	for (unsigned j = 0; j < n; j++)
		decl(p,
		     type[j][0] == 'f' || type[j][0] == 'd' ? "\th = mix(h, bits(x%u));"
							    : "\th = mix(h, (u64)x%u);",
		     j);
	decl(p, "\treturn h;\n}");
	body(p, "r = mix(r, many%u(%s));", k, args);
}

void call_idiom(struct prog *p)
{
	static void (*const kind[])(struct prog *) = {by_value, by_value, by_reference, template_,
						      lambda,   early,    mixed};

	kind[below(p, sizeof(kind) / sizeof(*kind))](p);
}
