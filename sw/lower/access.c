/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lower.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

#define LOAD  "pf.load."
#define STORE "pf.store."

/* May read and write what its arguments point to and what nobody else sees: nothing else may be
 * kept from the optimiser, or it would no longer move a local variable's accesses around. */
enum { MEMORY_ARGUMENTS_AND_HIDDEN = 15 };

static const LLVMAttributeIndex whole = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

static bool is_access(LLVMValueRef i)
{
	return LLVMIsALoadInst(i) || LLVMIsAStoreInst(i);
}

static LLVMValueRef pointer_of(LLVMValueRef access)
{
	return LLVMGetOperand(access, LLVMIsALoadInst(access) ? 0 : 1);
}

static LLVMTypeRef type_of(LLVMValueRef access)
{
	return LLVMTypeOf(LLVMIsALoadInst(access) ? access : LLVMGetOperand(access, 0));
}

static void attribute(LLVMValueRef f, unsigned at, const char *name, uint64_t value)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));

	LLVMAddAttributeAtIndex(f, at, LLVMCreateEnumAttribute(c, kind, value));
}

/* Type of the function that stands for accesses of a type through a kind of pointer: the value of
 * a store, the pointer, its alignment, whether the source says volatile. */
static LLVMTypeRef signature(LLVMTypeRef value, LLVMTypeRef pointer, bool is_load)
{
	LLVMContextRef c = LLVMGetTypeContext(pointer);
	LLVMTypeRef parameters[4] = {value, pointer, LLVMInt32TypeInContext(c),
				     LLVMInt1TypeInContext(c)};

	return is_load ? LLVMFunctionType(value, parameters + 1, 3, false)
		       : LLVMFunctionType(LLVMVoidTypeInContext(c), parameters, 4, false);
}

static bool stands_for(LLVMValueRef f, const char *prefix)
{
	size_t n;
	const char *name = LLVMGetValueName2(f, &n);

	return n > strlen(prefix) && !strncmp(name, prefix, strlen(prefix));
}

static LLVMValueRef function_for(LLVMModuleRef m, LLVMTypeRef type, bool is_load)
{
	const char *prefix = is_load ? LOAD : STORE;
	char name[32];
	unsigned n = 0;
	LLVMValueRef f;

	for (f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
		if (!stands_for(f, prefix))
			continue;
		if (LLVMGlobalGetValueType(f) == type)
			return f;
		n++;
	}
	snprintf(name, sizeof(name), "%s%u", prefix, n);
	f = LLVMAddFunction(m, name, type);
	attribute(f, whole, "nounwind", 0);
	attribute(f, whole, "willreturn", 0);
	attribute(f, whole, "nocallback", 0);
	attribute(f, whole, "memory", MEMORY_ARGUMENTS_AND_HIDDEN);
	attribute(f, is_load ? 1 : 2, "nocapture", 0);
	return f;
}

static void hide(LLVMValueRef access, bool is_volatile, LLVMBuilderRef b)
{
	bool is_load = LLVMIsALoadInst(access) != NULL;
	LLVMValueRef pointer = pointer_of(access), arguments[4], call;
	LLVMTypeRef type = signature(type_of(access), LLVMTypeOf(pointer), is_load);
	LLVMBasicBlockRef block = LLVMGetInstructionParent(access);
	LLVMModuleRef m = LLVMGetGlobalParent(LLVMGetBasicBlockParent(block));
	LLVMContextRef c = LLVMGetModuleContext(m);
	unsigned kind = LLVMGetEnumAttributeKindForName("nomerge", strlen("nomerge"));

	LLVMPositionBuilderBefore(b, access);
	arguments[0] = is_load ? NULL : LLVMGetOperand(access, 0);
	arguments[1] = pointer;
	arguments[2] = LLVMConstInt(LLVMInt32TypeInContext(c), LLVMGetAlignment(access), false);
	arguments[3] = LLVMConstInt(LLVMInt1TypeInContext(c), is_volatile, false);
	call = LLVMBuildCall2(b, type, function_for(m, type, is_load), arguments + is_load,
			      is_load ? 3 : 4, "");
	LLVMAddCallSiteAttribute(call, whole, LLVMCreateEnumAttribute(c, kind, 0));
	if (is_load)
		LLVMReplaceAllUsesWith(access, call);
	LLVMInstructionEraseFromParent(access);
}

/* A comment in the PTX, between whose likes nothing moves. */
static void comment(LLVMBuilderRef b, LLVMContextRef c, const char *text)
{
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(c), NULL, 0, false);
	LLVMValueRef call = LLVMGetInlineAsm(type, text, strlen(text), "", 0, true, false,
					     LLVMInlineAsmDialectATT, false);

	LLVMBuildCall2(b, type, call, NULL, 0, "");
}

static void show(LLVMValueRef call, bool is_load, LLVMBuilderRef b)
{
	unsigned at = is_load ? 0 : 1;
	LLVMValueRef pointer = LLVMGetOperand(call, at), access;
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(pointer));
	bool is_volatile = !LLVMIsNull(LLVMGetOperand(call, at + 2));

	LLVMPositionBuilderBefore(b, call);
	if (is_volatile)
		comment(b, c, LOWER_BEGIN);
	access = is_load ? LLVMBuildLoad2(b, LLVMTypeOf(call), pointer, "")
			 : LLVMBuildStore(b, LLVMGetOperand(call, 0), pointer);
	LLVMSetVolatile(access, true);
	LLVMSetAlignment(access, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, at + 1)));
	if (is_volatile)
		comment(b, c, LOWER_END);
	if (is_load)
		LLVMReplaceAllUsesWith(call, access);
	LLVMInstructionEraseFromParent(call);
}

static bool visit_hide(LLVMValueRef i, void *builder)
{
	if (!is_access(i) || !LLVMGetVolatile(i))
		return false;
	hide(i, false, builder);
	return true;
}

static bool visit_show(LLVMValueRef i, void *builder)
{
	LLVMValueRef f;

	if (!LLVMIsACallInst(i))
		return false;
	f = LLVMGetCalledValue(i);
	if (!LLVMIsAFunction(f) || (!stands_for(f, LOAD) && !stands_for(f, STORE)))
		return false;
	show(i, stands_for(f, LOAD), builder);
	return true;
}

static void with_builder(LLVMModuleRef m, lower_visit visit)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));

	lower_each(m, visit, b);
	LLVMDisposeBuilder(b);
}

void lower_hide(LLVMModuleRef m)
{
	with_builder(m, visit_hide);
}

void lower_show(LLVMModuleRef m)
{
	with_builder(m, visit_show);
	for (LLVMValueRef f = LLVMGetFirstFunction(m), next; f; f = next) {
		next = LLVMGetNextFunction(f);
		if (stands_for(f, LOAD) || stands_for(f, STORE))
			LLVMDeleteFunction(f);
	}
}

struct marking {
	LLVMBuilderRef b;
	bool bad;
};

static void refuse(struct marking *k, LLVMValueRef i, const char *what)
{
	unsigned n = 0;
	const char *file = LLVMGetDebugLocFilename(i, &n);

	if (file)
		fprintf(stderr, "%.*s:%u: ", (int)n, file, LLVMGetDebugLocLine(i));
	fprintf(stderr, "error: %s\n", what);
	k->bad = true;
}

#define ORDER_HINT "is not supported: use __threadfence(), the atomics of CUDA or inline assembly"

/* Assembly that reads or writes memory stays even when nobody uses what it gives. */
static void keep_assembly(LLVMValueRef call, LLVMValueRef text)
{
	size_t n, n_constraints;
	const char *s = LLVMGetInlineAsmAsmString(text, &n);
	const char *constraints = LLVMGetInlineAsmConstraintString(text, &n_constraints);
	static const char *const words[] = {"ld.", "st.", "atom.", "red."};
	bool found = false;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		found = found || memmem(s, n, words[i], strlen(words[i]));
	if (!found || LLVMGetInlineAsmHasSideEffects(text))
		return;
	LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1,
		       LLVMGetInlineAsm(LLVMGetInlineAsmFunctionType(text), s, n, constraints,
					n_constraints, true, false, LLVMGetInlineAsmDialect(text),
					LLVMGetInlineAsmCanUnwind(text)));
}

/* Copies that lower_copies() has left. */
static bool is_local_copy(LLVMValueRef i)
{
	return lower_is_local(LLVMGetOperand(i, 0)) &&
	       (LLVMIsAMemSetInst(i) || lower_is_local(LLVMGetOperand(i, 1)));
}

static void set_copy(LLVMValueRef i, bool is_volatile)
{
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(i));

	LLVMSetOperand(i, 3, LLVMConstInt(LLVMInt1TypeInContext(c), is_volatile, false));
}

static bool visit_mark(LLVMValueRef i, void *data)
{
	struct marking *k = data;

	if (LLVMIsAFenceInst(i))
		refuse(k, i,
		       "a fence of __atomic_thread_fence() or __sync_synchronize() " ORDER_HINT);
	if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i))
		LLVMSetVolatile(i, true); /* else it may become a load or a store */
	if (LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
		keep_assembly(i, LLVMGetCalledValue(i));
	if (LLVMIsAMemIntrinsic(i) && !is_local_copy(i)) {
		if (!LLVMIsNull(LLVMGetOperand(i, 3)))
			refuse(k, i,
			       "a copy of a volatile struct is not supported: copy its members");
		set_copy(i, true);
	}
	if (!is_access(i))
		return false;
	if (LLVMGetOrdering(i) > LLVMAtomicOrderingMonotonic) {
		refuse(k, i, "a load or store with acquire, release or seq_cst " ORDER_HINT);
		return false;
	}
	/* a relaxed load or store is a volatile one in PTX */
	if (LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
		hide(i, true, k->b);
	else if (!lower_is_local(pointer_of(i)))
		LLVMSetVolatile(i, true);
	return true;
}

bool lower_mark(LLVMModuleRef m)
{
	struct marking k = {LLVMCreateBuilderInContext(LLVMGetModuleContext(m)), false};

	lower_each(m, visit_mark, &k);
	LLVMDisposeBuilder(k.b);
	return !k.bad;
}

static bool visit_unmark(LLVMValueRef i, void *data)
{
	(void)data;
	if (LLVMIsAMemIntrinsic(i) && !LLVMIsNull(LLVMGetOperand(i, 3)) && is_local_copy(i)) {
		set_copy(i, false);
		return true;
	}
	if (!is_access(i) || !LLVMGetVolatile(i) || !lower_is_local(pointer_of(i)))
		return false;
	LLVMSetVolatile(i, false);
	return true;
}

unsigned lower_unmark(LLVMModuleRef m)
{
	return lower_each(m, visit_unmark, NULL);
}
