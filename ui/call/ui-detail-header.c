/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-detail-header.h"
#include "ui-badges.h"
#include "ui-rule-menu.h"
#include "ui-finding-button.h"
#include "ui-server-icon.h"
#include "ui-schema-view.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "app-visible-text.h"
#include "mcp-tool.h"

#include <glib/gi18n.h>
#include <string.h>

/* One line of a title, and pages of description: more is not read, it is scrolled past. */
#define MAX_TITLE 300
#define MAX_DESCRIPTION 20000
#define MAX_SUMMARY 600
/* Lines before "More". */
#define FEW_LINES 3

struct _UiDetailHeader
{
  GtkWidget parent_instance;

  McpDefinition *definition;
  gboolean       open; /* the whole description is shown */

  UiServerIcon    *icon;
  UiFindingButton *findings;
  GtkLabel        *title;
  GtkLabel        *name;
  GtkBox          *badges;
  GtkLabel        *description;
  GtkWidget       *more;
  UiRuleMenu      *rule;
  GtkMenuButton   *schema;
  UiMetaButton    *meta;
  GtkDropDown     *which;
  UiSchemaView    *source;
};

G_DEFINE_FINAL_TYPE (UiDetailHeader, ui_detail_header, GTK_TYPE_WIDGET)

/* What the schema's list offers; the order is that of the strings in the .ui file. */
enum {
  WHICH_INPUT,
  WHICH_OUTPUT,
  WHICH_WHOLE,
};

static void
update_source (UiDetailHeader *self)
{
  guint        which = gtk_drop_down_get_selected (self->which);
  McpJsonValue value = MCP_JSON_NO_VALUE;

  if (self->definition == NULL)
    return;
  if (!MCP_IS_TOOL (self->definition) || which == WHICH_WHOLE)
    value = mcp_definition_get_value (self->definition);
  else if (which == WHICH_OUTPUT)
    value = mcp_tool_get_output_schema (MCP_TOOL (self->definition));
  else
    value = mcp_tool_get_input_schema (MCP_TOOL (self->definition));
  if (!MCP_IS_TOOL (self->definition) || which == WHICH_WHOLE)
    ui_schema_view_set_value (self->source, value);
  else
    ui_schema_view_set_schema (self->source, value);
}

/* Closed, the description is one paragraph, for a label counts its lines in each paragraph. */
static void
show_description (UiDetailHeader *self, gboolean open)
{
  const char      *text = mcp_definition_get_description (self->definition);
  g_autofree char *visible = open ? app_visible_text_block (text, MAX_DESCRIPTION)
                                  : app_visible_text_summary (text, MAX_SUMMARY);

  self->open = open;
  gtk_label_set_text (self->description, g_strstrip (visible));
  gtk_widget_set_visible (GTK_WIDGET (self->description), visible[0] != '\0');
  gtk_label_set_lines (self->description, open ? -1 : FEW_LINES);
  gtk_label_set_ellipsize (self->description, open ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END);
  gtk_button_set_label (GTK_BUTTON (self->more), open ? _ ("Less") : _ ("More"));
}

static gboolean
update_more_when_laid_out (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  UiDetailHeader *self = UI_DETAIL_HEADER (widget);
  const char     *text =
      self->definition != NULL ? mcp_definition_get_description (self->definition) : NULL;
  gboolean lines = text != NULL && strchr (text, '\n') != NULL;
  gboolean cut = pango_layout_is_ellipsized (gtk_label_get_layout (self->description));

  gtk_widget_set_visible (self->more, self->open || cut || lines);
  return G_SOURCE_REMOVE;
}

static void
toggle_more (UiDetailHeader *self)
{
  show_description (self, !self->open);
}

static void
ui_detail_header_dispose (GObject *object)
{
  ui_template_dispose (object);
  g_clear_object (&UI_DETAIL_HEADER (object)->definition);
}

static void
ui_detail_header_class_init (UiDetailHeaderClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_detail_header_dispose;

  g_type_ensure (UI_TYPE_FINDING_BUTTON);
  g_type_ensure (UI_TYPE_SERVER_ICON);
  g_type_ensure (UI_TYPE_META_BUTTON);
  g_type_ensure (UI_TYPE_RULE_MENU);
  g_type_ensure (UI_TYPE_SCHEMA_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ui_template_set (widget_class, "ui/call/ui-detail-header.ui");
  gtk_widget_class_bind_template_child (widget_class, UiDetailHeader, findings);
  gtk_widget_class_bind_template_child (widget_class, UiDetailHeader, icon);
  gtk_widget_class_bind_template_child (widget_class, UiDetailHeader, title);
  gtk_widget_class_bind_template_child (widget_class, UiDetailHeader, name);
  gtk_widget_class_bind_template_child (widget_class, UiDetailHeader, badges);
  gtk_widget_class_bind_template_child (widget_class, UiDetailHeader, description);
  gtk_widget_class_bind_template_child (widget_class, UiDetailHeader, more);
  gtk_widget_class_bind_template_child (widget_class, UiDetailHeader, rule);
  gtk_widget_class_bind_template_child (widget_class, UiDetailHeader, schema);
  gtk_widget_class_bind_template_child (widget_class, UiDetailHeader, meta);
  gtk_widget_class_bind_template_child (widget_class, UiDetailHeader, which);
  gtk_widget_class_bind_template_child (widget_class, UiDetailHeader, source);
  gtk_widget_class_bind_template_callback (widget_class, toggle_more);
  gtk_widget_class_bind_template_callback (widget_class, update_source);
}

static void
ui_detail_header_init (UiDetailHeader *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

UiMetaButton *
ui_detail_header_get_meta (UiDetailHeader *self)
{
  g_return_val_if_fail (UI_IS_DETAIL_HEADER (self), NULL);
  return self->meta;
}

void
ui_detail_header_set_definition (UiDetailHeader *self,
                                 AppSession     *session,
                                 McpDefinition  *definition)
{
  g_return_if_fail (UI_IS_DETAIL_HEADER (self));
  g_return_if_fail (definition == NULL || MCP_IS_DEFINITION (definition));

  if (!g_set_object (&self->definition, definition))
    return;
  ui_finding_button_set_findings (
      self->findings, definition != NULL ? mcp_definition_get_findings (definition) : NULL);
  ui_server_icon_show (self->icon, definition != NULL ? session : NULL,
                       definition != NULL ? mcp_definition_get_icons (definition)
                                          : MCP_JSON_NO_VALUE);
  ui_rule_menu_set_tool (self->rule, session,
                         session != NULL && MCP_IS_TOOL (definition)
                             ? mcp_definition_get_key (definition)
                             : NULL);
  g_autofree char *words =
      ui_badges_fill (self->badges, definition, UI_BADGES_ALL, FALSE, NULL, NULL, FALSE);
  if (definition != NULL)
    {
      g_autofree char *title =
          app_visible_text_line (mcp_definition_get_display_name (definition), MAX_TITLE);
      g_autofree char *key = app_visible_text_line (mcp_definition_get_key (definition), MAX_TITLE);
      gboolean         tool = MCP_IS_TOOL (definition);

      gtk_label_set_text (self->title, title);
      ui_tooltip_set (GTK_WIDGET (self->title), title);
      gtk_label_set_text (self->name, key);
      gtk_widget_set_visible (GTK_WIDGET (self->name), g_strcmp0 (title, key) != 0);
      show_description (self, FALSE);
      gtk_menu_button_set_label (self->schema, tool ? _ ("Schema") : _ ("Definition"));
      gtk_widget_set_visible (GTK_WIDGET (self->which), tool);
      gtk_drop_down_set_selected (self->which, WHICH_INPUT);
      gtk_widget_set_visible (self->more, FALSE);
      gtk_widget_add_tick_callback (GTK_WIDGET (self), update_more_when_laid_out, NULL, NULL);
    }
}
