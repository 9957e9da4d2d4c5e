/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-compare-dialog.h"
#include "ui-diff-view.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-tool-comparison.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define TEXT_CHARACTERS 120
/* Rows at once; beyond that a person searches, among all. */
#define MAX_ROWS 200u
#define COMPARISON_DATA "comparison"

struct _UiCompareDialog
{
  AdwWindow parent_instance;

  GPtrArray *all;  /* of AppToolComparison */
  char      *own;  /* the tool and its server */
  gboolean   lone; /* no other server has listed a tool */

  AdwWindowTitle *heading;
  GtkWidget      *back;
  GtkStack       *stack;
  GtkSearchEntry *search;
  GtkListBox     *list;
  GtkLabel       *rest;
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
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
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
on_row_activated (UiCompareDialog *self, GtkListBoxRow *row)
{
  show_diff (self, g_object_get_data (G_OBJECT (row), COMPARISON_DATA));
}

static GtkWidget *
create_row (AppToolComparison *comparison)
{
  GtkWidget       *row = adw_action_row_new ();
  McpTool         *tool = app_tool_comparison_get_other (comparison);
  g_autofree char *name =
      app_visible_text_line (mcp_definition_get_name (MCP_DEFINITION (tool)), TEXT_CHARACTERS);
  g_autofree char *server = app_visible_text_line (
      app_session_get_name (app_tool_comparison_get_session (comparison)), TEXT_CHARACTERS);

  /* A server's words are never markup. */
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_use_underline (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), server);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  if (app_tool_comparison_is_namesake (comparison))
    {
      GtkWidget *mark = gtk_label_new (_ ("same name"));

      gtk_widget_add_css_class (mark, "field-note");
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), mark);
    }
  g_object_set_data_full (G_OBJECT (row), COMPARISON_DATA, g_object_ref (comparison),
                          g_object_unref);
  return row;
}

static void
fill (UiCompareDialog *self)
{
  g_autoptr (GPtrArray) found =
      app_tool_comparison_search (self->all, gtk_editable_get_text (GTK_EDITABLE (self->search)));
  guint            shown = MIN (found->len, MAX_ROWS);
  guint            more = found->len - shown;
  g_autofree char *label = NULL;

  ui_widget_clear (self->list);
  for (guint i = 0; i < shown; i++)
    gtk_list_box_append (self->list, create_row (found->pdata[i]));
  if (more > 0)
    label = g_strdup_printf (ngettext ("%u more. Type to search.", "%u more. Type to search.",
                                       more),
                             more);
  else if (self->lone)
    label = g_strdup (_ ("Connect another server to compare with its tools."));
  ui_widget_show_text (self->rest, label);
}

/* Enter takes the first. */
static void
on_search_activate (UiCompareDialog *self)
{
  GtkListBoxRow *row;

  /* The entry tells of what was typed only after a pause. */
  fill (self);
  row = gtk_list_box_get_row_at_index (self->list, 0);
  if (row != NULL)
    on_row_activated (self, row);
}

UI_DEFINE_CLASS (UiCompareDialog, ui_compare_dialog)
{
  g_type_ensure (UI_TYPE_DIFF_VIEW);
  gtk_widget_class_install_action (widget_class, "compare.back", NULL, go_back);
  ui_template_set_dialog (widget_class, "ui/catalogue/ui-compare-dialog.ui");
  ui_template_own (widget_class, UiCompareDialog, all, g_ptr_array_unref);
  ui_template_own (widget_class, UiCompareDialog, own, g_free);
  ui_template_bind_children (widget_class, UiCompareDialog, heading, back, stack, search, list,
                             rest, before, after, alike, diff);
  ui_template_bind_callbacks (widget_class, fill, on_search_activate, on_row_activated);
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
  self->lone = !has_other_server (self->all, session);
  fill (self);
  show_list (self);
  return self;
}
