/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Proofs that a client holds the key that its token is bound to. Source: RFC 9449 §4.3, §8.
 */

#pragma once

#include "app-demo-auth-issuer.h"

G_BEGIN_DECLS

/** What a proof has to be for. */
typedef struct
{
  const char *address; /* of the request, without its query */
  const char *token;   /* (nullable): that goes with it */
  const char *nonce;   /* (nullable): that it has to hold */
} AppDemoAuthProof;

/** Returns: whether the request has a proof, right or wrong */
gboolean app_demo_auth_dpop_is_there (SoupServerMessage *message);
/** Checks the proof of a request. @error: (out): a code of OAuth; @description: (out)
 * Returns: (transfer full) (nullable): the thumbprint of its key; %NULL where it is wrong */
char *app_demo_auth_dpop_check (AppDemoAuthIssuer      *issuer,
                                SoupServerMessage      *message,
                                const AppDemoAuthProof *expected,
                                const char            **error,
                                const char            **description);

G_END_DECLS
