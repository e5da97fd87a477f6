/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * half: half precision and bfloat16, on the device and on the host, against a reference in 113 bits.
 */
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef __float128 wide;

enum { N = 20000 };

/* Exact value of a format with so many bits of exponent and fraction. */
static wide value(unsigned bits, int exponent, int fraction)
{
	int e = bits >> fraction & ((1 << exponent) - 1), bias = (1 << (exponent - 1)) - 1;
	wide m = bits & ((1u << fraction) - 1), v;

	if (e == (1 << exponent) - 1)
		return bits & ((1u << fraction) - 1) ? (wide)NAN : bits & 0x8000 ? -(wide)INFINITY : (wide)INFINITY;
	v = e ? m + (wide)(1 << fraction) : m;
	for (int i = (e ? e : 1) - bias - fraction; i; i += i < 0 ? 1 : -1)
		v = i < 0 ? v / 2 : v * 2;
	return bits & 0x8000 ? -v : v;
}

/* Rounded by the definition: 0 nearest even, 1 toward zero, 2 down, 3 up. */
static unsigned rounded(wide v, int exponent, int fraction, int mode, bool minus_zero = false, wide rest = 0)
{
	const int bias = (1 << (exponent - 1)) - 1, all = (1 << exponent) - 1;
	const unsigned infinite = all << fraction;
	bool negative = v < 0 || (v == 0 && minus_zero);
	wide a = v < 0 ? -v : v, low;
	int e = 0;
	unsigned long long n;

	if (v != v)
		return 0x7fff;
	if (a == (wide)INFINITY)
		return infinite | (negative ? 0x8000 : 0);
	if (v == 0)
		return negative ? 0x8000 : 0;
	/* a = n ulp + low, with the ulp of its exponent, at least that of the smallest normal one */
	for (; a >= 2; e++)
		a /= 2;
	for (; a && a < 1 && e > 1 - bias; e--)
		a *= 2;
	for (int i = 0; i < fraction; i++)
		a *= 2;
	n = (unsigned long long)a;
	low = a - n;
	if (rest != 0) /* what 113 bits could not hold */
		low += (rest > 0) == (v > 0) ? 0x1p-107 : -0x1p-107;
	if (mode == 0)
		n += low > 0.5 || (low == 0.5 && (n & 1));
	else if (low && mode == (negative ? 2 : 3))
		n++;
	n += e == 1 - bias && n < 1ull << fraction ? 0 : (unsigned long long)(e + bias - 1) << fraction;
	if (n >= infinite)
		n = mode == 0 || mode == (negative ? 2 : 3) ? infinite : infinite - 1;
	return (unsigned)n | (negative ? 0x8000 : 0);
}

static unsigned random_bits()
{
	static unsigned long long s = 12345;

	s = s * 6364136223846793005ull + 1442695040888963407ull;
	return (unsigned)(s >> 33);
}

/* Everything of three numbers, as bits. */
enum { RESULTS = 24 };
template <class H> __host__ __device__ void compute(H a, H b, H c, unsigned short *r)
{
	H v[14] = {__hadd(a, b), __hsub(a, b), __hmul(a, b), __hdiv(a, b), __hfma(a, b, c), __hneg(a), __habs(a),
		   __hmax(a, b), __hmin(a, b), __hadd_sat(a, b), __hmul_sat(a, b), __hfma_sat(a, b, c),
		   __hmax_nan(a, b), __hfma_relu(a, b, c)};

	for (int i = 0; i < 14; i++)
		r[i] = v[i].__x;
	r[14] = __heq(a, b) | __hne(a, b) << 1 | __hlt(a, b) << 2 | __hle(a, b) << 3 | __hgt(a, b) << 4 | __hge(a, b) << 5;
	r[15] = __hequ(a, b) | __hneu(a, b) << 1 | __hltu(a, b) << 2 | __hleu(a, b) << 3 | __hgtu(a, b) << 4 | __hgeu(a, b) << 5;
	r[16] = (unsigned short)(__hisnan(a) | (__hisinf(a) & 3) << 1);
	r[17] = (a + b).__x;
	r[18] = (a * b - c).__x;
	r[19] = a < b | (a == b) << 1 | (a != b) << 2;
}

static __device__ void functions(__half a, unsigned short *r)
{
	r[20] = (unsigned short)__half2int_rn(a);
	r[21] = (unsigned short)__half2short_rd(a);
	r[22] = hfloor(a).__x;
	r[23] = hsqrt(a).__x;
}
static __device__ void functions(__nv_bfloat16 a, unsigned short *r)
{
	r[20] = (unsigned short)__bfloat162int_rn(a);
	r[21] = (unsigned short)__bfloat162short_rd(a);
	r[22] = hfloor(a).__x;
	r[23] = hsqrt(a).__x;
}

template <class H> __global__ void all(const H *in, unsigned short *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < N) {
		compute(in[3 * i], in[3 * i + 1], in[3 * i + 2], out + RESULTS * i);
		functions(in[3 * i], out + RESULTS * i);
	}
}

template <class H> static H of_bits(unsigned short bits)
{
	H h;

	memcpy(&h, &bits, sizeof(h));
	return h;
}

template <class H> static void arithmetic(const char *what, int exponent, int fraction)
{
	H *in = shared_array<H>(3 * N);
	unsigned short *out = shared_array<unsigned short>(RESULTS * N), host[RESULTS];

	for (int i = 0; i < 3 * N; i++) {
		unsigned bits = random_bits() & 0xffff;

		if (i % 5 == 0) /* near each other, so that sums cancel and products tie */
			bits = (bits & 0x800f) | 0x3c00;
		if (i % 97 == 0)
			bits = i % 2 ? 0x8000 : 0x7fff << fraction & 0x7fff;
		in[i] = of_bits<H>((unsigned short)bits);
	}
	all<<<(N + 127) / 128, 128>>>(in, out);
	sync(what);
	for (int i = 0; i < N; i++) {
		const unsigned short *r = out + RESULTS * i;
		wide a = value(in[3 * i].__x, exponent, fraction), b = value(in[3 * i + 1].__x, exponent, fraction),
		     c = value(in[3 * i + 2].__x, exponent, fraction), p = a * b;
		bool sa = in[3 * i].__x >> 15, sb = in[3 * i + 1].__x >> 15, sc = in[3 * i + 2].__x >> 15;
		wide exact[5] = {a + b, a - b, p, a / b, p + c};
		bool minus[5] = {sa && sb, sa && !sb, sa != sb, sa != sb, (sa != sb) && sc};

		compute(in[3 * i], in[3 * i + 1], in[3 * i + 2], host);
		check(!memcmp(host, r, 20 * sizeof(*r)), "host and device", i);
		wide back = exact[4] - p, rest = (p - (exact[4] - back)) + (c - back);

		for (int j = 0; j < 5; j++)
			check(r[j] == rounded(exact[j], exponent, fraction, 0, minus[j], j == 4 && rest == rest ? rest : 0),
			      what, 10 * i + j);
		check(r[14] == ((a == b) | (a < b || a > b) << 1 | (a < b) << 2 | (a <= b) << 3 | (a > b) << 4 | (a >= b) << 5),
		      "comparison", i);
		check((r[15] & 63) == (a != a || b != b ? 63 : r[14]), "unordered comparison", i);
		if (a == a && a - a == 0 && (a < 0 ? -a : a) < 30000) {
			check((short)r[20] == (short)rint((double)a), "to int", i);
			check((short)r[21] == (short)floor((double)a), "to short", i);
			check(r[22] == rounded((wide)floor((double)a), exponent, fraction, 0, sa), "floor", i);
		}
		if (a > 0 && a - a == 0)
			check(r[23] == rounded((wide)sqrt((double)a), exponent, fraction, 0), "square root", i);
	}
}

/* Floats, doubles and integers of every size, all roundings. */
__global__ void convert_all(const float *f, unsigned short *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned short *r = out + 10 * i;

	if (i >= N)
		return;
	r[0] = __float2half_rn(f[i]).__x;
	r[1] = __float2half_rz(f[i]).__x;
	r[2] = __float2half_rd(f[i]).__x;
	r[3] = __float2half_ru(f[i]).__x;
	r[4] = __float2bfloat16_rn(f[i]).__x;
	r[5] = __float2bfloat16_rz(f[i]).__x;
	r[6] = __float2bfloat16_rd(f[i]).__x;
	r[7] = __float2bfloat16_ru(f[i]).__x;
	r[8] = __float_as_uint(__half2float(__ushort_as_half((unsigned short)i))) >> 13 & 0xffff;
	r[9] = __half_as_ushort(__half(f[i]));
}

static void conversions()
{
	float *f = shared_array<float>(N);
	unsigned short *out = shared_array<unsigned short>(10 * N);

	for (int i = 0; i < N; i++) {
		unsigned u = random_bits() << 1 ^ random_bits();

		if (i % 2) /* within half's range, often at a tie */
			u = (u & 0x80000fff) | (101 + random_bits() % 45) << 23 | (random_bits() & 0x3ff) << 13 |
			    (i % 4 == 1 ? 0x1000 : 0);
		if (i % 8 == 1)
			u &= ~0xfffu;
		memcpy(&f[i], &u, sizeof(u));
	}
	convert_all<<<(N + 127) / 128, 128>>>(f, out);
	sync("convert_all");
	for (int i = 0; i < N; i++) {
		for (int mode = 0; mode < 4; mode++) {
			check(out[10 * i + mode] == rounded(f[i], 5, 10, mode, std::signbit(f[i])), "to half", 10 * i + mode);
			check(out[10 * i + 4 + mode] == rounded(f[i], 8, 7, mode, std::signbit(f[i])), "to bfloat16",
			      10 * i + mode);
		}
		check(__float2half_ru(f[i]).__x == out[10 * i + 3], "on the host", i);
	}
	for (int i = 0; i < 65536; i++) {
		wide h = value(i, 5, 10);

		check(h != h ? std::isnan(__half2float(of_bits<__half>(i))) : (wide)__half2float(of_bits<__half>(i)) == h,
		      "half to float", i);
	}
	for (int i = 0; i < N; i++) {
		unsigned long long u = (unsigned long long)random_bits() << 33 ^ (unsigned long long)random_bits() << 7 ^ random_bits();
		long long s = (long long)(u >> i % 60);
		double d = ldexp((double)s, -(int)(i % 80));

		check(__ll2half_rn(s).__x == rounded((wide)s, 5, 10, 0), "long long to half", i);
		check(__ll2bfloat16_rz(-s).__x == rounded(-(wide)s, 8, 7, 1), "long long to bfloat16", i);
		check(__ull2bfloat16_ru(u).__x == rounded((wide)u, 8, 7, 3), "unsigned to bfloat16", i);
		check(__int2half_rd((int)s).__x == rounded((wide)(int)s, 5, 10, 2), "int to half", i);
		check(__double2half(d).__x == rounded((wide)d, 5, 10, 0), "double to half", i);
		check(__double2bfloat16(-d).__x == rounded(-(wide)d, 8, 7, 0, true), "double to bfloat16", i);
	}
	/* ties that a rounding to float in between would miss */
	check(__double2half(1 + 0x1p-11 + 0x1p-40).__x == 0x3c01, "double, above the tie");
	check(__double2half(1 + 0x1p-11).__x == 0x3c00, "double, the tie");
	check(__double2bfloat16(1 + 0x1p-8 + 0x1p-45).__x == 0x3f81, "double, above the tie");
	check(__half2int_rz(__float2half(-2.75f)) == -2 && __half2uint_rz(__float2half(-2.75f)) == 0, "to integers");
}

/* values are chosen so that nothing is rounded */
__global__ void pairs(__half2 *h, __nv_bfloat162 *b, __half *sum, __half2 *sums, float *out)
{
	__half2 v = h[threadIdx.x], w = __ldg(h + 1);
	__nv_bfloat162 x = b[threadIdx.x];

	v = __hfma2(v, v, w) - h2ceil(v) * __half2half2(__low2half(w));
	out[threadIdx.x] = __low2float(v) + __high2float(__shfl_xor_sync(~0u, v, 1));
	x = __hmax2(x, __lowhigh2highlow(x));
	b[threadIdx.x] = __halves2bfloat162(__shfl_down_sync(~0u, x.x, 1), -x.y);
	atomicAdd(sums, __floats2half2_rn(1.0f, 0.5f));
#if __CUDA_ARCH__ >= 700
	atomicAdd(sum, __half(1));
#endif
	if (__hbeq2(v, v) && __heq2_mask(w, w) == 0xffffffff && __heq2(w, w).y == __half(1.0f))
		out[32 + threadIdx.x] = 1;
}

static void pairs_all()
{
	__half2 *h = shared_array<__half2>(32), *sums = shared_array<__half2>(1);
	__nv_bfloat162 *b = shared_array<__nv_bfloat162>(32);
	__half *sum = shared_array<__half>(1);
	float *out = shared_array<float>(64);

	for (int i = 0; i < 32; i++) {
		h[i] = make_half2(__half(0.25f * i), __half(-(i % 16)));
		b[i] = __float22bfloat162_rn(make_float2(i, 2.0f * i));
	}
	pairs<<<1, 32>>>(h, b, sum, sums, out);
	sync("pairs");
	for (int i = 0; i < 32; i++) {
		float x = 0.25f * i, y = -(float)((i ^ 1) % 16);

		check(out[i] == __half2float(__half(x * x + 0.25f)) - ceilf(x) * 0.25f + (y * y - 1) - y * 0.25f, "pairs", i);
		check(out[32 + i] == 1, "pairs compared", i);
		check((float)b[i].x == 2.0f * (i < 31 ? i + 1 : i) && (float)b[i].y == -2.0f * i, "pairs of bfloat16", i);
	}
	check((float)sums->x == 32 && (float)sums->y == 16, "atomicAdd of a pair");
#ifdef TEST_SM_70
	check((float)*sum == 32, "atomicAdd");
#endif
	check(sizeof(half2) == 4 && alignof(half2) == 4 && sizeof(nv_bfloat16) == 2, "sizes");
}

int main()
{
	arithmetic<__half>("half", 5, 10);
	arithmetic<__nv_bfloat16>("bfloat16", 8, 7);
	conversions();
	pairs_all();
	return finish("half");
}
