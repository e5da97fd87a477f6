/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cc_pass.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cc_pch.h"

int cc_pass_start(struct cc_job *j, struct cc_pass *p, const char *log)
{
	p->log = cc_format("%s/%s", j->places.temp, log);
	p->overlays = j->overlays;
	return cc_start(&p->pid, &p->command, j->args.verbose, p->log, -1, &j->diag);
}

const char *cc_pass_make_pipe(struct cc_pass *p, const char *pipe, const char *ptx)
{
	p->pipe = mkfifo(pipe, 0600) ? NULL : pipe;
	p->ptx = ptx;
	return p->pipe ? pipe : ptx;
}

/* In a process of its own: opens the pipe when the compiler does, and is killed when it does not.
 */
static void feed(const char *from, const char *to)
{
	char bytes[65536];
	int in = open(from, O_RDONLY | O_CLOEXEC), out = open(to, O_WRONLY | O_CLOEXEC);
	ssize_t n = in < 0 || out < 0 ? -1 : 1;
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	while (n > 0) {
		n = read(in, bytes, sizeof(bytes));
		for (ssize_t done = 0, k; n > 0 && done < n; done += k) {
			k = write(out, bytes + done, (size_t)(n - done));
			if (k < 0) {
				n = -1;
				break;
			}
		}
	}
	_exit(n < 0);
}

void cc_pass_feed(struct cc_pass *p)
{
	if (!p->pid || !p->pipe)
		return;
	p->feeder = fork();
	if (!p->feeder)
		feed(p->ptx, p->pipe);
}

/* The compiler has ended. Has it got less than all? */
static bool was_cut_off(struct cc_pass *p)
{
	int status = 0;

	if (!p->pipe)
		return false;
	if (p->feeder > 0) {
		if (!waitpid(p->feeder, &status, WNOHANG)) {
			kill(p->feeder, SIGKILL);
			waitpid(p->feeder, &status, 0);
			status = 0;
		}
		p->feeder = 0;
		return status != 0;
	}
	return true;
}

static char *read_log(const char *log)
{
	FILE *f = fopen(log, "re");
	size_t size;
	char *text;

	if (!f)
		return NULL;
	text = cc_read_all(f, &size);
	fclose(f);
	return text;
}

static void stop(struct cc_pass *p)
{
	if (p->pid) {
		kill(p->pid, SIGTERM);
		while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
			;
	}
	p->pid = 0;
	was_cut_off(p);
}

void cc_pass_drop(struct cc_pass *p)
{
	stop(p);
	free(p->command.item);
	p->command = (struct cc_list){0};
}

/* Alone, with nothing that can fail but the source. */
static char *run_plain(struct cc_job *j, struct cc_pass *p, int *rc)
{
	bool overlaid = false;

	*j->diag.text = '\0';
	cc_pch_undo(j, &p->command);
	for (size_t i = 0; i < p->command.n; i++) {
		overlaid |= !strcmp(p->command.item[i], "-ivfsoverlay");
		if (p->pipe && !strcmp(p->command.item[i], p->pipe))
			p->command.item[i] = p->ptx;
	}
	if (j->overlay && !overlaid) {
		cc_add(&p->command, "-ivfsoverlay");
		cc_add(&p->command, j->overlay);
	}
	p->pipe = NULL;
	p->overlays = j->overlays;
	*rc = cc_run_logged(&p->command, j->args.verbose, p->log, &j->diag);
	return read_log(p->log);
}

/* Hands on a compiler's text, or one line in its place; frees it. */
static int judge(struct cc_job *j, char *text, const char *source, int rc)
{
	if (!text) /* somebody has cleared away the temporary folder */
		return rc > 0 ? diag_set(&j->diag, source, 0,
					 "the compiler failed, and what it said is gone with %s",
					 j->places.temp)
			      : rc;
	if (rc > 0 && cc_refused_report(text, source, &j->places, &j->diag)) {
		rc = -1;
		if (j->args.verbose)
			fputs(text, stderr);
	} else if (cc_crash_report(text, source, rc != 0, &j->diag)) {
		rc = -1;
	} else if (*text) {
		j->said = cc_format("%s%s", j->said ? j->said : "", text);
	}
	free(text);
	return rc;
}

/* cc.c has blocked the signals that end us: one that waits has ended the compiler, too. */
static bool is_interrupted(void)
{
	sigset_t set;

	return !sigpending(&set) && (sigismember(&set, SIGINT) || sigismember(&set, SIGTERM) ||
				     sigismember(&set, SIGHUP));
}

/* Did it not end as it would alone? Then it is done again. */
static bool is_spoilt(struct cc_pass *p, int rc)
{
	const bool cut_off = was_cut_off(p);

	return !is_interrupted() && (cut_off || (rc && cc_pch_is_used(&p->command)));
}

int cc_pass_end(struct cc_job *j, struct cc_pass *p, const char *source)
{
	const char *overlay;
	char *text = NULL;
	int rc = -1;

	if (!p->log)
		p->log = cc_format("%s/log", j->places.temp);
	if (p->pid && p->overlays == j->overlays) {
		rc = cc_wait(p->pid, p->command.item[0], &j->diag);
		p->pid = 0;
		if (is_spoilt(p, rc))
			text = run_plain(j, p, &rc);
		else
			text = read_log(p->log);
	} else {
		stop(p);
		text = run_plain(j, p, &rc);
	}
	while (text && rc > 0 && (overlay = cc_spaced_overlay(&j->spaced, &j->places, text))) {
		j->overlay = overlay;
		j->overlays++;
		free(text);
		text = run_plain(j, p, &rc);
	}
	free(p->command.item);
	p->command = (struct cc_list){0};
	if (text && rc > 0 && p->may_launch && cc_launch_wanted(text)) {
		j->launches = true;
		free(text);
		return rc;
	}
	return judge(j, text, source, rc);
}

int cc_pass_run(struct cc_job *j, struct cc_list *command, const char *source)
{
	struct cc_pass p = {.command = *command};

	if (!cc_pass_start(j, &p, "log"))
		return cc_pass_end(j, &p, source);
	free(command->item);
	return -1;
}
