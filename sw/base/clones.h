/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * clones: CLONES before a function of lane loops makes one copy for each vector width; the
 * loader takes the one that fits the processor. GNU extension (function multiversioning).
 *
 * Not under sanitizers: the selection at load time does not go with ASan, and instrumented
 * copies take minutes to compile. NO_CLONES builds for one instruction set only, so that its
 * copy can be tested (make levels).
 */
#ifndef CLONES_H
#define CLONES_H

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
	!defined(__SANITIZE_ADDRESS__) && !defined(NO_CLONES)
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CLONES
#endif

#endif
