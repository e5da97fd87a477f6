/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * block_rank: a weak topological order of basic blocks.
 */
#ifndef PTX_BLOCK_RANK_H
#define PTX_BLOCK_RANK_H

/* order[b] (0..n-1, each once) such that a block comes before its successors, and every loop is
 * one piece with its entry first, loops inside it likewise; only edges back into a loop's entry
 * go against the order (F. Bourdoncle, Efficient chaotic iteration strategies with widenings,
 * 1993, section 4). Successors of b: succ[succ_at[b]] .. succ[succ_at[b + 1] - 1]; those >= n
 * (the exit) do not count. Very large graphs get the order they came in. */
void ptx_rank_blocks(unsigned n, const unsigned *succ_at, const unsigned *succ, unsigned *order);

#endif
