/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * complex: cuComplex.h on the device and on the host against std::complex of long double.
 */
#include <complex>

#include <cuComplex.h>

#include "check.h"

enum { N = 9, RESULTS = 7 };
typedef std::complex<long double> exact;

__constant__ double parts[N] = {0.5, -0.5, 3, -7, 1e-30, 1e30, 0, 1, 12345.678};

struct results {
	cuFloatComplex f[RESULTS];
	cuDoubleComplex d[RESULTS];
};

__host__ __device__ static void all(results *r, cuDoubleComplex a, cuDoubleComplex b)
{
	cuFloatComplex x = cuComplexDoubleToFloat(a), y = cuComplexDoubleToFloat(b);

	r->d[0] = cuCadd(a, b), r->f[0] = cuCaddf(x, y);
	r->d[1] = cuCsub(a, b), r->f[1] = cuCsubf(x, y);
	r->d[2] = cuCmul(a, b), r->f[2] = cuCmulf(x, y);
	r->d[3] = cuCdiv(a, b), r->f[3] = cuCdivf(x, y);
	r->d[4] = cuCfma(a, b, cuConj(a)), r->f[4] = cuCfmaf(x, y, cuConjf(x));
	r->d[5] = make_cuDoubleComplex(cuCabs(a), cuCimag(b)), r->f[5] = make_cuComplex(cuCabsf(x), cuCimagf(y));
	r->d[6] = cuComplexFloatToDouble(x), r->f[6] = make_cuFloatComplex(cuCrealf(x), (float)cuCreal(b));
}

__global__ void run(results *out)
{
	const int i = threadIdx.x / N, j = threadIdx.x % N;

	all(out + threadIdx.x, make_cuDoubleComplex(parts[i], parts[j]), make_cuDoubleComplex(parts[j], parts[N - 1 - i]));
}

/* Both parts within some ulp of the number's size: parts cancel. */
static bool near(exact z, long double re, long double im, long double epsilon)
{
	long double size = std::abs(z);

	return fabsl(re - z.real()) <= 8 * epsilon * size && fabsl(im - z.imag()) <= 8 * epsilon * size;
}

static void compare(const results &r, exact a, exact b, int at, const char *where)
{
	const exact want[RESULTS] = {a + b, a - b, a * b, b == exact() ? exact() : a / b, a * b + std::conj(a),
				     exact(std::abs(a), b.imag()), exact()};
	const exact x((float)a.real(), (float)a.imag());

	for (int k = 0; k < RESULTS - 1; k++) {
		if (k == 3 && b == exact()) {
			check(!isfinite(r.d[k].x) && !isfinite(r.f[k].x), where, at * 10 + k);
			continue;
		}
		check(near(want[k], r.d[k].x, r.d[k].y, 0x1p-53L), where, at * 10 + k);
		if (std::abs(want[k]) < 1e37L && (std::abs(want[k]) > 1e-36L || want[k] == exact()))
			check(near(want[k], r.f[k].x, r.f[k].y, 0x1p-21L), where, at * 10 + k);
	}
	check(r.d[6].x == x.real() && r.d[6].y == x.imag(), where, at * 10 + 6);
	check(r.f[6].x == (float)a.real() && r.f[6].y == (float)b.real(), where, at * 10 + 7);
}

int main()
{
	static const double host[N] = {0.5, -0.5, 3, -7, 1e-30, 1e30, 0, 1, 12345.678};
	results *r = shared_array<results>(N * N), own;

	run<<<1, N * N>>>(r);
	sync("complex");
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			exact a(host[i], host[j]), b(host[j], host[N - 1 - i]);

			compare(r[i * N + j], a, b, i * N + j, "device");
			all(&own, make_cuDoubleComplex(host[i], host[j]), make_cuDoubleComplex(host[j], host[N - 1 - i]));
			compare(own, a, b, i * N + j, "host");
		}
	return finish("complex");
}
