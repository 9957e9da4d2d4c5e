/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-auth-bar.h"
#include "ui-auth-browser.h"
#include "ui-auth-waiting.h"
#include "ui-banner.h"
#include "ui-template.h"
#include "app-auth-debugger.h"
#include "app-authorization.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_WHAT 300

struct _UiAuthBar
{
  GtkWidget parent_instance;

  AppSession       *session;
  AppAuthorization *authorization; /* not owned: this and the next are the session's */
  AppAuthDebugger  *debugger;

  GtkWidget     *box;
  UiBanner      *banner;
  UiAuthWaiting *waiting;
};

UI_DEFINE_TEMPLATE (UiAuthBar, ui_auth_bar, GTK_TYPE_WIDGET)

/* What is missing stands where it was missed; here, why it was not granted. */
static void
update (UiAuthBar *self)
{
  g_autoptr (AppProblem) problem = NULL;
  gboolean running;
  gboolean refused =
      app_authorization_get_state (self->authorization) == APP_AUTHORIZATION_MISSING;

  g_object_get (self->debugger, "running", &running, "problem", &problem, NULL);
  if (problem != NULL)
    {
      g_autofree char *what = app_visible_text_line (app_problem_get_what (problem), MAX_WHAT);
      /* Translators: %s is a sentence that says why */
      g_autofree char *title = g_strdup_printf (_ ("Access not granted: %s"), what);

      ui_banner_set_title (self->banner, title);
    }
  ui_banner_set_revealed (self->banner, refused && problem != NULL && !running);
}

static void
on_steps (UiAuthBar *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "server.authorization", NULL);
}

static gboolean
on_open_browser (AppAuthDebugger *debugger, const char *url, UiAuthBar *self)
{
  if (gtk_widget_get_root (GTK_WIDGET (self)) == NULL)
    return FALSE;
  ui_auth_browser_open (GTK_WIDGET (self), debugger, url);
  return TRUE;
}

UI_DEFINE_CLASS (UiAuthBar, ui_auth_bar)
{
  ui_template_ensure_types (UI_TYPE_BANNER, UI_TYPE_AUTH_WAITING);
  ui_template_set_bin (widget_class, "ui/auth/ui-auth-bar.ui");
  ui_template_hold (widget_class, UiAuthBar, session);
  ui_template_bind_children (widget_class, UiAuthBar, box, banner, waiting);
  ui_template_bind_callbacks (widget_class, on_steps);
}

void
ui_auth_bar_set_session (UiAuthBar *self, AppSession *session)
{
  g_return_if_fail (UI_IS_AUTH_BAR (self));
  g_return_if_fail (APP_IS_SESSION (session) && self->session == NULL);

  self->session = g_object_ref (session);
  self->authorization = app_session_get_feature (session, APP_TYPE_AUTHORIZATION);
  self->debugger = app_session_get_feature (session, APP_TYPE_AUTH_DEBUGGER);
  if (self->authorization == NULL || self->debugger == NULL)
    return;
  ui_auth_waiting_set_debugger (self->waiting, self->debugger);
  ui_connect (self->authorization, "notify", update, self);
  ui_connect (self->debugger, "notify::running", update, self);
  ui_connect (self->debugger, "notify::problem", update, self);
  ui_banner_set_button_label (self->banner, _ ("Show Steps"));
  g_signal_connect_object (self->debugger, "open-browser", G_CALLBACK (on_open_browser), self, 0);
  update (self);
}

void
ui_auth_bar_set_hidden (UiAuthBar *self, gboolean hidden)
{
  g_return_if_fail (UI_IS_AUTH_BAR (self));

  gtk_widget_set_visible (self->box, !hidden);
}
