/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-auth-waiting.h"
#include "ui-auth-browser.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_ERROR 300

struct _UiAuthWaiting
{
  GtkBox parent_instance;

  AppAuthDebugger *debugger;

  GtkSpinner      *spinner;
  GtkLabel        *what;
  GtkLabel        *left;
  GtkToggleButton *paste;
  GtkEditable     *address;
  GtkWidget       *use;
  GtkLabel        *wrong;
  GtkFlowBox      *cells;
};

G_DEFINE_FINAL_TYPE (UiAuthWaiting, ui_auth_waiting, GTK_TYPE_BOX)

static void
update_left (UiAuthWaiting *self)
{
  guint seconds;

  g_object_get (self->debugger, "seconds-left", &seconds, NULL);
  /* Translators: minutes and seconds: how long the browser is waited for yet */
  g_autofree char *text = g_strdup_printf (_ ("%u:%02u left"), seconds / 60, seconds % 60);
  gtk_label_set_text (self->left, text);
}

static void
update (UiAuthWaiting *self)
{
  g_autofree char *url = NULL;
  g_autofree char *error = NULL;
  gboolean         was = gtk_widget_get_visible (GTK_WIDGET (self));

  g_object_get (self->debugger, "browser-url", &url, "browser-error", &error, NULL);
  gtk_label_set_text (self->what, error != NULL ? error
                                                : _ ("Waiting for you to finish in your browser"));
  gtk_spinner_set_spinning (self->spinner, url != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), url != NULL);
  if (was && url == NULL)
    {
      gtk_editable_set_text (self->address, "");
      gtk_toggle_button_set_active (self->paste, FALSE);
    }
  update_left (self);
}

static void
open_again (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiAuthWaiting   *self = UI_AUTH_WAITING (widget);
  g_autofree char *url = NULL;

  g_object_get (self->debugger, "browser-url", &url, NULL);
  if (url != NULL)
    ui_auth_browser_open (widget, self->debugger, url);
}

static void
copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiAuthWaiting   *self = UI_AUTH_WAITING (widget);
  g_autofree char *url = NULL;

  g_object_get (self->debugger, "browser-url", &url, NULL);
  if (url != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), url);
}

static void
cancel (GtkWidget *widget, const char *name, GVariant *parameter)
{
  app_auth_debugger_cancel (UI_AUTH_WAITING (widget)->debugger);
}

static void
on_paste_toggled (UiAuthWaiting *self)
{
  if (gtk_toggle_button_get_active (self->paste))
    gtk_widget_grab_focus (GTK_WIDGET (self->address));
}

static void
on_address_changed (UiAuthWaiting *self)
{
  gtk_widget_set_sensitive (self->use, gtk_editable_get_text (self->address)[0] != '\0');
  ui_widget_show_text (self->wrong, NULL);
  ui_widget_set_invalid (self->address, FALSE);
  gtk_widget_remove_css_class (GTK_WIDGET (self->address), "error");
}

static void
on_pasted (UiAuthWaiting *self)
{
  g_autoptr (GError) error = NULL;
  const char *text = gtk_editable_get_text (self->address);

  if (text[0] == '\0' || app_auth_debugger_paste (self->debugger, text, &error))
    return;
  g_autofree char *visible = app_visible_text_line (error->message, MAX_ERROR);
  ui_widget_show_text (self->wrong, visible);
  ui_widget_set_invalid (self->address, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->address), "error");
}

UI_DEFINE_CLASS (UiAuthWaiting, ui_auth_waiting)
{
  ui_template_set (widget_class, "ui/auth/ui-auth-waiting.ui");
  ui_template_hold (widget_class, UiAuthWaiting, debugger);
  ui_template_bind_children (widget_class, UiAuthWaiting, cells, spinner, what, left, paste,
                             address, use, wrong);
  ui_template_bind_callbacks (widget_class, on_paste_toggled, on_address_changed, on_pasted);
  gtk_widget_class_install_action (widget_class, "waiting.open", NULL, open_again);
  gtk_widget_class_install_action (widget_class, "waiting.copy", NULL, copy);
  gtk_widget_class_install_action (widget_class, "waiting.cancel", NULL, cancel);
}

static void
ui_auth_waiting_init (UiAuthWaiting *self)
{
  ui_template_init (self);
  ui_widget_pass_focus (self->cells);
}

void
ui_auth_waiting_set_debugger (UiAuthWaiting *self, AppAuthDebugger *debugger)
{
  g_return_if_fail (UI_IS_AUTH_WAITING (self));
  g_return_if_fail (APP_IS_AUTH_DEBUGGER (debugger) && self->debugger == NULL);

  self->debugger = g_object_ref (debugger);
  ui_connect (debugger, "notify::browser-url", update, self);
  ui_connect (debugger, "notify::browser-error", update, self);
  ui_connect (debugger, "notify::seconds-left", update_left, self);
  update (self);
}
