/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * shapes: products of 4-bit and single-bit integers and of doubles, mma.sync and wmma; stmatrix and
 * movmatrix. Where mma's elements lie is written out as PTX's documentation does.
 */
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

struct regs { /* of a lane */
	unsigned a[4], b[2], c[4], d[4];
};

#define A4(x) "r"(x.a[0]), "r"(x.a[1]), "r"(x.a[2]), "r"(x.a[3])
#define A2(x) "r"(x.a[0]), "r"(x.a[1])
#define B2(x) "r"(x.b[0]), "r"(x.b[1])
#define C4(x) "r"(x.c[0]), "r"(x.c[1]), "r"(x.c[2]), "r"(x.c[3])
#define C2(x) "r"(x.c[0]), "r"(x.c[1])
#define D4(x) "=r"(x.d[0]), "=r"(x.d[1]), "=r"(x.d[2]), "=r"(x.d[3])
#define D2(x) "=r"(x.d[0]), "=r"(x.d[1])

#define CASE(n, text, out, ...) \
	case n: asm volatile("mma.sync.aligned." text ";" : out : __VA_ARGS__); break;
#define IN_4_2_4 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13}"
#define IN_2_1_4 "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10}"
#define IN_1_1_2 "{%0, %1}, {%2}, {%3}, {%4, %5}"

__global__ void product(regs *all, int which)
{
	regs x = all[threadIdx.x];

	switch (which) {
		CASE(0, "m8n8k32.row.col.s32.s4.u4.s32 " IN_1_1_2, D2(x), "r"(x.a[0]), "r"(x.b[0]), C2(x))
		CASE(1, "m16n8k32.row.col.s32.u4.s4.s32 " IN_2_1_4, D4(x), A2(x), "r"(x.b[0]), C4(x))
		CASE(2, "m16n8k64.row.col.satfinite.s32.s4.s4.s32 " IN_4_2_4, D4(x), A4(x), B2(x), C4(x))
		CASE(3, "m8n8k128.row.col.s32.b1.b1.s32.xor.popc " IN_1_1_2, D2(x), "r"(x.a[0]), "r"(x.b[0]), C2(x))
		CASE(4, "m16n8k128.row.col.s32.b1.b1.s32.and.popc " IN_2_1_4, D4(x), A2(x), "r"(x.b[0]), C4(x))
		CASE(5, "m16n8k256.row.col.s32.b1.b1.s32.xor.popc " IN_4_2_4, D4(x), A4(x), B2(x), C4(x))
	}
	all[threadIdx.x] = x;
}

/* kinds: s s4, u u4, x bits that differ, a bits that both have */
static const struct shape {
	int m, k;
	char a, b;
	bool sat;
} shapes[] = {{8, 32, 's', 'u', false}, {16, 32, 'u', 's', false}, {16, 64, 's', 's', true},
	      {8, 128, 'x', 'x', false}, {16, 128, 'a', 'a', false}, {16, 256, 'x', 'x', false}};

static int width(char kind) { return kind == 's' || kind == 'u' ? 4 : 1; }

/* n: elements of a register */
static void place_a(const shape *s, int lane, int i, int *row, int *col)
{
	const int n = 32 / width(s->a), g = lane >> 2, t = lane % 4;

	*row = s->m == 8 || i < n || (i >= 2 * n && i < 3 * n) ? g : g + 8;
	*col = t * n + (i & (n - 1)) + (i >= 2 * n ? 4 * n : 0);
}

static void place_b(const shape *s, int lane, int i, int *row, int *col)
{
	const int n = 32 / width(s->a);

	*row = lane % 4 * n + (i & (n - 1)) + (i >= n ? 4 * n : 0);
	*col = lane >> 2;
}

static void place_c(int lane, int i, int *row, int *col)
{
	*row = (lane >> 2) + (i < 2 ? 0 : 8);
	*col = lane % 4 * 2 + (i & 1);
}

static int value(char kind, int x)
{
	return kind == 's' ? x % 16 - 8 : kind == 'u' ? x % 16 : x % 2;
}

static void put(unsigned *r, char kind, int i, int v)
{
	const int w = width(kind);

	r[i * w / 32] |= ((unsigned)v & ((1u << w) - 1)) << (i * w % 32);
}

static int a[16][256], b[256][8], c[16][8];

static void fill(const shape *s)
{
	unsigned x = (unsigned)(s - shapes) + 1;

	for (int r = 0; r < 16; r++)
		for (int k = 0; k < 256; k++)
			a[r][k] = value(s->a, (x = x * 1664525 + 1013904223) >> 20);
	for (int k = 0; k < 256; k++)
		for (int n = 0; n < 8; n++)
			b[k][n] = value(s->b, (x = x * 1664525 + 1013904223) >> 20);
	for (int r = 0; r < 16; r++)
		for (int n = 0; n < 8; n++)
			c[r][n] = s->sat && r % 2 ? (n % 2 ? 0x7fffffff : -0x7fffffff - 1) : r * 8 + n - 60;
}

static int expected(const shape *s, int row, int col)
{
	long long sum = c[row][col];

	for (int k = 0; k < s->k; k++)
		sum += s->a == 'x' ? a[row][k] != b[k][col] : a[row][k] * b[k][col];
	if (s->sat)
		sum = sum > 0x7fffffff ? 0x7fffffff : sum < -0x7fffffff - 1 ? -0x7fffffff - 1 : sum;
	return (int)sum;
}

static int try_shape(int which, regs *all)
{
	const shape *s = &shapes[which];
	int row, col, wrong = 0;

	fill(s);
	memset(all, 0, 32 * sizeof(*all));
	for (int l = 0; l < 32; l++) {
		for (int i = 0; i < s->m * s->k / 32; i++) {
			place_a(s, l, i, &row, &col);
			put(all[l].a, s->a, i, a[row][col]);
		}
		for (int i = 0; i < s->k * 8 / 32; i++) {
			place_b(s, l, i, &row, &col);
			put(all[l].b, s->b, i, b[row][col]);
		}
		for (int i = 0; i < s->m * 8 / 32; i++) {
			place_c(l, i, &row, &col);
			all[l].c[i] = (unsigned)c[row][col];
		}
	}
	product<<<1, 32>>>(all, which);
	cudaDeviceSynchronize();
	for (int l = 0; l < 32; l++)
		for (int i = 0; i < s->m * 8 / 32; i++) {
			place_c(l, i, &row, &col);
			wrong += (int)all[l].d[i] != expected(s, row, col);
		}
	return wrong;
}

/* wmma: rows of A and columns of B lie behind each other, at any distance. */
__global__ void tiles(const unsigned *a, const unsigned *b, const int *c, int *d, bool bits)
{
	int x, y;
	unsigned p, q;

	if (bits) {
		asm volatile("wmma.load.a.sync.aligned.row.m8n8k128.global.b1 {%0}, [%1], 256;" : "=r"(p) : "l"(a) : "memory");
		asm volatile("wmma.load.b.sync.aligned.col.m8n8k128.b1 {%0}, [%1], 128;" : "=r"(q) : "l"(b) : "memory");
		asm volatile("wmma.load.c.sync.aligned.row.m8n8k128.s32 {%0, %1}, [%2], 8;" : "=r"(x), "=r"(y) : "l"(c) : "memory");
		asm volatile("wmma.mma.xor.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+r"(x), "+r"(y) : "r"(p), "r"(q));
		asm volatile("wmma.store.d.sync.aligned.row.m8n8k128.s32 [%0], {%1, %2}, 8;" ::"l"(d), "r"(x), "r"(y) : "memory");
	} else {
		asm volatile("wmma.load.a.sync.aligned.row.m8n8k32.s4 {%0}, [%1], 64;" : "=r"(p) : "l"(a) : "memory");
		asm volatile("wmma.load.b.sync.aligned.col.m8n8k32.s4 {%0}, [%1], 32;" : "=r"(q) : "l"(b) : "memory");
		asm volatile("wmma.load.c.sync.aligned.row.m8n8k32.s32 {%0, %1}, [%2], 8;" : "=r"(x), "=r"(y) : "l"(c) : "memory");
		asm volatile("wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+r"(x), "+r"(y) : "r"(p), "r"(q));
		asm volatile("wmma.store.d.sync.aligned.col.m8n8k32.s32 [%0], {%1, %2}, 8;" ::"l"(d), "r"(x), "r"(y) : "memory");
	}
}

static int try_tiles(unsigned *m, bool bits)
{
	const shape s = {8, bits ? 128 : 32, bits ? 'x' : 's', bits ? 'x' : 's', false};
	const int far = bits ? 256 : 64;
	unsigned *pa = m, *pb = m + 64;
	int *pc = (int *)m + 128, *pd = pc + 64, wrong = 0;

	fill(&s);
	memset(m, 0, 256 * sizeof(*m));
	for (int r = 0; r < 8; r++)
		for (int k = 0; k < s.k; k++)
			put(pa, s.a, r * far + k, a[r][k]);
	for (int n = 0; n < 8; n++)
		for (int k = 0; k < s.k; k++)
			put(pb, s.b, n * s.k + k, b[k][n]);
	for (int i = 0; i < 64; i++)
		pc[i] = c[i / 8][i % 8];
	tiles<<<1, 32>>>(pa, pb, pc, pd, bits);
	cudaDeviceSynchronize();
	for (int i = 0; i < 64; i++)
		wrong += pd[i] != (bits ? expected(&s, i / 8, i % 8) : expected(&s, i % 8, i / 8));
	return wrong;
}

/* Doubles of 16 rows: element i of A is at (g or g + 8, t + 4 * (i / 2)). */
__global__ void doubles(const double *a, const double *b, const double *c, double *d, int k)
{
	const int l = threadIdx.x, g = l >> 2, t = l % 4;
	double x[8], y[4], z[4];

	for (int i = 0; i < k / 2; i++)
		x[i] = a[(i % 2 ? g + 8 : g) * k + t + i / 2 * 4];
	for (int i = 0; i < k / 4; i++)
		y[i] = b[(t + i * 4) * 8 + g];
	for (int i = 0; i < 4; i++)
		z[i] = c[(i < 2 ? g : g + 8) * 8 + t * 2 + i % 2];
	if (k == 4)
		asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
			     : "+d"(z[0]), "+d"(z[1]), "+d"(z[2]), "+d"(z[3])
			     : "d"(x[0]), "d"(x[1]), "d"(y[0]));
	else if (k == 8)
		asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
			     : "+d"(z[0]), "+d"(z[1]), "+d"(z[2]), "+d"(z[3])
			     : "d"(x[0]), "d"(x[1]), "d"(x[2]), "d"(x[3]), "d"(y[0]), "d"(y[1]));
	else
		asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
			     : "+d"(z[0]), "+d"(z[1]), "+d"(z[2]), "+d"(z[3])
			     : "d"(x[0]), "d"(x[1]), "d"(x[2]), "d"(x[3]), "d"(x[4]), "d"(x[5]), "d"(x[6]), "d"(x[7]),
			       "d"(y[0]), "d"(y[1]), "d"(y[2]), "d"(y[3]));
	for (int i = 0; i < 4; i++)
		d[(i < 2 ? g : g + 8) * 8 + t * 2 + i % 2] = z[i];
}

static int try_doubles(double *x, int k)
{
	double *pb = x + 256, *pc = pb + 128, *pd = pc + 128;
	int wrong = 0;

	for (int i = 0; i < 512; i++)
		x[i] = i % 29 * 0.25 - 3;
	doubles<<<1, 32>>>(x, pb, pc, pd, k);
	cudaDeviceSynchronize();
	for (int i = 0; i < 128; i++) {
		double sum = pc[i];

		for (int n = 0; n < k; n++)
			sum += x[i / 8 * k + n] * pb[n * 8 + i % 8];
		wrong += pd[i] != sum;
	}
	return wrong;
}

/* Rows written by stmatrix are read back by all; movmatrix changes rows for columns. */
__global__ void rows(unsigned *out)
{
	__shared__ __align__(16) unsigned short s[32][8];
	const unsigned l = threadIdx.x, at = (unsigned)__cvta_generic_to_shared(s[l ^ 3]);
	unsigned r[4], m;

	for (unsigned i = 0; i < 4; i++) /* matrix i, row l / 4, columns l % 4 * 2 and the next */
		r[i] = (i * 8 + l / 4) << 8 | l % 4 * 2 | ((i * 8 + l / 4) << 8 | (l % 4 * 2 + 1)) << 16;
	asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(at), "r"(r[0]),
		     "r"(r[1]), "r"(r[2]), "r"(r[3])
		     : "memory");
	__syncwarp();
	for (int k = 0; k < 8; k++)
		out[l * 8 + k] = s[l][k];
	__syncwarp();
	asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 [%0], {%1, %2};" ::"r"(at), "r"(r[0]),
		     "r"(r[1])
		     : "memory");
	__syncwarp();
	for (int k = 0; k < 8; k++)
		out[256 + l * 8 + k] = s[l][k];
	asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(m) : "r"(r[2]));
	out[512 + l] = m;
}

static int try_rows(unsigned *out)
{
	int wrong = 0;

	rows<<<1, 32>>>(out);
	cudaDeviceSynchronize();
	for (unsigned r = 0; r < 32; r++)
		for (unsigned k = 0; k < 8; k++) {
			const unsigned row = r ^ 3;

			wrong += out[r * 8 + k] != (row << 8 | k);
			wrong += out[256 + r * 8 + k] != (r < 16 ? (row / 8 * 8 + k) << 8 | row % 8 : row << 8 | k);
		}
	for (unsigned l = 0; l < 32; l++) {
		const unsigned row = l / 4, col = l % 4 * 2;

		wrong += out[512 + l] != (((16 + col) << 8 | row) | ((16 + col + 1) << 8 | row) << 16);
	}
	return wrong;
}

int main()
{
	unsigned *m;
	int wrong = 0, bad;

	cudaMallocManaged(&m, 1024 * sizeof(double));
	for (int which = 0; which < (int)(sizeof(shapes) / sizeof(shapes[0])); which++) {
		bad = try_shape(which, (regs *)m);
		if (bad)
			printf("shape %d: %d wrong\n", which, bad);
		wrong += bad;
	}
	for (int bits = 0; bits < 2; bits++) {
		bad = try_tiles(m, bits);
		if (bad)
			printf("tiles %d: %d wrong\n", bits, bad);
		wrong += bad;
	}
	for (int k = 4; k <= 16; k *= 2) {
		bad = try_doubles((double *)m, k);
		if (bad)
			printf("doubles %d: %d wrong\n", k, bad);
		wrong += bad;
	}
	bad = try_rows(m);
	if (bad)
		printf("rows: %d wrong\n", bad);
	printf("shapes: %d wrong\n", wrong + bad);
	return wrong + bad != 0;
}
