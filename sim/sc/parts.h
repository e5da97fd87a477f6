/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * parts: single units as SC_MODULEs, joined to the user's modules by links.
 *
 *   user's PfUnit ── PfLink ──> PfL2Alone ── PfLink ──> PfDramAlone
 *
 * A link is a bounded queue, not a signal: what is pushed can be popped at once. So whoever touches
 * a link is a PfUnit in the same PfStepOrder, consumers before producers, or runs at an edge that
 * the part's clock does not share (its falling one, say).
 */
#ifndef SIM_SC_PARTS_H
#define SIM_SC_PARTS_H

#include <string>
#include <vector>

#include "model.h"
#include "step_order.h"

class PfLink
{
      public:
	PfLink(const char *name, uint32_t capacity) : name_(name)
	{
		link_ = part_link(name_.c_str(), 0, capacity);
	}
	~PfLink()
	{
		part_link_free(link_);
	}
	PfLink(const PfLink &) = delete;
	PfLink &operator=(const PfLink &) = delete;

	bool full() const
	{
		return part_full(link_);
	}
	void push(struct pkt *k) /* not when full() */
	{
		part_push(link_, k);
	}
	struct pkt *pop() /* nullptr: empty */
	{
		return part_pop(link_);
	}
	struct link *c() const
	{
		return link_;
	}

      private:
	std::string name_;
	struct link *link_;
};

/* Links and pool outlive the part. */
class PfPart : public PfUnit
{
      public:
	~PfPart() override
	{
		part_free(part_);
	}
	void step() override
	{
		part_step(part_);
	}
	bool idle() const
	{
		return part_idle(part_);
	}
	std::string describe() const /* what it waits for */
	{
		char text[512] = "";

		part_describe(part_, text, sizeof(text));
		return text;
	}
	/* Once for each kind of part in a table. */
	void stats(struct stats *s) const
	{
		part_stats(s, part_);
	}

      protected:
	PfPart(const sc_core::sc_module_name &name, struct part *p) : PfUnit(name), part_(p) {}

      private:
	struct part *part_;
};

/* l2.h: a bank without tap and slice unit: packets' addresses are the slice's own. */
struct PfL2Links {
	PfLink *in, *out, *to_dram, *fills;
};
class PfL2Alone : public PfPart
{
      public:
	PfL2Alone(const sc_core::sc_module_name &name, const struct l2_config &c, uint16_t slice,
		  struct pkt_pool *pool, const PfL2Links &l)
	    : PfPart(name, make(c, slice, pool, l))
	{
	}

      private:
	static struct part *make(const struct l2_config &c, uint16_t slice, struct pkt_pool *pool,
				 const PfL2Links &l)
	{
		const struct part_l2_links links = {l.in->c(), l.out->c(), l.to_dram->c(),
						    l.fills->c()};

		return part_l2(&c, slice, pool, &links);
	}
};

/* dram.h: a channel with as many slices as it has links in, and as many out. */
class PfDramAlone : public PfPart
{
      public:
	PfDramAlone(const sc_core::sc_module_name &name, const struct dram_config &c,
		    uint32_t channel, struct pkt_pool *pool, const std::vector<PfLink *> &in,
		    const std::vector<PfLink *> &out)
	    : PfPart(name, make(c, channel, pool, in, out))
	{
	}

      private:
	static struct part *make(const struct dram_config &c, uint32_t channel,
				 struct pkt_pool *pool, const std::vector<PfLink *> &in,
				 const std::vector<PfLink *> &out)
	{
		std::vector<struct link *> from, to;

		if (in.empty() || in.size() != out.size())
			SC_REPORT_FATAL("photofinish", "a channel has a link in and one out for "
						       "each slice");
		for (const PfLink *l : in)
			from.push_back(l->c());
		for (const PfLink *l : out)
			to.push_back(l->c());
		return part_dram(&c, channel, static_cast<uint32_t>(from.size()), pool, from.data(),
				 to.data());
	}
};

#endif
