/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cc_plain.h"

#include <string.h>
#include <unistd.h>

#include "cc_depend.h"
#include "cc_pass.h"

/* Text of clang's preprocessor, to the file that -o names or to standard output. */
int cc_plain_preprocess(struct cc_job *j, size_t k)
{
	const struct cc_args *a = &j->args;
	struct cc_list c = {0};

	if (a->input[k].kind == CC_CUDA) {
		cc_job_add_cuda(j, &c, a->optimise);
		cc_add(&c, "--cuda-host-only");
	} else {
		cc_add(&c, j->places.clang);
		cc_add(&c, "-x");
		cc_add(&c, a->input[k].kind == CC_C ? "c" : "c++");
		cc_add(&c, "-isystem");
		cc_add(&c, j->places.include);
	}
	cc_add_all(&c, &a->both);
	cc_add_all(&c, &a->host);
	cc_add(&c, a->preprocess);
	cc_add(&c, a->input[k].path);
	if (a->output) {
		cc_add(&c, "-o");
		cc_add(&c, a->output);
	}
	return cc_pass_run(j, &c, a->input[k].path);
}

int cc_plain_compile(struct cc_job *j, size_t k, const char *object)
{
	const struct cc_args *a = &j->args;
	struct cc_list c = {0};
	bool is_c = a->input[k].kind == CC_C;

	cc_add(&c, j->places.clang);
	if (isatty(STDERR_FILENO)) /* clang itself writes to a file */
		cc_add(&c, "-fcolor-diagnostics");
	cc_add(&c, "-x");
	cc_add(&c, is_c ? "c" : "c++");
	cc_add(&c, "-isystem");
	cc_add(&c, j->places.include);
	cc_add(&c, a->optimise ? a->optimise : "-O1");
	cc_add(&c, CC_WRAP);
	if (!is_c)
		cc_add(&c, CC_STANDARD);
	for (size_t i = 0; i < a->both.n; i++)
		if (!is_c || (strncmp(a->both.item[i], "-std=c++", 8) != 0 &&
			      strncmp(a->both.item[i], "-std=gnu++", 10) != 0))
			cc_add(&c, a->both.item[i]);
	cc_depend_without(&c, &a->host);
	cc_job_add_depend(j, &c, "host.d");
	cc_add(&c, "-c");
	cc_add(&c, a->input[k].path);
	cc_add(&c, "-o");
	cc_add(&c, object);
	return cc_pass_run(j, &c, a->input[k].path);
}
