/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-save-dialog.h"
#include "ui-template.h"
#include "ui-text-area.h"
#include "ui-widget.h"
#include "app-json-literal.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MIN_HEIGHT 90
#define MAX_HEIGHT 220

struct _UiSaveDialog
{
  AdwWindow parent_instance;

  AppSavedCalls *calls;
  AppSavedItem  *item; /* (nullable) */
  char          *server;
  char          *tool;
  char          *result; /* (nullable) */

  /* borrowed */
  UiTextArea *arguments;
  UiTextArea *expect;

  AdwEntryRow    *name;
  AdwEntryRow    *group;
  AdwWindowTitle *title;
  AdwBin         *arguments_bin;
  AdwBin         *expect_bin;
  GtkLabel       *problem;
};

G_DEFINE_FINAL_TYPE (UiSaveDialog, ui_save_dialog, ADW_TYPE_WINDOW)

/* Returns: (transfer full) (nullable): %NULL for nothing but spaces */
static char *
dup_entry (AdwEntryRow *row)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (row))));

  return text[0] != '\0' ? g_steal_pointer (&text) : NULL;
}

static char *
dup_area (UiTextArea *area)
{
  g_autofree char *text = g_strstrip (ui_text_area_dup_text (area));

  return text[0] != '\0' ? g_steal_pointer (&text) : NULL;
}

static void
accept (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiSaveDialog    *self = UI_SAVE_DIALOG (widget);
  g_autofree char *name = dup_entry (self->name);
  g_autofree char *group = dup_entry (self->group);
  g_autofree char *arguments = dup_area (self->arguments);
  g_autofree char *expect = dup_area (self->expect);
  g_autofree char *json = expect != NULL ? app_json_literal_dup_json (expect, -1) : NULL;
  AppSavedText     text = { name, group, self->server, self->tool, arguments, expect };
  g_autoptr (GError) error = NULL;
  gboolean done;

  if (json != NULL)
    {
      ui_text_area_set_text (self->expect, json);
      ui_widget_show_text (self->problem,
                           _ ("The expectations were a JavaScript literal. They are JSON now: look "
                              "at them, then save."));
      return;
    }
  done = self->item != NULL
             ? app_saved_calls_change (self->calls, self->item, &text, &error)
             : app_saved_calls_add (self->calls, &text, &error) != NULL;
  g_autofree char *line = done ? NULL : app_visible_text_block (error->message, 0);

  ui_widget_show_text (self->problem, line);
  if (done)
    gtk_window_destroy (GTK_WINDOW (self));
}

/* Whatever the server answered becomes what it is to answer. */
static void
use_result (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiSaveDialog    *self = UI_SAVE_DIALOG (widget);
  g_autofree char *text = g_strdup_printf ("[\n  { \"equals\": %s }\n]", self->result);

  ui_text_area_set_text (self->expect, text);
}

UI_DEFINE_DISPOSE (UiSaveDialog, ui_save_dialog)
{
  g_clear_pointer (&self->server, g_free);
  g_clear_pointer (&self->tool, g_free);
  g_clear_pointer (&self->result, g_free);
}

UI_DEFINE_CLASS (UiSaveDialog, ui_save_dialog)
{
  ui_template_set (widget_class, "ui/saved/ui-save-dialog.ui");
  ui_template_hold (widget_class, UiSaveDialog, calls, item);
  G_OBJECT_CLASS (klass)->dispose = ui_save_dialog_dispose;
  ui_template_bind_children (widget_class, UiSaveDialog, name, group, title, arguments_bin,
                             expect_bin, problem);
  gtk_widget_class_install_action (widget_class, "dialog.accept", NULL, accept);
  gtk_widget_class_install_action (widget_class, "dialog.use-result", NULL, use_result);
}

static UiTextArea *
add_area (AdwBin *bin, const char *name, const char *note)
{
  UiTextArea *area = UI_TEXT_AREA (ui_text_area_new ("json"));

  ui_text_area_set_heights (area, MIN_HEIGHT, MAX_HEIGHT);
  ui_text_area_set_note (area, note);
  ui_widget_name (ui_text_area_get_view (area), name);
  adw_bin_set_child (bin, GTK_WIDGET (area));
  return area;
}

static void
ui_save_dialog_init (UiSaveDialog *self)
{
  ui_template_init_dialog (GTK_WIDGET (self));
  self->arguments = add_area (self->arguments_bin, _ ("Arguments"), _ ("No arguments"));
  self->expect = add_area (self->expect_bin, _ ("Expectations"), _ ("Any result but an error"));
}

GtkWindow *
ui_save_dialog_new (GtkWindow          *parent,
                    AppSavedCalls      *calls,
                    AppSavedItem       *item,
                    const AppSavedText *text,
                    const char         *result)
{
  g_return_val_if_fail (APP_IS_SAVED_CALLS (calls), NULL);

  UiSaveDialog    *self = g_object_new (UI_TYPE_SAVE_DIALOG, "transient-for", parent, NULL);
  g_autofree char *subtitle = app_visible_text_line (text->tool, 0);

  self->calls = g_object_ref (calls);
  self->item = item != NULL ? g_object_ref (item) : NULL;
  self->server = g_strdup (text->server);
  self->tool = g_strdup (text->tool);
  self->result = g_strdup (result);
  adw_window_title_set_subtitle (self->title, subtitle);
  gtk_editable_set_text (GTK_EDITABLE (self->name), text->name != NULL ? text->name : text->tool);
  gtk_editable_set_text (GTK_EDITABLE (self->group), text->group != NULL ? text->group : "");
  ui_text_area_set_text (self->arguments, text->arguments != NULL ? text->arguments : "");
  ui_text_area_set_text (self->expect, text->expect != NULL ? text->expect : "");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "dialog.use-result", result != NULL);
  return GTK_WINDOW (self);
}
