/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * driver: the driver API from plain C. Usage: driver MODULE [race]
 */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000, BLOCK = 128 };

static int wrong;

static void is(int line, const char *what, long long got, long long expected)
{
	if (got == expected)
		return;
	printf("line %d: %s: %lld, not %lld\n", line, what, got, expected);
	wrong++;
}
#define IS(call, expected) is(__LINE__, #call, (long long)(call), (long long)(expected))
#define OK(call)           IS(call, CUDA_SUCCESS)

static char *text_of(const char *path)
{
	FILE *f = fopen(path, "rb");
	char *text = calloc(1, 1 << 20);

	if (!f || !text || !fread(text, 1, (1 << 20) - 1, f))
		exit(2);
	fclose(f);
	return text;
}

static void before(void)
{
	CUcontext ctx = (CUcontext)1;
	CUdeviceptr p;
	int n;

	IS(cuDeviceGetCount(&n), CUDA_ERROR_NOT_INITIALIZED);
	IS(cuMemAlloc(&p, 4), CUDA_ERROR_NOT_INITIALIZED);
	IS(cuInit(1), CUDA_ERROR_INVALID_VALUE);
	OK(cuInit(0));
	OK(cuDeviceGetCount(&n));
	IS(n, 1);
	IS(cuMemAlloc(&p, 4), CUDA_ERROR_INVALID_CONTEXT);
	OK(cuCtxGetCurrent(&ctx));
	IS(ctx, NULL);
	IS(cuCtxPopCurrent(&ctx), CUDA_ERROR_INVALID_CONTEXT);
}

static void contexts(void)
{
	CUcontext a, b, primary, now;
	CUdeviceptr p;
	CUdevice d;
	size_t free_before, free_after, total;
	int major, minor, threads, active;
	unsigned flags, version;
	char name[8];

	OK(cuDeviceGet(&d, 0));
	IS(cuDeviceGet(&d, 1), CUDA_ERROR_INVALID_DEVICE);
	OK(cuDeviceGetName(name, sizeof(name), d));
	IS(strcmp(name, "photofi"), 0);
	OK(cuDeviceComputeCapability(&major, &minor, d));
	IS(major >= 6, 1);
	OK(cuDeviceGetAttribute(&threads, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, d));
	IS(threads, 1024);
	IS(cuCtxCreate(&a, 3, d), CUDA_ERROR_INVALID_VALUE);
	OK(cuCtxCreate(&a, CU_CTX_MAP_HOST, d));
	OK(cuCtxCreate(&b, 0, d));
	OK(cuCtxGetCurrent(&now));
	IS(now, b);
	OK(cuCtxGetFlags(&flags));
	IS(flags, 0);
	OK(cuCtxGetApiVersion(a, &version));
	OK(cuMemGetInfo(&free_before, &total));
	OK(cuMemAlloc(&p, 1 << 20));
	OK(cuMemGetInfo(&free_after, &total));
	IS(free_before - free_after >= 1 << 20, 1);
	OK(cuCtxDestroy(b)); /* and the memory with it */
	IS(cuCtxDestroy(b), CUDA_ERROR_INVALID_CONTEXT);
	IS(cuCtxPushCurrent(b), CUDA_ERROR_INVALID_CONTEXT);
	OK(cuCtxGetCurrent(&now));
	IS(now, a);
	OK(cuMemGetInfo(&free_after, &total));
	IS(free_before, free_after);
	OK(cuCtxPopCurrent(&now));
	IS(now, a);
	IS(cuMemAlloc(&p, 4), CUDA_ERROR_INVALID_CONTEXT);
	OK(cuDevicePrimaryCtxGetState(d, &flags, &active));
	IS(active, 0);
	OK(cuDevicePrimaryCtxRetain(&primary, d));
	OK(cuCtxSetCurrent(primary));
	OK(cuMemAlloc(&p, 4));
	OK(cuMemFree(p));
	OK(cuDevicePrimaryCtxRelease(d));
	IS(cuDevicePrimaryCtxRelease(d), CUDA_ERROR_INVALID_CONTEXT);
	OK(cuCtxSetCurrent(a));
}

static void memory(void)
{
	CUdeviceptr p, base;
	unsigned char *host, byte;
	unsigned short half[8];
	unsigned int word[8], type;
	size_t size, pitch;
	CUDA_MEMCPY2D c = {0};

	IS(cuMemAlloc(&p, 0), CUDA_ERROR_INVALID_VALUE);
	OK(cuMemAlloc(&p, 64));
	OK(cuMemsetD8(p, 0xab, 64));
	OK(cuMemcpyDtoH(&byte, p + 63, 1));
	IS(byte, 0xab);
	OK(cuMemsetD16(p + 2, 0x1234, 5));
	OK(cuMemcpyDtoH(half, p, sizeof(half)));
	IS(half[0], 0xabab);
	IS(half[1], 0x1234);
	IS(half[5], 0x1234);
	IS(half[6], 0xabab);
	IS(cuMemsetD32(p + 2, 1, 1), CUDA_ERROR_INVALID_VALUE);
	IS(cuMemsetD32(p, 1, 17), CUDA_ERROR_INVALID_VALUE);
	OK(cuMemsetD32(p, 0xdeadbeef, 7));
	OK(cuMemcpyDtoH(word, p, sizeof(word)));
	IS(word[6], 0xdeadbeef);
	IS(word[7] != 0xdeadbeef, 1);
	OK(cuMemGetAddressRange(&base, &size, p + 5));
	IS(base, p);
	IS(size, 64);
	OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
	IS(type, CU_MEMORYTYPE_DEVICE);
	OK(cuMemFree(p));
	IS(cuMemFree(p), CUDA_ERROR_INVALID_VALUE);
	OK(cuMemHostAlloc((void **)&host, 64, CU_MEMHOSTALLOC_DEVICEMAP));
	OK(cuMemHostGetDevicePointer(&p, host, 0));
	OK(cuMemsetD8(p, 5, 64));
	IS(host[63], 5);
	/* a box of 3 by 2 bytes out of rows of 8, to the second row and column of a pitched one */
	for (int i = 0; i < 64; i++)
		host[i] = (unsigned char)i;
	OK(cuMemAllocPitch(&p, &pitch, 16, 4, 4));
	OK(cuMemsetD8(p, 0, pitch * 4));
	c.srcMemoryType = CU_MEMORYTYPE_HOST;
	c.srcHost = host;
	c.srcPitch = 8;
	c.srcXInBytes = 1;
	c.srcY = 2;
	c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
	c.dstDevice = p;
	c.dstPitch = pitch;
	c.dstXInBytes = 1;
	c.dstY = 1;
	c.WidthInBytes = 3;
	c.Height = 2;
	OK(cuMemcpy2D(&c));
	OK(cuMemcpyDtoH(word, p + 2 * pitch, 8));
	IS(memcmp(word, (unsigned char[]){0, 25, 26, 27, 0, 0, 0, 0}, 8), 0);
	c.dstMemoryType = CU_MEMORYTYPE_ARRAY;
	IS(cuMemcpy2D(&c), CUDA_ERROR_INVALID_VALUE);
	OK(cuMemFree(p));
	OK(cuMemFreeHost(host));
}

/* a + b + bias + table by either way of giving parameters */
static void sums(CUmodule m, CUfunction add, CUstream s, int packed)
{
	static int a[N], b[N], sum[N];
	static const int table[4] = {100, 200, 300, 400};
	CUdeviceptr da, db, dsum, dtable;
	char bias = (char)-3;
	int n = N, bad = 0;
	size_t size;

	for (int i = 0; i < N; i++) {
		a[i] = i;
		b[i] = 2 * i;
	}
	OK(cuModuleGetGlobal(&dtable, &size, m, "table"));
	IS(size, sizeof(table));
	OK(cuMemcpyHtoD(dtable, table, sizeof(table)));
	OK(cuMemAlloc(&da, sizeof(a)));
	OK(cuMemAlloc(&db, sizeof(b)));
	OK(cuMemAlloc(&dsum, sizeof(sum)));
	OK(cuMemcpyHtoDAsync(da, a, sizeof(a), s));
	OK(cuMemcpyHtoDAsync(db, b, sizeof(b), s));
	if (packed) {
		struct {
			char bias;
			CUdeviceptr a, b, sum;
			int n;
		} bytes = {bias, da, db, dsum, n};
		size_t bytes_size = sizeof(bytes), short_size = 8;
		void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &bytes,
				 CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes_size, CU_LAUNCH_PARAM_END};

		OK(cuLaunchKernel(add, (N + BLOCK - 1) / BLOCK, 1, 1, BLOCK, 1, 1, 0, s, NULL,
				  extra));
		extra[3] = &short_size;
		IS(cuLaunchKernel(add, 1, 1, 1, BLOCK, 1, 1, 0, s, NULL, extra),
		   CUDA_ERROR_INVALID_VALUE);
	} else {
		void *params[] = {&bias, &da, &db, &dsum, &n};

		OK(cuLaunchKernel(add, (N + BLOCK - 1) / BLOCK, 1, 1, BLOCK, 1, 1, 0, s, params,
				  NULL));
		IS(cuLaunchKernel(add, 0, 1, 1, BLOCK, 1, 1, 0, s, params, NULL),
		   CUDA_ERROR_INVALID_VALUE);
	}
	OK(cuMemcpyDtoHAsync(sum, dsum, sizeof(sum), s));
	OK(cuStreamSynchronize(s));
	for (int i = 0; i < N; i++)
		bad += sum[i] != 3 * i - 3 + table[i % 4];
	IS(bad, 0);
	OK(cuMemFree(da));
	OK(cuMemFree(db));
	OK(cuMemFree(dsum));
}

/* A launch's attributes: a cluster, whose blocks the grid has to be a multiple of. */
static void clusters(CUfunction f, void **params)
{
	CUlaunchAttribute a = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
	CUlaunchConfig c = {3, 1, 1, 64, 1, 1, 256, NULL, &a, 1};
	int n = 0, must = 1;

	a.value.clusterDim.x = 2;
	a.value.clusterDim.y = a.value.clusterDim.z = 1;
	IS(cuLaunchKernelEx(&c, f, params, NULL), (CUresult)912);
	OK(cuOccupancyMaxActiveClusters(&n, f, &c));
	IS(n > 0, 1);
	OK(cuOccupancyMaxPotentialClusterSize(&n, f, &c));
	IS(n, 8);
	OK(cuFuncGetAttribute(&must, CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET, f));
	IS(must, 0);
	c.gridDimX = 1;
	a.value.clusterDim.x = 1;
	OK(cuLaunchKernelEx(&c, f, params, NULL));
	a.id = (CUlaunchAttributeID)7; /* an event of another kernel */
	IS(cuLaunchKernelEx(&c, f, params, NULL), CUDA_ERROR_NOT_SUPPORTED);
}

static void modules(const char *path)
{
	char *text = text_of(path), log[256];
	CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
				  CU_JIT_OPTIMIZATION_LEVEL};
	void *values[] = {log, (void *)sizeof(log), (void *)3}, *image;
	CUmodule m, again, of;
	CUfunction add, reverse, none;
	CUlinkState link;
	CUstream s;
	CUdeviceptr p, other;
	size_t size;
	int counter, blocks, value, line[64];
	void *params[] = {&p};

	OK(cuModuleLoad(&m, path));
	IS(cuModuleLoad(&again, "no such file"), CUDA_ERROR_FILE_NOT_FOUND);
	IS(cuModuleLoadDataEx(&again, ".version 6.0\njunk", 3, options, values),
	   CUDA_ERROR_INVALID_PTX);
	IS(strstr(log, ".target is missing") != NULL, 1);
	IS(cuModuleLoadData(&again, "\177ELF"), CUDA_ERROR_NO_BINARY_FOR_GPU);
	OK(cuModuleGetFunction(&add, m, "add"));
	IS(cuModuleGetFunction(&none, m, "missing"), CUDA_ERROR_NOT_FOUND);
	OK(cuFuncGetModule(&of, add));
	IS(of, m);
	OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	sums(m, add, s, 0);
	sums(m, add, s, 1);
	OK(cuModuleGetGlobal(&p, &size, m, "counter"));
	OK(cuMemcpyDtoH(&counter, p, sizeof(counter)));
	IS(counter, 9);
	/* the same text once more: variables of its own */
	OK(cuLinkCreate(0, NULL, NULL, &link));
	OK(cuLinkAddData(link, CU_JIT_INPUT_PTX, text, strlen(text) + 1, "text", 0, NULL, NULL));
	OK(cuLinkComplete(link, &image, &size));
	OK(cuModuleLoadData(&again, image));
	OK(cuLinkDestroy(link));
	OK(cuModuleGetGlobal(&other, NULL, again, "counter"));
	IS(other != p, 1);
	OK(cuMemcpyDtoH(&counter, other, sizeof(counter)));
	IS(counter, 7);
	OK(cuModuleGetFunction(&reverse, again, "reverse"));
	OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reverse, 64, 256));
	IS(blocks > 0, 1);
	OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, reverse));
	IS(value, 1024);
	OK(cuMemAlloc(&p, sizeof(line)));
	for (int i = 0; i < 64; i++)
		line[i] = i;
	OK(cuMemcpyHtoD(p, line, sizeof(line)));
	OK(cuLaunchKernel(reverse, 1, 1, 1, 64, 1, 1, 256, NULL, params, NULL));
	OK(cuCtxSynchronize());
	OK(cuMemcpyDtoH(line, p, sizeof(line)));
	IS(line[0], 63);
	IS(line[63], 0);
	clusters(reverse, params);
	OK(cuModuleUnload(again));
	IS(cuModuleUnload(again), CUDA_ERROR_INVALID_HANDLE);
	IS(cuLaunchKernel(reverse, 1, 1, 1, 64, 1, 1, 256, NULL, params, NULL),
	   CUDA_ERROR_INVALID_HANDLE);
	sums(m, add, s, 0); /* the first one is still there */
	OK(cuMemFree(p));
	OK(cuStreamDestroy(s));
	OK(cuModuleUnload(m));
	free(text);
}

static void race(const char *path)
{
	CUmodule m;
	CUfunction f;
	CUdeviceptr p;
	void *params[] = {&p};

	OK(cuModuleLoad(&m, path));
	OK(cuModuleGetFunction(&f, m, "racy"));
	OK(cuMemAlloc(&p, 4));
	OK(cuLaunchKernel(f, 2, 1, 1, 32, 1, 1, 0, NULL, params, NULL));
	OK(cuCtxSynchronize());
	OK(cuMemFree(p));
	OK(cuModuleUnload(m));
}

int main(int argc, char **argv)
{
	const char *name, *text;
	CUcontext ctx;

	if (argc < 2)
		return 2;
	before();
	contexts();
	if (argc > 2) {
		race(argv[1]);
	} else {
		memory();
		modules(argv[1]);
	}
	OK(cuGetErrorName(CUDA_ERROR_INVALID_PTX, &name));
	IS(strcmp(name, "CUDA_ERROR_INVALID_PTX"), 0);
	OK(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text));
	IS(strcmp(text, "out of memory"), 0);
	IS(cuGetErrorName((CUresult)12345, &name), CUDA_ERROR_INVALID_VALUE);
	OK(cuCtxGetCurrent(&ctx));
	OK(cuCtxDestroy(ctx));
	printf("driver: %d wrong\n", wrong);
	return wrong != 0;
}
