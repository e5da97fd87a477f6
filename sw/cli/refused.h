/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * refused: the list of what CUDA and PTX have and photofinish has not (refused.def), and the
 * command that prints it.
 */
#ifndef REFUSED_H
#define REFUSED_H

#include <stdbool.h>
#include <stddef.h>

enum refused_kind {
	REFUSED_HEADER,
	REFUSED_CALL,
	REFUSED_NAME,
	REFUSED_TEXT,
	REFUSED_OPCODE,
	REFUSED_PTXTYPE,
	REFUSED_WORD,
	REFUSED_SREG,
	REFUSED_TARGET,
	REFUSED_KINDS
};

struct refused {
	enum refused_kind kind;
	const char *name;
	const char *what, *why; /* of the feature that it is a name of */
};

extern const struct refused refused_list[];
extern const size_t refused_count;

/* NULL when nothing of this name is refused. TEXT: the one whose name occurs in text. */
const struct refused *refused_find(enum refused_kind kind, const char *text);

int refused_main(int argc, char **argv);

#endif
