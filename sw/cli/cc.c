/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cc.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../session/options.h"

/* nvcc's default up to CUDA 11: from C++17 on std::data and its like meet globals of programs
 * that use namespace std. A -std= given later wins. */
#define CC_STANDARD "-std=gnu++14"

struct job {
	struct cc_args args;
	struct cc_places places;
	struct cc_list objects; /* what is linked, in order */
	struct cc_spaced *spaced;
	const char *overlay; /* of spaced; NULL */
	struct diag diag;
};

static const char help_text[] =
	"Usage: photofinish cc [OPTION...] FILE...\n"
	"Compiles CUDA and C++ sources and links them with photofinish's runtime.\n"
	"FILE: .cu .cpp .cc .cxx .c .o .a .so\n\n"
	"  -o FILE            the program, or with -c the object (default a.out, NAME.o)\n"
	"  -c                 objects only\n"
	"  --arch ARCH        sm_60: warps in lock step; sm_70 (default), 72, 75, 80,\n"
	"                     86, 87, 89, 90: independent threads\n"
	"  -ptx               PTX only, to load with cuModuleLoad() (-cubin, -fatbin: the same\n"
	"                     text under NVIDIA's suffix)\n"
	"  --ptx              also write NAME.ptx beside the output, for each .cu file\n"
	"  --keep             keep the temporary directory and say where it is\n"
	"  -v, --verbose      print each command\n"
	"  -O0 -O1 -O2 -O3    compile device code as a real compiler does, which removes and\n"
	"                     merges accesses to memory; without one every access of the\n"
	"                     source is kept (docs/cuda.md says which level hides what)\n"
	"  -G                 device code at -O0 with full debug information\n"
	"  --help             this text\n\n"
	"-D -I -U -include -std -W -f -g go to clang, -l -L -Wl to the link. nvcc's\n"
	"spellings are understood where they make sense (-arch=, -gencode, -Xcompiler,\n"
	"-lineinfo, --expt-relaxed-constexpr, ...).\n"
	"PHOTOFINISH_CLANG names another clang++ than clang++-19.\n\n"
	"Exit codes: 0; 1 wrong source, clang's text says where; 2 wrong command line.\n";

/* "dir/name.cu" -> "name" + suffix, in the directory of beside (NULL: the current one). */
static const char *derived(const char *path, const char *suffix, const char *beside)
{
	const char *base = cc_base_name(path), *dot = strrchr(base, '.');
	const char *slash = beside ? strrchr(beside, '/') : NULL;
	int n = dot ? (int)(dot - base) : (int)strlen(base);

	return cc_format("%.*s%.*s%s", slash ? (int)(slash - beside + 1) : 0, slash ? beside : "",
			 n, base, suffix);
}

static const char *object_of(const struct cc_args *a, const char *path)
{
	return a->output ? a->output : derived(path, a->device_only ? a->device_only : ".o", NULL);
}

/* Would writing out destroy an input? */
static int check_output(const struct cc_args *a, const char *out, struct diag *diag)
{
	struct stat o, i;

	if (stat(out, &o))
		return 0;
	if (S_ISDIR(o.st_mode))
		return diag_set(diag, out, 0, "is a directory, not a file to write");
	for (size_t k = 0; k < a->n; k++)
		if (a->input[k].kind != CC_LINK_FLAG && !stat(a->input[k].path, &i) &&
		    i.st_dev == o.st_dev && i.st_ino == o.st_ino)
			return diag_set(diag, out, 0, "is an input; it would be overwritten");
	return 0;
}

static bool is_source(enum cc_kind k)
{
	return k == CC_CUDA || k == CC_CXX || k == CC_C;
}

static int check_outputs(const struct cc_args *a, struct diag *diag)
{
	size_t sources = 0, files = 0;

	for (size_t k = 0; k < a->n; k++) {
		const struct cc_input *in = &a->input[k];

		files += in->kind != CC_LINK_FLAG;
		if (!is_source(in->kind))
			continue;
		if (a->device_only && in->kind != CC_CUDA)
			return diag_set(diag, in->path, 0,
					"has no device code: -%s is for .cu files",
					a->device_only + 1);
		sources++;
		if (a->compile_only && check_output(a, object_of(a, in->path), diag))
			return -1;
		if (a->ptx && in->kind == CC_CUDA &&
		    check_output(a, derived(in->path, ".ptx", a->output), diag))
			return -1;
	}
	if (!files)
		return diag_set(diag, NULL, 0, "no input files; --help says more");
	if (a->compile_only && !sources)
		return diag_set(diag, NULL, 0, "-c without a source file");
	if (a->compile_only && a->output && sources > 1)
		return diag_set(diag, NULL, 0, "-c and -o with %zu source files: one at a time",
				sources);
	return a->compile_only ? 0 : check_output(a, a->output ? a->output : "a.out", diag);
}

/* The default level: clang's front end and our own program, see sw/lower. */
static bool is_default_level(const struct cc_args *a)
{
	return !a->optimise && !a->debug;
}

/* level: clang's, "-O1" unless one is given */
static void add_cuda(struct job *j, struct cc_list *c, const char *level)
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
	if (j->overlay) {
		cc_add(c, "-ivfsoverlay");
		cc_add(c, j->overlay);
	}
}

static int run(struct job *j, struct cc_list *c)
{
	int rc = cc_run(c, j->args.verbose, &j->diag);

	free(c->item);
	return rc;
}

static char *run_once(struct job *j, const struct cc_list *c, int *rc)
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
static int judge(struct job *j, char *text, const char *source, int rc)
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
static int run_clang(struct job *j, struct cc_list *c, const char *source)
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

/* The default level's second half: bitcode to PTX. */
static int lower(struct job *j, const char *source, const char *bitcode, const char *ptx)
{
	struct cc_list c = {0};

	cc_add(&c, j->places.lower);
	cc_add(&c, bitcode);
	cc_add(&c, ptx);
	cc_add(&c, j->args.arch);
	cc_add(&c, ptx_feature(j->args.arch));
	return run_clang(j, &c, source);
}

static int compile_device(struct job *j, const char *source, const char *ptx)
{
	bool ours = is_default_level(&j->args);
	const char *out = ours ? cc_format("%s.bc", ptx) : ptx;
	struct cc_list c = {0};
	int rc;

	add_cuda(j, &c, j->args.debug ? "-O0" : j->args.optimise);
	cc_add(&c, "--cuda-device-only");
	if (ours) {
		cc_add(&c, "-emit-llvm");
		cc_add(&c, "-c");
		cc_add(&c, "-Xclang");
		cc_add(&c, "-disable-llvm-passes");
		/* the ends of lifetimes would make every break and continue a switch, after which
		 * lanes of a warp meet again later than the source lets them */
		cc_add(&c, "-Xclang");
		cc_add(&c, "-disable-lifetime-markers");
	} else {
		cc_add(&c, "-S");
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
	return rc || !ours ? rc : lower(j, source, out, ptx);
}

/* Everything of the host compilation but its result. */
static void add_host(struct job *j, struct cc_list *c, const char *ptx)
{
	add_cuda(j, c, j->args.optimise);
	if (j->args.debug)
		cc_add(c, "-g");
	cc_add(c, "--cuda-host-only");
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

static int run_to(struct job *j, struct cc_list *c, const char *source, const char *from,
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

/* __managed__ variables become the device's before clang optimises (sw/lower/managed.c). */
static int compile_managed(struct job *j, const char *source, const char *ptx, const char *object)
{
	const char *bitcode = cc_format("%s.host.bc", ptx), *out = cc_format("%s.out.bc", ptx);
	struct cc_list c = {0}, l = {0}, o = {0};
	int rc;

	add_host(j, &c, ptx);
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

static int compile_host(struct job *j, const char *source, const char *ptx, const char *object)
{
	struct cc_list c = {0};
	int rc;

	add_host(j, &c, ptx);
	rc = run_to(j, &c, source, source, object);
	return !rc && has_managed(object) ? compile_managed(j, source, ptx, object) : rc;
}

static int copy_ptx(struct job *j, const char *ptx, const char *to)
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

static int compile_cuda(struct job *j, size_t k, const char *object)
{
	const char *source = j->args.input[k].path;
	const char *ptx = cc_format("%s/%zu.ptx", j->places.temp, k);
	int rc = compile_device(j, source, ptx);

	if (rc)
		return rc;
	if (cc_origin(ptx, &j->diag))
		return -1;
	if (j->args.ptx && copy_ptx(j, ptx, derived(source, ".ptx", j->args.output)))
		return -1;
	if (cc_check(ptx, derived(source, ".ptx", NULL), &j->diag))
		return -1;
	if (j->args.device_only)
		return copy_ptx(j, ptx, object);
	return compile_host(j, source, ptx, object);
}

static int compile_plain(struct job *j, size_t k, const char *object)
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

static int compile_all(struct job *j)
{
	const struct cc_args *a = &j->args;

	for (size_t k = 0; k < a->n; k++) {
		const struct cc_input *in = &a->input[k];
		const char *object = in->path;
		int rc = 0;

		if (is_source(in->kind))
			object = a->compile_only ? object_of(a, in->path)
						 : cc_format("%s/%zu.o", j->places.temp, k);
		if (in->kind == CC_CUDA)
			rc = compile_cuda(j, k, object);
		else if (is_source(in->kind))
			rc = compile_plain(j, k, object);
		if (rc)
			return rc;
		cc_add(&j->objects, object);
	}
	return 0;
}

static int link_all(struct job *j)
{
	struct cc_list c = {0};

	cc_add(&c, j->places.clang);
	cc_add_all(&c, &j->args.link);
	cc_add_all(&c, &j->objects);
	cc_add(&c, cc_format("-L%s", j->places.lib));
	cc_add(&c, "-lphotofinish");
	cc_add(&c, cc_format("-Wl,-rpath,%s", j->places.lib));
	cc_add(&c, "-lm");
	cc_add(&c, "-o");
	cc_add(&c, j->args.output ? j->args.output : "a.out");
	return run(j, &c);
}

/* Everything that needs the temporary directory. Signals that would end us wait until it
 * is removed; clang gets them itself when they come from the terminal. */
static int build(struct job *j)
{
	sigset_t end, before;
	int rc;

	sigemptyset(&end);
	sigaddset(&end, SIGINT);
	sigaddset(&end, SIGTERM);
	sigaddset(&end, SIGHUP);
	sigprocmask(SIG_BLOCK, &end, &before);
	if (cc_temp_make(&j->places, &j->diag)) {
		rc = -1;
	} else {
		rc = compile_all(j);
		if (!rc && !j->args.compile_only)
			rc = link_all(j);
		if (j->args.keep)
			fprintf(stderr, "photofinish cc: kept %s\n", j->places.temp);
		else
			cc_temp_remove(&j->places);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return rc;
}

static void warn_optimise(const struct cc_args *a)
{
	if (a->optimise && strpbrk(a->optimise, "23sz"))
		fprintf(stderr,
			"photofinish cc: warning: %s lets clang move code out of spin loops, which "
			"can hang in lock step; -O1 is safe\n",
			a->optimise);
}

int cc_main(int argc, char **argv)
{
	struct job j = {0};
	int rc = OPTIONS_EXIT_USAGE;

	if (cc_args_parse(&j.args, argc, argv, &j.diag))
		goto out;
	if (j.args.help) {
		fputs(help_text, stdout);
		cc_args_free(&j.args);
		return fflush(stdout) ? OPTIONS_EXIT_USAGE : 0;
	}
	if (check_outputs(&j.args, &j.diag) || cc_places_find(&j.places, &j.diag) ||
	    cc_clang_check(&j.places, j.args.verbose, &j.diag))
		goto out;
	warn_optimise(&j.args);
	rc = build(&j);
	if (rc < 0)
		rc = 1;
out:
	if (*j.diag.text)
		fprintf(stderr, "photofinish cc: %s\n", j.diag.text);
	free(j.objects.item);
	cc_spaced_free(j.spaced);
	cc_args_free(&j.args);
	return rc;
}
