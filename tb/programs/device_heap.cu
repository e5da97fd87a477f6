// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// malloc, free, new and delete in kernels: a binary tree per thread, built and torn down; a buffer that
// outlives its kernel; a failed allocation gives null.
// expect: device_heap ok
#include <cstdio>
#include <cstdlib>

struct Tree {
	int key;
	Tree *left, *right;
	__device__ Tree(int k) : key(k), left(nullptr), right(nullptr) {}
};

__device__ void insert(Tree **root, int key)
{
	while (*root)
		root = key < (*root)->key ? &(*root)->left : &(*root)->right;
	*root = new Tree(key);
}

// in-order walk with an explicit stack, deleting as it goes
__device__ int drain(Tree *t, int *out)
{
	Tree *stack[32];
	int depth = 0, n = 0;
	while (t || depth) {
		for (; t; t = t->left)
			stack[depth++] = t;
		t = stack[--depth];
		out[n++] = t->key;
		Tree *right = t->right;
		delete t;
		t = right;
	}
	return n;
}

__global__ void trees(int *sorted, int *ok)
{
	int id = blockIdx.x * blockDim.x + threadIdx.x;
	Tree *root = nullptr;
	unsigned r = id * 7919 + 1;
	for (int i = 0; i < 12; i++) {
		r = r * 1664525u + 1013904223u;
		insert(&root, (int)(r >> 20));
	}
	int n = drain(root, sorted + id * 12);
	atomicAdd(ok, n == 12);
}

__device__ int *kept;
__global__ void keep() { kept = (int *)malloc(16 * sizeof(int)); for (int i = 0; i < 16; i++) kept[i] = i * i; }
__global__ void use(int *out) { out[threadIdx.x] = kept[threadIdx.x]; }
__global__ void release() { free(kept); free(NULL); kept = (int *)malloc((size_t)1 << 60); }
__global__ void isNull(int *out) { *out = kept == NULL; }

int main()
{
	const int T = 64;
	int *sorted, *ok, h[T * 12], n = 0;
	cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20);
	cudaMalloc(&sorted, sizeof h);
	cudaMalloc(&ok, 4);
	cudaMemset(ok, 0, 4);
	trees<<<2, T / 2>>>(sorted, ok);
	cudaMemcpy(h, sorted, sizeof h, cudaMemcpyDeviceToHost);
	cudaMemcpy(&n, ok, 4, cudaMemcpyDeviceToHost);
	if (n != T)
		return 1;
	for (int i = 0; i < T * 12; i++)
		if (i % 12 && h[i - 1] > h[i])
			return 2;
	keep<<<1, 1>>>();
	use<<<1, 16>>>(sorted);
	cudaMemcpy(h, sorted, 64, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 16; i++)
		if (h[i] != i * i)
			return 3;
	release<<<1, 1>>>();
	isNull<<<1, 1>>>(ok);
	if (cudaMemcpy(&n, ok, 4, cudaMemcpyDeviceToHost) != cudaSuccess || n != 1)
		return 4;
	puts("device_heap ok");
	return 0;
}
