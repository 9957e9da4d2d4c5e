/* SPDX-License-Identifier: GPL-3.0-or-later */

/* corpus-report [--native PERCENT] [--boxes PERCENT] FOLDER…: how well forms serve the tools of a
 * folder of answers to tools/list, or of single files. Prints a table; ends with 1 where a form
 * loses or invents something, or where a figure is worse than was demanded.
 *
 * A file may be a result, a whole message, several of either (pages, a batch, a line each), or a
 * bare array of tools. A folder may have samples of arguments (_sample-arguments.json: an array of
 * { server, tool, full, min }); each tool is also tried with what its form sends by itself, and all
 * of them again with members that no schema knows. */

#include "app-form.h"
#include "app-presets-form.h"
#include "mcp-json-writer.h"

#include <stdlib.h>
#include <string.h>

#define SAMPLES "_sample-arguments.json"
/* What stands around tools: a batch of messages, their results, pages of them. */
#define MAX_WRAPPINGS 6u
/* Findings that are told of; all are counted. */
#define MAX_TOLD 20u
/* What meson takes for a test that was skipped. */
#define EXIT_SKIP 77

static double demanded_native = 99.0;
static double demanded_boxes = 3.1;

static const GOptionEntry options[] = {
  { "native", 0, 0, G_OPTION_ARG_DOUBLE, &demanded_native, "Least share of native fields",
    "PERCENT" },
  { "boxes", 0, 0, G_OPTION_ARG_DOUBLE, &demanded_boxes, "Most tools with a JSON box", "PERCENT" },
  { NULL, 0, 0, 0, NULL, NULL, NULL },
};

typedef struct
{
  guint tools;
  guint forms; /* of them, whose form builds */
  guint fields;
  guint native;
  guint boxes;     /* tools with a JSON box at top level */
  guint samples;   /* texts that went through a form */
  guint changed;   /* of them, that came out otherwise */
  guint untouched; /* tools whose untouched form sends what nobody asked for */
} Figures;

typedef struct
{
  Figures     all;
  GHashTable *samples; /* "server tool" → GPtrArray of JSON texts */
  guint       told;
} Report;

static void
tell (Report *self, const char *file, const char *tool, const char *what, const char *detail)
{
  g_autofree char *plain = g_strescape (tool, NULL);

  if (self->told++ < MAX_TOLD)
    g_print ("# %s %s: %s %.200s\n", file, plain, what, detail);
}

static McpJsonDocument *
load (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);
  g_autoptr (GBytes) bytes = file ? g_mapped_file_get_bytes (file) : NULL;

  return bytes ? mcp_json_document_parse (bytes, NULL, NULL, NULL) : NULL;
}

static char *
dup_sample_key (const char *server, const char *tool)
{
  return g_strdup_printf ("%s\n%s", server ? server : "", tool ? tool : "");
}

static void
read_samples (Report *self, const char *folder)
{
  static const char *const members[] = { "full", "min" };
  g_autoptr (McpJsonDocument) document = load (folder, SAMPLES);
  McpJsonValue sample;
  McpJsonIter  iter;

  if (document == NULL)
    return;
  mcp_json_iter_init (&iter, mcp_json_document_get_root (document));
  while (mcp_json_iter_next (&iter, NULL, &sample))
    {
      g_autofree char *server = mcp_json_value_dup_member_string (sample, "server");
      g_autofree char *tool = mcp_json_value_dup_member_string (sample, "tool");
      char            *key = dup_sample_key (server, tool);
      GPtrArray       *texts = g_ptr_array_new_with_free_func (g_free);

      for (guint i = 0; i < G_N_ELEMENTS (members); i++)
        {
          McpJsonValue value = mcp_json_value_get_member (sample, members[i]);

          if (mcp_json_value_get_kind (value) == MCP_JSON_OBJECT)
            {
              g_ptr_array_add (texts, mcp_json_value_dup_text (value));
              g_ptr_array_add (texts, mcp_json_value_print_pretty (value, 2));
            }
        }
      g_hash_table_replace (self->samples, key, texts);
    }
}

/* The object with members added that no schema knows, spelled in every awkward way. */
static char *
dup_with_odd_members (const char *object)
{
  const char *odd =
      "\"\\u0000 odd\":[9007199254740993,1000000000000000000000000000000,-0,1.10,1e400,"
      "\"\\u0000\",\"\\ud800\",\"\\udc00x\",\"\\u00e9é\"], \"\":{ }";
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (object, -1, NULL);
  gboolean any = mcp_json_value_get_n_items (mcp_json_document_get_root (document)) > 0;
  gsize    end = (gsize)(strrchr (object, '}') - object);

  return g_strdup_printf ("%.*s%s%s%s", (int)end, object, any ? "," : "", odd, object + end);
}

/* Every field that has a value gets another one and then its own again: no byte may move. */
static void
change_fields (AppForm *form)
{
  GListModel *fields = app_field_get_children (app_form_get_root (form));

  for (guint i = 0; i < g_list_model_get_n_items (fields); i++)
    {
      g_autoptr (AppField) field = g_list_model_get_item (fields, i);
      g_autofree char *lexeme = mcp_json_value_dup_text (app_field_get_value (field));

      app_field_get_children (field);
      if (lexeme == NULL || app_field_get_place (field)->selector)
        continue;
      app_field_set_lexeme (field, "[{\"something\":\"else\"}]");
      app_field_set_lexeme (field, lexeme);
    }
}

static void
try_text (Report *self, const char *file, const char *tool, AppForm *form, const char *text)
{
  g_autofree char *after = NULL;
  g_autofree char *sent = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  g_autofree char *compact = mcp_json_value_print_compact (mcp_json_document_get_root (document));

  app_form_set_json (form, text);
  change_fields (form);
  after = app_form_dup_json (form);
  sent = app_form_dup_arguments (form);
  self->all.samples++;
  if (g_strcmp0 (after, text) == 0 && g_strcmp0 (sent, compact) == 0)
    return;
  self->all.changed++;
  tell (self, file, tool, "came out otherwise:", after);
}

/* Whether @value is made of constants and defaults of what its schema requires, and nothing else:
 * followed through the form's own fields, which know what a reference means. */
static gboolean
is_asked_for (AppField *object)
{
  GListModel *fields = app_field_get_children (object);

  for (guint i = 0; i < g_list_model_get_n_items (fields); i++)
    {
      g_autoptr (AppField) field = g_list_model_get_item (fields, i);
      McpJsonValue value = app_field_get_value (field);

      if (app_field_get_place (field)->selector || !mcp_json_value_exists (value))
        continue;
      if (!app_field_get_place (field)->required)
        return FALSE;
      if (app_field_get_info (field)->hint == NULL &&
          app_field_get_info (field)->kind != APP_FIELD_CONST &&
          (app_field_get_info (field)->kind != APP_FIELD_OBJECT || !is_asked_for (field)))
        return FALSE;
    }
  return TRUE;
}

/* @object: the arguments, or what a form of a union adds to them. Returns: whether there is a box
 */
static gboolean
count_fields (Report *self, const char *file, const char *tool, AppField *object)
{
  GListModel *fields = app_field_get_children (object);
  gboolean    box = FALSE;

  for (guint i = 0; fields != NULL && i < g_list_model_get_n_items (fields); i++)
    {
      g_autoptr (AppField) field = g_list_model_get_item (fields, i);
      g_autofree char *schema = NULL;

      if (app_field_get_place (field)->selector)
        {
          if (app_field_get_branch (field) != NULL)
            box |= count_fields (self, file, tool, app_field_get_branch (field));
          continue;
        }
      self->all.fields++;
      if (app_field_get_info (field)->kind != APP_FIELD_JSON)
        {
          self->all.native++;
          continue;
        }
      box = TRUE;
      schema = mcp_json_value_print_compact (app_field_get_info (field)->schema);
      tell (self, file, tool, app_field_get_place (field)->key, schema ? schema : "(no schema)");
    }
  return box;
}

static char *
dup_server_name (const char *file)
{
  const char *dot = strrchr (file, '.');

  return dot != NULL ? g_strndup (file, (gsize)(dot - file)) : g_strdup (file);
}

static void
read_tool (Report *self, const char *file, McpJsonValue tool)
{
  g_autofree char *server = dup_server_name (file);
  g_autofree char *name = mcp_json_value_dup_member_string (tool, "name");
  g_autofree char *key = dup_sample_key (server, name);
  g_autofree char *initial = NULL;
  g_autofree char *odd = NULL;
  GPtrArray       *texts = g_hash_table_lookup (self->samples, key);
  g_autoptr (AppForm) form =
      app_presets_new_tool_form (mcp_json_value_get_member (tool, "inputSchema"), APP_FORM_DEFAULT);

  self->all.tools++;
  self->all.forms += app_form_get_root (form) != NULL;
  self->all.boxes += count_fields (self, file, name ? name : "", app_form_get_root (form));
  if (app_form_is_modified (form) || !is_asked_for (app_form_get_root (form)))
    {
      self->all.untouched++;
      tell (self, file, name ? name : "", "sends unasked:", app_form_get_will_send (form));
    }

  initial = app_form_dup_json (form);
  odd = dup_with_odd_members (initial);
  try_text (self, file, name ? name : "", form, initial);
  try_text (self, file, name ? name : "", form, odd);
  for (guint i = 0; texts != NULL && i < texts->len; i++)
    {
      const char      *text = g_ptr_array_index (texts, i);
      g_autofree char *more = dup_with_odd_members (text);

      try_text (self, file, name ? name : "", form, text);
      try_text (self, file, name ? name : "", form, more);
    }
}

static gboolean
is_tool (McpJsonValue value)
{
  return mcp_json_value_get_kind (mcp_json_value_get_member (value, "name")) == MCP_JSON_STRING &&
         (mcp_json_value_exists (mcp_json_value_get_member (value, "inputSchema")) ||
          mcp_json_value_exists (mcp_json_value_get_member (value, "description")));
}

/* The tools of a result, a message, pages of them, a batch, or a bare array. */
static void
read_tools (Report *self, const char *file, McpJsonValue value, guint depth)
{
  static const char *const around[] = { "tools", "result", "pages", "responses", "results" };
  McpJsonValue             item;
  McpJsonIter              iter;

  if (depth > MAX_WRAPPINGS)
    return;
  if (is_tool (value))
    {
      read_tool (self, file, value);
      return;
    }
  if (mcp_json_value_get_kind (value) == MCP_JSON_ARRAY)
    {
      mcp_json_iter_init (&iter, value);
      while (mcp_json_iter_next (&iter, NULL, &item))
        read_tools (self, file, item, depth + 1);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (around); i++)
    {
      item = mcp_json_value_get_member (value, around[i]);
      if (mcp_json_value_get_kind (item) == MCP_JSON_ARRAY ||
          mcp_json_value_get_kind (item) == MCP_JSON_OBJECT)
        {
          read_tools (self, file, item, depth + 1);
          return;
        }
    }
}

static double
percent (guint part, guint whole)
{
  return whole > 0 ? 100.0 * part / whole : 0;
}

/* A value a line, as a log of messages has it. Returns: whether there is any */
static gboolean
read_lines (Report *self, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  gboolean any = FALSE;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (lines[i], -1, NULL);

      if (document == NULL)
        continue;
      read_tools (self, name, mcp_json_document_get_root (document), 0);
      any = TRUE;
    }
  return any;
}

static void
read_file (Report *self, const char *folder, const char *name)
{
  g_autoptr (McpJsonDocument) document = load (folder, name);
  Figures before = self->all;

  if (document != NULL)
    read_tools (self, name, mcp_json_document_get_root (document), 0);
  else if (!read_lines (self, folder, name))
    {
      g_print ("# %s: no JSON\n", name);
      return;
    }
  if (self->all.tools == before.tools)
    return;
  g_print ("%-36.36s %6u %7u %8.2f %% %6u %8u\n",
           name,
           self->all.tools - before.tools,
           self->all.fields - before.fields,
           percent (self->all.native - before.native, self->all.fields - before.fields),
           self->all.boxes - before.boxes,
           self->all.samples - before.samples);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static gboolean
is_read (const char *name)
{
  return name[0] != '_' && name[0] != '.' &&
         (g_str_has_suffix (name, ".json") || g_str_has_suffix (name, ".jsonl") ||
          g_str_has_suffix (name, ".ndjson"));
}

static gboolean
read_folder (Report *self, const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  guint       before = self->all.tools;
  const char *name;

  if (dir == NULL)
    return FALSE;
  read_samples (self, folder);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (is_read (name))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    read_file (self, folder, g_ptr_array_index (names, i));
  return self->all.tools > before;
}

/* A folder, or one file. */
static gboolean
read_path (Report *self, const char *path)
{
  g_autofree char *folder = NULL;
  g_autofree char *name = NULL;
  guint            before = self->all.tools;

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return read_folder (self, path);
  folder = g_path_get_dirname (path);
  name = g_path_get_basename (path);
  read_samples (self, folder);
  read_file (self, folder, name);
  return self->all.tools > before;
}

static gboolean
print_aim (const char *what, gboolean reached, const char *aim)
{
  g_print ("%-60s %s\n", what, aim);
  if (!reached)
    g_print ("  NOT REACHED\n");
  return reached;
}

static gboolean
print_figures (const Figures *all)
{
  double           native = percent (all->native, all->fields);
  double           boxes = percent (all->boxes, all->tools);
  gboolean         good = all->tools > 0;
  g_autofree char *forms = g_strdup_printf ("forms built: %u of %u tools", all->forms, all->tools);
  g_autofree char *fields = g_strdup_printf ("native top-level fields: %u of %u, %.2f %%",
                                             all->native, all->fields, native);
  g_autofree char *tools =
      g_strdup_printf ("tools with a JSON box: %u, %.2f %%", all->boxes, boxes);
  g_autofree char *texts = g_strdup_printf ("texts that came out otherwise: %u of %u",
                                            all->changed, all->samples);
  g_autofree char *asked = g_strdup_printf ("untouched forms that send more than required: %u",
                                            all->untouched);
  g_autofree char *native_aim = g_strdup_printf ("(at least %.2f %%; aim 99 %%)", demanded_native);
  g_autofree char *boxes_aim = g_strdup_printf ("(at most %.2f %%; aim 3.1 %%)", demanded_boxes);

  g_print ("\n");
  good &= print_aim (forms, all->forms == all->tools, "(all)");
  good &= print_aim (fields, native >= demanded_native, native_aim);
  good &= print_aim (tools, boxes <= demanded_boxes, boxes_aim);
  good &= print_aim (texts, all->changed == 0, "(none)");
  good &= print_aim (asked, all->untouched == 0, "(none)");
  return good;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("FOLDER…");
  g_autoptr (GError) error = NULL;
  Report   report = { 0 };
  gboolean any = FALSE;
  gboolean good;

  g_option_context_add_main_entries (context, options, NULL);
  g_option_context_set_summary (context, "Forms for the tools of a folder of tools/list answers.");
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc < 2)
    {
      g_printerr ("corpus-report: %s\n", error ? error->message : "no folder was named");
      return 2;
    }
  report.samples =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  g_print ("%-36s %6s %7s %10s %6s %8s\n", "file", "tools", "fields", "native", "boxes", "texts");
  for (int i = 1; i < argc; i++)
    any |= read_path (&report, argv[i]);
  g_hash_table_unref (report.samples);
  if (!any)
    {
      g_print ("there are no tools here\n");
      return EXIT_SKIP;
    }
  good = print_figures (&report.all);
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
