/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * atomics: what each atomic operation makes of an old value, bit for bit.
 */
#ifndef ATOMICS_H
#define ATOMICS_H

#include <stdint.h>

#include "../ptx/ptx_names.h"

/* New value from the old one, the operand a, and for cas (a: compare) the value b.
 * All of them are zero-extended bits of the operation's type. */
typedef uint64_t (*atomics_fn)(uint64_t old, uint64_t a, uint64_t b);

/* NULL when PTX has no such atomic. In global memory add.f32 flushes subnormal numbers to zero, in
 * shared memory it does not (PTX ISA, atom). */
atomics_fn atomics_find(enum ptx_atom op, enum ptx_type type, enum ptx_space space);

#endif
