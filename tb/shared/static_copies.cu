// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// What `photofinish check --static --arch sm_80 --block 64 --grid 2` has to say where copies are asynchronous, by a kernel's name as in
// static_cases.cu. When a copy ends is not looked at: what it may write is open.
__device__ void copy(int *to, const int *from)
{
	asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}
__device__ void wait() { asm volatile("cp.async.wait_all;" ::: "memory"); }
__device__ int matrix(const int *at)
{
	int v;

	asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(v) : "r"((unsigned)__cvta_generic_to_shared(at)) : "memory");
	return v;
}

#define KERNEL(name, ...) \
	__global__ void name(int *out, const int *in) \
	{ \
		__shared__ __align__(16) int s[256]; \
		const int t = threadIdx.x; \
		int v = 0; \
		__VA_ARGS__ \
		out[blockIdx.x * blockDim.x + t] = v; \
	}

KERNEL(free_elsewhere, copy(&s[t], &in[t]); s[64 + t] = 1; __syncthreads(); v = s[64 + (t ^ 32)]; wait();)
KERNEL(open_waited, copy(&s[t], &in[t]); wait(); __syncthreads(); v = s[t ^ 32];)
KERNEL(left_barrier_only, copy(&s[t], &in[t]); __syncthreads(); v = s[t ^ 32]; wait();)
KERNEL(left_own, copy(&s[t], &in[t]); v = s[t]; wait();)
KERNEL(left_later_interval, copy(&s[t], &in[t]); __syncthreads(); __syncthreads(); s[t ^ 32] = 1; __syncthreads(); wait();)
KERNEL(left_two, copy(&s[t], &in[t]); __syncthreads(); copy(&s[t ^ 32], &in[t]); wait();)
KERNEL(open_own_twice, copy(&s[t], &in[t]); copy(&s[t], &in[64 + t]); wait(); v = s[t];)
KERNEL(left_matrix, s[t] = t; v = matrix(&s[(t & 7) * 4 + 32]);)

#define RUN(name) name<<<2, 64>>>(out, in);

int main()
{
	int *out, *in;

	cudaMalloc(&out, 128 * sizeof(int));
	cudaMalloc(&in, 128 * sizeof(int));
	cudaMemset(out, 0, 128 * sizeof(int));
	cudaMemset(in, 0, 128 * sizeof(int));
	RUN(free_elsewhere) RUN(open_waited) RUN(left_barrier_only) RUN(left_own) RUN(left_later_interval) RUN(left_two)
	RUN(open_own_twice) RUN(left_matrix)
	return cudaDeviceSynchronize();
}
