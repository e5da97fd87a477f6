/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * variables: software's variable map (4.6): what it knows of each byte, by physical address.
 *
 * A byte has one last write, and a last read of each thread that read it since then. Where hardware
 * knows more, what is here may be old; the byte's in-hardware status says so.
 */
#ifndef RADISH_VARIABLES_H
#define RADISH_VARIABLES_H

#include <stddef.h>
#include <stdint.h>

#include "../base/hashmap.h"

struct read_clock {
	uint32_t thread;
	uint64_t clock;
};

struct variable {
	uint32_t writer;
	uint64_t write; /* 0: never written */
	struct read_clock *read;
	size_t reads, cap;
};

struct variables {
	struct hashmap place; /* of a byte: its number + 1 in variable[] */
	struct variable *variable;
	size_t n, cap;
};

/* NULL: nothing is known of it. */
const struct variable *variables_find(const struct variables *v, uint64_t address);
struct variable *variables_at(struct variables *v, uint64_t address);
/* The clock of thread's last read, 0: none. x may be NULL. */
uint64_t variable_read(const struct variable *x, uint32_t thread);
/* It is the latest. */
void variable_set_read(struct variable *x, uint32_t thread, uint64_t clock);
void variables_free(struct variables *v);

#endif
