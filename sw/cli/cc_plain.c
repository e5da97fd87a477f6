/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cc_plain.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cc_depend.h"
#include "cc_pass.h"

static void add_preprocess(struct cc_job *j, struct cc_list *c, size_t k, const char *pass)
{
	const struct cc_args *a = &j->args;

	if (a->input[k].kind == CC_CUDA) {
		cc_job_add_cuda(j, c, a->optimise);
		cc_add(c, pass);
	} else {
		cc_add(c, j->places.clang);
		cc_add(c, "-x");
		cc_add(c, a->input[k].kind == CC_C ? "c" : "c++");
		cc_add(c, "-isystem");
		cc_add(c, j->places.include);
	}
	cc_add_all(c, &a->both);
	cc_add_all(c, &a->host);
	cc_add(c, a->preprocess);
	cc_add(c, a->input[k].path);
}

/* The device's text behind the host's. */
static int add_device_text(struct cc_job *j, size_t k)
{
	const char *temp = cc_format("%s/device.i", j->places.temp), *to = j->args.output;
	struct cc_list c = {0};
	FILE *in, *out;
	char *text;
	size_t size;
	int rc;

	add_preprocess(j, &c, k, "--cuda-device-only");
	cc_add(&c, "-o");
	cc_add(&c, temp);
	rc = cc_pass_run(j, &c, j->args.input[k].path);
	if (rc)
		return rc;
	in = fopen(temp, "re");
	out = to ? fopen(to, "ae") : stdout;
	if (!in || !out) {
		rc = diag_set(&j->diag, in ? to : temp, 0, "%s", strerror(errno));
	} else {
		text = cc_read_all(in, &size);
		if (fwrite(text, 1, size, out) != size)
			rc = diag_set(&j->diag, to, 0, "%s", strerror(errno));
		free(text);
	}
	if (in)
		fclose(in);
	if (to && out && fclose(out))
		rc = diag_set(&j->diag, to, 0, "%s", strerror(errno));
	return rc;
}

/* Text of clang's preprocessor, to the file that -o names or to standard output. Of CUDA it is that
 * of both passes: what compares such texts, as ccache does, must see a change in either. */
int cc_plain_preprocess(struct cc_job *j, size_t k)
{
	const struct cc_args *a = &j->args;
	struct cc_list c = {0};
	int rc;

	add_preprocess(j, &c, k, "--cuda-host-only");
	if (a->output) {
		cc_add(&c, "-o");
		cc_add(&c, a->output);
	}
	rc = cc_pass_run(j, &c, a->input[k].path);
	if (rc || strcmp(a->preprocess, "-E") != 0 || a->input[k].kind != CC_CUDA)
		return rc;
	return add_device_text(j, k);
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
