/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "load.h"

#include <string.h>

#include "../det/rtl_load.h"
#include "pf_fields.h"

static uint64_t order_fields(const char *geometry)
{
	uint64_t hash = 0;

	if (!strcmp(geometry, "ref"))
		ORDER_FIELDS(REF)
	if (!strcmp(geometry, "tiny"))
		ORDER_FIELDS(TINY)
	if (!strcmp(geometry, "wide"))
		ORDER_FIELDS(WIDE)
	return hash;
}

static int check(const struct order_api *a, const char *geometry, const char *file,
		 struct diag *diag)
{
	if (a->api != ORDER_API)
		return diag_set(diag, file, 0,
				"is for version %u of its interface, not %u: make it again", a->api,
				ORDER_API);
	if (strcmp(a->geometry, geometry) || a->fields != order_fields(geometry))
		return diag_set(diag, file, 0,
				"was built from other sizes (geometry %s, %016llx; here %s, "
				"%016llx): make it again",
				a->geometry, (unsigned long long)a->fields, geometry,
				(unsigned long long)order_fields(geometry));
	return 0;
}

int order_load(struct order_library *l, const char *geometry, struct diag *diag)
{
	struct rtl_file f;

	*l = (struct order_library){.handle = NULL};
	if (rtl_open(&f, "order", geometry, false, diag))
		return -1;
	l->handle = f.handle;
	l->api = ((order_entry_fn)f.entry)();
	if (!check(l->api, geometry, f.name, diag))
		return 0;
	order_unload(l);
	return -1;
}

void order_unload(struct order_library *l)
{
	rtl_close(&l->handle);
	l->api = NULL;
}
