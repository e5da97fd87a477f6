/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nvcc.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "../base/version.h"
#include "../session/options.h"
#include "cc.h"

/* The release whose command line this is: what configure scripts and CMake ask for. */
#define RELEASE_MAJOR "12"
#define RELEASE_MINOR "4"
#define RELEASE       RELEASE_MAJOR "." RELEASE_MINOR

/* Files with options may name others; a file that names itself ends here. */
#define MAX_FILE_DEPTH 8

enum action {
	ARCH,
	GENCODE,
	DROP,
	HOST_LEVEL,
	OUTPUT_DIR,
	FILE_OF_OPTIONS,
	DRY,
	VERSION,
	VERBOSE,
	FORWARD,
	FORWARD_LINK,
	PTX_ONLY,
	INTERMEDIATE,
	MACHINE,
	STREAM,
	LIST_ARCH, /* as: what stands ahead of the number */
	AS         /* as, with the value behind it in the same word */
};

static const struct option {
	const char *name;
	bool value;
	enum action action;
	const char *as;
} options[] = {
#define OPTION(name, value, action, as) {name, value, action, as},
#include "nvcc_options.def"
};

struct nvcc {
	struct cc_list in, out, arch;
	const char *odir, *source;
	bool dry, version, verbose, compile_only, output;
	const char *list;    /* ask for architectures */
	const char *unknown; /* NULL, or from here on what an option that is not known gets ahead */
	struct diag diag;
};

static const struct option *find(const char *arg, const char **value)
{
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		const struct option *o = &options[i];
		size_t n = strlen(o->name);

		*value = NULL;
		if (strncmp(arg, o->name, n) != 0)
			continue;
		if (!arg[n])
			return o;
		if (o->value && arg[n] == '=') {
			*value = arg + n + 1;
			return o;
		}
		if (!o->as && o->value && n == 2 && isdigit((unsigned char)arg[n])) { /* -O3, -t0 */
			*value = arg + n;
			return o;
		}
	}
	return NULL;
}

/* Words of a file with options, parted by blanks; quotes keep blanks in a word. */
static void add_words(struct cc_list *l, char *s)
{
	while (*s) {
		char *word, *to, quote = 0;

		s += strspn(s, " \t\r\n");
		if (!*s)
			break;
		for (word = to = s; *s && (quote || !isspace((unsigned char)*s)); s++) {
			if (quote ? *s == quote : *s == '"' || *s == '\'')
				quote = quote ? 0 : *s;
			else
				*to++ = *s;
		}
		s += *s != '\0';
		*to = '\0';
		cc_add(l, word);
	}
}

static int read_words(struct nvcc *n, const char *path, struct cc_list *words)
{
	FILE *f = fopen(path, "r");
	size_t size;

	if (!f)
		return diag_set(&n->diag, path, 0, "%s", strerror(errno));
	add_words(words, cc_read_all(f, &size)); /* the words stay until the process ends */
	fclose(f);
	return 0;
}

/* Number in sm_70, compute_70, lto_70, sm_90a; -1 when there is none. */
static int number_of(const char *arch, size_t length)
{
	size_t i = 0;

	while (i < length && !isdigit((unsigned char)arch[i]))
		i++;
	return i < length ? atoi(arch + i) : -1;
}

/* Those that are ours as they are win; else the last one that was named, with a note. */
static int choose_arch(struct nvcc *n)
{
	const char *instead = NULL;
	int at = 0;
	bool ours = false;

	for (size_t i = 0; i < n->arch.n; i++) {
		const char *s = n->arch.item[i];
		int number = number_of(s, strcspn(s, ","));

		if (number < 0 && strcmp(s, "native") != 0 && strncmp(s, "all", 3) != 0)
			return diag_set(&n->diag, NULL, 0, "'%s' is no architecture", s);
		if (number < 0)
			number = 70;
		if (cc_arch_nearest(number) == number) {
			cc_add(&n->out, "-gencode");
			cc_add(&n->out, cc_format("arch=sm_%d", number));
			ours = true;
		} else {
			instead = s;
			at = cc_arch_nearest(number);
		}
	}
	if (!ours && instead) {
		fprintf(stderr, "nvcc (photofinish): note: %.*s is taken as sm_%d\n",
			(int)strcspn(instead, ","), instead, at);
		cc_add(&n->out, cc_format("--arch=sm_%d", at));
	}
	return 0;
}

static int take(struct nvcc *n, const struct option *o, const char *value)
{
	const char *arch;

	switch (o->action) {
	case ARCH: cc_add(&n->arch, value); break;
	case GENCODE:
		arch = strstr(value, "arch=");
		if (!arch)
			return diag_set(&n->diag, NULL, 0, "-gencode '%s' names no architecture",
					value);
		cc_add(&n->arch, arch + strlen("arch="));
		break;
	case HOST_LEVEL: /* nvcc's -O is the host compiler's */
		cc_add(&n->out, "-Xcompiler");
		cc_add(&n->out, cc_format("-O%s", value));
		break;
	case OUTPUT_DIR: n->odir = value; break;
	case DRY: n->dry = true; break;
	case VERSION: n->version = true; break;
	case VERBOSE: n->verbose = true; break;
	case FORWARD: n->unknown = "-Xcompiler"; break;
	case FORWARD_LINK: n->unknown = "-Xlinker"; break;
	case LIST_ARCH: n->list = o->as; break;
	case AS: cc_add(&n->out, cc_format("%s%s", o->as, value ? value : "")); break;
	case STREAM: /* work happens in call order in either */
		if (!strcmp(value, "per-thread"))
			cc_add(&n->out, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM");
		else if (strcmp(value, "legacy") != 0 && strcmp(value, "null") != 0)
			return diag_set(&n->diag, NULL, 0, "%s %s: legacy, null or per-thread",
					o->name, value);
		break;
	case MACHINE:
		if (strcmp(value, "64") != 0)
			return diag_set(&n->diag, NULL, 0, "%s %s: programs are 64-bit", o->name,
					value);
		break;
	case PTX_ONLY: cc_add(&n->out, "-ptx"); break;
	case INTERMEDIATE:
		fprintf(stderr,
			"nvcc (photofinish): note: %s: the source is compiled, but there is "
			"no .cu.cpp.ii to write\n",
			o->name);
		cc_add(&n->out, "-ptx");
		cc_add(&n->out, "-o");
		cc_add(&n->out, "/dev/null");
		n->output = true;
		break;
	default: break;
	}
	return 0;
}

/* An option that cc has, with its value; or a file. */
static int pass(struct nvcc *n, const struct cc_list *in, size_t *at)
{
	const char *arg = in->item[*at];
	bool value = false;

	if (arg[0] == '-' && !cc_args_knows(arg, &value)) {
		if (n->unknown) {
			cc_add(&n->out, cc_format("%s=%s", n->unknown, arg));
			return 0;
		}
		return diag_set(&n->diag, NULL, 0, "unknown option '%s'", arg);
	}
	if (!strcmp(arg, "-lgomp"))
		arg = "-fopenmp"; /* clang's objects need clang's, which serves gcc's, too */
	if (arg[0] != '-')
		n->source = arg;
	n->compile_only |= !strcmp(arg, "-c") || !strcmp(arg, "--compile");
	n->output |= !strncmp(arg, "-o", 2) || !strncmp(arg, "--output-file", 13);
	cc_add(&n->out, arg);
	if (!value)
		return 0;
	if (*at + 1 >= in->n)
		return diag_set(&n->diag, NULL, 0, "%s needs a value", arg);
	cc_add(&n->out, in->item[++*at]);
	return 0;
}

static int translate(struct nvcc *n, const struct cc_list *in, unsigned depth)
{
	for (size_t at = 0; at < in->n; at++) {
		const char *arg = in->item[at], *value;
		const struct option *o = find(arg, &value);
		struct cc_list words = {0};

		if (!o) {
			if (pass(n, in, &at))
				return -1;
			continue;
		}
		if (o->value && !value) {
			if (at + 1 >= in->n)
				return diag_set(&n->diag, NULL, 0, "%s needs a value", arg);
			value = in->item[++at];
		}
		if (o->action != FILE_OF_OPTIONS) {
			if (take(n, o, value))
				return -1;
			continue;
		}
		if (depth >= MAX_FILE_DEPTH)
			return diag_set(&n->diag, value, 0, "too many files within files");
		if (read_words(n, value, &words) || translate(n, &words, depth + 1))
			return -1;
	}
	return 0;
}

static const char *home_of(const struct cc_places *p)
{
	const char *const at[] = {cc_format("%s/cuda", p->lib), cc_format("%s/../cuda", p->lib)};

	for (size_t i = 0; i < 2; i++) {
		char *home = realpath(at[i], NULL);

		if (home)
			return home;
	}
	return NULL;
}

static const char *find_home(struct cc_places *p, struct diag *diag)
{
	const char *home = cc_places_find(p, diag) ? NULL : home_of(p);

	if (!home && !*diag->text)
		diag_set(diag, NULL, 0, "the folder cuda is missing beside %s", p->lib);
	return home;
}

int nvcc_print_home(void)
{
	struct cc_places p = {0};
	struct diag diag = {0};
	const char *home = find_home(&p, &diag);

	if (!home) {
		fprintf(stderr, VERSION_NAME ": %s\n", diag.text);
		return OPTIONS_EXIT_USAGE;
	}
	puts(home);
	return fflush(stdout) ? OPTIONS_EXIT_USAGE : 0;
}

/* CMake reads these lines, and looks for LIBRARIES in the command that links. */
static int print_places(struct nvcc *n)
{
	struct cc_places p = {0};
	const char *home = find_home(&p, &n->diag), *path = getenv("PATH");

	if (!home)
		return -1;
	fprintf(stderr, "#$ TOP=%s\n#$ PATH=%s/bin:%s\n", home, home, path ? path : "");
	fprintf(stderr, "#$ INCLUDES=\"-I%s/include\"\n", home);
	fprintf(stderr, "#$ LIBRARIES=-L%s -lphotofinish\n", p.lib);
	fprintf(stderr, "#$ ARCH=-arch compute_70\n");
	/* in the command that links, too: CMake's own links then find -lcudart_static */
	cc_add(&n->out, cc_format("-L%s/lib64", home));
	return 0;
}

static int print_version(void)
{
	puts("photofinish's nvcc, in the place of nvcc: NVIDIA (R) Cuda compiler driver");
	puts("Not NVIDIA's: " VERSION_NAME " " VERSION_TEXT ", which answers as this release:");
	puts("Cuda compilation tools, release " RELEASE ", V" RELEASE ".0");
	return fflush(stdout) ? OPTIONS_EXIT_USAGE : 0;
}

static int print_archs(const char *prefix)
{
	enum { FIRST = 60, LAST = 90 };

	for (int number = FIRST; number <= LAST; number++)
		if (cc_arch_nearest(number) == number)
			printf("%s%d\n", prefix, number);
	return fflush(stdout) ? OPTIONS_EXIT_USAGE : 0;
}

static int finish(struct nvcc *n)
{
	if (choose_arch(n))
		return -1;
	if (n->odir && n->compile_only && !n->output && n->source) {
		const char *base = cc_base_name(n->source), *dot = strrchr(base, '.');
		const int stem = dot ? (int)(dot - base) : (int)strlen(base);

		cc_add(&n->out, "-o");
		cc_add(&n->out, cc_format("%s/%.*s.o", n->odir, stem, base));
	}
	if (n->verbose)
		cc_add(&n->out, "-v");
	return n->verbose ? print_places(n) : 0;
}

int nvcc_main(int argc, char **argv)
{
	static const char *const first[] = {
		"cc", "-D__NVCC__", "-D__CUDACC_VER_MAJOR__=" RELEASE_MAJOR,
		"-D__CUDACC_VER_MINOR__=" RELEASE_MINOR, "-D__CUDACC_VER_BUILD__=0"};
	struct nvcc n = {0};

	for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); i++)
		cc_add(&n.out, first[i]);
	for (int i = 1; i < argc; i++)
		cc_add(&n.in, argv[i]);
	if (translate(&n, &n.in, 0))
		goto wrong;
	if (n.version)
		return print_version();
	if (n.list)
		return print_archs(n.list);
	if (finish(&n))
		goto wrong;
	if (n.dry) {
		fprintf(stderr, "#$ " VERSION_NAME);
		for (size_t i = 0; i < n.out.n; i++)
			fprintf(stderr, " \"%s\"", n.out.item[i]);
		fputc('\n', stderr);
		return 0;
	}
	/* cc takes char ** for main()'s sake; it does not write */
	return cc_main((int)n.out.n, (char **)(uintptr_t)n.out.item);
wrong:
	fprintf(stderr, "nvcc (photofinish): %s\n", n.diag.text);
	return OPTIONS_EXIT_USAGE;
}
