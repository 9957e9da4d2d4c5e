/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-resource-dialog.h"
#include "ui-pick-list.h"
#include "ui-template.h"
#include "app-visible-text.h"
#include "mcp-resource.h"

#include <glib/gi18n.h>

#define TEXT_CHARACTERS 120
#define SENTENCE_CHARACTERS 600

struct _UiResourceDialog
{
  AdwWindow parent_instance;

  AppResourceText *texts;
  GCancellable    *reading; /* (nullable) */

  AdwWindowTitle *heading;
  UiPickList     *list;
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
      gtk_widget_grab_focus (GTK_WIDGET (self->list));
      return;
    }
  g_signal_emit_by_name (self, "chosen", text);
  gtk_window_close (GTK_WINDOW (self));
}

static void
on_picked (UiResourceDialog *self, const char *uri)
{
  if (self->reading != NULL)
    return;
  self->reading = g_cancellable_new ();
  show_problem (self, NULL);
  set_reading (self, uri);
  app_resource_text_read_async (self->texts, uri, self->reading, on_read, g_object_ref (self));
}

static gboolean
matches (UiPickList *list, McpResource *resource)
{
  return ui_pick_list_finds (list, mcp_definition_get_display_name (MCP_DEFINITION (resource))) ||
         ui_pick_list_finds (list, mcp_definition_get_name (MCP_DEFINITION (resource))) ||
         ui_pick_list_finds (list, mcp_resource_get_uri (resource)) ||
         ui_pick_list_finds (list, mcp_resource_get_mime_type (resource));
}

static void
fill (UiResourceDialog *self)
{
  g_autoptr (GListModel) resources = app_resource_text_dup_resources (self->texts);
  guint n = resources != NULL ? g_list_model_get_n_items (resources) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (McpResource) resource = g_list_model_get_item (resources, i);
      const char *uri = mcp_resource_get_uri (resource);

      if (matches (self->list, resource))
        ui_pick_list_add (self->list, mcp_definition_get_display_name (MCP_DEFINITION (resource)),
                          uri, mcp_resource_get_mime_type (resource), NULL, g_strdup (uri), g_free);
    }
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
  g_type_ensure (UI_TYPE_PICK_LIST);
  ui_template_set_dialog (widget_class, "ui/reference/ui-resource-dialog.ui");
  ui_template_hold (widget_class, UiResourceDialog, texts);
  ui_template_bind_children (widget_class, UiResourceDialog, heading, list, progress,
                             spinner, asked, problem);
  ui_template_bind_callbacks (widget_class, fill, on_picked,
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
  ui_pick_list_fill (self->list);
  gtk_widget_grab_focus (GTK_WIDGET (self->list));
  return self;
}
