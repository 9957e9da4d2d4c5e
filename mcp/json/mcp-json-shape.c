/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-json-shape.h"

#include <string.h>

/* The place of a field, as each kind has it. */
#define AS_TEXT(place) (*(char **)(place))
#define AS_STRINGS(place) (*(GStrv *)(place))
#define AS_BOOLEAN(place) (*(gboolean *)(place))
#define AS_INT64(place) (*(gint64 *)(place))
#define AS_WORD(place) (*(int *)(place))

static gpointer
find_place (const McpJsonField *field, gconstpointer record)
{
  return (char *)record + field->offset;
}

static void
field_clear (const McpJsonField *field, gpointer place)
{
  switch (field->kind)
    {
    case MCP_JSON_FIELD_STRING:
    case MCP_JSON_FIELD_TEXT:
      if ((field->flags & MCP_JSON_FIELD_SECRET) != 0 && AS_TEXT (place) != NULL)
        explicit_bzero (AS_TEXT (place), strlen (AS_TEXT (place)));
      g_clear_pointer (&AS_TEXT (place), g_free);
      break;
    case MCP_JSON_FIELD_STRINGS:
      g_clear_pointer (&AS_STRINGS (place), g_strfreev);
      break;
    case MCP_JSON_FIELD_BOOLEAN:
    case MCP_JSON_FIELD_INT64:
    case MCP_JSON_FIELD_WORD:
    default:
      break;
    }
}

/* Reading */

static gboolean
read_word (const McpJsonField *field, McpJsonValue value, int *word)
{
  for (int i = 0; field->words[i] != NULL; i++)
    if (mcp_json_value_string_equals (value, field->words[i]))
      {
        *word = i;
        return TRUE;
      }
  return FALSE;
}

/* Returns: whether the value is one of the field's kind */
static gboolean
field_read (const McpJsonField *field, McpJsonValue value, gpointer place)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  switch (field->kind)
    {
    case MCP_JSON_FIELD_STRING:
      if (kind != MCP_JSON_STRING)
        return FALSE;
      field_clear (field, place);
      AS_TEXT (place) = mcp_json_value_dup_string (value, NULL);
      return TRUE;
    case MCP_JSON_FIELD_TEXT:
      if (kind <= MCP_JSON_NULL)
        return FALSE;
      field_clear (field, place);
      AS_TEXT (place) = mcp_json_value_print_compact (value);
      return TRUE;
    case MCP_JSON_FIELD_STRINGS:
      if (kind != MCP_JSON_ARRAY)
        return FALSE;
      field_clear (field, place);
      AS_STRINGS (place) = mcp_json_value_dup_strings (value);
      return TRUE;
    case MCP_JSON_FIELD_BOOLEAN:
      AS_BOOLEAN (place) = mcp_json_value_get_boolean (value, AS_BOOLEAN (place));
      return kind == MCP_JSON_BOOLEAN;
    case MCP_JSON_FIELD_INT64:
      return mcp_json_value_get_int64 (value, &AS_INT64 (place));
    case MCP_JSON_FIELD_WORD:
    default:
      return read_word (field, value, &AS_WORD (place));
    }
}

gboolean
mcp_json_shape_read (const McpJsonShape *self,
                     McpJsonValue        object,
                     gpointer            record,
                     const char        **missing)
{
  const char *first = NULL;

  for (guint i = 0; i < self->n_fields; i++)
    {
      const McpJsonField *field = &self->fields[i];
      McpJsonValue        value = mcp_json_value_get_member (object, field->name);

      if (!field_read (field, value, find_place (field, record)) && first == NULL &&
          (field->flags & MCP_JSON_FIELD_REQUIRED) != 0)
        first = field->name;
    }
  if (missing != NULL)
    *missing = first;
  return first == NULL;
}

/* Writing */

static void
write_strings (McpJsonWriter *writer, const char *name, const char *const *strings)
{
  mcp_json_writer_name (writer, name);
  mcp_json_writer_begin_array (writer);
  for (; *strings != NULL; strings++)
    mcp_json_writer_string (writer, *strings);
  mcp_json_writer_end_array (writer);
}

static void
field_write (const McpJsonField *field, gpointer place, McpJsonWriter *writer)
{
  gboolean is_sparse = (field->flags & MCP_JSON_FIELD_SPARSE) != 0;

  switch (field->kind)
    {
    case MCP_JSON_FIELD_STRING:
      mcp_json_writer_add (writer, "%s: ?%s", field->name, AS_TEXT (place));
      break;
    case MCP_JSON_FIELD_TEXT:
      mcp_json_writer_add (writer, "%s: ?%r", field->name, AS_TEXT (place));
      break;
    case MCP_JSON_FIELD_STRINGS:
      if (AS_STRINGS (place) != NULL)
        write_strings (writer, field->name, (const char *const *)AS_STRINGS (place));
      break;
    case MCP_JSON_FIELD_BOOLEAN:
      if (AS_BOOLEAN (place) || !is_sparse)
        mcp_json_writer_member_boolean (writer, field->name, AS_BOOLEAN (place));
      break;
    case MCP_JSON_FIELD_INT64:
      if (AS_INT64 (place) != 0 || !is_sparse)
        mcp_json_writer_member_int64 (writer, field->name, AS_INT64 (place));
      break;
    case MCP_JSON_FIELD_WORD:
    default:
      mcp_json_writer_member_string (writer, field->name, field->words[AS_WORD (place)]);
    }
}

void
mcp_json_shape_write_members (const McpJsonShape *self,
                              gconstpointer       record,
                              McpJsonWriter      *writer)
{
  for (guint i = 0; i < self->n_fields; i++)
    field_write (&self->fields[i], find_place (&self->fields[i], record), writer);
}

void
mcp_json_shape_write (const McpJsonShape *self, gconstpointer record, McpJsonWriter *writer)
{
  mcp_json_writer_begin_object (writer);
  mcp_json_shape_write_members (self, record, writer);
  mcp_json_writer_end_object (writer);
}

char *
mcp_json_shape_dup_json (const McpJsonShape *self, gconstpointer record)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_shape_write (self, record, writer);
  return mcp_json_writer_finish_text (writer);
}

/* The record */

void
mcp_json_shape_copy (const McpJsonShape *self, gpointer record)
{
  for (guint i = 0; i < self->n_fields; i++)
    {
      gpointer place = find_place (&self->fields[i], record);

      if (self->fields[i].kind <= MCP_JSON_FIELD_TEXT)
        AS_TEXT (place) = g_strdup (AS_TEXT (place));
      else if (self->fields[i].kind == MCP_JSON_FIELD_STRINGS)
        AS_STRINGS (place) = g_strdupv (AS_STRINGS (place));
    }
}

static gboolean
field_equal (const McpJsonField *field, gpointer a, gpointer b)
{
  switch (field->kind)
    {
    case MCP_JSON_FIELD_STRING:
    case MCP_JSON_FIELD_TEXT:
      return g_strcmp0 (AS_TEXT (a), AS_TEXT (b)) == 0;
    case MCP_JSON_FIELD_STRINGS:
      if (AS_STRINGS (a) == NULL || AS_STRINGS (b) == NULL)
        return AS_STRINGS (a) == AS_STRINGS (b);
      return g_strv_equal ((const char *const *)AS_STRINGS (a),
                           (const char *const *)AS_STRINGS (b));
    case MCP_JSON_FIELD_BOOLEAN:
      return !AS_BOOLEAN (a) == !AS_BOOLEAN (b);
    case MCP_JSON_FIELD_INT64:
      return AS_INT64 (a) == AS_INT64 (b);
    case MCP_JSON_FIELD_WORD:
    default:
      return AS_WORD (a) == AS_WORD (b);
    }
}

gboolean
mcp_json_shape_equal (const McpJsonShape *self, gconstpointer a, gconstpointer b)
{
  for (guint i = 0; i < self->n_fields; i++)
    if (!field_equal (&self->fields[i], find_place (&self->fields[i], a),
                      find_place (&self->fields[i], b)))
      return FALSE;
  return TRUE;
}

void
mcp_json_shape_clear (const McpJsonShape *self, gpointer record)
{
  for (guint i = 0; i < self->n_fields; i++)
    field_clear (&self->fields[i], find_place (&self->fields[i], record));
}
