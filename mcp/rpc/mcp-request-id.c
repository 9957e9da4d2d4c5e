/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-request-id.h"

#include <string.h>

struct _McpRequestId
{
  gatomicrefcount ref_count;
  gboolean        is_string;
  gboolean        is_integer;
  gint64          number; /* where is_integer */
  char           *text;   /* as written */
  char           *string; /* decoded; of strings */
  gsize           length; /* bytes of string */
  guint           hash;
};

G_DEFINE_BOXED_TYPE (McpRequestId, mcp_request_id, mcp_request_id_ref, mcp_request_id_unref)

static guint
hash_bytes (const char *bytes, gsize length)
{
  guint hash = 5381;

  for (gsize i = 0; i < length; i++)
    hash = hash * 33 + (guchar)bytes[i];
  return hash;
}

static McpRequestId *
request_id_alloc (void)
{
  McpRequestId *self = g_new0 (McpRequestId, 1);

  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

McpRequestId *
mcp_request_id_new_int64 (gint64 number)
{
  McpRequestId *self = request_id_alloc ();

  self->is_integer = TRUE;
  self->number = number;
  self->text = g_strdup_printf ("%" G_GINT64_FORMAT, number);
  self->hash = g_int64_hash (&number);
  return self;
}

McpRequestId *
mcp_request_id_new_from_value (McpJsonValue value)
{
  McpRequestId *self;

  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_STRING:
      self = request_id_alloc ();
      self->is_string = TRUE;
      self->text = mcp_json_value_dup_text (value);
      self->string = mcp_json_value_dup_string (value, &self->length);
      self->hash = hash_bytes (self->string, self->length);
      return self;

    case MCP_JSON_NUMBER:
      self = request_id_alloc ();
      self->text = mcp_json_value_dup_text (value);
      self->is_integer = mcp_json_value_get_int64 (value, &self->number);
      if (self->is_integer)
        self->hash = g_int64_hash (&self->number);
      else
        self->hash = hash_bytes (self->text, strlen (self->text));
      return self;

    default:
      return NULL;
    }
}

McpRequestId *
mcp_request_id_ref (McpRequestId *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
mcp_request_id_unref (McpRequestId *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_free (self->text);
  g_free (self->string);
  g_free (self);
}

gboolean
mcp_request_id_is_valid (const McpRequestId *self)
{
  /* An integer beyond 64 bits is still written without fraction and exponent. */
  return self->is_string || strpbrk (self->text, ".eE") == NULL;
}

const char *
mcp_request_id_get_text (const McpRequestId *self)
{
  return self->text;
}

guint
mcp_request_id_hash (gconstpointer self)
{
  return ((const McpRequestId *)self)->hash;
}

gboolean
mcp_request_id_equal (gconstpointer a, gconstpointer b)
{
  const McpRequestId *one = a;
  const McpRequestId *other = b;

  if (one->is_string != other->is_string)
    return FALSE;
  if (one->is_string)
    return one->length == other->length && memcmp (one->string, other->string, one->length) == 0;
  if (one->is_integer || other->is_integer)
    return one->is_integer && other->is_integer && one->number == other->number;
  return g_str_equal (one->text, other->text);
}
