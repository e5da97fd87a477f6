/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * device: the words of generated programs for which CUDA has no spelling of its own, in CUDA.
 */
#ifndef IDIOMS_DEVICE_H
#define IDIOMS_DEVICE_H

#define HD                                          __host__ __device__
#define LAUNCH(kernel, blocks, threads, bytes, ...) kernel<<<blocks, threads, bytes>>>(__VA_ARGS__)
#define DYNAMIC_SHARED(type, name)                  extern __shared__ type name[]
#define SPIN()                                      /* another warp's turn */

__device__ inline void bar_sync(int id, int threads)
{
	asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
__device__ inline void bar_arrive(int id, int threads)
{
	asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

#endif
