/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * graphs: nodes of each kind, their order, their parameters, clones, updates, and what is refused.
 */
#include <cstring>

#include "expect.h"

struct pair {
	char c;
	double d;
};

__device__ int variable[4];

__global__ void append(int *log, char pad, int v, pair p)
{
	log[1 + atomicAdd(log, 1)] = v + pad + (int)p.d + p.c;
}
__global__ void scale(int *p, int n, int by)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		p[i] *= by;
}
__global__ void racy(int *p)
{
	p[0] = threadIdx.x;
}
__global__ void bad(int *p)
{
	p[1 << 20] = 1;
}

static int *tape;

static void note(void *data)
{
	tape[1 + tape[0]++] = (int)(size_t)data;
}

static bool is(const char *want)
{
	char got[64] = "";

	for (int i = 0; i < tape[0]; i++)
		sprintf(got + strlen(got), "%d ", tape[1 + i]);
	if (strcmp(got, want))
		printf("tape: %s\n", got);
	tape[0] = 0;
	return !strcmp(got, want);
}

/* A kernel node that writes v on the tape; the arguments are gone when it runs. */
static cudaGraphNode_t writes(cudaGraph_t g, int v, const cudaGraphNode_t *deps, size_t n)
{
	char pad = 1;
	pair p = {2, 3.0};
	int less = v - 6;
	void *args[] = {&tape, &pad, &less, &p};
	cudaKernelNodeParams k = {(void *)append, dim3(1), dim3(1), 0, args, NULL};
	cudaGraphNode_t node = NULL;

	OK(cudaGraphAddKernelNode(&node, g, deps, n, &k));
	p.d = 1000;
	return node;
}

static void run(cudaGraphExec_t exec)
{
	OK(cudaGraphLaunch(exec, 0));
	OK(cudaDeviceSynchronize());
}

static void order()
{
	cudaGraph_t g;
	cudaGraphNode_t a, b, c, d, list[8], from[8], to[8];
	cudaGraphExec_t exec;
	size_t n = 8;
	cudaHostNodeParams h = {note, (void *)3};

	OK(cudaGraphCreate(&g, 0));
	a = writes(g, 1, NULL, 0);
	b = writes(g, 2, NULL, 0);
	OK(cudaGraphAddHostNode(&c, g, &b, 1, &h));
	OK(cudaGraphAddEmptyNode(&d, g, NULL, 0));
	OK(cudaGraphAddDependencies(g, &c, &d, 1));
	OK(cudaGraphAddDependencies(g, &d, &a, 1)); /* b c d a */
	OK(cudaGraphGetNodes(g, NULL, &n));
	EXPECT(n == 4);
	n = 8;
	OK(cudaGraphGetNodes(g, list, &n));
	EXPECT(n == 4 && list[0] == a && list[3] == d && !list[4] && !list[7]);
	n = 2;
	OK(cudaGraphGetNodes(g, list, &n));
	EXPECT(n == 2);
	n = 8;
	OK(cudaGraphGetRootNodes(g, list, &n));
	EXPECT(n == 1 && list[0] == b);
	n = 8;
	OK(cudaGraphGetEdges(g, from, to, &n));
	EXPECT(n == 3 && from[0] == d && to[0] == a && from[1] == b && to[1] == c);
	n = 8;
	OK(cudaGraphNodeGetDependencies(a, list, &n));
	EXPECT(n == 1 && list[0] == d);
	OK(cudaGraphNodeGetDependentNodes(b, NULL, &n));
	EXPECT(n == 1);
	OK(cudaGraphInstantiate(&exec, g, NULL, NULL, 0));
	run(exec);
	run(exec);
	EXPECT(is("2 3 1 2 3 1 "));
	OK(cudaGraphRemoveDependencies(g, &d, &a, 1)); /* not of the executable one */
	run(exec);
	EXPECT(is("2 3 1 "));
	OK(cudaGraphExecDestroy(exec));
	OK(cudaGraphInstantiateWithFlags(&exec, g, cudaGraphInstantiateFlagAutoFreeOnLaunch));
	run(exec);
	EXPECT(is("1 2 3 "));
	OK(cudaGraphExecDestroy(exec));
	OK(cudaGraphDestroyNode(b));
	OK(cudaGraphInstantiate(&exec, g));
	OK(cudaGraphDestroy(g));
	run(exec);
	EXPECT(is("1 3 "));
	OK(cudaGraphExecDestroy(exec));
}

static void data()
{
	cudaGraph_t g;
	cudaGraphNode_t fill, in, twice, out, symbol, back;
	cudaGraphExec_t exec;
	int *p, host[6] = {1, 2, 3, 4, 5, 6}, got[6] = {0}, four[4] = {0}, n = 6, by = 2;
	cudaMemsetParams m = {NULL, 16, 0x01020304, 4, 3, 2};
	cudaMemcpy3DParms box = {};
	void *args[] = {&p, &n, &by};
	cudaKernelNodeParams k = {(void *)scale, dim3(1), dim3(32), 0, args, NULL}, asked;

	OK(cudaMalloc(&p, 8 * sizeof(int)));
	OK(cudaMemset(p, 0, 8 * sizeof(int)));
	m.dst = p;
	OK(cudaGraphCreate(&g, 0));
	OK(cudaGraphAddMemsetNode(&fill, g, NULL, 0, &m));
	OK(cudaGraphAddMemcpyNode1D(&in, g, &fill, 1, p, host, 8, cudaMemcpyHostToDevice));
	OK(cudaGraphAddKernelNode(&twice, g, &in, 1, &k));
	box.srcPtr = make_cudaPitchedPtr(p, 16, 16, 2);
	box.dstPtr = make_cudaPitchedPtr(got, 12, 12, 2);
	box.extent = make_cudaExtent(12, 2, 1);
	box.kind = cudaMemcpyDeviceToHost;
	OK(cudaGraphAddMemcpyNode(&out, g, &twice, 1, &box));
	OK(cudaGraphAddMemcpyNodeToSymbol(&symbol, g, NULL, 0, variable, host, 8, 8,
					  cudaMemcpyHostToDevice));
	OK(cudaGraphAddMemcpyNodeFromSymbol(&back, g, &symbol, 1, four, variable, 16, 0,
					    cudaMemcpyDeviceToHost));
	OK(cudaGraphInstantiate(&exec, g, 0));
	run(exec);
	EXPECT(got[0] == 2 && got[1] == 4 && got[2] == 2 * 0x01020304 && got[3] == 2 * 0x01020304);
	EXPECT(got[4] == 2 * 0x01020304 && got[5] == 0x01020304);
	EXPECT(four[0] == 0 && four[2] == 1 && four[3] == 2);
	host[0] = 7; /* read when it is launched */
	by = 3;
	k.gridDim.x = 2;
	OK(cudaGraphExecKernelNodeSetParams(exec, twice, &k));
	m.value = 5;
	GIVES(cudaGraphExecMemsetNodeSetParams(exec, fill, &m), cudaErrorInvalidValue); /* 2D */
	GIVES(cudaGraphExecMemcpyNodeSetParams(exec, out, &box), cudaErrorInvalidValue);
	OK(cudaGraphExecMemcpyNodeSetParams1D(exec, in, p, host + 3, 4, cudaMemcpyHostToDevice));
	run(exec);
	EXPECT(got[0] == 12 && got[1] == 3 * 0x01020304);
	OK(cudaGraphKernelNodeGetParams(twice, &asked));
	EXPECT(asked.gridDim.x == 1 && *(int *)asked.kernelParams[2] == 2 && asked.func == k.func);
	OK(cudaGraphKernelNodeSetParams(twice, &k));
	OK(cudaGraphMemsetNodeSetParams(fill, &m));
	OK(cudaGraphMemsetNodeGetParams(fill, &m));
	OK(cudaGraphMemcpyNodeGetParams(in, &box));
	EXPECT(m.value == 5 && box.extent.width == 8 && box.srcPtr.ptr == host);
	m.elementSize = 3;
	GIVES(cudaGraphMemsetNodeSetParams(fill, &m), cudaErrorInvalidValue);
	GIVES(cudaGraphMemcpyNodeSetParams1D(in, host, p, 8, cudaMemcpyHostToDevice),
	      cudaErrorInvalidValue);
	GIVES(cudaGraphAddMemcpyNode1D(&in, g, NULL, 0, p, host, 64, cudaMemcpyHostToDevice),
	      cudaErrorInvalidValue);
	k.blockDim.x = 2000;
	EXPECT(cudaGraphAddKernelNode(&in, g, NULL, 0, &k) != cudaSuccess);
	k.func = (void *)host;
	cudaGetLastError();
	GIVES(cudaGraphAddKernelNode(&in, g, NULL, 0, &k), cudaErrorInvalidDeviceFunction);
	OK(cudaGraphExecDestroy(exec));
	OK(cudaGraphDestroy(g));
	OK(cudaFree(p));
}

static void inside()
{
	cudaGraph_t g, child, kept, clone;
	cudaGraphNode_t a, b, c, found, list[2];
	cudaGraphNodeType type;
	cudaGraphExec_t exec;
	size_t n = 2;
	cudaHostNodeParams h = {note, (void *)8};

	OK(cudaGraphCreate(&child, 0));
	a = writes(child, 5, NULL, 0);
	OK(cudaGraphCreate(&g, 0));
	b = writes(g, 6, NULL, 0);
	OK(cudaGraphAddChildGraphNode(&c, g, &b, 1, child));
	writes(g, 7, &c, 1);
	OK(cudaGraphAddHostNode(&found, child, &a, 1, &h)); /* not of the copy in g */
	OK(cudaGraphNodeGetType(c, &type));
	EXPECT(type == cudaGraphNodeTypeGraph);
	OK(cudaGraphClone(&clone, g));
	OK(cudaGraphNodeFindInClone(&found, b, clone));
	EXPECT(found != b);
	OK(cudaGraphNodeGetType(found, &type));
	EXPECT(type == cudaGraphNodeTypeKernel);
	GIVES(cudaGraphNodeFindInClone(&found, a, clone), cudaErrorInvalidValue);
	OK(cudaGraphChildGraphNodeGetGraph(c, &kept));
	GIVES(cudaGraphDestroy(kept), cudaErrorInvalidValue);
	OK(cudaGraphGetNodes(kept, list, &n));
	EXPECT(n == 1);
	OK(cudaGraphDestroy(child));
	OK(cudaGraphInstantiate(&exec, g));
	run(exec);
	EXPECT(is("6 5 7 "));
	OK(cudaGraphExecDestroy(exec));
	OK(cudaGraphDestroy(g));
	GIVES(cudaGraphDestroy(kept), cudaErrorInvalidValue);
	OK(cudaGraphInstantiate(&exec, clone));
	run(exec);
	EXPECT(is("6 5 7 "));
	OK(cudaGraphExecDestroy(exec));
	OK(cudaGraphDestroy(clone));
}

static void events()
{
	cudaGraph_t g;
	cudaGraphNode_t r, w;
	cudaGraphExec_t exec;
	cudaEvent_t e, f, got;
	float ms = -1;

	OK(cudaEventCreate(&e));
	OK(cudaEventCreate(&f));
	OK(cudaEventRecord(e));
	OK(cudaGraphCreate(&g, 0));
	OK(cudaGraphAddEventWaitNode(&w, g, NULL, 0, e));
	OK(cudaGraphAddEventRecordNode(&r, g, &w, 1, e));
	OK(cudaGraphInstantiate(&exec, g));
	GIVES(cudaEventElapsedTime(&ms, e, f), cudaErrorInvalidResourceHandle);
	OK(cudaGraphExecEventRecordNodeSetEvent(exec, r, f));
	GIVES(cudaGraphExecEventRecordNodeSetEvent(exec, w, f), cudaErrorInvalidValue);
	run(exec);
	OK(cudaEventElapsedTime(&ms, e, f));
	EXPECT(ms > 0);
	OK(cudaGraphEventRecordNodeGetEvent(r, &got));
	EXPECT(got == e);
	OK(cudaGraphEventWaitNodeSetEvent(w, f));
	OK(cudaGraphEventWaitNodeGetEvent(w, &got));
	EXPECT(got == f);
	OK(cudaEventDestroy(f));
	EXPECT(cudaGraphLaunch(exec, 0) == cudaErrorInvalidResourceHandle);
	cudaGetLastError();
	OK(cudaGraphExecDestroy(exec));
	OK(cudaGraphDestroy(g));
	OK(cudaEventDestroy(e));
}

static void update()
{
	cudaGraph_t g, to;
	cudaGraphNode_t a, b, wrong;
	cudaGraphExec_t exec;
	cudaGraphExecUpdateResult why;
	cudaGraphExecUpdateResultInfo info;
	cudaHostNodeParams h = {note, (void *)9};

	OK(cudaGraphCreate(&g, 0));
	a = writes(g, 1, NULL, 0);
	writes(g, 2, &a, 1);
	OK(cudaGraphInstantiate(&exec, g));
	OK(cudaGraphCreate(&to, 0));
	b = writes(to, 3, NULL, 0);
	b = writes(to, 4, &b, 1);
	OK(cudaGraphExecUpdate(exec, to, &wrong, &why));
	EXPECT(why == cudaGraphExecUpdateSuccess && !wrong);
	run(exec);
	EXPECT(is("3 4 "));
	OK(cudaGraphAddHostNode(&b, to, &b, 1, &h));
	GIVES(cudaGraphExecUpdate(exec, to, &wrong, &why), cudaErrorGraphExecUpdateFailure);
	EXPECT(why == cudaGraphExecUpdateErrorTopologyChanged && wrong == b);
	b = writes(g, 5, &a, 1);
	OK(cudaGraphDestroyNode(b));
	OK(cudaGraphAddHostNode(&b, g, &a, 1, &h));
	GIVES(cudaGraphExecUpdate(exec, g, &info), cudaErrorGraphExecUpdateFailure);
	EXPECT(info.result == cudaGraphExecUpdateErrorTopologyChanged && info.errorNode == b);
	OK(cudaGraphDestroy(to));
	OK(cudaGraphCreate(&to, 0));
	b = writes(to, 3, NULL, 0);
	OK(cudaGraphAddHostNode(&b, to, &b, 1, &h));
	GIVES(cudaGraphExecUpdate(exec, to, &info), cudaErrorGraphExecUpdateFailure);
	EXPECT(info.result == cudaGraphExecUpdateErrorNodeTypeChanged && info.errorNode == b);
	run(exec);
	EXPECT(is("3 4 "));
	h.userData = (void *)11;
	GIVES(cudaGraphExecHostNodeSetParams(exec, a, &h), cudaErrorInvalidValue);
	OK(cudaGraphExecDestroy(exec));
	OK(cudaGraphInstantiate(&exec, to));
	OK(cudaGraphExecHostNodeSetParams(exec, b, &h));
	run(exec);
	EXPECT(is("3 11 "));
	OK(cudaGraphExecDestroy(exec));
	OK(cudaGraphDestroy(g));
	OK(cudaGraphDestroy(to));
}

static cudaGraphExec_t with_memory(int **p, bool freed, unsigned long long flags)
{
	cudaGraph_t g, h;
	cudaGraphNode_t a, k, c, f;
	cudaGraphExec_t exec;
	cudaMemAllocNodeParams m = {}, asked;
	static int result;
	int n = 1, by = 7;
	void *args[] = {p, &n, &by}, *free_of;
	cudaKernelNodeParams params = {(void *)scale, dim3(1), dim3(1), 0, args, NULL};
	cudaMemsetParams one = {NULL, 0, 1, 4, 1, 1};

	m.poolProps.allocType = cudaMemAllocationTypePinned;
	m.poolProps.location.type = cudaMemLocationTypeDevice;
	OK(cudaGraphCreate(&g, 0));
	GIVES(cudaGraphAddMemAllocNode(&a, g, NULL, 0, &m), cudaErrorInvalidValue);
	m.bytesize = 4000;
	OK(cudaGraphAddMemAllocNode(&a, g, NULL, 0, &m));
	*p = (int *)m.dptr;
	one.dst = *p;
	OK(cudaGraphAddMemsetNode(&c, g, &a, 1, &one));
	OK(cudaGraphAddKernelNode(&k, g, &c, 1, &params));
	OK(cudaGraphAddMemcpyNode1D(&c, g, &k, 1, &result, *p, 4, cudaMemcpyDeviceToHost));
	GIVES(cudaGraphAddMemcpyNode1D(&f, g, &k, 1, &result, *p, 4001, cudaMemcpyDeviceToHost),
	      cudaErrorInvalidValue);
	GIVES(cudaGraphAddMemFreeNode(&f, g, &c, 1, tape), cudaErrorInvalidValue);
	if (freed) {
		OK(cudaGraphAddMemFreeNode(&f, g, &c, 1, *p));
		OK(cudaGraphMemFreeNodeGetParams(f, &free_of));
		EXPECT(free_of == *p);
	}
	OK(cudaGraphMemAllocNodeGetParams(a, &asked));
	EXPECT(asked.dptr == *p && asked.bytesize == 4000);
	GIVES(cudaGraphClone(&h, g), cudaErrorNotSupported);
	GIVES(cudaGraphDestroyNode(a), cudaErrorNotSupported);
	GIVES(cudaMemcpy(&result, *p, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
	OK(cudaGraphInstantiate(&exec, g, flags));
	OK(cudaGraphDestroy(g));
	run(exec);
	EXPECT(result == 7);
	return exec;
}

static void memory()
{
	cudaGraphExec_t exec;
	cudaGraph_t g;
	cudaStream_t s;
	int *p, *q, got = 0;
	unsigned long long held = 1, high;

	exec = with_memory(&p, true, 0);
	run(exec);
	GIVES(cudaFree(p), cudaErrorInvalidValue); /* not there between launches */
	OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &held));
	OK(cudaGraphExecDestroy(exec));
	EXPECT(held == 4000);
	exec = with_memory(&q, false, 0);
	EXPECT(q != p);
	OK(cudaMemcpy(&got, q, 4, cudaMemcpyDeviceToHost));
	EXPECT(got == 7);
	GIVES(cudaGraphLaunch(exec, 0), cudaErrorInvalidValue); /* still there */
	OK(cudaFreeAsync(q, 0));
	run(exec);
	OK(cudaGraphExecDestroy(exec));
	OK(cudaMemcpy(&got, q, 4, cudaMemcpyDeviceToHost)); /* outlives its graph */
	OK(cudaFree(q));
	GIVES(cudaFree(q), cudaErrorInvalidValue);
	exec = with_memory(&q, false, cudaGraphInstantiateFlagAutoFreeOnLaunch);
	run(exec);
	OK(cudaFree(q));
	OK(cudaGraphExecDestroy(exec));
	OK(cudaDeviceGraphMemTrim(0));
	OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &held));
	OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &high));
	EXPECT(held == 0 && high == 4000);
	OK(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &held));
	OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &high));
	EXPECT(high == 0);

	OK(cudaStreamCreate(&s));
	OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	OK(cudaMallocAsync(&p, 256, s));
	OK(cudaMemsetAsync(p, 3, 4, s));
	OK(cudaMemcpyAsync(&got, p, 4, cudaMemcpyDeviceToHost, s));
	OK(cudaFreeAsync(p, s));
	OK(cudaStreamEndCapture(s, &g));
	OK(cudaGraphInstantiate(&exec, g));
	OK(cudaGraphDestroy(g));
	run(exec);
	EXPECT(got == 0x03030303);
	OK(cudaGraphExecDestroy(exec));
	OK(cudaStreamDestroy(s));
}

/* A kernel that comes to memory of a graph after the graph has freed it */
static void late()
{
	int *p;
	cudaGraphExec_t exec = with_memory(&p, true, 0);

	scale<<<1, 1>>>(p, 1, 2);
	EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
	(void)exec;
}

static void misuse()
{
	cudaGraph_t g, other;
	cudaGraphNode_t a, b, wrong = NULL;
	cudaGraphExec_t exec = NULL;
	char log[64] = "";

	GIVES(cudaGraphCreate(&g, 1), cudaErrorInvalidValue);
	OK(cudaGraphCreate(&g, 0));
	OK(cudaGraphCreate(&other, 0));
	a = writes(g, 1, NULL, 0);
	b = writes(g, 2, &a, 1);
	GIVES(cudaGraphAddEmptyNode(&wrong, other, &a, 1), cudaErrorInvalidValue);
	GIVES(cudaGraphAddEmptyNode(&wrong, g, (cudaGraphNode_t[]){a, a}, 2),
	      cudaErrorInvalidValue);
	GIVES(cudaGraphAddDependencies(g, &a, &b, 1), cudaErrorInvalidValue); /* there */
	GIVES(cudaGraphAddDependencies(g, &a, &a, 1), cudaErrorInvalidValue);
	GIVES(cudaGraphRemoveDependencies(g, &b, &a, 1), cudaErrorInvalidValue);
	OK(cudaGraphAddDependencies(g, &b, &a, 1)); /* a circle */
	GIVES(cudaGraphInstantiate(&exec, g, &wrong, log, sizeof(log)), cudaErrorInvalidValue);
	EXPECT((wrong == a || wrong == b) && strstr(log, "circle") && !exec);
	GIVES(cudaGraphInstantiate(&exec, other, cudaGraphInstantiateFlagDeviceLaunch),
	      cudaErrorNotSupported);
	GIVES(cudaGraphInstantiate(&exec, other, 64), cudaErrorInvalidValue);
	GIVES(cudaGraphLaunch((cudaGraphExec_t)g, 0), cudaErrorInvalidValue);
	GIVES(cudaGraphHostNodeSetParams(a, NULL), cudaErrorInvalidValue);
	OK(cudaGraphDestroy(g));
	GIVES(cudaGraphDestroy(g), cudaErrorInvalidValue);
	GIVES(cudaGraphDestroyNode(a), cudaErrorInvalidValue);
	OK(cudaGraphDestroy(other));
}

/* A fault: later nodes do nothing, the program is told when it waits. Leaves a broken context. */
static void fault()
{
	cudaGraph_t g;
	cudaGraphNode_t a;
	cudaGraphExec_t exec;
	int *p;
	void *args[] = {&p};
	cudaKernelNodeParams k = {(void *)bad, dim3(1), dim3(1), 0, args, NULL};
	cudaHostNodeParams h = {note, (void *)1};

	OK(cudaMalloc(&p, 4));
	OK(cudaGraphCreate(&g, 0));
	OK(cudaGraphAddKernelNode(&a, g, NULL, 0, &k));
	OK(cudaGraphAddHostNode(&a, g, &a, 1, &h));
	writes(g, 2, &a, 1);
	OK(cudaGraphInstantiate(&exec, g));
	OK(cudaGraphLaunch(exec, 0));
	EXPECT(cudaStreamSynchronize(0) == cudaErrorIllegalAddress);
}

/* A launch that a graph makes is looked at as any other one. */
static void race()
{
	cudaGraph_t g;
	cudaGraphNode_t a;
	cudaGraphExec_t exec;
	void *args[] = {&tape};
	cudaKernelNodeParams k = {(void *)racy, dim3(1), dim3(64), 0, args, NULL};

	OK(cudaGraphCreate(&g, 0));
	OK(cudaGraphAddKernelNode(&a, g, NULL, 0, &k));
	OK(cudaGraphInstantiate(&exec, g));
	run(exec);
	OK(cudaGraphExecDestroy(exec));
	OK(cudaGraphDestroy(g));
}

int main(int argc, char **argv)
{
	OK(cudaMallocManaged(&tape, 64 * sizeof(int)));
	tape[0] = 0;
	order();
	data();
	inside();
	events();
	update();
	memory();
	misuse();
	if (argc > 1 && !strcmp(argv[1], "race"))
		race();
	if (argc > 1 && !strcmp(argv[1], "late")) {
		late();
		return expect_result();
	}
	if (argc > 1 && !strcmp(argv[1], "fault")) {
		fault();
		EXPECT(tape[0] == 0);
		OK(cudaDeviceReset());
	} else {
		OK(cudaFree(tape));
	}
	return expect_result();
}
