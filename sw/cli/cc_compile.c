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

#include "cc_depend.h"
#include "cc_pass.h"
#include "cc_pch.h"
#include "cc_plain.h"
#include "cc_result.h"

/* The default level: clang's front end and our own program, see sw/lower. */
static bool is_default_level(const struct cc_args *a)
{
	return !a->optimise && !a->debug;
}

void cc_job_add_cuda(struct cc_job *j, struct cc_list *c, const char *level)
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
	if (is_default_level(&j->args))
		cc_add(c, "-D__PHOTOFINISH_LOWER__=1"); /* attributes that sw/lower knows */
	cc_add(c, CC_STANDARD);
	if (j->launches)
		cc_add(c, "-DPF_DEVICE_LAUNCHES");
	if (j->overlay) {
		cc_add(c, "-ivfsoverlay");
		cc_add(c, j->overlay);
	}
}

void cc_job_add_depend(const struct cc_job *j, struct cc_list *c, const char *name)
{
	if (!j->cache.folder && !cc_depend_wanted(&j->args))
		return;
	cc_add(c, "-MD");
	cc_add(c, "-MF");
	cc_add(c, cc_format("%s/%s", j->places.temp, name));
	cc_add(c, "-MT");
	cc_add(c, "x");
}

int cc_job_run(struct cc_job *j, struct cc_list *c)
{
	int rc = cc_run(c, j->args.verbose, &j->diag);

	free(c->item);
	return rc;
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
	return cc_pass_run(j, &c, source);
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
	rc = cc_pass_run(j, &c, source);
	if (rc || id)
		return rc;
	return is_default_level(&j->args) ? cc_job_lower(j, source, out, to)
					  : cc_job_generate(j, out, level_of(&j->args), to);
}

/* What the device's compilation makes: bitcode of relocatable code and for our own program, else
 * PTX; of launches by device code bitcode that is not finished. id: of relocatable code, for which
 * to is bitcode; else NULL, and PTX */
static const char *device_output(const struct cc_job *j, const char *id, const char *to)
{
	const bool more = is_default_level(&j->args) && !id;

	return more || j->launches ? cc_format("%s.bc", to) : to;
}

static void device_command(struct cc_job *j, struct cc_list *c, const char *source, const char *id,
			   const char *to)
{
	bool ours = is_default_level(&j->args);

	cc_job_add_cuda(j, c, j->args.debug ? "-O0" : j->args.optimise);
	cc_add(c, "--cuda-device-only");
	add_relocatable(c, id);
	if (ours || id || j->launches) {
		cc_add(c, "-emit-llvm");
		cc_add(c, "-c");
	} else {
		cc_add(c, "-S");
	}
	if (ours || j->launches) {
		cc_add(c, "-Xclang");
		cc_add(c, "-disable-llvm-passes");
	}
	if (ours) {
		/* the ends of lifetimes would make every break and continue a switch, after which
		 * lanes of a warp meet again later than the source lets them */
		cc_add(c, "-Xclang");
		cc_add(c, "-disable-lifetime-markers");
	}
	cc_add(c, j->args.debug ? "-g" : "-gline-tables-only");
	/* a variable set in one branch and passed to a shuffle is not undefined in the branch that
	 * sets it: without this clang takes the branch for the only one */
	cc_add(c, "-Xclang");
	cc_add(c, "-no-enable-noundef-analysis");
	cc_add(c, "-fdebug-compilation-dir=."); /* files are named as they were given */
	cc_add(c, "-Xclang");
	cc_add(c, "-target-feature");
	cc_add(c, "-Xclang");
	cc_add(c, ptx_feature(j->args.arch));
	cc_add_all(c, &j->args.both);
	cc_add_all(c, &j->args.device);
	cc_job_add_depend(j, c, "device.d");
	cc_add(c, source);
	cc_add(c, "-o");
	cc_add(c, device_output(j, id, to));
}

/* Everything of the host compilation but its result. */
static void add_host(struct cc_job *j, struct cc_list *c, const char *id, const char *ptx)
{
	cc_job_add_cuda(j, c, j->args.optimise);
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
	cc_depend_without(c, &j->args.host);
	/* the device pass read the same source and has given the warnings */
	cc_add(c, "-w");
	cc_add(c, "-c");
	cc_job_add_depend(j, c, "host.d");
}

static int run_with_header(struct cc_job *j, struct cc_list *c, const char *source)
{
	struct cc_list *one = c;

	cc_pch_use(j, &one, 1);
	return cc_pass_run(j, c, source);
}

static int run_to(struct cc_job *j, struct cc_list *c, const char *source, const char *from,
		  const char *to)
{
	cc_add(c, from);
	cc_add(c, "-o");
	cc_add(c, to);
	return cc_pass_run(j, c, source);
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

/* __managed__ variables become the device's before clang optimises (sw/lower/managed.c). */
static int finish_managed(struct cc_job *j, const char *source, const char *bitcode,
			  const char *object)
{
	const char *out = cc_format("%s.out.bc", bitcode);
	struct cc_list l = {0}, o = {0};
	int rc;

	cc_add(&l, j->places.lower);
	cc_add(&l, "--managed");
	cc_add(&l, bitcode);
	cc_add(&l, out);
	rc = cc_pass_run(j, &l, source);
	if (rc)
		return rc;
	cc_add(&o, j->places.clang);
	cc_add(&o, j->args.optimise ? j->args.optimise : "-O1");
	/* of what the language part has used up, code generation needs -fPIC and its like */
	for (size_t i = 0; i < j->args.both.n; i++)
		if (!strncmp(j->args.both.item[i], "-f", 2))
			cc_add(&o, j->args.both.item[i]);
	cc_depend_without(&o, &j->args.host);
	cc_add(&o, "-w");
	cc_add(&o, "-c");
	return run_to(j, &o, source, out, object);
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

static void set_launches(struct cc_job *j, enum cc_launches launches, const char *source)
{
	j->overlay = cc_spaced_launches(&j->spaced, &j->places, launches, source);
	j->overlays++;
}

/* One CUDA source on its way */
struct unit {
	const char *source, *object, *id;
	const char
		*device; /* what the device's pass comes to: PTX, or bitcode of relocatable code */
	const char *bitcode; /* of the host, when __managed__ variables are to be seen to */
	struct cc_pass device_pass, host_pass;
};

/* What __managed__ variables need comes before clang optimises. A variable of another file leaves
 * no section to tell of it: relocatable code always takes the way over bitcode. */
static void host_command(struct cc_job *j, struct cc_list *c, const struct unit *u, const char *ptx,
			 bool managed)
{
	add_host(j, c, u->id, ptx);
	if (managed) {
		cc_add(c, "-emit-llvm");
		cc_add(c, "-Xclang");
		cc_add(c, "-disable-llvm-passes");
	}
	cc_add(c, u->source);
	cc_add(c, "-o");
	cc_add(c, managed ? u->bitcode : u->object);
}

/* Both passes, side by side. The host's reads the PTX last, through a pipe. A script in clang's
 * place is not run so: what it has started would stay when it is ended. */
static int start_passes(struct cc_job *j, struct unit *u)
{
	struct cc_list *commands[] = {&u->device_pass.command, &u->host_pass.command};
	const bool both = !j->args.device_only, beside = both && j->clang_id;
	/* what stands for the PTX of relocatable code is not looked at: the stub registers */
	const char *ptx = "/dev/null";

	if (beside && !u->id)
		ptx = cc_pass_make_pipe(&u->host_pass, cc_format("%s.pipe", u->device), u->device);
	else if (!u->id)
		ptx = u->device;
	device_command(j, commands[0], u->source, u->id, u->device);
	if (both)
		host_command(j, commands[1], u, ptx, u->id);
	cc_pch_use(j, commands, both ? 2 : 1);
	if (cc_pass_start(j, &u->device_pass, "log.device"))
		return -1;
	/* without a pipe the host's waits for its turn */
	if (beside && (u->id || u->host_pass.pipe))
		return cc_pass_start(j, &u->host_pass, "log.host");
	return 0;
}

/* The device's pass to its end, with everything that can be wrong in it. */
static int finish_device(struct cc_job *j, struct unit *u)
{
	const char *out = device_output(j, u->id, u->device);
	int rc = cc_pass_end(j, &u->device_pass, u->source);

	if (!rc && j->launches)
		rc = lower_launches(j, u->source, out, u->id, u->device);
	else if (!rc && out != u->device)
		rc = cc_job_lower(j, u->source, out, u->device);
	if (rc || u->id)
		return rc;
	if (cc_origin(u->device, &j->diag))
		return -1;
	if (j->args.ptx && copy_ptx(j, u->device, cc_derived(u->source, ".ptx", j->args.output)))
		return -1;
	return cc_check(u->device, cc_derived(u->source, ".ptx", NULL), &j->diag);
}

static int finish_host(struct cc_job *j, struct unit *u)
{
	struct cc_list c = {0};
	int rc;

	cc_pass_feed(&u->host_pass);
	rc = cc_pass_end(j, &u->host_pass, u->source);
	if (rc)
		return rc;
	if (!u->id) {
		if (!has_managed(u->object))
			return 0;
		host_command(j, &c, u, u->device, true);
		rc = run_with_header(j, &c, u->source);
		if (rc)
			return rc;
	}
	return finish_managed(j, u->source, u->bitcode, u->object);
}

/* Device code launches kernels, as clang says: both passes begin anew, one after the other, with
 * copies in which each can read that. */
static int compile_launches(struct cc_job *j, struct unit *u)
{
	int rc;

	cc_pass_drop(&u->device_pass);
	cc_pass_drop(&u->host_pass);
	u->device_pass = u->host_pass = (struct cc_pass){0};
	set_launches(j, CC_LAUNCHES_DEVICE, u->source);
	device_command(j, &u->device_pass.command, u->source, u->id, u->device);
	rc = finish_device(j, u);
	if (rc || j->args.device_only)
		return rc;
	set_launches(j, CC_LAUNCHES_HOST, NULL);
	host_command(j, &u->host_pass.command, u, u->id ? "/dev/null" : u->device, u->id);
	return 0;
}

/* The device's half of relocatable code waits in the object for the device link; its PTX alone is
 * made at once. */
static int compile_cuda(struct cc_job *j, size_t k, const char *object)
{
	const struct cc_args *a = &j->args;
	const bool open = a->relocatable && !a->device_only;
	struct unit u = {.source = a->input[k].path, .object = object};
	int rc;

	u.id = open ? cc_link_id(a, k) : NULL;
	u.device = cc_format("%s/%zu.%s", j->places.temp, k, open ? "bc" : "ptx");
	u.bitcode = cc_format("%s/%zu.host.bc", j->places.temp, k);
	u.device_pass.may_launch = true;
	rc = start_passes(j, &u);
	if (!rc)
		rc = finish_device(j, &u);
	if (rc > 0 && j->launches)
		rc = compile_launches(j, &u);
	if (!rc && a->device_only)
		rc = copy_ptx(j, u.device, object);
	else if (!rc)
		rc = finish_host(j, &u);
	cc_pass_drop(&u.device_pass);
	cc_pass_drop(&u.host_pass);
	return rc || !open ? rc : cc_link_embed(a, u.id, u.device, object, &j->diag);
}

static int compile_one(struct cc_job *j, size_t k, const char *object)
{
	const struct cc_input *in = &j->args.input[k];
	struct cc_result r;
	int rc;

	if (j->args.preprocess)
		return cc_plain_preprocess(j, k);
	j->said = NULL;
	if (j->launches) /* in the source before */
		set_launches(j, CC_LAUNCHES_STAY, NULL);
	j->launches = false;
	if (cc_result_find(j, &r, k, object))
		return 0;
	rc = in->kind == CC_CUDA ? compile_cuda(j, k, object) : cc_plain_compile(j, k, object);
	/* what the rewriting has read is not in the lists of files */
	return rc || j->launches ? rc : cc_result_keep(j, &r);
}

int cc_job_compile(struct cc_job *j)
{
	const struct cc_args *a = &j->args;

	for (size_t k = 0; k < a->n; k++) {
		const struct cc_input *in = &a->input[k];
		const char *object = in->path;
		int rc = 0;

		if (cc_is_source(in->kind)) {
			object = a->compile_only ? cc_object_of(a, in->path)
						 : cc_format("%s/%zu.o", j->places.temp, k);
			rc = compile_one(j, k, object);
		}
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
