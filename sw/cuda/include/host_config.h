/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * host_config: nothing to configure.
 */
#ifndef __HOST_CONFIG_H__
#define __HOST_CONFIG_H__


#endif
