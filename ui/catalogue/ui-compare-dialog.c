/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-compare-dialog.h"
#include "ui-diff-view.h"
#include "ui-pick-list.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-tool-comparison.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define TEXT_CHARACTERS 120

struct _UiCompareDialog
{
  AdwWindow parent_instance;

  GPtrArray *all; /* of AppToolComparison */
  char      *own; /* the tool and its server */

  AdwWindowTitle *heading;
  GtkWidget      *back;
  GtkStack       *stack;
  UiPickList     *list;
  GtkLabel       *before;
  GtkLabel       *after;
  GtkLabel       *alike;
  UiDiffView     *diff;
};

G_DEFINE_FINAL_TYPE (UiCompareDialog, ui_compare_dialog, ADW_TYPE_WINDOW)

static char *
dup_place (AppSession *session, McpTool *tool)
{
  g_autofree char *name =
      app_visible_text_line (mcp_definition_get_name (MCP_DEFINITION (tool)), TEXT_CHARACTERS);
  g_autofree char *server = app_visible_text_line (app_session_get_name (session), TEXT_CHARACTERS);

  /* Translators: a tool and the server that it is of */
  return g_strdup_printf (_ ("%s · %s"), name, server);
}

/* @sign: that of its lines */
static void
show_place (GtkLabel *label, const char *sign, const char *place)
{
  g_autofree char *text = g_strconcat (sign, place, NULL);

  gtk_label_set_text (label, text);
  ui_tooltip_set (GTK_WIDGET (label), place);
}

static void
show_list (UiCompareDialog *self)
{
  gtk_widget_set_visible (self->back, FALSE);
  adw_window_title_set_subtitle (self->heading, self->own);
  gtk_stack_set_visible_child_name (self->stack, "list");
  gtk_widget_grab_focus (GTK_WIDGET (self->list));
}

static void
show_diff (UiCompareDialog *self, AppToolComparison *comparison)
{
  g_autoptr (GListModel) lines = app_tool_comparison_create_diff (comparison);
  g_autofree char *other = dup_place (app_tool_comparison_get_session (comparison),
                                      app_tool_comparison_get_other (comparison));
  gboolean         alike = g_list_model_get_n_items (lines) == 0;

  show_place (self->before, alike ? "" : "− ", self->own);
  show_place (self->after, alike ? "" : "+ ", other);
  gtk_widget_set_visible (GTK_WIDGET (self->alike), alike);
  gtk_widget_set_visible (GTK_WIDGET (self->diff), !alike);
  ui_diff_view_set_lines (self->diff, lines);
  gtk_widget_set_visible (self->back, TRUE);
  adw_window_title_set_subtitle (self->heading, NULL);
  gtk_stack_set_visible_child_name (self->stack, "diff");
  if (alike || !gtk_widget_child_focus (GTK_WIDGET (self->diff), GTK_DIR_TAB_FORWARD))
    gtk_widget_grab_focus (self->back);
}

static void
go_back (GtkWidget *widget, const char *name, GVariant *parameter)
{
  show_list (UI_COMPARE_DIALOG (widget));
}

static void
fill (UiCompareDialog *self)
{
  g_autoptr (GPtrArray) found =
      app_tool_comparison_search (self->all, ui_pick_list_get_words (self->list));

  for (guint i = 0; i < found->len; i++)
    {
      AppToolComparison *comparison = found->pdata[i];
      McpTool           *tool = app_tool_comparison_get_other (comparison);

      ui_pick_list_add (self->list, mcp_definition_get_name (MCP_DEFINITION (tool)),
                        app_session_get_name (app_tool_comparison_get_session (comparison)),
                        app_tool_comparison_is_namesake (comparison) ? _ ("same name") : NULL, NULL,
                        g_object_ref (comparison), g_object_unref);
    }
}

UI_DEFINE_CLASS (UiCompareDialog, ui_compare_dialog)
{
  ui_template_ensure_types (UI_TYPE_DIFF_VIEW, UI_TYPE_PICK_LIST);
  gtk_widget_class_install_action (widget_class, "compare.back", NULL, go_back);
  ui_template_set_dialog (widget_class, "ui/catalogue/ui-compare-dialog.ui");
  ui_template_own (widget_class, UiCompareDialog, all, g_ptr_array_unref);
  ui_template_own (widget_class, UiCompareDialog, own, g_free);
  ui_template_bind_children (widget_class, UiCompareDialog, heading, back, stack, list, before,
                             after, alike, diff);
  ui_template_bind_callbacks (widget_class, fill, show_diff);
}

static void
ui_compare_dialog_init (UiCompareDialog *self)
{
  ui_template_init_dialog (GTK_WIDGET (self));
}

static gboolean
has_other_server (GPtrArray *all, AppSession *session)
{
  for (guint i = 0; i < all->len; i++)
    if (app_tool_comparison_get_session (all->pdata[i]) != session)
      return TRUE;
  return FALSE;
}

UiCompareDialog *
ui_compare_dialog_new (GtkWindow  *parent,
                       GListModel *sessions,
                       AppSession *session,
                       McpTool    *tool)
{
  UiCompareDialog *self;

  g_return_val_if_fail (G_IS_LIST_MODEL (sessions), NULL);
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);
  g_return_val_if_fail (MCP_IS_TOOL (tool), NULL);

  self = g_object_new (UI_TYPE_COMPARE_DIALOG, "transient-for", parent, NULL);
  self->all = app_tool_comparison_list (sessions, session, tool);
  self->own = dup_place (session, tool);
  if (!has_other_server (self->all, session))
    ui_pick_list_set_note (self->list, _ ("Connect another server to compare with its tools."));
  ui_pick_list_fill (self->list);
  show_list (self);
  return self;
}
