/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * graphs: graphs and capture by the driver API, libraries, functions by name, launches with
 * attributes, and rarer calls, with the kernels of kernels.cu. Usage: graphs MODULE [race]
 */
#include "expect.h"

enum { N = 64 };

static CUmodule module;
static const char *path;

static CUfunction function(const char *name)
{
	CUfunction f = NULL;

	OK(cuModuleGetFunction(&f, module, name));
	return f;
}

static int called;

static void call(void *data)
{
	called += *(int *)data;
}

static CUDA_KERNEL_NODE_PARAMS reverses(CUdeviceptr *p)
{
	static void *args[1];
	CUDA_KERNEL_NODE_PARAMS k = {0};

	args[0] = p;
	k.func = function("reverse");
	k.gridDimX = k.gridDimY = k.gridDimZ = k.blockDimY = k.blockDimZ = 1;
	k.blockDimX = N;
	k.sharedMemBytes = N * sizeof(int);
	k.kernelParams = args;
	return k;
}

/* fill, copy from the host, kernel, copy to the host, call */
static void graph(void)
{
	CUgraph g, clone;
	CUgraphExec x;
	CUgraphNode fill, in, kernel, out, host, nodes[8];
	CUgraphNodeType type;
	CUgraphExecUpdateResultInfo info;
	CUDA_MEMSET_NODE_PARAMS f = {0}, fback;
	CUDA_MEMCPY3D c = {0}, cback;
	CUDA_HOST_NODE_PARAMS h = {call, NULL};
	CUDA_KERNEL_NODE_PARAMS k, kback;
	CUdeviceptr p;
	size_t n = 8;
	int from[N], to[N], one = 1;

	for (int i = 0; i < N; i++)
		from[i] = i;
	OK(cuMemAlloc(&p, sizeof(from)));
	OK(cuGraphCreate(&g, 0));
	f.dst = p;
	f.value = 9;
	f.elementSize = 4;
	f.width = N;
	f.height = 1;
	OK(cuGraphAddMemsetNode(&fill, g, NULL, 0, &f, NULL));
	OK(cuGraphMemsetNodeGetParams(fill, &fback));
	IS(fback.value, 9);
	c.srcMemoryType = CU_MEMORYTYPE_HOST;
	c.srcHost = from;
	c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
	c.dstDevice = p;
	c.WidthInBytes = sizeof(from) / 2;
	c.Height = c.Depth = 1;
	OK(cuGraphAddMemcpyNode(&in, g, &fill, 1, &c, NULL));
	OK(cuGraphMemcpyNodeGetParams(in, &cback));
	IS(cback.WidthInBytes, sizeof(from) / 2);
	IS(cback.dstDevice, p);
	k = reverses(&p);
	OK(cuGraphAddKernelNode(&kernel, g, &in, 1, &k));
	OK(cuGraphKernelNodeGetParams(kernel, &kback));
	IS(kback.func == k.func, 1);
	IS(kback.blockDimX, N);
	memset(&c, 0, sizeof(c));
	c.srcMemoryType = CU_MEMORYTYPE_DEVICE;
	c.srcDevice = p;
	c.dstMemoryType = CU_MEMORYTYPE_HOST;
	c.dstHost = to;
	c.WidthInBytes = sizeof(from);
	c.Height = c.Depth = 1;
	OK(cuGraphAddMemcpyNode(&out, g, &kernel, 1, &c, NULL));
	h.userData = &one;
	OK(cuGraphAddHostNode(&host, g, &out, 1, &h));
	OK(cuGraphGetNodes(g, nodes, &n));
	IS(n, 5);
	OK(cuGraphNodeGetType(host, &type));
	IS(type, CU_GRAPH_NODE_TYPE_HOST);
	OK(cuGraphClone(&clone, g));
	OK(cuGraphInstantiate(&x, g, 0));
	OK(cuGraphLaunch(x, NULL));
	OK(cuCtxSynchronize());
	for (int i = 0; i < N; i++)
		IS(to[i], i < N / 2 ? 9 : N - 1 - i);
	IS(called, 1);
	f.value = 11;
	OK(cuGraphExecMemsetNodeSetParams(x, fill, &f, NULL));
	OK(cuGraphNodeSetEnabled(x, kernel, 0));
	OK(cuGraphLaunch(x, NULL));
	OK(cuCtxSynchronize());
	for (int i = 0; i < N; i++)
		IS(to[i], i < N / 2 ? i : 11);
	OK(cuGraphExecUpdate(x, clone, &info));
	IS(info.result, CU_GRAPH_EXEC_UPDATE_SUCCESS);
	OK(cuGraphDestroyNode(host));
	IS(cuGraphExecUpdate(x, g, &info), CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
	IS(info.result, CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
	OK(cuGraphExecDestroy(x));
	OK(cuGraphDestroy(clone));
	OK(cuGraphDestroy(g));
	IS(cuGraphLaunch(x, NULL), CUDA_ERROR_INVALID_VALUE);
	OK(cuMemFree(p));
}

static void capture(void)
{
	CUstream s;
	CUgraph g;
	CUgraphExec x;
	CUstreamCaptureStatus status;
	CUdeviceptr p;
	unsigned long long a, b;
	size_t n;
	int got[N];
	void *args[] = {&p};

	OK(cuMemAlloc(&p, sizeof(got)));
	OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	OK(cuStreamGetId(s, &a));
	OK(cuStreamGetId(NULL, &b));
	IS(a != b, 1);
	OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
	OK(cuStreamIsCapturing(s, &status));
	IS(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
	OK(cuMemsetD32Async(p, 3, N, s));
	OK(cuMemsetD2D32Async(p, 8, 4, 1, N / 2, s)); /* every second one */
	OK(cuLaunchKernel(function("reverse"), 1, 1, 1, N, 1, 1, sizeof(got), s, args, NULL));
	OK(cuStreamEndCapture(s, &g));
	OK(cuGraphGetNodes(g, NULL, &n));
	IS(n >= 3, 1);
	OK(cuGraphInstantiate(&x, g, 0));
	OK(cuGraphLaunch(x, s));
	OK(cuStreamSynchronize(s));
	OK(cuMemcpyDtoH(got, p, sizeof(got)));
	for (int i = 0; i < N; i++)
		IS(got[i], i % 2 ? 4 : 3);
	OK(cuGraphExecDestroy(x));
	OK(cuGraphDestroy(g));
	OK(cuStreamDestroy(s));
	OK(cuMemFree(p));
}

static void libraries(void)
{
	CUlibrary l, of;
	CUkernel k, all[4];
	CUfunction f;
	CUdeviceptr counter, p;
	size_t bytes, offset, size;
	unsigned n;
	const char *name;
	int value, got[N];
	void *args[] = {&p};
	cudaLibrary_t rl;
	cudaKernel_t rk;

	IS(cuLibraryLoadFromFile(&l, "nowhere.ptx", NULL, NULL, 0, NULL, NULL, 0),
	   CUDA_ERROR_FILE_NOT_FOUND);
	IS(cuLibraryLoadData(&l, "nonsense", NULL, NULL, 0, NULL, NULL, 0), CUDA_ERROR_INVALID_PTX);
	OK(cuLibraryLoadFromFile(&l, path, NULL, NULL, 0, NULL, NULL, 0));
	IS(cuLibraryGetKernel(&k, l, "nobody"), CUDA_ERROR_NOT_FOUND);
	OK(cuLibraryGetKernel(&k, l, "reverse"));
	OK(cuKernelGetLibrary(&of, k));
	IS(of == l, 1);
	OK(cuKernelGetName(&name, k));
	IS(strcmp(name, "reverse"), 0);
	OK(cuLibraryGetKernelCount(&n, l));
	IS(n, 3);
	OK(cuLibraryEnumerateKernels(all, 4, l));
	IS(all[0] && all[1] && all[2] && !all[3], 1);
	IS(all[0] == k || all[1] == k || all[2] == k, 1);
	OK(cuLibraryGetGlobal(&counter, &bytes, l, "counter"));
	IS(bytes, 4);
	OK(cuMemcpyDtoH(&value, counter, 4));
	IS(value, 7); /* its own, whatever other modules of this text did */
	IS(cuLibraryGetManaged(&counter, &bytes, l, "counter"), CUDA_ERROR_NOT_FOUND);
	OK(cuKernelGetFunction(&f, k));
	OK(cuFuncGetName(&name, f));
	IS(strcmp(name, "reverse"), 0);
	OK(cuFuncGetParamInfo(function("add"), 2, &offset, &size));
	IS(offset, 16); /* char, then pointers */
	IS(size, 8);
	IS(cuFuncGetParamInfo(function("add"), 5, &offset, &size), CUDA_ERROR_INVALID_VALUE);
	OK(cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, k, 0));
	IS(value, 1024);
	OK(cuMemAlloc(&p, sizeof(got)));
	OK(cuMemsetD32(p, 0, N));
	OK(cuMemsetD32(p, 5, 1));
	OK(cuLaunchKernel(f, 1, 1, 1, N, 1, 1, sizeof(got), NULL, args, NULL));
	OK(cuLaunchKernel((CUfunction)k, 1, 1, 1, N, 1, 1, sizeof(got), NULL, args, NULL));
	OK(cuLaunchKernel(f, 1, 1, 1, N, 1, 1, sizeof(got), NULL, args, NULL));
	OK(cuMemcpyDtoH(got, p, sizeof(got)));
	IS(got[N - 1], 5);
	OK(cuLibraryUnload(l));
	IS(cuLibraryUnload(l), CUDA_ERROR_INVALID_HANDLE);
	IS(cuLaunchKernel(f, 1, 1, 1, N, 1, 1, sizeof(got), NULL, args, NULL),
	   CUDA_ERROR_INVALID_HANDLE);
	/* the same by the runtime */
	IS(cudaLibraryLoadFromFile(&rl, path, NULL, NULL, 0, NULL, NULL, 0), cudaSuccess);
	IS(cudaLibraryGetKernel(&rk, rl, "reverse"), cudaSuccess);
	{
		const dim3 one = {1, 1, 1}, block = {N, 1, 1};

		IS(cudaLaunchKernel((const void *)rk, one, block, args, sizeof(got), 0),
		   cudaSuccess);
	}
	OK(cuMemcpyDtoH(got, p, sizeof(got)));
	IS(got[0], 5);
	IS(cudaLibraryUnload(rl), cudaSuccess);
	OK(cuMemFree(p));
}

static void names(void)
{
	CUresult (*alloc)(CUdeviceptr *, size_t);
	CUdriverProcAddressQueryResult why;
	enum cudaDriverEntryPointQueryResult why_rt;
	CUdeviceptr p;
	void *f;

	OK(cuGetProcAddress("cuMemAlloc", (void **)&alloc, 12000, 0, &why));
	IS(why, CU_GET_PROC_ADDRESS_SUCCESS);
	OK(alloc(&p, 16));
	OK(cuMemFree(p));
	IS((void *)alloc == (void *)cuMemAlloc, 1);
	OK(cuGetProcAddress("cuNothing", &f, 12000, 0, &why));
	IS(why, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
	IS(cuGetProcAddress("cuNothing", &f, 12000, 0, NULL), CUDA_ERROR_NOT_FOUND);
	IS(cuGetProcAddress("cudaMalloc", &f, 12000, 0, NULL), CUDA_ERROR_NOT_FOUND);
	OK(cuGetProcAddress("cuGraphExecUpdate", &f, 11040, 0, &why));
	IS(why, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
	OK(cuGetProcAddress("cuGraphInstantiate", &f, 12000, 0, NULL));
	IS(f == (void *)cuGraphInstantiateWithFlags, 1);
	IS(cudaGetDriverEntryPoint("cuMemFree", &f, cudaEnableDefault, &why_rt), cudaSuccess);
	IS(f == (void *)cuMemFree, 1);
	IS(why_rt, cudaDriverEntryPointSuccess);
	IS(cudaGetDriverEntryPoint("cuNothing", &f, cudaEnableDefault, NULL),
	   cudaErrorSymbolNotFound);
	cudaGetLastError();
}

static void launches(void)
{
	CUdeviceptr p;
	CUlaunchAttribute attrs[2];
	CUlaunchConfig c = {1, 1, 1, N, 1, 1, N * sizeof(int), NULL, attrs, 2};
	int got[N], ordinal, is_managed, zero = 0;
	unsigned type;
	size_t size;
	CUpointer_attribute which[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
				       CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
				       CU_POINTER_ATTRIBUTE_HOST_POINTER};
	void *host = &zero, *data[] = {&type, &ordinal, &host};
	void *args[] = {&p};
	CUfunction f = function("reverse");

	OK(cuMemAllocManaged(&p, sizeof(got), CU_MEM_ATTACH_GLOBAL));
	OK(cuMemsetD32(p, 0, N));
	OK(cuMemsetD32(p, 8, 1));
	memset(attrs, 0, sizeof(attrs));
	attrs[0].id = CU_LAUNCH_ATTRIBUTE_PRIORITY;
	attrs[1].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
	attrs[1].value.cooperative = 1;
	OK(cuLaunchKernelEx(&c, f, args, NULL));
	OK(cuMemcpyDtoH(got, p, sizeof(got)));
	IS(got[N - 1], 8);
	attrs[0].id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT;
	IS(cuLaunchKernelEx(&c, f, args, NULL), CUDA_ERROR_NOT_SUPPORTED);
	OK(cuOccupancyAvailableDynamicSMemPerBlock(&size, f, 1, 32));
	IS(size >= 48 << 10, 1);
	OK(cuPointerGetAttributes(3, which, data, p));
	IS(ordinal, 0);
	IS(host == (void *)(uintptr_t)p, 1);
	OK(cuPointerGetAttributes(3, which, data, 64)); /* nobody's */
	IS(ordinal, CU_DEVICE_INVALID);
	IS(host == NULL, 1);
	OK(cuMemAdvise(p, sizeof(got), CU_MEM_ADVISE_SET_READ_MOSTLY, 0));
	OK(cuMemAdvise(p, sizeof(got), CU_MEM_ADVISE_SET_PREFERRED_LOCATION, CU_DEVICE_CPU));
	OK(cuMemRangeGetAttribute(&is_managed, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, p,
				  sizeof(got)));
	IS(is_managed, 1);
	OK(cuMemRangeGetAttribute(&ordinal, 4, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, p,
				  sizeof(got)));
	IS(ordinal, CU_DEVICE_CPU);
	OK(cuMemRangeGetAttribute(&ordinal, 4, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, p,
				  sizeof(got)));
	IS(ordinal, CU_DEVICE_INVALID);
	OK(cuMemFree(p));
}

/* Memory out of a pool, functions of a module as a list, a copy in a batch. */
static void pools(void)
{
	CUmemoryPool pool, now;
	CUmemPoolProps props = {0};
	CUdeviceptr p, q;
	CUstream s;
	CUfunction all[4];
	CUfunctionLoadingState state;
	CUmemcpyAttributes how = {0};
	CUmoduleLoadingMode mode;
	CUsharedconfig config;
	unsigned long long bytes;
	unsigned n;
	int one = 41, got = 0;
	size_t size = 4, start = 0;
	CUdeviceptr from = (CUdeviceptr)(uintptr_t)&one;

	props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
	props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	OK(cuMemPoolCreate(&pool, &props));
	OK(cuStreamCreate(&s, 0));
	OK(cuMemAllocFromPoolAsync(&p, 1000, pool, s));
	OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &bytes));
	IS(bytes >= 1000, 1);
	how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	OK(cuMemcpyBatchAsync(&p, &from, &size, 1, &how, &start, 1, NULL, s));
	OK(cuMemcpyDtoH(&got, p, 4));
	IS(got, 41);
	OK(cuMemFreeAsync(p, s));
	OK(cuMemPoolDestroy(pool));
	OK(cuDeviceGetDefaultMemPool(&pool, 0));
	OK(cuDeviceGetMemPool(&now, 0));
	IS(pool == now, 1);
	OK(cuMemAllocAsync(&q, 16, s));
	OK(cuMemFreeAsync(q, s));
	OK(cuStreamDestroy(s));
	OK(cuModuleGetFunctionCount(&n, module));
	IS(n, 3);
	OK(cuModuleEnumerateFunctions(all, 4, module));
	IS(all[2] && !all[3], 1);
	IS(all[0] == function("add") || all[1] == function("add") || all[2] == function("add"), 1);
	OK(cuFuncIsLoaded(&state, all[0]));
	IS(state, CU_FUNCTION_LOADING_STATE_LOADED);
	OK(cuModuleGetLoadingMode(&mode));
	IS(mode, CU_MODULE_EAGER_LOADING);
	OK(cuCtxSetSharedMemConfig(CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE));
	OK(cuCtxGetSharedMemConfig(&config));
	IS(config, CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE);
	IS(cuDeviceGetP2PAttribute(&got, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 0),
	   CUDA_ERROR_INVALID_DEVICE);
	OK(cuDeviceGetTexture1DLinearMaxWidth(&size, CU_AD_FORMAT_FLOAT, 1, 0));
	IS(size >= 1 << 27, 1);
}

static void race(void)
{
	CUgraph g;
	CUgraphExec x;
	CUgraphNode node;
	CUdeviceptr p;
	CUDA_KERNEL_NODE_PARAMS k = reverses(&p);

	OK(cuMemAlloc(&p, 4));
	k.func = function("racy");
	k.gridDimX = 2;
	OK(cuGraphCreate(&g, 0));
	OK(cuGraphAddKernelNode(&node, g, NULL, 0, &k));
	OK(cuGraphInstantiate(&x, g, 0));
	OK(cuGraphLaunch(x, NULL));
	OK(cuCtxSynchronize());
}

int main(int argc, char **argv)
{
	CUcontext ctx;
	CUgraph g;

	OK(cuInit(0));
	IS(cuGraphCreate(&g, 0), CUDA_ERROR_INVALID_CONTEXT);
	OK(cuCtxCreate(&ctx, 0, 0));
	IS(cuCtxEnablePeerAccess(ctx, 0), CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
	path = argv[1];
	if (argc < 2 || cuModuleLoad(&module, path))
		return 2;
	if (argc > 2) {
		race();
	} else {
		graph();
		capture();
		libraries();
		names();
		launches();
		pools();
	}
	OK(cuModuleUnload(module));
	OK(cuCtxDestroy(ctx));
	printf("graphs: %d wrong\n", wrong);
	return wrong != 0;
}
