/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-referenceable.h"

#include <string.h>

#include "mcp-json-writer.h"
#include "store-explorer-repr.h"
#include "store-object.h"
#include "store-python-literal.h"

/* Characters of a line that shows a value or a path in an error, and what stands before them. */
#define TRACE_WIDTH 80u
/* Python's own short repr() cuts a string there. */
#define REPR_STRING_BYTES 1024u

/* One part of a path: a name, or a number in brackets. */
typedef struct
{
  char    *name;
  gboolean is_index;
} Part;

static void
part_clear (gpointer data)
{
  g_free (((Part *)data)->name);
}

/* What is a reference */

static gboolean
is_reference (McpJsonValue value)
{
  if (mcp_json_value_get_kind (value) != MCP_JSON_STRING)
    return FALSE;
  g_autofree char *beginning = mcp_json_value_dup_string_prefix (value, 8, NULL);
  return beginning[0] == '@' && mcp_json_value_count_characters (value) > 1;
}

/* The names in a type as Python prints it. Returns: (transfer full) */
static char **
split_type (const char *type)
{
  g_autofree char *names = g_strdup (type);
  gsize            length;

  if (g_str_has_prefix (names, "<class '") && g_str_has_suffix (names, "'>"))
    {
      length = strlen (names) - strlen ("<class ''>");
      memmove (names, names + strlen ("<class '"), length);
      names[length] = '\0';
    }
  return g_strsplit (names, " | ", -1);
}

static gboolean
takes_strings (const char *type)
{
  g_auto (GStrv) names = split_type (type);
  return g_strv_contains ((const char *const *)names, "str");
}

/* Reading a string */

static char *
coerce_boolean (const char *text)
{
  static const char *const yes[] = { "true", "1", "yes", NULL };
  static const char *const no[] = { "false", "0", "no", NULL };
  g_autofree char         *lower = g_utf8_strdown (text, -1);

  if (g_strv_contains (yes, lower))
    return g_strdup ("true");
  return g_strv_contains (no, lower) ? g_strdup ("false") : NULL;
}

static char *
coerce_float (const char *text)
{
  double value;

  if (!store_python_literal_read_float (text, &value))
    return NULL;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  mcp_json_writer_double (writer, value);
  return mcp_json_writer_finish_text (writer);
}

static char *
coerce_container (const char *text, McpJsonKind kind)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  g_autofree char *json = NULL;

  if (document == NULL)
    {
      json = store_python_literal_read (text, NULL);
      document = json != NULL ? mcp_json_document_parse_text (json, -1, NULL) : NULL;
    }
  if (document == NULL || mcp_json_value_get_kind (mcp_json_document_get_root (document)) != kind)
    return NULL;
  return mcp_json_value_dup_text (mcp_json_document_get_root (document));
}

/* Reads a string as the parameter wants it. Returns: (transfer full) (nullable): JSON text */
static char *
coerce (const char *text, const char *type)
{
  char *json = NULL;

  g_auto (GStrv) names = split_type (type);
  for (guint i = 0; json == NULL && names[i] != NULL; i++)
    {
      if (strcmp (names[i], "bool") == 0)
        json = coerce_boolean (text);
      else if (strcmp (names[i], "int") == 0)
        json = store_python_literal_read_integer (text);
      else if (strcmp (names[i], "float") == 0)
        json = coerce_float (text);
      else if (strcmp (names[i], "dict") == 0)
        json = coerce_container (text, MCP_JSON_OBJECT);
      else if (strcmp (names[i], "list") == 0)
        json = coerce_container (text, MCP_JSON_ARRAY);
    }
  return json;
}

/* Paths */

static void
take_part (GArray *parts, GString *text, gboolean in_brackets)
{
  Part        part = { NULL };
  const char *start = text->str;
  gsize       length = text->len;

  if (length == 0)
    return;
  part.is_index = in_brackets && strspn (start, "0123456789") == length;
  for (; in_brackets && length > 0 && strchr ("\"'", *start) != NULL; length--)
    start++;
  while (in_brackets && length > 0 && strchr ("\"'", start[length - 1]) != NULL)
    length--;
  part.name = g_strndup (start, length);
  g_array_append_val (parts, part);
  g_string_truncate (text, 0);
}

static GArray *
split_path (const char *path)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (Part));
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean in_brackets = FALSE;

  g_array_set_clear_func (parts, part_clear);
  for (const char *at = path; *at != '\0'; at++)
    {
      if (*at == '[' || *at == ']' || (*at == '.' && !in_brackets))
        take_part (parts, text, *at == ']');
      else
        g_string_append_c (text, *at);
      if (*at == '[' || *at == ']')
        in_brackets = *at == '[';
    }
  take_part (parts, text, FALSE);
  return parts;
}

static McpJsonValue
step (McpJsonValue value, const Part *part)
{
  guint64 index;

  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_OBJECT:
      return part->is_index ? MCP_JSON_NO_VALUE : mcp_json_value_get_member (value, part->name);
    case MCP_JSON_ARRAY:
      if (!g_ascii_string_to_unsigned (part->name, 10, 0, G_MAXUINT32, &index, NULL))
        return MCP_JSON_NO_VALUE;
      return mcp_json_value_get_item (value, (guint)index);
    default:
      return MCP_JSON_NO_VALUE;
    }
}

/* Errors */

static void
append_part (GString *out, const Part *part)
{
  if (part->is_index)
    g_string_append (out, part->name + MIN (strspn (part->name, "0"), strlen (part->name) - 1));
  else
    store_explorer_append_string_repr (out, part->name, strlen (part->name));
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

static void append_value (GString *out, McpJsonValue value);

/* Members come in the order of their names, each with the value that counts. */
static void
append_members (GString *out, McpJsonValue value)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (McpJsonWalk each = mcp_json_walk (value); mcp_json_walk_next (&each);)
    g_ptr_array_add (names, mcp_json_value_dup_string (each.name, NULL));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len && out->len < REPR_STRING_BYTES; i++)
    {
      const char *text = g_ptr_array_index (names, i);

      if (i > 0)
        g_string_append (out, ", ");
      store_explorer_append_string_repr (out, text, strlen (text));
      g_string_append (out, ": ");
      append_value (out, mcp_json_value_get_member (value, text));
    }
}

/* repr(), as far as a line shows it. */
static void
append_value (GString *out, McpJsonValue value)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);
  guint       count = 0;

  if (out->len > REPR_STRING_BYTES)
    return;
  if (kind == MCP_JSON_STRING)
    {
      g_autofree char *text = mcp_json_value_dup_string_prefix (value, REPR_STRING_BYTES, NULL);

      store_explorer_append_string_repr (out, text, strlen (text));
      return;
    }
  if (kind != MCP_JSON_ARRAY && kind != MCP_JSON_OBJECT)
    {
      store_explorer_append_scalar_repr (out, value);
      return;
    }
  g_string_append_c (out, kind == MCP_JSON_ARRAY ? '[' : '{');
  if (kind == MCP_JSON_OBJECT)
    append_members (out, value);
  for (McpJsonWalk item = mcp_json_walk (kind == MCP_JSON_ARRAY ? value : MCP_JSON_NO_VALUE);
       out->len < REPR_STRING_BYTES && mcp_json_walk_next (&item);)
    {
      if (count++ > 0)
        g_string_append (out, ", ");
      append_value (out, item.value);
    }
  g_string_append_c (out, kind == MCP_JSON_ARRAY ? ']' : '}');
}

/* One line of the trace: what does not fit is cut, and its length told where it has one. */
static void
append_trace (GString *out, const char *label, const char *text, gint64 length)
{
  g_auto (GStrv) parts = g_strsplit (text, "\\'", -1);
  g_autofree char *plain = g_strjoinv ("'", parts);
  glong            width = (glong)TRACE_WIDTH - g_utf8_strlen (label, -1);

  g_string_append_printf (out, "\n%s", label);
  if (g_utf8_strlen (plain, -1) <= width)
    {
      g_string_append (out, plain);
      return;
    }
  g_autofree char *ending = length >= 0 ? g_strdup_printf ("... (len=%" G_GINT64_FORMAT ")", length)
                                        : g_strdup ("...");
  g_autofree char *cut = g_utf8_substring (plain, 0, width - g_utf8_strlen (ending, -1));
  g_string_append_printf (out, "%s%s", cut, ending);
}

static char *
dup_parts (GArray *parts)
{
  GString *text = g_string_new ("Path(");

  for (guint i = 0; i < parts->len; i++)
    {
      if (i > 0)
        g_string_append (text, ", ");
      append_part (text, &g_array_index (parts, Part, i));
    }
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

/* The exception that Python raises where a step leads nowhere. */
static char *
dup_exception (McpJsonValue value, const Part *part)
{
  g_autoptr (GString) name = g_string_new (NULL);
  McpJsonKind kind = mcp_json_value_get_kind (value);

  append_part (name, part);
  if (kind == MCP_JSON_OBJECT)
    return g_strdup_printf ("KeyError(%s)", name->str);
  if (kind == MCP_JSON_ARRAY && strspn (part->name, "0123456789") == strlen (part->name))
    return g_strdup ("IndexError('list index out of range')");
  if (kind == MCP_JSON_ARRAY)
    return g_strdup_printf ("ValueError(\"invalid literal for int() with base 10: %s\")",
                            name->str);
  if (part->is_index)
    return g_strdup ("TypeError(\"attribute name must be string, not 'int'\")");
  return g_strdup_printf ("AttributeError(\"'%s' object has no attribute %s\")",
                          store_object_type_name_of (value), name->str);
}

static char *
dup_trace (McpJsonValue root, GArray *parts, McpJsonValue last, guint index)
{
  const Part      *part = &g_array_index (parts, Part, index);
  g_autofree char *path = dup_parts (parts);
  g_autofree char *exception = dup_exception (last, part);
  g_autoptr (GString) target = g_string_new (NULL);
  g_autoptr (GString) name = g_string_new (NULL);
  GString    *trace = g_string_new (" Target-spec trace (most recent last):");
  McpJsonKind kind = mcp_json_value_get_kind (root);
  gint64      length = -1;

  append_value (target, root);
  append_part (name, part);
  if (kind == MCP_JSON_OBJECT || kind == MCP_JSON_ARRAY)
    length = mcp_json_value_get_n_items (root);
  else if (kind == MCP_JSON_STRING)
    length = (gint64)mcp_json_value_count_characters (root);
  append_trace (trace, " - Target: ", target->str, length);
  append_trace (trace, " - Spec: ", path, parts->len);
  g_string_append_printf (trace,
                          "\nglom.core.PathAccessError: could not access %s, part %u of %s, got "
                          "error: %s",
                          name->str, index, path, exception);
  return g_string_free (trace, FALSE);
}

char *
store_referenceable_dup_unknown (const char *id)
{
  return g_strdup_printf ("Object @%s not found or expired", id);
}

char *
store_referenceable_dup_forbidden (const char *path)
{
  g_autoptr (McpJsonDocument) none = mcp_json_document_parse_text ("null", -1, NULL);
  g_autoptr (GError) error = NULL;

  store_explorer_find (mcp_json_document_get_root (none), "", path, &error);
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    return NULL;
  return g_strdup_printf ("Invalid path %s: %s", path, error->message);
}

char *
store_referenceable_dup_nowhere (const char *path)
{
  return g_strdup_printf ("Navigation error at %s: error raised while processing, details below.",
                          path);
}

static char *
dup_unreadable (const char *parameter, const char *type, const char *text)
{
  return g_strdup_printf ("Parameter '%s' expects %s, got string '%s'. Use '@obj_id' for "
                          "references.",
                          parameter, type, text);
}

/* All of it */

static char *
navigate (McpJsonValue root, const char *path, GError **error)
{
  g_autofree char *forbidden = store_referenceable_dup_forbidden (path);
  McpJsonValue     value = root;

  if (forbidden != NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, forbidden);
      return NULL;
    }
  g_autoptr (GArray) parts = split_path (path);
  for (guint i = 0; i < parts->len; i++)
    {
      McpJsonValue next = step (value, &g_array_index (parts, Part, i));

      if (!mcp_json_value_exists (next))
        {
          g_autofree char *first = store_referenceable_dup_nowhere (path);
          g_autofree char *trace = dup_trace (root, parts, value, i);

          g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "%s\n%s", first, trace);
          return NULL;
        }
      value = next;
    }
  return mcp_json_value_dup_text (value);
}

static char *
resolve_reference (const char            *reference,
                   StoreReferenceableFind find,
                   gpointer               user_data,
                   GError               **error)
{
  g_autofree char *path = NULL;
  g_autofree char *id = store_explorer_split_reference (reference, &path);
  McpJsonValue     object = find (id, user_data);

  if (mcp_json_value_exists (object))
    return navigate (object, path, error);
  g_autofree char *unknown = store_referenceable_dup_unknown (id);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, unknown);
  return NULL;
}

char *
store_referenceable_resolve (McpJsonValue           value,
                             const char            *parameter,
                             const char            *type,
                             StoreReferenceableFind find,
                             gpointer               user_data,
                             GError               **error)
{
  g_return_val_if_fail (mcp_json_value_exists (value), NULL);
  g_return_val_if_fail (parameter != NULL && type != NULL && find != NULL, NULL);

  g_autofree char *text = mcp_json_value_dup_string (value, NULL);
  if (is_reference (value))
    return resolve_reference (text, find, user_data, error);
  if (text == NULL || takes_strings (type))
    return mcp_json_value_dup_text (value);
  char *json = coerce (text, type);
  if (json != NULL)
    return json;
  g_autofree char *unreadable = dup_unreadable (parameter, type, text);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, unreadable);
  return NULL;
}
