/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * simd: two halves or four bytes of a word at a time, against the same part by part on the host.
 */
#include "check.h"

#define ROWS 64

/* X(name, of one part) with a, b: the parts, signed in s and as they are in u */
#define BINARY(X, n) \
	X(__vadd##n, u.a + u.b) X(__vaddss##n, clamp(s.a + s.b, low, high)) \
	X(__vaddus##n, clamp(u.a + u.b, 0, most)) X(__vsub##n, u.a - u.b) \
	X(__vsubss##n, clamp(s.a - s.b, low, high)) X(__vsubus##n, clamp(u.a - u.b, 0, most)) \
	X(__vavgs##n, s.a + s.b >= 0 ? (s.a + s.b + 1) / 2 : (s.a + s.b - 1) / 2) \
	X(__vavgu##n, (u.a + u.b + 1) / 2) X(__vhaddu##n, (u.a + u.b) / 2) \
	X(__vabsdiffs##n, abs(s.a - s.b)) X(__vabsdiffu##n, abs(u.a - u.b)) \
	X(__vmaxs##n, s.a > s.b ? s.a : s.b) X(__vmaxu##n, u.a > u.b ? u.a : u.b) \
	X(__vmins##n, s.a < s.b ? s.a : s.b) X(__vminu##n, u.a < u.b ? u.a : u.b) \
	X(__vseteq##n, u.a == u.b) X(__vsetne##n, u.a != u.b) X(__vsetges##n, s.a >= s.b) \
	X(__vsetgts##n, s.a > s.b) X(__vsetles##n, s.a <= s.b) X(__vsetlts##n, s.a < s.b) \
	X(__vsetgeu##n, u.a >= u.b) X(__vsetgtu##n, u.a > u.b) X(__vsetleu##n, u.a <= u.b) \
	X(__vsetltu##n, u.a < u.b) X(__vcmpeq##n, -(u.a == u.b)) X(__vcmpne##n, -(u.a != u.b)) \
	X(__vcmpges##n, -(s.a >= s.b)) X(__vcmpgts##n, -(s.a > s.b)) \
	X(__vcmples##n, -(s.a <= s.b)) X(__vcmplts##n, -(s.a < s.b)) \
	X(__vcmpgeu##n, -(u.a >= u.b)) X(__vcmpgtu##n, -(u.a > u.b)) \
	X(__vcmpleu##n, -(u.a <= u.b)) X(__vcmpltu##n, -(u.a < u.b))
#define UNARY(X, n) \
	X(__vabs##n, abs(s.a)) X(__vabsss##n, clamp(abs(s.a), low, high)) X(__vneg##n, -s.a) \
	X(__vnegss##n, clamp(-s.a, low, high))
/* Of all parts together */
#define SUMS(X, n) X(__vsads##n, abs(s.a - s.b)) X(__vsadu##n, abs(u.a - u.b))

struct parts {
	int a, b;
};

static int clamp(int x, int low, int high)
{
	return x < low ? low : x > high ? high : x;
}

static parts part(unsigned int a, unsigned int b, int bits, int k, bool with_sign)
{
	const unsigned int x = a >> (k * bits) & ((1U << bits) - 1);
	const unsigned int y = b >> (k * bits) & ((1U << bits) - 1);

	if (!with_sign)
		return {(int)x, (int)y};
	return {(int)(x << (32 - bits)) >> (32 - bits), (int)(y << (32 - bits)) >> (32 - bits)};
}

#define COUNT(name, expr) +1
enum { FUNCTIONS = 0 BINARY(COUNT, 2) BINARY(COUNT, 4) UNARY(COUNT, 2) UNARY(COUNT, 4)
	       SUMS(COUNT, 2) SUMS(COUNT, 4) };

__global__ void run(const unsigned int *in, unsigned int *out)
{
	const unsigned int a = in[threadIdx.x], b = in[blockIdx.x];
	unsigned int *to = out + (blockIdx.x * ROWS + threadIdx.x) * FUNCTIONS;

#define CALL2(name, expr) *to++ = name(a, b);
#define CALL1(name, expr) *to++ = name(a);
	BINARY(CALL2, 2) BINARY(CALL2, 4) UNARY(CALL1, 2) UNARY(CALL1, 4)
	SUMS(CALL2, 2) SUMS(CALL2, 4)
}

static const unsigned int *compare(const unsigned int *got, unsigned int a, unsigned int b, int at)
{
	int bits, low, high, most;

#define WIDTH(n) bits = 32 / n, high = (1 << (bits - 1)) - 1, low = -high - 1, most = 2 * high + 1
#define ASK(name, expr) \
	{ \
		unsigned int want = 0; \
		for (int k = 0; k < 32 / bits; k++) { \
			const parts u = part(a, b, bits, k, false), s = part(a, b, bits, k, true); \
			(void)u; \
			(void)s; \
			want |= ((unsigned int)(expr) & (unsigned int)most) << (k * bits); \
		} \
		check(*got++ == want, #name, at); \
	}
#define ASK_SUM(name, expr) \
	{ \
		unsigned int want = 0; \
		for (int k = 0; k < 32 / bits; k++) { \
			const parts u = part(a, b, bits, k, false), s = part(a, b, bits, k, true); \
			(void)u; \
			(void)s; \
			want += (unsigned int)(expr); \
		} \
		check(*got++ == want, #name, at); \
	}
	WIDTH(2);
	BINARY(ASK, 2)
	WIDTH(4);
	BINARY(ASK, 4)
	WIDTH(2);
	UNARY(ASK, 2)
	WIDTH(4);
	UNARY(ASK, 4)
	WIDTH(2);
	SUMS(ASK_SUM, 2)
	WIDTH(4);
	SUMS(ASK_SUM, 4)
	return got;
}

int main()
{
	static const unsigned int edge[] = {0, 0x80008000, 0x7fff7fff, 0x80808080, 0x7f7f7f7f,
					    0xffffffff, 0x00010001, 0x01010101, 0x8000ff7f};
	unsigned int *in = shared_array<unsigned int>(ROWS);
	unsigned int *out = shared_array<unsigned int>(ROWS * ROWS * FUNCTIONS);

	for (unsigned int i = 0, x = 1; i < ROWS; i++) {
		x = x * 1664525U + 1013904223U;
		in[i] = i < sizeof(edge) / sizeof(edge[0]) ? edge[i] : x ^ x >> 16;
	}
	run<<<ROWS, ROWS>>>(in, out);
	sync("simd");
	for (int i = 0; i < ROWS * ROWS; i++)
		compare(out + i * FUNCTIONS, in[i % ROWS], in[i / ROWS], i);
	return finish("simd");
}
