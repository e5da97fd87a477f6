/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * module: parses and loads what was registered, and finds kernels and variables by the
 * address of their host counterpart.
 *
 * A module that cannot be loaded ends the process with one line before anything of it runs.
 */
#include "rt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/version.h"
#include "../../report/origin.h"

/* Names a module after its source: the first .file directive that is a .cu file, if any. */
static void name_module(struct rt_module *m, const char *text, size_t size)
{
	const char *p = text, *end = text + size;

	while ((p = memmem(p, (size_t)(end - p), ".file", 5))) {
		const char *eol = memchr(p, '\n', (size_t)(end - p));
		const char *open = memchr(p, '"', (size_t)((eol ? eol : end) - p));
		const char *close =
			open ? memrchr(open + 1, '"', (size_t)((eol ? eol : end) - open - 1))
			     : NULL;
		const char *slash = close ? memrchr(open, '/', (size_t)(close - open)) : NULL;

		p += 5;
		if (!close || close - open < 5 || strncmp(close - 3, ".cu", 3) != 0)
			continue;
		open = slash ? slash + 1 : open + 1;
		snprintf(m->name, sizeof(m->name), "PTX of %.*s", (int)(close - open), open);
		return;
	}
}

/* Another version's headers and PTX are not this library's. */
static int check_version(const struct rt_module *m, const char *text, size_t size,
			 struct diag *diag)
{
	char version[32];

	if (origin_version(text, size, version, sizeof(version)) &&
	    strcmp(version, VERSION_TEXT) != 0)
		return diag_set(diag, m->name, 0,
				"compiled by version %s of photofinish, and this is %s: compile it "
				"again",
				version, VERSION_TEXT);
	return 0;
}

static int parse(struct rt_module *m, struct diag *diag)
{
	struct diag why = {""};
	const char *text;
	size_t size;

	if (m->refused[0])
		return diag_set(diag, m->name, 0, "%s", m->refused);
	if (rt_image_ptx(m->image, &text, &size, &why))
		return diag_set(diag, m->name, 0, "%s", why.text);
	name_module(m, text, size);
	if (check_version(m, text, size, diag))
		return -1;
	origin_know(text, size);
	m->ptx = ptx_parse(text, size, m->name, diag);
	if (!m->ptx)
		return -1;
	m->target = m->ptx->target;
	return 0;
}

void rt_parse_modules(struct rt *r)
{
	struct diag diag = {""};

	for (struct rt_module *m = r->modules; m; m = m->next)
		if (!m->gone && !m->loaded && !m->ptx && parse(m, &diag))
			session_die(&r->session, OPTIONS_EXIT_USAGE, "%s", diag.text);
}

static int load(struct rt *r, struct rt_module *m, struct diag *diag)
{
	m->loaded = machine_load(r->session.machine, m->ptx, diag);
	if (!m->loaded)
		return -1;
	m->ptx = NULL;
	for (struct rt_kernel *k = m->kernels; k; k = k->next)
		k->k = machine_kernel(m->loaded, k->name);
	for (struct rt_variable *v = m->variables; v; v = v->next) {
		v->addr = machine_variable(m->loaded, v->name, &v->size);
		if (v->addr && v->host_size && v->size != v->host_size)
			return diag_set(diag, m->name, 0,
					"variable '%s' has %llu bytes in PTX and %llu in host code",
					v->name, (unsigned long long)v->size,
					(unsigned long long)v->host_size);
		if (v->managed && !v->addr)
			return diag_set(diag, m->name, 0, "no __managed__ variable '%s' in the PTX",
					v->name);
		if (v->managed) {
			v->host = (void *)(uintptr_t)v->addr;
			*v->managed = (void *)(uintptr_t)v->addr;
		}
	}
	return 0;
}

void rt_load_modules(struct rt *r)
{
	struct diag diag = {""};

	for (struct rt_module *m = r->modules; m; m = m->next)
		if (!m->gone && !m->loaded && load(r, m, &diag))
			session_die(&r->session, OPTIONS_EXIT_USAGE, "%s", diag.text);
	r->unloaded = 0;
}

void rt_unload_modules(struct rt *r)
{
	session_forget(&r->session);
	for (struct rt_module *m = r->modules; m; m = m->next) {
		if (!m->loaded)
			continue;
		for (struct rt_kernel *k = m->kernels; k; k = k->next)
			k->k = NULL;
		for (struct rt_variable *v = m->variables; v; v = v->next)
			v->addr = v->size = 0;
		machine_unload(r->session.machine, m->loaded);
		m->loaded = NULL;
		m->gone |= m->owned != NULL; /* it does not come again by itself */
		if (!m->gone)
			r->unloaded++;
	}
}

bool rt_managed(const struct rt *r, const struct gmem_block *b)
{
	if (b->kind != GMEM_VARIABLE)
		return b->kind == GMEM_MANAGED;
	for (struct rt_module *m = r->modules; m; m = m->next)
		for (const struct rt_variable *v = m->managed ? m->variables : NULL; v; v = v->next)
			if (v->managed && v->addr == b->addr)
				return true;
	return false;
}

struct rt_module *rt_module_add(struct rt *r, char *image, struct diag *diag)
{
	struct rt_module *m = rt_module_new(r);

	m->image = m->owned = image;
	if (parse(m, diag))
		goto refused;
	rt_machine(r);
	if (load(r, m, diag))
		goto refused;
	return m;
refused:
	ptx_free(m->ptx);
	m->ptx = NULL;
	rt_module_remove(r, m);
	return NULL;
}

void rt_module_remove(struct rt *r, struct rt_module *m)
{
	if (m->loaded) {
		session_forget(&r->session);
		machine_unload(r->session.machine, m->loaded);
	}
	m->loaded = NULL;
	m->gone = true;
	for (struct rt_kernel *k = m->kernels; k; k = k->next)
		k->k = NULL;
	free(m->owned);
	m->owned = NULL;
}

struct rt_kernel *rt_module_kernel(struct rt_module *m, const char *name)
{
	const struct simt_kernel *found = machine_kernel(m->loaded, name);
	struct rt_kernel *k = m->kernels;

	while (k && strcmp(k->name, name) != 0)
		k = k->next;
	if (k || !found)
		return k;
	k = rt_kernel_new(m, name);
	k->host = k; /* nothing of the program's stands for it */
	k->k = found;
	return k;
}

struct rt_kernel *rt_find_kernel(struct rt *r, const void *host)
{
	for (struct rt_module *m = r->modules; m; m = m->next)
		for (struct rt_kernel *k = m->gone ? NULL : m->kernels; k; k = k->next)
			if (k->host == host && k->k)
				return k;
	return NULL;
}

struct rt_variable *rt_find_variable(struct rt *r, const void *host)
{
	for (struct rt_module *m = r->modules; m; m = m->next)
		for (struct rt_variable *v = m->gone ? NULL : m->variables; v; v = v->next)
			if (v->host == host && v->addr)
				return v;
	return NULL;
}
