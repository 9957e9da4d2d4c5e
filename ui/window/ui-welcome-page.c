/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-welcome-page.h"
#include "ui-page.h"
#include "ui-template.h"
#include "spyglass-config.h"

#include <glib/gi18n.h>

struct _UiWelcomePage
{
  GtkWidget parent_instance;

  GtkImage  *icon;
  GtkWidget *demo;
  GtkWidget *add;
  GtkButton *import;
};

UI_DEFINE_PAGE (UiWelcomePage, ui_welcome_page, GTK_TYPE_WIDGET)

static gboolean
ui_welcome_page_focus (UiPage *page)
{
  UiWelcomePage *self = UI_WELCOME_PAGE (page);

  return gtk_widget_grab_focus (gtk_widget_get_visible (self->demo) ? self->demo : self->add);
}

static void
ui_welcome_page_page_init (UiPageInterface *iface)
{
  iface->focus = ui_welcome_page_focus;
}

UI_DEFINE_CLASS (UiWelcomePage, ui_welcome_page)
{
  ui_template_set_bin (widget_class, "ui/window/ui-welcome-page.ui");
  ui_template_bind_children (widget_class, UiWelcomePage, icon, demo, add, import);
}

static void
ui_welcome_page_init (UiWelcomePage *self)
{
  ui_template_init (self);
  gtk_image_set_from_icon_name (self->icon, SPYGLASS_APPLICATION_ID);
}

GtkWidget *
ui_welcome_page_new (void)
{
  return g_object_new (UI_TYPE_WELCOME_PAGE, NULL);
}

void
ui_welcome_page_set_importable (UiWelcomePage *self, const char *applications)
{
  g_return_if_fail (UI_IS_WELCOME_PAGE (self));

  gtk_widget_set_visible (GTK_WIDGET (self->import), applications != NULL);
  if (applications == NULL)
    return;
  g_auto (GStrv) names = g_strsplit (applications, ", ", -1);
  guint            n = g_strv_length (names);
  g_autofree char *label =
      /* Translators: the other applications whose servers can be imported */
      g_strdup_printf (ngettext ("Import from %u Application…", "Import from %u Applications…", n),
                       n);
  gtk_button_set_label (self->import, label);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->import), applications);
}
