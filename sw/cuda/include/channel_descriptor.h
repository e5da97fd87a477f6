/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * channel_descriptor: the runtime API's types.
 */
#ifndef PHOTOFINISH_CHANNEL_DESCRIPTOR_H
#define PHOTOFINISH_CHANNEL_DESCRIPTOR_H

#include "driver_types.h"

#endif
