/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * wmma: every shape and type of mma.h in every layout, from global and shared memory, against sums on
 * the host. Values are small integers, so that all sums are exact.
 */
#include <cstdio>
#include <cstring>

#include <mma.h>

using namespace nvcuda;

static unsigned seed = 1;
static int draw(int n)
{
	seed = seed * 1103515245u + 12345u;
	return (int)(seed >> 16) % n;
}

static unsigned float_bits(float f)
{
	unsigned u;

	memcpy(&u, &f, sizeof(u));
	return u;
}

template <class T> struct type {
	enum { least = (T)-1 < (T)1 ? -4 : 0 };
	static T make(int v) { return (T)v; }
	static double value(T t) { return (double)t; }
};
template <> struct type<__half> {
	enum { least = -4 };
	static __half make(int v)
	{
		const unsigned u = float_bits((float)v);
		const unsigned short bits =
			v ? (unsigned short)((u >> 16 & 0x8000) | ((u >> 13 & 0x3ffff) - (112 << 10))) : 0;
		__half h;

		memcpy(&h, &bits, 2);
		return h;
	}
	static double value(__half h)
	{
		unsigned short b;
		double m;

		memcpy(&b, &h, 2);
		m = (b >> 10 & 31) ? (1024 + (b & 1023)) / 1024.0 : 0;
		for (int e = b >> 10 & 31; e > 15; e--)
			m *= 2;
		for (int e = b >> 10 & 31; e && e < 15; e++)
			m /= 2;
		return b & 0x8000 ? -m : m;
	}
};
template <> struct type<__nv_bfloat16> {
	enum { least = -4 };
	static __nv_bfloat16 make(int v)
	{
		const unsigned short bits = (unsigned short)(float_bits((float)v) >> 16);
		__nv_bfloat16 h;

		memcpy(&h, &bits, 2);
		return h;
	}
};

/* T: of the fragments, S: in memory */
template <int M, int N, int K, class T, class S, class TC, class TD, class LA, class LB>
__global__ void product(const S *a, const S *b, const TC *c, TD *d, int lda, int ldb, int ldc,
			wmma::layout_t lc, bool shared)
{
	__shared__ __align__(32) unsigned char at[sizeof(S) * 40 * 40], bt[sizeof(S) * 40 * 40];
	wmma::fragment<wmma::matrix_a, M, N, K, T, LA> fa;
	wmma::fragment<wmma::matrix_b, M, N, K, T, LB> fb;
	wmma::fragment<wmma::accumulator, M, N, K, TC> fc;
	wmma::fragment<wmma::accumulator, M, N, K, TD> fd;

	if (shared) {
		for (int i = threadIdx.x; i < 40 * 40; i += 32) {
			((S *)at)[i] = a[i];
			((S *)bt)[i] = b[i];
		}
		__syncwarp();
		a = (S *)at;
		b = (S *)bt;
	}
	wmma::load_matrix_sync(fa, a, lda);
	wmma::load_matrix_sync(fb, b, ldb);
	wmma::load_matrix_sync(fc, c, ldc, lc);
	wmma::mma_sync(fd, fa, fb, fc);
	wmma::store_matrix_sync(d, fd, ldc, lc);
}

template <class L> struct by;
template <> struct by<wmma::row_major> {
	static const bool col = false;
};
template <> struct by<wmma::col_major> {
	static const bool col = true;
};

static int cell(bool col, int ld, int r, int c)
{
	return col ? c * ld + r : r * ld + c;
}

enum { CELLS = 40 * 40 };

template <int M, int N, int K, class T, class S, class TC, class TD, class LA, class LB>
int check(bool c_col, bool shared)
{
	const int lda = 40, ldb = 32, ldc = 40;
	static double va[CELLS], vb[CELLS], vc[CELLS];
	S *a, *b;
	TC *c;
	TD *d;
	int wrong = 0;

	cudaMallocManaged(&a, CELLS * sizeof(S));
	cudaMallocManaged(&b, CELLS * sizeof(S));
	cudaMallocManaged(&c, CELLS * sizeof(TC));
	cudaMallocManaged(&d, CELLS * sizeof(TD));
	for (int i = 0; i < CELLS; i++) {
		const int low = type<S>::least;

		a[i] = type<S>::make((int)(va[i] = draw(9) + low));
		b[i] = type<S>::make((int)(vb[i] = draw(9) + low));
		c[i] = type<TC>::make((int)(vc[i] = draw(100) - 50));
	}
	memset((void *)d, 0, CELLS * sizeof(TD));
	product<M, N, K, T, S, TC, TD, LA, LB><<<1, 32>>>(
		a, b, c, d, lda, ldb, ldc, c_col ? wmma::mem_col_major : wmma::mem_row_major, shared);
	if (cudaDeviceSynchronize())
		return 1;
	for (int r = 0; r < M; r++)
		for (int n = 0; n < N; n++) {
			double sum = vc[cell(c_col, ldc, r, n)];

			for (int k = 0; k < K; k++)
				sum += va[cell(by<LA>::col, lda, r, k)] * vb[cell(by<LB>::col, ldb, k, n)];
			wrong += type<TD>::value(d[cell(c_col, ldc, r, n)]) != sum;
		}
	cudaFree(a);
	cudaFree(b);
	cudaFree(c);
	cudaFree(d);
	return wrong;
}

template <int M, int N, int K, class T, class S, class TC, class TD> int layouts()
{
	using wmma::col_major;
	using wmma::row_major;

	return check<M, N, K, T, S, TC, TD, row_major, col_major>(false, false) +
	       check<M, N, K, T, S, TC, TD, row_major, row_major>(true, false) +
	       check<M, N, K, T, S, TC, TD, col_major, row_major>(false, true) +
	       check<M, N, K, T, S, TC, TD, col_major, col_major>(true, true);
}

template <int M, int N, int K> int shape()
{
	int wrong = layouts<M, N, K, __half, __half, float, float>() +
		    layouts<M, N, K, __half, __half, __half, float>() +
		    layouts<M, N, K, __half, __half, float, __half>() +
		    layouts<M, N, K, __half, __half, __half, __half>() +
		    layouts<M, N, K, signed char, signed char, int, int>() +
		    layouts<M, N, K, unsigned char, unsigned char, int, int>();

#ifndef OLD
	wrong += layouts<M, N, K, __nv_bfloat16, __nv_bfloat16, float, float>();
#endif
	return wrong;
}

/* .satfinite, fill_fragment, elements by themselves, __float_to_tf32() */
__global__ void others(int *out)
{
	wmma::fragment<wmma::matrix_a, 16, 16, 16, unsigned char, wmma::row_major> a;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, unsigned char, wmma::col_major> b;
	wmma::fragment<wmma::accumulator, 16, 16, 16, int> c;

	wmma::fill_fragment(a, 255);
	wmma::fill_fragment(b, 255);
	wmma::fill_fragment(c, 0x7fffffff - 10);
	wmma::mma_sync(c, a, b, c, true);
	wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
	wmma::fill_fragment(c, 0x7fffffff - 10);
	wmma::mma_sync(c, a, b, c);
	for (int i = 0; i < c.num_elements; i++)
		c.x[i] -= 5;
	wmma::store_matrix_sync(out + 256, c, 16, wmma::mem_row_major);
#ifndef OLD
	if (!threadIdx.x) {
		out[512] = __float_as_int(wmma::__float_to_tf32(__int_as_float(0x3f801000)));
		out[513] = __float_as_int(wmma::__float_to_tf32(__int_as_float(0x3f800fff)));
	}
#endif
}

int main()
{
	int wrong = shape<16, 16, 16>() + shape<32, 8, 16>() + shape<8, 32, 16>(), *out;

#ifndef OLD
	wrong += layouts<16, 16, 8, wmma::precision::tf32, float, float, float>() +
		 layouts<8, 8, 4, double, double, double, double>();
#endif
	cudaMallocManaged(&out, 514 * sizeof(int));
	others<<<1, 32>>>(out);
	cudaDeviceSynchronize();
	for (int i = 0; i < 256; i++)
		wrong += (out[i] != 0x7fffffff) +
			 (out[256 + i] != (int)(0x7fffffffu - 15 + 16 * 255 * 255));
#ifndef OLD
	wrong += (out[512] != 0x3f802000) + (out[513] != 0x3f800000);
#endif
	printf("wmma: %d wrong\n", wrong);
	return wrong != 0;
}
