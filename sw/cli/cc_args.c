/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/mem.h"
#include "cc.h"

/* What an option means to us. The value is taken from "NAME=VALUE", or from the next
 * argument (JOINED: also from "NAMEVALUE"). */
enum action {
	OUTPUT,
	ARCH,
	GENCODE,
	COMPILE,
	VERBOSE,
	KEEP,
	PTX,
	DEVICE_ONLY,
	HELP,
	STD,
	OPTIMISE,
	DEBUG,
	IGNORE,       /* harmless here; no value */
	IGNORE_VALUE, /* with a value */
	NOTE,         /* ignored, and said so */
	BOTH_VALUE,   /* device and host compile, with its value */
	HOST_LIST,    /* comma list for the host compiler */
	HOST,         /* host compile only */
	HOST_LINK,    /* host compile and link */
	LINK,
	LINK_VALUE,
	LIBRARY,
	LINK_LIST,
	WARNINGS_OFF,
	RDC,
	RELOCATABLE,
	DEVICE_C,
	DEVICE_LINK,
	ARCHIVE,
	PREPROCESS,
	FMAD,
	LANGUAGE,
	PASS, /* as it is, to both compilers */
	REFUSE
};

enum match { EXACT, VALUE, JOINED, PREFIX };

enum { FIRST_ARCH = 10, OLDEST_ARCH = 60 };

static const struct option {
	const char *name;
	enum match match;
	enum action action;
	const char *why; /* REFUSE, NOTE: the reason */
} options[] = {
	{"-o", JOINED, OUTPUT, NULL},
	{"--output-file", VALUE, OUTPUT, NULL},
	{"-c", EXACT, COMPILE, NULL},
	{"--compile", EXACT, COMPILE, NULL},
	{"--arch", VALUE, ARCH, NULL},
	{"-arch", VALUE, ARCH, NULL},
	{"--gpu-architecture", VALUE, ARCH, NULL},
	{"--cuda-gpu-arch", VALUE, ARCH, NULL},
	{"-gencode", VALUE, GENCODE, NULL},
	{"--generate-code", VALUE, GENCODE, NULL},
	{"-code", VALUE, IGNORE_VALUE, NULL},
	{"--gpu-code", VALUE, IGNORE_VALUE, NULL},
	{"-v", EXACT, VERBOSE, NULL},
	{"--verbose", EXACT, VERBOSE, NULL},
	{"--keep", EXACT, KEEP, NULL},
	{"-keep", EXACT, KEEP, NULL},
	{"--ptx", EXACT, PTX, NULL},
	{"-ptx", EXACT, DEVICE_ONLY, NULL},
	{"-cubin", EXACT, DEVICE_ONLY, NULL},
	{"--cubin", EXACT, DEVICE_ONLY, NULL},
	{"-fatbin", EXACT, DEVICE_ONLY, NULL},
	{"--fatbin", EXACT, DEVICE_ONLY, NULL},
	{"--help", EXACT, HELP, NULL},
	{"-h", EXACT, HELP, NULL},
	{"-std", VALUE, STD, NULL},
	{"--std", VALUE, STD, NULL},
	{"-O", PREFIX, OPTIMISE, NULL},
	{"--optimize", VALUE, IGNORE_VALUE, NULL},

	{"-lineinfo", EXACT, IGNORE, NULL},
	{"--generate-line-info", EXACT, IGNORE, NULL},
	{"-G", EXACT, DEBUG, NULL},
	{"--device-debug", EXACT, DEBUG, NULL},
	{"--expt-relaxed-constexpr", EXACT, IGNORE, NULL},
	{"-expt-relaxed-constexpr", EXACT, IGNORE, NULL},
	{"--expt-extended-lambda", EXACT, IGNORE, NULL},
	{"-expt-extended-lambda", EXACT, IGNORE, NULL},
	{"--extended-lambda", EXACT, IGNORE, NULL},
	{"-extended-lambda", EXACT, IGNORE, NULL},
	{"-m64", EXACT, IGNORE, NULL},
	{"--machine", VALUE, IGNORE_VALUE, NULL},
	{"-res-usage", EXACT, IGNORE, NULL},
	{"--resource-usage", EXACT, IGNORE, NULL},
	{"--restrict", EXACT, IGNORE, NULL},
	{"-restrict", EXACT, IGNORE, NULL},
	{"--compiler-bindir", VALUE, IGNORE_VALUE, NULL},
	{"-ccbin", VALUE, IGNORE_VALUE, NULL},
	{"--maxrregcount", VALUE, IGNORE_VALUE, NULL},
	{"-maxrregcount", VALUE, IGNORE_VALUE, NULL},
	{"--cudart", VALUE, IGNORE_VALUE, NULL},
	{"-cudart", VALUE, IGNORE_VALUE, NULL},
	{"--ptxas-options", VALUE, IGNORE_VALUE, NULL},
	{"-Xptxas", VALUE, IGNORE_VALUE, NULL},
	{"-Xfatbin", VALUE, IGNORE_VALUE, NULL},
	{"-Xnvlink", VALUE, IGNORE_VALUE, NULL},
	{"-Xcudafe", VALUE, IGNORE_VALUE, NULL},
	{"--threads", VALUE, IGNORE_VALUE, NULL},
	{"-ftz", VALUE, IGNORE_VALUE, NULL},
	{"--ftz", VALUE, IGNORE_VALUE, NULL},
	{"-prec-div", VALUE, IGNORE_VALUE, NULL},
	{"--prec-div", VALUE, IGNORE_VALUE, NULL},
	{"-prec-sqrt", VALUE, IGNORE_VALUE, NULL},
	{"--prec-sqrt", VALUE, IGNORE_VALUE, NULL},
	{"-use_fast_math", EXACT, NOTE, "results stay IEEE-rounded"},
	{"--use_fast_math", EXACT, NOTE, "results stay IEEE-rounded"},

	{"-fmad", VALUE, FMAD, NULL},
	{"--fmad", VALUE, FMAD, NULL},
	{"-rdc", VALUE, RDC, NULL},
	{"--relocatable-device-code", VALUE, RDC, NULL},
	{"-w", EXACT, WARNINGS_OFF, NULL},
	{"--disable-warnings", EXACT, WARNINGS_OFF, NULL},
	{"-x", VALUE, LANGUAGE, NULL},

	{"-D", JOINED, BOTH_VALUE, NULL},
	{"-U", JOINED, BOTH_VALUE, NULL},
	{"-I", JOINED, BOTH_VALUE, NULL},
	{"-include", VALUE, BOTH_VALUE, NULL},
	{"-isystem", VALUE, BOTH_VALUE, NULL},
	{"-iquote", VALUE, BOTH_VALUE, NULL},
	{"-idirafter", VALUE, BOTH_VALUE, NULL},
	{"-Xclang", VALUE, BOTH_VALUE, NULL},
	{"-mllvm", VALUE, BOTH_VALUE, NULL},
	{"-Xcompiler", VALUE, HOST_LIST, NULL},
	{"--compiler-options", VALUE, HOST_LIST, NULL},
	{"-MF", JOINED, HOST, NULL},
	{"-MT", JOINED, HOST, NULL},
	{"-MQ", JOINED, HOST, NULL},
	{"-MD", EXACT, HOST, NULL},
	{"-MMD", EXACT, HOST, NULL},
	{"-MP", EXACT, HOST, NULL},

	{"-L", JOINED, LINK_VALUE, NULL},
	{"-lib", EXACT, ARCHIVE, NULL}, /* ahead of -l */
	{"-l", JOINED, LIBRARY, NULL},
	{"-Xlinker", VALUE, LINK_LIST, NULL},
	{"-Wl,", PREFIX, LINK, NULL},
	{"-shared", EXACT, LINK, NULL},
	{"--shared", EXACT, LINK, NULL},
	{"-rdynamic", EXACT, LINK, NULL},
	{"-no-pie", EXACT, LINK, NULL},
	{"-s", EXACT, LINK, NULL},
	{"-pthread", EXACT, HOST_LINK, NULL},
	{"-pg", EXACT, HOST_LINK, NULL},
	{"-fopenmp", PREFIX, HOST_LINK, NULL},
	{"-fsanitize", PREFIX, HOST_LINK, NULL},
	{"-g", PREFIX, HOST, NULL},

	{"-dc", EXACT, DEVICE_C, NULL},
	{"--device-c", EXACT, DEVICE_C, NULL},
	{"-dw", EXACT, COMPILE, NULL},
	{"-dlink", EXACT, DEVICE_LINK, NULL},
	{"--device-link", EXACT, DEVICE_LINK, NULL},
	{"-fgpu-rdc", EXACT, RELOCATABLE, NULL},
	{"-m32", EXACT, REFUSE, "programs are 64-bit"},
	{"--lib", EXACT, ARCHIVE, NULL},
	{"-run", EXACT, REFUSE, "use `photofinish run`"},
	{"--run", EXACT, REFUSE, "use `photofinish run`"},
	{"-E", EXACT, PREPROCESS, NULL},
	{"-S", EXACT, REFUSE, "only programs and objects are made; -v shows clang's commands"},
	{"-M", EXACT, PREPROCESS, NULL},
	{"-MM", EXACT, PREPROCESS, NULL},
	{"-static", EXACT, REFUSE, "programs load libphotofinish.so"},
	{"-", PREFIX, PASS, NULL},
};

struct parser {
	struct cc_args *a;
	int argc, at;
	char **argv;
	struct diag *diag;
	enum cc_kind language; /* -x; CC_OBJECT: by suffix */
};

const char *cc_base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

const char *cc_args_refused(size_t i, const char **why)
{
	for (size_t k = 0; k < sizeof(options) / sizeof(options[0]); k++) {
		if (options[k].action != REFUSE || i--)
			continue;
		*why = options[k].why;
		return options[k].name;
	}
	return NULL;
}

void cc_args_free(struct cc_args *a)
{
	free(a->both.item);
	free(a->device.item);
	free(a->host.item);
	free(a->link.item);
	free(a->archs.item);
	free(a->input);
}

static void add_input(struct cc_args *a, enum cc_kind kind, const char *path)
{
	a->input = mem_grow(a->input, &a->cap, a->n, sizeof(*a->input));
	a->input[a->n++] = (struct cc_input){kind, path};
}

/* Does arg match o? Then *value is what is joined to the name, NULL when nothing is. */
static bool matches(const struct option *o, const char *arg, const char **value)
{
	size_t n = strlen(o->name);

	*value = NULL;
	if (strncmp(arg, o->name, n) != 0)
		return false;
	if (o->match == PREFIX || !arg[n])
		return true;
	if (o->match == EXACT)
		return false;
	if (o->match == JOINED) {
		*value = arg + n;
		return true;
	}
	*value = arg + n + 1;
	return arg[n] == '=';
}

/* Each comma-separated part goes to the host compiler and, if the linker cares, to it. */
static void add_host_list(struct cc_args *a, const char *list)
{
	char *copy = mem_strdup(list), *save = NULL;

	for (char *s = strtok_r(copy, ",", &save); s; s = strtok_r(NULL, ",", &save)) {
		cc_add(&a->host, s);
		if (!strncmp(s, "-fopenmp", 8) || !strncmp(s, "-fsanitize", 10) ||
		    !strcmp(s, "-pthread"))
			cc_add(&a->link, s);
	}
}

int cc_arch_nearest(int number)
{
	static const int known[] = {90, 89, 87, 86, 80, 75, 72, 70, 62, 61};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (number >= known[i])
			return known[i];
	return OLDEST_ARCH;
}

/* Number in sm_70, compute_70, 70; 0 when it is none of these. */
static int arch_number(const char *s)
{
	const char *digits = s;

	if (!strncmp(s, "sm_", 3))
		digits = s + 3;
	else if (!strncmp(s, "compute_", 8))
		digits = s + 8;
	return digits[0] && strspn(digits, "0123456789") == strlen(digits) ? atoi(digits) : 0;
}

/* sm_70, compute_70, 70 -> "sm_70"; NULL when not one of ours. */
static const char *arch_name(const char *s)
{
	const int number = arch_number(s);

	return number && cc_arch_nearest(number) == number ? cc_format("sm_%d", number) : NULL;
}

/* What CUDA had before the oldest of ours: old makefiles name it. NULL when it is none of these. */
static const char *old_arch_name(const char *s)
{
	const int number = arch_number(s);

	if (number < FIRST_ARCH || number >= OLDEST_ARCH)
		return NULL;
	fprintf(stderr, "photofinish cc: note: %s is taken as sm_%d\n", s, OLDEST_ARCH);
	return cc_format("sm_%d", OLDEST_ARCH);
}

static int refuse_arch(struct diag *diag, const char *value)
{
	return diag_set(diag, NULL, 0,
			"architecture '%s' is not supported: sm_60 61 62 70 72 75 80 86 87 89 90",
			value);
}

static int set_arch(struct parser *p, const char *value)
{
	p->a->arch = arch_name(value);
	if (!p->a->arch)
		p->a->arch = old_arch_name(value);
	return p->a->arch ? 0 : refuse_arch(p->diag, value);
}

/* arch=compute_70,code=sm_70 or code="sm_70,compute_70" */
static int add_gencode(struct parser *p, const char *value)
{
	const char *s = strstr(value, "arch=");
	size_t n;

	if (!s)
		return diag_set(p->diag, NULL, 0, "-gencode '%s' names no architecture", value);
	s += 5;
	n = strcspn(s, ",");
	cc_add(&p->a->archs, cc_format("%.*s", (int)n, s));
	return 0;
}

/* Several -gencode: sm_70 if it is among them, else the first that we know. */
static int choose_arch(struct cc_args *a, struct diag *diag)
{
	for (size_t i = 0; i < a->archs.n && !a->arch; i++) {
		const char *name = arch_name(a->archs.item[i]);

		if (name && !strcmp(name, "sm_70"))
			a->arch = name;
	}
	for (size_t i = 0; i < a->archs.n && !a->arch; i++)
		a->arch = arch_name(a->archs.item[i]);
	if (!a->arch && a->archs.n)
		a->arch = old_arch_name(a->archs.item[0]);
	if (!a->arch && a->archs.n)
		return refuse_arch(diag, a->archs.item[0]);
	if (!a->arch)
		a->arch = "sm_70";
	return 0;
}

static int set_language(struct parser *p, const char *value)
{
	static const struct {
		const char *name;
		enum cc_kind kind;
	} languages[] = {{"cu", CC_CUDA},
			 {"cuda", CC_CUDA},
			 {"c++", CC_CXX},
			 {"c", CC_C},
			 {"none", CC_OBJECT}};

	for (size_t i = 0; i < sizeof(languages) / sizeof(languages[0]); i++)
		if (!strcmp(value, languages[i].name)) {
			p->language = languages[i].kind;
			return 0;
		}
	return diag_set(p->diag, NULL, 0, "-x %s: only cu, c++, c and none", value);
}

/* Our library is linked anyway, and is all of these. */
static bool is_link_drop(const char *library)
{
	static const char *const ours[] = {"cudart", "cudart_static", "cudadevrt",
					   "cuda",   "nvrtc",         "nvJitLink",
					   "curand", "curand_static", "culibos"};

	for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
		if (!strcmp(library, ours[i]))
			return true;
	return false;
}

/* Options whose value matters to us alone. */
static int act_own(struct parser *p, enum action action, const char *arg, const char *value)
{
	struct cc_args *a = p->a;

	switch (action) {
	case OUTPUT: a->output = value; break;
	case ARCH: return set_arch(p, value);
	case GENCODE: return add_gencode(p, value);
	case COMPILE: a->compile_only = true; break;
	case VERBOSE: a->verbose = true; break;
	case KEEP: a->keep = true; break;
	case PTX: a->ptx = true; break;
	case DEVICE_ONLY:
		a->device_only = cc_format(".%s", arg + strspn(arg, "-"));
		a->compile_only = true;
		break;
	case HELP: a->help = true; break;
	case OPTIMISE: a->optimise = arg; break;
	case DEBUG: a->debug = true; break;
	case LANGUAGE: return set_language(p, value);
	case WARNINGS_OFF: cc_add(&a->both, "-w"); break;
	case STD: cc_add(&a->both, cc_format("-std=%s", value)); break;
	case FMAD:
		if (!strcmp(value, "false"))
			cc_add(&a->device, "-ffp-contract=off");
		break;
	case RDC: a->relocatable = strcmp(value, "false") != 0; break;
	case RELOCATABLE: a->relocatable = true; break;
	case DEVICE_C: a->relocatable = a->compile_only = true; break;
	case DEVICE_LINK: a->device_link = true; break;
	case ARCHIVE: a->archive = true; break;
	case PREPROCESS: a->preprocess = arg; break;
	default: break;
	}
	return 0;
}

/* Options that are clang's. */
static void act_pass(struct parser *p, const struct option *o, const char *arg, const char *value)
{
	struct cc_args *a = p->a;
	const char *whole = o->match == JOINED && value ? cc_format("%s%s", o->name, value) : arg;

	switch (o->action) {
	case BOTH_VALUE:
		if (o->match == JOINED) {
			cc_add(&a->both, whole);
			break;
		}
		cc_add(&a->both, o->name);
		cc_add(&a->both, value);
		break;
	case HOST_LIST: add_host_list(a, value); break;
	case HOST: cc_add(&a->host, whole); break;
	case HOST_LINK:
		cc_add(&a->host, arg);
		cc_add(&a->link, arg);
		break;
	case LINK: cc_add(&a->link, !strcmp(arg, "--shared") ? "-shared" : arg); break;
	case LINK_VALUE: cc_add(&a->link, whole); break;
	case LINK_LIST: add_input(a, CC_LINK_FLAG, cc_format("-Wl,%s", value)); break;
	case LIBRARY:
		if (!is_link_drop(value))
			add_input(a, CC_LINK_FLAG, whole);
		break;
	case PASS:
		/* -march=native and its like are the host's */
		cc_add(!strncmp(arg, "-m", 2) ? &a->host : &a->both, arg);
		break;
	default: break;
	}
}

static bool takes_value(const struct option *o)
{
	return o->match == VALUE || o->match == JOINED;
}

bool cc_args_knows(const char *arg, bool *value)
{
	const struct option *o = options;
	const char *joined;

	while (!matches(o, arg, &joined))
		o++;
	*value = takes_value(o) && !joined;
	return o->action != PASS;
}

static int parse_option(struct parser *p, const char *arg)
{
	const struct option *o = options;
	const char *value;

	while (!matches(o, arg, &value))
		o++; /* the last one matches every option */
	if (takes_value(o) && !value) {
		if (p->at + 1 >= p->argc)
			return diag_set(p->diag, NULL, 0, "%s needs a value", arg);
		value = p->argv[++p->at];
	}
	if (o->action == REFUSE)
		return diag_set(p->diag, NULL, 0, "%s is not supported: %s", arg, o->why);
	if (o->action == NOTE)
		fprintf(stderr, "photofinish cc: note: %s is ignored: %s\n", arg, o->why);
	if (o->action == OPTIMISE && strlen(arg) > 3)
		return diag_set(p->diag, NULL, 0, "%s: -O0 to -O3, -Os, -Oz or -Og", arg);
	act_pass(p, o, arg, value);
	return act_own(p, o->action, arg, value);
}

static int kind_of(const char *path, enum cc_kind *kind)
{
	static const struct {
		const char *suffix;
		enum cc_kind kind;
	} kinds[] = {{".cu", CC_CUDA},   {".cpp", CC_CXX},   {".cc", CC_CXX},   {".cxx", CC_CXX},
		     {".C", CC_CXX},     {".c", CC_C},       {".o", CC_OBJECT}, {".a", CC_OBJECT},
		     {".so", CC_OBJECT}, {".obj", CC_OBJECT}};
	const char *dot = strrchr(cc_base_name(path), '.');

	for (size_t i = 0; dot && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(dot, kinds[i].suffix)) {
			*kind = kinds[i].kind;
			return 0;
		}
	return -1;
}

static int parse_input(struct parser *p, const char *path)
{
	enum cc_kind kind = p->language;
	struct stat st;

	if (kind == CC_OBJECT && kind_of(path, &kind))
		return diag_set(
			p->diag, path, 0,
			"not a kind of file that is compiled: .cu .cpp .cc .cxx .c .o .a .so");
	if (stat(path, &st) || access(path, R_OK))
		return diag_set(p->diag, path, 0, "%s", strerror(errno));
	if (S_ISDIR(st.st_mode))
		return diag_set(p->diag, path, 0, "is a directory");
	add_input(p->a, kind, path);
	return 0;
}

int cc_args_parse(struct cc_args *a, int argc, char **argv, struct diag *diag)
{
	struct parser p = {a, argc, 1, argv, diag, CC_OBJECT};

	for (; p.at < argc; p.at++) {
		const char *arg = argv[p.at];
		int rc;

		if (arg[0] == '-' && arg[1])
			rc = parse_option(&p, arg);
		else
			rc = parse_input(&p, arg);
		if (rc)
			return -1;
		if (a->help)
			return 0;
	}
	return choose_arch(a, diag);
}
