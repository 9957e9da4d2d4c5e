/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-overlay-list.h"

#include "app-tool-overlays.h"
#include "mcp-array-list.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "mcp-property.h"

struct _AppOverlayList
{
  GObject parent_instance;

  GPtrArray       *tools;    /* AppOverlayTool */
  AppToolOverlays *overlays; /* (nullable): what was understood last */
  char            *text;
  char            *problem; /* (nullable) */
  gboolean         is_loading;
};

enum {
  PROP_0,
  PROP_TEXT,
  PROP_PROBLEM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE_WITH_CODE (AppOverlayList,
                               app_overlay_list,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppOverlayList,
                                                         tools,
                                                         APP_TYPE_OVERLAY_TOOL))

MCP_DEFINE_FINALIZE (AppOverlayList, app_overlay_list)
{
  g_ptr_array_unref (self->tools);
  g_clear_pointer (&self->overlays, app_tool_overlays_unref);
  g_free (self->text);
  g_free (self->problem);
}

static void set_text (AppOverlayList *self, const char *text);

MCP_DEFINE_CLASS (AppOverlayList, app_overlay_list)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_TEXT] = { "text", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppOverlayList, text),
                    .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_text) },
    [PROP_PROBLEM] = { "problem", G_TYPE_STRING, G_CALLBACK (app_overlay_list_get_problem) },
  };

  object_class->finalize = app_overlay_list_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_overlay_list_init (AppOverlayList *self)
{
  self->tools = g_ptr_array_new_with_free_func (g_object_unref);
  self->text = g_strdup ("");
}

/* Reading */

/* @overlays: (transfer full) (nullable) */
static void
load (AppOverlayList *self, AppToolOverlays *overlays)
{
  self->is_loading = TRUE;
  g_clear_pointer (&self->overlays, app_tool_overlays_unref);
  self->overlays = overlays;
  for (guint i = 0; i < self->tools->len; i++)
    {
      AppOverlayTool *tool = self->tools->pdata[i];

      app_overlay_tool_load (tool, overlays != NULL
                                       ? app_tool_overlays_find (overlays,
                                                                 app_overlay_tool_get_server (tool),
                                                                 app_overlay_tool_get_name (tool))
                                       : MCP_JSON_NO_VALUE);
    }
  self->is_loading = FALSE;
}

static AppToolOverlays *
read_text (const char *text, GError **error)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, error);

  return document != NULL ? app_tool_overlays_new (mcp_json_document_get_root (document), error)
                          : NULL;
}

/* @text: (transfer full). @problem: (nullable) */
static void
take_text (AppOverlayList *self, char *text, const char *problem)
{
  g_free (self->text);
  self->text = text;
  g_free (self->problem);
  self->problem = g_strdup (problem);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROBLEM]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
}

static void
set_text (AppOverlayList *self, const char *text)
{
  AppToolOverlays *overlays = NULL;
  g_autoptr (GError) error = NULL;

  if (g_str_equal (self->text, text != NULL ? text : ""))
    return;
  if (text != NULL && *text != '\0')
    overlays = read_text (text, &error);
  if (error == NULL)
    load (self, overlays);
  take_text (self, g_strdup (text != NULL ? text : ""), error != NULL ? error->message : NULL);
}

/* Writing */

static gboolean
is_alone (AppOverlayList *self, AppOverlayTool *tool)
{
  for (guint i = 0; i < self->tools->len; i++)
    if (self->tools->pdata[i] != tool &&
        g_str_equal (app_overlay_tool_get_name (self->tools->pdata[i]),
                     app_overlay_tool_get_name (tool)))
      return FALSE;
  return TRUE;
}

/* The name that it is written under: with its server, where it was or another one has such a
 * tool. Returns: (transfer full) */
static char *
dup_key (AppOverlayList *self, AppOverlayTool *tool)
{
  const char *name = app_overlay_tool_get_name (tool);
  char       *full = g_strconcat (app_overlay_tool_get_server (tool), "__", name, NULL);

  if (!is_alone (self, tool) ||
      (self->overlays != NULL && mcp_json_value_exists (mcp_json_value_get_member (
                                     app_tool_overlays_get_value (self->overlays), full))))
    return full;
  g_free (full);
  return g_strdup (name);
}

/* Nothing is left out, unless what is written without a server would count then. */
static gboolean
is_left_out (AppOverlayList *self, AppOverlayTool *tool, const char *key, const char *text)
{
  return g_str_equal (text, "{}") &&
         (g_str_equal (key, app_overlay_tool_get_name (tool)) || self->overlays == NULL ||
          !mcp_json_value_exists (
              mcp_json_value_get_member (app_tool_overlays_get_value (self->overlays),
                                         app_overlay_tool_get_name (tool))));
}

static void
write_member (AppOverlayList *self,
              McpJsonWriter  *writer,
              AppOverlayTool *tool,
              const char     *key)
{
  g_autofree char *text = app_overlay_tool_dup_text (tool);

  if (is_left_out (self, tool, key, text))
    return;
  mcp_json_writer_name (writer, key);
  mcp_json_writer_raw (writer, text, -1);
}

/* Returns: (transfer full): laid out for a person; "" for nothing */
static char *
write_text (AppOverlayList *self, AppOverlayTool *edited)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *key = dup_key (self, edited);
  gboolean         is_written = FALSE;

  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each =
           mcp_json_walk (self->overlays != NULL ? app_tool_overlays_get_value (self->overlays)
                                                 : MCP_JSON_NO_VALUE);
       mcp_json_walk_next (&each);)
    {
      if (!mcp_json_value_string_equals (each.name, key))
        {
          mcp_json_writer_name_value (writer, each.name);
          mcp_json_writer_value (writer, each.value);
        }
      else if (!is_written)
        {
          is_written = TRUE;
          write_member (self, writer, edited, key);
        }
    }
  if (!is_written)
    write_member (self, writer, edited, key);
  mcp_json_writer_end_object (writer);
  g_autofree char *text = mcp_json_writer_finish_text (writer);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  if (document == NULL || mcp_json_value_get_n_items (mcp_json_document_get_root (document)) == 0)
    return g_strdup ("");
  return mcp_json_value_print_pretty (mcp_json_document_get_root (document), 2);
}

static void
on_edited (AppOverlayList *self, AppOverlayTool *tool)
{
  if (self->is_loading)
    return;
  char            *text = write_text (self, tool);
  AppToolOverlays *overlays = *text != '\0' ? read_text (text, NULL) : NULL;
  g_clear_pointer (&self->overlays, app_tool_overlays_unref);
  self->overlays = overlays;
  take_text (self, text, NULL);
}

AppOverlayList *
app_overlay_list_new (AppModelTools *tools)
{
  AppOverlayList *self = g_object_new (APP_TYPE_OVERLAY_LIST, NULL);
  GListModel     *list = G_LIST_MODEL (app_model_tools_get_export (tools));

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (AppExportedTool) exported = g_list_model_get_item (list, i);
      const AppModelTool *tool =
          app_model_tools_find (tools, app_exported_tool_get_model_name (exported));

      if (tool == NULL || tool->local != APP_MODEL_NOT_LOCAL)
        continue;
      AppOverlayTool *item = app_overlay_tool_new (tool->server, tool->tool,
                                                   app_exported_tool_get_findings (exported));
      mcp_signal_connect (item, "edited", on_edited, self);
      g_ptr_array_add (self->tools, item);
    }
  return self;
}

MCP_DEFINE_GETTER (const char *, AppOverlayList, app_overlay_list, problem)
