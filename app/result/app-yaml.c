/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-yaml.h"

#include "store-yaml-text.h"
#include "mcp-object.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define INDENT 2
/* A longer key has to be marked as one (YAML 1.1, 7.4.2: 1 024 characters). */
#define MAX_PLAIN_KEY 1000u
/* JSON text that is written within a frame. */
#define IN_PLACE_BYTES (128u * 1024u)
/* Values between two looks at whether it was cancelled. */
#define CANCEL_STRIDE 4096u

/* Where a value is written. */
typedef enum {
  PLACE_ROOT,
  PLACE_MEMBER, /* behind a key */
  PLACE_ITEM,   /* behind a dash */
  PLACE_FLOW,   /* in brackets */
} Place;

/* A container that is being written. */
typedef struct
{
  McpJsonIter iter;
  gboolean    object;
  gboolean    flow;
  gboolean    first;
  gboolean    same_line; /* its first entry is on the line of its dash */
  guint       indent;
} Level;

typedef struct
{
  GString *text;
  GArray  *levels; /* of Level */
  gsize    max_bytes;
  gboolean complete;
} Writer;

static Level *
get_top (Writer *self)
{
  return self->levels->len > 0 ? &g_array_index (self->levels, Level, self->levels->len - 1) : NULL;
}

static void
start_line (Writer *self, guint indent)
{
  g_string_append_c (self->text, '\n');
  for (guint i = 0; i < indent; i++)
    g_string_append_c (self->text, ' ');
}

/* Strings */

/* What a literal block says exactly: several lines that need no escapes, of which the first shows
 * where they begin. */
static gboolean
fits_block (const char *text, gsize length)
{
  if (length == 0 || strchr (" \t\n", text[0]) != NULL || memchr (text, '\n', length) == NULL)
    return FALSE;
  for (const char *at = text; at < text + length; at = g_utf8_next_char (at))
    if (*at != '\n' && *at != '\t' && !store_yaml_is_printable (g_utf8_get_char (at)))
      return FALSE;
  return TRUE;
}

static void
append_block (Writer *self, const char *text, gsize length, guint indent)
{
  gboolean ends = text[length - 1] == '\n';
  gboolean keeps = ends && length > 1 && text[length - 2] == '\n';

  g_string_append (self->text, keeps ? "|+" : ends ? "|"
                                                   : "|-");
  if (ends)
    length--;
  for (const char *line = text, *next; line != NULL; line = next)
    {
      const char *end = memchr (line, '\n', (gsize)(text + length - line));

      next = end != NULL ? end + 1 : NULL;
      if (end == NULL)
        end = text + length;
      start_line (self, end > line ? indent : 0);
      g_string_append_len (self->text, line, end - line);
    }
}

/* @plain: never a block */
static void
append_string (Writer *self, McpJsonValue value, guint indent, gboolean plain)
{
  gsize            left = self->max_bytes - MIN (self->text->len, self->max_bytes);
  gsize            length;
  gboolean         whole = TRUE;
  g_autofree char *text = NULL;

  /* A character takes six bytes of JSON at most. */
  if (mcp_json_value_get_length (value) > 6 * left + 64)
    {
      text = mcp_json_value_dup_string_prefix (value, left + 4, &whole);
      length = strlen (text);
    }
  else
    text = mcp_json_value_dup_string (value, &length);
  if (!plain && fits_block (text, length))
    append_block (self, text, length, indent);
  else
    store_yaml_append_text (self->text, text, length);
  self->complete = self->complete && whole;
}

/* Values */

static void
push (Writer *self, McpJsonValue value, McpJsonKind kind, Place place)
{
  Level *parent = get_top (self);
  Level  level = { .object = kind == MCP_JSON_OBJECT, .first = TRUE };

  level.flow = place == PLACE_FLOW || self->levels->len >= APP_YAML_MAX_DEPTH;
  level.same_line = place != PLACE_MEMBER;
  level.indent = parent != NULL ? parent->indent + INDENT : 0;
  mcp_json_iter_init (&level.iter, value);
  if (place == PLACE_ITEM || (place == PLACE_MEMBER && level.flow))
    g_string_append_c (self->text, ' ');
  if (level.flow)
    g_string_append_c (self->text, level.object ? '{' : '[');
  g_array_append_val (self->levels, level);
}

static void
write_value (Writer *self, McpJsonValue value, Place place)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);
  Level      *top = get_top (self);
  gsize       length;
  const char *text;

  if ((kind == MCP_JSON_OBJECT || kind == MCP_JSON_ARRAY) && mcp_json_value_get_n_items (value) > 0)
    {
      push (self, value, kind, place);
      return;
    }
  if (place == PLACE_MEMBER || place == PLACE_ITEM)
    g_string_append_c (self->text, ' ');
  if (kind == MCP_JSON_STRING)
    append_string (self, value, (top != NULL ? top->indent : 0) + INDENT, place == PLACE_FLOW);
  else if (kind == MCP_JSON_OBJECT)
    g_string_append (self->text, "{}");
  else if (kind == MCP_JSON_ARRAY)
    g_string_append (self->text, "[]");
  else
    {
      text = mcp_json_value_get_text (value, &length);
      g_string_append_len (self->text, text, (gssize)length);
    }
}

static void
write_key (Writer *self, McpJsonValue name, const Level *level)
{
  gsize start = self->text->len;

  append_string (self, name, 0, TRUE);
  if (self->text->len - start > MAX_PLAIN_KEY)
    {
      g_string_insert (self->text, (gssize)start, "? ");
      if (!level->flow)
        start_line (self, level->indent);
    }
  g_string_append_c (self->text, ':');
}

/* Writes an entry of the container that is being written, or its end. */
static void
write_entry (Writer *self)
{
  Level       *level = get_top (self);
  McpJsonValue name, value;

  if (!mcp_json_iter_next (&level->iter, &name, &value))
    {
      if (level->flow)
        g_string_append_c (self->text, level->object ? '}' : ']');
      g_array_set_size (self->levels, self->levels->len - 1);
      return;
    }
  Level here = *level;
  level->first = FALSE;
  if (here.flow && !here.first)
    g_string_append (self->text, ", ");
  else if (!here.flow && !(here.first && here.same_line))
    start_line (self, here.indent);
  if (here.object)
    write_key (self, name, &here);
  else if (!here.flow)
    g_string_append_c (self->text, '-');
  if (here.flow && here.object)
    g_string_append_c (self->text, ' ');
  write_value (self, value, here.flow ? PLACE_FLOW : here.object ? PLACE_MEMBER
                                                                 : PLACE_ITEM);
}

static void
cut (Writer *self)
{
  gsize length = MIN (self->text->len, self->max_bytes);

  self->complete = FALSE;
  while (length > 0 && length < self->text->len && ((guchar)self->text->str[length] & 0xc0) == 0x80)
    length--;
  g_string_truncate (self->text, length);
}

GBytes *
app_yaml_write (McpJsonValue  value,
                gsize         max_bytes,
                GCancellable *cancellable,
                gboolean     *complete)
{
  Writer writer = { .max_bytes = max_bytes, .complete = TRUE };

  g_return_val_if_fail (mcp_json_value_exists (value), NULL);

  writer.text = g_string_new (NULL);
  writer.levels = g_array_new (FALSE, FALSE, sizeof (Level));
  write_value (&writer, value, PLACE_ROOT);
  for (guint i = 1; writer.levels->len > 0 && writer.complete; i++)
    {
      if (writer.text->len > max_bytes ||
          (i % CANCEL_STRIDE == 0 && g_cancellable_is_cancelled (cancellable)))
        break;
      write_entry (&writer);
    }
  if (writer.levels->len > 0 || !writer.complete || writer.text->len >= max_bytes)
    cut (&writer);
  else
    g_string_append_c (writer.text, '\n');
  g_array_unref (writer.levels);
  *complete = writer.complete;
  return g_string_free_to_bytes (writer.text);
}

/* Loading */

static void
slot_free (gpointer data)
{
  mcp_json_slot_clear (data);
  g_free (data);
}

static void
write_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  McpJsonSlot *slot = data;
  gboolean     complete;
  g_autoptr (GBytes) text =
      app_yaml_write (slot->value, APP_YAML_MAX_BYTES, cancellable, &complete);

  if (complete)
    g_task_return_pointer (task, g_steal_pointer (&text), (GDestroyNotify)g_bytes_unref);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NO_SPACE, "%s",
                             _ ("The value is too large to be written as YAML"));
}

void
app_yaml_load_async (McpJsonValue        value,
                     GCancellable       *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  McpJsonSlot *slot = g_new0 (McpJsonSlot, 1);

  g_return_if_fail (mcp_json_value_exists (value));

  g_task_set_source_tag (task, app_yaml_load_async);
  mcp_json_slot_set (slot, value);
  g_task_set_task_data (task, slot, slot_free);
  if (mcp_json_value_get_length (value) <= IN_PLACE_BYTES)
    write_in_worker (task, NULL, slot, cancellable);
  else
    g_task_run_in_thread (task, write_in_worker);
}

MCP_DEFINE_FINISH_ALONE (app_yaml_load_finish, GBytes)
