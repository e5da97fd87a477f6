/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * stream_attr: attributes of streams. They speed a GPU up; here they are kept and change nothing.
 */
#include "rt.h"

/* Those of the streams that are always there, legacy and per thread. */
static struct rt_stream_attr *attr_of(struct rt *r, cudaStream_t s)
{
	if (!s || s == cudaStreamLegacy)
		return &r->attr[0];
	return s == cudaStreamPerThread ? &r->attr[1] : &s->attr;
}

static cudaError_t enter(cudaStream_t stream, cudaStreamAttrID id, const void *value)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && !rt_stream_valid(rt_state(), stream))
		e = cudaErrorInvalidResourceHandle;
	if (!e && (!value || (id != cudaStreamAttributeAccessPolicyWindow &&
			      id != cudaStreamAttributeSynchronizationPolicy)))
		e = cudaErrorInvalidValue;
	return e;
}

static bool is_window(const struct cudaAccessPolicyWindow *w)
{
	return w->hitRatio >= 0 && w->hitRatio <= 1 && w->hitProp <= cudaAccessPropertyPersisting &&
	       w->missProp <= cudaAccessPropertyStreaming;
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID id,
				   const cudaStreamAttrValue *value)
{
	cudaError_t e = enter(stream, id, value);

	if (!e && id == cudaStreamAttributeAccessPolicyWindow) {
		if (is_window(&value->accessPolicyWindow))
			attr_of(rt_state(), stream)->window = value->accessPolicyWindow;
		else
			e = cudaErrorInvalidValue;
	} else if (!e) {
		if (value->syncPolicy >= cudaSyncPolicyAuto &&
		    value->syncPolicy <= cudaSyncPolicyBlockingSync)
			attr_of(rt_state(), stream)->policy = value->syncPolicy;
		else
			e = cudaErrorInvalidValue;
	}
	return rt_leave(e);
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID id,
				   cudaStreamAttrValue *value)
{
	cudaError_t e = enter(stream, id, value);

	if (!e) {
		const struct rt_stream_attr *a = attr_of(rt_state(), stream);

		if (id == cudaStreamAttributeAccessPolicyWindow)
			value->accessPolicyWindow = a->window;
		else
			value->syncPolicy = a->policy ? a->policy : cudaSyncPolicyAuto;
	}
	return rt_leave(e);
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from)
{
	cudaError_t e = enter(to, cudaStreamAttributeAccessPolicyWindow, "");

	if (!e && !rt_stream_valid(rt_state(), from))
		e = cudaErrorInvalidResourceHandle;
	if (!e)
		*attr_of(rt_state(), to) = *attr_of(rt_state(), from);
	return rt_leave(e);
}

cudaError_t cudaCtxResetPersistingL2Cache(void)
{
	return rt_leave(rt_enter(RT_SYNC));
}
