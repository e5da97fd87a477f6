/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc: the subcommand that compiles CUDA programs, by clang and our headers.
 *
 *   cc_args.c   command line, clang's and nvcc's spellings -> struct cc_args
 *   cc.c        compilations and the link, in the temporary directory
 *   cc_compile.c one clang for the device, one for the host
 *   cc_pass.c   one run of a compiler, beside another
 *   cc_plain.c  sources without device code
 *   cc_pch.c    our header precompiled; cc_result.c what was compiled before; cache.c where it lies
 *   cc_depend.c files that a source is made of
 *   cc_clang.c  versions of clang that are right
 *   cc_link.c   relocatable device code: into an object, and out of all of them
 *   cc_tools.c  places, temporary directory, running a command
 *   cc_crash.c  one line instead of clang's stack dump
 *   cc_spaced.c launches whose brackets stand apart
 *   cc_spell.c  what nvcc spells otherwise
 *   cc_launch.c launches by device code
 *   cc_thrust.c algorithms of Thrust in device code
 *   cc_shared.c __shared__ variables of a class that clang would have to construct
 *   cc_refused.c one line instead of clang's errors about what we have not
 *   cc_origin.c what the PTX says of its making: version, files
 *   cc_check.c  the PTX is parsed and lowered, so that refusals come at compile time
 */
#ifndef CC_H
#define CC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "../base/diag.h"
#include "cache.h"

int cc_main(int argc, char **argv);

/* A growing list of borrowed strings, always ended by NULL (as execv() wants it). */
struct cc_list {
	const char **item;
	size_t n, cap;
};

void cc_add(struct cc_list *l, const char *s);
void cc_add_all(struct cc_list *l, const struct cc_list *more);
/* Formats into an allocated string, kept until the process ends. */
const char *cc_format(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

enum cc_kind { CC_CUDA, CC_CXX, CC_C, CC_OBJECT, CC_LINK_FLAG };

struct cc_input {
	enum cc_kind kind;
	const char *path; /* CC_LINK_FLAG: the flag, kept in its place among the objects */
};

struct cc_args {
	struct cc_input *input;
	size_t n, cap;
	struct cc_list both, device, host, link; /* flags for those steps; link: ahead of objects */
	struct cc_list archs;                    /* from -gencode; arch wins */
	const char *output, *arch;
	const char *optimise;    /* "-O3" or NULL */
	const char *device_only; /* suffix of the file that is PTX alone; NULL: an object */
	bool debug;              /* -G: device code at -O0 with full debug information */
	const char *preprocess;  /* -E, -M, -MM: text instead of objects */
	bool relocatable;        /* -dc, -rdc=true: device code that the link puts together */
	bool device_link;        /* -dlink: only that */
	bool archive;            /* -lib: objects into an archive */
	bool compile_only, verbose, keep, ptx, help;
};

/* Returns 0, or -1 with diag set when the command line is wrong. */
int cc_args_parse(struct cc_args *a, int argc, char **argv, struct diag *diag);
/* Is this option one of ours, and not only handed to clang as it is? *value: its value is the
 * next argument. */
bool cc_args_knows(const char *arg, bool *value);
/* The i-th option that is refused, and the reason; NULL behind the last one. */
const char *cc_args_refused(size_t i, const char **why);
void cc_args_free(struct cc_args *a);
const char *cc_base_name(const char *path);

/* The nearest architecture below (75 for 78) that we have; the oldest for older ones. */
int cc_arch_nearest(int number);

struct cc_places {
	const char *clang, *include, *lib, *lower, *temp;
};

/* Finds our headers and library from the executable's own path, and clang. 0 or -1. */
int cc_places_find(struct cc_places *p, struct diag *diag);
/* Makes (removes) the temporary directory p->temp. */
int cc_temp_make(struct cc_places *p, struct diag *diag);
void cc_temp_remove(const struct cc_places *p);

/* Runs a command and waits. Returns its exit status; -1 with diag set when it could not be
 * run or died of a signal. */
int cc_run(const struct cc_list *command, bool verbose, struct diag *diag);
/* The same, with the command's standard error in the file log. */
int cc_run_logged(const struct cc_list *command, bool verbose, const char *log, struct diag *diag);

/* Starts a command. log: a file for standard error, or NULL; out: a descriptor for standard output,
 * or -1. 0, or -1 with diag set. */
int cc_start(pid_t *pid, const struct cc_list *command, bool verbose, const char *log, int out,
	     struct diag *diag);
/* Waits for it: what cc_run() returns. */
int cc_wait(pid_t pid, const char *name, struct diag *diag);

/* Like cc_run(), with the first size - 1 bytes of the command's standard output in text, NUL ended.
 */
int cc_run_read(const struct cc_list *command, bool verbose, char *text, size_t size,
		struct diag *diag);

/* Refuses, by name and reason, a clang that is not among the supported versions. 0 or -1.
 * *id: which clang it is; NULL: only running it would tell. */
int cc_clang_check(const struct cc_places *p, const struct cache *cache, bool verbose,
		   const char **id, struct diag *diag);
/* The same of what clang answered to --version. */
int cc_clang_judge(const char *clang, const char *text, struct diag *diag);

/* Prints what clang wrote, of a crash only what came before it: then -1, diag says why it
 * crashed. Else 0. failed: clang's exit status was not 0. */
int cc_crash_report(char *text, const char *source, bool failed, struct diag *diag);

/* The end of a comment or of a literal that starts at s; s when there is none. */
char *cc_past_text(char *s);
/* A copy of C++ text in clang's spelling where nvcc's differs; NULL: it does not. The caller frees
 * it. Lines stay. */
char *cc_spell(char *text);
/* A copy of a header of Thrust in which dead calls of host functions are not device code; NULL: it
 * has none. The caller frees it. Lines stay. */
char *cc_thrust(char *text);
/* A copy of C++ text in which the __shared__ variable declared at that place is one that nothing
 * constructs or destroys; NULL: there is none that is understood. The caller frees it. Lines stay.
 */
char *cc_shared_unmade(char *text, unsigned line, unsigned column);
/* Joins the brackets of launches in C++ text, << < and >> >, in their place. Were there any? */
bool cc_spaced_join(char *text);
/* Where the >>> starts that ends a launch's configuration at s, ( behind it; NULL: nowhere. */
char *cc_launch_close(char *s);

/* Does clang's text say that device code launches kernels or calls CUDA's runtime? */
bool cc_launch_wanted(const char *log);
/* A copy of C++ text in which launches are calls, for the device's pass; NULL: there is none. The
 * caller frees it. */
char *cc_launch_device(char *text);
/* The text without the launch whose callee clang names so, or, in a macro, with it where device
 * code does not mind; *any: there was one. Frees or returns text. */
char *cc_launch_erase(char *text, unsigned line, unsigned column, bool *any);

/* What becomes of launches in the files that clang reads in our copies. */
enum cc_launches {
	CC_LAUNCHES_STAY,
	CC_LAUNCHES_DEVICE, /* all are calls */
	CC_LAUNCHES_HOST    /* those at which clang fails are taken out */
};

/* Of a failed compilation's text: a file for -ivfsoverlay, with which clang reads the files named
 * there with such launches joined; NULL: no file has one that is not joined yet. *s begins as NULL.
 */
struct cc_spaced;
const char *cc_spaced_overlay(struct cc_spaced **s, const struct cc_places *p, const char *log);
/* From now on: copies are written anew. NULL: there is none, and none for source (may be NULL). */
const char *cc_spaced_launches(struct cc_spaced **s, const struct cc_places *p,
			       enum cc_launches launches, const char *source);
void cc_spaced_free(struct cc_spaced *s);

/* Does clang's text say that a feature is missing which we know (refused.def)? Then -1, diag
 * names it and where. Else 0. */
int cc_refused_report(const char *text, const char *source, const struct cc_places *places,
		      struct diag *diag);

/* What distinguishes the device code of one compilation from that of all others: 16 hex digits.
 * nth: of the sources in the command. */
const char *cc_link_id(const struct cc_args *a, size_t nth);
/* The level that device code was made with, as cc_link_embed() notes it: "default", "-O2", ... */
const char *cc_link_level(const struct cc_args *a);
/* Puts bitcode into the object of the same source, for the device link. 0 or -1. */
int cc_link_embed(const struct cc_args *a, const char *id, const char *bitcode, const char *object,
		  struct diag *diag);

/* Relocatable device code of all objects, put together */
struct cc_linked {
	char arch[8], level[8];
	struct cc_list ids;
};

/* Reads the objects, archives and -l flags of a link and writes their device code to bitcode;
 * ids.n = 0: there is none. Returns 0, or the exit status of photofinish-lower, which has told
 * why; -1 with diag set. */
int cc_link_read(struct cc_linked *l, const struct cc_places *p, const struct cc_args *a,
		 const struct cc_list *objects, const char *bitcode, struct diag *diag);
/* Compiles the object that holds the PTX and takes the registrations of all units. */
int cc_link_stub(const struct cc_linked *l, const struct cc_places *p, const struct cc_args *a,
		 const char *ptx, const char *object, struct diag *diag);

/* The whole file, ended by a NUL that *size leaves out; to be freed. */
char *cc_read_all(FILE *f, size_t *size);

/* Ends the PTX in file with our version and the files that it was compiled from. 0 or -1. */
int cc_origin(const char *file, struct diag *diag);

/* Parses and lowers the PTX in file; appends the NUL that ends it in the program. source
 * names it in messages. 0 or -1. */
int cc_check(const char *file, const char *source, struct diag *diag);
struct ptx_var;
/* Where a variable is when nothing runs: somewhere. For simt_lower(). */
uint64_t cc_check_address(void *ctx, const struct ptx_var *v);

#endif
