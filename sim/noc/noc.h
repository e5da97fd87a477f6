/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * noc: two crossbars, one for requests (SMs to slices), one for answers (slices to SMs).
 *
 *   in   inputs[i]   link of packets; taken while the input's buffer has room for their flits
 *   out  outputs[o]  link of packets, whole packets only
 *
 *   in ─> input's buffer ── arbiter, a flit a pair and step ──> output's buffer ─> out
 *
 * A cycle: what has arrived goes to the output links, what waits on the input links into the
 * buffers, then `speedup` steps of the arbiter. A step matches free inputs and outputs and moves a
 * flit of each matched pair; a packet that has begun keeps its pair until its last flit. So a lone
 * packet of f flits that is taken off its link in cycle t is on the output link in cycle
 * t + (f - 1) / speedup + latency (latency 0 is as 1).
 *
 * - An input's buffer has inject_flits; a larger packet has it alone. With `voq` it holds a queue
 *   for each output, else one queue: its head blocks what is behind it.
 * - An output's buffer has eject_flits, reserved for a whole packet when its first flit moves and
 *   given back when it is on the link: the full rate needs latency * speedup of them. A larger
 *   packet has it alone.
 * - iSLIP: an output grants the next input that asks, an input accepts the next output that grants;
 *   both pointers move on past an accepted grant, and only then. One iteration a step.
 * - Round robin: an input asks for its next output that has room, an output takes the next input
 *   that asks; both pointers move on past a match.
 * - The order of each (input, output) pair is kept, whatever else happens.
 * - 0 flits take no bandwidth and no room, but keep their place in that order.
 * - FENCE and EPOCH (but pkt.single) go to every output: room for one in the input's buffer, given
 * back with the last copy; copies compete one by one (without `voq` one after the other, in the
 * outputs' order) and each uses its input for its flits: the crossbar has no multicast.
 * - Jitter: a packet may not begin before 0 .. jitter cycles after it was taken in, drawn from the
 *   seed; what is behind it in its queue waits with it.
 * - With `arbiter_start` the pointers start where the seed says, else at 0.
 *
 * Not modelled: hops, virtual channels beside the queues, a router's pipeline beyond `latency`, the
 * time a credit takes back from an output.
 */
#ifndef SIM_NOC_H
#define SIM_NOC_H

#include "../base/link.h"
#include "../base/stats.h"
#include "../config/config.h"
#include "base/rng.h"

struct noc;

/* to_slices: the packet's output is k->slice, else k->sm. seed: only with jitter or arbiter_start.
 * name: "request", lives on. */
struct noc *noc_create(const struct noc_config *c, const char *name, uint32_t inputs,
		       uint32_t outputs, bool to_slices, struct pkt_pool *pool, uint64_t seed);
void noc_destroy(struct noc *n);
/* Flits of a packet with so many bytes behind its header. */
uint16_t noc_flits(const struct noc_config *c, uint32_t bytes);
/* In order: until it is switched off, an output takes packets of an input only when all inputs
 * before that one have finished: noc_order_end() has been said, and nothing of them waits for this
 * output. Inputs that send nothing have to finish, too. Whatever the buffers hold, the lowest input
 * that has not finished can always go on. */
void noc_order(struct noc *n, bool on);
void noc_order_end(struct noc *n, uint32_t input);
/* From now on what the input sends comes in the order of outputs: a packet for one says that it has
 * finished for those before. */
void noc_order_sorted(struct noc *n, uint32_t input);
/* One NoC cycle. What an input link holds is taken while there is room. */
void noc_step(struct noc *n, uint64_t now, struct link *const *in, struct link *const *out);
/* Everything that it has taken is in its output's order. */
bool noc_decided(const struct noc *n);
/* Nothing inside; the links are not its own. */
bool noc_idle(const struct noc *n);
void noc_describe(const struct noc *n, char *text, size_t size);
/* "noc.request.flits.read" ...: injected packets and flits by kind (a message once), delivered
 * packets (each copy) and their latency, cycles that inputs and outputs stood still by cause. */
void noc_stats(struct stats *s, struct noc *n);

#endif
