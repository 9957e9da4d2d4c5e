/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-form-notice.h"
#include "ui-template.h"

struct _UiFormNotice
{
  AdwBin parent_instance;

  AppForm  *form;
  GtkLabel *text;
};

enum {
  PROP_0,
  PROP_FORM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiFormNotice, ui_form_notice, ADW_TYPE_BIN)

static void
ui_form_notice_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_FORM:
      g_value_set_object (value, UI_FORM_NOTICE (object)->form);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
ui_form_notice_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_FORM:
      ui_form_notice_set_form (UI_FORM_NOTICE (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
ui_form_notice_dispose (GObject *object)
{
  ui_template_dispose (object);
  g_clear_object (&UI_FORM_NOTICE (object)->form);
}

static void
ui_form_notice_class_init (UiFormNoticeClass *klass)
{
  GObjectClass   *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ui_form_notice_get_property;
  object_class->set_property = ui_form_notice_set_property;
  object_class->dispose = ui_form_notice_dispose;

  properties[PROP_FORM] =
      g_param_spec_object ("form", NULL, NULL, APP_TYPE_FORM,
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  ui_template_set (widget_class, "ui/form/ui-form-notice.ui");
  gtk_widget_class_bind_template_child (widget_class, UiFormNotice, text);
}

static void
ui_form_notice_init (UiFormNotice *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
ui_form_notice_set_form (UiFormNotice *self, AppForm *form)
{
  const char *notice = form != NULL ? app_form_get_notice (form) : NULL;

  g_return_if_fail (UI_IS_FORM_NOTICE (self));

  if (!g_set_object (&self->form, form))
    return;
  gtk_label_set_text (self->text, notice != NULL ? notice : "");
  gtk_widget_set_visible (GTK_WIDGET (self), notice != NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FORM]);
}
