/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-reference-dialog.h"
#include "ui-template.h"
#include "app-references.h"
#include "app-tool-traits.h"
#include "app-visible-text.h"
#include "app-catalogue.h"

#include <glib/gi18n.h>
#include <string.h>

#define TEXT_CHARACTERS 120
#define TOOL_DATA "tool"
#define ARGUMENT_DATA "argument"

struct _UiReferenceDialog
{
  AdwWindow parent_instance;

  AdwWindowTitle *heading;
  GtkSearchEntry *search;
  GtkListBox     *list;
};

G_DEFINE_FINAL_TYPE (UiReferenceDialog, ui_reference_dialog, ADW_TYPE_WINDOW)

static void
add_row (UiReferenceDialog *self, const AppReferenceTarget *target)
{
  GtkWidget       *row = adw_action_row_new ();
  g_autofree char *title = app_visible_text_line (target->argument, TEXT_CHARACTERS);
  g_autofree char *type = app_visible_text_line (target->type, TEXT_CHARACTERS);

  /* A server's words are never markup. */
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_use_underline (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), type);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  if (target->takes)
    {
      GtkWidget *mark = gtk_label_new (app_tool_trait_get_word (APP_TOOL_TAKES_REFERENCES));

      gtk_widget_add_css_class (mark, "field-note");
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), mark);
    }
  g_object_set_data_full (G_OBJECT (row), TOOL_DATA,
                          g_strdup (mcp_definition_get_key (target->tool)), g_free);
  g_object_set_data_full (G_OBJECT (row), ARGUMENT_DATA, g_strdup (target->argument), g_free);
  gtk_list_box_append (self->list, row);
}

/* The arguments of a tool are one group. */
static void
update_header (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  const char *tool = g_object_get_data (G_OBJECT (row), TOOL_DATA);
  GtkWidget  *header = NULL;

  if (before == NULL || !g_str_equal (tool, g_object_get_data (G_OBJECT (before), TOOL_DATA)))
    {
      g_autofree char *line = app_visible_text_line (tool, TEXT_CHARACTERS);

      header = gtk_label_new (line);
      gtk_label_set_xalign (GTK_LABEL (header), 0);
      gtk_label_set_ellipsize (GTK_LABEL (header), PANGO_ELLIPSIZE_END);
      gtk_widget_add_css_class (header, "heading");
      gtk_widget_add_css_class (header, "group-heading");
    }
  gtk_list_box_row_set_header (row, header);
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

UI_DEFINE_CLASS (UiReferenceDialog, ui_reference_dialog)
{
  mcp_signal_new (klass, "chosen", 2, G_TYPE_STRING, G_TYPE_STRING);
  ui_template_set_dialog (widget_class, "ui/reference/ui-reference-dialog.ui");
  ui_template_bind_children (widget_class, UiReferenceDialog, heading, search, list);
  ui_template_bind_callbacks (widget_class, on_search_activate, on_row_activated);
}

static void
ui_reference_dialog_init (UiReferenceDialog *self)
{
  ui_template_init_dialog (GTK_WIDGET (self));
  gtk_list_box_set_filter_func (self->list, is_row_visible, self, NULL);
  gtk_list_box_set_header_func (self->list, update_header, NULL, NULL);
}

UiReferenceDialog *
ui_reference_dialog_new (GtkWindow *parent, AppSession *session, AppReference *reference)
{
  UiReferenceDialog *self;
  g_autofree char   *text = NULL;
  g_autoptr (GPtrArray) targets = NULL;

  g_return_val_if_fail (APP_IS_SESSION (session), NULL);
  g_return_val_if_fail (reference != NULL, NULL);

  self = g_object_new (UI_TYPE_REFERENCE_DIALOG, "transient-for", parent, NULL);
  text = app_visible_text_line (reference->text, TEXT_CHARACTERS);
  adw_window_title_set_subtitle (self->heading, text);
  targets = app_references_list_targets (app_catalogue_get_list (
      app_session_get_feature (session, APP_TYPE_CATALOGUE), MCP_DEFINITION_TOOL));
  for (guint i = 0; i < targets->len; i++)
    add_row (self, g_ptr_array_index (targets, i));
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->search));
  return self;
}
