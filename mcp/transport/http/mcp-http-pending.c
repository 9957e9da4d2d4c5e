/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-pending.h"

#include "mcp-limits.h"

#include <string.h>

struct _McpHttpPending
{
  McpJsonDocument *document; /* (nullable) */
  McpJsonValue     id;       /* of a single request */
  guint            n_open;
};

static McpJsonDocument *
parse (GBytes *bytes)
{
  if (bytes == NULL || g_bytes_get_size (bytes) > MCP_HTTP_LOOK_LIMIT)
    return NULL;
  return mcp_json_document_parse (bytes, NULL, NULL, NULL);
}

static gboolean
is_request (McpJsonValue value)
{
  return mcp_json_value_exists (mcp_json_value_get_member (value, "id")) &&
         mcp_json_value_exists (mcp_json_value_get_member (value, "method"));
}

static guint
count (McpJsonValue root, gboolean (*matches) (McpJsonValue))
{
  guint n = 0;

  if (mcp_json_value_get_kind (root) != MCP_JSON_ARRAY)
    return matches (root) ? 1 : 0;
  for (McpJsonWalk each = mcp_json_walk (root); mcp_json_walk_next (&each);)
    n += matches (each.value) ? 1 : 0;
  return n;
}

McpHttpPending *
mcp_http_pending_new (GBytes *message)
{
  McpHttpPending *self = g_new0 (McpHttpPending, 1);

  self->id = MCP_JSON_NO_VALUE;
  self->document = parse (message);
  if (self->document == NULL)
    {
      self->n_open = message != NULL ? 1 : 0;
      return self;
    }
  McpJsonValue root = mcp_json_document_get_root (self->document);
  self->n_open = count (root, is_request);
  if (mcp_json_value_get_kind (root) == MCP_JSON_OBJECT)
    self->id = mcp_json_value_get_member (root, "id");
  return self;
}

void
mcp_http_pending_free (McpHttpPending *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->document, mcp_json_document_unref);
  g_free (self);
}

gboolean
mcp_http_pending_expects_response (McpHttpPending *self)
{
  return self->n_open > 0;
}

gboolean
mcp_http_pending_has_id_of (McpHttpPending *self, McpJsonValue root)
{
  McpJsonValue id = mcp_json_value_get_member (root, "id");

  return mcp_json_value_exists (id) && mcp_json_value_exists (self->id) &&
         mcp_json_value_equal (id, self->id);
}

gboolean
mcp_http_pending_excludes (McpHttpPending *self, McpJsonValue root)
{
  McpJsonValue id = mcp_json_value_get_member (root, "id");

  return mcp_json_value_exists (self->id) && mcp_json_value_exists (id) &&
         mcp_json_value_get_kind (id) != MCP_JSON_NULL && !mcp_json_value_equal (id, self->id);
}

static gboolean
is_answer (McpJsonValue value)
{
  return mcp_json_value_exists (mcp_json_value_get_member (value, "result")) ||
         mcp_json_value_exists (mcp_json_value_get_member (value, "error"));
}

static gboolean
mentions (const char *text, gsize size, const char *word)
{
  return size > 0 && memmem (text, size, word, strlen (word)) != NULL;
}

/* Requests and notifications name their method near one of their ends; a long answer does not. */
static gboolean
looks_like_answer (const char *text, gsize size)
{
  gsize sample = MIN (size, MCP_OVERSIZED_SAMPLE);

  return !mentions (text, sample, "\"method\"") &&
         !mentions (text + size - sample, sample, "\"method\"");
}

void
mcp_http_pending_watch (McpHttpPending *self, GBytes *message)
{
  gsize       size;
  const char *text = g_bytes_get_data (message, &size);

  if (self->n_open == 0)
    return;
  if (size > MCP_HTTP_LOOK_LIMIT)
    {
      self->n_open -= looks_like_answer (text, size) ? 1 : 0;
      return;
    }
  /* A flood of notifications costs no more than this. */
  if (!mentions (text, size, "\"id\""))
    return;
  g_autoptr (McpJsonDocument) document = parse (message);
  if (document == NULL)
    return;
  McpJsonValue root = mcp_json_document_get_root (document);
  guint        n = count (root, is_answer);
  if (mcp_json_value_exists (self->id) && !mcp_http_pending_has_id_of (self, root) &&
      mcp_json_value_get_kind (root) == MCP_JSON_OBJECT)
    n = 0;
  self->n_open -= MIN (n, self->n_open);
}

gboolean
mcp_http_pending_is_done (McpHttpPending *self)
{
  return self->n_open == 0;
}
