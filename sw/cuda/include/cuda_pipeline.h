/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuda_pipeline: cuda_pipeline_primitives with C++ names.
 */
#ifndef _CUDA_PIPELINE_H_
#define _CUDA_PIPELINE_H_

#include "cuda_pipeline_primitives.h"

/* Lines are the user's: nodebug. */
#define PF_PIPE inline __attribute__((always_inline, nodebug)) __device__

namespace nvcuda {
namespace experimental {

class pipeline {
public:
	PF_PIPE pipeline() : stage_(0) {}
	pipeline(const pipeline &) = delete;
	pipeline &operator=(const pipeline &) = delete;
	PF_PIPE __SIZE_TYPE__ commit()
	{
		__pipeline_commit();
		return stage_++;
	}
	PF_PIPE void commit_and_wait()
	{
		commit();
		wait_prior<0>();
	}
	PF_PIPE void wait(__SIZE_TYPE__ stage)
	{
		__pipeline_wait_prior(stage_ > stage ? stage_ - stage - 1 : 0);
	}
	template <unsigned N> PF_PIPE void wait_prior() { __pipeline_wait_prior(N); }

private:
	__SIZE_TYPE__ stage_;
};

/* A T of 4, 8 or 16 bytes, or several such pieces. */
template <class T> PF_PIPE void memcpy_async(T &to, const T &from, pipeline &)
{
	constexpr __SIZE_TYPE__ piece = sizeof(T) % 16 == 0 && alignof(T) >= 16 ? 16
					: sizeof(T) % 8 == 0 && alignof(T) >= 8 ? 8
										: 4;

	static_assert(sizeof(T) % piece == 0 && alignof(T) >= piece,
		      "memcpy_async of a type that is not aligned to 4 bytes");
	for (__SIZE_TYPE__ i = 0; i < sizeof(T); i += piece)
		__pipeline_memcpy_async((char *)&to + i, (const char *)&from + i, piece);
}

} // namespace experimental
} // namespace nvcuda
#undef PF_PIPE
#endif
