/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoAuthKey: a key that signs or verifies JSON Web Tokens, and AppDemoAuthJwt, one such token.
 * What is signed here is ES256; what others signed may be ES256, RS256 or EdDSA. Source: RFC 7515,
 * RFC 7517, RFC 7518, RFC 7638.
 */

#pragma once

#include "mcp-json-writer.h"

G_BEGIN_DECLS

typedef struct _AppDemoAuthKey AppDemoAuthKey;

/** Returns: (transfer full): a new pair on P-256 */
AppDemoAuthKey *app_demo_auth_key_generate (void);
/** Returns: (transfer full) (nullable): the public key of a file, PEM; %NULL with @error set */
AppDemoAuthKey *app_demo_auth_key_read_file (const char *path, GError **error);
/** Returns: (transfer full) (nullable): a public key on P-256; %NULL for any other, and for one
 * that gives its private part away */
AppDemoAuthKey *app_demo_auth_key_read_jwk (McpJsonValue jwk);
void            app_demo_auth_key_free (AppDemoAuthKey *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppDemoAuthKey, app_demo_auth_key_free)

/** Returns: (transfer full): the public half of a key on P-256 as RFC 7638 §3 spells it */
char *app_demo_auth_key_write_jwk (AppDemoAuthKey *self);
/** Returns: (transfer full) */
char *app_demo_auth_key_make_thumbprint (AppDemoAuthKey *self);
/** @type: of the header; @claims: JSON text. Returns: (transfer full): a token */
char *app_demo_auth_key_sign (AppDemoAuthKey *self, const char *type, const char *claims);

typedef struct
{
  McpJsonDocument *header;
  McpJsonDocument *claims;
  char            *signed_text;
  guchar          *signature;
  gsize            signature_size;
} AppDemoAuthJwt;

/** Returns: (transfer full) (nullable): %NULL where @text is none; nothing is verified yet */
AppDemoAuthJwt *app_demo_auth_jwt_read (const char *text);
void            app_demo_auth_jwt_free (AppDemoAuthJwt *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppDemoAuthJwt, app_demo_auth_jwt_free)

McpJsonValue app_demo_auth_jwt_get_header (const AppDemoAuthJwt *self);
McpJsonValue app_demo_auth_jwt_get_claims (const AppDemoAuthJwt *self);
gboolean     app_demo_auth_jwt_is_signed_by (const AppDemoAuthJwt *self, const AppDemoAuthKey *key);
/** Returns: whether the claim is @text, or an array with it */
gboolean
app_demo_auth_jwt_has (const AppDemoAuthJwt *self, const char *claim, const char *text);
/** Returns: (transfer none) (nullable): what is wrong with its times. @life: the most seconds from
 * now until it expires */
const char *app_demo_auth_jwt_find_time_fault (const AppDemoAuthJwt *self, gint64 life);

G_END_DECLS
