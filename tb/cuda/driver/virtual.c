/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * virtual: addresses and physical memory apart. Usage: virtual MODULE
 * [race|unmapped|closed|readonly]
 */
#include "expect.h"

static CUmodule module;
static size_t unit;
static CUmemAllocationProp prop;

static CUresult launch(const char *name, unsigned blocks, void **params)
{
	CUfunction f;

	OK(cuModuleGetFunction(&f, module, name));
	OK(cuLaunchKernel(f, blocks, 1, 1, 64, 1, 1, 0, NULL, params, NULL));
	return cuCtxSynchronize();
}

static CUresult access(CUdeviceptr p, size_t size, CUmemAccess_flags flags)
{
	CUmemAccessDesc d = {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, flags};

	return cuMemSetAccess(p, size, &d, 1);
}

static size_t free_bytes(void)
{
	size_t n, total;

	OK(cuMemGetInfo(&n, &total));
	return n;
}

/* Memory in three pieces at one range of addresses, which is one array to kernels and copies. */
static void pieces(void)
{
	const size_t before = free_bytes();
	CUdeviceptr p, base;
	CUmemGenericAllocationHandle h[3], again;
	CUmemAllocationProp got;
	CUmemLocation here = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
	unsigned long long flags;
	long n = (long)(3 * unit / sizeof(int));
	int *host = malloc(3 * unit);
	size_t size;
	void *params[] = {&p, &n};

	OK(cuMemAddressReserve(&p, 4 * unit, 0, 0, 0));
	IS(p % unit, 0);
	IS(free_bytes(), before);
	for (int i = 0; i < 3; i++) {
		OK(cuMemCreate(&h[i], unit, &prop, 0));
		OK(cuMemMap(p + i * unit, unit, 0, h[i], 0));
		IS(cuMemGetAccess(&flags, &here, p + i * unit + 5), CUDA_SUCCESS);
		IS(flags, CU_MEM_ACCESS_FLAGS_PROT_NONE);
	}
	IS(before - free_bytes(), 3 * unit);
	IS(cuMemMap(p, unit, 0, h[0], 0),
	   CUDA_ERROR_NOT_SUPPORTED); /* a second address of one memory */
	IS(cuMemMap(p + 3 * unit, unit, 0, h[1], 0), CUDA_ERROR_NOT_SUPPORTED);
	IS(cuMemcpyHtoD(p, host, 4), CUDA_ERROR_INVALID_VALUE); /* no access yet */
	OK(cuMemRetainAllocationHandle(&again, (void *)(uintptr_t)(p + unit)));
	IS(again, h[1]);
	OK(cuMemRelease(again));
	OK(cuMemGetAllocationPropertiesFromHandle(&got, h[0]));
	IS(got.type, CU_MEM_ALLOCATION_TYPE_PINNED);
	IS(got.allocFlags.compressionType, CU_MEM_ALLOCATION_COMP_GENERIC);
	for (int i = 0; i < 3; i++)
		OK(cuMemRelease(h[i])); /* the mapping keeps it */
	IS(cuMemRelease(h[0]), CUDA_ERROR_INVALID_VALUE);
	IS(access(p, 4 * unit, CU_MEM_ACCESS_FLAGS_PROT_READWRITE), CUDA_ERROR_INVALID_VALUE);
	OK(access(p, 3 * unit, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
	for (long i = 0; i < n; i++)
		host[i] = (int)i;
	OK(cuMemcpyHtoD(p, host, 3 * unit));
	IS(launch("increment", 4, params), CUDA_SUCCESS);
	memset(host, 0, 3 * unit);
	OK(cuMemcpyDtoH(host, p, 3 * unit));
	for (long i = 0; i < n; i++)
		if (host[i] != i + 1) {
			IS(host[i], i + 1);
			break;
		}
	IS(cuMemcpyDtoH(host, p + unit, 2 * unit + 1), CUDA_ERROR_INVALID_VALUE);
	OK(cuMemGetAddressRange(&base, &size, p + unit + 9));
	IS(base, p + unit);
	IS(size, unit);
	IS(cuMemFree(p), CUDA_ERROR_INVALID_VALUE);
	IS(cuMemUnmap(p, unit / 2), CUDA_ERROR_INVALID_VALUE);
	IS(cuMemAddressFree(p, 4 * unit), CUDA_ERROR_INVALID_VALUE);
	OK(cuMemUnmap(p + unit, unit));
	IS(cuMemUnmap(p, 3 * unit), CUDA_ERROR_INVALID_VALUE);
	OK(cuMemUnmap(p, unit));
	OK(cuMemUnmap(p + 2 * unit, unit));
	IS(free_bytes(), before);
	IS(cuMemAddressFree(p, unit), CUDA_ERROR_INVALID_VALUE);
	OK(cuMemAddressFree(p, 4 * unit));
	free(host);
}

/* Memory keeps its bytes from one address to the next, and addresses take another memory. */
static void moves(void)
{
	CUdeviceptr p, out;
	CUmemGenericAllocationHandle a, b;
	long n = (long)(unit / sizeof(int));
	int *host = malloc(unit), got, want = 0;

	OK(cuMemAlloc(&out, 4));
	OK(cuMemAddressReserve(&p, 4 * unit, 4 * unit, 0, 0));
	IS(p % (4 * unit), 0);
	OK(cuMemCreate(&a, unit, &prop, 0));
	OK(cuMemCreate(&b, 2 * unit, &prop, 0));
	OK(cuMemMap(p, unit, 0, a, 0));
	OK(access(p, unit, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
	for (long i = 0; i < n; i++)
		want += host[i] = (int)(i % 7);
	OK(cuMemcpyHtoD(p, host, unit));
	OK(cuMemUnmap(p, unit));
	OK(cuMemMap(p, 2 * unit, 0, b, 0));
	OK(cuMemMap(p + 3 * unit, unit, 0, a, 0));
	OK(access(p, 2 * unit, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
	OK(access(p + 3 * unit, unit, CU_MEM_ACCESS_FLAGS_PROT_READ));
	OK(cuMemsetD32(p, 5, (size_t)n));
	OK(cuMemsetD32(out, 0, 1));
	{
		CUdeviceptr at = p + 3 * unit;
		void *params[] = {&out, &at, &n};

		IS(launch("sum", 1, params), CUDA_SUCCESS);
	}
	OK(cuMemcpyDtoH(&got, out, 4));
	IS(got, want);
	OK(cuMemUnmap(p, 2 * unit));
	OK(cuMemUnmap(p + 3 * unit, unit));
	OK(cuMemRelease(a));
	OK(cuMemRelease(b));
	OK(cuMemAddressFree(p, 4 * unit));
	OK(cuMemFree(out));
	free(host);
}

static void refused(void)
{
	CUmemGenericAllocationHandle h;
	CUmemAllocationProp other = prop;
	CUdeviceptr p;
	size_t total, n;

	IS(cuMemAddressReserve(&p, unit + 1, 0, 0, 0), CUDA_ERROR_INVALID_VALUE);
	IS(cuMemAddressReserve(&p, 0, 0, 0, 0), CUDA_ERROR_INVALID_VALUE);
	IS(cuMemCreate(&h, unit / 2, &prop, 0), CUDA_ERROR_INVALID_VALUE);
	OK(cuMemGetInfo(&n, &total));
	IS(cuMemCreate(&h, total / unit * unit + unit, &prop, 0), CUDA_ERROR_OUT_OF_MEMORY);
	other.location.id = 1;
	IS(cuMemCreate(&h, unit, &other, 0), CUDA_ERROR_INVALID_DEVICE);
	other = prop;
	other.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
	IS(cuMemCreate(&h, unit, &other, 0), CUDA_ERROR_NOT_SUPPORTED);
	other.type = CU_MEM_ALLOCATION_TYPE_INVALID;
	IS(cuMemGetAllocationGranularity(&n, &other, CU_MEM_ALLOC_GRANULARITY_MINIMUM),
	   CUDA_ERROR_INVALID_VALUE);
	IS(cuMemRelease(77), CUDA_ERROR_INVALID_VALUE);
	IS(cuMemUnmap(unit, unit), CUDA_ERROR_INVALID_VALUE);
}

/* One kernel that goes wrong as its name says, in memory of two units of which the first is mapped.
 */
static int wrong_kernel(const char *what)
{
	CUmemGenericAllocationHandle h;
	CUdeviceptr p, at;
	long n = 64;
	void *params[] = {&at, &n};

	OK(cuMemAddressReserve(&p, 2 * unit, 0, 0, 0));
	OK(cuMemCreate(&h, unit, &prop, 0));
	OK(cuMemMap(p, unit, 0, h, 0));
	at = p;
	if (strcmp(what, "closed"))
		OK(access(p, unit,
			  strcmp(what, "readonly") ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE
						   : CU_MEM_ACCESS_FLAGS_PROT_READ));
	if (!strcmp(what, "race"))
		return launch("racy_store", 2, params) != CUDA_SUCCESS;
	if (!strcmp(what, "unmapped"))
		at += unit;
	IS(launch("increment", 1, params), CUDA_ERROR_ILLEGAL_ADDRESS);
	return 1;
}

int main(int argc, char **argv)
{
	CUcontext ctx;
	int there;

	OK(cuInit(0));
	OK(cuDeviceGetAttribute(&there, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED,
				0));
	IS(there, 1);
	OK(cuCtxCreate(&ctx, 0, 0));
	if (argc < 2 || cuModuleLoad(&module, argv[1]))
		return 2;
	prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	prop.allocFlags.compressionType = CU_MEM_ALLOCATION_COMP_GENERIC; /* which may be */
	OK(cuMemGetAllocationGranularity(&unit, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
	if (argc > 2)
		return wrong_kernel(argv[2]);
	pieces();
	moves();
	refused();
	OK(cuModuleUnload(module));
	OK(cuCtxDestroy(ctx));
	printf("virtual: %d wrong\n", wrong);
	return wrong != 0;
}
