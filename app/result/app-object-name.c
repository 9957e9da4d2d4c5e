/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-object-name.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-object-words.h"
#include "app-visible-text.h"
#include "mcp-json-value.h"

#define ID_PREFIX "obj_"
/* Of an id that many machines share: enough to tell it from the others. */
#define SHORT_ID 8
#define MAX_NAME 100
/* Of an argument, and arguments of a call. */
#define MAX_VALUE 32
#define MAX_ARGUMENTS 4
#define ARGUMENTS_DATA "arguments"

char *
app_object_name_dup_for_id (const char *id)
{
  g_return_val_if_fail (id != NULL, NULL);

  const char *rest = g_str_has_prefix (id, ID_PREFIX) ? id + strlen (ID_PREFIX) : id;
  guint64     number;

  /* Translators: the results of calls, numbered, or with what tells them apart */
  if (g_ascii_string_to_unsigned (rest, 10, 1, G_MAXUINT, &number, NULL))
    return g_strdup_printf (_ ("Result %u"), (guint)number);
  if (rest == id)
    return g_strdup (id);
  return g_strdup_printf (_ ("Result %.*s"), SHORT_ID, rest);
}

char *
app_object_name_dup (StoreObject *object)
{
  g_return_val_if_fail (STORE_IS_OBJECT (object), NULL);

  const char *id = store_object_get_id (object);

  return id != NULL ? app_object_name_dup_for_id (id) : g_strdup (_ ("Result"));
}

/* A text without its quotes; of what has members only that. */
static void
append_value (GString *title, McpJsonValue value)
{
  McpJsonKind      kind = mcp_json_value_get_kind (value);
  gboolean         empty = mcp_json_value_get_n_items (value) == 0;
  g_autofree char *text = kind == MCP_JSON_STRING
                              ? mcp_json_value_dup_string_prefix (value, 4 * MAX_VALUE, NULL)
                          : kind == MCP_JSON_OBJECT ? g_strdup (empty ? "{}" : "{…}")
                          : kind == MCP_JSON_ARRAY  ? g_strdup (empty ? "[]" : "[…]")
                                                    : mcp_json_value_dup_text (value);
  g_autofree char *line = app_visible_text_line (text, MAX_VALUE);

  g_string_append (title, line);
}

char *
app_object_name_dup_for_call (const char *tool, const char *arguments)
{
  g_autoptr (McpJsonDocument) document =
      arguments != NULL ? mcp_json_document_parse_text (arguments, -1, NULL) : NULL;
  McpJsonValue object = mcp_json_document_get_root (document);
  g_autoptr (GString) title = g_string_new (tool);
  guint        n = 0;
  McpJsonIter  iter;
  McpJsonValue name, value;

  g_return_val_if_fail (tool != NULL, NULL);

  mcp_json_iter_init (&iter, object);
  for (; mcp_json_value_get_kind (object) == MCP_JSON_OBJECT && n <= MAX_ARGUMENTS &&
         mcp_json_iter_next (&iter, &name, &value);
       n++)
    {
      g_autofree char *text = mcp_json_value_dup_string_prefix (name, 4 * MAX_VALUE, NULL);
      g_autofree char *line = app_visible_text_line (text, MAX_VALUE);

      g_string_append (title, n == 0 ? " · " : ", ");
      g_string_append_printf (title, "%s ", n < MAX_ARGUMENTS ? line : "…");
      if (n < MAX_ARGUMENTS)
        append_value (title, value);
    }
  return app_visible_text_line (g_strchomp (title->str), MAX_NAME);
}

/* In one line, however it is laid out. */
char *
app_object_name_dup_for_value (StoreObject *object)
{
  g_return_val_if_fail (STORE_IS_OBJECT (object), NULL);

  g_autoptr (GBytes) bytes = store_object_dup_bytes (object);
  gsize            size;
  const char      *data = g_bytes_get_data (bytes, &size);
  g_autofree char *start = g_utf8_make_valid (data, (gssize)MIN (size, MAX_NAME));
  g_auto (GStrv) words = g_strsplit_set (start, " \t\r\n", -1);
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_string_append_printf (line, "%s%s", line->len > 0 ? " " : "", words[i]);
  return store_object_get_kind (object) == STORE_OBJECT_BLOB || line->len == 0
             ? NULL
             : app_visible_text_line (line->str, MAX_VALUE);
}

char *
app_object_name_dup_for_facts (const StoreObjectFacts *facts)
{
  g_return_val_if_fail (facts != NULL, NULL);
  if (facts->name == NULL && facts->tool == NULL)
    return app_object_name_dup_for_id (facts->id);
  return app_visible_text_line (facts->name != NULL ? facts->name : facts->tool, MAX_NAME);
}

gboolean
app_object_name_is_of_call (const StoreObjectFacts *facts)
{
  g_return_val_if_fail (facts != NULL, FALSE);

  return facts->name != NULL && facts->tool != NULL && g_str_has_prefix (facts->name, facts->tool);
}

void
app_object_name_set_arguments (StoreObjectEntry *entry, const char *arguments)
{
  g_return_if_fail (STORE_IS_OBJECT_ENTRY (entry));

  g_object_set_data_full (G_OBJECT (entry), ARGUMENTS_DATA, g_strdup (arguments), g_free);
  g_object_notify (G_OBJECT (entry), "facts");
}

char *
app_object_name_dup_for_entry (StoreObjectEntry *entry)
{
  g_return_val_if_fail (STORE_IS_OBJECT_ENTRY (entry), NULL);

  const StoreObjectFacts *facts = store_object_entry_get_facts (entry);
  return facts->name == NULL && facts->tool != NULL
             ? app_object_name_dup_for_call (
                   facts->tool, g_object_get_data (G_OBJECT (entry), ARGUMENTS_DATA))
             : app_object_name_dup_for_facts (facts);
}

char *
app_object_name_dup_facts_line (const StoreObjectFacts *facts)
{
  g_autofree char *type = app_object_name_dup_type_for_facts (facts);
  g_autofree char *size = app_visible_text_size (facts->size);
  g_autofree char *age = app_object_name_dup_age (facts->time);
  g_autofree char *expiry = app_object_name_dup_expiry (facts->expires);
  gboolean         named = facts->name != NULL && !app_object_name_is_of_call (facts);
  const char      *parts[] = { type, size, facts->server, named ? facts->tool : NULL,
                               age, expiry };
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i] != NULL && parts[i][0] != '\0')
      g_string_append_printf (line, "%s%s", line->len > 0 ? " · " : "", parts[i]);
  return app_visible_text_line (line->str, 2 * MAX_NAME);
}

static char *
dup_type (StoreObjectKind kind, const char *type_name, gint64 length)
{
  /* Translators: of data that is no text */
  if (kind == STORE_OBJECT_BLOB)
    return g_strdup (_ ("binary"));
  return app_object_dup_type (type_name, length);
}

char *
app_object_name_dup_type (StoreObject *object)
{
  g_return_val_if_fail (STORE_IS_OBJECT (object), NULL);
  return dup_type (store_object_get_kind (object), store_object_get_type_name (object),
                   store_object_get_length (object));
}

char *
app_object_name_dup_type_for_facts (const StoreObjectFacts *facts)
{
  g_return_val_if_fail (facts != NULL, NULL);

  return dup_type (facts->kind, facts->type_name, facts->length);
}

char *
app_object_name_dup_age (gint64 time)
{
  gint64 minutes = (g_get_real_time () - time) / G_USEC_PER_SEC / 60;

  if (time == 0)
    return g_strdup ("");
  if (minutes < 1)
    return g_strdup (_ ("just now"));
  if (minutes < 60)
    return g_strdup_printf (_ ("%d min ago"), (int)minutes);
  if (minutes < 24 * 60)
    return g_strdup_printf (_ ("%d h ago"), (int)(minutes / 60));

  g_autoptr (GDateTime) when = g_date_time_new_from_unix_local (time / G_USEC_PER_SEC);

  return when != NULL ? g_date_time_format (when, "%x %H:%M") : g_strdup ("");
}

char *
app_object_name_dup_expiry (gint64 time)
{
  gint64 seconds = MAX (time - g_get_real_time (), 0) / G_USEC_PER_SEC;

  if (time == 0)
    return NULL;
  if (seconds < 120)
    return g_strdup_printf (_ ("expires in %d s"), (int)seconds);
  if (seconds < 120 * 60)
    return g_strdup_printf (_ ("expires in %d min"), (int)((seconds + 30) / 60));
  if (seconds < 48 * 60 * 60)
    return g_strdup_printf (_ ("expires in %d h"), (int)((seconds + 1800) / 3600));
  return g_strdup_printf (_ ("expires in %d days"), (int)((seconds + 43200) / 86400));
}
