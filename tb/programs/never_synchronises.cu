// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// main launches, checks nothing, synchronises nothing and returns: the kernel's output still comes.
// expect: hello from block 1, thread 2
// arch: sm_60
#include <stdio.h>

__global__ void hello() { printf("hello from block %d, thread %d\n", blockIdx.x, threadIdx.x); }

int main() { hello<<<2, 3>>>(); }
