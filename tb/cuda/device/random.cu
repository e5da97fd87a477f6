/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * random: curand_kernel.h. The generators against their authors' values and against plain C, jumps
 * against steps, the distributions against their moments.
 */
#include <curand_kernel.h>

#include "check.h"

#define THREADS 64
#define DRAWS 128

struct known {
	uint4 philox[3], four, one_by_one, later;
	unsigned int xorwow[8], mrg_bits[2];
	double mrg[5];
	int jumps; /* that led where steps did */
	unsigned int far[12];
};

template <class S> __device__ bool same_next(S a, S b)
{
	for (int i = 0; i < 8; i++)
		if (curand(&a) != curand(&b))
			return false;
	return true;
}

/* skipahead(), an offset and a sequence, beside single steps */
template <class S> __device__ int jumps(S *)
{
	int right = 0;
	S a, b, c;

	curand_init(1234, 5, 0, &a);
	b = a;
	for (int i = 0; i < 77; i++)
		curand(&a);
	skipahead(77, &b);
	right += same_next(a, b);
	curand_init(1234, 5, 77, &c);
	right += same_next(a, c);
	skipahead(1ull << 40, &a);
	for (int i = 0; i < 4; i++)
		skipahead(1ull << 38, &b);
	right += same_next(a, b) && !same_next(a, c);
	return right;
}

__global__ void known_values(known *k)
{
	curandStatePhilox4_32_10_t p;
	curandStateXORWOW_t x = {{123456789, 362436069, 521288629, 88675123, 5783321}, 6615241};
	curandStateMRG32k3a_t m = {{12345, 12345, 12345}, {12345, 12345, 12345}}, far = m;

	k->philox[0] = curand_Philox4x32_10(make_uint4(0, 0, 0, 0), make_uint2(0, 0));
	k->philox[1] = curand_Philox4x32_10(make_uint4(~0u, ~0u, ~0u, ~0u), make_uint2(~0u, ~0u));
	k->philox[2] = curand_Philox4x32_10(
		make_uint4(0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344),
		make_uint2(0xa4093822, 0x299f31d0));
	curand_init(0x123456789abcdefull, 7, 2, &p);
	k->one_by_one.x = curand(&p);
	k->one_by_one.y = curand(&p);
	k->one_by_one.z = curand(&p);
	k->one_by_one.w = curand(&p);
	curand_init(0x123456789abcdefull, 7, 0, &p);
	skipahead(2, &p);
	k->four = curand4(&p);
	skipahead_sequence(1, &p);
	k->later = curand4(&p);
	for (int i = 0; i < 8; i++)
		k->xorwow[i] = curand(&x);
	for (int i = 0; i < 5; i++)
		k->mrg[i] = curand_uniform_double(&m);
	k->mrg_bits[0] = curand(&m);
	skipahead_subsequence(3, &far);
	skipahead_sequence(1, &far);
	for (int i = 0; i < 3; i++) {
		k->far[i] = far.s1[i];
		k->far[3 + i] = far.s2[i];
	}
	skipahead_sequence(3, &x);
	for (int i = 0; i < 5; i++)
		k->far[6 + i] = x.x[i];
	k->far[11] = x.d;
	k->jumps = jumps(&p) + jumps(&x) + jumps(&m);
}

struct moments {
	double uniform, uniform2, uniform_d, normal, normal2, normal_d, log_normal, small, small2,
		large, large2;
	float least, most;
};

template <class S> __global__ void draw(moments *out)
{
	moments m = {};
	S s;

	curand_init(42, threadIdx.x, 0, &s);
	m.least = 2;
	for (int i = 0; i < DRAWS; i++) {
		float u = curand_uniform(&s), n = curand_normal(&s);
		double d = curand_normal_double(&s), l = curand_poisson(&s, 3.0),
		       g = curand_poisson(&s, 100.0);
		float2 pair = curand_normal2(&s);

		m.uniform += u;
		m.uniform2 += u * u;
		m.uniform_d += curand_uniform_double(&s);
		m.normal += n + pair.x;
		m.normal2 += (n * n + pair.y * pair.y) / 2;
		m.normal_d += d * d;
		m.log_normal += log(curand_log_normal(&s, 1.0f, 0.5f)) +
				log(curand_log_normal_double(&s, 1.0, 0.5)) +
				log(curand_log_normal2(&s, 1.0f, 0.5f).x) +
				log(curand_log_normal2_double(&s, 1.0, 0.5).y) +
				curand_normal2_double(&s).x;
		m.small += l;
		m.small2 += l * l;
		m.large += g;
		m.large2 += g * g;
		m.least = fminf(m.least, u);
		m.most = fmaxf(m.most, u);
	}
	out[threadIdx.x] = m;
}

struct fours {
	float4 uniform, normal, log_normal;
	double2 uniform_double;
	uint4 poisson;
};

__global__ void draw_fours(fours *out)
{
	curandStatePhilox4_32_10_t s;

	curand_init(9, threadIdx.x, 1, &s);
	out[threadIdx.x].uniform = curand_uniform4(&s);
	out[threadIdx.x].normal = curand_normal4(&s);
	out[threadIdx.x].log_normal = curand_log_normal4(&s, 0, 1);
	out[threadIdx.x].uniform_double = curand_uniform2_double(&s);
	out[threadIdx.x].poisson = curand_poisson4(&s, 5);
}

/* States where a program keeps them: each thread its own, so nothing races. */
__global__ void kept(curandState *states, unsigned int *out, bool init)
{
	if (init)
		curand_init(1, threadIdx.x, 0, states + threadIdx.x);
	out[threadIdx.x] = curand(states + threadIdx.x);
}

static bool is(uint4 a, unsigned int x, unsigned int y, unsigned int z, unsigned int w)
{
	return a.x == x && a.y == y && a.z == z && a.w == w;
}

/* Plain C: 5 words and a counter, as the paper has them */
static unsigned int xorwow(unsigned int *x, unsigned int *d)
{
	unsigned int t = x[0] ^ x[0] >> 2, v = (x[4] ^ x[4] << 4) ^ (t ^ t << 1);

	memmove(x, x + 1, 4 * sizeof(*x));
	x[4] = v;
	*d += 362437;
	return *d + v;
}

typedef unsigned __int128 wide;

static void mrg_square(unsigned int a[9], unsigned int m)
{
	unsigned int to[9];

	for (int i = 0; i < 9; i++) {
		wide sum = 0;

		for (int k = 0; k < 3; k++)
			sum += (wide)a[i / 3 * 3 + k] * a[3 * k + i % 3];
		to[i] = (unsigned int)(sum % m);
	}
	memcpy(a, to, sizeof(to));
}

static void mrg_times(unsigned int s[3], const unsigned int a[9], unsigned int m)
{
	unsigned int to[3];

	for (int i = 0; i < 3; i++)
		to[i] = (unsigned int)(((wide)a[3 * i] * s[0] + (wide)a[3 * i + 1] * s[1] +
					(wide)a[3 * i + 2] * s[2]) %
				       m);
	memcpy(s, to, sizeof(to));
}

/* s, 3 2^76 + 2^127 steps on */
static void mrg_far(unsigned int s[3], const unsigned int step[9], unsigned int m)
{
	unsigned int a[9];

	memcpy(a, step, sizeof(a));
	for (int i = 0; i < 128; i++) {
		if (i == 76 || i == 77 || i == 127)
			mrg_times(s, a, m);
		mrg_square(a, m);
	}
}

/* A linear step of 160 bits as its columns; squared 67 times. */
static void xorwow_far(unsigned int x[5], int times)
{
	static unsigned int a[160][5], b[160][5];

	for (int i = 0; i < 160; i++) {
		unsigned int d = 0;

		memset(a[i], 0, sizeof(a[i]));
		a[i][i / 32] = 1u << i % 32;
		xorwow(a[i], &d);
	}
	for (int n = 0; n < 67; n++) {
		memset(b, 0, sizeof(b));
		for (int i = 0; i < 160; i++)
			for (int k = 0; k < 160; k++)
				for (int j = 0; a[i][k / 32] >> k % 32 & 1 && j < 5; j++)
					b[i][j] ^= a[k][j];
		memcpy(a, b, sizeof(a));
	}
	while (times--) {
		unsigned int to[5] = {0};

		for (int i = 0; i < 160; i++)
			for (int j = 0; x[i / 32] >> i % 32 & 1 && j < 5; j++)
				to[j] ^= a[i][j];
		memcpy(x, to, sizeof(to));
	}
}

static void values(const known *k)
{
	const double published[5] = {0.127011122046577, 0.318527565396794, 0.309186015583011,
				     0.825846862923651, 0.221629915778585};
	unsigned int x[5] = {123456789, 362436069, 521288629, 88675123, 5783321}, d = 6615241;
	unsigned int s1[3] = {12345, 12345, 12345}, s2[3] = {12345, 12345, 12345};
	const unsigned int a1[9] = {0, 1, 0, 0, 0, 1, 4294967087u - 810728, 1403580, 0},
			   a2[9] = {0, 1, 0, 0, 0, 1, 4294944443u - 1370589, 0, 527612};

	check(is(k->philox[0], 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8), "philox", 0);
	check(is(k->philox[1], 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd), "philox", 1);
	check(is(k->philox[2], 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1), "philox", 2);
	check(!memcmp(&k->four, &k->one_by_one, sizeof(k->four)), "curand4");
	check(k->later.x != k->four.x, "the next sequence");
	for (int i = 0; i < 8; i++)
		check(k->xorwow[i] == xorwow(x, &d), "xorwow", i);
	for (int i = 0; i < 5; i++)
		check(fabs(k->mrg[i] - published[i]) < 1e-9, "mrg32k3a", i);
	check(k->jumps == 9, "jumps", k->jumps);
	mrg_far(s1, a1, 4294967087u);
	mrg_far(s2, a2, 4294944443u);
	check(!memcmp(s1, k->far, sizeof(s1)) && !memcmp(s2, k->far + 3, sizeof(s2)), "mrg far");
	xorwow_far(x, 3);
	check(!memcmp(x, k->far + 6, sizeof(x)) && d == k->far[11], "xorwow far");
}

static bool near(double sum, double n, double want, double by)
{
	if (fabs(sum / n - want) > by)
		printf("%g, not %g\n", sum / n, want);
	return fabs(sum / n - want) <= by;
}

/* Within five standard deviations, about */
template <class S> static void distributions(const char *name)
{
	moments *m = shared_array<moments>(THREADS), all = {};
	const double n = THREADS * DRAWS;

	draw<S><<<1, THREADS>>>(m);
	sync(name);
	all.least = 2;
	for (int i = 0; i < THREADS; i++) {
		for (int j = 0; j < (int)(offsetof(moments, least) / sizeof(double)); j++)
			((double *)&all)[j] += ((double *)(m + i))[j];
		all.least = fminf(all.least, m[i].least);
		all.most = fmaxf(all.most, m[i].most);
	}
	check(near(all.uniform, n, 0.5, 0.016) && near(all.uniform2, n, 1 / 3., 0.017), name, 1);
	check(near(all.uniform_d, n, 0.5, 0.016), name, 2);
	check(all.least > 0 && all.least < 0.01 && all.most > 0.99 && all.most <= 1, name, 3);
	check(near(all.normal, n, 0, 0.08) && near(all.normal2, n, 1, 0.056), name, 4);
	check(near(all.normal_d, n, 1, 0.08), name, 5);
	check(near(all.log_normal, n, 4, 0.08), name, 6);
	check(near(all.small, n, 3, 0.1) && near(all.small2, n, 12, 0.8), name, 7);
	check(near(all.large, n, 100, 0.56) && near(all.large2, n, 10100, 120), name, 8);
	cudaFree(m);
}

static void others()
{
	fours *f = shared_array<fours>(THREADS);
	curandState *states;
	unsigned int *out = shared_array<unsigned int>(THREADS), first;
	double sum = 0, normal = 0, poisson = 0;
	int logs = 0;

	draw_fours<<<1, THREADS>>>(f);
	sync("fours");
	for (int i = 0; i < THREADS; i++) {
		sum += f[i].uniform.x + f[i].uniform.y + f[i].uniform.z + f[i].uniform.w +
		       f[i].uniform_double.x + f[i].uniform_double.y;
		normal += f[i].normal.x * f[i].normal.x + f[i].normal.w * f[i].normal.w;
		logs += f[i].log_normal.x > 0 && f[i].log_normal.w > 0;
		poisson += f[i].poisson.x + f[i].poisson.y + f[i].poisson.z + f[i].poisson.w;
	}
	check(near(sum, 6 * THREADS, 0.5, 0.08) && near(normal, 2 * THREADS, 1, 0.65), "fours");
	check(logs == THREADS && near(poisson, 4 * THREADS, 5, 0.7), "fours", 1);
	cudaMalloc(&states, THREADS * sizeof(*states));
	kept<<<1, THREADS>>>(states, out, true);
	sync("kept");
	first = out[3];
	kept<<<1, THREADS>>>(states, out, false);
	sync("kept");
	check(first != out[3] && out[3] != out[4], "states in memory");
	cudaFree(states);
	cudaFree(out);
	cudaFree(f);
}

int main()
{
	known *k = shared_array<known>(1);

	known_values<<<1, 1>>>(k);
	sync("known values");
	values(k);
	cudaFree(k);
	distributions<curandState_t>("xorwow");
	distributions<curandStatePhilox4_32_10_t>("philox");
	distributions<curandStateMRG32k3a_t>("mrg32k3a");
	others();
	return finish("random");
}
