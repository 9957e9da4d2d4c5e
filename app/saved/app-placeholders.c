/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-placeholders.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-error.h"
#include "mcp-json-writer.h"
#include "store-path.h"

/* Arguments inside each other; forms stay far below. */
#define MAX_DEPTH 200

#define BEGIN "{{"
#define END "}}"
#define OBJECT "object"

struct _AppPlaceholders
{
  GHashTable *results; /* name → Result */
};

/* What a call came to. */
typedef struct
{
  McpJsonSlot value;
  char       *object; /* (nullable) */
} Result;

static void
result_free (gpointer data)
{
  Result *result = data;

  mcp_json_slot_clear (&result->value);
  g_free (result->object);
  g_free (result);
}

AppPlaceholders *
app_placeholders_new (void)
{
  AppPlaceholders *self = g_new (AppPlaceholders, 1);

  self->results = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, result_free);
  return self;
}

void
app_placeholders_free (AppPlaceholders *self)
{
  g_hash_table_unref (self->results);
  g_free (self);
}

static void
set_one (AppPlaceholders *self, const char *name, McpJsonValue value, const char *object)
{
  Result *result = g_new0 (Result, 1);

  mcp_json_slot_set (&result->value, value);
  result->object = g_strdup (object);
  g_hash_table_replace (self->results, g_strdup (name), result);
}

void
app_placeholders_set (AppPlaceholders *self,
                      const char      *name,
                      McpJsonValue     value,
                      const char      *object)
{
  set_one (self, name, value, object);
  set_one (self, APP_PLACEHOLDERS_LAST, value, object);
}

/* Names of calls may have any characters: the longest that fits is meant. */
static const Result *
find_call (AppPlaceholders *self, const char *text, const char **path)
{
  GHashTableIter iter;
  gpointer       key, result;
  gsize          longest = 0;
  const Result  *found = NULL;

  g_hash_table_iter_init (&iter, self->results);
  while (g_hash_table_iter_next (&iter, &key, &result))
    {
      gsize length = strlen (key);

      if (length < longest || !g_str_has_prefix (text, key) ||
          strchr (".[", text[length]) == NULL)
        continue;
      longest = length;
      found = result;
      *path = text + length + (text[length] == '.');
    }
  return found;
}

/* @path begins with the word for the object. Servers take "@id.[0]", and no "@id[0]". */
static void
take_reference (const Result *result, const char *path, McpJsonSlot *found)
{
  const char      *rest = path + strlen (OBJECT);
  g_autofree char *text = g_strconcat (result->object, *rest == '[' ? "." : "", rest, NULL);
  g_autofree char *quoted = mcp_json_quote (text, -1);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (quoted, -1, NULL);

  if (document != NULL)
    mcp_json_slot_set (found, mcp_json_document_get_root (document));
}

/* What "{{@text}}" stands for. */
static gboolean
look_up (AppPlaceholders *self, const char *text, McpJsonSlot *found, GError **error)
{
  const char   *path = NULL;
  const Result *result = find_call (self, text, &path);
  gboolean      of_object;

  if (result == NULL)
    {
      g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND,
                   _ ("No earlier call has a result for “{{%s}}”."), text);
      return FALSE;
    }
  g_autoptr (StorePath) place = store_path_parse (path, error);
  if (place == NULL)
    return FALSE;
  mcp_json_slot_set (found, store_path_resolve (place, result->value.value));
  of_object = g_str_has_prefix (path, OBJECT) && strchr (".[", path[strlen (OBJECT)]) != NULL &&
              !mcp_json_value_exists (mcp_json_value_get_member (result->value.value, OBJECT));
  if (!mcp_json_value_exists (found->value) && of_object && result->object != NULL)
    take_reference (result, path, found);
  if (mcp_json_value_exists (found->value))
    return TRUE;
  g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND,
               of_object
                   ? _ ("“{{%s}}” stands for nothing: the result does not say that the server "
                        "stored an object.")
                   : _ ("“{{%s}}” stands for nothing: the result has no such value."),
               text);
  return FALSE;
}

static void
append_text (GString *out, McpJsonValue value)
{
  g_autofree char *text = mcp_json_value_get_kind (value) == MCP_JSON_STRING
                              ? mcp_json_value_dup_string (value, NULL)
                              : mcp_json_value_print_compact (value);

  g_string_append (out, text);
}

/* Writes a string that has placeholders. */
static gboolean
fill_string (AppPlaceholders *self, McpJsonWriter *writer, const char *text, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (const char *begin = strstr (text, BEGIN); begin != NULL; begin = strstr (text, BEGIN))
    {
      const char      *end = strstr (begin, END);
      g_autofree char *inside = NULL;
      g_auto (McpJsonSlot) found = { MCP_JSON_NO_VALUE };

      if (end == NULL)
        break;
      inside = g_strndup (begin + strlen (BEGIN), (gsize)(end - begin) - strlen (BEGIN));
      g_strstrip (inside);
      if (!look_up (self, inside, &found, error))
        return FALSE;
      if (out->len == 0 && begin == text && end[strlen (END)] == '\0')
        {
          mcp_json_writer_value (writer, found.value);
          return TRUE;
        }
      g_string_append_len (out, text, begin - text);
      append_text (out, found.value);
      text = end + strlen (END);
    }
  g_string_append (out, text);
  mcp_json_writer_string (writer, out->str);
  return TRUE;
}

static gboolean
fill (
    AppPlaceholders *self, McpJsonWriter *writer, McpJsonValue value, guint depth, GError **error);

static gboolean
fill_items (
    AppPlaceholders *self, McpJsonWriter *writer, McpJsonValue value, guint depth, GError **error)
{
  gboolean is_object = mcp_json_value_get_kind (value) == MCP_JSON_OBJECT;

  (is_object ? mcp_json_writer_begin_object : mcp_json_writer_begin_array) (writer);
  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
    {
      if (is_object)
        mcp_json_writer_name_value (writer, item.name);
      if (!fill (self, writer, item.value, depth + 1, error))
        return FALSE;
    }
  (is_object ? mcp_json_writer_end_object : mcp_json_writer_end_array) (writer);
  return TRUE;
}

static gboolean
fill (
    AppPlaceholders *self, McpJsonWriter *writer, McpJsonValue value, guint depth, GError **error)
{
  g_autofree char *text = mcp_json_value_dup_string (value, NULL);

  if (depth > MAX_DEPTH)
    {
      g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                   _ ("The arguments are nested more than %d levels deep."), MAX_DEPTH);
      return FALSE;
    }
  if (mcp_json_value_get_kind (value) >= MCP_JSON_ARRAY)
    return fill_items (self, writer, value, depth, error);
  if (text != NULL && strstr (text, BEGIN) != NULL)
    return fill_string (self, writer, text, error);
  mcp_json_writer_value (writer, value);
  return TRUE;
}

char *
app_placeholders_fill (AppPlaceholders *self, McpJsonValue arguments, GError **error)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  if (!mcp_json_value_exists (arguments))
    return g_strdup ("{}");
  return fill (self, writer, arguments, 0, error) ? mcp_json_writer_finish_text (writer) : NULL;
}

char *
app_placeholders_fill_text (AppPlaceholders *self, const char *text, GError **error)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GString) out = g_string_new (NULL);

  if (!fill_string (self, writer, text, error))
    return NULL;
  g_autoptr (GBytes) json = mcp_json_writer_finish (writer);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (json, NULL, NULL, error);
  if (document == NULL)
    return NULL;
  append_text (out, mcp_json_document_get_root (document));
  return g_string_free (g_steal_pointer (&out), FALSE);
}
