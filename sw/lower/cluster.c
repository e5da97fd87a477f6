/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cluster: __cluster_dims__, which clang 19 does not know, is an annotation of the kernel
 * (host_defines.h). The back end of LLVM 19 has no directive for it
 * either, so that it is put into the PTX.
 */
#include "lower.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "photofinish.cluster_dims";

/* What a constant is an address of. */
static LLVMValueRef behind(LLVMValueRef v)
{
	while (LLVMIsAConstantExpr(v))
		v = LLVMGetOperand(v, 0);
	return v;
}

static bool is_ours(LLVMValueRef text)
{
	LLVMValueRef v = behind(text);
	const char *s;
	size_t n;

	v = LLVMIsAGlobalVariable(v) ? LLVMGetInitializer(v) : NULL;
	if (!v || !LLVMIsAConstantDataSequential(v) || !LLVMIsConstantString(v))
		return false;
	s = LLVMGetAsString(v, &n);
	return n == sizeof(name) && !memcmp(s, name, n);
}

static void add(struct lower_clusters *c, LLVMValueRef kernel, LLVMValueRef dims)
{
	struct lower_cluster *one;

	c->items = realloc(c->items, (c->n + 1) * sizeof(*c->items));
	if (!c->items)
		abort();
	one = &c->items[c->n++];
	one->kernel = strdup(LLVMGetValueName(kernel));
	for (unsigned d = 0; d < 3; d++)
		one->dims[d] = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(dims, d));
}

void lower_find_clusters(LLVMModuleRef m, struct lower_clusters *c)
{
	LLVMValueRef list = LLVMGetNamedGlobal(m, "llvm.global.annotations");
	const int n = list ? LLVMGetNumOperands(LLVMGetInitializer(list)) : 0;

	for (int i = 0; i < n; i++) {
		LLVMValueRef one = LLVMGetOperand(LLVMGetInitializer(list), (unsigned)i);

		if (is_ours(LLVMGetOperand(one, 1)))
			add(c, behind(LLVMGetOperand(one, 0)),
			    LLVMGetInitializer(behind(LLVMGetOperand(one, 4))));
	}
}

/* Where the body of the kernel's definition begins; NULL: it has none here. */
static const char *body_of(const char *ptx, const char *kernel)
{
	const size_t n = strlen(kernel);
	const char *at = ptx;

	while ((at = strstr(at, ".entry "))) {
		at += strlen(".entry ");
		if (!strncmp(at, kernel, n) && at[n] == '(')
			return strstr(at, "\n{");
	}
	return NULL;
}

static char *put(char *ptx, const struct lower_cluster *one)
{
	const char *body = body_of(ptx, one->kernel);
	char *with;
	int rc;

	if (!body)
		return ptx;
	rc = asprintf(&with, "%.*s\n.explicitcluster\n.reqnctapercluster %u, %u, %u%s",
		      (int)(body - ptx), ptx, one->dims[0], one->dims[1], one->dims[2], body);
	free(ptx);
	return rc < 0 ? NULL : with;
}

char *lower_put_clusters(char *ptx, struct lower_clusters *c)
{
	for (size_t i = 0; i < c->n; i++) {
		if (ptx)
			ptx = put(ptx, &c->items[i]);
		free(c->items[i].kernel);
	}
	free(c->items);
	return ptx;
}
