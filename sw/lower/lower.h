/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lower: the default level of `photofinish cc`, from clang's unoptimised bitcode to PTX. Local
 * variables become registers and arithmetic is optimised; every access to memory that another
 * thread could see stays, once, where the source has it. A program of its own, on LLVM's C
 * interface, so that nothing else here depends on LLVM.
 *
 *   main.c    command line; the order of the steps; PTX
 *   places.c  does a pointer stay in a local variable?
 *   copies.c  copies of structs -> loads and stores
 *   access.c  the accesses: marked, hidden from the optimiser, shown to the back end again
 *   launches.c launches by device code
 *   managed.c host code with __managed__ variables, which are the device's
 *   cluster.c __cluster_dims__
 *   text.c    PTX as the back end wrote it -> PTX with the marks taken out
 *
 * An access goes through this:
 *
 *   load i32, ptr %p             of clang
 *   load volatile i32, ptr %p    marked: inlining and SROA keep it; unmarked where inlining shows
 *                                that %p is a local variable
 *   call i32 @pf.load.3(ptr %p, i32 4, i1 0)  hidden: to the optimiser a function that it does not
 *                                know, whose calls must not be merged
 *   load volatile i32, ptr %p    shown: the back end keeps volatile accesses
 *   ld.volatile.global.u32       in the PTX, where .volatile is dropped
 *
 * What the source itself declares volatile is hidden from the start (i1 1), and stands between two
 * comments in the PTX, which tell that its .volatile stays.
 */
#ifndef ACCESS_LOWER_H
#define ACCESS_LOWER_H

#include <stdbool.h>
#include <stddef.h>

#include <llvm-c/Core.h>

/* Every instruction of every function of a module, in order. */
typedef bool (*lower_visit)(LLVMValueRef instruction, void *data);

/* Calls visit for each; it may remove the instruction it gets. Returns how many times it said true.
 */
unsigned lower_each(LLVMModuleRef m, lower_visit visit, void *data);

/* Does the pointer lead to a local variable, a parameter passed by value or constant memory on
 * every way that it may have come? No when in doubt. */
bool lower_is_local(LLVMValueRef pointer);

/* Copies and fills of known, small size that touch more than local variables become loads and
 * stores, as wide as the alignment allows. */
void lower_copies(LLVMModuleRef m);

/* Volatile accesses of the source are hidden, all others (copies, too) that are not local are
 * marked. Returns false, and tells on standard error, when one cannot be translated. */
bool lower_mark(LLVMModuleRef m);
/* Takes the marks off those that turn out to be local. Returns how many. */
unsigned lower_unmark(LLVMModuleRef m);
/* Marked accesses become calls, and calls marked accesses. */
void lower_hide(LLVMModuleRef m);
void lower_show(LLVMModuleRef m);

/* __cluster_dims__ of kernels. */
struct lower_clusters {
	struct lower_cluster {
		char *kernel;
		unsigned dims[3];
	} * items;
	size_t n;
};
void lower_find_clusters(LLVMModuleRef m, struct lower_clusters *c);
/* PTX with them: ptx, from malloc, or a new string; NULL: no memory. *c is freed. */
char *lower_put_clusters(char *ptx, struct lower_clusters *c);

/* Takes the marks out of PTX: a new string, to be freed. NULL, and a line on standard error, when
 * they do not stand as lower_show() has put them. */
char *lower_text(const char *ptx);

/* Kernels that were compiled as functions become kernels, and their calls launches. Returns false,
 * and tells on standard error, when one cannot. */
bool lower_launches(LLVMModuleRef m);

/* Host code: __managed__ variables become the device's. Returns false, and tells on standard error,
 * when one cannot. */
bool lower_managed(LLVMModuleRef m);

/* The comments that stand around a volatile access of the source. */
#define LOWER_BEGIN "// photofinish: volatile begins"
#define LOWER_END   "// photofinish: volatile ends"

#endif
