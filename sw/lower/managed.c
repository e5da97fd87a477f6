/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * managed: host code whose __managed__ variables are the device's. clang makes a variable of the
 * host of each, in a section of its own (host_defines.h); its uses become uses of what a pointer
 * leads to, which the runtime sets when it loads the device code:
 *
 *   store i32 3, ptr @x                %1 = load ptr, ptr @x.managed
 *                                      store i32 3, ptr %1
 *   __cudaRegisterVar(.., @x, ..)      __cudaRegisterManagedVar(.., @x.managed, ..)
 */
#include "lower.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECTION "pf_managed"

struct managed {
	LLVMModuleRef module;
	LLVMTypeRef pointer;
	LLVMBuilderRef at;
	const char *wrong; /* what cannot be done with an address; NULL */
};

static bool is_managed(LLVMValueRef v)
{
	const char *section = LLVMIsAGlobalVariable(v) ? LLVMGetSection(v) : NULL;

	return section && !strcmp(section, SECTION);
}

static bool leads_to_one(LLVMValueRef v)
{
	if (is_managed(v))
		return true;
	for (int i = 0; LLVMIsAConstantExpr(v) && i < LLVMGetNumOperands(v); i++)
		if (leads_to_one(LLVMGetOperand(v, (unsigned)i)))
			return true;
	return false;
}

static LLVMValueRef pointer_to(struct managed *j, LLVMValueRef variable)
{
	char name[4096];
	LLVMValueRef p;

	snprintf(name, sizeof(name), "%s.managed", LLVMGetValueName(variable));
	p = LLVMGetNamedGlobal(j->module, name);
	if (!p) {
		p = LLVMAddGlobal(j->module, j->pointer, name);
		LLVMSetInitializer(p, LLVMConstNull(j->pointer));
		LLVMSetLinkage(p, LLVMInternalLinkage);
	}
	return p;
}

/* The constant as instructions: what the linker would have known is known when it runs. */
static LLVMValueRef rebuild(struct managed *j, LLVMValueRef v)
{
	LLVMValueRef operands[64];
	const int n = LLVMIsAConstantExpr(v) ? LLVMGetNumOperands(v) : 0;

	if (is_managed(v))
		return LLVMBuildLoad2(j->at, j->pointer, pointer_to(j, v), "");
	if (!leads_to_one(v))
		return v;
	for (int i = 0; i < n && i < 64; i++)
		operands[i] = rebuild(j, LLVMGetOperand(v, (unsigned)i));
	if (LLVMGetConstOpcode(v) == LLVMGetElementPtr && n <= 64)
		return LLVMBuildGEP2(j->at, LLVMGetGEPSourceElementType(v), operands[0],
				     operands + 1, (unsigned)n - 1, "");
	if (n == 1)
		return LLVMBuildCast(j->at, LLVMGetConstOpcode(v), operands[0], LLVMTypeOf(v), "");
	j->wrong = "arithmetic on its address in a constant";
	return v;
}

/* A registration takes the pointer's address. */
static bool registers(struct managed *j, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL, other;

	if (!callee || strcmp(LLVMGetValueName(callee), "__cudaRegisterVar") ||
	    !is_managed(LLVMGetOperand(call, 1)))
		return false;
	other = LLVMGetNamedFunction(j->module, "__cudaRegisterManagedVar");
	if (!other)
		other = LLVMAddFunction(j->module, "__cudaRegisterManagedVar",
					LLVMGlobalGetValueType(callee));
	LLVMSetOperand(call, 1, pointer_to(j, LLVMGetOperand(call, 1)));
	LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, other);
	return true;
}

static bool visit(LLVMValueRef insn, void *data)
{
	struct managed *j = data;

	if (registers(j, insn))
		return true;
	for (int i = 0; i < LLVMGetNumOperands(insn); i++) {
		LLVMValueRef v = LLVMGetOperand(insn, (unsigned)i), before = insn;

		if (!leads_to_one(v))
			continue;
		if (LLVMIsAPHINode(insn))
			before = LLVMGetBasicBlockTerminator(
				LLVMGetIncomingBlock(insn, (unsigned)i));
		LLVMPositionBuilderBefore(j->at, before);
		LLVMSetOperand(insn, (unsigned)i, rebuild(j, v));
	}
	return false;
}

/* Does anything but constants that nobody uses still hold the address? */
static bool held(LLVMValueRef v)
{
	for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);

		if (!LLVMIsAConstantExpr(user) || held(user))
			return true;
	}
	return false;
}

bool lower_managed(LLVMModuleRef m)
{
	LLVMContextRef c = LLVMGetModuleContext(m);
	struct managed j = {m, LLVMPointerTypeInContext(c, 0), LLVMCreateBuilderInContext(c), NULL};
	bool good = true;
	size_t length;

	lower_each(m, visit, &j);
	LLVMDisposeBuilder(j.at);
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g && good; g = LLVMGetNextGlobal(g)) {
		const char *why = j.wrong;

		if (!is_managed(g))
			continue;
		if (LLVMIsDeclaration(g))
			why = "it is of another file";
		else if (held(g))
			why = "its address is in the initial value of a variable of the host";
		if (why)
			fprintf(stderr, "%s: error: __managed__ variable '%s': %s: not supported\n",
				LLVMGetSourceFileName(m, &length), LLVMGetValueName(g), why);
		good = !why;
	}
	return good;
}
