/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * access_policy: attributes of streams: which memory the L2 shall keep. Kept for who asks again; caches
 * here do as they always do.
 */
#ifndef PHOTOFINISH_ACCESS_POLICY_H
#define PHOTOFINISH_ACCESS_POLICY_H

enum cudaAccessProperty {
	cudaAccessPropertyNormal,
	cudaAccessPropertyStreaming,
	cudaAccessPropertyPersisting
};

struct cudaAccessPolicyWindow {
	void *base_ptr;
	size_t num_bytes;
	float hitRatio;
	enum cudaAccessProperty hitProp, missProp;
};

enum cudaSynchronizationPolicy {
	cudaSyncPolicyAuto = 1,
	cudaSyncPolicySpin,
	cudaSyncPolicyYield,
	cudaSyncPolicyBlockingSync
};

enum cudaStreamAttrID {
	cudaStreamAttributeAccessPolicyWindow = 1,
	cudaStreamAttributeSynchronizationPolicy = 3
};

union cudaStreamAttrValue {
	struct cudaAccessPolicyWindow accessPolicyWindow;
	enum cudaSynchronizationPolicy syncPolicy;
};

#if !defined(__cplusplus)
typedef enum cudaAccessProperty cudaAccessProperty;
typedef struct cudaAccessPolicyWindow cudaAccessPolicyWindow;
typedef enum cudaSynchronizationPolicy cudaSynchronizationPolicy;
typedef enum cudaStreamAttrID cudaStreamAttrID;
typedef union cudaStreamAttrValue cudaStreamAttrValue;
#endif

#endif
