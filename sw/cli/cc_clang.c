/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc_clang: which versions of clang are right. A compiler that moves a load over a barrier makes
 * a program whose answers, and races, are not those of its source.
 */
#include <stdlib.h>
#include <string.h>

#include "cc.h"

#define SHIFTS "a 64-bit arithmetic shift followed by a mask (sign tests, bit fields)"

/* Supported is what every test here passes with; wrong says why one that we know is not. */
static const struct version {
	int major;
	const char *wrong; /* NULL: supported */
} versions[] = {
	{13, SHIFTS}, {14, SHIFTS ", and moves loads of __shared__ variables over __syncthreads()"},
	{15, SHIFTS}, {16, SHIFTS},
	{19, NULL},
};

#define N_VERSIONS (sizeof(versions) / sizeof(versions[0]))

static const char *supported(void)
{
	const char *list = "";

	for (size_t i = 0; i < N_VERSIONS; i++)
		if (!versions[i].wrong)
			list = cc_format("%s%s%d", list, *list ? ", " : "", versions[i].major);
	return list;
}

int cc_clang_judge(const char *clang, const char *text, struct diag *diag)
{
	static const char mark[] = "clang version ";
	const char *at = strstr(text, mark);
	int major;

	if (!at)
		return diag_set(diag, NULL, 0, "%s is not clang (supported: clang %s)", clang,
				supported());
	major = atoi(at + sizeof(mark) - 1);
	for (size_t i = 0; i < N_VERSIONS; i++) {
		if (versions[i].major != major)
			continue;
		if (!versions[i].wrong)
			return 0;
		return diag_set(diag, NULL, 0,
				"%s is clang %d, which emits wrong code for %s (supported: clang "
				"%s)",
				clang, major, versions[i].wrong, supported());
	}
	return diag_set(diag, NULL, 0,
			"%s is clang %d, which was never tested here (supported: clang %s)", clang,
			major, supported());
}

int cc_clang_check(const struct cc_places *p, bool verbose, struct diag *diag)
{
	struct cc_list c = {0};
	char text[512];
	int rc;

	cc_add(&c, p->clang);
	cc_add(&c, "--version");
	rc = cc_run_read(&c, verbose, text, sizeof(text), diag);
	free(c.item);
	return rc < 0 ? -1 : cc_clang_judge(p->clang, text, diag);
}
