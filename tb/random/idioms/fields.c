/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * fields: bit fields of every width, signed and unsigned, within a word and over its end, in
 * structures that are assigned, passed, packed and seen through a union.
 */
#include "idioms.h"

enum { FIELDS = 8 };

struct layout {
	unsigned n, id;
	bool whole; /* no bits but those of fields */
	unsigned width[FIELDS], base[FIELDS];
	bool is_signed[FIELDS];
};

static struct layout declare(struct prog *p)
{
	struct layout l = {.n = 2 + below(p, FIELDS - 1), .id = name(p)};
	bool one_type = one_in(p, 2), packed = one_in(p, 3);
	unsigned base = 8u << below(p, 4), sum = 0;

	decl(p, "struct %sB%u {", packed ? "__attribute__((packed)) " : "", l.id);
	for (unsigned f = 0; f < l.n; f++) {
		l.base[f] = one_type ? base : 8u << below(p, 4);
		l.is_signed[f] = one_in(p, 2);
		l.width[f] = one_in(p, 5) ? l.base[f] : 1 + below(p, l.base[f]);
		if (packed && f == l.n - 1) {
			l.base[f] = 8;
			l.width[f] = 8 - sum % 8;
		}
		sum += l.width[f];
		decl(p, "\t%c%u f%u%s;", l.is_signed[f] ? 'i' : 'u', l.base[f], f,
		     text(" : %u", l.width[f]));
		if (one_in(p, 10) && !packed)
			decl(p, "\tu32 : %u;", below(p, 8));
	}
	decl(p, "};");
	l.whole = packed;
	return l;
}

static void look(struct prog *p, const struct layout *l, const char *b)
{
	for (unsigned f = 0; f < l->n; f++)
		if (!one_in(p, 3))
			body(p, "r = mix(r, (u64)%s.f%u);", b, f);
}

static void change(struct prog *p, const struct layout *l, const char *b)
{
	unsigned f = below(p, l->n), g = below(p, l->n);
	char s = l->is_signed[f] ? 'i' : 'u';

	switch (below(p, 6)) {
	case 0:
		body(p, "%s.f%u = (%c%u)((u64)%s.f%u + %u);", b, f, s, l->base[f], b, f,
		     1 + below(p, 9));
		break;
	case 1: body(p, "%s.f%u = (%c%u)%s.f%u;", b, f, s, l->base[f], b, g); break;
	case 2:
		body(p, "if (%s.f%u %s 0)", b, f, l->is_signed[f] ? "<" : "!="),
			body(p, "\tr += %u;", 1 + below(p, 99));
		break;
	case 3: body(p, "%s.f%u ^= (%c%u)%s;", b, f, s, l->base[f], value(p, 1)); break;
	case 4:
		body(p, "%s.f%u = (%c%u)((u64)%s.f%u << %u);", b, f, s, l->base[f], b, f,
		     below(p, l->base[f]));
		break;
	default: body(p, "%s.f%u = (%c%u)%s;", b, f, s, l->base[f], value(p, 2));
	}
}

/* A structure in a register, in memory or in shared memory. */
static void own(struct prog *p)
{
	struct layout l = declare(p);
	bool shared = one_in(p, 4);
	const char *b = shared ? text("b%u[t]", l.id) : "b";

	if (shared)
		body(p, "__shared__ B%u b%u[THREADS];", l.id, l.id);
	else
		body(p, "B%u b;", l.id);
	body(p, "memset(&%s, 0, sizeof(B%u));", b, l.id);
	for (unsigned f = 0; f < l.n; f++)
		body(p, "%s.f%u = (%c%u)%s;", b, f, l.is_signed[f] ? 'i' : 'u', l.base[f],
		     value(p, 1));
	for (unsigned k = 1 + below(p, 4); k > 0; k--)
		change(p, &l, b);
	look(p, &l, b);
	if (l.whole) {
		body(p, "u64 word = 0;");
		body(p, "memcpy(&word, &%s, sizeof(B%u) < 8 ? sizeof(B%u) : 8);", b, l.id, l.id);
		body(p, "r = mix(r, word);");
	}
}

/* By value into a function and back. */
static void passed(struct prog *p)
{
	struct layout l = declare(p);
	unsigned f = below(p, l.n), g = below(p, l.n);

	decl(p,
	     "__device__ %sB%u turn%u(B%u b, u64 x)\n{\n\tif (b.f%u %s 1)\n\t\tb.f%u = "
	     "(%c%u)x;\n\tb.f%u = (%c%u)(x >> 7);\n\treturn b;\n}",
	     ONE_OF(p, "", "__noinline__ ", "inline "), l.id, l.id, l.id, f,
	     ONE_OF(p, "==", "<", "!="), g, l.is_signed[g] ? 'i' : 'u', l.base[g], f,
	     l.is_signed[f] ? 'i' : 'u', l.base[f]);
	body(p, "B%u b = {};", l.id);
	change(p, &l, "b");
	body(p, "b = turn%u(b, %s);", l.id, value(p, 2));
	look(p, &l, "b");
}

/* The same bits as a word and as fields. */
static void seen_twice(struct prog *p)
{
	unsigned k = name(p), a = 1 + below(p, 62),
		 c = one_in(p, 2) ? 63 - a : 1 + below(p, 63 - a);
	const char *x = ONE_OF(p, "u64", "i64"), *y = ONE_OF(p, "u64", "i64");

	decl(p,
	     "union V%u {\n\tu64 all;\n\tu32 half[2];\n\tu8 byte[8];\n\tstruct { %s a : %u; %s b : "
	     "%u; u64 c : %u; } f;\n};",
	     k, x, a, y, c, 64 - a - c);
	body(p, "V%u v;", k);
	body(p, "v.all = %s;", value(p, 2));
	body(p, "v.f.b = (%s)(v.f.a + (%s)%u);", y, x, below(p, 9));
	body(p, "r = mix(r, v.all + (u64)v.f.a);");
	body(p, "v.half[%u] = (u32)%s;", below(p, 2), value(p, 1));
	body(p, "v.byte[r & 7] = (u8)(r >> 9);");
	body(p, "r = mix(r, (u64)v.f.b ^ v.f.c);");
}

void fields_idiom(struct prog *p)
{
	static void (*const kind[])(struct prog *) = {own, own, passed, seen_twice};

	kind[below(p, sizeof(kind) / sizeof(*kind))](p);
}
