/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pipeline: cuda::pipeline of a thread, over groups of cp.async; and of a block, with two barriers for
 * each stage: who produces has arrived, with its copies; who consumes has released it.
 */
#ifndef PHOTOFINISH_PIPELINE_H
#define PHOTOFINISH_PIPELINE_H

#include "barrier.h"

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
namespace cuda {

enum class pipeline_role { producer, consumer };

template <thread_scope Scope, unsigned char Stages> class pipeline_shared_state {
public:
	__mbarrier_t __pf_full[Stages], __pf_empty[Stages];
	unsigned __pf_producers, __pf_consumers;

	pipeline_shared_state() = default;
	pipeline_shared_state(const pipeline_shared_state &) = delete;
	pipeline_shared_state &operator=(const pipeline_shared_state &) = delete;
};

template <thread_scope Scope> class pipeline;

template <> class pipeline<thread_scope_thread> {
	unsigned begun_ = 0, done_ = 0;

public:
	PF_ASYNC pipeline() {}
	pipeline(pipeline &&) = default;
	pipeline(const pipeline &) = delete;
	PF_ASYNC void producer_acquire() {}
	PF_ASYNC void producer_commit()
	{
		__pipeline_commit();
		begun_++;
	}
	PF_ASYNC void consumer_wait()
	{
		__pipeline_wait_prior(begun_ > done_ ? begun_ - done_ - 1 : 0);
	}
	PF_ASYNC void consumer_release() { done_++; }
	PF_ASYNC bool quit() { return true; }
};

template <> class pipeline<thread_scope_block> {
	__mbarrier_t *full_, *empty_;
	unsigned stages_, at_[2] = {0, 0}; /* next stage to produce, to consume, counted on */

	PF_ASYNC static void wait(__mbarrier_t *b, unsigned parity)
	{
		while (!__mbarrier_test_wait_parity(b, parity))
			;
	}

public:
	PF_ASYNC pipeline(__mbarrier_t *full, __mbarrier_t *empty, unsigned stages)
		: full_(full), empty_(empty), stages_(stages)
	{
	}
	pipeline(pipeline &&) = default;
	pipeline(const pipeline &) = delete;
	/* A stage that was used before must have been released since. */
	PF_ASYNC void producer_acquire()
	{
		if (at_[0] >= stages_)
			wait(&empty_[at_[0] % stages_], (at_[0] / stages_ - 1) & 1);
	}
	PF_ASYNC void producer_commit()
	{
		__mbarrier_t *b = &full_[at_[0]++ % stages_];

		__pipeline_arrive_on(b);
		__mbarrier_arrive(b);
	}
	PF_ASYNC void consumer_wait() { wait(&full_[at_[1] % stages_], at_[1] / stages_ & 1); }
	PF_ASYNC void consumer_release() { __mbarrier_arrive(&empty_[at_[1]++ % stages_]); }
	PF_ASYNC bool quit() { return true; }
};

PF_ASYNC pipeline<thread_scope_thread> make_pipeline()
{
	return pipeline<thread_scope_thread>();
}

namespace __pf {
template <class Group, unsigned char Stages>
PF_ASYNC pipeline<thread_scope_block>
make(const Group &g, pipeline_shared_state<thread_scope_block, Stages> *s, bool produces, bool consumes)
{
	if (!g.thread_rank())
		s->__pf_producers = s->__pf_consumers = 0;
	g.sync();
	if (produces)
		atomicAdd_block(&s->__pf_producers, 1u);
	if (consumes)
		atomicAdd_block(&s->__pf_consumers, 1u);
	g.sync();
	if (!g.thread_rank())
		for (unsigned i = 0; i < Stages; i++) {
			__mbarrier_init(&s->__pf_full[i], s->__pf_producers);
			__mbarrier_init(&s->__pf_empty[i], s->__pf_consumers);
		}
	g.sync();
	return pipeline<thread_scope_block>(s->__pf_full, s->__pf_empty, Stages);
}
} // namespace __pf

template <class Group, unsigned char Stages>
PF_ASYNC pipeline<thread_scope_block>
make_pipeline(const Group &g, pipeline_shared_state<thread_scope_block, Stages> *s)
{
	return __pf::make(g, s, true, true);
}
template <class Group, unsigned char Stages>
PF_ASYNC pipeline<thread_scope_block>
make_pipeline(const Group &g, pipeline_shared_state<thread_scope_block, Stages> *s, pipeline_role role)
{
	return __pf::make(g, s, role == pipeline_role::producer, role == pipeline_role::consumer);
}

template <unsigned char N> PF_ASYNC void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &)
{
	__pipeline_wait_prior(N);
}
PF_ASYNC void pipeline_producer_commit(pipeline<thread_scope_thread> &,
				       barrier<thread_scope_block> &b)
{
	__pipeline_arrive_on(b.__pf_state());
}

template <class Size, thread_scope Scope>
PF_ASYNC void memcpy_async(void *to, const void *from, Size n, pipeline<Scope> &)
{
	__pf::copy(to, from, (__SIZE_TYPE__)n);
}
template <class Group, class Size, thread_scope Scope>
PF_ASYNC void memcpy_async(const Group &g, void *to, const void *from, Size n, pipeline<Scope> &)
{
	__pf::share(g, to, from, (__SIZE_TYPE__)n);
}

} // namespace cuda
#endif
#endif
