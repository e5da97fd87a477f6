/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * bits: idioms of one thread's integers: tests of a sign, shifts by constants and variables, masks,
 * fields cut out and put in, small types, halves of wide products, polynomials over bits.
 */
#include "idioms.h"

static void sign(struct prog *p)
{
	unsigned bits = 8u << below(p, 4), m = 1 + below(p, 255), n = below(p, 63);
	const char *x = value(p, 2), *signed_x = text("(i%u)(%s)", bits, x);
	const char *mask = one_in(p, 2) ? text("%uu", m) : literal(p);

	if (one_in(p, 3)) /* from the lowest bit on: a field to be cut out */
		mask = text("0x%llxull", (2ull << below(p, 63)) - 1);

	switch (below(p, 9)) {
	case 0: body(p, "r += (%s < 0 ? %s : 0);", signed_x, mask); break;
	case 1: body(p, "r = (r << %u) ^ (%s < 0 ? %s : 0);", 1 + n % 7, signed_x, mask); break;
	case 2: body(p, "r = mix(r, (u64)((i64)r >> 63) & %s);", mask); break;
	case 3: body(p, "r ^= (u64)(%s >> %u) & %s;", signed_x, n % bits, mask); break;
	case 4: body(p, "r = mix(r, (u64)-(%s < 0) & %s);", signed_x, mask); break;
	case 5: body(p, "r += (%s >= 0 ? %s : %s);", signed_x, mask, literal(p)); break;
	case 6: body(p, "r ^= (u64)(%s > -1 ? 1 : -1);", signed_x); break;
	case 7:
		body(p, "i64 x = (i64)%s;", x);
		body(p, "u64 y = (u64)(x >> 63);");
		body(p, "r = mix(r, ((u64)x ^ y) - y%s);", one_in(p, 2) ? "" : " + (x < 0)");
		break;
	default:
		body(p, "r += ((u64)%s >> 63 ? %s : 0) + ((u64)%s & %s);", x, mask, signed_x, mask);
	}
}

/* Amounts that the compiler knows to be in range by a mask, by a test, or by nothing but the text.
 */
static void shift(struct prog *p)
{
	unsigned b = one_in(p, 2) ? 64 : 32, n = 1 + below(p, b - 1);

	body(p, "u%u x = (u%u)%s;", b, b, value(p, 2));
	body(p, "u32 n = (u32)%s;", value(p, 1));
	switch (below(p, 9)) {
	case 0: body(p, "x = x << (n & %u);", b - 1); break;
	case 1: body(p, "x = x >> (n & %u);", b - 1); break;
	case 2: body(p, "x = (u%u)((i%u)x >> (n & %u));", b, b, b - 1); break;
	case 3: body(p, "x = n < %u ? x %s n : %u;", b, ONE_OF(p, "<<", ">>"), n); break;
	case 4: body(p, "x = x << (n & %u) | x >> (-n & %u);", b - 1, b - 1); break;
	case 5: body(p, "x = x << %u | x >> %u;", n, b - n); break;
	case 6: body(p, "x = (x << %u) >> (n & %u);", n, b - 1); break;
	case 7:
		body(p, "x = (x >> %u & 0x%xu) << (%u - (n & 15));", n, 1 + below(p, 255), 16);
		break;
	default: body(p, "n %%= %u;", b); body(p, "x = n ? x >> n | x << (%u - n) : x;", b);
	}
	body(p, "r = mix(r, x);");
}

/* Cut out n bits at a, with zeros or the sign in front; put them in elsewhere. */
static void cut(struct prog *p)
{
	unsigned b = one_in(p, 3) ? 32 : 64, n = 1 + below(p, b - 1), at = below(p, b - n + 1);
	unsigned long long m = n == 64 ? ~0ull : (1ull << n) - 1;
	bool variable = one_in(p, 3);
	const char *where = variable ? "at" : text("%u", at);

	body(p, "u%u x = (u%u)%s, y = (u%u)%s;", b, b, value(p, 2), b, value(p, 1));
	if (variable)
		body(p, "u32 at = (u32)r %% %u;", b - n + 1);
	switch (below(p, 5)) {
	case 0: body(p, "x = x >> %s & 0x%llxull;", where, m); break;
	case 1:
		body(p, "x = (x & ~((u%u)0x%llxull << %s)) | (y & 0x%llxull) << %s;", b, m, where,
		     m, where);
		break;
	case 2:
		body(p, "x = (u%u)((i%u)(x << (%u - %s)) >> %u);", b, b, b - n, where, b - n);
		break;
	case 3:
		body(p, "x = (x >> %s & 0x%llxull) == (y & 0x%llxull) ? x : y;", where, m, m);
		break;
	default:
		body(p, "if (x & (u%u)1 << %s)", b, where);
		body(p, "\tx ^= y;");
		body(p, "x &= ~((u%u)1 << (%s));", b, where);
	}
	body(p, "r = mix(r, x);");
}

/* A remainder modulo a polynomial, bit by bit: a shift and a mask that the topmost bit chooses. */
static void polynomial(struct prog *p)
{
	unsigned b = 8u << below(p, 4), k = name(p);
	const char *mask = literal(p);

	decl(p, "__device__ %su%u poly%u(u%u x, int rounds)\n{",
	     ONE_OF(p, "inline ", "__noinline__ "), b, k, b);
	decl(p, "\tfor (int k = 0; k < rounds; k++)");
	switch (below(p, 4)) {
	case 0:
		decl(p, "\t\tx = (u%u)((x << 1) ^ ((i%u)x < 0 ? (u%u)%s : 0));", b, b, b, mask);
		break;
	case 1: decl(p, "\t\tx = (u%u)((x >> 1) ^ (x & 1 ? (u%u)%s : 0));", b, b, mask); break;
	case 2: decl(p, "\t\tx = (u%u)((x >> 1) ^ (-(x & 1) & (u%u)%s));", b, b, mask); break;
	default:
		decl(p,
		     "\t\tif (x >> %u)\n\t\t\tx = (u%u)(x << 1 ^ (u%u)%s);\n\t\telse\n\t\t\tx = "
		     "(u%u)(x << 1);",
		     b - 1, b, b, mask, b);
	}
	decl(p, "\treturn x;\n}");
	body(p, "r = mix(r, (u64)poly%u((u%u)%s, %s));", k, b, value(p, 1),
	     one_in(p, 2) ? text("%u", 1 + below(p, 20)) : "(int)(r & 31)");
}

/* Small types wrap around where they are stored, and are promoted where they are used. */
static void small(struct prog *p)
{
	unsigned b, c;
	const char *x = integer(p, &b), *y = integer(p, &c);

	body(p, "%s x = (%s)%s;", x, x, value(p, 1));
	body(p, "%s y = (%s)%s;", y, y, value(p, 1));
	for (unsigned k = 2 + below(p, 4); k > 0; k--)
		switch (below(p, 8)) {
		case 0: body(p, "x = (%s)((u64)x + (u64)y);", x); break;
		case 1: body(p, "y = (%s)((u64)x * (u64)y);", y); break;
		case 2: body(p, "x = (%s)(x > (%s)y ? x : (%s)y);", x, x, x); break;
		case 3: body(p, "x = (%s)((u64)x - %u);", x, below(p, 300)); break;
		case 4: body(p, "y = (%s)(y >> %u);", y, below(p, c)); break;
		case 5:
			body(p, "if (y != 0 && y != (%s)-1)", y),
				body(p, "\tx = (%s)(x / (%s)y + x %% (%s)y);", x, y, y);
			break;
		case 6: body(p, "r += (i64)x < (i64)y;"); break;
		default: body(p, "x = (%s)~x;", x);
		}
	body(p, "r = mix(r, (u64)x + (u64)y);");
}

static void division(struct prog *p)
{
	unsigned b = one_in(p, 2) ? 32 : 64, d = 2 + below(p, 1000);
	char sign = one_in(p, 2) ? 'i' : 'u';

	if (one_in(p, 2))
		d = 1u << (1 + below(p, 15));
	body(p, "%c%u x = (%c%u)%s;", sign, b, sign, b, value(p, 2));
	body(p, "r = mix(r, (u64)(x / %s%u) + (u64)(x %% %s%u));",
	     sign == 'i' && one_in(p, 2) ? "-" : "", d, "", d);
	if (one_in(p, 2))
		body(p, "r ^= (u64)(x %% (%c%u)((r & 255) + 1));", sign, b);
}

static void wide(struct prog *p)
{
	body(p, "u64 x = %s, y = %s;", value(p, 2), value(p, 1));
	switch (below(p, 9)) {
	case 0: body(p, "r = mix(r, (u64)(u32)x * (u32)y >> %u);", below(p, 64)); break;
	case 1: body(p, "r ^= (u64)((i64)(i32)x * (i32)y >> 32);"); break;
	case 2: body(p, "r += __umul64hi(x, y);"); break;
	case 3: body(p, "r += __umulhi((u32)x, (u32)y) + (u64)__mulhi((i32)x, (i32)y);"); break;
	case 4:
		body(p, "u64 low = x + y, carry = low < x;");
		body(p, "r = mix(low, (r >> 3) + carry);");
		break;
	case 5: body(p, "r = mix(r, (u64)((unsigned __int128)x * y >> %u));", below(p, 127)); break;
	case 6:
		body(p, "r = mix(r, (u64)((__int128)((unsigned __int128)x << 64 | y) >> %u));",
		     below(p, 127));
		break;
	case 7:
		body(p,
		     "r += (u64)(u32)((u16)x * (u32)(u16)y) + (u64)(i64)((i32)(i16)x * (i16)y);");
		break;
	default: body(p, "r ^= (x < y ? x - y : y - x) + ((i64)x < (i64)y ? 1 : 2);");
	}
}

static void function(struct prog *p)
{
	body(p, "u64 x = %s;", value(p, 2));
	body(p, "u32 lo = (u32)x, hi = (u32)(x >> 32);");
	switch (below(p, 8)) {
	case 0: body(p, "r += (u64)(__popc(lo) * 64 + __popcll(x));"); break;
	case 1: body(p, "r += (u64)(__clz((i32)hi) * 64 + __clzll((i64)x));"); break;
	case 2: body(p, "r += (u64)(__ffs((i32)lo) * 64 + __ffsll((i64)x));"); break;
	case 3: body(p, "r = mix(r, __brev(lo) + __brevll(x));"); break;
	case 4: body(p, "r = mix(r, __byte_perm(lo, hi, 0x%x));", below(p, 0x8000) & 0x7777); break;
	case 5:
		body(p, "r = mix(r, __funnelshift_l(lo, hi, %s));", one_in(p, 2) ? "lo" : "13");
		break;
	case 6:
		body(p, "r = mix(r, __funnelshift_r(lo, hi, %s));", one_in(p, 2) ? "hi" : "5");
		break;
	default: body(p, "r = mix(r, (u64)lo << 32 | hi) + (u8)(x >> %u);", 8 * below(p, 8));
	}
}

/* Bytes packed into words and taken out. */
static void pack(struct prog *p)
{
	body(p, "u32 word = 0;");
	body(p, "for (int k = 0; k < 4; k++)");
	body(p, "\tword |= (u32)(u8)(r >> (k * %u)) << (%s);", 1 + below(p, 16),
	     one_in(p, 2) ? "8 * k" : "24 - 8 * k");
	body(p, "i32 sum = 0;");
	body(p, "for (int k = 0; k < 4; k++)");
	body(p, "\tsum += (%s)(word >> (8 * k));", one_in(p, 2) ? "i8" : "u8");
	body(p, "r = mix(r, (u64)sum + word);");
}

void bits_idiom(struct prog *p)
{
	static void (*const kind[])(struct prog *) = {sign,     sign, sign,       shift, shift,
						      cut,      cut,  polynomial, small, small,
						      division, wide, function,   pack};

	for (unsigned k = 1 + below(p, 2); k > 0; k--) {
		body(p, "{");
		p->depth++;
		kind[below(p, sizeof(kind) / sizeof(*kind))](p);
		p->depth--;
		body(p, "}");
	}
}
