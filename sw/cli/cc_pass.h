/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc_pass: one run of a compiler, alone or beside another. Its messages are kept until its turn:
 * those of the device's pass come first.
 */
#ifndef CC_PASS_H
#define CC_PASS_H

#include <sys/types.h>

#include "cc_job.h"

struct cc_pass {
	struct cc_list command;
	const char *log;
	pid_t pid;        /* 0: not running */
	pid_t feeder;     /* writes ptx to pipe; 0: nobody */
	const char *pipe; /* in the command in place of ptx, which was not there yet; or NULL */
	const char *ptx;
	unsigned overlays; /* job's, when it started */
	bool may_launch; /* failed over launches by device code, it says so in job.launches alone */
};

/* Starts it. Returns 0, or -1 with diag set. */
int cc_pass_start(struct cc_job *j, struct cc_pass *p, const char *log);
/* Makes a pipe. Returns what the command names in place of the PTX: the pipe, or ptx when none can
 * be made. */
const char *cc_pass_make_pipe(struct cc_pass *p, const char *pipe, const char *ptx);
/* The PTX is there, and goes to the pass. */
void cc_pass_feed(struct cc_pass *p);
/* Waits for it and hands on what it has said. A pass that did not succeed with a precompiled
 * header, with the pipe or with launches that it cannot read is done again without. Frees the
 * command. Returns as cc_job_compile(). */
int cc_pass_end(struct cc_job *j, struct cc_pass *p, const char *source);
/* Ends it, whatever it does, and frees the command. */
void cc_pass_drop(struct cc_pass *p);
/* Start and end in one; frees the command. */
int cc_pass_run(struct cc_job *j, struct cc_list *command, const char *source);

#endif
