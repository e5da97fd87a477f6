/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * host_config: nothing to configure.
 */
#ifndef PHOTOFINISH_HOST_CONFIG_H
#define PHOTOFINISH_HOST_CONFIG_H


#endif
