/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "rtl_load.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PLACES = 4 };

uint64_t rtl_fields(const char *geometry)
{
	uint64_t hash = 0;

	if (!strcmp(geometry, "ref"))
		RTL_FIELDS(REF)
	if (!strcmp(geometry, "tiny"))
		RTL_FIELDS(TINY)
	if (!strcmp(geometry, "wide"))
		RTL_FIELDS(WIDE)
	return hash;
}

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
			"engine rtl: no photofinish-%s-%s%s.so in %s: 'make "
			"build/lib/photofinish-%s-%s%s.so' builds it; PHOTOFINISH_RTL may name "
			"its folder",
			kind, geometry, tail, given ? given : folder, kind, geometry, tail);
}

int rtl_open(struct rtl_file *f, const char *kind, const char *geometry, bool wave,
	     struct diag *diag)
{
	char name[PATH_MAX + 16];
	void *symbol;

	*f = (struct rtl_file){.handle = NULL};
	if (find(f->name, kind, geometry, wave, diag))
		return -1;
	f->handle = dlopen(f->name, RTLD_NOW | RTLD_LOCAL);
	if (!f->handle)
		return diag_set(diag, NULL, 0, "engine rtl: %s", dlerror());
	snprintf(name, sizeof(name), "photofinish_%s", kind);
	symbol = dlsym(f->handle, name);
	if (!symbol) {
		rtl_close(&f->handle);
		return diag_set(diag, f->name, 0, "is no library of these units");
	}
	memcpy(&f->entry, &symbol, sizeof(f->entry)); /* ISO C knows no cast from void * */
	return 0;
}

void rtl_close(void **handle)
{
	if (*handle)
		dlclose(*handle);
	*handle = NULL;
}

static int check(const struct rtl_api *a, const char *geometry, bool wave, const char *file,
		 struct diag *diag)
{
	if (a->api != RTL_API)
		return diag_set(diag, file, 0,
				"is for version %u of its interface, not %u: make "
				"it again",
				a->api, RTL_API);
	if (strcmp(a->geometry, geometry) || a->fields != rtl_fields(geometry))
		return diag_set(diag, file, 0,
				"was built from other fields (geometry %s, %016llx; here %s, "
				"%016llx): make it again",
				a->geometry, (unsigned long long)a->fields, geometry,
				(unsigned long long)rtl_fields(geometry));
	if (wave && !a->wave)
		return diag_set(diag, file, 0, "was built without waves");
	return 0;
}

int rtl_load(struct rtl_library *l, const char *geometry, bool wave, struct diag *diag)
{
	struct rtl_file f;

	*l = (struct rtl_library){.handle = NULL};
	if (rtl_open(&f, "rtl", geometry, wave, diag))
		return -1;
	l->handle = f.handle;
	l->api = ((rtl_entry_fn)f.entry)();
	if (!check(l->api, geometry, wave, f.name, diag))
		return 0;
	rtl_unload(l);
	return -1;
}

void rtl_unload(struct rtl_library *l)
{
	rtl_close(&l->handle);
	l->api = NULL;
}
