/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * load: finds and loads photofinish-order-GEOMETRY.so, where the detector's library is looked for.
 */
#ifndef SIM_COMMIT_LOAD_H
#define SIM_COMMIT_LOAD_H

#include "base/diag.h"
#include "rtl/order_api.h"

struct order_library {
	void *handle;
	const struct order_api *api;
};

/* -1 and diag: there is none, or it was built from another header or other sizes. */
int order_load(struct order_library *l, const char *geometry, struct diag *diag);
void order_unload(struct order_library *l);

#endif
