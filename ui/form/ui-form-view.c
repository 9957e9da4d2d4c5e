/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-form-view.h"
#include "ui-template.h"

#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>

struct _UiFormView
{
  GtkWidget parent_instance;

  AppForm *form;
  gboolean busy;
  gboolean updating;

  GtkTextView *text;
  GtkLabel    *will_send;
  GtkButton   *submit;
};

enum {
  PROP_0,
  PROP_FORM,
  PROP_SUBMIT_LABEL,
  PROP_BUSY,
  N_PROPS
};

enum {
  SUBMIT,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint       signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (UiFormView, ui_form_view, GTK_TYPE_WIDGET)

static void
update_note (UiFormView *self)
{
  gboolean valid = self->form != NULL && app_form_is_text_valid (self->form);

  if (self->form == NULL)
    gtk_label_set_text (self->will_send, "");
  else if (!valid)
    gtk_label_set_text (self->will_send, app_form_get_text_error (self->form));
  else
    gtk_label_set_text (self->will_send, app_form_get_will_send (self->form));
  gtk_widget_set_sensitive (GTK_WIDGET (self->submit), valid && !self->busy);
}

static void
on_form_changed (UiFormView *self)
{
  if (!self->updating && self->form != NULL)
    {
      g_autofree char *json = app_form_dup_json (self->form);
      self->updating = TRUE;
      gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->text), json, -1);
      self->updating = FALSE;
    }
  update_note (self);
}

static void
on_text_changed (UiFormView *self)
{
  if (self->updating || self->form == NULL)
    return;
  g_autofree char *text = NULL;
  self->updating = TRUE;
  g_object_get (gtk_text_view_get_buffer (self->text), "text", &text, NULL);
  app_form_set_json (self->form, text);
  self->updating = FALSE;
  update_note (self);
}

static void
on_submit (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ui_form_view_submit (UI_FORM_VIEW (widget));
}

static void
ui_form_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  UiFormView *self = UI_FORM_VIEW (object);

  switch (id)
    {
    case PROP_FORM:
      g_value_set_object (value, self->form);
      break;
    case PROP_SUBMIT_LABEL:
      g_value_set_string (value, gtk_button_get_label (self->submit));
      break;
    case PROP_BUSY:
      g_value_set_boolean (value, self->busy);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
ui_form_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  UiFormView *self = UI_FORM_VIEW (object);

  switch (id)
    {
    case PROP_FORM:
      ui_form_view_set_form (self, g_value_get_object (value));
      break;
    case PROP_SUBMIT_LABEL:
      gtk_button_set_label (self->submit, g_value_get_string (value));
      break;
    case PROP_BUSY:
      ui_form_view_set_busy (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
ui_form_view_dispose (GObject *object)
{
  UiFormView *self = UI_FORM_VIEW (object);

  if (self->form != NULL)
    g_signal_handlers_disconnect_by_data (self->form, self);
  ui_template_dispose (GTK_WIDGET (object), UI_TYPE_FORM_VIEW);
  g_clear_object (&self->form);
  G_OBJECT_CLASS (ui_form_view_parent_class)->dispose (object);
}

static void
ui_form_view_class_init (UiFormViewClass *klass)
{
  GObjectClass   *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ui_form_view_get_property;
  object_class->set_property = ui_form_view_set_property;
  object_class->dispose = ui_form_view_dispose;

  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  properties[PROP_FORM] = g_param_spec_object ("form", NULL, NULL, APP_TYPE_FORM, flags);
  properties[PROP_SUBMIT_LABEL] = g_param_spec_string ("submit-label", NULL, NULL, NULL, flags);
  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[SUBMIT] = g_signal_new ("submit", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (GTK_SOURCE_TYPE_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/spyglass_mcp/Spyglass/ui/form/ui-form-view.ui");
  gtk_widget_class_bind_template_child (widget_class, UiFormView, text);
  gtk_widget_class_bind_template_child (widget_class, UiFormView, will_send);
  gtk_widget_class_bind_template_child (widget_class, UiFormView, submit);
  gtk_widget_class_install_action (widget_class, "form.submit", NULL, on_submit);
}

static void
ui_form_view_init (UiFormView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (gtk_text_view_get_buffer (self->text), "changed",
                           G_CALLBACK (on_text_changed), self, G_CONNECT_SWAPPED);
  update_note (self);
}

GtkWidget *
ui_form_view_new (void)
{
  return g_object_new (UI_TYPE_FORM_VIEW, NULL);
}

void
ui_form_view_set_form (UiFormView *self, AppForm *form)
{
  g_return_if_fail (UI_IS_FORM_VIEW (self));
  g_return_if_fail (form == NULL || APP_IS_FORM (form));

  if (self->form == form)
    return;
  if (self->form != NULL)
    g_signal_handlers_disconnect_by_data (self->form, self);
  g_set_object (&self->form, form);
  if (form != NULL)
    g_signal_connect_object (form, "changed", G_CALLBACK (on_form_changed), self,
                             G_CONNECT_SWAPPED);
  on_form_changed (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FORM]);
}

AppForm *
ui_form_view_get_form (UiFormView *self)
{
  g_return_val_if_fail (UI_IS_FORM_VIEW (self), NULL);
  return self->form;
}

void
ui_form_view_set_busy (UiFormView *self, gboolean busy)
{
  g_return_if_fail (UI_IS_FORM_VIEW (self));

  if (self->busy == busy)
    return;
  self->busy = busy;
  update_note (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

void
ui_form_view_submit (UiFormView *self)
{
  g_return_if_fail (UI_IS_FORM_VIEW (self));

  if (self->form == NULL || self->busy || !app_form_is_text_valid (self->form))
    return;
  app_form_set_attempted (self->form, TRUE);
  g_signal_emit (self, signals[SUBMIT], 0);
}

void
ui_form_view_focus_first (UiFormView *self)
{
  g_return_if_fail (UI_IS_FORM_VIEW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->text));
}
