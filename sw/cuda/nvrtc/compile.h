/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * compile: source text to PTX text, by the command photofinish that belongs to this library.
 */
#ifndef COMPILE_H
#define COMPILE_H

#include <stdbool.h>
#include <stddef.h>

struct nvrtc_source {
	char *text, *name;
	int n; /* headers, and the names they are included by */
	char **headers, **header_names;
};

/* What came of it: text, or with -dlto an object for a link. */
struct nvrtc_result {
	char *text;
	size_t bytes; /* without the NUL behind */
	bool object;
};

struct nvrtc_input {
	const char *bytes;
	size_t size;
	bool archive;
};

/* The whole file, with a NUL behind; NULL: it cannot be read. */
char *nvrtc_read(const char *path, size_t *size);
/* As nvrtc_compile(), of objects and archives. */
int nvrtc_link(const struct nvrtc_input *list, size_t n, char **ptx, char **log);

/* names.c: the text, and behind it what makes PTX tell what the expressions name; then the PTX
 * without that, and the names. Both lists have n places; what could not be found stays NULL. */
char *names_source(const char *text, char *const *expressions, int n);
void names_lowered(char *ptx, char **lowered, int n);

/* 0, and the PTX; 1: the source is wrong; 2: an option is; -1: it cannot be compiled here. log:
 * what the compiler said, or why not; both from malloc(). */
int nvrtc_compile(const struct nvrtc_source *s, int n_options, char *const *options,
		  struct nvrtc_result *result, char **log);

#endif
