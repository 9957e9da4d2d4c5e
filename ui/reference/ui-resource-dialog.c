/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-resource-dialog.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"
#include "mcp-resource.h"

#include <glib/gi18n.h>
#include <string.h>

#define TEXT_CHARACTERS 120
#define SENTENCE_CHARACTERS 600
/* Rows at once; beyond that a person searches, among all. */
#define MAX_ROWS 200u
#define URI_DATA "uri"

struct _UiResourceDialog
{
  AdwWindow parent_instance;

  AppResourceText *texts;
  GCancellable    *reading; /* (nullable) */

  AdwWindowTitle *heading;
  GtkSearchEntry *search;
  GtkListBox     *list;
  GtkLabel       *rest;
  GtkWidget      *progress;
  GtkSpinner     *spinner;
  GtkLabel       *asked;
  GtkLabel       *problem;
};

G_DEFINE_FINAL_TYPE (UiResourceDialog, ui_resource_dialog, ADW_TYPE_WINDOW)

static void
set_reading (UiResourceDialog *self, const char *uri)
{
  g_autofree char *line = uri != NULL ? app_visible_text_line (uri, TEXT_CHARACTERS) : NULL;
  /* Translators: %s is a URI */
  g_autofree char *label = line != NULL ? g_strdup_printf (_ ("Reading %s"), line) : NULL;

  gtk_label_set_text (self->asked, label != NULL ? label : "");
  gtk_widget_set_visible (self->progress, uri != NULL);
  gtk_spinner_set_spinning (self->spinner, uri != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->list), uri == NULL);
  /* The server may ask something first; that is answered in the window behind. */
  gtk_window_set_modal (GTK_WINDOW (self), uri == NULL);
}

static void
show_problem (UiResourceDialog *self, AppProblem *problem)
{
  const char      *advice = problem != NULL ? app_problem_get_advice (problem) : NULL;
  g_autofree char *what = NULL;
  g_autofree char *text = NULL;

  if (problem != NULL)
    {
      what = app_visible_text_line (app_problem_get_what (problem), SENTENCE_CHARACTERS);
      text = advice != NULL ? g_strdup_printf ("%s\n%s", what, advice) : g_strdup (what);
    }
  gtk_label_set_text (self->problem, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), problem != NULL);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UiResourceDialog) self = user_data;
  g_autoptr (AppProblem) problem = NULL;
  g_autofree char *text =
      app_resource_text_read_finish (APP_RESOURCE_TEXT (source), result, &problem);

  if (self->reading == NULL) /* closed */
    return;
  g_clear_object (&self->reading);
  set_reading (self, NULL);
  show_problem (self, problem);
  if (text == NULL)
    {
      gtk_widget_grab_focus (GTK_WIDGET (self->search));
      return;
    }
  g_signal_emit_by_name (self, "chosen", text);
  gtk_window_close (GTK_WINDOW (self));
}

static void
on_row_activated (UiResourceDialog *self, GtkListBoxRow *row)
{
  const char *uri = g_object_get_data (G_OBJECT (row), URI_DATA);

  if (self->reading != NULL)
    return;
  self->reading = g_cancellable_new ();
  show_problem (self, NULL);
  set_reading (self, uri);
  app_resource_text_read_async (self->texts, uri, self->reading, on_read, g_object_ref (self));
}

static GtkWidget *
create_row (McpResource *resource)
{
  GtkWidget       *row = adw_action_row_new ();
  const char      *uri = mcp_resource_get_uri (resource);
  const char      *type = mcp_resource_get_mime_type (resource);
  g_autofree char *line = app_visible_text_line (uri, TEXT_CHARACTERS);
  g_autofree char *name = app_visible_text_line (
      mcp_definition_get_display_name (MCP_DEFINITION (resource)), TEXT_CHARACTERS);

  /* A server's words are never markup. */
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_use_underline (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), line);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  if (type != NULL)
    {
      g_autofree char *shown = app_visible_text_line (type, 40);
      GtkWidget       *mark = gtk_label_new (shown);

      gtk_widget_add_css_class (mark, "field-note");
      gtk_label_set_ellipsize (GTK_LABEL (mark), PANGO_ELLIPSIZE_END);
      gtk_label_set_max_width_chars (GTK_LABEL (mark), 20);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), mark);
    }
  g_object_set_data_full (G_OBJECT (row), URI_DATA, g_strdup (uri), g_free);
  return row;
}

static gboolean
has_words (const char *text, const char *words)
{
  g_autofree char *folded = text != NULL ? g_utf8_casefold (text, -1) : NULL;

  return folded != NULL && strstr (folded, words) != NULL;
}

static gboolean
matches (McpResource *resource, const char *words)
{
  return has_words (mcp_definition_get_display_name (MCP_DEFINITION (resource)), words) ||
         has_words (mcp_definition_get_name (MCP_DEFINITION (resource)), words) ||
         has_words (mcp_resource_get_uri (resource), words) ||
         has_words (mcp_resource_get_mime_type (resource), words);
}

static void
fill (UiResourceDialog *self)
{
  g_autofree char *words =
      g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  g_autoptr (GListModel) resources = app_resource_text_dup_resources (self->texts);
  guint n = resources != NULL ? g_list_model_get_n_items (resources) : 0;
  guint n_found = 0;

  ui_widget_clear (self->list);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (McpResource) resource = g_list_model_get_item (resources, i);

      if (!matches (resource, words))
        continue;
      if (n_found++ < MAX_ROWS)
        gtk_list_box_append (self->list, create_row (resource));
    }
  if (n_found > MAX_ROWS)
    {
      guint            more = n_found - MAX_ROWS;
      g_autofree char *label =
          g_strdup_printf (ngettext ("%u more. Type to search.", "%u more. Type to search.",
                                     more),
                           more);
      gtk_label_set_text (self->rest, label);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->rest), n_found > MAX_ROWS);
}

/* Enter takes the first. */
static void
on_search_activate (UiResourceDialog *self)
{
  GtkListBoxRow *row;

  if (self->reading != NULL)
    return;
  /* The entry tells of what was typed only after a pause. */
  fill (self);
  row = gtk_list_box_get_row_at_index (self->list, 0);
  if (row != NULL)
    on_row_activated (self, row);
}

static gboolean
on_close_request (UiResourceDialog *self)
{
  g_autoptr (GCancellable) reading = g_steal_pointer (&self->reading);

  g_cancellable_cancel (reading);
  return GDK_EVENT_PROPAGATE;
}

UI_DEFINE_DISPOSE (UiResourceDialog, ui_resource_dialog)
{
  on_close_request (self);
}

UI_DEFINE_CLASS (UiResourceDialog, ui_resource_dialog)
{
  G_OBJECT_CLASS (klass)->dispose = ui_resource_dialog_dispose;
  mcp_signal_new (klass, "chosen", 1, G_TYPE_STRING);
  ui_template_set_dialog (widget_class, "ui/reference/ui-resource-dialog.ui");
  ui_template_hold (widget_class, UiResourceDialog, texts);
  ui_template_bind_children (widget_class, UiResourceDialog, heading, search, list, rest, progress,
                             spinner, asked, problem);
  ui_template_bind_callbacks (widget_class, fill, on_search_activate, on_row_activated,
                              on_close_request);
}

static void
ui_resource_dialog_init (UiResourceDialog *self)
{
  ui_template_init_dialog (GTK_WIDGET (self));
}

UiResourceDialog *
ui_resource_dialog_new (GtkWindow *parent, AppResourceText *texts, const char *field)
{
  UiResourceDialog *self;
  g_autofree char  *line = NULL;

  g_return_val_if_fail (APP_IS_RESOURCE_TEXT (texts), NULL);
  g_return_val_if_fail (field != NULL, NULL);

  self = g_object_new (UI_TYPE_RESOURCE_DIALOG, "transient-for", parent, NULL);
  self->texts = g_object_ref (texts);
  line = app_visible_text_line (field, TEXT_CHARACTERS);
  adw_window_title_set_subtitle (self->heading, line);
  fill (self);
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->search));
  return self;
}
