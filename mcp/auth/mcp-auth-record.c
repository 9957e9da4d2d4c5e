/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-record.h"

#include "mcp-auth-secret.h"
#include "mcp-error.h"
#include "mcp-json-writer.h"

#include <string.h>

#define MAX_BYTES (1024u * 1024u)
#define MAX_DEPTH 16u

struct _McpAuthRecord
{
  McpAuthRecordParts parts;
};

/* The texts of a record: what it says of the sign-in, then what ends with it. */
static const struct
{
  const char *name;
  gsize       offset;
  gboolean    is_required;
  gboolean    is_of_tokens; /* gone with them */
} texts[] = {
  { "server", G_STRUCT_OFFSET (McpAuthRecordParts, server), TRUE, FALSE },
  { "issuer", G_STRUCT_OFFSET (McpAuthRecordParts, issuer), TRUE, FALSE },
  { "token_url", G_STRUCT_OFFSET (McpAuthRecordParts, token_url), TRUE, FALSE },
  { "revocation_url", G_STRUCT_OFFSET (McpAuthRecordParts, revocation_url), FALSE, FALSE },
  { "introspection_url", G_STRUCT_OFFSET (McpAuthRecordParts, introspection_url), FALSE, FALSE },
  { "resource", G_STRUCT_OFFSET (McpAuthRecordParts, resource), FALSE, FALSE },
  { "grant", G_STRUCT_OFFSET (McpAuthRecordParts, grant), FALSE, FALSE },
  { "scopes_asked", G_STRUCT_OFFSET (McpAuthRecordParts, scopes_asked), FALSE, TRUE },
  { "scopes_granted", G_STRUCT_OFFSET (McpAuthRecordParts, scopes_granted), FALSE, TRUE },
  { "access_token", G_STRUCT_OFFSET (McpAuthRecordParts, access_token), FALSE, TRUE },
  { "refresh_token", G_STRUCT_OFFSET (McpAuthRecordParts, refresh_token), FALSE, TRUE },
  { "id_token", G_STRUCT_OFFSET (McpAuthRecordParts, id_token), FALSE, TRUE },
  { "scheme", G_STRUCT_OFFSET (McpAuthRecordParts, scheme), FALSE, TRUE },
  { "key", G_STRUCT_OFFSET (McpAuthRecordParts, key), FALSE, TRUE },
};

#define TEXT(parts, i) G_STRUCT_MEMBER (char *, (parts), texts[i].offset)

static void
record_clear (McpAuthRecord *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    mcp_auth_secret_free (TEXT (&self->parts, i));
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
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    TEXT (&self->parts, i) = g_strdup (TEXT (parts, i));
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

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i].is_of_tokens)
      TEXT (&parts, i) = NULL;
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
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    mcp_json_writer_add (writer, "%s: ?%s", texts[i].name, TEXT (&self->parts, i));
  mcp_json_writer_member_int64 (writer, "obtained", self->parts.obtained);
  mcp_json_writer_member_int64 (writer, "life", self->parts.life);
  if (self->parts.client != NULL)
    {
      client = mcp_auth_client_dup_json (self->parts.client);
      mcp_json_writer_add (writer, "'client': %r", client);
      mcp_auth_secret_free (client);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

static void
read_texts (McpAuthRecordParts *parts, McpJsonValue root)
{
  McpJsonValue value;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      value = mcp_json_value_get_member (root, texts[i].name);
      TEXT (parts, i) = mcp_json_value_dup_string (value, NULL);
    }
}

static gboolean
is_complete (const McpAuthRecordParts *parts)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i].is_required && TEXT (parts, i) == NULL)
      return FALSE;
  return TRUE;
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
      read_texts (&self->parts, root);
      self->parts.obtained = mcp_json_value_get_member_int64 (root, "obtained", 0);
      self->parts.life = mcp_json_value_get_member_int64 (root, "life", -1);
      self->parts.client =
          mcp_auth_client_new_from_json (mcp_json_value_get_member (root, "client"));
      if (is_complete (&self->parts))
        return g_steal_pointer (&self);
    }
  /* What is wrong with it is not quoted: it is a secret. */
  g_set_error_literal (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE,
                       "What is kept of the sign-in cannot be read.");
  return NULL;
}
