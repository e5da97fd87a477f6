/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * several: what the two files of the program `several` share.
 */
#ifndef SEVERAL_H
#define SEVERAL_H

int from_a(int *device);
int from_b(int *device);

/* Instantiated in both files: two registrations of one name. */
template <typename T> __global__ void common(T *p, T v)
{
	*p += v;
}

#endif
