/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-banner.h"
#include "ui-template.h"
#include "ui-width-bin.h"

struct _UiBanner
{
  GtkWidget parent_instance;

  GtkRevealer *revealer;
  UiWidthBin  *bin;
  GtkBox      *box;
  GtkLabel    *title;
  GtkButton   *other;
  GtkButton   *button;
};

UI_DEFINE_TEMPLATE (UiBanner, ui_banner, GTK_TYPE_WIDGET)

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

/* Beside two buttons there is no room for a sentence in a narrow place: they go below it. */
static void
on_wide_changed (UiBanner *self)
{
  gboolean wide = ui_width_bin_get_wide (self->bin);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->box), wide ? GTK_ORIENTATION_HORIZONTAL
                                                                   : GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (self->box, wide ? 12 : 6);
}

/* What is not revealed has no place, but would be measured all the same. */
static void
on_revealed (GtkRevealer *revealer)
{
  gtk_widget_set_visible (GTK_WIDGET (revealer), gtk_revealer_get_reveal_child (revealer) ||
                                                     gtk_revealer_get_child_revealed (revealer));
}

UI_DEFINE_CLASS (UiBanner, ui_banner)
{
  mcp_signal_new (klass, "button-clicked", 0);
  mcp_signal_new (klass, "other-clicked", 0);

  g_type_ensure (UI_TYPE_WIDTH_BIN);
  ui_template_set_bin (widget_class, "ui/base/ui-banner.ui");
  ui_template_bind_children (widget_class, UiBanner, revealer, bin, box, title, other, button);
  ui_template_bind_callbacks (widget_class, on_wide_changed, on_clicked, on_other_clicked,
                              on_revealed);
}

void
ui_banner_set_title (UiBanner *self, const char *title)
{
  g_return_if_fail (UI_IS_BANNER (self));

  gtk_label_set_text (self->title, title != NULL ? title : "");
}

static void
set_button (GtkButton *button, const char *label)
{
  gtk_widget_set_visible (GTK_WIDGET (button), label != NULL);
  gtk_button_set_label (button, label != NULL ? label : "");
  /* Two long labels beside each other are wider than a narrow window with large text. */
  gtk_label_set_wrap (GTK_LABEL (gtk_button_get_child (button)), TRUE);
  gtk_label_set_justify (GTK_LABEL (gtk_button_get_child (button)), GTK_JUSTIFY_CENTER);
}

void
ui_banner_set_button_label (UiBanner *self, const char *label)
{
  g_return_if_fail (UI_IS_BANNER (self));
  set_button (self->button, label);
}

void
ui_banner_set_other_label (UiBanner *self, const char *label)
{
  g_return_if_fail (UI_IS_BANNER (self));
  set_button (self->other, label);
}

void
ui_banner_set_revealed (UiBanner *self, gboolean revealed)
{
  g_return_if_fail (UI_IS_BANNER (self));

  gtk_revealer_set_reveal_child (self->revealer, revealed);
  on_revealed (self->revealer);
}
