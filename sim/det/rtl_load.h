/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rtl_load: finds and loads photofinish-rtl-GEOMETRY[-wave].so.
 *
 * Looked for in the folder that PHOTOFINISH_RTL names, or else beside this library or executable,
 * in its lib/, and where `make install` puts it.
 */
#ifndef SIM_DET_RTL_LOAD_H
#define SIM_DET_RTL_LOAD_H

#include <limits.h>

#include "base/diag.h"
#include "rtl/rtl_api.h"

struct rtl_library {
	void *handle;
	const struct rtl_api *api;
};

/* photofinish-KIND-GEOMETRY[-wave].so, loaded, and its one function, photofinish_KIND(). -1 and
 * diag: there is none. */
struct rtl_file {
	void *handle;
	void (*entry)(void);
	char name[PATH_MAX];
};
int rtl_open(struct rtl_file *f, const char *kind, const char *geometry, bool wave,
	     struct diag *diag);
void rtl_close(void **handle);

/* rtl_fields() of a named geometry. */
uint64_t rtl_fields(const char *geometry);
/* -1 and diag: there is none, or it was built from another header or other fields. */
int rtl_load(struct rtl_library *l, const char *geometry, bool wave, struct diag *diag);
void rtl_unload(struct rtl_library *l);

#endif
