// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Streams, events, pinned memory, asynchronous copies in a pipeline, timing, waiting across streams.
// expect: 4 streams, results right, time not negative
#include <cuda_runtime.h>
#include <cstdio>

#define N 2048
#define STREAMS 4

__global__ void scale(int *data, int factor)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	data[i] *= factor;
}

__global__ void merge(const int *parts, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	for (int k = 0; k < STREAMS; k++)
		s += parts[k * N + i];
	out[i] = s;
}

int main(void)
{
	int *pinned, *out, *dev, *dev_out;
	cudaStream_t stream[STREAMS], last;
	cudaEvent_t start, stop, done[STREAMS];
	float ms = -1;

	if (cudaMallocHost(&pinned, STREAMS * N * sizeof(int)) || cudaHostAlloc((void **)&out, N * sizeof(int), cudaHostAllocDefault))
		return 2;
	if (cudaMalloc(&dev, STREAMS * N * sizeof(int)) || cudaMalloc(&dev_out, N * sizeof(int)))
		return 3;
	for (int i = 0; i < STREAMS * N; i++)
		pinned[i] = i;
	cudaEventCreate(&start);
	cudaEventCreate(&stop);
	cudaStreamCreateWithFlags(&last, cudaStreamNonBlocking);
	cudaEventRecord(start, 0);
	for (int s = 0; s < STREAMS; s++) {
		cudaStreamCreate(&stream[s]);
		cudaEventCreateWithFlags(&done[s], cudaEventDisableTiming);
		cudaMemcpyAsync(dev + s * N, pinned + s * N, N * sizeof(int), cudaMemcpyHostToDevice, stream[s]);
		scale<<<N / 256, 256, 0, stream[s]>>>(dev + s * N, s + 1);
		cudaEventRecord(done[s], stream[s]);
		cudaStreamWaitEvent(last, done[s], 0);
	}
	merge<<<N / 128, 128, 0, last>>>(dev, dev_out);
	cudaMemcpyAsync(out, dev_out, N * sizeof(int), cudaMemcpyDeviceToHost, last);
	cudaStreamSynchronize(last);
	if (cudaStreamQuery(last) != cudaSuccess)
		return 4;
	cudaEventRecord(stop, 0);
	cudaEventSynchronize(stop);
	cudaEventElapsedTime(&ms, start, stop);
	for (int i = 0; i < N; i++) {
		int want = 0;
		for (int s = 0; s < STREAMS; s++)
			want += (s * N + i) * (s + 1);
		if (out[i] != want) {
			printf("out[%d] = %d, not %d\n", i, out[i], want);
			return 1;
		}
	}
	for (int s = 0; s < STREAMS; s++) {
		cudaStreamDestroy(stream[s]);
		cudaEventDestroy(done[s]);
	}
	cudaFreeHost(pinned);
	cudaFreeHost(out);
	printf("%d streams, results right, time %s\n", STREAMS, ms >= 0 ? "not negative" : "negative");
	cudaDeviceReset();
	return 0;
}
