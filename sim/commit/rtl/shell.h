/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * shell: what the three Verilated units' shells share: geometry, ports of any width, a cycle.
 *
 * A cycle is two evaluations: clk_i 1 with the inputs of the cycle, then clk_i 0 without any valid
 * input. As no valid, ready or idle output depends on an input, all are read after the second.
 */
#ifndef SIM_COMMIT_RTL_SHELL_H
#define SIM_COMMIT_RTL_SHELL_H

#include <cstring>
#include <memory>
#include <verilated.h>

#include "order_api.h"
#include "pf_fields.h"

#if defined(PF_GEOMETRY_TINY)
#define SHELL_NAME   "tiny"
#define SHELL_FIELDS ORDER_FIELDS(TINY)
#define SHELL_WARPS  PF_TINY_WARPS
#elif defined(PF_GEOMETRY_WIDE)
#define SHELL_NAME   "wide"
#define SHELL_FIELDS ORDER_FIELDS(WIDE)
#define SHELL_WARPS  PF_WIDE_WARPS
#else
#define SHELL_NAME   "ref"
#define SHELL_FIELDS ORDER_FIELDS(REF)
#define SHELL_WARPS  PF_REF_WARPS
#endif

template <class Port> void put(Port &port, uint64_t value)
{
	port = static_cast<Port>(value);
}

/* Bits from `lsb` on, at most 32 of them, of a port of any width. */
template <class Port> uint32_t bits(const Port &port, unsigned lsb, unsigned width)
{
	return static_cast<uint32_t>(static_cast<uint64_t>(port) >> lsb & ((1ULL << width) - 1));
}

template <std::size_t Words> uint32_t bits(const VlWide<Words> &port, unsigned lsb, unsigned width)
{
	uint64_t two = port[lsb / 32];

	if (lsb / 32 + 1 < Words)
		two |= static_cast<uint64_t>(port[lsb / 32 + 1]) << 32;
	return static_cast<uint32_t>(two >> lsb % 32 & ((1ULL << width) - 1));
}

/* Bytes of a wide port, little endian as this machine. */
template <class Wide, class Bytes> void put_bytes(Wide &port, const Bytes &bytes)
{
	static_assert(sizeof(port) == sizeof(bytes), "a port of other width");
	std::memcpy(&port[0], &bytes, sizeof(bytes));
}

template <class Wide, class Bytes> void get_bytes(Bytes &bytes, const Wide &port)
{
	static_assert(sizeof(port) == sizeof(bytes), "a port of other width");
	std::memcpy(&bytes, &port[0], sizeof(bytes));
}

/* A unit is given its inputs, clocked, rid of its valid inputs, and looked at. */
template <class Unit> void shell_edge(Unit &u)
{
	u.give();
	u.model->clk_i = 1;
	u.model->eval();
	u.withdraw();
	u.model->clk_i = 0;
	u.model->eval();
	u.look();
}

template <class Unit> void shell_reset(Unit &u)
{
	u.model->clk_i = 0;
	u.model->rst_ni = 1;
	u.model->eval();
	u.model->rst_ni = 0;
	u.model->eval();
	shell_edge(u);
	u.model->rst_ni = 1;
	shell_edge(u);
}

struct store_port *shell_store_create(void);
void shell_store_destroy(struct store_port *p);
void shell_store_step(struct store_port *p);
struct z_port *shell_z_create(void);
void shell_z_destroy(struct z_port *p);
void shell_z_step(struct z_port *p);
void shell_z_reset(struct z_port *p);
struct quantum_port *shell_quantum_create(void);
void shell_quantum_destroy(struct quantum_port *p);
void shell_quantum_step(struct quantum_port *p);
void shell_quantum_look(struct quantum_port *p);

#endif
