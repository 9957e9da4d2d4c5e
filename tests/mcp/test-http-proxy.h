/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * TestProxy: an HTTP proxy (absolute addresses and CONNECT) and a SOCKS 5 one (RFC 1928, RFC 1929)
 * at one port on loopback, in threads of its own. It connects to loopback only, whatever host it is
 * asked for.
 */

#pragma once

#include <gio/gio.h>

typedef struct
{
  GSocketService *service;
  guint16         port;
  const char     *user; /* (nullable): it asks for it (SOCKS: RFC 1929, HTTP: Basic) */
  const char     *password;
  gboolean        refuse; /* leads nowhere */

  int n_connect; /* atomic: CONNECT that were granted */
  int n_plain;   /* atomic: requests that named the whole address */
  int n_socks;   /* atomic: SOCKS connections that were granted */
} TestProxy;

TestProxy *test_proxy_new (void);
void       test_proxy_free (TestProxy *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestProxy, test_proxy_free)
