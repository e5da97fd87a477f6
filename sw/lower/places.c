/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lower.h"

#include <string.h>

enum { WAYS = 64, CONSTANT_SPACE = 4 };

/* Pointers that have been looked at, or wait for it. */
struct ways {
	LLVMValueRef item[WAYS];
	unsigned n;
};

/* false when there are too many */
static bool add(struct ways *w, LLVMValueRef v)
{
	for (unsigned i = 0; i < w->n; i++)
		if (w->item[i] == v)
			return true;
	if (w->n == WAYS)
		return false;
	w->item[w->n++] = v;
	return true;
}

static bool is_by_value(LLVMValueRef argument)
{
	LLVMValueRef f = LLVMGetParamParent(argument);
	unsigned kind = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));

	for (unsigned i = 0; i < LLVMCountParams(f); i++)
		if (LLVMGetParam(f, i) == argument)
			return LLVMGetEnumAttributeAtIndex(f, i + 1, kind) != NULL;
	return false;
}

static bool is_constant(LLVMValueRef global)
{
	return LLVMIsGlobalConstant(global) ||
	       LLVMGetPointerAddressSpace(LLVMTypeOf(global)) == CONSTANT_SPACE;
}

/* One step back from v: false when it does not end in a local variable. */
static bool follow(struct ways *w, LLVMValueRef v)
{
	bool is_instruction = LLVMIsAInstruction(v) != NULL;

	if (LLVMIsAAllocaInst(v))
		return true;
	if (LLVMIsAArgument(v))
		return is_by_value(v);
	if (LLVMIsAGlobalVariable(v))
		return is_constant(v);
	if (!is_instruction && !LLVMIsAConstantExpr(v))
		return false;
	switch (is_instruction ? LLVMGetInstructionOpcode(v) : LLVMGetConstOpcode(v)) {
	case LLVMGetElementPtr:
	case LLVMAddrSpaceCast:
	case LLVMBitCast:
	case LLVMFreeze: return add(w, LLVMGetOperand(v, 0));
	case LLVMSelect: return add(w, LLVMGetOperand(v, 1)) && add(w, LLVMGetOperand(v, 2));
	case LLVMPHI:
		for (unsigned i = 0; i < LLVMCountIncoming(v); i++)
			if (!add(w, LLVMGetIncomingValue(v, i)))
				return false;
		return true;
	default: return false;
	}
}

bool lower_is_local(LLVMValueRef pointer)
{
	struct ways w = {.n = 0};

	add(&w, pointer);
	for (unsigned i = 0; i < w.n; i++)
		if (!follow(&w, w.item[i]))
			return false;
	return true;
}

unsigned lower_each(LLVMModuleRef m, lower_visit visit, void *data)
{
	unsigned n = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
		     b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
				next = LLVMGetNextInstruction(i);
				n += visit(i, data);
			}
	return n;
}
