/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-form-summary.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-form-summary.h"

#include <glib/gi18n.h>

struct _UiFormSummary
{
  GtkWidget parent_instance;

  AppForm *form; /* (nullable) */

  GtkWidget *button;
  GtkLabel  *text;
};

G_DEFINE_FINAL_TYPE (UiFormSummary, ui_form_summary, GTK_TYPE_WIDGET)

/* A form that is shown itself is not summed up with each letter that is typed. */
static void
update (UiFormSummary *self)
{
  if (self->form == NULL || !gtk_widget_get_visible (GTK_WIDGET (self)))
    return;
  g_autofree char *summary = app_form_get_text_error (self->form) != NULL
                                 ? g_strdup (_ ("Invalid JSON"))
                                 : app_form_dup_summary (self->form);
  const char      *text = summary[0] != '\0' ? summary : _ ("No arguments");

  gtk_label_set_text (self->text, text);
  /* Translators: %s is what is filled in, on one line */
  g_autofree char *spoken = g_strdup_printf (_ ("Arguments %s"), text);
  ui_widget_name (self->button, spoken);
}

static void
on_clicked (UiFormSummary *self)
{
  g_signal_emit_by_name (self, "clicked");
}

static gboolean
ui_form_summary_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (UI_FORM_SUMMARY (widget)->button);
}

UI_DEFINE_CLASS (UiFormSummary, ui_form_summary)
{
  widget_class->grab_focus = ui_form_summary_grab_focus;
  mcp_signal_new (klass, "clicked", 0);
  ui_template_set_bin (widget_class, "ui/call/ui-form-summary.ui");
  ui_template_hold (widget_class, UiFormSummary, form);
  ui_template_bind_children (widget_class, UiFormSummary, button, text);
  ui_template_bind_callbacks (widget_class, on_clicked);
}

static void
ui_form_summary_init (UiFormSummary *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ui_widget_set_expanded (self->button, FALSE);
  g_signal_connect (self, "notify::visible", G_CALLBACK (update), NULL);
}

void
ui_form_summary_set_form (UiFormSummary *self, AppForm *form)
{
  g_return_if_fail (UI_IS_FORM_SUMMARY (self));

  if (self->form != NULL)
    g_signal_handlers_disconnect_by_data (self->form, self);
  g_set_object (&self->form, form);
  if (form != NULL)
    ui_connect (form, "changed", update, self);
  update (self);
}
