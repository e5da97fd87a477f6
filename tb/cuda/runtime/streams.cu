/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * streams: streams, events and host callbacks; work is in order.
 */
#include <vector>

#include "expect.h"

__global__ void append(int *log, int v)
{
	log[1 + atomicAdd(log, 1)] = v;
}

static void callback(cudaStream_t s, cudaError_t status, void *data)
{
	std::vector<cudaError_t> *seen = (std::vector<cudaError_t> *)data;

	(void)s;
	seen->push_back(status);
}

static void host_function(void *data)
{
	++*(int *)data;
}

static void streams()
{
	cudaStream_t a, b, wild = (cudaStream_t)0x1234560;
	std::vector<cudaError_t> seen;
	int *log, count = 0, least = 9, greatest = 9, priority = 9;
	unsigned flags = 9;
	cudaStreamCaptureStatus status;

	OK(cudaStreamCreate(&a));
	OK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
	EXPECT(a != b);
	OK(cudaStreamGetFlags(b, &flags));
	EXPECT(flags == cudaStreamNonBlocking);
	OK(cudaStreamGetFlags(0, &flags));
	EXPECT(flags == cudaStreamDefault);
	OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
	EXPECT(least >= greatest);
	OK(cudaStreamGetPriority(a, &priority));
	EXPECT(priority == 0);
	OK(cudaMallocManaged(&log, 64 * sizeof(int)));
	OK(cudaMemsetAsync(log, 0, 64 * sizeof(int), a));
	append<<<1, 1, 0, a>>>(log, 1);
	append<<<1, 1, 0, b>>>(log, 2);
	append<<<1, 1, 0, cudaStreamPerThread>>>(log, 3);
	append<<<1, 1>>>(log, 4);
	OK(cudaStreamSynchronize(a));
	OK(cudaStreamSynchronize(b));
	OK(cudaStreamSynchronize(0));
	EXPECT(log[0] == 4 && log[1] == 1 && log[2] == 2 && log[3] == 3 && log[4] == 4);
	OK(cudaStreamQuery(a));
	OK(cudaStreamIsCapturing(a, &status));
	EXPECT(status == cudaStreamCaptureStatusNone);
	OK(cudaStreamAddCallback(a, callback, &seen, 0));
	OK(cudaLaunchHostFunc(b, host_function, &count));
	OK(cudaDeviceSynchronize());
	EXPECT(seen.size() == 1 && seen[0] == cudaSuccess && count == 1);

	GIVES(cudaStreamCreate(NULL), cudaErrorInvalidValue);
	GIVES(cudaStreamCreateWithFlags(&a, 0x80), cudaErrorInvalidValue);
	GIVES(cudaStreamSynchronize(wild), cudaErrorInvalidResourceHandle);
	GIVES(cudaStreamQuery(wild), cudaErrorInvalidResourceHandle);
	GIVES(cudaStreamDestroy(wild), cudaErrorInvalidResourceHandle);
	GIVES(cudaStreamDestroy(0), cudaErrorInvalidResourceHandle);
	GIVES(cudaStreamAddCallback(a, callback, &seen, 1), cudaErrorInvalidValue);
	GIVES(cudaStreamAddCallback(a, NULL, &seen, 0), cudaErrorInvalidValue);
	GIVES(cudaLaunchHostFunc(a, NULL, NULL), cudaErrorInvalidValue);
	GIVES(cudaLaunchHostFunc(wild, host_function, &count), cudaErrorInvalidResourceHandle);
	append<<<1, 1, 0, wild>>>(log, 5);
	EXPECT(cudaGetLastError() == cudaErrorInvalidResourceHandle);
	EXPECT(log[0] == 4 && count == 1);
	OK(cudaStreamDestroy(a));
	OK(cudaStreamDestroy(b));
	GIVES(cudaStreamDestroy(a), cudaErrorInvalidResourceHandle);
	cudaFree(log);
}

static void events()
{
	cudaEvent_t a, b, quiet, never, wild = (cudaEvent_t)0x1234560;
	float ms = -1;
	int *log;

	OK(cudaEventCreate(&a));
	OK(cudaEventCreate(&b));
	OK(cudaEventCreateWithFlags(&quiet, cudaEventDisableTiming));
	OK(cudaEventCreate(&never));
	cudaMalloc(&log, 4096);
	cudaMemset(log, 0, 4096);
	OK(cudaEventRecord(a));
	append<<<64, 1>>>(log, 1);
	OK(cudaEventRecord(b, cudaStreamPerThread));
	OK(cudaEventSynchronize(b));
	OK(cudaEventElapsedTime(&ms, a, b));
	EXPECT(ms > 0 && ms < 60000);
	OK(cudaEventElapsedTime(&ms, b, a));
	EXPECT(ms < 0);
	OK(cudaEventRecord(quiet, 0));
	OK(cudaEventQuery(quiet));
	OK(cudaEventQuery(never)); /* CUDA: an event not recorded is complete */
	OK(cudaStreamWaitEvent(0, a, 0));
	GIVES(cudaEventElapsedTime(&ms, a, quiet), cudaErrorInvalidResourceHandle);
	GIVES(cudaEventElapsedTime(&ms, a, never), cudaErrorInvalidResourceHandle);
	GIVES(cudaEventElapsedTime(NULL, a, b), cudaErrorInvalidValue);
	GIVES(cudaEventElapsedTime(&ms, a, wild), cudaErrorInvalidResourceHandle);
	GIVES(cudaEventRecord(wild, 0), cudaErrorInvalidResourceHandle);
	GIVES(cudaEventRecord(a, (cudaStream_t)wild), cudaErrorInvalidResourceHandle);
	GIVES(cudaEventQuery(wild), cudaErrorInvalidResourceHandle);
	GIVES(cudaEventSynchronize(wild), cudaErrorInvalidResourceHandle);
	GIVES(cudaStreamWaitEvent(0, wild, 0), cudaErrorInvalidResourceHandle);
	GIVES(cudaEventCreate(NULL), cudaErrorInvalidValue);
	GIVES(cudaEventCreateWithFlags(&a, 0x100), cudaErrorInvalidValue);
	GIVES(cudaEventCreateWithFlags(&never, cudaEventInterprocess | cudaEventDisableTiming),
	      cudaErrorNotSupported);
	OK(cudaEventDestroy(a));
	GIVES(cudaEventDestroy(a), cudaErrorInvalidResourceHandle);
	OK(cudaEventDestroy(b));
	OK(cudaEventDestroy(quiet));
	cudaFree(log);
}

/* What the L2 shall keep is kept for who asks again, and changes nothing. */
static void attributes()
{
	cudaStreamAttrValue set = {}, got = {};
	cudaStream_t a, b, wild = (cudaStream_t)0x1234560;

	OK(cudaStreamCreate(&a));
	OK(cudaStreamCreate(&b));
	set.accessPolicyWindow.base_ptr = &set;
	set.accessPolicyWindow.num_bytes = 64;
	set.accessPolicyWindow.hitRatio = 0.5f;
	set.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
	set.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
	OK(cudaStreamSetAttribute(a, cudaStreamAttributeAccessPolicyWindow, &set));
	OK(cudaStreamGetAttribute(b, cudaStreamAttributeAccessPolicyWindow, &got));
	EXPECT(!got.accessPolicyWindow.num_bytes);
	OK(cudaStreamCopyAttributes(b, a));
	OK(cudaStreamGetAttribute(b, cudaStreamAttributeAccessPolicyWindow, &got));
	EXPECT(got.accessPolicyWindow.base_ptr == &set && got.accessPolicyWindow.num_bytes == 64);
	EXPECT(got.accessPolicyWindow.hitProp == cudaAccessPropertyPersisting);
	OK(cudaStreamGetAttribute(0, cudaStreamAttributeSynchronizationPolicy, &got));
	EXPECT(got.syncPolicy == cudaSyncPolicyAuto);
	got.syncPolicy = cudaSyncPolicyYield;
	OK(cudaStreamSetAttribute(0, cudaStreamAttributeSynchronizationPolicy, &got));
	got.syncPolicy = cudaSyncPolicyAuto;
	OK(cudaStreamGetAttribute(0, cudaStreamAttributeSynchronizationPolicy, &got));
	EXPECT(got.syncPolicy == cudaSyncPolicyYield);
	set.accessPolicyWindow.hitRatio = 1.5f;
	GIVES(cudaStreamSetAttribute(a, cudaStreamAttributeAccessPolicyWindow, &set), cudaErrorInvalidValue);
	GIVES(cudaStreamSetAttribute(a, (cudaStreamAttrID)77, &set), cudaErrorInvalidValue);
	GIVES(cudaStreamGetAttribute(a, cudaStreamAttributeAccessPolicyWindow, 0), cudaErrorInvalidValue);
	GIVES(cudaStreamCopyAttributes(a, wild), cudaErrorInvalidResourceHandle);
	OK(cudaCtxResetPersistingL2Cache());
	OK(cudaStreamDestroy(a));
	OK(cudaStreamDestroy(b));
}

int main()
{
	streams();
	events();
	attributes();
	return expect_result();
}
