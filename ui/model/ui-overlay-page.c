/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-overlay-page.h"
#include "ui-diff-view.h"
#include "ui-finding-row.h"
#include "ui-overlay-row.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_NAME 120
#define MAX_FINDINGS 50

struct _UiOverlayPage
{
  AdwBin parent_instance;

  AppOverlayTool *tool;
  GtkWidget      *first; /* borrowed: its first row */
  GtkWidget      *wrong; /* (nullable): borrowed: the row that was wrong when it was opened */

  GtkLabel            *problem;
  GtkBox              *groups;
  AdwPreferencesGroup *differences;
  UiDiffView          *diff;
  AdwPreferencesGroup *left_out;
  GtkBox              *findings;
};

UI_DEFINE_TEMPLATE (UiOverlayPage, ui_overlay_page, ADW_TYPE_BIN)

/* What is about a field is said there. */
static void
show_state (UiOverlayPage *self)
{
  g_autofree char *problem =
      app_visible_text_block (app_overlay_tool_get_problem (self->tool), 400);
  gboolean in_field = app_overlay_tool_get_wrong_field (self->tool) != NULL;
  gboolean changed = app_overlay_tool_is_changed (self->tool);

  ui_widget_show_text (self->problem, in_field ? NULL : problem);
  gtk_widget_set_visible (GTK_WIDGET (self->differences), changed);
  g_autoptr (GListModel) lines =
      changed ? app_overlay_tool_list_differences (self->tool) : NULL;
  ui_diff_view_set_lines (self->diff, lines);
}

static void
add_rows (UiOverlayPage *self)
{
  GListModel          *fields = app_overlay_tool_get_fields (self->tool);
  AdwPreferencesGroup *group = NULL;
  g_autofree char     *last = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (fields); i++)
    {
      g_autoptr (AppOverlayField) field = g_list_model_get_item (fields, i);
      const char *pointer = app_overlay_field_get_pointer (field);

      if (g_strcmp0 (pointer, last) != 0)
        {
          g_autofree char *place =
              app_visible_text_line (app_overlay_field_get_place (field), MAX_NAME);
          g_autofree char *title = g_markup_escape_text (*place != '\0' ? place : _ ("Tool"), -1);

          group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
          adw_preferences_group_set_title (group, title);
          gtk_box_append (self->groups, GTK_WIDGET (group));
          g_free (last);
          last = g_strdup (pointer);
        }
      GtkWidget *row = ui_overlay_row_new (field);

      if (self->first == NULL)
        self->first = row;
      if (field == app_overlay_tool_get_wrong_field (self->tool))
        self->wrong = row;
      adw_preferences_group_add (group, row);
    }
  ui_widget_name_lists (GTK_WIDGET (self->groups), _ ("Tool description"));
}

static void
add_findings (UiOverlayPage *self)
{
  GPtrArray *findings = app_overlay_tool_get_findings (self->tool);

  gtk_widget_set_visible (GTK_WIDGET (self->left_out), findings != NULL && findings->len > 0);
  for (guint i = 0; findings != NULL && i < MIN (findings->len, MAX_FINDINGS); i++)
    gtk_box_append (self->findings, ui_finding_row_new (findings->pdata[i], NULL, -1));
}

/* Who opens what is wrong came to mend it. */
static gboolean
ui_overlay_page_grab_focus (GtkWidget *widget)
{
  UiOverlayPage *self = UI_OVERLAY_PAGE (widget);

  return gtk_widget_grab_focus (self->wrong != NULL ? self->wrong : self->first);
}

UI_DEFINE_CLASS (UiOverlayPage, ui_overlay_page)
{
  widget_class->grab_focus = ui_overlay_page_grab_focus;
  g_type_ensure (UI_TYPE_DIFF_VIEW);
  ui_template_set (widget_class, "ui/model/ui-overlay-page.ui");
  ui_template_hold (widget_class, UiOverlayPage, tool);
  ui_template_bind_children (widget_class, UiOverlayPage, problem, groups, differences, diff,
                             left_out, findings);
}

GtkWidget *
ui_overlay_page_new (AppOverlayTool *tool)
{
  g_return_val_if_fail (APP_IS_OVERLAY_TOOL (tool), NULL);

  UiOverlayPage *self = g_object_new (UI_TYPE_OVERLAY_PAGE, NULL);

  self->tool = g_object_ref (tool);
  ui_diff_view_set_whole (self->diff, TRUE);
  add_rows (self);
  add_findings (self);
  ui_connect (tool, "edited", show_state, self);
  show_state (self);
  return GTK_WIDGET (self);
}
