// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// What `photofinish check --static --block 64 --grid 2` has to say, by a kernel's name: free_: all accesses are free of races; race_: a race is
// proved; open_: none is, and not all are free, though nothing races when it runs; left_: likewise, and something does. What wraps, what is between which barriers, what is
// exact.
#define READ(i) v += s[i]
#define KERNEL(name, ...) \
	__global__ void name(int *out) \
	{ \
		__shared__ __align__(16) unsigned char s[1024]; \
		const int t = threadIdx.x; \
		int v = 0; \
		__VA_ARGS__ \
		out[blockIdx.x * blockDim.x + t] = v; \
	}

// Numbers
KERNEL(race_unsigned, if ((unsigned)(t - 8) > 100u) s[0] = 1;)
KERNEL(free_unsigned, if ((unsigned)(t - 1) > 100u) s[0] = 1;)
KERNEL(race_wraps, if (t * 0x08000001u < 100u) s[0] = 1;)
KERNEL(free_wraps, if (t * 0x04000001u < 60u) s[0] = 1;)
KERNEL(race_short, if ((short)(t << 11) == 0) s[0] = 1;)
KERNEL(race_shift, s[(unsigned)(t - 32) >> 28] = 1;)
KERNEL(free_divided, s[(t - 32) / 64 * 64 + t] = 1;)
KERNEL(race_divided, s[(t - 32) / 40] = 1;)
KERNEL(free_bits, s[(t & 7) << 3 | t >> 3] = 1;)
KERNEL(race_bits, s[(t & 6) << 3 | t >> 3] = 1;)

// Bytes
KERNEL(race_part, ((int *)s)[t] = 1; READ((t * 4 + 5 + 128) & 255);)
KERNEL(free_part, ((short *)s)[t * 2] = 1; READ(t * 4 + 2);)

// Barriers
KERNEL(free_barrier, s[t] = 1; __syncthreads(); READ(t ^ 32);)
KERNEL(race_next_round, for (int k = 0; k < 5; k++) { s[t] = 1; __syncthreads(); READ(t ^ 32); })
KERNEL(free_next_round, for (int k = 0; k < 5; k++) { s[t] = 1; __syncthreads(); READ(t ^ 32); __syncthreads(); })
KERNEL(free_two_buffers, for (int k = 0; k < 5; k++) { s[k % 2 * 64 + t] = 1; __syncthreads(); READ(k % 2 * 64 + (t ^ 32)); })
KERNEL(race_two_buffers, for (int k = 0; k < 5; k++) { s[k / 2 % 2 * 64 + t] = 1; __syncthreads(); READ(k / 2 % 2 * 64 + (t ^ 32)); })
KERNEL(race_after_loop, for (int k = 0; k < 5; k++) { __syncthreads(); READ(t ^ 32); } s[t] = 1;)
KERNEL(free_after_loop, for (int k = 0; k < 5; k++) { __syncthreads(); if (k < 4) READ(t ^ 32); } s[t] = 1;)
KERNEL(race_inner, for (int o = 0; o < 3; o++) { s[t] = 1; for (int k = 0; k < 4; k++) { if (k == 0) READ(t ^ 32); __syncthreads(); } })
KERNEL(free_inner, for (int o = 0; o < 3; o++) { s[t] = 1; for (int k = 0; k < 4; k++) { if (k == 1) READ(t ^ 32); __syncthreads(); } })
KERNEL(race_halves, s[t] = 1; for (int k = 32; k > 0; k /= 2) { if (t < k) s[t] += s[t + k]; })
KERNEL(free_halves, s[t] = 1; for (int k = 32; k > 0; k /= 2) { __syncthreads(); if (t < k) s[t] += s[t + k]; })

// What is exact
KERNEL(open_memory, if (out[t] > 100) s[0] = 1;)
KERNEL(open_barrier, s[t] = 1; if (gridDim.x > 1) __syncthreads(); READ(t ^ 32);)
KERNEL(open_either, int i = t; if (out[t] > 100) i = 63 - t; s[i] = 1;)
KERNEL(free_either, int i = t; if (blockIdx.x == 1) i = 63 - t; s[i] = 1;)
KERNEL(left_guess, unsigned x = 0x7ffffff0u; for (int k = 0; k < 6; k++) { s[x >> 31 ? 0 : t] = 1; x += 8; })
KERNEL(open_merged, int i = t; if (out[t] > 100) { s[512 + t] = 1; i = 63 - t; } s[i] = 1;)
KERNEL(race_reunited, if (out[t] > 100) s[512 + t] = 1; s[t] = 1; READ(t ^ 32);)
KERNEL(free_reunited, if (out[t] > 100) v++; s[t] = 1; __syncthreads(); READ(63 - t);)
KERNEL(free_strong, s[t] = 1; __threadfence_block(); if (t < 64) v += *(volatile unsigned char *)&s[t + 64]; __syncthreads(); READ(t ^ 32);)

int main()
{
	int *out;

	cudaMalloc(&out, 128 * sizeof(int));
	cudaMemset(out, 0, 128 * sizeof(int));
#define RUN(name) name<<<2, 64>>>(out);
	RUN(race_unsigned) RUN(free_unsigned) RUN(race_wraps) RUN(free_wraps) RUN(race_short) RUN(race_shift) RUN(free_divided) RUN(race_divided)
	RUN(free_bits) RUN(race_bits) RUN(race_part) RUN(free_part) RUN(free_barrier) RUN(race_next_round) RUN(free_next_round)
	RUN(free_two_buffers) RUN(race_two_buffers) RUN(race_after_loop) RUN(free_after_loop) RUN(race_inner) RUN(free_inner) RUN(race_halves)
	RUN(free_halves) RUN(open_memory) RUN(open_barrier) RUN(open_either) RUN(free_either) RUN(left_guess) RUN(open_merged) RUN(race_reunited)
	RUN(free_reunited) RUN(free_strong)
	return cudaDeviceSynchronize();
}
