/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-banner.h"
#include "ui-template.h"

struct _UiBanner
{
  GtkWidget parent_instance;

  GtkRevealer *revealer;
  GtkLabel    *title;
  GtkButton   *other;
  GtkButton   *button;
};

enum {
  PROP_0,
  PROP_TITLE,
  PROP_BUTTON_LABEL,
  PROP_REVEALED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiBanner, ui_banner, GTK_TYPE_WIDGET)

static void
on_clicked (UiBanner *self)
{
  g_signal_emit_by_name (self, "button-clicked");
}

static void
on_other_clicked (UiBanner *self)
{
  g_signal_emit_by_name (self, "other-clicked");
}

static void
ui_banner_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  UiBanner *self = UI_BANNER (object);

  switch (id)
    {
    case PROP_TITLE:
      g_value_set_string (value, gtk_label_get_text (self->title));
      break;
    case PROP_BUTTON_LABEL:
      g_value_set_string (value, gtk_button_get_label (self->button));
      break;
    case PROP_REVEALED:
      g_value_set_boolean (value, gtk_revealer_get_reveal_child (self->revealer));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
ui_banner_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  UiBanner *self = UI_BANNER (object);

  switch (id)
    {
    case PROP_TITLE:
      ui_banner_set_title (self, g_value_get_string (value));
      break;
    case PROP_BUTTON_LABEL:
      ui_banner_set_button_label (self, g_value_get_string (value));
      break;
    case PROP_REVEALED:
      ui_banner_set_revealed (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
ui_banner_class_init (UiBannerClass *klass)
{
  GObjectClass   *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ui_banner_get_property;
  object_class->set_property = ui_banner_set_property;

  const GParamFlags flags =
      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, "", flags);
  properties[PROP_BUTTON_LABEL] = g_param_spec_string ("button-label", NULL, NULL, NULL, flags);
  properties[PROP_REVEALED] = g_param_spec_boolean ("revealed", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  ui_signal_new (klass, "button-clicked", 0);
  ui_signal_new (klass, "other-clicked", 0);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ui_template_set (widget_class, "ui/base/ui-banner.ui");
  gtk_widget_class_bind_template_child (widget_class, UiBanner, revealer);
  gtk_widget_class_bind_template_child (widget_class, UiBanner, title);
  gtk_widget_class_bind_template_child (widget_class, UiBanner, other);
  gtk_widget_class_bind_template_child (widget_class, UiBanner, button);
  gtk_widget_class_bind_template_callback (widget_class, on_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_other_clicked);
}

static void
ui_banner_init (UiBanner *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
ui_banner_set_title (UiBanner *self, const char *title)
{
  g_return_if_fail (UI_IS_BANNER (self));

  if (g_strcmp0 (gtk_label_get_text (self->title), title) == 0)
    return;
  gtk_label_set_text (self->title, title != NULL ? title : "");
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
}

void
ui_banner_set_button_label (UiBanner *self, const char *label)
{
  g_return_if_fail (UI_IS_BANNER (self));

  gtk_widget_set_visible (GTK_WIDGET (self->button), label != NULL);
  gtk_button_set_label (self->button, label != NULL ? label : "");
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUTTON_LABEL]);
}

void
ui_banner_set_other_label (UiBanner *self, const char *label)
{
  g_return_if_fail (UI_IS_BANNER (self));

  gtk_widget_set_visible (GTK_WIDGET (self->other), label != NULL);
  gtk_button_set_label (self->other, label != NULL ? label : "");
}

void
ui_banner_set_revealed (UiBanner *self, gboolean revealed)
{
  g_return_if_fail (UI_IS_BANNER (self));

  if (gtk_revealer_get_reveal_child (self->revealer) == revealed)
    return;
  gtk_revealer_set_reveal_child (self->revealer, revealed);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_REVEALED]);
}
