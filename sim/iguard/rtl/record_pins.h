/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * record_pins: iGUARD's tags and messages as pins, of any width.
 *
 *   struct pf_iguard_tag ─────> put_tag() ─────┐                     ┌─> tag_of() ─────> C
 *                                              ├─> pins of any unit ─┤
 *   struct pf_iguard_message ─> put_message() ─┘                     └─> message_of() ─> C
 *
 * A tag's block counts from 1 on in C, and is the ID on pins. A tag has no bytes.
 */
#ifndef SIM_IGUARD_RTL_RECORD_PINS_H
#define SIM_IGUARD_RTL_RECORD_PINS_H

#include "../../unit/rtl/shell.h"
#include "../port.h"

inline pf_bits tag_bits(enum pf_iguard_tag_field f)
{
	static const pf_bits TAG[] = SHELL_LAYOUT(IGUARD_TAG);

	return TAG[f];
}

inline pf_bits message_bits(enum pf_iguard_message_field f)
{
	static const pf_bits MESSAGE[] = SHELL_LAYOUT(IGUARD_MESSAGE);

	return MESSAGE[f];
}

template <class Pin> void put_tag(Pin &pin, const pf_iguard_tag &t)
{
	const auto add = [&pin](enum pf_iguard_tag_field f, uint32_t value) {
		put_field(pin, tag_bits(f), value);
	};
	const pf_iguard_side &s = t.by.side;

	clear(pin);
	add(PF_IGUARD_TAG_LOCK, s.locks);
	add(PF_IGUARD_TAG_WHEN, s.when);
	add(PF_IGUARD_TAG_BAR, t.bar);
	add(PF_IGUARD_TAG_MEET, t.meet);
	add(PF_IGUARD_TAG_LANE, s.lane);
	add(PF_IGUARD_TAG_WARP, s.warp);
	add(PF_IGUARD_TAG_BLOCK, s.block - 1);
	add(PF_IGUARD_TAG_STEP, t.by.step);
	add(PF_IGUARD_TAG_SIZE, s.size);
	add(PF_IGUARD_TAG_SEVERAL, t.several);
	add(PF_IGUARD_TAG_BLOCK_SCOPE, s.block_scope);
	add(PF_IGUARD_TAG_IS_ATOM, s.atomic);
	add(PF_IGUARD_TAG_POLLS, s.polls);
	add(PF_IGUARD_TAG_WRITE, t.write);
}

template <class Pin> pf_iguard_tag tag_of(const Pin &pin)
{
	const auto get = [&pin](enum pf_iguard_tag_field f) { return field(pin, tag_bits(f)); };
	pf_iguard_tag t = {};
	pf_iguard_side &s = t.by.side;

	s.locks = static_cast<uint16_t>(get(PF_IGUARD_TAG_LOCK));
	s.when = get(PF_IGUARD_TAG_WHEN);
	t.bar = get(PF_IGUARD_TAG_BAR);
	t.meet = get(PF_IGUARD_TAG_MEET);
	s.lane = static_cast<uint8_t>(get(PF_IGUARD_TAG_LANE));
	s.warp = static_cast<uint8_t>(get(PF_IGUARD_TAG_WARP));
	s.block = get(PF_IGUARD_TAG_BLOCK) + 1;
	t.by.step = static_cast<uint8_t>(get(PF_IGUARD_TAG_STEP));
	s.size = get(PF_IGUARD_TAG_SIZE) & 7;
	t.several = get(PF_IGUARD_TAG_SEVERAL);
	s.block_scope = get(PF_IGUARD_TAG_BLOCK_SCOPE) & 1;
	s.atomic = get(PF_IGUARD_TAG_IS_ATOM) & 1;
	s.polls = get(PF_IGUARD_TAG_POLLS) & 1;
	t.write = get(PF_IGUARD_TAG_WRITE);
	return t;
}

template <class Pin> void put_message(Pin &pin, const pf_iguard_message &m)
{
	const auto add = [&pin](enum pf_iguard_message_field f, uint32_t value) {
		put_field(pin, message_bits(f), value);
	};

	clear(pin);
	add(PF_IGUARD_MESSAGE_KIND, m.kind);
	add(PF_IGUARD_MESSAGE_WHEN, m.stamp.when);
	add(PF_IGUARD_MESSAGE_BAR, m.stamp.bar);
	add(PF_IGUARD_MESSAGE_MEET, m.stamp.meet);
	add(PF_IGUARD_MESSAGE_LANE, m.lane);
	add(PF_IGUARD_MESSAGE_ALONE, m.lane != PF_IGUARD_ALL);
	add(PF_IGUARD_MESSAGE_DEVICE, m.device);
	add(PF_IGUARD_MESSAGE_WARP, m.warp);
	add(PF_IGUARD_MESSAGE_BLOCK, m.block);
}

template <class Pin> pf_iguard_message message_of(const Pin &pin)
{
	const auto get = [&pin](enum pf_iguard_message_field f) {
		return field(pin, message_bits(f));
	};
	pf_iguard_message m = {};

	m.kind = static_cast<enum pf_iguard_msg_code>(get(PF_IGUARD_MESSAGE_KIND));
	m.stamp.epoch = m.kind == PF_IGUARD_MSG_EPOCH;
	m.stamp.when = get(PF_IGUARD_MESSAGE_WHEN);
	m.stamp.bar = get(PF_IGUARD_MESSAGE_BAR);
	m.stamp.meet = get(PF_IGUARD_MESSAGE_MEET);
	m.lane = get(PF_IGUARD_MESSAGE_ALONE) ? get(PF_IGUARD_MESSAGE_LANE)
					      : static_cast<uint32_t>(PF_IGUARD_ALL);
	m.device = get(PF_IGUARD_MESSAGE_DEVICE);
	m.warp = get(PF_IGUARD_MESSAGE_WARP);
	m.block = get(PF_IGUARD_MESSAGE_BLOCK);
	return m;
}

#endif
