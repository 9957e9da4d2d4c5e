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

#define KIND(kind) (1u << MCP_JSON_##kind)

typedef enum {
  MEMBER,
  ITEM,
  ALL,
  LENGTH,
  KEYS,
  TYPE,
} Step;

/* The kinds of value that a step is for, and what cannot be done with others. */
static const struct
{
  const char *name; /* (nullable): by which it is called */
  const char *what;
  guint       kinds;
} steps[] = {
  [MEMBER] = { NULL, "take a member of", KIND (OBJECT) | KIND (NULL) },
  [ITEM] = { NULL, "take an item of", KIND (ARRAY) | KIND (NULL) },
  [ALL] = { NULL, "iterate over", KIND (ARRAY) | KIND (OBJECT) },
  [LENGTH] = { "length", "tell the length of",
               KIND (STRING) | KIND (OBJECT) | KIND (ARRAY) | KIND (NULL) },
  [KEYS] = { "keys", "list the keys of", KIND (OBJECT) },
  [TYPE] = { "type", NULL, ~0u },
};

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

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static char *
write_keys (McpJsonValue value)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (McpJsonWalk each = mcp_json_walk (value); mcp_json_walk_next (&each);)
    g_ptr_array_add (names, mcp_json_value_dup_string (each.name, NULL));
  g_ptr_array_sort (names, compare_names);
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < names->len; i++)
    mcp_json_writer_string (writer, names->pdata[i]);
  mcp_json_writer_end_array (writer);
  return mcp_json_writer_finish_text (writer);
}

static void
take (Run *run, McpJsonValue value, Step step, const char *name, gint64 index, GArray *found)
{
  McpJsonKind      kind = mcp_json_value_get_kind (value);
  gint64           n_items = mcp_json_value_get_n_items (value);
  g_autofree char *json = NULL;

  switch (step)
    {
    case MEMBER:
      add_found (run, found, mcp_json_value_get_member (value, name));
      break;
    case ITEM:
      index += index < 0 ? n_items : 0;
      add_found (run, found,
                 index >= 0 && index < n_items ? mcp_json_value_get_item (value, (guint)index)
                                               : MCP_JSON_NO_VALUE);
      break;
    case ALL:
      for (McpJsonWalk item = mcp_json_walk (value);
           mcp_json_walk_next (&item) && found->len < MAX_VALUES;)
        g_array_append_val (found, item.value);
      break;
    case LENGTH:
      if (kind == MCP_JSON_STRING)
        n_items = mcp_json_value_count_characters (value);
      json = g_strdup_printf ("%" G_GINT64_FORMAT, n_items);
      break;
    case KEYS:
      json = write_keys (value);
      break;
    case TYPE:
      json = mcp_json_quote (mcp_json_kind_get_name (kind), -1);
      break;
    }
  if (json != NULL)
    add_computed (run, found, json);
}

static gboolean
apply (Run *run, Step step, const char *name, gint64 index, GError **error)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (McpJsonValue));

  for (guint i = 0; i < run->values->len; i++)
    {
      McpJsonValue value = g_array_index (run->values, McpJsonValue, i);
      McpJsonKind  kind = mcp_json_value_get_kind (value);

      if ((steps[step].kinds >> kind & 1) == 0)
        {
          g_set_error (error, APP_DEMO_FILTER_ERROR, APP_DEMO_FILTER_FAILED, "Cannot %s %s",
                       steps[step].what, mcp_json_kind_get_name (kind));
          return FALSE;
        }
      take (run, value, step, name, index, found);
    }
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

  return name != NULL && apply (run, MEMBER, name, 0, error);
}

static gboolean
apply_index (Run *run, GError **error)
{
  char  *end;
  gint64 index = g_ascii_strtoll (run->at, &end, 10);

  if (end == run->at)
    return refuse (run, error);
  run->at = end;
  return apply (run, ITEM, NULL, index, error);
}

static gboolean
apply_brackets (Run *run, GError **error)
{
  gboolean right;

  run->at++;
  skip_space (run);
  if (*run->at == '"')
    right = apply_quoted (run, error);
  else if (*run->at == ']')
    right = apply (run, ALL, NULL, 0, error);
  else
    right = apply_index (run, error);
  if (!right)
    return FALSE;
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
      if (*run->at == '.')
        run->at++;
      gsize length = strspn (run->at, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
      if (length > 0 && !g_ascii_isdigit (*run->at))
        {
          g_autofree char *name = g_strndup (run->at, length);

          run->at += length;
          right = apply (run, MEMBER, name, 0, error);
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
  skip_space (run);
  if (*run->at == '.')
    return apply_path (run, error);
  gsize length = strspn (run->at, G_CSET_a_2_z "_");
  for (guint i = LENGTH; i < G_N_ELEMENTS (steps); i++)
    if (length == strlen (steps[i].name) && strncmp (run->at, steps[i].name, length) == 0)
      {
        run->at += length;
        return apply (run, i, NULL, 0, error);
      }
  return refuse (run, error);
}

static gboolean
apply_filter (Run *run, GError **error)
{
  while (apply_stage (run, error))
    {
      skip_space (run);
      if (*run->at != '|')
        return *run->at == '\0' || refuse (run, error);
      run->at++;
    }
  return FALSE;
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

      mcp_json_writer_begin_array (writer);
      for (guint i = 0; i < run.values->len; i++)
        mcp_json_writer_value (writer, g_array_index (run.values, McpJsonValue, i));
      mcp_json_writer_end_array (writer);
      g_autofree char *json = mcp_json_writer_finish_text (writer);
      document = mcp_json_document_parse_text (json, -1, NULL);
    }
  g_array_unref (run.values);
  g_ptr_array_unref (run.documents);
  return document;
}
