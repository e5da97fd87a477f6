/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Arithmetic of every width, conversions, vectors, volatile, recursion, templates.
 */
template <class T> __device__ T mix(T a, T b, T c)
{
	T d = a * b + c;
	d -= a / (b | 1);
	d ^= a % (c | 1);
	d = (d << 3) | (d >> 5);
	return d > a ? d & b : ~d;
}

template <class T> __global__ void ints(T *o, const T *a, const T *b, const T *c)
{
	int t = TID;
	o[t] = mix(a[t], b[t], c[t]);
}
template __global__ void ints<signed char>(signed char *, const signed char *,
					   const signed char *, const signed char *);
template __global__ void ints<unsigned char>(unsigned char *, const unsigned char *,
					     const unsigned char *, const unsigned char *);
template __global__ void ints<short>(short *, const short *, const short *, const short *);
template __global__ void ints<unsigned>(unsigned *, const unsigned *, const unsigned *,
					const unsigned *);
template __global__ void ints<long long>(long long *, const long long *, const long long *,
					 const long long *);

template <class T> __global__ void floats(T *o, const T *a, const T *b)
{
	int t = TID;
	T x = a[t], y = b[t];
	o[t] = __builtin_fabs(x) < y ? x / y - (T)1.5 : __builtin_fmax(x, y) * (T)t;
	o[t + 32] = (T)(int)x + (T)(unsigned long long)y + (T)(short)y;
	o[t + 64] = x == x && y != 0 ? -x : __builtin_floor(y);
}
template __global__ void floats<float>(float *, const float *, const float *);
template __global__ void floats<double>(double *, const double *, const double *);

__global__ void vectors(float4 *o, const float4 *a, volatile int *flag, __int128 *w)
{
	int t = TID;
	float4 v = a[t];
	v.x += v.w;
	while (*flag == 0)
		;
	o[t] = v;
	*flag = 0;
	w[t] = w[t] * w[t + 1] + 7;
}

__device__ __noinline__ int fib(int n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

__global__ void recursive(int *o)
{
	o[TID] = fib(TID);
}

__global__ void bits(unsigned *o, unsigned long long *p)
{
	int t = TID;
	o[t] = __builtin_popcount(o[t]) + __builtin_clz(o[t + 1]) + __builtin_bswap32(o[t + 2]);
	p[t] = __builtin_popcountll(p[t]) + __builtin_clzll(p[t + 1]) +
	       __builtin_bitreverse64(p[t + 2]);
	o[t + 3] = (o[t] << (t & 31)) | (o[t] >> ((32 - t) & 31));
}
