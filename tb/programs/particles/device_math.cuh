// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Quarters and powers of two only: exact, so host and device agree bit for bit.
static __host__ __device__ __forceinline__ void reflect(float &pos, float &vel, int &bounces)
{
	if (pos < 0.0f) {
		pos = -pos;
		vel = -vel;
		++bounces;
	} else if (pos > 64.0f) {
		pos = 128.0f - pos;
		vel = -vel;
		++bounces;
	}
}
