/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * alu_opt: compiler options of the handler files, wherever the Makefile's differ. Include first.
 *
 * O3 vectorises the lane loops. No contraction of a*b+c: PTX says where a product is rounded.
 * The others let float loops vectorise; errno and exception flags are never looked at.
 * rounding-math: a handler may run with another rounding direction than the compiler thinks.
 */

/* clang-format off */
#ifndef ALU_OPT_H
#define ALU_OPT_H

#if defined(__GNUC__) && !defined(__clang__)
#ifndef __SANITIZE_ADDRESS__
#pragma GCC optimize("O3")
#endif
#pragma GCC optimize("fp-contract=off", "no-math-errno", "no-trapping-math", "rounding-math")
#endif

#endif
