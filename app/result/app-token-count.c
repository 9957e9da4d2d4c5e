/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-token-count.h"
#include "app-token-estimate.h"

#include "mcp-object.h"
#include "mcp-property.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

/* A large object is read and painted first. */
#define DELAY_MS 1000
/* Counted within a frame. */
#define IN_PLACE_BYTES (256u * 1024u)

struct _AppTokenCount
{
  GObject parent_instance;

  StoreObject  *object;   /* (nullable) */
  char         *words;    /* (nullable) */
  guint         late;     /* source: a large object is counted later */
  GCancellable *counting; /* (nullable) */
};

enum {
  PROP_WORDS = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

MCP_DEFINE_ZEROED_TYPE (AppTokenCount, app_token_count, G_TYPE_OBJECT)

static char *
dup_words (guint tokens)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "≈ %'u token", "≈ %'u tokens", tokens),
                          tokens);
}

/* Content blocks that are looked at for data. */
#define MAX_BLOCKS 1000u

/* Returns: characters of Base64 in the blocks of a result */
static gsize
measure_data (McpJsonValue value)
{
  McpJsonValue content = mcp_json_value_get_member (value, "content");
  McpJsonValue block;
  McpJsonIter  iter;
  gsize        length = 0;

  mcp_json_iter_init (&iter, mcp_json_value_exists (content) ? content : value);
  for (guint i = 0; i < MAX_BLOCKS && mcp_json_iter_next (&iter, NULL, &block); i++)
    {
      McpJsonValue resource = mcp_json_value_get_member (block, "resource");

      if (mcp_json_value_exists (mcp_json_value_get_member (block, "mimeType")))
        length += mcp_json_value_get_length (mcp_json_value_get_member (block, "data"));
      length += mcp_json_value_get_length (mcp_json_value_get_member (resource, "blob"));
    }
  return length;
}

/* A string is counted as the text it says; images and sounds are not. */
static gssize
count (StoreObject *object)
{
  McpJsonValue value = store_object_get_value (object);
  gsize        length;

  if (mcp_json_value_get_kind (value) == MCP_JSON_STRING)
    return app_token_estimate_string (value);
  g_autoptr (GBytes) bytes = store_object_dup_bytes (object);
  const char *text = g_bytes_get_data (bytes, &length);
  gssize      tokens = app_token_estimate_length (text, length);
  return MAX (tokens - (gssize)(measure_data (value) / 4), 1);
}

static void
count_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_int (task, count (data));
}

static void
set_words (AppTokenCount *self, char *words)
{
  g_free (self->words);
  self->words = words;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WORDS]);
}

static void
on_counted (GObject *object, GAsyncResult *result, gpointer data)
{
  AppTokenCount *self = APP_TOKEN_COUNT (object);
  g_autoptr (GError) error = NULL;
  gssize tokens = g_task_propagate_int (G_TASK (result), &error);

  if (error != NULL)
    return;
  g_clear_object (&self->counting);
  set_words (self, dup_words ((guint)tokens));
}

static void
stop (AppTokenCount *self)
{
  g_clear_handle_id (&self->late, g_source_remove);
  g_cancellable_cancel (self->counting);
  g_clear_object (&self->counting);
}

static gboolean
start_counting (gpointer data)
{
  AppTokenCount *self = data;

  self->late = 0;
  self->counting = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (self, self->counting, on_counted, NULL);
  g_task_set_source_tag (task, start_counting);
  g_task_set_task_data (task, g_object_ref (self->object), g_object_unref);
  g_task_run_in_thread (task, count_in_worker);
  return G_SOURCE_REMOVE;
}

void
app_token_count_set_object (AppTokenCount *self, StoreObject *object)
{
  g_return_if_fail (APP_IS_TOKEN_COUNT (self));

  if (!g_set_object (&self->object, object))
    return;
  stop (self);
  set_words (self, NULL);
  if (object == NULL || store_object_get_kind (object) == STORE_OBJECT_BLOB)
    return;
  if (store_object_get_size (object) <= IN_PLACE_BYTES)
    {
      set_words (self, dup_words ((guint)count (object)));
      return;
    }
  self->late = g_timeout_add (DELAY_MS, start_counting, self);
}

static const char *
get_words (AppTokenCount *self)
{
  return self->words != NULL ? self->words : "";
}

MCP_DEFINE_DISPOSE (AppTokenCount, app_token_count)
{
  stop (self);
  g_clear_object (&self->object);
  g_clear_pointer (&self->words, g_free);
}

MCP_DEFINE_CLASS (AppTokenCount, app_token_count)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_WORDS] = { "words", G_TYPE_STRING, .get = G_CALLBACK (get_words) },
  };

  object_class->dispose = app_token_count_dispose;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

AppTokenCount *
app_token_count_new (void)
{
  return g_object_new (APP_TYPE_TOKEN_COUNT, NULL);
}
