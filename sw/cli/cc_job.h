/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc_job: one command of cc, between its two halves: compilation (cc_compile.c) and link (cc.c).
 */
#ifndef CC_JOB_H
#define CC_JOB_H

#include "cache.h"
#include "cc.h"

/* nvcc's default up to CUDA 11: from C++17 on std::data and its like meet globals of programs
 * that use namespace std. A -std= given later wins. */
#define CC_STANDARD "-std=gnu++14"

/* Host code of nvcc is not optimised unless asked for: programs compare with sums that wrap. */
#define CC_WRAP "-fwrapv"

struct cc_job {
	struct cc_args args;
	struct cc_places places;
	struct cc_list objects; /* what is linked, in order */
	struct cc_spaced *spaced;
	const char *overlay; /* of spaced; NULL */
	bool launches;       /* device code of the source at hand launches kernels */
	unsigned overlays;   /* how often that has changed */
	struct cache cache;
	const char *clang_id; /* which clang it is, for keys of the cache; NULL: not known */
	const char *said;     /* warnings of the source at hand; NULL */
	struct diag diag;
};

/* "dir/name.cu" -> "name" + suffix, in the directory of beside (NULL: the current one). */
const char *cc_derived(const char *path, const char *suffix, const char *beside);
/* What -c makes of a source. */
const char *cc_object_of(const struct cc_args *a, const char *path);
bool cc_is_source(enum cc_kind k);

/* All of these return 0; the exit status of a command that failed and has told why; or -1 with
 * job.diag set. */

/* What every compilation of CUDA begins with. level: clang's, "-O1" when it is NULL */
void cc_job_add_cuda(struct cc_job *j, struct cc_list *c, const char *level);
/* Lets clang write what it has read, for cc_depend, to a file of this name in the temporary
 * directory. */
void cc_job_add_depend(const struct cc_job *j, struct cc_list *c, const char *name);

/* Runs a command and frees its list. */
int cc_job_run(struct cc_job *j, struct cc_list *c);
/* Every source to an object; adds these and what else is linked to objects. */
int cc_job_compile(struct cc_job *j);
/* Bitcode of the default level to PTX. source: for messages */
int cc_job_lower(struct cc_job *j, const char *source, const char *bitcode, const char *ptx);
/* Bitcode of optimised levels to PTX: what the level does has been done. */
int cc_job_generate(struct cc_job *j, const char *bitcode, const char *level, const char *ptx);

#endif
