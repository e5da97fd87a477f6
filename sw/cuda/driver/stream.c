/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * stream: streams and events, the runtime's.
 */
#include "drv.h"

#include <stdlib.h>

/* Calls the runtime when there is a context. */
#define CALL(call) (drv_ready() ? drv_ready() : DRV(call))

CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
{
	return CALL(cudaStreamCreateWithFlags(stream, flags));
}

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority)
{
	return CALL(cudaStreamCreateWithPriority(stream, flags, priority));
}

CUresult cuStreamDestroy(CUstream stream)
{
	return CALL(cudaStreamDestroy(stream));
}

CUresult cuStreamSynchronize(CUstream stream)
{
	return CALL(cudaStreamSynchronize(stream));
}

CUresult cuStreamQuery(CUstream stream)
{
	return CALL(cudaStreamQuery(stream));
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags)
{
	return CALL(cudaStreamWaitEvent(stream, event, flags));
}

struct callback {
	CUstreamCallback fn;
	void *user_data;
};

static void call_back(cudaStream_t stream, cudaError_t status, void *ctx)
{
	struct callback *c = ctx;

	c->fn(stream, drv_of(status), c->user_data);
	free(c);
}

CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *user_data,
			     unsigned int flags)
{
	CUresult e = drv_ready();
	struct callback *c;

	if (e || !callback)
		return e ? e : CUDA_ERROR_INVALID_VALUE;
	c = mem_alloc(sizeof(*c));
	*c = (struct callback){callback, user_data};
	e = DRV(cudaStreamAddCallback(stream, call_back, c, flags));
	if (e)
		free(c);
	return e;
}

CUresult cuStreamGetPriority(CUstream stream, int *priority)
{
	return CALL(cudaStreamGetPriority(stream, priority));
}

CUresult cuStreamGetFlags(CUstream stream, unsigned int *flags)
{
	return CALL(cudaStreamGetFlags(stream, flags));
}

CUresult cuStreamGetCtx(CUstream stream, CUcontext *ctx)
{
	int priority;
	CUresult e = CALL(cudaStreamGetPriority(stream, &priority));

	if (!e && !ctx)
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e)
		*ctx = drv_current();
	return e;
}

CUresult cuEventCreate(CUevent *event, unsigned int flags)
{
	return CALL(cudaEventCreateWithFlags(event, flags));
}

CUresult cuEventRecord(CUevent event, CUstream stream)
{
	return CALL(cudaEventRecord(event, stream));
}

CUresult cuEventQuery(CUevent event)
{
	return CALL(cudaEventQuery(event));
}

CUresult cuEventSynchronize(CUevent event)
{
	return CALL(cudaEventSynchronize(event));
}

CUresult cuEventDestroy(CUevent event)
{
	return CALL(cudaEventDestroy(event));
}

CUresult cuEventElapsedTime(float *ms, CUevent start, CUevent end)
{
	return CALL(cudaEventElapsedTime(ms, start, end));
}

CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned int flags)
{
	return CALL(cudaEventRecordWithFlags(event, stream, flags));
}

CUresult cuStreamGetId(CUstream stream, unsigned long long *id)
{
	return CALL(cudaStreamGetId(stream, id));
}

CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr ptr, size_t length, unsigned int flags)
{
	return CALL(cudaStreamAttachMemAsync(stream, (void *)(uintptr_t)ptr, length, flags));
}

/* Capture */

CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode)
{
	return CALL(cudaStreamBeginCapture(stream, (enum cudaStreamCaptureMode)mode));
}

CUresult cuStreamBeginCaptureToGraph(CUstream stream, CUgraph graph, const CUgraphNode *deps,
				     const struct cudaGraphEdgeData *data, size_t n,
				     CUstreamCaptureMode mode)
{
	return CALL(cudaStreamBeginCaptureToGraph(stream, graph, deps, data, n,
						  (enum cudaStreamCaptureMode)mode));
}

CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph)
{
	return CALL(cudaStreamEndCapture(stream, graph));
}

CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus *status,
				unsigned long long *id, CUgraph *graph, const CUgraphNode **deps,
				size_t *n)
{
	enum cudaStreamCaptureStatus s = cudaStreamCaptureStatusNone;
	const CUresult e =
		CALL(cudaStreamGetCaptureInfo_v2(stream, status ? &s : NULL, id, graph, deps, n));

	if (!e)
		*status = (CUstreamCaptureStatus)s;
	return e;
}

CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status)
{
	return cuStreamGetCaptureInfo(stream, status, NULL, NULL, NULL, NULL);
}

CUresult cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode *deps, size_t n,
					   unsigned int flags)
{
	return CALL(cudaStreamUpdateCaptureDependencies(stream, deps, n, flags));
}

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode)
{
	return CALL(
		cudaThreadExchangeStreamCaptureMode((enum cudaStreamCaptureMode *)(void *)mode));
}
