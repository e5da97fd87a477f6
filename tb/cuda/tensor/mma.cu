/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * mma: mma.sync and ldmatrix by inline assembly. Where elements lie is written out as PTX's
 * documentation does, for each shape; registers are filled and read on the host.
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
#define IN_4_2_2 "{%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9}"
#define IN_2_1_2 "{%0, %1}, {%2, %3}, {%4}, {%5, %6}"
#define IN_1_1_2 "{%0, %1}, %2, %3, {%4, %5}"

__global__ void product(regs *all, int which)
{
	regs x = all[threadIdx.x];

	switch (which) {
		CASE(0, "m16n8k16.row.col.f32.f16.f16.f32 " IN_4_2_4, D4(x), A4(x), B2(x), C4(x))
		CASE(1, "m16n8k16.row.col.f16.f16.f16.f16 " IN_4_2_2, D2(x), A4(x), B2(x), C2(x))
		CASE(2, "m16n8k8.row.col.f32.f16.f16.f32 " IN_2_1_4, D4(x), A2(x), "r"(x.b[0]), C4(x))
		CASE(3, "m16n8k8.row.col.f16.f16.f16.f16 " IN_2_1_2, D2(x), A2(x), "r"(x.b[0]), C2(x))
		CASE(4, "m16n8k16.row.col.f32.bf16.bf16.f32 " IN_4_2_4, D4(x), A4(x), B2(x), C4(x))
		CASE(5, "m16n8k8.row.col.f32.bf16.bf16.f32 " IN_2_1_4, D4(x), A2(x), "r"(x.b[0]), C4(x))
		CASE(6, "m16n8k8.row.col.f32.tf32.tf32.f32 " IN_4_2_4, D4(x), A4(x), B2(x), C4(x))
		CASE(7, "m16n8k4.row.col.f32.tf32.tf32.f32 " IN_2_1_4, D4(x), A2(x), "r"(x.b[0]), C4(x))
		CASE(8, "m16n8k32.row.col.satfinite.s32.s8.u8.s32 " IN_4_2_4, D4(x), A4(x), B2(x), C4(x))
		CASE(9, "m16n8k16.row.col.s32.u8.s8.s32 " IN_2_1_4, D4(x), A2(x), "r"(x.b[0]), C4(x))
		CASE(10, "m8n8k16.row.col.s32.s8.s8.s32 " IN_1_1_2, D2(x), "r"(x.a[0]), "r"(x.b[0]), C2(x))
	}
	all[threadIdx.x] = x;
}

__global__ void doubles(const double *a, const double *b, const double *c, double *d)
{
	const int l = threadIdx.x, g = l >> 2, t = l % 4;
	double x, y;

	asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %5};"
		     : "=d"(x), "=d"(y)
		     : "d"(a[g * 4 + t]), "d"(b[t * 8 + g]), "d"(c[g * 8 + t * 2]), "d"(c[g * 8 + t * 2 + 1]));
	d[g * 8 + t * 2] = x;
	d[g * 8 + t * 2 + 1] = y;
}

/* What the shapes are: kinds h f16, b bf16, t tf32, s s8, u u8 of A and B; f f32, h f16, i s32 of C */
static const struct shape {
	int m, k;
	char a, b, c;
} shapes[] = {{16, 16, 'h', 'h', 'f'}, {16, 16, 'h', 'h', 'h'}, {16, 8, 'h', 'h', 'f'},
	      {16, 8, 'h', 'h', 'h'},  {16, 16, 'b', 'b', 'f'}, {16, 8, 'b', 'b', 'f'},
	      {16, 8, 't', 't', 'f'},  {16, 4, 't', 't', 'f'},  {16, 32, 's', 'u', 'i'},
	      {16, 16, 'u', 's', 'i'}, {8, 16, 's', 's', 'i'}};

static unsigned bits_of(float f)
{
	unsigned u;

	memcpy(&u, &f, sizeof(u));
	return u;
}

static unsigned half_of(int v)
{
	const unsigned u = bits_of((float)v);

	return v ? (u >> 16 & 0x8000) | ((u >> 13 & 0x3ffff) - (112 << 10)) : 0;
}

static unsigned encode(char kind, int v)
{
	switch (kind) {
	case 'h': return half_of(v);
	case 'b': return bits_of((float)v) >> 16;
	case 't': return bits_of((float)v) | 0x1fff; /* bits that are not looked at */
	case 'f': return bits_of((float)v);
	case 'i': return (unsigned)v;
	default: return (unsigned)v & 0xff;
	}
}

static int width(char kind)
{
	return kind == 'h' || kind == 'b' ? 16 : kind == 's' || kind == 'u' ? 8 : 32;
}

static void place_a(const shape *s, int lane, int i, int *row, int *col)
{
	const int g = lane >> 2, t = lane % 4;

	switch (width(s->a)) {
	case 16:
		*row = i % 4 < 2 ? g : g + 8;
		*col = t * 2 + (i & 1) + (i >= 4 ? 8 : 0);
		break;
	case 8:
		if (s->m == 8) {
			*row = g;
			*col = t * 4 + i;
		} else {
			*row = i < 4 || (i >= 8 && i < 12) ? g : g + 8;
			*col = t * 4 + (i & 3) + (i >= 8 ? 16 : 0);
		}
		break;
	default:
		*row = i == 0 || i == 2 ? g : g + 8;
		*col = i < 2 ? t : t + 4;
	}
}

static void place_b(const shape *s, int lane, int i, int *row, int *col)
{
	const int t = lane % 4;

	*col = lane >> 2;
	switch (width(s->b)) {
	case 16: *row = t * 2 + (i & 1) + (i >= 2 ? 8 : 0); break;
	case 8: *row = t * 4 + (i & 3) + (i >= 4 ? 16 : 0); break;
	default: *row = t + (i ? 4 : 0);
	}
}

static void place_c(int lane, int i, int *row, int *col)
{
	*row = (lane >> 2) + (i < 2 ? 0 : 8);
	*col = lane % 4 * 2 + (i & 1);
}

static void put(unsigned *r, char kind, int i, int v)
{
	const int w = width(kind);

	r[i * w / 32] |= encode(kind, v) << (i * w % 32);
}

static int try_shape(int which, regs *all)
{
	const shape *s = &shapes[which];
	int a[16][32], b[32][8], c[16][8], row, col, wrong = 0;

	for (int r = 0; r < 16; r++)
		for (int k = 0; k < 32; k++)
			a[r][k] = (r * 7 + k * 5) % 11 - (s->a == 'u' ? 0 : 5);
	for (int k = 0; k < 32; k++)
		for (int n = 0; n < 8; n++)
			b[k][n] = (k * 3 + n * 13) % 7 - (s->b == 'u' ? 0 : 3);
	for (int r = 0; r < 16; r++)
		for (int n = 0; n < 8; n++)
			c[r][n] = r * 8 + n - 60;
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
			put(all[l].c, s->c, i, c[row][col]);
		}
	}
	product<<<1, 32>>>(all, which);
	cudaDeviceSynchronize();
	for (int l = 0; l < 32; l++)
		for (int i = 0; i < s->m * 8 / 32; i++) {
			const int w = width(s->c);
			int sum;

			place_c(l, i, &row, &col);
			sum = c[row][col];
			for (int k = 0; k < s->k; k++)
				sum += a[row][k] * b[k][col];
			wrong += (all[l].d[i * w / 32] >> (i * w % 32) & (w == 32 ? ~0u : 0xffff)) !=
				 encode(s->c, sum);
		}
	return wrong;
}

/* Four matrices of 8 x 8 halves in shared memory, rows of 16 bytes anywhere. */
__global__ void load(unsigned *out)
{
	__shared__ __align__(16) unsigned short s[32][8];
	const int l = threadIdx.x;
	unsigned at, r[4];

	for (int k = 0; k < 8; k++)
		s[l][k] = (unsigned short)(l << 8 | k);
	__syncwarp();
	at = (unsigned)__cvta_generic_to_shared(s[l ^ 5]);
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
		     : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
		     : "r"(at)
		     : "memory");
	for (int i = 0; i < 4; i++)
		out[32 * i + l] = r[i];
	asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 {%0, %1}, [%2];"
		     : "=r"(r[0]), "=r"(r[1])
		     : "r"(at)
		     : "memory");
	out[128 + l] = r[0];
	out[160 + l] = r[1];
	asm volatile("ldmatrix.sync.aligned.m8n8.x1.b16 {%0}, [%1];" : "=r"(r[0]) : "l"(s[l]) : "memory");
	out[192 + l] = r[0];
}

static int try_load(unsigned *out)
{
	int wrong = 0;

	load<<<1, 32>>>(out);
	cudaDeviceSynchronize();
	for (unsigned l = 0; l < 32; l++) {
		const unsigned row = l / 4, col = l % 4 * 2;

		for (unsigned i = 0; i < 4; i++) {
			const unsigned at = ((8 * i + row) ^ 5) << 8;

			wrong += out[32 * i + l] != (at | col | (at | (col + 1)) << 16);
		}
		for (unsigned i = 0; i < 2; i++)
			wrong += out[128 + 32 * i + l] != ((((8 * i + col) ^ 5) << 8 | row) |
							   (((8 * i + col + 1) ^ 5) << 8 | row) << 16);
		wrong += out[192 + l] != ((row << 8 | col) | (row << 8 | (col + 1)) << 16);
	}
	return wrong;
}

/* One element: sums in order of k, each rounded; a half at the end. */
static int try_rounding(regs *all)
{
	int wrong;

	memset(all, 0, 32 * sizeof(*all));
	all[0].a[0] = half_of(1) | half_of(1) << 16;
	all[0].b[0] = half_of(1) | half_of(-1) << 16; /* 2^24 + 1 is 2^24 in float, 2^24 - 1 is exact */
	all[0].c[0] = bits_of(16777216.0f);
	product<<<1, 32>>>(all, 2);
	cudaDeviceSynchronize();
	wrong = all[0].d[0] != bits_of(16777215.0f);
	memset(all, 0, 32 * sizeof(*all));
	all[0].a[0] = half_of(1) | half_of(1) << 16;
	all[0].b[0] = half_of(1) | half_of(1) << 16; /* 2048 + 1 + 1: rounded once, it is exact */
	all[0].c[0] = half_of(2048);
	product<<<1, 32>>>(all, 3);
	cudaDeviceSynchronize();
	return wrong + ((all[0].d[0] & 0xffff) != half_of(2050));
}

static int try_doubles(double *x)
{
	int wrong = 0;

	for (int i = 0; i < 128; i++)
		x[i] = i * 0.25 - 9;
	doubles<<<1, 32>>>(x, x + 32, x + 64, x + 128);
	cudaDeviceSynchronize();
	for (int r = 0; r < 8; r++)
		for (int n = 0; n < 8; n++) {
			double sum = x[64 + r * 8 + n];

			for (int k = 0; k < 4; k++)
				sum += x[r * 4 + k] * x[32 + k * 8 + n];
			wrong += x[128 + r * 8 + n] != sum;
		}
	return wrong;
}

int main()
{
	regs *all;
	double *x;
	int wrong = 0;

	cudaMallocManaged(&all, 32 * sizeof(*all));
	cudaMallocManaged(&x, 192 * sizeof(double));
	for (int which = 0; which < (int)(sizeof(shapes) / sizeof(shapes[0])); which++) {
		const int bad = try_shape(which, all);

		if (bad)
			printf("shape %d: %d wrong\n", which, bad);
		wrong += bad;
	}
	wrong += try_load((unsigned *)x) + try_rounding(all) + try_doubles(x);
	printf("mma: %d wrong\n", wrong);
	return wrong != 0;
}
