/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "shell.h"

extern "C" __attribute__((visibility("default"))) const struct order_api *photofinish_order(void)
{
	static struct order_api api = {
		ORDER_API,          SHELL_NAME,           0,
		shell_store_create, shell_store_destroy,  shell_store_step,
		shell_z_create,     shell_z_destroy,      shell_z_step,
		shell_z_reset,      shell_quantum_create, shell_quantum_destroy,
		shell_quantum_step, shell_quantum_look};
	uint64_t hash = 0;

	SHELL_FIELDS
	api.fields = hash;
	return &api;
}
