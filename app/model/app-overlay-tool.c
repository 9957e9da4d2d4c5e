/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-overlay-tool.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-json-pointer.h"
#include "app-diff-line.h"
#include "app-tool-overlays.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "mcp-property.h"

/* Of what is left out, in a list of tools. */
#define MAX_KEYWORDS 5u
/* An overlay that says nothing. */
#define NOTHING "{}"

struct _AppOverlayTool
{
  GObject parent_instance;

  char       *server;
  McpTool    *tool;
  GPtrArray  *findings; /* (nullable) */
  GListStore *fields;
  McpJsonSlot base; /* the overlay that was loaded */
  guint       n_places;
  char       *problem; /* (nullable) */
  gboolean    changed;
  gboolean    is_loading;
};

enum {
  PROP_0,
  PROP_CHANGED,
  PROP_PROBLEM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint       edited_signal;

G_DEFINE_FINAL_TYPE (AppOverlayTool, app_overlay_tool, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppOverlayTool, app_overlay_tool)
{
  g_free (self->server);
  g_object_unref (self->tool);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_object_unref (self->fields);
  mcp_json_slot_clear (&self->base);
  g_free (self->problem);
}

MCP_DEFINE_CLASS (AppOverlayTool, app_overlay_tool)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_CHANGED] = { "changed", G_TYPE_BOOLEAN,
                       .offset = G_STRUCT_OFFSET (AppOverlayTool, changed) },
    [PROP_PROBLEM] = { "problem", G_TYPE_STRING, G_CALLBACK (app_overlay_tool_get_problem) },
  };

  object_class->finalize = app_overlay_tool_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  edited_signal = mcp_signal_new (klass, "edited", 0);
}

static void
app_overlay_tool_init (AppOverlayTool *self)
{
  self->fields = g_list_store_new (APP_TYPE_OVERLAY_FIELD);
}

/* Writing the overlay */

static AppOverlayField *
get_field (AppOverlayTool *self, guint index)
{
  g_autoptr (AppOverlayField) field = g_list_model_get_item (G_LIST_MODEL (self->fields), index);

  return field; /* the list holds it */
}

static guint
count_fields (AppOverlayTool *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->fields));
}

static gboolean
has_place (AppOverlayTool *self, const char *pointer)
{
  for (guint i = 0; i < count_fields (self); i++)
    if (g_str_equal (app_overlay_field_get_pointer (get_field (self, i)), pointer))
      return TRUE;
  return FALSE;
}

/* Returns: (transfer full): the pointer of an argument in those of @pointer */
static char *
dup_inner (const char *pointer, const char *name)
{
  GString *inner = g_string_new (pointer);

  app_json_pointer_append (inner, name);
  return g_string_free (inner, FALSE);
}

/* The name of the argument that is on the way from @pointer to @inner, if it is one. */
static gboolean
is_within (const char *inner, const char *pointer)
{
  gsize length = strlen (pointer);

  return g_str_has_prefix (inner, pointer) && (inner[length] == '/' || inner[length] == '\0');
}

static char *dup_place (AppOverlayTool *self, const char *pointer, McpJsonValue base);

/* Returns: (transfer full): what a step of a pointer names */
static char *
dup_name (const char *step)
{
  GString *name = g_string_new (step);

  g_string_replace (name, "~1", "/", 0);
  g_string_replace (name, "~0", "~", 0);
  return g_string_free (name, FALSE);
}

/* Returns: (transfer full) (nullable): the name of an argument right in those of @pointer */
static char *
dup_child (const char *inner, const char *pointer)
{
  const char *step = inner + strlen (pointer);

  if (!is_within (inner, pointer) || *step != '/' || strchr (step + 1, '/') != NULL)
    return NULL;
  return dup_name (step + 1);
}

/* @text: (transfer full): left out where nothing is in it */
static void
write_member (McpJsonWriter *writer, const char *name, char *text)
{
  if (!g_str_equal (text, NOTHING))
    {
      mcp_json_writer_name (writer, name);
      mcp_json_writer_raw (writer, text, -1);
    }
  g_free (text);
}

/* Those that were written before come first, in their order. */
static char *
dup_arguments (AppOverlayTool *self, const char *pointer, McpJsonValue arguments)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GHashTable) written = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (arguments); mcp_json_walk_next (&each);)
    {
      char            *key = mcp_json_value_dup_string (each.name, NULL);
      g_autofree char *inner = dup_inner (pointer, key);

      if (!g_hash_table_add (written, key))
        continue;
      if (has_place (self, inner))
        write_member (writer, key, dup_place (self, inner, each.value));
      else
        mcp_json_writer_member_value (writer, key, each.value);
    }
  for (guint i = 0; i < count_fields (self); i++)
    {
      const char *inner = app_overlay_field_get_pointer (get_field (self, i));
      char       *key = dup_child (inner, pointer);

      if (key != NULL && g_hash_table_add (written, key))
        write_member (writer, key, dup_place (self, inner, MCP_JSON_NO_VALUE));
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

/* Returns: (transfer full): what is said of a place and of those within it */
static char *
dup_place (AppOverlayTool *self, const char *pointer, McpJsonValue base)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < count_fields (self); i++)
    {
      AppOverlayField *field = get_field (self, i);
      const char      *json = app_overlay_field_get_json (field);

      if (json == NULL || !g_str_equal (app_overlay_field_get_pointer (field), pointer))
        continue;
      mcp_json_writer_name (writer, app_overlay_field_get_member (field));
      mcp_json_writer_raw (writer, json, -1);
    }
  write_member (writer, "arguments",
                dup_arguments (self, pointer, mcp_json_value_get_member (base, "arguments")));
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

char *
app_overlay_tool_dup_text (AppOverlayTool *self)
{
  g_return_val_if_fail (APP_IS_OVERLAY_TOOL (self), NULL);
  return dup_place (self, "", self->base.value);
}

/* What is wrong */

static gboolean
has_text (GPtrArray *names, const char *name)
{
  for (guint i = 0; i < names->len; i++)
    if (g_str_equal (names->pdata[i], name))
      return TRUE;
  return FALSE;
}

AppOverlayField *
app_overlay_tool_get_wrong_field (AppOverlayTool *self)
{
  g_return_val_if_fail (APP_IS_OVERLAY_TOOL (self), NULL);

  for (guint i = 0; i < count_fields (self); i++)
    if (app_overlay_field_get_problem (get_field (self, i)) != NULL)
      return get_field (self, i);
  return NULL;
}

static char *
find_problem (AppOverlayTool *self, McpJsonValue overlay)
{
  g_autoptr (GPtrArray) strays = app_tool_overlay_list_strays (overlay, self->tool);
  AppOverlayField *field = app_overlay_tool_get_wrong_field (self);

  if (field != NULL)
    {
      const char *problem = app_overlay_field_get_problem (field);
      const char *place = app_overlay_field_get_place (field);

      return *place != '\0' ? g_strdup_printf ("%s: %s", place, problem) : g_strdup (problem);
    }
  if (strays->len == 0)
    return NULL;
  /* Translators: %s is the name of an argument */
  return g_strdup_printf (_ ("It has no argument “%s”."), (const char *)strays->pdata[0]);
}

static void
check (AppOverlayTool *self)
{
  g_autofree char *text = app_overlay_tool_dup_text (self);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  McpJsonValue overlay = mcp_json_document_get_root (document);
  g_autoptr (McpTool) told = app_tool_overlay_apply (overlay, self->tool);
  g_autoptr (GPtrArray) odd = app_tool_overlay_list_odd_defaults (overlay, told);
  gboolean changed = mcp_json_value_get_n_items (overlay) > 0;

  for (guint i = 0; i < count_fields (self); i++)
    {
      AppOverlayField *field = get_field (self, i);

      app_overlay_field_set_odd (field, app_overlay_field_get_kind (field) == APP_OVERLAY_DEFAULT &&
                                            has_text (odd, app_overlay_field_get_place (field)));
      changed = changed || app_overlay_field_is_changed (field);
    }
  g_free (self->problem);
  self->problem = find_problem (self, overlay);
  self->changed = changed;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROBLEM]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHANGED]);
}

static void
on_field (AppOverlayTool *self)
{
  if (self->is_loading)
    return;
  check (self);
  g_signal_emit (self, edited_signal, 0);
}

/* Its fields */

static void
add_field (AppOverlayTool *self,
           AppOverlayKind  kind,
           const char     *pointer,
           const char     *place,
           McpJsonValue    schema)
{
  g_autoptr (AppOverlayField) field = app_overlay_field_new (kind, pointer, place, schema);

  mcp_signal_connect (field, "notify::changed", on_field, self);
  g_list_store_append (self->fields, field);
}

static void
add_places (AppOverlayTool *self,
            const char     *pointer,
            const char     *place,
            McpJsonValue    schema,
            guint           depth)
{
  McpJsonValue properties_value = mcp_json_value_get_member (schema, "properties");

  if (mcp_json_value_get_kind (properties_value) != MCP_JSON_OBJECT ||
      depth >= APP_TOOL_OVERLAYS_MAX_DEPTH)
    return;
  for (McpJsonWalk property = mcp_json_walk (properties_value);
       self->n_places < APP_OVERLAY_TOOL_MAX_PLACES && mcp_json_walk_next (&property);)
    {
      g_autofree char *key = mcp_json_value_dup_string (property.name, NULL);
      g_autofree char *inner = dup_inner (pointer, key);
      g_autofree char *inner_place = g_strconcat (place, *place != '\0' ? "." : "", key, NULL);

      self->n_places++;
      add_field (self, APP_OVERLAY_DESCRIPTION, inner, inner_place, property.value);
      add_field (self, APP_OVERLAY_VALUES, inner, inner_place, property.value);
      add_field (self, APP_OVERLAY_DEFAULT, inner, inner_place, property.value);
      add_places (self, inner, inner_place, property.value, depth + 1);
    }
}

AppOverlayTool *
app_overlay_tool_new (const char *server, McpTool *tool, GPtrArray *findings)
{
  AppOverlayTool *self = g_object_new (APP_TYPE_OVERLAY_TOOL, NULL);

  self->server = g_strdup (server);
  self->tool = g_object_ref (tool);
  self->findings = findings != NULL ? g_ptr_array_ref (findings) : NULL;
  add_field (self, APP_OVERLAY_DESCRIPTION, "", "",
             mcp_definition_get_value (MCP_DEFINITION (tool)));
  add_places (self, "", "", mcp_tool_get_input_schema (tool), 0);
  return self;
}

/* Returns: what the overlay says of the argument that @pointer leads to */
static McpJsonValue
follow (McpJsonValue overlay, const char *pointer)
{
  g_auto (GStrv) steps = g_strsplit (pointer, "/", -1);

  for (guint i = 1; steps[0] != NULL && steps[i] != NULL; i++)
    {
      g_autofree char *name = dup_name (steps[i]);

      overlay = mcp_json_value_get_member (mcp_json_value_get_member (overlay, "arguments"), name);
    }
  return overlay;
}

void
app_overlay_tool_load (AppOverlayTool *self, McpJsonValue overlay)
{
  g_return_if_fail (APP_IS_OVERLAY_TOOL (self));

  self->is_loading = TRUE;
  mcp_json_slot_set (&self->base, overlay);
  for (guint i = 0; i < count_fields (self); i++)
    {
      AppOverlayField *field = get_field (self, i);
      McpJsonValue     place = follow (overlay, app_overlay_field_get_pointer (field));

      app_overlay_field_load (
          field, mcp_json_value_get_member (place, app_overlay_field_get_member (field)));
    }
  self->is_loading = FALSE;
  check (self);
}

void
app_overlay_tool_reset (AppOverlayTool *self)
{
  g_return_if_fail (APP_IS_OVERLAY_TOOL (self));

  app_overlay_tool_load (self, MCP_JSON_NO_VALUE);
  g_signal_emit (self, edited_signal, 0);
}

GListModel *
app_overlay_tool_list_differences (AppOverlayTool *self)
{
  g_autofree char *own = NULL;
  g_autofree char *said = NULL;
  g_autoptr (McpTool) told = NULL;

  g_return_val_if_fail (APP_IS_OVERLAY_TOOL (self), NULL);

  g_autofree char *text = app_overlay_tool_dup_text (self);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  told = app_tool_overlay_apply (document != NULL ? mcp_json_document_get_root (document)
                                                  : MCP_JSON_NO_VALUE,
                                 self->tool);
  /* In one order, or what only moved would be told as another. */
  own = mcp_json_value_print_canonical (mcp_definition_get_value (MCP_DEFINITION (self->tool)), 2);
  said = mcp_json_value_print_canonical (mcp_definition_get_value (MCP_DEFINITION (told)), 2);
  return app_diff_line_list_json (own, said);
}

/* What is known of it */

MCP_DEFINE_GETTER (const char *, AppOverlayTool, app_overlay_tool, server)

const char *
app_overlay_tool_get_name (AppOverlayTool *self)
{
  g_return_val_if_fail (APP_IS_OVERLAY_TOOL (self), NULL);
  return mcp_definition_get_key (MCP_DEFINITION (self->tool));
}

MCP_DEFINE_READER (
    gboolean, app_overlay_tool_is_changed, AppOverlayTool, APP_IS_OVERLAY_TOOL (self), changed)

MCP_DEFINE_GETTER (const char *, AppOverlayTool, app_overlay_tool, problem)

GListModel *
app_overlay_tool_get_fields (AppOverlayTool *self)
{
  g_return_val_if_fail (APP_IS_OVERLAY_TOOL (self), NULL);
  return G_LIST_MODEL (self->fields);
}

/* Returns: (transfer none) (nullable): the keyword that a finding says is left out */
static const char *
find_keyword (const McpFinding *finding)
{
  static const char *const codes[] = { "export-keyword-ignored", "export-keyword-dropped",
                                       "export-gemini-dropped", "export-strict-dropped", NULL };
  const char              *pointer = mcp_finding_get_pointer (finding);
  const char              *slash = pointer != NULL ? strrchr (pointer, '/') : NULL;

  return slash != NULL && g_strv_contains (codes, mcp_finding_get_code (finding)) ? slash + 1
                                                                                  : NULL;
}

char *
app_overlay_tool_dup_left_out (AppOverlayTool *self)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  guint n = 0;

  g_return_val_if_fail (APP_IS_OVERLAY_TOOL (self), NULL);

  for (guint i = 0; self->findings != NULL && i < self->findings->len; i++)
    {
      const char *keyword = find_keyword (self->findings->pdata[i]);

      if (keyword == NULL)
        continue;
      n++;
      if (g_hash_table_add (seen, (gpointer)keyword) && g_hash_table_size (seen) <= MAX_KEYWORDS)
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", keyword);
    }
  if (g_hash_table_size (seen) > MAX_KEYWORDS)
    g_string_append (names, ", …");
  /* Translators: %u is a number of keywords of JSON Schema, %s some of them, such as “minimum” */
  return n > 0
             ? g_strdup_printf (ngettext ("%u keyword left out: %s", "%u keywords left out: %s", n),
                                n, names->str)
             : NULL;
}

MCP_DEFINE_GETTER (GPtrArray *, AppOverlayTool, app_overlay_tool, findings)
