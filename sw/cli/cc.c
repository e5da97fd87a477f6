/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cc_job.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../session/options.h"

static const char help_text[] =
	"Usage: photofinish cc [OPTION...] FILE...\n"
	"Compiles CUDA and C++ sources and links them with photofinish's runtime.\n"
	"FILE: .cu .cpp .cc .cxx .c .o .a .so\n\n"
	"  -o FILE            the program, or with -c the object (default a.out, NAME.o)\n"
	"  -c                 objects only\n"
	"  -dc, -rdc=true     device code that calls functions and uses variables of other\n"
	"                     files; the link puts it together\n"
	"  -dlink             only that part of the link: an object for another linker\n"
	"  -lib               objects into an archive\n"
	"  -E, -M, -MM        the preprocessor's text, or what a source includes\n"
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
	"PHOTOFINISH_CLANG names another clang++ than clang++-19; PHOTOFINISH_CACHE another\n"
	"folder for what compilations leave to later ones, or \"off\" (`photofinish cache`).\n\n"
	"Exit codes: 0; 1 wrong source, clang's text says where; 2 wrong command line.\n";

/* "dir/name.cu" -> "name" + suffix, in the directory of beside (NULL: the current one). */
const char *cc_derived(const char *path, const char *suffix, const char *beside)
{
	const char *base = cc_base_name(path), *dot = strrchr(base, '.');
	const char *slash = beside ? strrchr(beside, '/') : NULL;
	int n = dot ? (int)(dot - base) : (int)strlen(base);

	return cc_format("%.*s%.*s%s", slash ? (int)(slash - beside + 1) : 0, slash ? beside : "",
			 n, base, suffix);
}

const char *cc_object_of(const struct cc_args *a, const char *path)
{
	return a->output ? a->output
			 : cc_derived(path, a->device_only ? a->device_only : ".o", NULL);
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

bool cc_is_source(enum cc_kind k)
{
	return k == CC_CUDA || k == CC_CXX || k == CC_C;
}

/* What the link writes. */
static const char *linked_name(const struct cc_args *a)
{
	if (a->output)
		return a->output;
	if (a->archive)
		return "a.a";
	return a->device_link ? "a_dlink.o" : "a.out";
}

static int check_outputs(const struct cc_args *a, struct diag *diag)
{
	size_t sources = 0, files = 0;

	for (size_t k = 0; k < a->n; k++) {
		const struct cc_input *in = &a->input[k];

		files += in->kind != CC_LINK_FLAG;
		if (!cc_is_source(in->kind))
			continue;
		if (a->device_only && in->kind != CC_CUDA)
			return diag_set(diag, in->path, 0,
					"has no device code: -%s is for .cu files",
					a->device_only + 1);
		sources++;
		if (a->compile_only && !a->preprocess &&
		    check_output(a, cc_object_of(a, in->path), diag))
			return -1;
		if (a->ptx && in->kind == CC_CUDA &&
		    check_output(a, cc_derived(in->path, ".ptx", a->output), diag))
			return -1;
	}
	if (!files)
		return diag_set(diag, NULL, 0, "no input files; --help says more");
	if ((a->compile_only || a->preprocess) && !sources)
		return diag_set(diag, NULL, 0, "%s without a source file",
				a->preprocess ? a->preprocess : "-c");
	if (a->relocatable && a->ptx)
		return diag_set(
			diag, NULL, 0,
			"--ptx: relocatable device code becomes PTX at the link; -ptx shows "
			"that of one file");
	if (a->compile_only && a->output && sources > 1)
		return diag_set(diag, NULL, 0, "-c and -o with %zu source files: one at a time",
				sources);
	if (a->preprocess)
		return a->output ? check_output(a, a->output, diag) : 0;
	return a->compile_only ? 0 : check_output(a, linked_name(a), diag);
}

/* Puts the device code of all objects together and adds the object that holds it. Those of no
 * relocatable code hold theirs themselves. */
static int link_device(struct cc_job *j)
{
	const char *bitcode = cc_format("%s/linked.bc", j->places.temp);
	const char *ptx = cc_format("%s/linked.ptx", j->places.temp);
	const char *object = j->args.device_link ? linked_name(&j->args)
						 : cc_format("%s/linked.o", j->places.temp);
	struct cc_linked l = {0};
	int rc = cc_link_read(&l, &j->places, &j->args, &j->objects, bitcode, &j->diag);

	if (rc || (!l.ids.n && !j->args.device_link)) {
		free(l.ids.item);
		return rc;
	}
	j->args.arch = cc_format("%s", l.arch);
	if (!l.ids.n)
		ptx = "/dev/null";
	else if (!strcmp(l.level, "default"))
		rc = cc_job_lower(j, object, bitcode, ptx);
	else
		rc = cc_job_generate(j, bitcode, l.level, ptx);
	if (!rc && l.ids.n && (cc_origin(ptx, &j->diag) || cc_check(ptx, "linked.ptx", &j->diag)))
		rc = -1;
	if (!rc)
		rc = cc_link_stub(&l, &j->places, &j->args, ptx, object, &j->diag);
	cc_add(&j->objects, object);
	free(l.ids.item);
	return rc;
}

static int archive_all(struct cc_job *j)
{
	const char *archive = linked_name(&j->args);
	struct cc_list c = {0};

	if (unlink(archive) && errno != ENOENT)
		return diag_set(&j->diag, archive, 0, "%s", strerror(errno));
	cc_add(&c, "ar");
	cc_add(&c, "qcs");
	cc_add(&c, archive);
	for (size_t i = 0; i < j->objects.n; i++)
		if (*j->objects.item[i] != '-')
			cc_add(&c, j->objects.item[i]);
	return cc_job_run(j, &c);
}

static int link_all(struct cc_job *j)
{
	struct cc_list c = {0};
	int rc;

	if (j->args.archive)
		return archive_all(j);
	rc = link_device(j);
	if (rc || j->args.device_link)
		return rc;
	cc_add(&c, j->places.clang);
	cc_add_all(&c, &j->args.link);
	cc_add_all(&c, &j->objects);
	cc_add(&c, cc_format("-L%s", j->places.lib));
	cc_add(&c, "-lphotofinish");
	cc_add(&c, cc_format("-Wl,-rpath,%s", j->places.lib));
	cc_add(&c, "-lm");
	cc_add(&c, "-o");
	cc_add(&c, linked_name(&j->args));
	return cc_job_run(j, &c);
}

/* Everything that needs the temporary directory. Signals that would end us wait until it
 * is removed; clang gets them itself when they come from the terminal. */
static int build(struct cc_job *j)
{
	sigset_t end, before;
	int rc;

	sigemptyset(&end);
	sigaddset(&end, SIGINT);
	sigaddset(&end, SIGTERM);
	sigaddset(&end, SIGHUP);
	sigaddset(&end, SIGPIPE); /* of who reads our messages */
	sigprocmask(SIG_BLOCK, &end, &before);
	if (cc_temp_make(&j->places, &j->diag)) {
		rc = -1;
	} else {
		rc = cc_job_compile(j);
		if (!rc && !j->args.compile_only && !j->args.preprocess)
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

static void tell_cache(const struct cc_job *j)
{
	const struct cache *c = &j->cache;

	if (j->args.verbose)
		fprintf(stderr, "photofinish cc: cache: %s%s%s\n", c->folder ? c->folder : "none: ",
			c->folder && c->why ? ", read only: " : "", c->why ? c->why : "");
}

int cc_main(int argc, char **argv)
{
	struct cc_job j = {0};
	int rc = OPTIONS_EXIT_USAGE;

	if (cc_args_parse(&j.args, argc, argv, &j.diag))
		goto out;
	if (j.args.help) {
		fputs(help_text, stdout);
		cc_args_free(&j.args);
		return fflush(stdout) ? OPTIONS_EXIT_USAGE : 0;
	}
	if (check_outputs(&j.args, &j.diag) || cc_places_find(&j.places, &j.diag))
		goto out;
	cache_open(&j.cache, true);
	tell_cache(&j);
	if (cc_clang_check(&j.places, &j.cache, j.args.verbose, &j.clang_id, &j.diag))
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
