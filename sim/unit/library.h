/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * library: finds and loads photofinish-KIND-GEOMETRY[-wave].so, Verilated units behind their ports.
 *
 *   dlopen, dlsym("photofinish_KIND", - as _) ──> struct unit_api ──> ports of Verilated units
 *
 * Looked for in the folder that PHOTOFINISH_RTL names, or else beside this library or executable,
 * in its lib/, and where `make install` puts it. It is asked for its number of these headers and
 * for a hash of the sizes and field widths that it was built with.
 */
#ifndef SIM_UNIT_LIBRARY_H
#define SIM_UNIT_LIBRARY_H

#include "base/diag.h"
#include "port.h"

enum { UNIT_API = 3 };

struct unit_api {
	uint32_t api; /* UNIT_API */
	bool wave;    /* built with traces */
	const char *geometry;
	uint64_t fields;                     /* unit_fields() of it */
	const struct unit_kind *const *kind; /* in the order of the library's own port.h */
};

struct unit_library {
	void *handle;
	const struct unit_api *api;
};

/* -1 and diag: there is none, or it was built from other headers or other fields. */
int unit_load(struct unit_library *l, const char *kind, const char *geometry, bool wave,
	      struct diag *diag);
void unit_unload(struct unit_library *l);

#endif
