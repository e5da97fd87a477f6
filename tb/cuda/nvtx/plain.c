/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * plain: NVTX from a C program, without a kernel.
 */
#include <nvToolsExtCudaRt.h>
#include <nvtx3/nvToolsExt.h>

int main(void)
{
	const int level = nvtxRangePushA("a") + nvtxRangePushW(L"b");

	nvtxNameCudaStreamA(0, "default");
	return !(level == 1 && nvtxRangePop() == 1 && nvtxRangePop() == 0);
}
