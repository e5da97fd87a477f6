/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The little that the fixtures here need of CUDA; see README.
 */
#define __global__             __attribute__((global))
#define __device__             __attribute__((device))
#define __shared__             __attribute__((shared))
#define __constant__           __attribute__((constant))
#define __noinline__           __attribute__((noinline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define TID                    __nvvm_read_ptx_sreg_tid_x()
#define CTAID                  __nvvm_read_ptx_sreg_ctaid_x()
#define NTID                   __nvvm_read_ptx_sreg_ntid_x()
struct __attribute__((aligned(16))) float4 {
	float x, y, z, w;
};
struct big {
	int a[10];
};
