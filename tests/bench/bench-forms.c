/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Forms of real tools, without widgets: the tree of fields of each tool, and one key press in the
 * filled form, after which everything is checked and told again. Aims: 2 ms for a tree and 1 ms for
 * a key, at the 99th percentile. One line a figure; the tool that took longest is named. */

#include "app-form.h"
#include "app-presets-form.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Repetitions of one measurement; the best counts, since the machine does other things too. */
#define ROUNDS 5
#define KEYS 10

typedef struct
{
  char        *name;
  McpJsonValue schema;
  McpJsonValue full; /* arguments with every member; none where there is no sample */
  double       tree; /* µs */
  double       key;  /* µs; negative where there is no text to change */
} Tool;

static GPtrArray *documents;

static McpJsonValue
load (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;
  McpJsonDocument *document;
  gsize            length;

  if (!g_file_get_contents (path, &text, &length, NULL))
    return MCP_JSON_NO_VALUE;
  document = mcp_json_document_parse_text (text, (gssize)length, NULL);
  if (document == NULL)
    return MCP_JSON_NO_VALUE;
  g_ptr_array_add (documents, document);
  return mcp_json_document_get_root (document);
}

static GHashTable *
load_samples (const char *folder)
{
  GHashTable  *samples = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  McpJsonValue sample;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, load (folder, "_sample-arguments.json"));
  while (mcp_json_iter_next (&iter, NULL, &sample))
    {
      g_autofree char *server = mcp_json_value_dup_member_string (sample, "server");
      g_autofree char *tool = mcp_json_value_dup_member_string (sample, "tool");
      McpJsonValue    *full = g_new (McpJsonValue, 1);

      *full = mcp_json_value_get_member (sample, "full");
      g_hash_table_insert (samples, g_strconcat (server, " ", tool, NULL), full);
    }
  return samples;
}

static void
load_server (GArray *tools, const char *folder, const char *file, GHashTable *samples)
{
  g_autofree char *server = g_strndup (file, strlen (file) - strlen (".json"));
  McpJsonValue     item;
  McpJsonIter      iter;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (load (folder, file), "tools"));
  while (mcp_json_iter_next (&iter, NULL, &item))
    {
      g_autofree char    *name = mcp_json_value_dup_member_string (item, "name");
      Tool                tool = { g_strconcat (server, " ", name, NULL) };
      const McpJsonValue *full = g_hash_table_lookup (samples, tool.name);

      tool.schema = mcp_json_value_get_member (item, "inputSchema");
      if (full != NULL)
        tool.full = *full;
      g_array_append_val (tools, tool);
    }
}

static GArray *
load_tools (const char *folder)
{
  GArray *tools = g_array_new (FALSE, FALSE, sizeof (Tool));
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GHashTable) samples = load_samples (folder);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (*name != '_' && g_str_has_suffix (name, ".json"))
      load_server (tools, folder, name, samples);
  return tools;
}

/* What the window needs to show the form: the tree down to what is collapsed. */
static AppForm *
make_tree (McpJsonValue schema)
{
  AppForm    *form = app_presets_new_tool_form (schema, APP_FORM_DEFAULT);
  GListModel *children = app_field_get_children (app_form_get_root (form));

  for (guint i = 0; i < g_list_model_get_n_items (children); i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (children, i);

      app_field_get_children (child);
    }
  return form;
}

static double
measure_tree (const Tool *tool)
{
  double best = G_MAXDOUBLE;

  for (guint i = 0; i < ROUNDS; i++)
    {
      gint64 start = g_get_monotonic_time ();

      g_object_unref (make_tree (tool->schema));
      best = MIN (best, (double)(g_get_monotonic_time () - start));
    }
  return best;
}

/* Opens everything that has a value. Returns: (transfer none) (nullable): the last text */
static AppField *
open_all (AppField *field)
{
  GListModel *children = app_field_get_children (field);
  AppField   *text = NULL;

  if (app_field_get_state (field)->presence == APP_PRESENCE_VALUE &&
      app_field_get_info (field)->kind == APP_FIELD_VARIANT && app_field_get_branch (field) != NULL)
    return open_all (app_field_get_branch (field));
  for (guint i = 0; children != NULL && i < g_list_model_get_n_items (children); i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (children, i);
      AppField *found =
          app_field_get_state (child)->presence == APP_PRESENCE_VALUE ? open_all (child) : NULL;

      if (found != NULL)
        text = found;
    }
  return app_field_get_info (field)->kind == APP_FIELD_STRING ||
                 app_field_get_info (field)->kind == APP_FIELD_TEXT
             ? field
             : text;
}

static double
measure_key (const Tool *tool)
{
  g_autoptr (AppForm) form = app_presets_new_tool_form (tool->schema, APP_FORM_DEFAULT);
  g_autofree char *text = mcp_json_value_dup_text (tool->full);
  AppField        *field;
  double           best = G_MAXDOUBLE;

  if (text == NULL)
    return -1;
  app_form_set_json (form, text);
  field = open_all (app_form_get_root (form));
  if (field == NULL)
    return -1;
  for (guint i = 0; i < ROUNDS; i++)
    {
      gint64 start = g_get_monotonic_time ();

      for (guint k = 0; k < KEYS; k++)
        app_field_set_text (field, k % 2 == 0 ? "a" : "ab");
      best = MIN (best, (double)(g_get_monotonic_time () - start) / KEYS);
    }
  return best;
}

static int
compare_tree (gconstpointer a, gconstpointer b)
{
  double one = ((const Tool *)a)->tree;
  double two = ((const Tool *)b)->tree;

  return (one > two) - (one < two);
}

static int
compare_key (gconstpointer a, gconstpointer b)
{
  double one = ((const Tool *)a)->key;
  double two = ((const Tool *)b)->key;

  return (one > two) - (one < two);
}

static void
print_figures (const char *what, GArray *tools, gsize offset, guint first, double aim)
{
  guint       n = tools->len - first;
  const Tool *last = &g_array_index (tools, Tool, tools->len - 1);
  double      p50, p99, max;

#define AT(index) \
  (*(const double *)((const char *)&g_array_index (tools, Tool, first + (index)) + offset))
  p50 = AT (n / 2);
  p99 = AT (n * 99 / 100);
  max = AT (n - 1);
#undef AT
  printf ("form %-12s %5u tools  p50 %8.1f µs  p99 %8.1f µs (aim %.0f)%s  max %9.1f µs, %s\n", what,
          n, p50, p99, aim, p99 <= aim ? "" : "  NOT REACHED", max, last->name);
}

int
main (int argc, char **argv)
{
  const char      *shared = g_getenv ("SPYGLASS_SHARED_DATA");
  g_autofree char *folder =
      g_build_filename (shared != NULL ? shared : "../shared/data", "tools-corpus", NULL);
  g_autoptr (GArray) tools = NULL;
  guint first = 0;

  documents = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_json_document_unref);
  tools = load_tools (folder);
  if (tools->len == 0)
    {
      printf ("left out: %s is not there\n", folder);
      return 0;
    }
  for (guint i = 0; i < tools->len; i++)
    {
      Tool *tool = &g_array_index (tools, Tool, i);

      tool->tree = measure_tree (tool);
      tool->key = measure_key (tool);
    }
  qsort (tools->data, tools->len, sizeof (Tool), compare_tree);
  print_figures ("tree", tools, G_STRUCT_OFFSET (Tool, tree), 0, 2000);
  qsort (tools->data, tools->len, sizeof (Tool), compare_key);
  while (first < tools->len && g_array_index (tools, Tool, first).key < 0)
    first++;
  if (first < tools->len)
    print_figures ("key press", tools, G_STRUCT_OFFSET (Tool, key), first, 1000);
  for (guint i = 0; i < tools->len; i++)
    g_free (g_array_index (tools, Tool, i).name);
  g_clear_pointer (&documents, g_ptr_array_unref);
  return 0;
}
