/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * error: entering and leaving a call, and the errors a program can ask for.
 *
 * Three kinds, as on a GPU: an error of one call is that call's result and the thread's last
 * error; a fault of a kernel is pending until a synchronising call tells it; once told it is
 * sticky, and only cudaDeviceReset() removes it.
 */
#include "rt.h"

cudaError_t *rt_last_error(void)
{
	/* CUDA defines the last error as each host thread's own. */
	static _Thread_local cudaError_t last;

	return &last;
}

bool *rt_in_driver(void)
{
	/* Set and cleared around each thread's own calls. */
	static _Thread_local bool inside;

	return &inside;
}

cudaError_t rt_enter(enum rt_need need)
{
	struct rt *r = rt_state();

	pthread_mutex_lock(&r->lock);
	if (need == RT_PLAIN)
		return cudaSuccess;
	rt_context(r);
	r->used |= !*rt_in_driver();
	if (need == RT_SYNC && r->pending) {
		r->sticky = r->pending;
		r->pending = cudaSuccess;
	}
	return r->sticky;
}

cudaError_t rt_leave(cudaError_t e)
{
	if (e)
		*rt_last_error() = e;
	pthread_mutex_unlock(&rt_state()->lock);
	return e;
}

static cudaError_t take_last_error(bool clear)
{
	struct rt *r = rt_state();
	cudaError_t *last = rt_last_error(), e;

	pthread_mutex_lock(&r->lock);
	e = r->sticky ? r->sticky : *last;
	if (clear)
		*last = cudaSuccess;
	pthread_mutex_unlock(&r->lock);
	return e;
}

cudaError_t cudaGetLastError(void)
{
	return take_last_error(true);
}

cudaError_t cudaPeekAtLastError(void)
{
	return take_last_error(false);
}

const char *cudaGetErrorName(cudaError_t error)
{
	switch (error) {
#define ERROR_NAME(name, value, text) \
	case name: return #name;
		PF_CUDA_ERRORS(ERROR_NAME)
#undef ERROR_NAME
	default: return "unrecognized error code";
	}
}

const char *cudaGetErrorString(cudaError_t error)
{
	switch (error) {
#define ERROR_TEXT(name, value, text) \
	case name: return text;
		PF_CUDA_ERRORS(ERROR_TEXT)
#undef ERROR_TEXT
	default: return "unrecognized error code";
	}
}
