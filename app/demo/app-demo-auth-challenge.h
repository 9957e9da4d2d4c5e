/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * How the demo's endpoint says that a token is missing, wrong or not enough. Source: RFC 6750 §3,
 * RFC 9449 §7.1, RFC 9728 §5.1.
 */

#pragma once

#include <libsoup/soup.h>

#include "app-demo-auth-options.h"

G_BEGIN_DECLS

typedef struct
{
  const char *error;       /* (nullable): a code of RFC 6750 */
  const char *description; /* (nullable) */
  const char *scope;       /* (nullable) */
  const char *metadata;    /* (nullable): the address of the resource's metadata */
} AppDemoAuthChallenge;

/** Answers with @status, a challenge and a JSON-RPC error. */
void app_demo_auth_challenge_send (const AppDemoAuthChallenge *self,
                                   const AppDemoAuthOptions   *options,
                                   SoupServerMessage          *message,
                                   guint                       status);

G_END_DECLS
