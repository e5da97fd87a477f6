/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * copies: clang writes the assignment of a struct as llvm.memcpy. What the hardware sees is loads
 * and stores, as wide as the alignment allows: one vector access for a float4. That has to be
 * settled before SROA, which would cut it up after the fields that the program happens to use.
 */
#include "lower.h"

#include <stdint.h>
#include <string.h>

/* Longer ones stay calls, which the back end makes into a loop over bytes, as clang does. */
enum { PIECES = 64, WIDEST = 16 };

struct copy {
	LLVMValueRef call, to, from; /* from: NULL of a fill, whose byte is fill */
	unsigned to_align, from_align;
	bool to_local, from_local;
	unsigned char fill;
	unsigned long long size;
	LLVMTypeRef leaf; /* what the copied type consists of, when that is all the same; NULL */
	LLVMContextRef context;
	LLVMBuilderRef b;
};

struct piece {
	unsigned long long at;
	LLVMTypeRef type;
	unsigned bytes;
	LLVMValueRef value;
};

static unsigned alignment(LLVMValueRef call, unsigned argument)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("align", strlen("align"));
	LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);

	return a ? (unsigned)LLVMGetEnumAttributeValue(a) : 1;
}

/* The one scalar type that t is made of; NULL when it has several. */
static LLVMTypeRef leaf_of(LLVMTypeRef t)
{
	LLVMTypeRef all = NULL;

	switch (LLVMGetTypeKind(t)) {
	case LLVMArrayTypeKind:
	case LLVMVectorTypeKind: return leaf_of(LLVMGetElementType(t));
	case LLVMStructTypeKind:
		for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++) {
			LLVMTypeRef one = leaf_of(LLVMStructGetTypeAtIndex(t, i));

			if (!one || (all && one != all))
				return NULL;
			all = one;
		}
		return all;
	case LLVMIntegerTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind: return t;
	default: return NULL;
	}
}

static unsigned bytes_of(LLVMTypeRef scalar)
{
	switch (LLVMGetTypeKind(scalar)) {
	case LLVMFloatTypeKind: return 4;
	case LLVMDoubleTypeKind: return 8;
	default: return LLVMGetIntTypeWidth(scalar) / 8;
	}
}

static LLVMTypeRef piece_type(const struct copy *c, unsigned bytes)
{
	unsigned leaf = c->leaf ? bytes_of(c->leaf) : 0;

	if (leaf == bytes)
		return c->leaf;
	if (leaf >= 4 && leaf < bytes)
		return LLVMVectorType(c->leaf, bytes / leaf);
	if (bytes == WIDEST)
		return LLVMVectorType(LLVMInt32TypeInContext(c->context), WIDEST / 4);
	return LLVMIntTypeInContext(c->context, bytes * 8);
}

static LLVMValueRef address(const struct copy *c, LLVMValueRef base, unsigned long long at)
{
	LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(c->context), at, false);

	return LLVMBuildInBoundsGEP2(c->b, LLVMInt8TypeInContext(c->context), base, &index, 1, "");
}

/* How well base + at is aligned, when base is aligned to align. */
static unsigned aligned(unsigned align, unsigned long long at)
{
	unsigned long long low = at & (~at + 1);

	return at && low < align ? (unsigned)low : align;
}

static LLVMValueRef one_load(const struct copy *c, LLVMTypeRef t, unsigned long long at)
{
	LLVMValueRef v = LLVMBuildLoad2(c->b, t, address(c, c->from, at), "");

	LLVMSetAlignment(v, aligned(c->from_align, at));
	return v;
}

static void one_store(const struct copy *c, LLVMValueRef value, unsigned long long at)
{
	LLVMValueRef v = LLVMBuildStore(c->b, value, address(c, c->to, at));

	LLVMSetAlignment(v, aligned(c->to_align, at));
}

static LLVMValueRef index_of(const struct copy *c, unsigned i)
{
	return LLVMConstInt(LLVMInt32TypeInContext(c->context), i, false);
}

/* A local variable is read and written by elements, which SROA takes apart without a trace. */
static LLVMValueRef load_piece(const struct copy *c, const struct piece *p)
{
	LLVMTypeRef element;
	LLVMValueRef v;
	unsigned n;

	if (!c->from_local || LLVMGetTypeKind(p->type) != LLVMVectorTypeKind)
		return one_load(c, p->type, p->at);
	element = LLVMGetElementType(p->type);
	n = LLVMGetVectorSize(p->type);
	v = LLVMGetPoison(p->type);
	for (unsigned i = 0; i < n; i++)
		v = LLVMBuildInsertElement(c->b, v,
					   one_load(c, element, p->at + i * (p->bytes / n)),
					   index_of(c, i), "");
	return v;
}

static void store_piece(const struct copy *c, const struct piece *p)
{
	unsigned n;

	if (!c->to_local || LLVMGetTypeKind(p->type) != LLVMVectorTypeKind) {
		one_store(c, p->value, p->at);
		return;
	}
	n = LLVMGetVectorSize(p->type);
	for (unsigned i = 0; i < n; i++)
		one_store(c, LLVMBuildExtractElement(c->b, p->value, index_of(c, i), ""),
			  p->at + i * (p->bytes / n));
}

static LLVMValueRef filled(const struct copy *c, const struct piece *p)
{
	uint64_t word = UINT64_C(0x0101010101010101) * c->fill;
	LLVMTypeRef t = LLVMIntTypeInContext(c->context, p->bytes * 8);
	uint64_t words[2] = {word, word};
	LLVMValueRef v = p->bytes == WIDEST ? LLVMConstIntOfArbitraryPrecision(t, 2, words)
					    : LLVMConstInt(t, word, false);

	return LLVMBuildBitCast(c->b, v, p->type, "");
}

/* The pieces of a copy; 0 when there are too many. */
static unsigned cut(const struct copy *c, struct piece *pieces)
{
	unsigned align = WIDEST, n = 0;

	/* a local variable's own alignment is no limit: it becomes registers */
	if (!c->to_local && c->to_align < align)
		align = c->to_align;
	if (c->from && !c->from_local && c->from_align < align)
		align = c->from_align;
	for (unsigned long long at = 0; at < c->size; n++) {
		unsigned bytes = align;

		if (n == PIECES)
			return 0;
		while (bytes > c->size - at)
			bytes /= 2;
		pieces[n] = (struct piece){at, piece_type(c, bytes), bytes, NULL};
		at += bytes;
	}
	return n;
}

static bool expand(struct copy *c)
{
	struct piece pieces[PIECES];
	unsigned n = cut(c, pieces);

	if (!n)
		return false;
	/* all loads come first: a move's areas may overlap */
	for (unsigned i = 0; i < n; i++)
		pieces[i].value = c->from ? load_piece(c, &pieces[i]) : filled(c, &pieces[i]);
	for (unsigned i = 0; i < n; i++)
		store_piece(c, &pieces[i]);
	LLVMInstructionEraseFromParent(c->call);
	return true;
}

static LLVMTypeRef local_type(LLVMValueRef pointer)
{
	return LLVMIsAAllocaInst(pointer) ? leaf_of(LLVMGetAllocatedType(pointer)) : NULL;
}

static bool visit(LLVMValueRef i, void *data)
{
	struct copy c = {.call = i, .b = data};
	LLVMValueRef size, fill;

	if (!LLVMIsAMemIntrinsic(i))
		return false;
	c.to = LLVMGetOperand(i, 0);
	fill = LLVMGetOperand(i, 1);
	size = LLVMGetOperand(i, 2);
	c.to_local = lower_is_local(c.to);
	c.to_align = alignment(i, 0);
	if (!LLVMIsAMemSetInst(i)) {
		c.from = fill;
		c.from_local = lower_is_local(c.from);
		c.from_align = alignment(i, 1);
	}
	if (c.to_local && (!c.from || c.from_local))
		return false;
	c.context = LLVMGetTypeContext(LLVMTypeOf(i));
	c.leaf = local_type(c.to);
	if (!c.leaf && c.from)
		c.leaf = local_type(c.from);
	if (!LLVMIsAConstantInt(size) || (!c.from && !LLVMIsAConstantInt(fill)) ||
	    !LLVMIsNull(LLVMGetOperand(i, 3)))
		return false;
	LLVMPositionBuilderBefore(c.b, i);
	c.size = LLVMConstIntGetZExtValue(size);
	c.fill = c.from ? 0 : (unsigned char)LLVMConstIntGetZExtValue(fill);
	return expand(&c);
}

void lower_copies(LLVMModuleRef m)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));

	lower_each(m, visit, b);
	LLVMDisposeBuilder(b);
}
