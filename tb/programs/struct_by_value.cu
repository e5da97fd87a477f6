// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Large and oddly aligned structs by value as kernel arguments; nested, with arrays, bit fields, enums,
// references to a member from device code, return of structs from device functions.
// expect: struct_by_value ok
// arch: sm_60
#include <cstdint>
#include <cstdio>

enum class Kind : uint8_t { Add = 1, Mul = 7 };

struct Inner {
	char tag;
	double weight;
	int16_t pair[2];
};

struct __align__(16) Params {
	Inner inner[3];
	unsigned low : 5, mid : 11, high : 16;
	Kind kind;
	bool flag;
	const int *table;
	float matrix[4][4];
};

struct Result {
	double d;
	unsigned u;
	float f[3];
};

__host__ __device__ Result evaluate(const Params &p, int t)
{
	Result r;
	const Inner &in = p.inner[t % 3];
	r.d = in.weight * in.pair[t & 1] + in.tag;
	r.u = p.low + 100u * p.mid + p.high * (p.flag ? 3u : 5u);
	for (int k = 0; k < 3; ++k)
		r.f[k] = p.matrix[t % 4][k] * (p.kind == Kind::Mul ? 2.0f : 1.0f);
	return r;
}

__global__ void kernel(char lead, Params p, short trail, Result *out)
{
	Result r = evaluate(p, threadIdx.x);
	r.u += p.table[threadIdx.x] + lead + trail;
	out[threadIdx.x] = r;
}

int main()
{
	Params p = {};
	int table[8] = {5, 4, 3, 2, 1, 0, -1, -2}, *dt;
	for (int i = 0; i < 3; ++i)
		p.inner[i] = Inner{(char)(-i), 1.5 + i, {(int16_t)(i * 100), (int16_t)(-i)}};
	p.low = 21;
	p.mid = 1999;
	p.high = 65000;
	p.kind = Kind::Mul;
	p.flag = true;
	for (int i = 0; i < 16; ++i)
		p.matrix[i / 4][i % 4] = i * 0.25f;
	cudaMalloc(&dt, sizeof table);
	cudaMemcpy(dt, table, sizeof table, cudaMemcpyHostToDevice);
	p.table = dt;
	Result *dr, r[8];
	cudaMalloc(&dr, sizeof r);
	kernel<<<1, 8>>>('x', p, -300, dr);
	if (cudaMemcpy(r, dr, sizeof r, cudaMemcpyDeviceToHost) != cudaSuccess)
		return 2;
	for (int t = 0; t < 8; ++t) {
		Result want = evaluate(p, t);
		want.u += table[t] + 'x' - 300;
		if (r[t].d != want.d || r[t].u != want.u || r[t].f[0] != want.f[0] || r[t].f[2] != want.f[2]) {
			printf("thread %d: %g %u, not %g %u\n", t, r[t].d, r[t].u, want.d, want.u);
			return 1;
		}
	}
	printf("struct_by_value ok\n");
}
