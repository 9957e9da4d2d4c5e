/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-reference-dialog.h"
#include "ui-template.h"
#include "app-references.h"
#include "app-visible-text.h"
#include "mcp-tool.h"
#include "app-catalogue.h"

#include <glib/gi18n.h>
#include <string.h>

#define TEXT_CHARACTERS 120
/* Rows; beyond that a person searches. */
#define MAX_ROWS 2000u
#define TOOL_DATA "tool"
#define ARGUMENT_DATA "argument"
#define RANK_DATA "rank"

struct _UiReferenceDialog
{
  AdwWindow parent_instance;

  guint n_rows;

  AdwWindowTitle *heading;
  GtkSearchEntry *search;
  GtkListBox     *list;
};

G_DEFINE_FINAL_TYPE (UiReferenceDialog, ui_reference_dialog, ADW_TYPE_WINDOW)

static void
add_row (UiReferenceDialog *self, McpDefinition *tool, const char *argument, gboolean takes)
{
  GtkWidget       *row = adw_action_row_new ();
  g_autofree char *title = app_visible_text_line (argument, TEXT_CHARACTERS);
  g_autofree char *name = app_visible_text_line (mcp_definition_get_name (tool), TEXT_CHARACTERS);

  /* A server's words are never markup. */
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_use_underline (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), name);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  if (takes)
    {
      GtkWidget *mark = gtk_label_new (_ ("takes references"));

      gtk_widget_add_css_class (mark, "field-note");
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), mark);
    }
  g_object_set_data_full (G_OBJECT (row), TOOL_DATA, g_strdup (mcp_definition_get_key (tool)),
                          g_free);
  g_object_set_data_full (G_OBJECT (row), ARGUMENT_DATA, g_strdup (argument), g_free);
  g_object_set_data (G_OBJECT (row), RANK_DATA,
                     GUINT_TO_POINTER (self->n_rows++ + (takes ? 0 : MAX_ROWS)));
  gtk_list_box_append (self->list, row);
}

static void
add_tool (UiReferenceDialog *self, McpDefinition *tool)
{
  McpJsonValue properties = mcp_json_value_get_member (
      mcp_tool_get_input_schema (MCP_TOOL (tool)), "properties");
  gboolean     takes = app_references_detect (mcp_definition_get_description (tool));
  McpJsonValue name;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, properties);
  while (self->n_rows < MAX_ROWS && mcp_json_iter_next (&iter, &name, NULL))
    {
      g_autofree char *argument = mcp_json_value_dup_string (name, NULL);

      add_row (self, tool, argument, takes);
    }
}

static int
compare_rows (GtkListBoxRow *a, GtkListBoxRow *b, gpointer data)
{
  guint first = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (a), RANK_DATA));
  guint second = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (b), RANK_DATA));

  return first < second ? -1 : first > second;
}

static gboolean
has_words (const char *text, const char *words)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);

  return strstr (folded, words) != NULL;
}

static gboolean
is_row_visible (GtkListBoxRow *row, gpointer data)
{
  UiReferenceDialog *self = data;
  g_autofree char   *words =
      g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);

  return has_words (g_object_get_data (G_OBJECT (row), TOOL_DATA), words) ||
         has_words (g_object_get_data (G_OBJECT (row), ARGUMENT_DATA), words);
}

static void
on_row_activated (UiReferenceDialog *self, GtkListBoxRow *row)
{
  g_signal_emit_by_name (self, "chosen", g_object_get_data (G_OBJECT (row), TOOL_DATA),
                         g_object_get_data (G_OBJECT (row), ARGUMENT_DATA));
  gtk_window_close (GTK_WINDOW (self));
}

/* Enter takes the first that is left. */
static void
on_search_activate (UiReferenceDialog *self)
{
  /* The entry tells of what was typed only after a pause. */
  gtk_list_box_invalidate_filter (self->list);
  for (int i = 0; gtk_list_box_get_row_at_index (self->list, i) != NULL; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, i);

      if (!gtk_widget_get_child_visible (GTK_WIDGET (row)))
        continue;
      on_row_activated (self, row);
      return;
    }
}

static void
ui_reference_dialog_class_init (UiReferenceDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  ui_signal_new (klass, "chosen", 2, G_TYPE_STRING, G_TYPE_STRING);
  ui_template_set (widget_class, "ui/reference/ui-reference-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, UiReferenceDialog, heading);
  gtk_widget_class_bind_template_child (widget_class, UiReferenceDialog, search);
  gtk_widget_class_bind_template_child (widget_class, UiReferenceDialog, list);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
ui_reference_dialog_init (UiReferenceDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_sort_func (self->list, compare_rows, NULL, NULL);
  gtk_list_box_set_filter_func (self->list, is_row_visible, self, NULL);
}

UiReferenceDialog *
ui_reference_dialog_new (GtkWindow *parent, AppSession *session, AppReference *reference)
{
  UiReferenceDialog *self;
  GListModel        *tools;
  g_autofree char   *text = NULL;

  g_return_val_if_fail (APP_IS_SESSION (session), NULL);
  g_return_val_if_fail (reference != NULL, NULL);

  self = g_object_new (UI_TYPE_REFERENCE_DIALOG, "transient-for", parent, NULL);
  text = app_visible_text_line (reference->text, TEXT_CHARACTERS);
  adw_window_title_set_subtitle (self->heading, text);
  tools = app_catalogue_get_list (app_session_get_feature (session, APP_TYPE_CATALOGUE),
                                  MCP_DEFINITION_TOOL);
  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr (McpDefinition) tool = g_list_model_get_item (tools, i);

      add_tool (self, tool);
    }
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->search));
  return self;
}
