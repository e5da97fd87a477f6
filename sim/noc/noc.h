/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * noc: two crossbars, one for requests (SMs to slices), one for answers (slices to SMs).
 *
 *   in   inputs[i]   link of packets; taken while the input's buffer has room for their flits
 *   out  outputs[o]  link of packets, whole packets only
 *
 * Per input a buffer of `inject_flits`, with `voq` a queue for each output in it; each cycle the
 * arbiter (round robin, or iSLIP with one iteration a speedup step) matches inputs and outputs, and
 * a matched pair moves a flit; a packet that has begun keeps its pair until its last flit. The
 * packet appears at its output `latency` cycles after its last flit has moved, if eject_flits and
 * the output link have room; the way is in order for each (input, output) pair. Packets of 0 flits
 * take no bandwidth, but keep their place in that order. FENCE and EPOCH go to every output: their
 * flits are injected once, and each output's copy competes there on its own.
 *
 * Not modelled: hops, virtual channels beside the queues, a router's pipeline beyond `latency`.
 */
#ifndef SIM_NOC_H
#define SIM_NOC_H

#include "../base/link.h"
#include "../base/stats.h"
#include "../config/config.h"
#include "base/rng.h"

struct noc;

/* to_slices: the packet's output is k->slice, else k->sm. seed: of jitter and of the arbiters'
 * start. */
struct noc *noc_create(const struct noc_config *c, const char *name, uint32_t inputs,
		       uint32_t outputs, bool to_slices, struct pkt_pool *pool, uint64_t seed);
void noc_destroy(struct noc *n);
/* Flits of a packet with so many bytes behind its header. */
uint16_t noc_flits(const struct noc_config *c, uint32_t bytes);
void noc_step(struct noc *n, uint64_t now, struct link *const *in, struct link *const *out);
bool noc_idle(const struct noc *n);
void noc_describe(const struct noc *n, char *text, size_t size);
/* "noc.request.flits.read" ...: flits and packets by kind, conflicts, blocked cycles. */
void noc_stats(struct stats *s, struct noc *n);

#endif
