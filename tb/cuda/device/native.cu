/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * native: the compiler's own 16-bit floats, which it makes PTX's instructions on .f16 and .f16x2
 * of, against the host's double.
 */
#include "check.h"

#define N 64

typedef _Float16 half_t;
typedef half_t pair_t __attribute__((ext_vector_type(2)));

struct result {
	half_t add, sub, mul, div, neg, abs, from_int, from_double, chosen;
	pair_t sum, product;
	int to_int, less, equal;
	float to_float;
};

__global__ void run(const half_t *in, result *out)
{
	const half_t a = in[threadIdx.x], b = in[blockIdx.x];
	const pair_t x = {a, b}, y = {b, (half_t)1.5f};
	result *r = &out[blockIdx.x * N + threadIdx.x];

	r->add = a + b;
	r->sub = a - b;
	r->mul = a * b;
	r->div = a / b;
	r->neg = -a;
	r->abs = __builtin_fabsf16(a);
	r->from_int = (half_t)(int)(threadIdx.x * 1021);
	r->from_double = (half_t)((double)(float)a * 1.0009765625);
	r->chosen = a < b ? a : b;
	r->sum = x + y;
	r->product = x * y;
	r->to_int = (int)a;
	r->less = a < b;
	r->equal = a == b;
	r->to_float = (float)a;
}

static bool same(half_t got, double want)
{
	const half_t w = (half_t)want;

	return want != want ? got != got : same_bits(got, w);
}

int main()
{
	half_t *in = shared_array<half_t>(N);
	result *out = shared_array<result>(N * N);
	static const double edge[] = {0, -0.0, 1, -1, 65504, -65504, 0x1p-24, 0x1p-14, 0x1.ffcp-15,
				      INFINITY, -INFINITY, NAN, 2048, 2049, 0.5, 3};

	for (int i = 0; i < N; i++)
		in[i] = (half_t)(i < 16 ? edge[i] : (i * 7919 % 4001 - 2000) * ldexp(1.0, i % 23 - 14));
	run<<<N, N>>>(in, out);
	sync("native");
	for (int i = 0; i < N * N; i++) {
		const double a = (double)in[i % N], b = (double)in[i / N];
		const result &r = out[i];

		check(same(r.add, a + b), "a + b", i);
		check(same(r.sub, a - b), "a - b", i);
		check(same(r.mul, a * b), "a * b", i);
		check(same(r.div, a / b), "a / b", i);
		check(same_bits(r.neg, (half_t)-in[i % N]) || a != a, "-a", i);
		check(same(r.abs, fabs(a)), "fabs(a)", i);
		check(same(r.from_int, i % N * 1021), "of an int", i);
		check(same(r.from_double, a * 1.0009765625), "of a double", i);
		check(same(r.chosen, a < b ? a : b), "a < b ? a : b", i);
		check(same(r.sum.x, a + b) && same(r.sum.y, b + 1.5), "sums of two", i);
		check(same(r.product.x, a * b) && same(r.product.y, b * 1.5), "products of two", i);
		check(!(fabs(a) < 60000) || r.to_int == (int)a, "to int", i);
		check(r.less == (a < b) && r.equal == (a == b), "comparisons", i);
		check(r.to_float == (float)a || a != a, "to float", i);
	}
	return finish("native");
}
