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
static void check_version(struct session *s, const struct rt_module *m, const char *text,
			  size_t size)
{
	char version[32];

	if (origin_version(text, size, version, sizeof(version)) &&
	    strcmp(version, VERSION_TEXT) != 0)
		session_die(s, OPTIONS_EXIT_USAGE,
			    "%s: compiled by version %s of photofinish, and this is %s: compile it "
			    "again",
			    m->name, version, VERSION_TEXT);
}

static void parse(struct session *s, struct rt_module *m)
{
	struct diag diag = {""};
	const char *text;
	size_t size;

	if (m->refused[0])
		session_die(s, OPTIONS_EXIT_USAGE, "%s: %s", m->name, m->refused);
	if (rt_image_ptx(m->image, &text, &size, &diag))
		session_die(s, OPTIONS_EXIT_USAGE, "%s: %s", m->name, diag.text);
	name_module(m, text, size);
	check_version(s, m, text, size);
	origin_know(text, size);
	m->ptx = ptx_parse(text, size, m->name, &diag);
	if (!m->ptx)
		session_die(s, OPTIONS_EXIT_USAGE, "%s", diag.text);
	m->target = m->ptx->target;
}

void rt_parse_modules(struct rt *r)
{
	for (struct rt_module *m = r->modules; m; m = m->next)
		if (!m->gone && !m->loaded && !m->ptx)
			parse(&r->session, m);
}

static void load(struct rt *r, struct rt_module *m)
{
	struct diag diag = {""};

	m->loaded = machine_load(r->session.machine, m->ptx, &diag);
	if (!m->loaded)
		session_die(&r->session, OPTIONS_EXIT_USAGE, "%s", diag.text);
	m->ptx = NULL;
	for (struct rt_kernel *k = m->kernels; k; k = k->next)
		k->k = machine_kernel(m->loaded, k->name);
	for (struct rt_variable *v = m->variables; v; v = v->next) {
		v->addr = machine_variable(m->loaded, v->name, &v->size);
		if (v->addr && v->host_size && v->size != v->host_size)
			session_die(&r->session, OPTIONS_EXIT_USAGE,
				    "%s: variable '%s' has %llu bytes in PTX and %llu in host code",
				    m->name, v->name, (unsigned long long)v->size,
				    (unsigned long long)v->host_size);
		if (v->managed && !v->addr)
			session_die(&r->session, OPTIONS_EXIT_USAGE,
				    "%s: no __managed__ variable '%s' in the PTX", m->name,
				    v->name);
		if (v->managed) {
			v->host = (void *)(uintptr_t)v->addr;
			*v->managed = (void *)(uintptr_t)v->addr;
		}
	}
}

void rt_load_modules(struct rt *r)
{
	for (struct rt_module *m = r->modules; m; m = m->next)
		if (!m->gone && !m->loaded)
			load(r, m);
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
