/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "../ptx/ptx.h"
#include "../simt/simt.h"
#include "cc.h"

/* Where a variable lives does not matter here, only that it has an address. */
uint64_t cc_check_address(void *ctx, const struct ptx_var *v)
{
	(void)ctx;
	return 0x100000000ULL + (uint64_t)v->id * 0x10000;
}

static int check_module(const char *text, size_t size, const char *source, struct diag *diag)
{
	struct ptx_module *m = ptx_parse(text, size, source, diag);
	int rc = 0;

	if (!m)
		return -1;
	for (unsigned i = 0; i < m->n_funcs && !rc; i++) {
		struct simt_kernel *k;

		if (!m->funcs[i]->is_entry || m->funcs[i]->is_decl)
			continue;
		k = simt_lower(m, m->funcs[i], cc_check_address, NULL, diag);
		if (k)
			simt_kernel_free(k);
		else
			rc = -1;
	}
	ptx_free(m);
	return rc;
}

char *cc_read_all(FILE *f, size_t *size)
{
	char *text = NULL;
	size_t cap = 0, n = 0, got;

	do {
		text = mem_grow(text, &cap, n + 65536, 1);
		got = fread(text + n, 1, 65536, f);
		n += got;
	} while (got);
	text[n] = '\0';
	*size = n;
	return text;
}

int cc_check(const char *file, const char *source, struct diag *diag)
{
	FILE *f = fopen(file, "r+");
	size_t size;
	char *text;
	int rc;

	if (!f)
		return diag_set(diag, file, 0, "%s", strerror(errno));
	text = cc_read_all(f, &size);
	rc = check_module(text, size, source, diag);
	/* the program sees the text as a C string */
	if (!rc && (fseek(f, 0, SEEK_END) || fputc('\0', f) == EOF))
		rc = diag_set(diag, file, 0, "%s", strerror(errno));
	if (fclose(f) && !rc)
		rc = diag_set(diag, file, 0, "%s", strerror(errno));
	free(text);
	return rc;
}
