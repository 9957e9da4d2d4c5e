/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-style.h"
#include "ui-template.h"

#include <adwaita.h>

const char *
ui_style_get_state_icon (AppSessionState state)
{
  switch (state)
    {
    case APP_SESSION_READY:
      return "spyglass-state-ready-symbolic";
    case APP_SESSION_CONNECTING:
    case APP_SESSION_DISCONNECTING:
      return "spyglass-state-connecting-symbolic";
    case APP_SESSION_FAILED:
      return "spyglass-state-failed-symbolic";
    case APP_SESSION_LOST:
      return "spyglass-state-lost-symbolic";
    case APP_SESSION_RECONNECTING:
      return "view-refresh-symbolic";
    case APP_SESSION_AUTHORIZATION_REQUIRED:
      return "spyglass-state-locked-symbolic";
    case APP_SESSION_IDLE:
    case APP_SESSION_UNCONFIRMED:
    default:
      return "spyglass-state-idle-symbolic";
    }
}

const char *
ui_style_get_state_class (AppSessionState state)
{
  switch (state)
    {
    case APP_SESSION_READY:
      return "state-ready";
    case APP_SESSION_FAILED:
    case APP_SESSION_LOST:
      return "state-failed";
    case APP_SESSION_AUTHORIZATION_REQUIRED:
    case APP_SESSION_RECONNECTING:
      return "state-waiting";
    case APP_SESSION_IDLE:
    case APP_SESSION_UNCONFIRMED:
    case APP_SESSION_CONNECTING:
    case APP_SESSION_DISCONNECTING:
    default:
      return "state-quiet";
    }
}

static void
update_scheme (GtkSourceBuffer *buffer)
{
  gboolean                     dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleSchemeManager *manager = gtk_source_style_scheme_manager_get_default ();
  const char                  *id = dark ? "Adwaita-dark" : "Adwaita";

  gtk_source_buffer_set_style_scheme (
      buffer, gtk_source_style_scheme_manager_get_scheme (manager, id));
}

void
ui_style_follow_dark (GtkSourceBuffer *buffer)
{
  g_return_if_fail (GTK_SOURCE_IS_BUFFER (buffer));

  ui_connect (adw_style_manager_get_default (), "notify::dark", update_scheme, buffer);
  update_scheme (buffer);
}

void
ui_style_swap_class (GtkWidget *widget, const char *const *all, const char *class_name)
{
  for (guint i = 0; all[i] != NULL; i++)
    {
      if (g_strcmp0 (all[i], class_name) == 0)
        gtk_widget_add_css_class (widget, all[i]);
      else
        gtk_widget_remove_css_class (widget, all[i]);
    }
}
