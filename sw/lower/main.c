/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * photofinish-lower IN.bc OUT.ptx CPU FEATURES: what `photofinish cc` runs at its default level.
 * photofinish-lower --managed IN.bc OUT.bc: host code with __managed__ variables.
 * photofinish-lower --launches IN.bc OUT.bc: device code that launches kernels.
 * photofinish-lower --link OUT.bc OBJECT...: relocatable device code of several files (link.h).
 * Exit status 0; 1 wrong input, with clang's form of a message.
 */
#include "link.h"
#include "lower.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Error.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

/* Functions are put where they are called, and locals into registers: marked accesses stay. */
#define INLINE \
	"always-inline,cgscc(inline),globaldce,function(sroa,early-cse,instsimplify,simplifycfg)"
#define REPEAT "function(sroa,early-cse,instsimplify,simplifycfg)"
/* Those of -O1 that work on values and control flow. No jump threading, no merging of equal code,
 * no common code moved over a branch (simplifycfg leaves it alone unless asked). */
#define OPTIMISE \
	"function(sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,reassociate," \
	"loop-mssa(loop-instsimplify,loop-simplifycfg,licm,loop-rotate,licm,simple-loop-unswitch)" \
	"," \
	"simplifycfg,instcombine<no-verify-fixpoint>,loop(loop-idiom,indvars,loop-deletion,loop-" \
	"unroll-full)," \
	"sroa,sccp,bdce,instcombine<no-verify-fixpoint>,early-cse<memssa>,adce,simplifycfg," \
	"instcombine<no-verify-fixpoint>," \
	"loop-unroll<O1>,instcombine<no-verify-fixpoint>,loop-mssa(licm),div-rem-pairs," \
	"simplifycfg),globaldce"

struct job {
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMTargetMachineRef machine;
	struct lower_clusters clusters;
	bool bad;
};

static int fail(const char *what, const char *why)
{
	fprintf(stderr, "error: %s%s%s\n", what, why ? ": " : "", why ? why : "");
	return -1;
}

/* What the back end says of the source, in clang's words for it. */
static void diagnose(LLVMDiagnosticInfoRef info, void *data)
{
	struct job *j = data;
	char *text = LLVMGetDiagInfoDescription(info);
	LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(info);

	if (severity == LLVMDSError)
		j->bad = true;
	if (severity == LLVMDSError || severity == LLVMDSWarning)
		fprintf(stderr, "%s: %s\n", severity == LLVMDSError ? "error" : "warning", text);
	LLVMDisposeMessage(text);
}

static int read_module(struct job *j, const char *file)
{
	LLVMMemoryBufferRef text;
	char *why = NULL;
	int rc;

	if (LLVMCreateMemoryBufferWithContentsOfFile(file, &text, &why)) {
		rc = fail(file, why);
		LLVMDisposeMessage(why);
		return rc;
	}
	rc = LLVMParseBitcodeInContext2(j->context, text, &j->module);
	LLVMDisposeMemoryBuffer(text);
	return rc ? fail(file, "not bitcode of this LLVM") : 0;
}

static int make_machine(struct job *j, const char *cpu, const char *features)
{
	const char *triple = LLVMGetTarget(j->module);
	LLVMTargetRef target;
	char *why = NULL;

	LLVMInitializeNVPTXTargetInfo();
	LLVMInitializeNVPTXTarget();
	LLVMInitializeNVPTXTargetMC();
	LLVMInitializeNVPTXAsmPrinter();
	if (LLVMGetTargetFromTriple(triple, &target, &why)) {
		fail(triple, why);
		LLVMDisposeMessage(why);
		return -1;
	}
	j->machine = LLVMCreateTargetMachine(target, triple, cpu, features, LLVMCodeGenLevelLess,
					     LLVMRelocDefault, LLVMCodeModelDefault);
	LLVMSetTargetMachineAsmVerbosity(j->machine, true);
	return 0;
}

static int run(struct job *j, const char *passes)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef e = LLVMRunPasses(j->module, passes, j->machine, options);
	char *why;

	LLVMDisposePassBuilderOptions(options);
	if (!e)
		return 0;
	why = LLVMGetErrorMessage(e);
	fail("passes", why);
	LLVMDisposeErrorMessage(why);
	return -1;
}

static int optimise(struct job *j)
{
	char *why = NULL;
	int rc;

	if (!lower_mark(j->module))
		return -1;
	if (run(j, INLINE))
		return -1;
	while (lower_unmark(j->module))
		if (run(j, REPEAT))
			return -1;
	lower_hide(j->module);
	if (run(j, OPTIMISE))
		return -1;
	lower_show(j->module);
	rc = LLVMVerifyModule(j->module, LLVMReturnStatusAction, &why);
	if (rc)
		fail("the optimised program is damaged (a bug of photofinish)", why);
	LLVMDisposeMessage(why);
	return rc ? -1 : 0;
}

static int write_text(const char *text, const char *file)
{
	FILE *f = fopen(file, "w");
	int bad = !f || fputs(text, f) == EOF;

	if (f && fclose(f))
		bad = 1;
	return bad ? fail(file, "cannot be written") : 0;
}

static int emit(struct job *j, const char *file)
{
	LLVMMemoryBufferRef ptx;
	char *why = NULL, *text, *plain;
	int rc;

	if (LLVMTargetMachineEmitToMemoryBuffer(j->machine, j->module, LLVMAssemblyFile, &why,
						&ptx)) {
		fail("code generation", why);
		LLVMDisposeMessage(why);
		return -1;
	}
	text = strndup(LLVMGetBufferStart(ptx), LLVMGetBufferSize(ptx));
	plain = text ? lower_text(text) : NULL;
	plain = lower_put_clusters(plain, &j->clusters);
	rc = plain && !j->bad ? write_text(plain, file) : -1;
	free(plain);
	free(text);
	LLVMDisposeMemoryBuffer(ptx);
	return rc;
}

static int change(struct job *j, const char *in, const char *out, bool (*step)(LLVMModuleRef))
{
	if (read_module(j, in) || !step(j->module))
		return -1;
	return LLVMWriteBitcodeToFile(j->module, out) ? fail(out, "cannot be written") : 0;
}

static int device(struct job *j, char **argv)
{
	int rc = read_module(j, argv[1]);

	if (!rc)
		rc = make_machine(j, argv[3], argv[4]);
	if (!rc) {
		lower_copies(j->module);
		lower_find_clusters(j->module, &j->clusters);
		rc = optimise(j);
	}
	return rc ? rc : emit(j, argv[2]);
}

static int usage(void)
{
	fprintf(stderr, "Usage: photofinish-lower IN.bc OUT.ptx CPU FEATURES\n"
			"       photofinish-lower --managed IN.bc OUT.bc\n"
			"       photofinish-lower --launches IN.bc OUT.bc\n"
			"       photofinish-lower --link OUT.bc OBJECT...\n");
	return 2;
}

int main(int argc, char **argv)
{
	struct job j = {.context = LLVMContextCreate()};
	const bool host = argc == 4 && !strcmp(argv[1], "--managed");
	const bool launches = argc == 4 && !strcmp(argv[1], "--launches");
	const bool link = argc >= 4 && !strcmp(argv[1], "--link");
	int rc;

	if (argc != 5 && !host && !launches && !link)
		return usage();
	LLVMContextSetDiagnosticHandler(j.context, diagnose, &j);
	if (link)
		rc = link_main(j.context, argv[2], argv + 3);
	else if (host || launches)
		rc = change(&j, argv[2], argv[3], host ? lower_managed : lower_launches);
	else
		rc = device(&j, argv);
	if (j.machine)
		LLVMDisposeTargetMachine(j.machine);
	if (j.module)
		LLVMDisposeModule(j.module);
	LLVMContextDispose(j.context);
	return rc || j.bad ? 1 : 0;
}
