/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "link.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Linker.h>

#include "../base/demangle.h"
#include "../base/mem.h"

enum { SPACE_SHARED = 3 };

/* The definition that clang has given a name of its own: NAME__static__c0ffee */
static LLVMValueRef renamed(LLVMModuleRef m, const char *name)
{
	const size_t n = strlen(name);
	size_t length;

	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) {
		const char *other = LLVMGetValueName2(g, &length);

		if (!LLVMIsDeclaration(g) && !strncmp(other, name, n) &&
		    !strncmp(other + n, "__static__", 10))
			return g;
	}
	return NULL;
}

/* A static variable that the host uses gets a name of its file. clang 19 learns of such a use
 * late: what the device has used by then still has the old name, declared and never defined. */
static void repair_static(LLVMModuleRef m)
{
	LLVMValueRef g = LLVMGetFirstGlobal(m), next, definition;
	size_t length;

	for (; g; g = next) {
		next = LLVMGetNextGlobal(g);
		definition =
			LLVMIsDeclaration(g) ? renamed(m, LLVMGetValueName2(g, &length)) : NULL;
		if (!definition)
			continue;
		LLVMReplaceAllUsesWith(g, definition);
		LLVMDeleteGlobal(g);
	}
}

static LLVMModuleRef parse(LLVMContextRef context, const struct link_unit *unit)
{
	LLVMMemoryBufferRef text =
		LLVMCreateMemoryBufferWithMemoryRangeCopy(unit->bitcode, unit->bytes, unit->object);
	LLVMModuleRef m = NULL;

	if (LLVMParseBitcodeInContext2(context, text, &m)) {
		fprintf(stderr, "error: %s: its device code is not bitcode of this LLVM\n",
			unit->object);
		m = NULL;
	}
	LLVMDisposeMemoryBuffer(text);
	if (m)
		repair_static(m);
	return m;
}

/* Code of two kinds cannot be one program: the first unit's holds. */
static int check(const struct link_unit *first, const struct link_unit *unit)
{
	if (strcmp(first->arch, unit->arch) != 0)
		fprintf(stderr, "error: %s: device code for %s, and %s has it for %s\n",
			unit->object, unit->arch, first->object, first->arch);
	else if (strcmp(first->level, unit->level) != 0)
		fprintf(stderr,
			"error: %s: device code of level %s, and %s has it of level %s: compile "
			"both alike\n",
			unit->object, unit->level, first->object, first->level);
	else
		return 0;
	return -1;
}

/* A symbol of device code, and the first object that defines it or uses it */
struct symbol {
	char *name;
	const char *object;
};

struct symbols {
	struct symbol *item;
	size_t n;
};

static void add_symbol(struct symbols *l, const char *name, const char *object)
{
	l->item = mem_realloc(l->item, (l->n + 1) * sizeof(*l->item));
	l->item[l->n++] = (struct symbol){mem_strdup(name), object};
}

static void free_symbols(struct symbols *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->item[i].name);
	free(l->item);
}

static bool is_strong(LLVMValueRef v)
{
	return !LLVMIsDeclaration(v) && LLVMGetLinkage(v) == LLVMExternalLinkage;
}

/* Dynamic shared memory has no definition, and a weak symbol needs none. */
static bool is_wanted(LLVMValueRef v)
{
	return LLVMIsDeclaration(v) && LLVMGetFirstUse(v) &&
	       LLVMGetLinkage(v) != LLVMExternalWeakLinkage &&
	       LLVMGetPointerAddressSpace(LLVMTypeOf(v)) != SPACE_SHARED;
}

static int twice(const char *name, const char *object, const char *first)
{
	char *plain = demangle(name);

	fprintf(stderr,
		"error: %s: multiple definition of device symbol '%s', first defined in %s\n",
		object, plain, first);
	free(plain);
	return -1;
}

static int note(struct symbols *defined, struct symbols *wanted, LLVMValueRef v, const char *object)
{
	size_t length;
	const char *name = LLVMGetValueName2(v, &length);

	if (is_wanted(v))
		add_symbol(wanted, name, object);
	if (!is_strong(v))
		return 0;
	for (size_t i = 0; i < defined->n; i++)
		if (!strcmp(defined->item[i].name, name))
			return twice(name, object, defined->item[i].object);
	add_symbol(defined, name, object);
	return 0;
}

/* What device code may call and the engine has itself */
static bool is_builtin(const char *name)
{
	static const char *const known[] = {"vprintf", "malloc", "free", "__assertfail",
					    "__pf_device_runtime"};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (!strcmp(name, known[i]))
			return true;
	return !strncmp(name, "llvm.", 5);
}

static const char *user_of(const struct symbols *wanted, const char *name)
{
	for (size_t i = 0; i < wanted->n; i++)
		if (!strcmp(wanted->item[i].name, name))
			return wanted->item[i].object;
	return "device link";
}

static int resolve(LLVMValueRef v, const char *what, const struct symbols *wanted)
{
	size_t length;
	const char *name = LLVMGetValueName2(v, &length);
	char *plain;

	if (!is_wanted(v) || is_builtin(name))
		return 0;
	plain = demangle(name);
	fprintf(stderr, "error: %s: undefined reference to device %s '%s'\n", user_of(wanted, name),
		what, plain);
	free(plain);
	return -1;
}

static int resolve_all(LLVMModuleRef m, const struct symbols *wanted)
{
	int bad = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
		bad |= resolve(f, "function", wanted);
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
		bad |= resolve(g, "variable", wanted);
	return bad;
}

/* The definitions and the uses of a unit are noted before it is linked: afterwards nothing tells
 * whose they are. */
static int note_all(struct symbols *defined, struct symbols *wanted, LLVMModuleRef m,
		    const char *object)
{
	int rc = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f && !rc; f = LLVMGetNextFunction(f))
		rc = note(defined, wanted, f, object);
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g && !rc; g = LLVMGetNextGlobal(g))
		rc = note(defined, wanted, g, object);
	return rc;
}

static LLVMModuleRef link_units(LLVMContextRef context, const struct link_units *u,
				const struct link_unit **first)
{
	struct symbols defined = {0}, wanted = {0};
	LLVMModuleRef whole = NULL;
	int rc = 0;

	for (size_t i = 0; i < u->n && !rc; i++) {
		const struct link_unit *unit = &u->item[i];
		LLVMModuleRef m;

		if (!unit->bitcode)
			continue;
		*first = *first ? *first : unit;
		rc = check(*first, unit);
		m = rc ? NULL : parse(context, unit);
		rc = !m || note_all(&defined, &wanted, m, unit->object);
		if (rc && m)
			LLVMDisposeModule(m);
		else if (!whole)
			whole = m;
		else if (!rc)
			rc = LLVMLinkModules2(whole, m);
	}
	if (whole && (rc || resolve_all(whole, &wanted))) {
		LLVMDisposeModule(whole);
		whole = NULL;
	}
	free_symbols(&defined);
	free_symbols(&wanted);
	return whole;
}

int link_main(LLVMContextRef context, const char *out, char **files)
{
	struct link_units u = {0};
	const struct link_unit *first = NULL;
	LLVMModuleRef whole = NULL;
	int rc = 0;

	for (; *files && !rc; files++)
		rc = link_read(&u, *files);
	whole = rc ? NULL : link_units(context, &u, &first);
	if (whole && LLVMWriteBitcodeToFile(whole, out)) {
		fprintf(stderr, "error: %s: cannot be written\n", out);
		rc = -1;
	}
	if (first && !whole)
		rc = -1;
	if (!rc && first)
		printf("%s %s\n", first->arch, first->level);
	for (size_t i = 0; i < u.n; i++) {
		if (!rc && u.item[i].bitcode)
			puts(u.item[i].id);
		free((char *)(uintptr_t)u.item[i].object);
		free(u.item[i].bitcode);
	}
	free(u.item);
	if (whole)
		LLVMDisposeModule(whole);
	return rc || fflush(stdout) ? -1 : 0;
}
