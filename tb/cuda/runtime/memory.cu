/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * memory: allocation of every kind, questions about pointers, and what is refused.
 */
#include <cstdlib>
#include <cstring>

#include "expect.h"

__global__ void add_one(int *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		p[i] += 1;
}

static void device_memory()
{
	int *p = (int *)1, *q;
	size_t before, after, total;

	OK(cudaMalloc(&p, 0));
	EXPECT(p == NULL);
	OK(cudaFree(NULL));
	OK(cudaMemGetInfo(&before, &total));
	EXPECT(before <= total && total >= 1 << 20);
	OK(cudaMalloc(&p, 1 << 20));
	OK(cudaMalloc((void **)&q, 1));
	EXPECT(p && q && p != q && (size_t)p % 256 == 0 && (size_t)q % 256 == 0);
	OK(cudaMemGetInfo(&after, &total));
	EXPECT(before - after >= 1 << 20);
	GIVES(cudaFree(p + 1), cudaErrorInvalidValue);
	GIVES(cudaFree(&p), cudaErrorInvalidValue);
	GIVES(cudaFreeHost(p), cudaErrorInvalidValue);
	OK(cudaFree(p));
	GIVES(cudaFree(p), cudaErrorInvalidValue);
	OK(cudaFree(q));
	GIVES(cudaMalloc((void **)NULL, 4), cudaErrorInvalidValue);
	GIVES(cudaMalloc(&p, total + 1), cudaErrorMemoryAllocation);
	EXPECT(p == NULL);
	GIVES(cudaMalloc(&p, (size_t)-1), cudaErrorMemoryAllocation);
	OK(cudaMallocAsync((void **)&p, 64, 0));
	OK(cudaFreeAsync(p, 0));
	GIVES(cudaFreeAsync(p, 0), cudaErrorInvalidValue);
	GIVES(cudaMallocAsync((void **)&p, 64, (cudaStream_t)&p), cudaErrorInvalidResourceHandle);
	GIVES(cudaMemGetInfo(NULL, &total), cudaErrorInvalidValue);
}

static void managed_memory()
{
	int *p, other = 0;

	OK(cudaMallocManaged(&p, 100 * sizeof(int)));
	for (int i = 0; i < 100; i++)
		p[i] = i;
	add_one<<<4, 32>>>(p, 100);
	OK(cudaDeviceSynchronize());
	for (int i = 0; i < 100; i++)
		EXPECT(p[i] == i + 1);
	OK(cudaMemPrefetchAsync(p, 400, 0, 0));
	OK(cudaMemPrefetchAsync(p, 400, cudaCpuDeviceId, 0));
	GIVES(cudaMemPrefetchAsync(p, 401, 0, 0), cudaErrorInvalidValue);
	GIVES(cudaMemPrefetchAsync(p, 400, 1, 0), cudaErrorInvalidDevice);
	GIVES(cudaMemPrefetchAsync(&other, 4, 0, 0), cudaErrorInvalidValue);
	OK(cudaMemAdvise(p, 400, cudaMemAdviseSetReadMostly, 0));
	OK(cudaMemAdvise(p, 400, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId));
	GIVES(cudaMemAdvise(p, 400, cudaMemAdviseSetAccessedBy, 3), cudaErrorInvalidDevice);
	GIVES(cudaMemAdvise(p, 400, (cudaMemoryAdvise)99, 0), cudaErrorInvalidValue);
	OK(cudaStreamAttachMemAsync(0, p, 0, cudaMemAttachGlobal));
	GIVES(cudaStreamAttachMemAsync(0, p + 1, 0, cudaMemAttachGlobal), cudaErrorInvalidValue);
	OK(cudaFree(p));
	GIVES(cudaMallocManaged(&p, 0), cudaErrorInvalidValue);
	GIVES(cudaMallocManaged(&p, 4, 77), cudaErrorInvalidValue);
}

static void host_memory()
{
	int *p, *d, *mine = (int *)malloc(256);
	unsigned flags = 99;

	OK(cudaMallocHost((void **)&p, 64));
	p[0] = 41;
	OK(cudaHostGetDevicePointer((void **)&d, p, 0));
	add_one<<<1, 1>>>(d, 1); /* zero copy */
	OK(cudaDeviceSynchronize());
	EXPECT(p[0] == 42);
	OK(cudaHostGetFlags(&flags, p));
	EXPECT(flags == cudaHostAllocDefault);
	GIVES(cudaFree(p), cudaErrorInvalidValue);
	OK(cudaFreeHost(p));
	GIVES(cudaFreeHost(p), cudaErrorInvalidValue);
	OK(cudaFreeHost(NULL));
	OK(cudaHostAlloc((void **)&p, 64, cudaHostAllocMapped | cudaHostAllocPortable));
	OK(cudaHostGetFlags(&flags, p));
	EXPECT(flags == (cudaHostAllocMapped | cudaHostAllocPortable));
	OK(cudaFreeHost(p));
	GIVES(cudaHostAlloc((void **)&p, 64, 0x100), cudaErrorInvalidValue);

	GIVES(cudaHostUnregister(mine), cudaErrorHostMemoryNotRegistered);
	OK(cudaHostRegister(mine, 256, cudaHostRegisterPortable));
	GIVES(cudaHostRegister(mine + 8, 4, 0), cudaErrorHostMemoryAlreadyRegistered);
	OK(cudaHostGetFlags(&flags, mine));
	EXPECT(flags == cudaHostRegisterPortable);
	GIVES(cudaHostGetDevicePointer((void **)&d, mine, 0), cudaErrorNotSupported);
	OK(cudaHostUnregister(mine));
	GIVES(cudaHostUnregister(mine), cudaErrorHostMemoryNotRegistered);
	GIVES(cudaHostRegister(NULL, 4, 0), cudaErrorInvalidValue);
	GIVES(cudaHostRegister(mine, 0, 0), cudaErrorInvalidValue);
	GIVES(cudaHostRegister(mine, 4, 0x100), cudaErrorInvalidValue);
	GIVES(cudaHostGetDevicePointer((void **)&d, mine, 0), cudaErrorInvalidValue);
	GIVES(cudaHostGetFlags(&flags, mine), cudaErrorInvalidValue);
	free(mine);
}

static void pitched_memory()
{
	char *p;
	size_t pitch = 0;
	cudaPitchedPtr v;

	OK(cudaMallocPitch((void **)&p, &pitch, 100, 7));
	EXPECT(pitch >= 100 && pitch % 256 == 0);
	OK(cudaMemset2D(p, pitch, 1, 100, 7));
	OK(cudaFree(p));
	OK(cudaMalloc3D(&v, make_cudaExtent(33, 4, 5)));
	EXPECT(v.pitch >= 33 && v.xsize == 33 && v.ysize == 4 && v.ptr);
	OK(cudaMemset3D(v, 3, make_cudaExtent(33, 4, 5)));
	OK(cudaFree(v.ptr));
	GIVES(cudaMallocPitch((void **)NULL, &pitch, 1, 1), cudaErrorInvalidValue);
	GIVES(cudaMallocPitch((void **)&p, NULL, 1, 1), cudaErrorInvalidValue);
	GIVES(cudaMallocPitch((void **)&p, &pitch, (size_t)-1, 1), cudaErrorMemoryAllocation);
	GIVES(cudaMallocPitch((void **)&p, &pitch, 1 << 20, (size_t)1 << 50),
	      cudaErrorMemoryAllocation);
	GIVES(cudaMalloc3D(NULL, make_cudaExtent(1, 1, 1)), cudaErrorInvalidValue);
	GIVES(cudaMalloc3D(&v, make_cudaExtent(1, (size_t)1 << 40, (size_t)1 << 40)),
	      cudaErrorMemoryAllocation);
}

static void attributes()
{
	cudaPointerAttributes a;
	char *d, *m, *h, local;

	cudaMalloc(&d, 16);
	cudaMallocManaged(&m, 16);
	cudaMallocHost((void **)&h, 16);
	OK(cudaPointerGetAttributes(&a, d + 3));
	EXPECT(a.type == cudaMemoryTypeDevice && a.device == 0 && a.devicePointer == d + 3 &&
	       !a.hostPointer);
	OK(cudaPointerGetAttributes(&a, m));
	EXPECT(a.type == cudaMemoryTypeManaged && a.devicePointer == m && a.hostPointer == m);
	OK(cudaPointerGetAttributes(&a, h));
	EXPECT(a.type == cudaMemoryTypeHost && a.hostPointer == h && a.devicePointer == h);
	OK(cudaPointerGetAttributes(&a, &local));
	EXPECT(a.type == cudaMemoryTypeUnregistered && a.hostPointer == &local);
	cudaFree(d);
	OK(cudaPointerGetAttributes(&a, d));
	EXPECT(a.type == cudaMemoryTypeUnregistered);
	GIVES(cudaPointerGetAttributes(NULL, d), cudaErrorInvalidValue);
	GIVES(cudaPointerGetAttributes(&a, NULL), cudaErrorInvalidValue);
	cudaFree(m);
	cudaFreeHost(h);
}

int main()
{
	device_memory();
	managed_memory();
	host_memory();
	pitched_memory();
	attributes();
	return expect_result();
}
