/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc_compile: one clang for the device and one for the host, for each source.
 */
#include "cc_job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* nvcc's default up to CUDA 11: from C++17 on std::data and its like meet globals of programs
 * that use namespace std. A -std= given later wins. */
#define CC_STANDARD "-std=gnu++14"

/* Host code of nvcc is not optimised unless asked for: programs compare with sums that wrap. */
#define CC_WRAP "-fwrapv"

/* The default level: clang's front end and our own program, see sw/lower. */
static bool is_default_level(const struct cc_args *a)
{
	return !a->optimise && !a->debug;
}

/* level: clang's, "-O1" unless one is given */
static void add_cuda(struct cc_job *j, struct cc_list *c, const char *level)
{
	cc_add(c, j->places.clang);
	cc_add(c, "-x");
	cc_add(c, "cuda");
	/* a path that does not exist: no installed CUDA SDK may change what is compiled */
	cc_add(c, "--cuda-path=/nonexistent");
	cc_add(c, "-nocudainc");
	cc_add(c, "-nocudalib");
	cc_add(c, "-Wno-unknown-cuda-version");
	cc_add(c, "-fno-crash-diagnostics");
	/* errors of clang that are warnings of nvcc's host compiler */
	cc_add(c, "-Wno-error=reserved-user-defined-literal");
	cc_add(c, "-Wno-error=c++11-narrowing");
	cc_add(c, "-Wno-error=return-mismatch");
	cc_add(c, "-Wno-error=missing-template-arg-list-after-template-kw");
	/* declarations of them, as type traits have; a call is refused in the PTX */
	cc_add(c, "-Xclang");
	cc_add(c, "-fcuda-allow-variadic-functions");
	if (isatty(STDERR_FILENO)) /* clang itself writes to a file */
		cc_add(c, "-fcolor-diagnostics");
	cc_add(c, cc_format("--cuda-gpu-arch=%s", j->args.arch));
	cc_add(c, "-isystem");
	cc_add(c, j->places.include);
	cc_add(c, "-include");
	cc_add(c, cc_format("%s/photofinish/cuda.h", j->places.include));
	cc_add(c, level ? level : "-O1");
	cc_add(c, CC_STANDARD);
	if (j->launches)
		cc_add(c, "-DPF_DEVICE_LAUNCHES");
	if (j->overlay) {
		cc_add(c, "-ivfsoverlay");
		cc_add(c, j->overlay);
	}
}

int cc_job_run(struct cc_job *j, struct cc_list *c)
{
	int rc = cc_run(c, j->args.verbose, &j->diag);

	free(c->item);
	return rc;
}

static char *run_once(struct cc_job *j, const struct cc_list *c, int *rc)
{
	const char *log = cc_format("%s/log", j->places.temp);
	size_t size;
	char *text;
	FILE *f;

	*rc = cc_run_logged(c, j->args.verbose, log, &j->diag);
	f = fopen(log, "r");
	if (!f)
		return NULL;
	text = cc_read_all(f, &size);
	fclose(f);
	return text;
}

/* Hands on a compiler's text, or one line in its place; frees it. */
static int judge(struct cc_job *j, char *text, const char *source, int rc)
{
	if (!text)
		return rc;
	if (rc > 0 && cc_refused_report(text, source, &j->places, &j->diag)) {
		rc = -1;
		if (j->args.verbose)
			fputs(text, stderr);
	} else if (cc_crash_report(text, source, rc != 0, &j->diag)) {
		rc = -1;
	}
	free(text);
	return rc;
}

/* A compilation, whose text is looked through for a crash of clang and for launches that it
 * cannot read. */
static int run_clang(struct cc_job *j, struct cc_list *c, const char *source)
{
	const char *overlay;
	int rc;
	char *text = run_once(j, c, &rc);

	while (text && rc > 0 && (overlay = cc_spaced_overlay(&j->spaced, &j->places, text))) {
		if (!j->overlay) {
			cc_add(c, "-ivfsoverlay");
			cc_add(c, overlay);
		}
		j->overlay = overlay;
		free(text);
		text = run_once(j, c, &rc);
	}
	free(c->item);
	if (text && rc > 0 && !j->launches && cc_launch_wanted(text)) {
		j->launches = true;
		free(text);
		return rc;
	}
	return judge(j, text, source, rc);
}

/* Feature level of the PTX that the architecture needs at least, and __syncwarp() everywhere. */
static const char *ptx_feature(const char *arch)
{
	static const struct {
		const char *arch, *feature;
	} newer[] = {{"sm_80", "+ptx70"},
		     {"sm_86", "+ptx71"},
		     {"sm_87", "+ptx74"},
		     {"sm_89", "+ptx78"},
		     {"sm_90", "+ptx78"}};

	for (size_t i = 0; i < sizeof(newer) / sizeof(newer[0]); i++)
		if (!strcmp(arch, newer[i].arch))
			return newer[i].feature;
	return "+ptx63";
}

int cc_job_lower(struct cc_job *j, const char *source, const char *bitcode, const char *ptx)
{
	struct cc_list c = {0};

	cc_add(&c, j->places.lower);
	cc_add(&c, bitcode);
	cc_add(&c, ptx);
	cc_add(&c, j->args.arch);
	cc_add(&c, ptx_feature(j->args.arch));
	return run_clang(j, &c, source);
}

/* Both compilations of a source give its static variables and kernels the same names, which no
 * other source has. */
static void add_relocatable(struct cc_list *c, const char *id)
{
	if (!id)
		return;
	cc_add(c, "-fgpu-rdc");
	cc_add(c, "-fuse-cuid=none"); /* the driver's differs between the two */
	cc_add(c, "-Xclang");
	cc_add(c, cc_format("-cuid=%s", id));
}

/* What -O0 to -O3 of clang is at bitcode that it has not optimised yet */
static const char *level_of(const struct cc_args *a)
{
	return a->debug ? "-O0" : a->optimise;
}

/* Bitcode in which launches are calls becomes bitcode with launches, or PTX. */
static int lower_launches(struct cc_job *j, const char *source, const char *in, const char *id,
			  const char *to)
{
	const char *out = id ? to : cc_format("%s.launches.bc", to);
	struct cc_list c = {0};
	int rc;

	cc_add(&c, j->places.lower);
	cc_add(&c, "--launches");
	cc_add(&c, in);
	cc_add(&c, out);
	rc = run_clang(j, &c, source);
	if (rc || id)
		return rc;
	return is_default_level(&j->args) ? cc_job_lower(j, source, out, to)
					  : cc_job_generate(j, out, level_of(&j->args), to);
}

/* id: of relocatable code, for which out becomes bitcode; else NULL, and PTX */
static int compile_pass(struct cc_job *j, const char *source, const char *id, const char *to)
{
	bool ours = is_default_level(&j->args);
	const char *out = (ours && !id) || j->launches ? cc_format("%s.bc", to) : to;
	struct cc_list c = {0};
	int rc;

	add_cuda(j, &c, j->args.debug ? "-O0" : j->args.optimise);
	cc_add(&c, "--cuda-device-only");
	add_relocatable(&c, id);
	if (ours || id || j->launches) {
		cc_add(&c, "-emit-llvm");
		cc_add(&c, "-c");
	} else {
		cc_add(&c, "-S");
	}
	if (ours || j->launches) {
		cc_add(&c, "-Xclang");
		cc_add(&c, "-disable-llvm-passes");
	}
	if (ours) {
		/* the ends of lifetimes would make every break and continue a switch, after which
		 * lanes of a warp meet again later than the source lets them */
		cc_add(&c, "-Xclang");
		cc_add(&c, "-disable-lifetime-markers");
	}
	cc_add(&c, j->args.debug ? "-g" : "-gline-tables-only");
	/* a variable set in one branch and passed to a shuffle is not undefined in the branch that
	 * sets it: without this clang takes the branch for the only one */
	cc_add(&c, "-Xclang");
	cc_add(&c, "-no-enable-noundef-analysis");
	cc_add(&c, "-fdebug-compilation-dir=."); /* files are named as they were given */
	cc_add(&c, "-Xclang");
	cc_add(&c, "-target-feature");
	cc_add(&c, "-Xclang");
	cc_add(&c, ptx_feature(j->args.arch));
	cc_add_all(&c, &j->args.both);
	cc_add_all(&c, &j->args.device);
	cc_add(&c, source);
	cc_add(&c, "-o");
	cc_add(&c, out);
	rc = run_clang(j, &c, source);
	if (rc || out == to)
		return rc;
	return j->launches ? lower_launches(j, source, out, id, to)
			   : cc_job_lower(j, source, out, to);
}

/* Only when clang says so are launches by device code looked for. */
static int compile_device(struct cc_job *j, const char *source, const char *id, const char *to)
{
	int rc;

	j->overlay = j->spaced ? cc_spaced_launches(&j->spaced, &j->places, CC_LAUNCHES_STAY, NULL)
			       : NULL;
	j->launches = false;
	rc = compile_pass(j, source, id, to);
	if (!rc || !j->launches)
		return rc;
	j->overlay = cc_spaced_launches(&j->spaced, &j->places, CC_LAUNCHES_DEVICE, source);
	rc = compile_pass(j, source, id, to);
	j->overlay = cc_spaced_launches(&j->spaced, &j->places, CC_LAUNCHES_HOST, NULL);
	return rc;
}

/* Everything of the host compilation but its result. */
static void add_host(struct cc_job *j, struct cc_list *c, const char *id, const char *ptx)
{
	add_cuda(j, c, j->args.optimise);
	add_relocatable(c, id);
	if (j->args.debug)
		cc_add(c, "-g");
	cc_add(c, "--cuda-host-only");
	cc_add(c, CC_WRAP);
	cc_add(c, "-Xclang");
	cc_add(c, "-fcuda-include-gpubinary");
	cc_add(c, "-Xclang");
	cc_add(c, ptx);
	/* selects cudaLaunchKernel() for launches */
	cc_add(c, "-Xclang");
	cc_add(c, "-target-sdk-version=11.5");
	cc_add_all(c, &j->args.both);
	cc_add_all(c, &j->args.host);
	/* the device pass read the same source and has given the warnings */
	cc_add(c, "-w");
	cc_add(c, "-c");
}

static int run_to(struct cc_job *j, struct cc_list *c, const char *source, const char *from,
		  const char *to)
{
	cc_add(c, from);
	cc_add(c, "-o");
	cc_add(c, to);
	return run_clang(j, c, source);
}

/* An object with the section that __managed__ stands for (host_defines.h) */
static bool has_managed(const char *object)
{
	static const char name[] = "pf_managed";
	FILE *f = fopen(object, "r");
	size_t size;
	char *text;
	bool has;

	if (!f)
		return false;
	text = cc_read_all(f, &size);
	fclose(f);
	has = memmem(text, size, name, sizeof(name)) != NULL;
	free(text);
	return has;
}

/* What -MD writes beside an object and calls by its name, when that is not clang's own output */
static void add_dependencies(const struct cc_args *a, struct cc_list *c, const char *object)
{
	bool wanted = false, file = false, target = false;

	for (size_t i = 0; i < a->host.n; i++) {
		const char *arg = a->host.item[i];

		wanted |= !strcmp(arg, "-MD") || !strcmp(arg, "-MMD");
		file |= !strncmp(arg, "-MF", 3);
		target |= !strncmp(arg, "-MT", 3) || !strncmp(arg, "-MQ", 3);
	}
	if (!wanted)
		return;
	if (!file) {
		cc_add(c, "-MF");
		cc_add(c, cc_derived(object, ".d", object));
	}
	if (!target) {
		cc_add(c, "-MT");
		cc_add(c, object);
	}
}

/* __managed__ variables become the device's before clang optimises (sw/lower/managed.c). */
static int compile_managed(struct cc_job *j, const char *source, const char *id, const char *ptx,
			   const char *object)
{
	const char *bitcode = cc_format("%s.host.bc", ptx), *out = cc_format("%s.out.bc", ptx);
	struct cc_list c = {0}, l = {0}, o = {0};
	int rc;

	add_host(j, &c, id, ptx);
	add_dependencies(&j->args, &c, object);
	cc_add(&c, "-emit-llvm");
	cc_add(&c, "-Xclang");
	cc_add(&c, "-disable-llvm-passes");
	rc = run_to(j, &c, source, source, bitcode);
	if (rc)
		return rc;
	cc_add(&l, j->places.lower);
	cc_add(&l, "--managed");
	cc_add(&l, bitcode);
	cc_add(&l, out);
	rc = run_clang(j, &l, source);
	if (rc)
		return rc;
	cc_add(&o, j->places.clang);
	cc_add(&o, j->args.optimise ? j->args.optimise : "-O1");
	/* of what the language part has used up, code generation needs -fPIC and its like */
	for (size_t i = 0; i < j->args.both.n; i++)
		if (!strncmp(j->args.both.item[i], "-f", 2))
			cc_add(&o, j->args.both.item[i]);
	cc_add_all(&o, &j->args.host);
	cc_add(&o, "-w");
	cc_add(&o, "-c");
	return run_to(j, &o, source, out, object);
}

static int compile_host(struct cc_job *j, const char *source, const char *id, const char *ptx,
			const char *object)
{
	struct cc_list c = {0};
	int rc;

	if (id) /* a variable of another file leaves no section here */
		return compile_managed(j, source, id, ptx, object);
	add_host(j, &c, NULL, ptx);
	rc = run_to(j, &c, source, source, object);
	return !rc && has_managed(object) ? compile_managed(j, source, id, ptx, object) : rc;
}

static int copy_ptx(struct cc_job *j, const char *ptx, const char *to)
{
	FILE *in = fopen(ptx, "r"), *out = fopen(to, "w");
	int ch, bad = !in || !out;

	while (!bad && (ch = fgetc(in)) != EOF && ch)
		bad = fputc(ch, out) == EOF;
	if (out && fclose(out))
		bad = 1;
	if (in)
		fclose(in);
	return bad ? diag_set(&j->diag, to, 0, "cannot be written") : 0;
}

/* The device's half waits in the object for the device link. */
static int compile_relocatable(struct cc_job *j, size_t k, const char *object)
{
	const char *source = j->args.input[k].path, *id = cc_link_id(&j->args, k);
	const char *bitcode = cc_format("%s/%zu.bc", j->places.temp, k);
	int rc = compile_device(j, source, id, bitcode);

	/* what stands for the PTX is not looked at: the stub registers with the linked one */
	if (!rc)
		rc = compile_host(j, source, id, "/dev/null", object);
	return rc ? rc : cc_link_embed(&j->args, id, bitcode, object, &j->diag);
}

static int compile_cuda(struct cc_job *j, size_t k, const char *object)
{
	const char *source = j->args.input[k].path;
	const char *ptx = cc_format("%s/%zu.ptx", j->places.temp, k);
	int rc;

	if (j->args.relocatable && !j->args.device_only)
		return compile_relocatable(j, k, object);
	rc = compile_device(j, source, NULL, ptx);
	if (rc)
		return rc;
	if (cc_origin(ptx, &j->diag))
		return -1;
	if (j->args.ptx && copy_ptx(j, ptx, cc_derived(source, ".ptx", j->args.output)))
		return -1;
	if (cc_check(ptx, cc_derived(source, ".ptx", NULL), &j->diag))
		return -1;
	if (j->args.device_only)
		return copy_ptx(j, ptx, object);
	return compile_host(j, source, NULL, ptx, object);
}

/* Text of clang's preprocessor, to the file that -o names or to standard output. */
static int preprocess(struct cc_job *j, size_t k)
{
	const struct cc_args *a = &j->args;
	struct cc_list c = {0};

	if (a->input[k].kind == CC_CUDA) {
		add_cuda(j, &c, a->optimise);
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
	return run_clang(j, &c, a->input[k].path);
}

static int compile_plain(struct cc_job *j, size_t k, const char *object)
{
	const struct cc_args *a = &j->args;
	struct cc_list c = {0};
	bool is_c = a->input[k].kind == CC_C;
	char *text;
	int rc;

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
	cc_add_all(&c, &a->host);
	cc_add(&c, "-c");
	cc_add(&c, a->input[k].path);
	cc_add(&c, "-o");
	cc_add(&c, object);
	text = run_once(j, &c, &rc);
	free(c.item);
	return judge(j, text, a->input[k].path, rc);
}

int cc_job_compile(struct cc_job *j)
{
	const struct cc_args *a = &j->args;

	for (size_t k = 0; k < a->n; k++) {
		const struct cc_input *in = &a->input[k];
		const char *object = in->path;
		int rc = 0;

		if (cc_is_source(in->kind))
			object = a->compile_only ? cc_object_of(a, in->path)
						 : cc_format("%s/%zu.o", j->places.temp, k);
		if (cc_is_source(in->kind) && a->preprocess)
			rc = preprocess(j, k);
		else if (in->kind == CC_CUDA)
			rc = compile_cuda(j, k, object);
		else if (cc_is_source(in->kind))
			rc = compile_plain(j, k, object);
		if (rc)
			return rc;
		cc_add(&j->objects, object);
	}
	return 0;
}

int cc_job_generate(struct cc_job *j, const char *bitcode, const char *level, const char *ptx)
{
	struct cc_list c = {0};

	cc_add(&c, j->places.clang);
	cc_add(&c, "--target=nvptx64-nvidia-cuda");
	cc_add(&c, cc_format("-march=%s", j->args.arch));
	cc_add(&c, "-Xclang");
	cc_add(&c, "-target-feature");
	cc_add(&c, "-Xclang");
	cc_add(&c, ptx_feature(j->args.arch));
	cc_add(&c, level);
	cc_add(&c, "-S");
	return run_to(j, &c, bitcode, bitcode, ptx);
}
