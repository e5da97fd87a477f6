/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "library.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sizes.h"

enum { PLACES = 4 };

/* Folder of the file that this function is in. An executable's own name may be relative. */
static void own_folder(char folder[PATH_MAX])
{
	char resolved[PATH_MAX], *slash;
	Dl_info info;

	folder[0] = 0;
	if (!dladdr(__extension__(const void *) own_folder, &info) || !info.dli_fname)
		return;
	if (!strstr(info.dli_fname, ".so") || !realpath(info.dli_fname, resolved)) {
		const ssize_t n = readlink("/proc/self/exe", resolved, sizeof(resolved) - 1);

		if (n < 0)
			return;
		resolved[n] = 0;
	}
	slash = strrchr(resolved, '/');
	if (!slash)
		return;
	*slash = 0;
	strcpy(folder, resolved);
}

static int find(char file[PATH_MAX], const char *kind, const char *geometry, bool wave,
		struct diag *diag)
{
	static const char *const below[PLACES] = {"", "/lib", "/../lib", "/../lib/photofinish"};
	const char *given = getenv("PHOTOFINISH_RTL");
	const char *tail = wave ? "-wave" : "";
	char folder[PATH_MAX];
	int n;

	own_folder(folder);
	for (unsigned i = 0; i < (given ? 1 : PLACES); i++) {
		n = snprintf(file, PATH_MAX, "%s%s/photofinish-%s-%s%s.so", given ? given : folder,
			     given ? "" : below[i], kind, geometry, tail);
		if (n < PATH_MAX && !access(file, R_OK))
			return 0;
	}
	return diag_set(diag, NULL, 0,
			"backend rtl: no photofinish-%s-%s%s.so in %s: 'make "
			"build/lib/photofinish-%s-%s%s.so' builds it; PHOTOFINISH_RTL may name "
			"its folder",
			kind, geometry, tail, given ? given : folder, kind, geometry, tail);
}

static int check(const struct unit_api *a, const char *geometry, bool wave, const char *file,
		 struct diag *diag)
{
	const uint64_t fields = unit_fields(unit_geometry_named(geometry));

	if (a->api != UNIT_API)
		return diag_set(diag, file, 0,
				"is for version %u of its interface, not %u: make it again", a->api,
				UNIT_API);
	if (strcmp(a->geometry, geometry) || a->fields != fields)
		return diag_set(diag, file, 0,
				"was built from other fields (geometry %s, %016llx; here %s, "
				"%016llx): make it again",
				a->geometry, (unsigned long long)a->fields, geometry,
				(unsigned long long)fields);
	if (wave && !a->wave)
		return diag_set(diag, file, 0, "was built without waves");
	return 0;
}

static int open_and_check(struct unit_library *l, const char *file, const char *kind,
			  const char *geometry, bool wave, struct diag *diag)
{
	const struct unit_api *(*entry)(void);
	char name[PATH_MAX];
	void *symbol;

	l->handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	if (!l->handle)
		return diag_set(diag, NULL, 0, "backend rtl: %s", dlerror());
	snprintf(name, sizeof(name), "photofinish_%s", kind);
	for (char *c = name; *c; c++)
		*c = *c == '-' ? '_' : *c;
	symbol = dlsym(l->handle, name);
	if (!symbol)
		return diag_set(diag, file, 0, "is no library of these units");
	memcpy(&entry, &symbol, sizeof(entry)); /* ISO C knows no cast from void * */
	l->api = entry();
	return check(l->api, geometry, wave, file, diag);
}

int unit_load(struct unit_library *l, const char *kind, const char *geometry, bool wave,
	      struct diag *diag)
{
	char file[PATH_MAX];

	*l = (struct unit_library){.handle = NULL};
	if (find(file, kind, geometry, wave, diag))
		return -1;
	if (!open_and_check(l, file, kind, geometry, wave, diag))
		return 0;
	unit_unload(l);
	return -1;
}

void unit_unload(struct unit_library *l)
{
	if (l->handle)
		dlclose(l->handle);
	*l = (struct unit_library){.handle = NULL};
}
