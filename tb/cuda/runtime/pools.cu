/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pools: what memory pools give out, keep, count and refuse.
 */
#include <cstdint>
#include <cstring>

#include "expect.h"

static uint64_t bytes_of(cudaMemPool_t pool, cudaMemPoolAttr attr)
{
	uint64_t v = 12345;

	OK(cudaMemPoolGetAttribute(pool, attr, &v));
	return v;
}

__global__ void fill(int *p, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		p[i] = 3 * i;
}

static cudaMemPool_t make()
{
	cudaMemPoolProps props;
	cudaMemPool_t pool = 0;

	memset(&props, 0, sizeof(props));
	props.allocType = cudaMemAllocationTypePinned;
	props.location.type = cudaMemLocationTypeDevice;
	OK(cudaMemPoolCreate(&pool, &props));
	props.location.id = 1;
	GIVES(cudaMemPoolCreate(&pool, &props), cudaErrorInvalidValue);
	props.location.id = 0;
	props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
	GIVES(cudaMemPoolCreate(&pool, &props), cudaErrorNotSupported);
	GIVES(cudaMemPoolCreate(&pool, NULL), cudaErrorInvalidValue);
	return pool;
}

/* The device's own pool, without a threshold: it keeps nothing. */
static void device_pool()
{
	cudaMemPool_t pool, now;
	int *p, *q, v = 0;

	OK(cudaDeviceGetAttribute(&v, cudaDevAttrMemoryPoolsSupported, 0));
	EXPECT(v == 1);
	OK(cudaDeviceGetDefaultMemPool(&pool, 0));
	OK(cudaDeviceGetMemPool(&now, 0));
	EXPECT(pool && pool == now);
	GIVES(cudaDeviceGetDefaultMemPool(&now, 1), cudaErrorInvalidDevice);
	OK(cudaMallocAsync(&p, 4000, 0));
	OK(cudaMallocAsync((void **)&q, 1000, 0));
	EXPECT(bytes_of(pool, cudaMemPoolAttrUsedMemCurrent) == 5000);
	fill<<<1, 64>>>(p, 1000);
	OK(cudaFreeAsync(q, 0));
	OK(cudaMemcpy(&v, p + 999, sizeof(v), cudaMemcpyDeviceToHost));
	EXPECT(v == 2997);
	OK(cudaFree(p)); /* as well as cudaFreeAsync() */
	EXPECT(bytes_of(pool, cudaMemPoolAttrUsedMemCurrent) == 0);
	EXPECT(bytes_of(pool, cudaMemPoolAttrReservedMemCurrent) == 0);
	EXPECT(bytes_of(pool, cudaMemPoolAttrUsedMemHigh) == 5000);
	GIVES(cudaFreeAsync(p, 0), cudaErrorInvalidValue);
	GIVES(cudaMemPoolDestroy(pool), cudaErrorInvalidValue);
}

static void attributes(cudaMemPool_t pool)
{
	uint64_t keep = 3000, zero = 0;
	int flag = 5;
	void *p, *q;

	OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
	OK(cudaMallocFromPoolAsync(&p, 2000, pool, 0));
	OK(cudaMallocAsync(&q, 2500, pool, 0));
	OK(cudaFreeAsync(p, 0));
	OK(cudaFreeAsync(q, 0));
	EXPECT(bytes_of(pool, cudaMemPoolAttrReservedMemCurrent) == 3000);
	EXPECT(bytes_of(pool, cudaMemPoolAttrReservedMemHigh) == 4500);
	OK(cudaMemPoolTrimTo(pool, 1000));
	EXPECT(bytes_of(pool, cudaMemPoolAttrReservedMemCurrent) == 1000);
	OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &zero));
	EXPECT(bytes_of(pool, cudaMemPoolAttrReservedMemHigh) == 1000);
	GIVES(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &keep), cudaErrorInvalidValue);
	GIVES(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &zero),
	      cudaErrorInvalidValue);
	OK(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &flag));
	EXPECT(flag == 1);
	flag = 0;
	OK(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &flag));
	flag = 9;
	OK(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &flag));
	EXPECT(flag == 0);
	GIVES(cudaMemPoolGetAttribute(pool, (cudaMemPoolAttr)9, &flag), cudaErrorInvalidValue);
	GIVES(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, NULL), cudaErrorInvalidValue);
}

static void access(cudaMemPool_t pool)
{
	cudaMemAccessDesc d = {{cudaMemLocationTypeDevice, 0}, cudaMemAccessFlagsProtReadWrite};
	cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;

	OK(cudaMemPoolSetAccess(pool, &d, 1));
	OK(cudaMemPoolGetAccess(&flags, pool, &d.location));
	EXPECT(flags == cudaMemAccessFlagsProtReadWrite);
	d.flags = cudaMemAccessFlagsProtNone;
	GIVES(cudaMemPoolSetAccess(pool, &d, 1), cudaErrorInvalidValue);
	d.location.id = 1;
	GIVES(cudaMemPoolGetAccess(&flags, pool, &d.location), cudaErrorInvalidValue);
}

/* A pool that is destroyed lives as long as what it gave out. */
static void end(cudaMemPool_t pool)
{
	cudaMemPool_t own, now;
	void *p, *q;

	OK(cudaDeviceGetDefaultMemPool(&own, 0));
	OK(cudaDeviceSetMemPool(0, pool));
	OK(cudaMallocAsync(&p, 100, 0));
	EXPECT(bytes_of(pool, cudaMemPoolAttrUsedMemCurrent) == 100);
	OK(cudaMemPoolDestroy(pool));
	OK(cudaDeviceGetMemPool(&now, 0));
	EXPECT(now == own);
	GIVES(cudaMallocFromPoolAsync(&q, 100, pool, 0), cudaErrorInvalidValue);
	OK(cudaFreeAsync(p, 0));
	GIVES(cudaMemPoolDestroy(pool), cudaErrorInvalidValue);
	GIVES(cudaDeviceSetMemPool(0, pool), cudaErrorInvalidValue);
}

int main()
{
	cudaMemPool_t pool;
	void *left;

	device_pool();
	pool = make();
	attributes(pool);
	access(pool);
	end(pool);
	OK(cudaMallocAsync(&left, 10, 0));
	OK(cudaDeviceReset());
	OK(cudaDeviceGetDefaultMemPool(&pool, 0));
	EXPECT(bytes_of(pool, cudaMemPoolAttrUsedMemHigh) == 0);
	return expect_result();
}
