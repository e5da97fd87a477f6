/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "shell.h"

extern "C" __attribute__((visibility("default"))) const struct rtl_api *photofinish_rtl(void)
{
	static struct rtl_api api = {RTL_API,
				     VM_TRACE,
				     SHELL_NAME,
				     0,
				     shell_sm_create,
				     shell_sm_destroy,
				     shell_sm_step,
				     shell_slice_create,
				     shell_slice_destroy,
				     shell_slice_step,
				     shell_sm_wave_end,
				     shell_slice_wave_end};
	uint64_t hash = 0;

	SHELL_FIELDS
	api.fields = hash;
	return &api;
}
