/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * compile: source text to PTX text, by the command photofinish that belongs to this library.
 */
#ifndef COMPILE_H
#define COMPILE_H

struct nvrtc_source {
	char *text, *name;
	int n; /* headers, and the names they are included by */
	char **headers, **header_names;
};

/* 0, and the PTX; 1: the source is wrong; 2: an option is; -1: it cannot be compiled here. log:
 * what the compiler said, or why not; both from malloc(). */
int nvrtc_compile(const struct nvrtc_source *s, int n_options, char *const *options, char **ptx,
		  char **log);

#endif
