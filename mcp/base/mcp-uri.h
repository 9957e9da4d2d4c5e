/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What decides whom an address of HTTP may be trusted with.
 */

#pragma once

#include <gio/gio.h>

/** RFC 6454: the same scheme, host and port. */
gboolean mcp_uri_is_same_origin (GUri *one, GUri *other);

/** Whether it can only be this machine: such a connection never goes through a proxy. */
gboolean mcp_uri_is_loopback (GUri *uri);
