/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * nvtx_names: what NVTX has besides ranges: instants, and names of threads and categories. No
 * report shows them.
 */
#include "../include/nvToolsExt.h"

void nvtxMarkA(const char *message)
{
	(void)message;
}

void nvtxMarkW(const wchar_t *message)
{
	(void)message;
}

void nvtxMarkEx(const nvtxEventAttributes_t *attributes)
{
	(void)attributes;
}

void nvtxDomainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes)
{
	(void)domain;
	(void)attributes;
}

void nvtxNameCategoryA(uint32_t category, const char *name)
{
	(void)category;
	(void)name;
}

void nvtxNameCategoryW(uint32_t category, const wchar_t *name)
{
	(void)category;
	(void)name;
}

void nvtxDomainNameCategoryA(nvtxDomainHandle_t domain, uint32_t category, const char *name)
{
	(void)domain;
	nvtxNameCategoryA(category, name);
}

void nvtxDomainNameCategoryW(nvtxDomainHandle_t domain, uint32_t category, const wchar_t *name)
{
	(void)domain;
	nvtxNameCategoryW(category, name);
}

void nvtxNameOsThreadA(uint32_t thread, const char *name)
{
	(void)thread;
	(void)name;
}

void nvtxNameOsThreadW(uint32_t thread, const wchar_t *name)
{
	(void)thread;
	(void)name;
}
