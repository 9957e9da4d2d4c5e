/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-change-notice.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-diff-line.h"
#include "mcp-json-writer.h"

#define CONTEXT_LINES 2
/* A schema that changed more than that is another schema. */
#define MAX_DIFF_LINES 400

struct _AppChangeNotice
{
  GObject parent_instance;

  McpDefinition *before;   /* (nullable) */
  McpDefinition *after;    /* (nullable) */
  char          *approved; /* (nullable): what the tool said when it was approved */
};

G_DEFINE_FINAL_TYPE (AppChangeNotice, app_change_notice, G_TYPE_OBJECT)

static void
app_change_notice_finalize (GObject *object)
{
  AppChangeNotice *self = APP_CHANGE_NOTICE (object);

  g_clear_object (&self->before);
  g_clear_object (&self->after);
  g_free (self->approved);
  G_OBJECT_CLASS (app_change_notice_parent_class)->finalize (object);
}

static void
app_change_notice_class_init (AppChangeNoticeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_change_notice_finalize;
}

static void
app_change_notice_init (AppChangeNotice *self)
{
}

AppChangeNotice *
app_change_notice_new (McpDefinition *before, McpDefinition *after)
{
  AppChangeNotice *self;

  g_return_val_if_fail (before != NULL || after != NULL, NULL);

  self = g_object_new (APP_TYPE_CHANGE_NOTICE, NULL);
  g_set_object (&self->before, before);
  g_set_object (&self->after, after);
  return self;
}

AppChangeNotice *
app_change_notice_new_grave (McpTool *tool, const char *approved)
{
  AppChangeNotice *self = app_change_notice_new (NULL, MCP_DEFINITION (tool));

  self->approved = g_strdup (approved);
  return self;
}

static McpDefinition *
get_any (AppChangeNotice *self)
{
  return self->after != NULL ? self->after : self->before;
}

AppChangeKind
app_change_notice_get_kind (AppChangeNotice *self)
{
  g_return_val_if_fail (APP_IS_CHANGE_NOTICE (self), APP_CHANGE_ADDED);

  if (self->after == NULL)
    return APP_CHANGE_REMOVED;
  return self->before == NULL && self->approved == NULL ? APP_CHANGE_ADDED : APP_CHANGE_ALTERED;
}

const char *
app_change_notice_get_word (AppChangeNotice *self)
{
  g_return_val_if_fail (APP_IS_CHANGE_NOTICE (self), NULL);

  switch (app_change_notice_get_kind (self))
    {
    case APP_CHANGE_ADDED:
      return C_ ("change", "added");
    case APP_CHANGE_REMOVED:
      return C_ ("change", "removed");
    case APP_CHANGE_ALTERED:
    default:
      return self->approved != NULL ? C_ ("change", "altered since you approved it")
                                    : C_ ("change", "altered");
    }
}

gboolean
app_change_notice_is_grave (AppChangeNotice *self)
{
  g_return_val_if_fail (APP_IS_CHANGE_NOTICE (self), FALSE);
  return self->approved != NULL;
}

McpDefinitionKind
app_change_notice_get_list (AppChangeNotice *self)
{
  g_return_val_if_fail (APP_IS_CHANGE_NOTICE (self), MCP_DEFINITION_TOOL);
  return mcp_definition_get_kind (get_any (self));
}

const char *
app_change_notice_get_key (AppChangeNotice *self)
{
  g_return_val_if_fail (APP_IS_CHANGE_NOTICE (self), NULL);
  return mcp_definition_get_key (get_any (self));
}

const char *
app_change_notice_get_name (AppChangeNotice *self)
{
  g_return_val_if_fail (APP_IS_CHANGE_NOTICE (self), NULL);
  return mcp_definition_get_display_name (get_any (self));
}

McpDefinition *
app_change_notice_get_before (AppChangeNotice *self)
{
  g_return_val_if_fail (APP_IS_CHANGE_NOTICE (self), NULL);
  return self->before;
}

char *
app_change_notice_dup_tool_text (McpTool *tool)
{
  static const char *const members[] = { "description", "inputSchema", "annotations" };
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char *text = NULL;
  McpJsonValue     value;

  g_return_val_if_fail (MCP_IS_TOOL (tool), NULL);

  value = mcp_definition_get_value (MCP_DEFINITION (tool));
  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    mcp_json_writer_member_value (writer, members[i],
                                  mcp_json_value_get_member (value, members[i]));
  mcp_json_writer_end_object (writer);
  text = mcp_json_writer_finish_text (writer);
  document = mcp_json_document_parse_text (text, -1, NULL);
  return mcp_json_value_print_pretty (mcp_json_document_get_root (document), 2);
}

static char *
dup_definition_text (McpDefinition *definition)
{
  return definition != NULL
             ? mcp_json_value_print_pretty (mcp_definition_get_value (definition), 2)
             : NULL;
}

static GBytes *
to_lines (const char *text)
{
  g_autofree char *lines = g_strconcat (text, "\n", NULL);
  gsize            length = strlen (lines);

  return g_bytes_new_take (g_steal_pointer (&lines), length);
}

GListModel *
app_change_notice_create_diff (AppChangeNotice *self)
{
  GListStore      *model = g_list_store_new (APP_TYPE_DIFF_LINE);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  g_return_val_if_fail (APP_IS_CHANGE_NOTICE (self), NULL);

  if (self->approved != NULL)
    {
      g_autoptr (McpJsonDocument) document =
          mcp_json_document_parse_text (self->approved, -1, NULL);

      /* What was too large to be kept is only known to have been another. */
      if (document != NULL && mcp_json_value_get_kind (mcp_json_document_get_root (document)) ==
                                  MCP_JSON_OBJECT)
        before = mcp_json_value_print_pretty (mcp_json_document_get_root (document), 2);
      after = app_change_notice_dup_tool_text (MCP_TOOL (self->after));
    }
  else
    {
      before = dup_definition_text (self->before);
      after = dup_definition_text (self->after);
    }
  if (before != NULL && after != NULL)
    {
      g_autoptr (GBytes) old_bytes = to_lines (before);
      g_autoptr (GBytes) new_bytes = to_lines (after);
      g_autoptr (StoreTextDiff) diff = store_text_diff_new (old_bytes, new_bytes, CONTEXT_LINES);
      g_autoptr (GPtrArray) lines = app_diff_line_new_all (diff, MAX_DIFF_LINES);

      g_list_store_splice (model, 0, 0, lines->pdata, lines->len);
    }
  return G_LIST_MODEL (model);
}
