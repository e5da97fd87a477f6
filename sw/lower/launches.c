/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * launches: kernels that were compiled as functions, so that device code could call them, become
 * kernels, and their calls launches (sw/cli/cc_launch.c, photofinish/device_runtime.h):
 *
 *   call void @k(i32 1, ptr byval(%s) %x)       %1 = alloca [32 x i8]
 *   %1 = call ptr @__pf_called()                store ptr @k, ptr %1
 *   ...                                         store i32 1, ptr %1 + 8
 *   call void @__pf_launch(ptr %1, ...)         memcpy ptr %1 + 16, ptr %x
 *
 * Arguments lie as the kernel's parameters do, from byte 8 on.
 */
#include "lower.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#define SECTION "pf_kernel"
#define SUFFIX  "_ZL11__pf_suffixv"

enum { HEAD = 8, ALIGN = 16 };

struct launches {
	LLVMModuleRef module;
	LLVMContextRef context;
	LLVMBuilderRef at;
	LLVMTargetDataRef layout;
	bool bad;
};

static bool is_kernel(LLVMValueRef f)
{
	const char *section = LLVMIsAFunction(f) ? LLVMGetSection(f) : NULL;

	return section && !strcmp(section, SECTION);
}

static bool is_named(LLVMValueRef f, const char *name)
{
	size_t n;

	return LLVMIsAFunction(f) && !strcmp(LLVMGetValueName2(f, &n), name);
}

static bool is_call_of(LLVMValueRef i, const char *name)
{
	return i && LLVMIsACallInst(i) && is_named(LLVMGetCalledValue(i), name);
}

static void refuse(struct launches *o, LLVMValueRef i, const char *what)
{
	unsigned n = 0;
	const char *file = LLVMGetDebugLocFilename(i, &n);

	if (file)
		fprintf(stderr, "%.*s:%u: ", (int)n, file, LLVMGetDebugLocLine(i));
	fprintf(stderr, "error: %s\n", what);
	o->bad = true;
}

static LLVMAttributeRef attribute(LLVMValueRef call, unsigned argument, const char *name)
{
	return LLVMGetCallSiteEnumAttribute(call, argument + 1,
					    LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

/* An argument of the call: what a kernel's parameter of its type takes */
struct argument {
	LLVMValueRef value;
	LLVMTypeRef by_value; /* what value points to; NULL: it is the argument itself */
	unsigned long long size, align, at;
};

static struct argument argument_of(struct launches *o, LLVMValueRef call, unsigned n)
{
	struct argument a = {.value = LLVMGetOperand(call, n)};
	LLVMAttributeRef by_value = attribute(call, n, "byval"),
			 align = attribute(call, n, "align");
	LLVMTypeRef type = LLVMTypeOf(a.value);

	if (by_value)
		type = a.by_value = LLVMGetTypeAttributeValue(by_value);
	a.size = LLVMABISizeOfType(o->layout, type);
	a.align = LLVMABIAlignmentOfType(o->layout, type);
	if (by_value && align)
		a.align = LLVMGetEnumAttributeValue(align);
	return a;
}

static LLVMValueRef offset(struct launches *o, LLVMValueRef block, unsigned long long bytes)
{
	LLVMValueRef n = LLVMConstInt(LLVMInt64TypeInContext(o->context), bytes, false);

	return LLVMBuildInBoundsGEP2(o->at, LLVMInt8TypeInContext(o->context), block, &n, 1, "");
}

static void put_argument(struct launches *o, const struct argument *a, LLVMValueRef block)
{
	LLVMValueRef to = offset(o, block, HEAD + a->at), value = a->value;
	LLVMTypeRef type = LLVMTypeOf(value);
	const unsigned align = a->align < HEAD ? (unsigned)a->align : HEAD;

	if (a->by_value) {
		LLVMBuildMemCpy(o->at, to, align, value, (unsigned)a->align,
				LLVMConstInt(LLVMInt64TypeInContext(o->context), a->size, false));
		return;
	}
	if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1)
		value = LLVMBuildZExt(o->at, value, LLVMInt8TypeInContext(o->context), "");
	LLVMSetAlignment(LLVMBuildStore(o->at, value, to), align);
}

/* In the function's first block, so that it is one local variable. */
static LLVMValueRef make_block(struct launches *o, LLVMValueRef call, unsigned long long size)
{
	LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)), block;
	LLVMTypeRef bytes = LLVMArrayType2(LLVMInt8TypeInContext(o->context), size);

	LLVMPositionBuilderBefore(o->at, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)));
	LLVMSetCurrentDebugLocation2(o->at, NULL);
	block = LLVMBuildAlloca(o->at, bytes, "");
	LLVMSetAlignment(block, ALIGN);
	return block;
}

static void make_launch(struct launches *o, LLVMValueRef call, LLVMValueRef called)
{
	const unsigned n = LLVMGetNumArgOperands(call);
	struct argument *a = calloc(n + 1, sizeof(*a));
	unsigned long long end = 0;
	LLVMValueRef block;

	if (!a)
		abort();
	for (unsigned i = 0; i < n; i++) {
		a[i] = argument_of(o, call, i);
		a[i].at = end = (end + a[i].align - 1) / a[i].align * a[i].align;
		end += a[i].size;
	}
	block = make_block(o, call, HEAD + end);
	LLVMPositionBuilderBefore(o->at, call);
	LLVMSetCurrentDebugLocation2(o->at, LLVMInstructionGetDebugLoc(call));
	LLVMBuildStore(o->at, LLVMGetCalledValue(call), block);
	for (unsigned i = 0; i < n; i++)
		put_argument(o, &a[i], block);
	free(a);
	/* reports name the launch by its kernel's place */
	for (LLVMUseRef u = LLVMGetFirstUse(called); u; u = LLVMGetNextUse(u))
		if (LLVMIsACallInst(LLVMGetUser(u)))
			LLVMInstructionSetDebugLoc(LLVMGetUser(u),
						   LLVMInstructionGetDebugLoc(call));
	LLVMReplaceAllUsesWith(called, block);
	LLVMInstructionEraseFromParent(called);
	LLVMInstructionEraseFromParent(call);
}

static LLVMValueRef past_debug(LLVMValueRef i, LLVMValueRef (*next)(LLVMValueRef))
{
	size_t n;

	for (i = next(i); i && LLVMIsACallInst(i); i = next(i)) {
		LLVMValueRef f = LLVMGetCalledValue(i);

		if (!LLVMIsAFunction(f) || strncmp(LLVMGetValueName2(f, &n), "llvm.dbg.", 9) != 0)
			break;
	}
	return i;
}

static bool visit(LLVMValueRef i, void *data)
{
	struct launches *o = data;
	LLVMValueRef call;

	if (!LLVMIsACallInst(i))
		return false;
	if (is_kernel(LLVMGetCalledValue(i)) &&
	    !is_call_of(past_debug(i, LLVMGetNextInstruction), "__pf_called")) {
		refuse(o, i,
		       "a kernel is called in device code, and not launched by <<< >>>; a launch "
		       "that is part of an expression is not supported: make it a statement");
		return false;
	}
	if (!is_call_of(i, "__pf_called"))
		return false;
	call = past_debug(i, LLVMGetPreviousInstruction);
	if (!call || !LLVMIsACallInst(call) ||
	    LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind ||
	    LLVMIsAInlineAsm(LLVMGetCalledValue(call))) {
		refuse(o, i,
		       "a launch in device code that is part of an expression is not supported: "
		       "make it a statement");
		return false;
	}
	make_launch(o, call, i);
	return true;
}

/* "__static__0123456789abcdef" of relocatable code, or "" */
static char *suffix_of(LLVMModuleRef m)
{
	LLVMValueRef f;
	size_t n;

	for (f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
		const char *name = LLVMGetValueName2(f, &n);

		if (!strncmp(name, SUFFIX, strlen(SUFFIX)))
			return strdup(name + strlen(SUFFIX));
	}
	return strdup("");
}

/* Our own function goes, out of llvm.compiler.used, too. */
static void remove_suffix(LLVMModuleRef m)
{
	LLVMValueRef used = LLVMGetNamedGlobal(m, "llvm.compiler.used"), list, *kept, f = NULL;
	LLVMTypeRef element;
	unsigned n = 0, all;
	size_t length;

	if (!used)
		return;
	list = LLVMGetInitializer(used);
	all = (unsigned)LLVMGetNumOperands(list);
	element = LLVMGetElementType(LLVMTypeOf(list));
	kept = calloc(all + 1, sizeof(*kept));
	for (unsigned i = 0; kept && i < all; i++) {
		LLVMValueRef v = LLVMGetOperand(list, i);

		if (!strncmp(LLVMGetValueName2(v, &length), SUFFIX, strlen(SUFFIX)))
			f = v;
		else
			kept[n++] = v;
	}
	LLVMDeleteGlobal(used);
	if (n) {
		list = LLVMConstArray2(element, kept, n);
		used = LLVMAddGlobal(m, LLVMTypeOf(list), "llvm.compiler.used");
		LLVMSetInitializer(used, list);
		LLVMSetLinkage(used, LLVMAppendingLinkage);
		LLVMSetSection(used, "llvm.metadata");
	}
	free(kept);
	if (f)
		LLVMDeleteFunction(f);
}

/* What clang gives a __global__ function. */
static void make_kernel(struct launches *o, LLVMValueRef f, const char *suffix)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(o->context);
	LLVMMetadataRef about[3] = {LLVMValueAsMetadata(f),
				    LLVMMDStringInContext2(o->context, "kernel", strlen("kernel")),
				    LLVMValueAsMetadata(LLVMConstInt(i32, 1, false))};
	LLVMMetadataRef node = LLVMMDNodeInContext2(o->context, about, 3);
	char name[8192];
	size_t n;

	LLVMAddNamedMetadataOperand(o->module, "nvvm.annotations",
				    LLVMMetadataAsValue(o->context, node));
	LLVMSetSection(f, "");
	if (LLVMGetLinkage(f) == LLVMLinkOnceODRLinkage)
		LLVMSetLinkage(f, LLVMWeakODRLinkage);
	if (LLVMGetLinkage(f) != LLVMInternalLinkage)
		return;
	LLVMSetLinkage(f, LLVMExternalLinkage);
	snprintf(name, sizeof(name), "%s%s", LLVMGetValueName2(f, &n), suffix);
	LLVMSetValueName2(f, name, strlen(name));
}

bool lower_launches(LLVMModuleRef m)
{
	struct launches o = {.module = m, .context = LLVMGetModuleContext(m)};
	char *suffix = suffix_of(m);

	o.at = LLVMCreateBuilderInContext(o.context);
	o.layout = LLVMGetModuleDataLayout(m);
	lower_each(m, visit, &o);
	remove_suffix(m);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
		if (is_kernel(f))
			make_kernel(&o, f, suffix);
	LLVMDisposeBuilder(o.at);
	free(suffix);
	return !o.bad;
}
