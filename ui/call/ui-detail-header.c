/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-detail-header.h"
#include "ui-adaptive-box.h"
#include "ui-badges.h"
#include "ui-finding-button.h"
#include "ui-server-icon.h"
#include "ui-page.h"
#include "ui-schema-view.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "ui-width-bin.h"
#include "app-visible-text.h"
#include "mcp-tool.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

/* One line of a title, and pages of description: more is not read, it is scrolled past. */
#define MAX_TITLE 300
#define MAX_DESCRIPTION 20000
#define MAX_SUMMARY 600
/* Lines before "More". */
#define FEW_LINES 1
/* The schema's popover: lines of text that are read easily, within the window's edge. */
#define SCHEMA_WIDTH 460
#define SCHEMA_EDGE 24
/* Of the window's height, below the header and above the lower edge. */
#define SCHEMA_PART 0.55
/* Words move between two lines first. */
#define FRAMES_TO_SETTLE 3

struct _UiDetailHeader
{
  GtkWidget parent_instance;

  McpDefinition *definition;
  gboolean       open;   /* the whole description is shown */
  guint          frames; /* to wait for until the description has its width; 0: none */

  UiWidthBin      *bin;
  UiWidthBin      *words_bin;
  GtkBox          *line;
  GtkBox          *second; /* below it */
  UiServerIcon    *icon;
  UiFindingButton *findings;
  GtkLabel        *title;
  GtkLabel        *name;
  GtkBox          *badges;
  GtkLabel        *description;
  GtkWidget       *more;
  GtkMenuButton   *schema;
  UiToolMenu      *menu;
  AdwClamp        *schema_clamp;
  GtkWidget       *schema_box;
  GtkDropDown     *which;
  UiSchemaView    *source;
};

UI_DEFINE_TEMPLATE (UiDetailHeader, ui_detail_header, GTK_TYPE_WIDGET)

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

/* The popover ends where its button ends, or further on where it would begin outside of the
 * window. */
static void
on_schema_shown (UiDetailHeader *self)
{
  GtkWidget  *button = GTK_WIDGET (self->schema);
  GtkWidget  *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)));
  GtkPopover *popover = gtk_menu_button_get_popover (self->schema);
  gboolean    rtl = gtk_widget_get_direction (button) == GTK_TEXT_DIR_RTL;
  int         width = MIN (gtk_widget_get_width (window) - 2 * SCHEMA_EDGE, SCHEMA_WIDTH);
  double      end = 0;

  gtk_widget_translate_coordinates (button, window, rtl ? 0 : gtk_widget_get_width (button), 0,
                                    &end, NULL);
  if (rtl)
    end = gtk_widget_get_width (window) - end;
  int outside = MAX (width + SCHEMA_EDGE - (int)end, 0);
  gtk_popover_set_offset (popover, rtl ? -outside : outside, 0);
  gtk_widget_set_size_request (self->schema_box, width, -1);
  adw_clamp_set_maximum_size (self->schema_clamp, width);
  adw_clamp_set_tightening_threshold (self->schema_clamp, width);
  ui_schema_view_set_max_height (self->source,
                                 (int)(SCHEMA_PART * gtk_widget_get_height (window)));
  update_source (self);
}

/* The keys of the window do not reach a popover. */
static void
search_schema (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ui_page_search (UI_DETAIL_HEADER (widget)->source);
}

/* Closed, the description is one paragraph, for a label counts its lines in each paragraph. */
static void
show_description (UiDetailHeader *self, gboolean open)
{
  const char      *text = mcp_definition_get_description (self->definition);
  g_autofree char *visible = open ? app_visible_text_block (text, MAX_DESCRIPTION)
                                  : app_visible_text_summary (text, MAX_SUMMARY);

  self->open = open;
  g_strstrip (visible);
  /* The line is there for every tool, so that none moves what is below. */
  gtk_label_set_text (self->description, visible[0] != '\0' ? visible : _ ("No description"));
  gtk_label_set_lines (self->description, open ? -1 : FEW_LINES);
  gtk_label_set_ellipsize (self->description, open ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END);
  gtk_button_set_label (GTK_BUTTON (self->more), open ? _ ("Less") : _ ("More"));
}

static void
move (GtkWidget *widget, GtkBox *home, GtkWidget *after)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);

  if (parent == GTK_WIDGET (home))
    return;
  g_object_ref (widget);
  gtk_box_remove (GTK_BOX (parent), widget);
  gtk_box_insert_child_after (home, widget, after);
  g_object_unref (widget);
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
  self->frames = self->frames > 0 ? self->frames - 1 : 0;
  return self->frames > 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
check_more (UiDetailHeader *self)
{
  if (self->frames == 0)
    gtk_widget_add_tick_callback (GTK_WIDGET (self), update_more_when_laid_out, NULL, NULL);
  self->frames = FRAMES_TO_SETTLE;
}

/* Where it is narrow, the title needs the room that words on buttons and badges take. */
static void
apply_width (UiDetailHeader *self)
{
  gboolean    wide = ui_width_bin_get_wide (self->bin);
  gboolean    words = wide || ui_width_bin_get_wide (self->words_bin);
  GtkBox     *home = wide ? self->line : self->second;
  const char *word = MCP_IS_TOOL (self->definition) ? _ ("Schema") : _ ("Definition");
  const char *title = gtk_label_get_text (self->title);

  gtk_widget_set_visible (GTK_WIDGET (self->name),
                          words && !g_str_equal (title, gtk_label_get_text (self->name)));
  if (words)
    gtk_menu_button_set_label (self->schema, word);
  else
    gtk_menu_button_set_icon_name (self->schema, "text-x-generic-symbolic");
  ui_widget_name (self->schema, word);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->schema), words ? NULL : word);
  move (GTK_WIDGET (self->badges), home, wide ? GTK_WIDGET (self->title) : NULL);
  move (GTK_WIDGET (self->name), home, wide ? GTK_WIDGET (self->title) : NULL);
  check_more (self);
}

static void
toggle_more (UiDetailHeader *self)
{
  show_description (self, !self->open);
}

UI_DEFINE_CLASS (UiDetailHeader, ui_detail_header)
{
  ui_template_ensure_types (UI_TYPE_ADAPTIVE_BOX, UI_TYPE_FINDING_BUTTON, UI_TYPE_SERVER_ICON,
                            UI_TYPE_SCHEMA_VIEW, UI_TYPE_TOOL_MENU, UI_TYPE_WIDTH_BIN);
  ui_template_set_bin (widget_class, "ui/call/ui-detail-header.ui");
  ui_template_hold (widget_class, UiDetailHeader, definition);
  ui_template_bind_children (widget_class, UiDetailHeader, findings, bin, words_bin, line, second,
                             icon, title, name, badges, description, more, schema, menu,
                             schema_box, schema_clamp, which, source);
  gtk_widget_class_install_action (widget_class, "schema.search", NULL, search_schema);
  ui_template_bind_callbacks (widget_class, apply_width, check_more, toggle_more,
                              on_schema_shown, update_source);
}

MCP_DEFINE_GETTER (UiToolMenu *, UiDetailHeader, ui_detail_header, menu)

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
  ui_tool_menu_set_definition (self->menu, definition != NULL ? session : NULL, definition);
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
      ui_tooltip_set (GTK_WIDGET (self->name), key);
      show_description (self, FALSE);
      apply_width (self);
      gtk_widget_set_visible (GTK_WIDGET (self->which), tool);
      gtk_drop_down_set_selected (self->which, WHICH_INPUT);
      gtk_widget_set_visible (self->more, FALSE);
      check_more (self);
    }
}
