/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-jwt.h"

#include "mcp-auth-document.h"
#include "mcp-auth-secret.h"

#include <string.h>

/* Dates beyond this are no dates, and a double does not tell them apart. */
#define MAX_TIME (G_GINT64_CONSTANT (1) << 53)

struct _McpAuthJwt
{
  McpAuthDocument *header;
  McpAuthDocument *claims;
  char            *audience[2]; /* (nullable): where it is one text */
  gboolean         has_signature;
};

static void
jwt_clear (McpAuthJwt *self)
{
  g_clear_pointer (&self->header, mcp_auth_document_unref);
  g_clear_pointer (&self->claims, mcp_auth_document_unref);
  g_free (self->audience[0]);
}

static McpAuthDocument *
read_part (const char *part)
{
  g_autoptr (GBytes) bytes = mcp_auth_base64url_decode (part);

  return bytes != NULL ? mcp_auth_document_new ("", bytes, NULL) : NULL;
}

McpAuthJwt *
mcp_auth_jwt_new (const char *text)
{
  if (text == NULL || strnlen (text, MCP_AUTH_JWT_MAX_BYTES + 1) > MCP_AUTH_JWT_MAX_BYTES)
    return NULL;
  g_auto (GStrv) parts = g_strsplit (text, ".", 4);
  if (g_strv_length (parts) != 3)
    return NULL;
  g_autoptr (McpAuthJwt) self = g_atomic_rc_box_new0 (McpAuthJwt);
  g_autoptr (GBytes) signature = mcp_auth_base64url_decode (parts[2]);
  self->header = read_part (parts[0]);
  self->claims = read_part (parts[1]);
  if (signature == NULL || self->header == NULL || self->claims == NULL)
    return NULL;
  self->has_signature = g_bytes_get_size (signature) > 0;
  self->audience[0] = g_strdup (mcp_auth_document_get (self->claims, "aud"));
  return g_steal_pointer (&self);
}

void
mcp_auth_jwt_unref (McpAuthJwt *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)jwt_clear);
}

McpJsonValue
mcp_auth_jwt_get_claims (McpAuthJwt *self)
{
  return mcp_auth_document_get_root (self->claims);
}

const char *
mcp_auth_jwt_get (McpAuthJwt *self, const char *claim)
{
  return mcp_auth_document_get (self->claims, claim);
}

const char *const *
mcp_auth_jwt_get_audience (McpAuthJwt *self)
{
  if (self->audience[0] != NULL)
    return (const char *const *)self->audience;
  return mcp_auth_document_get_list (self->claims, "aud");
}

gint64
mcp_auth_jwt_get_time (McpAuthJwt *self, const char *claim)
{
  McpJsonValue member = mcp_json_value_get_member (mcp_auth_jwt_get_claims (self), claim);
  double       time = mcp_json_value_get_double (member, -1);

  return time >= 0 && time <= (double)MAX_TIME ? (gint64)time : -1;
}

gboolean
mcp_auth_jwt_is_unsigned (McpAuthJwt *self)
{
  const char *algorithm = mcp_auth_document_get (self->header, "alg");

  return !self->has_signature || algorithm == NULL || g_ascii_strcasecmp (algorithm, "none") == 0;
}
