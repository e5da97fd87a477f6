/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * checks: --check beside the machine, from options to report.
 */
#include <stdio.h>

#include "session_int.h"

/* With the memory that is looked at, or, when no call ever needed any, at the end. */
static void make(struct session *s)
{
	const struct check_config c = {.on = s->opt.check, .colour = session_colour(&s->opt)};

	if (!s->checks)
		s->checks = checks_create(&c, s->gmem);
}

void session_checks_open(struct session *s)
{
	make(s);
	if (checks_attach(s->checks, s->machine))
		session_die(s, OPTIONS_EXIT_USAGE, "too many observers");
}

void session_checks_close(struct session *s)
{
	if (s->refused) {
		checks_destroy(s->checks);
		s->checks = NULL;
		return;
	}
	make(s);
	checks_end(s->checks, s->n_faults != 0);
	if (checks_findings(s->checks, CHECK_ALL))
		s->race_status = s->opt.error_exitcode;
}

void session_checks_report(const struct session *s)
{
	if (s->checks)
		checks_text(s->checks, s->opt.quiet, stderr);
}

json_t *session_checks_json(const struct session *s)
{
	return s->checks ? checks_json(s->checks) : json_null();
}

void session_wrote(struct session *s, const void *dst, const void *src, size_t n)
{
	if (!(s->opt.check & CHECK_INIT))
		return;
	make(s);
	if (src)
		checks_copied(s->checks, (uintptr_t)dst, (uintptr_t)src, n);
	else
		checks_wrote(s->checks, (uintptr_t)dst, n);
}
