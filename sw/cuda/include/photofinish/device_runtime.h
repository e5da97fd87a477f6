/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * device_runtime: launches by device code, and what of the runtime device code may call. Only in
 * sources that do so: sw/cli/cc_launch.c says how. The host's pass reads that code, too.
 */
extern "C" {
PF_DEVICE cudaError_t cudaGetLastError();
PF_DEVICE cudaError_t cudaPeekAtLastError();
PF_DEVICE cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
PF_DEVICE cudaError_t cudaStreamDestroy(cudaStream_t stream);
PF_DEVICE cudaError_t cudaMalloc(void **pointer, size_t size);
PF_DEVICE cudaError_t cudaFree(void *pointer);
PF_DEVICE cudaError_t cudaGetDevice(int *device);
PF_DEVICE cudaError_t cudaGetDeviceCount(int *count);
PF_DEVICE const char *cudaGetErrorName(cudaError_t error);
PF_DEVICE const char *cudaGetErrorString(cudaError_t error);
PF_DEVICE cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t n,
				       enum cudaMemcpyKind kind, cudaStream_t stream = 0);
PF_DEVICE cudaError_t cudaMemsetAsync(void *to, int value, size_t n, cudaStream_t stream = 0);
}
template <class T> PF_DEVICE cudaError_t cudaMalloc(T **pointer, size_t size);

#ifdef __CUDA_ARCH__
extern "C" {
/* What the executor answers: enum simt_runtime (sw/simt/simt.h) says which. */
__device__ unsigned long long __pf_device_runtime(unsigned int what, unsigned long long a,
						  unsigned long long b);
/* Behind the call of a kernel: its address and its arguments. photofinish-lower makes them. */
__host__ __device__ void *__pf_called();

__host__ __device__ PF_INLINE void __pf_launch(void *called, dim3 grid, dim3 block,
					       size_t shared = 0, cudaStream_t stream = 0)
{
	struct {
		unsigned int grid[3], block[3];
		unsigned long long shared, stream;
	} c = {{grid.x, grid.y, grid.z},
	       {block.x, block.y, block.z},
	       shared,
	       (unsigned long long)stream};

	__pf_device_runtime(0, (unsigned long long)called, (unsigned long long)&c);
}

PF_DEVICE cudaError_t cudaGetLastError()
{
	return (cudaError_t)__pf_device_runtime(1, 0, 0);
}
PF_DEVICE cudaError_t cudaPeekAtLastError()
{
	return (cudaError_t)__pf_device_runtime(2, 0, 0);
}
PF_DEVICE cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
	if (flags != cudaStreamNonBlocking)
		return cudaErrorInvalidValue;
	*stream = (cudaStream_t)__pf_device_runtime(3, 0, 0);
	return cudaSuccess;
}
PF_DEVICE cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
	return (cudaError_t)__pf_device_runtime(4, (unsigned long long)stream, 0);
}
PF_DEVICE cudaError_t cudaMalloc(void **pointer, size_t size)
{
	*pointer = malloc(size);
	return *pointer || !size ? cudaSuccess : cudaErrorMemoryAllocation;
}
PF_DEVICE cudaError_t cudaFree(void *pointer)
{
	free(pointer);
	return cudaSuccess;
}
PF_DEVICE cudaError_t cudaGetDevice(int *device)
{
	*device = 0;
	return cudaSuccess;
}
PF_DEVICE cudaError_t cudaGetDeviceCount(int *count)
{
	*count = 1;
	return cudaSuccess;
}
PF_DEVICE const char *cudaGetErrorName(cudaError_t error)
{
	switch (error) {
#define PF_NAME(name, value, text) \
	case name: return #name;
		PF_CUDA_ERRORS(PF_NAME)
#undef PF_NAME
	default: return "unrecognized error code";
	}
}
PF_DEVICE const char *cudaGetErrorString(cudaError_t error)
{
	switch (error) {
#define PF_NAME(name, value, text) \
	case name: return text;
		PF_CUDA_ERRORS(PF_NAME)
#undef PF_NAME
	default: return "unrecognized error code";
	}
}
}

template <class T> PF_DEVICE cudaError_t cudaMalloc(T **pointer, size_t size)
{
	return ::cudaMalloc((void **)(void *)pointer, size);
}

/* Copies and fills are grids of their own, in their stream's order. */
template <class T> __global__ void __pf_copy(T *to, const T *from, size_t n)
{
	for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
	     i += (size_t)gridDim.x * blockDim.x)
		to[i] = from[i];
}

template <class T> __global__ void __pf_fill(T *to, T value, size_t n)
{
	for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
	     i += (size_t)gridDim.x * blockDim.x)
		to[i] = value;
}

extern "C" {
PF_DEVICE cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t n, enum cudaMemcpyKind kind,
				      cudaStream_t stream)
{
	if (kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
		return cudaErrorInvalidMemcpyDirection;
	if (n)
		__pf_copy((char *)to, (const char *)from, n),
			__pf_launch(__pf_called(), (unsigned int)(n / 4096 < 64 ? n / 4096 + 1 : 64),
				    256, 0, stream);
	return cudaPeekAtLastError();
}
PF_DEVICE cudaError_t cudaMemsetAsync(void *to, int value, size_t n, cudaStream_t stream)
{
	if (n)
		__pf_fill((char *)to, (char)value, n),
			__pf_launch(__pf_called(), (unsigned int)(n / 4096 < 64 ? n / 4096 + 1 : 64),
				    256, 0, stream);
	return cudaPeekAtLastError();
}
}

/* A kernel as clang makes it, which photofinish-lower takes out: static ones have its end of a name
 * where files are linked. */
static __attribute__((global, used)) void __pf_suffix() {}
#endif
