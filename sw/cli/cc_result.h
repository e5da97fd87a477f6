/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc_result: what a source was compiled to before, out of the cache.
 *
 *   KEY.m   which files it was made of, KEY being of the source's name, options, folder, compilers
 *   KEY.r   object, PTX and warnings, KEY being of all that and of these files' content
 *
 * Nothing is preprocessed for it. A file that was looked for and not found, in a folder ahead of
 * the one it was found in, must still be missing.
 */
#ifndef CC_RESULT_H
#define CC_RESULT_H

#include <time.h>

#include "cc_job.h"

struct cc_result {
	const char *source, *object, *ptx; /* ptx: --ptx writes it, or NULL */
	bool has_device;                   /* a CUDA source */
	bool cached;                       /* it can be kept */
	struct digest base;
	char key[DIGEST_TEXT]; /* of the list of files */
	struct timespec began;
};

/* Takes the object of input k from the cache, with all that its compilation would have written.
 * false: it is to be compiled. */
bool cc_result_find(struct cc_job *j, struct cc_result *r, size_t k, const char *object);
/* It has been compiled: keeps it, and writes the file of dependencies. Returns 0 or -1. */
int cc_result_keep(struct cc_job *j, struct cc_result *r);

#endif
