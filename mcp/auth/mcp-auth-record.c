/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-record.h"

#include "mcp-auth-secret.h"
#include "mcp-error.h"
#include "mcp-json-shape.h"

#include <string.h>

#define MAX_BYTES (1024u * 1024u)
#define MAX_DEPTH 16u

struct _McpAuthRecord
{
  McpAuthRecordParts parts;
};

#define TEXT(name, flags) MCP_JSON_FIELD (#name, McpAuthRecordParts, name, STRING, flags)
#define SECRET MCP_JSON_FIELD_SECRET
#define REQUIRED (MCP_JSON_FIELD_SECRET | MCP_JSON_FIELD_REQUIRED)

static const McpJsonField fields[] = {
  TEXT (server, REQUIRED),
  TEXT (issuer, REQUIRED),
  TEXT (token_url, REQUIRED),
  TEXT (revocation_url, SECRET),
  TEXT (introspection_url, SECRET),
  TEXT (resource, SECRET),
  TEXT (grant, SECRET),
  TEXT (scopes_asked, SECRET),
  TEXT (scopes_granted, SECRET),
  TEXT (access_token, SECRET),
  TEXT (refresh_token, SECRET),
  TEXT (id_token, SECRET),
  TEXT (scheme, SECRET),
  TEXT (key, SECRET),
  MCP_JSON_FIELD ("obtained", McpAuthRecordParts, obtained, INT64, 0),
  MCP_JSON_FIELD ("life", McpAuthRecordParts, life, INT64, 0),
};

static const McpJsonShape shape = { fields, G_N_ELEMENTS (fields) };

static void
record_clear (McpAuthRecord *self)
{
  mcp_json_shape_clear (&shape, &self->parts);
  g_clear_pointer (&self->parts.client, mcp_auth_client_unref);
}

McpAuthRecord *
mcp_auth_record_ref (McpAuthRecord *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
mcp_auth_record_unref (McpAuthRecord *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)record_clear);
}

McpAuthRecord *
mcp_auth_record_new (const McpAuthRecordParts *parts)
{
  McpAuthRecord *self = g_atomic_rc_box_new0 (McpAuthRecord);

  self->parts = *parts;
  mcp_json_shape_copy (&shape, &self->parts);
  if (self->parts.client != NULL)
    mcp_auth_client_ref (self->parts.client);
  return self;
}

static void
replace (const char **text, const char *sent)
{
  if (sent != NULL)
    *text = sent;
}

McpAuthRecord *
mcp_auth_record_new_refreshed (McpAuthRecord *old, McpAuthToken *token, gint64 obtained)
{
  McpAuthRecordParts parts = old->parts;

  replace (&parts.access_token, mcp_auth_token_get (token, "access_token"));
  replace (&parts.refresh_token, mcp_auth_token_get (token, "refresh_token"));
  replace (&parts.id_token, mcp_auth_token_get (token, "id_token"));
  replace (&parts.scopes_granted, mcp_auth_token_get (token, "scope"));
  if ((mcp_auth_token_get_oddities (token) & MCP_AUTH_TOKEN_TYPE_ABSENT) == 0)
    parts.scheme = mcp_auth_token_get_scheme (token);
  parts.obtained = obtained;
  /* How long the old one lived says nothing of the new one. */
  parts.life = mcp_auth_token_get_life (token);
  return mcp_auth_record_new (&parts);
}

McpAuthRecord *
mcp_auth_record_new_signed_out (McpAuthRecord *old)
{
  McpAuthRecordParts parts = old->parts;

  parts.scopes_asked = parts.scopes_granted = NULL;
  parts.access_token = parts.refresh_token = parts.id_token = NULL;
  parts.scheme = parts.key = NULL;
  parts.obtained = 0;
  parts.life = -1;
  return mcp_auth_record_new (&parts);
}

const McpAuthRecordParts *
mcp_auth_record_get (McpAuthRecord *self)
{
  return &self->parts;
}

gint64
mcp_auth_record_get_refresh_time (McpAuthRecord *self)
{
  return mcp_auth_token_get_refresh_time (self->parts.obtained, self->parts.life);
}

/* What keeps it */

char *
mcp_auth_record_dup_json (McpAuthRecord *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  char *client = NULL;

  mcp_json_writer_begin_object (writer);
  mcp_json_shape_write_members (&shape, &self->parts, writer);
  if (self->parts.client != NULL)
    {
      client = mcp_auth_client_dup_json (self->parts.client);
      mcp_json_writer_add (writer, "'client': %r", client);
      mcp_auth_secret_free (client);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

McpAuthRecord *
mcp_auth_record_new_from_json (const char *json, GError **error)
{
  static const McpJsonLimits limits = { MAX_BYTES, MAX_DEPTH };
  char                      *copy = g_strdup (json);
  g_autoptr (GBytes) bytes = g_bytes_new_with_free_func (copy, strlen (copy),
                                                         (GDestroyNotify)mcp_auth_secret_free,
                                                         copy);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, &limits, NULL, NULL);
  g_autoptr (McpAuthRecord) self = NULL;
  McpJsonValue root;

  if (document != NULL)
    {
      root = mcp_json_document_get_root (document);
      self = g_atomic_rc_box_new0 (McpAuthRecord);
      self->parts.life = -1;
      self->parts.client =
          mcp_auth_client_new_from_json (mcp_json_value_get_member (root, "client"));
      if (mcp_json_shape_read (&shape, root, &self->parts, NULL))
        return g_steal_pointer (&self);
    }
  /* What is wrong with it is not quoted: it is a secret. */
  g_set_error_literal (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE,
                       "What is kept of the sign-in cannot be read.");
  return NULL;
}
