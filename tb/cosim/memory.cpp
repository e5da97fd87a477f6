/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "memory.h"

void Memory::read(uint64_t now, uint64_t address, uint32_t id)
{
	const uint32_t latency =
		least == most ? least : least + rng_below(random, most - least + 1);

	waiting.push_back(
		{now + latency, address, id, rng_below(random, 2) == 0, (*this)[address]});
}

bool Memory::answer(uint64_t now, Answer *a)
{
	std::size_t pick = waiting.size();
	uint32_t due = 0;

	for (std::size_t i = 0; i < waiting.size(); i++) {
		if (waiting[i].due > now)
			continue;
		due++;
		if (order == Order::Last || pick == waiting.size() ||
		    (order == Order::Any && rng_below(random, due) == 0))
			pick = i;
		if (order == Order::First)
			break;
	}
	if (pick == waiting.size())
		return false;
	a->id = waiting[pick].id;
	a->data = waiting[pick].late ? (*this)[waiting[pick].address] : waiting[pick].data;
	waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(pick));
	return true;
}
