/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-meta-button.h"
#include "ui-object-text.h"
#include "ui-template.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

struct _UiMetaButton
{
  GtkWidget parent_instance;

  GtkPopover    *popover;
  GtkMenuButton *button;
  GtkImage      *icon;
  GtkLabel      *label;
  UiObjectText  *text;
};

G_DEFINE_FINAL_TYPE (UiMetaButton, ui_meta_button, GTK_TYPE_WIDGET)

static void
update (UiMetaButton *self)
{
  guint            n = ui_object_text_count (self->text);
  gboolean         wrong = ui_object_text_get_problem (self->text) != NULL;
  g_autofree char *members = g_strdup_printf (ngettext ("%u member", "%u members", n), n);
  g_autofree char *said = wrong ? g_strdup_printf ("_meta · %s", _ ("not JSON"))
                                : g_strdup_printf ("_meta · %u", n);
  /* Translators: %s is how many members there are, or what is wrong with them */
  g_autofree char *name = g_strdup_printf (_ ("Metadata of the request: %s"),
                                           wrong ? _ ("not JSON") : members);

  gtk_label_set_text (self->label, said);
  /* Most requests carry none: then three dots take less room. */
  gtk_widget_set_visible (GTK_WIDGET (self->label), wrong || n > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->icon), wrong || n == 0);
  gtk_image_set_from_icon_name (self->icon, wrong ? "dialog-warning-symbolic"
                                                  : "view-more-symbolic");
  ui_widget_set_class (self->icon, "state-waiting", wrong);
  ui_widget_name (self->button, name);
}

static void
on_changed (UiMetaButton *self)
{
  update (self);
  g_signal_emit_by_name (self, "changed");
}

static void
on_shown (UiMetaButton *self)
{
  ui_object_text_focus (self->text);
}

UI_DEFINE_CLASS (UiMetaButton, ui_meta_button)
{
  mcp_signal_new (klass, "changed", 0);

  g_type_ensure (UI_TYPE_OBJECT_TEXT);
  ui_template_set_bin (widget_class, "ui/call/ui-meta-button.ui");
  ui_template_bind_children (widget_class, UiMetaButton, popover, button, icon, label, text);
  ui_template_bind_callbacks (widget_class, on_changed, on_shown);
}

static void
ui_meta_button_init (UiMetaButton *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ui_object_text_set_names (self->text, _ ("Metadata of the request, as JSON"),
                            "{\"com.example/trace\": \"7\"}");
  update (self);
}

void
ui_meta_button_set_text (UiMetaButton *self, const char *text)
{
  g_return_if_fail (UI_IS_META_BUTTON (self));

  ui_object_text_set_text (self->text, text);
  update (self);
}

char *
ui_meta_button_dup_text (UiMetaButton *self)
{
  g_return_val_if_fail (UI_IS_META_BUTTON (self), NULL);
  return ui_object_text_dup_text (self->text);
}

gboolean
ui_meta_button_check (UiMetaButton *self)
{
  g_return_val_if_fail (UI_IS_META_BUTTON (self), FALSE);

  if (ui_object_text_get_problem (self->text) == NULL)
    return TRUE;
  gtk_menu_button_popup (self->button);
  return FALSE;
}
