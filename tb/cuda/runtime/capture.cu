/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * capture: streams captured into graphs: what becomes a node, forks and joins, what ends a capture.
 */
#include <cooperative_groups.h>
#include <thread>

#include "expect.h"

enum { N = 256 };

__device__ int variable;

__global__ void fill(int *p, int v)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void add(int *to, const int *a, const int *b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	to[i] = a[i] + b[i];
}
__global__ void together(int *p)
{
	cooperative_groups::grid_group g = cooperative_groups::this_grid();

	p[g.thread_rank()] = 1;
	g.sync();
	if (g.thread_rank() == 0)
		for (int i = 1; i < (int)g.size(); i++)
			p[0] += p[i];
}

static void count(void *data)
{
	++*(int *)data;
}
static void callback(cudaStream_t, cudaError_t, void *) {}

static cudaStreamCaptureStatus status(cudaStream_t s)
{
	cudaStreamCaptureStatus is = cudaStreamCaptureStatusNone;

	OK(cudaStreamIsCapturing(s, &is));
	return is;
}

/* a and b are filled by two streams, and added in the first. */
static void fork()
{
	cudaStream_t s, t;
	cudaEvent_t forked, joined;
	cudaGraph_t g, now;
	cudaGraphExec_t exec;
	const cudaGraphNode_t *deps;
	cudaGraphNode_t nodes[8], from[8], to[8];
	cudaGraphNodeType type;
	int *a, *b, *sum, host[N] = {0}, calls = 0, five = 5, value = 0;
	unsigned long long id = 0, id2 = 0;
	cudaStreamCaptureStatus is;
	size_t n = 8;

	OK(cudaStreamCreate(&s));
	OK(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
	OK(cudaEventCreate(&forked));
	OK(cudaEventCreate(&joined));
	OK(cudaMalloc(&a, N * sizeof(int)));
	OK(cudaMalloc(&b, N * sizeof(int)));
	OK(cudaMalloc(&sum, N * sizeof(int)));
	OK(cudaMemset(sum, 0, N * sizeof(int)));
	EXPECT(status(s) == cudaStreamCaptureStatusNone);
	OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	EXPECT(status(s) == cudaStreamCaptureStatusActive);
	OK(cudaMemsetAsync(a, 0, N * sizeof(int), s));
	OK(cudaEventRecord(forked, s));
	OK(cudaStreamWaitEvent(t, forked, 0));
	EXPECT(status(t) == cudaStreamCaptureStatusActive);
	fill<<<N / 64, 64, 0, s>>>(a, 3);
	fill<<<N / 64, 64, 0, t>>>(b, 4);
	OK(cudaMemcpyToSymbolAsync(variable, &five, 4, 0, cudaMemcpyHostToDevice, t));
	OK(cudaEventRecord(joined, t));
	OK(cudaStreamWaitEvent(s, joined));
	OK(cudaStreamGetCaptureInfo(s, &is, &id));
	OK(cudaStreamGetCaptureInfo(t, &is, &id2, &now, &deps, &n));
	EXPECT(id && id == id2 && n == 1 && is == cudaStreamCaptureStatusActive);
	OK(cudaStreamGetCaptureInfo_v2(s, &is, NULL, &now, &deps, &n));
	EXPECT(n == 2);
	add<<<N / 64, 64, 0, s>>>(sum, a, b);
	OK(cudaMemcpyAsync(host, sum, sizeof(host), cudaMemcpyDeviceToHost, s));
	OK(cudaLaunchHostFunc(s, count, &calls));
	OK(cudaStreamEndCapture(s, &g));
	EXPECT(g == now && status(s) == cudaStreamCaptureStatusNone &&
	       status(t) == cudaStreamCaptureStatusNone);
	OK(cudaMemcpyFromSymbol(&value, variable, 4));
	EXPECT(host[0] == 0 && calls == 0 && value == 0); /* nothing has run */
	n = 8;
	OK(cudaGraphGetNodes(g, nodes, &n));
	EXPECT(n == 7);
	OK(cudaGraphNodeGetType(nodes[0], &type));
	EXPECT(type == cudaGraphNodeTypeMemset);
	n = 8;
	OK(cudaGraphGetEdges(g, from, to, &n));
	EXPECT(n == 7 && from[0] == nodes[0] && to[0] == nodes[1] && from[1] == nodes[0] &&
	       to[1] == nodes[2]);
	five = 6;
	OK(cudaGraphInstantiate(&exec, g));
	for (int i = 0; i < 3; i++)
		OK(cudaGraphLaunch(exec, s));
	OK(cudaStreamSynchronize(s));
	OK(cudaMemcpyFromSymbol(&value, variable, 4));
	EXPECT(host[0] == 7 && host[N - 1] == 7 && calls == 3 && value == 6);

	/* a graph launched in a captured stream is a node of the new one */
	OK(cudaGraphDestroy(g));
	OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	OK(cudaGraphLaunch(exec, s));
	fill<<<N / 64, 64, 0, s>>>(a, 9);
	OK(cudaStreamEndCapture(s, &g));
	OK(cudaGraphExecDestroy(exec));
	OK(cudaGraphInstantiate(&exec, g));
	OK(cudaGraphLaunch(exec, t));
	OK(cudaMemcpy(host, a, sizeof(host), cudaMemcpyDeviceToHost));
	EXPECT(calls == 4 && host[5] == 9);
	OK(cudaGraphExecDestroy(exec));
	OK(cudaGraphDestroy(g));
	OK(cudaStreamDestroy(s));
	OK(cudaStreamDestroy(t));
	OK(cudaEventDestroy(forked));
	OK(cudaEventDestroy(joined));
	OK(cudaFree(a));
	OK(cudaFree(b));
	OK(cudaFree(sum));
}

static void others()
{
	cudaStream_t s;
	cudaEvent_t e, f;
	cudaGraph_t g;
	cudaGraphExec_t exec;
	cudaGraphNode_t nodes[8];
	cudaGraphNodeType type;
	int *p, *q, got[4];
	void *args[] = {&p};
	float ms;
	size_t n = 8;

	OK(cudaStreamCreate(&s));
	OK(cudaEventCreate(&e));
	OK(cudaEventCreate(&f));
	OK(cudaMalloc(&p, 64 * sizeof(int)));
	OK(cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeThreadLocal));
	std::thread([&] {
		EXPECT(status(cudaStreamPerThread) == cudaStreamCaptureStatusNone);
		OK(cudaMalloc(&q, 4)); /* another thread is free to */
		OK(cudaFree(q));
	}).join();
	OK(cudaEventRecordWithFlags(e, cudaStreamPerThread, cudaEventRecordExternal));
	OK(cudaStreamWaitEvent(cudaStreamPerThread, e, cudaEventWaitExternal));
	OK(cudaLaunchCooperativeKernel(together, dim3(2), dim3(32), args, 0, cudaStreamPerThread));
	OK(cudaMemcpy2DAsync(got, 4, p, 8, 4, 2, cudaMemcpyDeviceToHost, cudaStreamPerThread));
	OK(cudaEventRecordWithFlags(f, cudaStreamPerThread, cudaEventRecordExternal));
	OK(cudaStreamEndCapture(cudaStreamPerThread, &g));
	OK(cudaGraphGetNodes(g, nodes, &n));
	OK(cudaGraphNodeGetType(nodes[1], &type));
	EXPECT(n == 5 && type == cudaGraphNodeTypeWaitEvent);
	OK(cudaGraphInstantiate(&exec, g));
	OK(cudaGraphLaunch(exec, s));
	OK(cudaStreamSynchronize(s));
	OK(cudaEventElapsedTime(&ms, e, f));
	EXPECT(got[0] == 64 && got[1] == 1 && ms > 0);
	OK(cudaGraphExecDestroy(exec));
	OK(cudaGraphDestroy(g));

	/* dependencies by hand */
	OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	fill<<<1, 64, 0, s>>>(p, 1);
	OK(cudaStreamUpdateCaptureDependencies(s, NULL, 0, cudaStreamSetCaptureDependencies));
	fill<<<1, 64, 0, s>>>(p, 2);
	OK(cudaStreamEndCapture(s, &g));
	n = 8;
	OK(cudaGraphGetRootNodes(g, nodes, &n));
	EXPECT(n == 2);
	OK(cudaGraphDestroy(g));
	OK(cudaStreamDestroy(s));
	OK(cudaFree(p));
	OK(cudaEventDestroy(e));
	OK(cudaEventDestroy(f));
}

/* Begins a capture, does what, and ends it with the error. */
template <class F> static void ends(cudaStream_t s, cudaError_t with, F what, bool relaxed = false)
{
	cudaGraph_t g = (cudaGraph_t)1;

	OK(cudaStreamBeginCapture(s, relaxed ? cudaStreamCaptureModeRelaxed
					     : cudaStreamCaptureModeGlobal));
	what();
	GIVES(cudaStreamEndCapture(s, &g), with);
	EXPECT(with ? !g : g != NULL);
	if (g)
		OK(cudaGraphDestroy(g));
}

static void misuse()
{
	const cudaError_t invalid = cudaErrorStreamCaptureInvalidated;
	cudaStream_t s, t, free_stream;
	cudaEvent_t e, outside;
	cudaGraph_t g;
	cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
	cudaStreamCaptureStatus is;
	int *p, *q;

	OK(cudaStreamCreate(&s));
	OK(cudaStreamCreate(&t));
	OK(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
	OK(cudaEventCreate(&e));
	OK(cudaEventCreate(&outside));
	OK(cudaEventRecord(outside, s));
	OK(cudaMalloc(&p, 64 * sizeof(int)));
	GIVES(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal),
	      cudaErrorStreamCaptureUnsupported);
	GIVES(cudaStreamBeginCapture(s, (cudaStreamCaptureMode)3), cudaErrorInvalidValue);
	GIVES(cudaStreamEndCapture(s, &g), cudaErrorIllegalState);
	ends(s, cudaSuccess, [&] {
		GIVES(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal), cudaErrorIllegalState);
		GIVES(cudaStreamIsCapturing(0, &is), cudaErrorStreamCaptureImplicit);
		fill<<<1, 64, 0, free_stream>>>(p, 1); /* not captured */
		EXPECT(cudaGetLastError() == cudaSuccess);
	});
	ends(s, invalid, [&] {
		GIVES(cudaStreamSynchronize(s), cudaErrorStreamCaptureUnsupported);
		EXPECT(status(s) == cudaStreamCaptureStatusInvalidated);
		GIVES(cudaMemsetAsync(p, 0, 4, s), invalid);
	});
	ends(s, invalid, [&] { GIVES(cudaStreamQuery(s), cudaErrorStreamCaptureUnsupported); });
	ends(s, invalid,
	     [&] { GIVES(cudaStreamSynchronize(t), cudaErrorStreamCaptureUnsupported); });
	ends(s, invalid, [&] { GIVES(cudaMalloc(&q, 4), cudaErrorStreamCaptureUnsupported); });
	ends(s, invalid, [&] { GIVES(cudaFree(p), cudaErrorStreamCaptureUnsupported); });
	ends(s, invalid, [&] { GIVES(cudaMemset(p, 0, 4), cudaErrorStreamCaptureImplicit); });
	ends(
		s, invalid,
		[&] { GIVES(cudaDeviceSynchronize(), cudaErrorStreamCaptureUnsupported); }, true);
	ends(
		s, cudaSuccess,
		[&] {
			OK(cudaMalloc(&q, 4));
			OK(cudaStreamSynchronize(t));
			OK(cudaFree(q));
		},
		true);
	ends(s, cudaSuccess, [&] {
		OK(cudaThreadExchangeStreamCaptureMode(&mode));
		OK(cudaMalloc(&q, 4));
		OK(cudaFree(q));
		OK(cudaThreadExchangeStreamCaptureMode(&mode));
		EXPECT(mode == cudaStreamCaptureModeRelaxed);
	});
	ends(s, invalid, [&] {
		fill<<<1, 64>>>(p, 1);
		EXPECT(cudaGetLastError() == cudaErrorStreamCaptureImplicit);
	});
	ends(free_stream, cudaSuccess, [&] {
		fill<<<1, 64>>>(p, 1);
		EXPECT(cudaGetLastError() == cudaSuccess);
	});
	ends(s, invalid, [&] {
		GIVES(cudaStreamAddCallback(s, callback, NULL, 0),
		      cudaErrorStreamCaptureUnsupported);
	});
	ends(s, invalid,
	     [&] { GIVES(cudaStreamWaitEvent(s, outside), cudaErrorStreamCaptureIsolation); });
	ends(s, invalid, [&] {
		OK(cudaEventRecord(e, s));
		GIVES(cudaEventSynchronize(e), cudaErrorCapturedEvent);
	});
	GIVES(cudaStreamWaitEvent(t, e), cudaErrorCapturedEvent);
	GIVES(cudaEventQuery(e), cudaErrorCapturedEvent);
	OK(cudaEventRecord(e, t));
	OK(cudaEventQuery(e));
	ends(s, cudaErrorStreamCaptureUnjoined, [&] {
		OK(cudaEventRecord(e, s));
		OK(cudaStreamWaitEvent(t, e));
		fill<<<1, 64, 0, t>>>(p, 1);
	});
	EXPECT(status(t) == cudaStreamCaptureStatusNone);
	ends(s, invalid, [&] {
		OK(cudaEventRecord(e, s));
		OK(cudaStreamWaitEvent(t, e));
		GIVES(cudaStreamEndCapture(t, &g), cudaErrorStreamCaptureUnmatched);
	});
	ends(s, invalid, [&] {
		ends(t, invalid, [&] {
			OK(cudaEventRecord(e, s));
			GIVES(cudaStreamWaitEvent(t, e), cudaErrorStreamCaptureMerge);
		});
	});
	ends(s, cudaSuccess, [&] {
		std::thread([&] {
			cudaGraph_t none;

			GIVES(cudaStreamEndCapture(s, &none), cudaErrorStreamCaptureWrongThread);
		}).join();
	});
	ends(s, cudaSuccess, [&] { /* a wrong launch is its own error */
		fill<<<1, 5000, 0, s>>>(p, 1);
		EXPECT(cudaGetLastError() != cudaSuccess);
	});
	OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	OK(cudaStreamDestroy(s));
	OK(cudaFree(p)); /* the capture is over */
	OK(cudaStreamBeginCapture(t, cudaStreamCaptureModeGlobal));
	OK(cudaDeviceReset());
}

int main()
{
	fork();
	others();
	misuse();
	return expect_result();
}
