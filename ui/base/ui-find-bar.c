/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-find-bar.h"
#include "ui-template.h"

struct _UiFindBar
{
  GtkWidget parent_instance;

  GtkRevealer *revealer;
  GtkEditable *needle;
  GtkLabel    *status;
};

G_DEFINE_FINAL_TYPE (UiFindBar, ui_find_bar, GTK_TYPE_WIDGET)

static void
on_changed (UiFindBar *self)
{
  g_signal_emit_by_name (self, "changed");
}

static void
on_next (UiFindBar *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "find.next", NULL);
}

static void
on_previous (UiFindBar *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "find.previous", NULL);
}

static void
on_close (UiFindBar *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "find.close", NULL);
}

/* The entry has Enter for itself, and knows nothing of Shift. */
static gboolean
on_key (UiFindBar *self, guint key, guint code, GdkModifierType state)
{
  if ((key != GDK_KEY_Return && key != GDK_KEY_KP_Enter) ||
      (state & gtk_accelerator_get_default_mod_mask ()) != GDK_SHIFT_MASK)
    return GDK_EVENT_PROPAGATE;
  on_previous (self);
  return GDK_EVENT_STOP;
}

UI_DEFINE_CLASS (UiFindBar, ui_find_bar)
{
  mcp_signal_new (klass, "changed", 0);

  ui_template_set_bin (widget_class, "ui/base/ui-find-bar.ui");
  ui_template_bind_children (widget_class, UiFindBar, revealer, needle, status);
  ui_template_bind_callbacks (widget_class, on_changed, on_next, on_previous, on_close);
}

static void
ui_find_bar_init (UiFindBar *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  ui_template_init (self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->needle), keys);
}

static void
reveal (UiFindBar *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->revealer), TRUE);
  gtk_revealer_set_reveal_child (self->revealer, TRUE);
}

void
ui_find_bar_show (UiFindBar *self, const char *needle)
{
  g_return_if_fail (UI_IS_FIND_BAR (self));

  if (needle == NULL)
    {
      ui_find_bar_close (self);
      return;
    }
  reveal (self);
  gtk_editable_set_text (self->needle, needle);
  on_changed (self);
}

void
ui_find_bar_open (UiFindBar *self)
{
  g_return_if_fail (UI_IS_FIND_BAR (self));

  reveal (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->needle));
  gtk_editable_select_region (self->needle, 0, -1);
  on_changed (self);
}

void
ui_find_bar_close (UiFindBar *self)
{
  g_return_if_fail (UI_IS_FIND_BAR (self));

  gtk_revealer_set_reveal_child (self->revealer, FALSE);
  /* It would want its width all the same. */
  gtk_widget_set_visible (GTK_WIDGET (self->revealer), FALSE);
  on_changed (self);
}

const char *
ui_find_bar_get_needle (UiFindBar *self)
{
  g_return_val_if_fail (UI_IS_FIND_BAR (self), "");
  return gtk_revealer_get_reveal_child (self->revealer) ? gtk_editable_get_text (self->needle) : "";
}

void
ui_find_bar_set_status (UiFindBar *self, const char *status)
{
  g_return_if_fail (UI_IS_FIND_BAR (self));
  gtk_label_set_text (self->status, status != NULL ? status : "");
}

void
ui_find_bar_add_bindings (GtkWidgetClass *widget_class)
{
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F3, 0, "find.next", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F3, GDK_SHIFT_MASK, "find.previous",
                                       NULL);
}
