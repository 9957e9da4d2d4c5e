/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-filter.h"

#include <string.h>

#include "mcp-json-writer.h"

G_DEFINE_QUARK (app_demo_filter_error, app_demo_filter_error)

#define MAX_VALUES 100000u

/* One stage makes of the values that come in those that go on to the next. */
typedef struct
{
  const char *at;
  GArray     *values;    /* of McpJsonValue */
  GPtrArray  *documents; /* of what was computed */
} Run;

typedef gboolean (*Step) (
    Run *run, McpJsonValue value, const char *name, gint64 index, GArray *found, GError **error);

static void
skip_space (Run *run)
{
  while (g_ascii_isspace (*run->at))
    run->at++;
}

static gboolean
refuse (Run *run, GError **error)
{
  g_set_error (error, APP_DEMO_FILTER_ERROR, APP_DEMO_FILTER_INVALID,
               *run->at == '\0' ? "it ends too early" : "unexpected “%.20s”", run->at);
  return FALSE;
}

static gboolean
fail (McpJsonValue value, const char *what, GError **error)
{
  g_set_error (error, APP_DEMO_FILTER_ERROR, APP_DEMO_FILTER_FAILED, "Cannot %s %s", what,
               mcp_json_kind_get_name (mcp_json_value_get_kind (value)));
  return FALSE;
}

static void
add_computed (Run *run, GArray *found, const char *json)
{
  McpJsonDocument *document = mcp_json_document_parse_text (json, -1, NULL);
  McpJsonValue     root = mcp_json_document_get_root (document);

  g_ptr_array_add (run->documents, document);
  g_array_append_val (found, root);
}

/* A missing member, and a member or item of null, is null. */
static void
add_found (Run *run, GArray *found, McpJsonValue value)
{
  if (mcp_json_value_exists (value))
    g_array_append_val (found, value);
  else
    add_computed (run, found, "null");
}

static gboolean
take_member (
    Run *run, McpJsonValue value, const char *name, gint64 index, GArray *found, GError **error)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  if (kind != MCP_JSON_OBJECT && kind != MCP_JSON_NULL)
    return fail (value, "take a member of", error);
  add_found (run, found, mcp_json_value_get_member (value, name));
  return TRUE;
}

static gboolean
take_item (
    Run *run, McpJsonValue value, const char *name, gint64 index, GArray *found, GError **error)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);
  gint64      n_items = mcp_json_value_get_n_items (value);

  if (kind != MCP_JSON_ARRAY && kind != MCP_JSON_NULL)
    return fail (value, "take an item of", error);
  if (index < 0)
    index += n_items;
  add_found (run, found,
             index >= 0 && index < n_items ? mcp_json_value_get_item (value, (guint)index)
                                           : MCP_JSON_NO_VALUE);
  return TRUE;
}

static gboolean
take_all (
    Run *run, McpJsonValue value, const char *name, gint64 index, GArray *found, GError **error)
{
  McpJsonKind  kind = mcp_json_value_get_kind (value);
  McpJsonIter  iter;
  McpJsonValue item;

  if (kind != MCP_JSON_ARRAY && kind != MCP_JSON_OBJECT)
    return fail (value, "iterate over", error);
  mcp_json_iter_init (&iter, value);
  while (mcp_json_iter_next (&iter, NULL, &item) && found->len < MAX_VALUES)
    g_array_append_val (found, item);
  return TRUE;
}

static gboolean
take_length (
    Run *run, McpJsonValue value, const char *name, gint64 index, GArray *found, GError **error)
{
  g_autofree char *json = NULL;

  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_STRING:
      json = g_strdup_printf ("%" G_GSIZE_FORMAT, mcp_json_value_count_characters (value));
      break;
    case MCP_JSON_OBJECT:
    case MCP_JSON_ARRAY:
    case MCP_JSON_NULL:
      json = g_strdup_printf ("%u", mcp_json_value_get_n_items (value));
      break;
    case MCP_JSON_NUMBER:
    case MCP_JSON_BOOLEAN:
    case MCP_JSON_NONE:
    default:
      return fail (value, "tell the length of", error);
    }
  add_computed (run, found, json);
  return TRUE;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static gboolean
take_keys (
    Run *run, McpJsonValue value, const char *name, gint64 index, GArray *found, GError **error)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *json = NULL;
  McpJsonIter      iter;
  McpJsonValue     key;

  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    return fail (value, "list the keys of", error);
  mcp_json_iter_init (&iter, value);
  while (mcp_json_iter_next (&iter, &key, NULL))
    g_ptr_array_add (names, mcp_json_value_dup_string (key, NULL));
  g_ptr_array_sort (names, compare_names);
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < names->len; i++)
    mcp_json_writer_string (writer, names->pdata[i]);
  mcp_json_writer_end_array (writer);
  json = mcp_json_writer_finish_text (writer);
  add_computed (run, found, json);
  return TRUE;
}

static gboolean
take_type (
    Run *run, McpJsonValue value, const char *name, gint64 index, GArray *found, GError **error)
{
  g_autofree char *json =
      g_strdup_printf ("\"%s\"", mcp_json_kind_get_name (mcp_json_value_get_kind (value)));

  add_computed (run, found, json);
  return TRUE;
}

static gboolean
apply (Run *run, Step step, const char *name, gint64 index, GError **error)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (McpJsonValue));

  for (guint i = 0; i < run->values->len; i++)
    if (!step (run, g_array_index (run->values, McpJsonValue, i), name, index, found, error))
      return FALSE;
  g_array_unref (run->values);
  run->values = g_steal_pointer (&found);
  return TRUE;
}

/* A string in double quotes. Returns: (transfer full) (nullable) */
static char *
read_quoted (Run *run, GError **error)
{
  const char *end = run->at + 1;
  g_autoptr (McpJsonDocument) document = NULL;

  while (*end != '\0' && *end != '"')
    end += *end == '\\' && end[1] != '\0' ? 2 : 1;
  if (*end == '"')
    document = mcp_json_document_parse_text (run->at, end + 1 - run->at, NULL);
  if (document == NULL)
    {
      refuse (run, error);
      return NULL;
    }
  run->at = end + 1;
  return mcp_json_value_dup_string (mcp_json_document_get_root (document), NULL);
}

static gboolean
apply_quoted (Run *run, GError **error)
{
  g_autofree char *name = read_quoted (run, error);

  return name != NULL && apply (run, take_member, name, 0, error);
}

static gboolean
apply_brackets (Run *run, GError **error)
{
  char  *end;
  gint64 index;

  run->at++;
  skip_space (run);
  if (*run->at == '"')
    {
      if (!apply_quoted (run, error))
        return FALSE;
    }
  else if (*run->at == ']')
    {
      if (!apply (run, take_all, NULL, 0, error))
        return FALSE;
    }
  else
    {
      index = g_ascii_strtoll (run->at, &end, 10);
      if (end == run->at)
        return refuse (run, error);
      run->at = end;
      if (!apply (run, take_item, NULL, index, error))
        return FALSE;
    }
  skip_space (run);
  if (*run->at != ']')
    return refuse (run, error);
  run->at++;
  return TRUE;
}

/* A path: what begins with a dot. */
static gboolean
apply_path (Run *run, GError **error)
{
  gboolean right = TRUE;

  while (right && (*run->at == '.' || *run->at == '['))
    {
      gsize length;

      if (*run->at == '.')
        run->at++;
      length = strspn (run->at, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
      if (length > 0 && !g_ascii_isdigit (*run->at))
        {
          g_autofree char *name = g_strndup (run->at, length);

          run->at += length;
          right = apply (run, take_member, name, 0, error);
        }
      else if (*run->at == '"')
        right = apply_quoted (run, error);
      else if (*run->at == '[')
        right = apply_brackets (run, error);
      else
        break; /* "." alone is the value */
    }
  return right;
}

static gboolean
apply_stage (Run *run, GError **error)
{
  static const struct
  {
    const char *name;
    Step        step;
  } functions[] = { { "length", take_length }, { "keys", take_keys }, { "type", take_type } };
  gsize length;

  skip_space (run);
  if (*run->at == '.')
    return apply_path (run, error);
  length = strspn (run->at, G_CSET_a_2_z "_");
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (length == strlen (functions[i].name) && strncmp (run->at, functions[i].name, length) == 0)
      {
        run->at += length;
        return apply (run, functions[i].step, NULL, 0, error);
      }
  return refuse (run, error);
}

static gboolean
apply_filter (Run *run, GError **error)
{
  if (!apply_stage (run, error))
    return FALSE;
  skip_space (run);
  while (*run->at == '|')
    {
      run->at++;
      if (!apply_stage (run, error))
        return FALSE;
      skip_space (run);
    }
  return *run->at == '\0' || refuse (run, error);
}

McpJsonDocument *
app_demo_filter_run (McpJsonValue value, const char *filter, GError **error)
{
  Run              run = { .at = filter };
  McpJsonDocument *document = NULL;

  g_return_val_if_fail (filter != NULL, NULL);

  run.values = g_array_new (FALSE, FALSE, sizeof (McpJsonValue));
  run.documents = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_json_document_unref);
  g_array_append_val (run.values, value);
  if (apply_filter (&run, error))
    {
      g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
      g_autofree char *json = NULL;

      mcp_json_writer_begin_array (writer);
      for (guint i = 0; i < run.values->len; i++)
        mcp_json_writer_value (writer, g_array_index (run.values, McpJsonValue, i));
      mcp_json_writer_end_array (writer);
      json = mcp_json_writer_finish_text (writer);
      document = mcp_json_document_parse_text (json, -1, NULL);
    }
  g_array_unref (run.values);
  g_ptr_array_unref (run.documents);
  return document;
}
