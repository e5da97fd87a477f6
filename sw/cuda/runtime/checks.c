/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * checks: --check beside the machine, from options to report.
 */
#include <stdio.h>

#include "report.h"

/* With the memory that is looked at, or, when no call ever needed any, at the end. */
static void make(struct rt *r)
{
	const struct check_config c = {.on = r->opt.check, .colour = rt_colour(&r->opt)};

	if (!r->checks)
		r->checks = checks_create(&c, r->gmem);
}

void rt_checks_open(struct rt *r)
{
	make(r);
	if (checks_attach(r->checks, r->machine))
		rt_die(OPTIONS_EXIT_USAGE, "too many observers");
}

void rt_checks_close(struct rt *r)
{
	if (r->refused) {
		checks_destroy(r->checks);
		r->checks = NULL;
		return;
	}
	make(r);
	checks_end(r->checks, r->n_faults != 0);
	if (checks_findings(r->checks, CHECK_ALL))
		r->race_status = r->opt.error_exitcode;
}

void rt_checks_report(const struct rt *r)
{
	if (r->checks)
		checks_text(r->checks, r->opt.quiet, stderr);
}

json_t *rt_checks_json(const struct rt *r)
{
	return r->checks ? checks_json(r->checks) : json_null();
}

void rt_checks_wrote(struct rt *r, const void *dst, const void *src, size_t n)
{
	if (!(r->opt.check & CHECK_INIT))
		return;
	make(r);
	if (src)
		checks_copied(r->checks, (uintptr_t)dst, (uintptr_t)src, n);
	else
		checks_wrote(r->checks, (uintptr_t)dst, n);
}
