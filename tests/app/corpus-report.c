/* SPDX-License-Identifier: GPL-3.0-or-later */

/* corpus-report [--native PERCENT] [--boxes PERCENT] FOLDER…: how well forms serve the tools of a
 * folder of answers to tools/list. Prints a table; ends with 1 where a form loses or invents
 * something, or where a figure is worse than was demanded. A folder may have samples of arguments
 * (_sample-arguments.json: an array of { server, tool, full, min }); each tool is also tried with
 * what its form sends by itself, and all of them again with members that no schema knows. */

#include "app-form.h"
#include "mcp-json-writer.h"

#include <stdlib.h>
#include <string.h>

#define SAMPLES "_sample-arguments.json"
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
  const char *odd = "\"\\u0000 odd\":[9007199254740993,1000000000000000000000000000000,-0,1.10,1e400,"
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
      if (lexeme == NULL)
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

static gboolean
is_required (McpJsonValue schema, const char *key)
{
  McpJsonValue required;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (schema, "required"));
  while (mcp_json_iter_next (&iter, NULL, &required))
    if (mcp_json_value_string_equals (required, key))
      return TRUE;
  return FALSE;
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
      McpJsonValue     schema = app_field_get_schema (field);
      McpJsonValue     value = app_field_get_value (field);
      g_autofree char *written = mcp_json_value_dup_text (value);

      if (written == NULL)
        continue;
      if (!is_required (app_field_get_schema (object), app_field_get_key (field)))
        return FALSE;
      if (app_field_get_hint (field) == NULL &&
          !mcp_json_value_equal (value, mcp_json_value_get_member (schema, "const")) &&
          (app_field_get_kind (field) != APP_FIELD_OBJECT || !is_asked_for (field)))
        return FALSE;
    }
  return TRUE;
}

static void
count_fields (Report *self, const char *file, const char *tool, AppForm *form)
{
  GListModel *fields = app_field_get_children (app_form_get_root (form));
  gboolean    box = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (fields); i++)
    {
      g_autoptr (AppField) field = g_list_model_get_item (fields, i);
      g_autofree char *schema = NULL;

      self->all.fields++;
      if (app_field_get_kind (field) != APP_FIELD_JSON)
        {
          self->all.native++;
          continue;
        }
      box = TRUE;
      schema = mcp_json_value_print_compact (app_field_get_schema (field));
      tell (self, file, tool, app_field_get_key (field), schema ? schema : "(no schema)");
    }
  self->all.boxes += box;
}

static void
read_tool (Report *self, const char *file, McpJsonValue tool)
{
  g_autofree char *server = g_strndup (file, strlen (file) - strlen (".json"));
  g_autofree char *name = mcp_json_value_dup_member_string (tool, "name");
  g_autofree char *key = dup_sample_key (server, name);
  g_autofree char *initial = NULL;
  g_autofree char *odd = NULL;
  GPtrArray       *texts = g_hash_table_lookup (self->samples, key);
  g_autoptr (AppForm) form =
      app_form_new (mcp_json_value_get_member (tool, "inputSchema"), APP_FORM_DEFAULT);

  self->all.tools++;
  self->all.forms += app_form_get_root (form) != NULL;
  count_fields (self, file, name ? name : "", form);
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

/* The tools of a result, of a whole message, or of a bare array. */
static McpJsonValue
find_tools (McpJsonValue root)
{
  McpJsonValue result = mcp_json_value_get_member (root, "result");

  if (mcp_json_value_get_kind (root) == MCP_JSON_ARRAY)
    return root;
  return mcp_json_value_get_member (mcp_json_value_exists (result) ? result : root, "tools");
}

static double
percent (guint part, guint whole)
{
  return whole > 0 ? 100.0 * part / whole : 0;
}

static void
read_file (Report *self, const char *folder, const char *name)
{
  g_autoptr (McpJsonDocument) document = load (folder, name);
  Figures      before = self->all;
  McpJsonValue tools;
  McpJsonValue tool;
  McpJsonIter  iter;

  if (document == NULL)
    {
      g_print ("# %s: no JSON\n", name);
      return;
    }
  tools = find_tools (mcp_json_document_get_root (document));
  if (mcp_json_value_get_kind (tools) != MCP_JSON_ARRAY)
    return;
  mcp_json_iter_init (&iter, tools);
  while (mcp_json_iter_next (&iter, NULL, &tool))
    read_tool (self, name, tool);
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
read_folder (Report *self, const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (dir == NULL)
    return FALSE;
  read_samples (self, folder);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (name[0] != '_' && g_str_has_suffix (name, ".json"))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  g_print ("%-36s %6s %7s %10s %6s %8s\n", "file", "tools", "fields", "native", "boxes", "texts");
  for (guint i = 0; i < names->len; i++)
    read_file (self, folder, g_ptr_array_index (names, i));
  return names->len > 0;
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
  g_autofree char *tools = g_strdup_printf ("tools with a JSON box: %u, %.2f %%", all->boxes, boxes);
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
  for (int i = 1; i < argc; i++)
    any |= read_folder (&report, argv[i]);
  g_hash_table_unref (report.samples);
  if (!any)
    {
      g_print ("there are no tools here\n");
      return EXIT_SKIP;
    }
  good = print_figures (&report.all);
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
