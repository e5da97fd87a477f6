// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// child: the other file of parent.cu. A static kernel of the same name is another one.
static __global__ void own(int *p, int n) { *p = n + 1; }

__global__ void child(int *p, float x) { own<<<1, 1>>>(p, x); }
__device__ void launch(int *p) { child<<<1, 1>>>(p, 20); }
