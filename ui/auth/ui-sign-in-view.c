/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-sign-in-view.h"
#include "ui-auth-finding-card.h"
#include "ui-auth-waiting.h"
#include "ui-page.h"
#include "ui-problem-view.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-auth-debugger.h"
#include "app-authorization.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MAX_HOST 120
#define MAX_TEXT 600

struct _UiSignInView
{
  GtkWidget parent_instance;

  AppSession       *session;
  AppAuthorization *authorization; /* not owned: this and the next are the session's */
  AppAuthDebugger  *debugger;

  GtkLabel      *title;
  GtkLabel      *what;
  GtkLabel      *server_value;
  GtkLabel      *issuer_value;
  GtkWidget     *scopes;
  GtkLabel      *scopes_value;
  AdwBin        *finding;
  UiProblemView *problem;
  UiAuthWaiting *waiting;
  GtkWidget     *busy;
  GtkSpinner    *spinner;
  GtkLabel      *step;
  GtkWidget     *buttons;
  GtkWidget     *steps;
  GtkButton     *begin;
  GtkWidget     *reconnect;
};

UI_DEFINE_PAGE (UiSignInView, ui_sign_in_view, GTK_TYPE_WIDGET)

/* "https://example.org:8443", of which a person knows the host. Returns: (transfer full)
 * (nullable) */
static char *
dup_host (const char *url, gboolean with_scheme)
{
  g_autoptr (GUri) uri = url != NULL ? g_uri_parse (url, G_URI_FLAGS_ENCODED, NULL) : NULL;
  const char      *host = uri != NULL ? g_uri_get_host (uri) : NULL;
  g_autofree char *port = NULL;
  g_autofree char *text = NULL;

  if (host == NULL)
    return NULL;
  port = g_uri_get_port (uri) > 0 ? g_strdup_printf (":%d", g_uri_get_port (uri)) : g_strdup ("");
  text = g_strconcat (with_scheme ? g_uri_get_scheme (uri) : "", with_scheme ? "://" : "", host,
                      port, NULL);
  return app_visible_text_line (text, MAX_HOST);
}

static void
update_texts (UiSignInView *self)
{
  const char *url =
      store_profile_get_endpoint (app_session_get_profile (self->session))->url;
  g_autofree char *issuer = NULL;
  g_autofree char *missing = NULL;
  g_autofree char *host = dup_host (url, FALSE);
  g_autofree char *origin = dup_host (url, TRUE);
  g_autofree char *what = NULL;

  g_object_get (self->authorization, "missing", &missing, NULL);
  g_object_get (self->debugger, "issuer", &issuer, NULL);
  g_autofree char *issuer_host = dup_host (issuer, FALSE);
  /* Translators: %s is the host of a server */
  g_autofree char *title = g_strdup_printf (_ ("Sign In to %s"), host != NULL ? host : "");
  what = issuer_host != NULL
             /* Translators: %s is the host of an authorization server */
             ? g_strdup_printf (_ ("Your browser will open the sign-in page of %s. Spyglass never "
                                   "sees your password."),
                                issuer_host)
             : g_strdup (_ ("This server requires you to sign in. Your browser will open its "
                            "sign-in page. Spyglass never sees your password."));
  g_autofree char *scopes = app_visible_text_line (missing, MAX_TEXT);
  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->what, what);
  gtk_label_set_text (self->server_value, origin);
  gtk_label_set_text (self->issuer_value,
                      issuer_host != NULL ? issuer_host : _ ("Discovered when you sign in"));
  gtk_label_set_text (self->scopes_value, scopes);
  gtk_widget_set_visible (self->scopes, scopes[0] != '\0');
}

static void
update_step (UiSignInView *self)
{
  g_autoptr (GListModel) steps = NULL;
  g_autoptr (McpAuthStep) step = NULL;
  guint next;

  g_object_get (self->debugger, "steps", &steps, "next", &next, NULL);
  if (steps != NULL)
    step = g_list_model_get_item (steps, next);
  gtk_label_set_text (self->step,
                      step != NULL ? mcp_auth_step_get_title (step) : _ ("Signing in…"));
}

/* What was found stands here whole; the problem, where nothing was. What is suggested is what may
 * help: to sign in again, or to look at the steps where something has to be changed first. */
static void
update_outcome (UiSignInView *self, AppProblem *problem)
{
  g_autoptr (McpAuthFinding) finding =
      problem != NULL ? app_auth_debugger_dup_finding (self->debugger) : NULL;
  gboolean again = app_auth_debugger_may_retry (finding);

  adw_bin_set_child (self->finding,
                     finding != NULL ? ui_auth_finding_card_new (NULL, finding) : NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->finding), finding != NULL);
  ui_problem_view_set_problem (self->problem, finding != NULL ? NULL : problem);
  gtk_button_set_label (self->begin, problem != NULL ? _ ("_Sign In Again…") : _ ("_Sign In…"));
  ui_widget_set_class (self->begin, "suggested-action", again);
  ui_widget_set_class (self->steps, "suggested-action", !again);
  gtk_widget_set_visible (self->reconnect, problem == NULL);
}

static void
update (UiSignInView *self)
{
  g_autofree char *url = NULL;
  g_autoptr (AppProblem) problem = NULL;
  gboolean running;

  g_object_get (self->debugger, "running", &running, "browser-url", &url, "problem", &problem,
                NULL);
  gtk_widget_set_visible (self->buttons, !running);
  gtk_widget_set_visible (self->busy, running && url == NULL);
  gtk_spinner_set_spinning (self->spinner, running && url == NULL);
  update_outcome (self, running ? NULL : problem);
  update_step (self);
  update_texts (self);
}

static void
begin (GtkWidget *widget, const char *name, GVariant *parameter)
{
  app_auth_debugger_run (UI_SIGN_IN_VIEW (widget)->debugger);
}

static void
cancel (GtkWidget *widget, const char *name, GVariant *parameter)
{
  app_auth_debugger_cancel (UI_SIGN_IN_VIEW (widget)->debugger);
}

static gboolean
ui_sign_in_view_focus (UiPage *page)
{
  UiSignInView *self = UI_SIGN_IN_VIEW (page);
  GtkWidget    *button = gtk_widget_has_css_class (self->steps, "suggested-action")
                             ? self->steps
                             : GTK_WIDGET (self->begin);

  return gtk_widget_get_mapped (button)
             ? gtk_widget_grab_focus (button)
             : gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

static void
ui_sign_in_view_page_init (UiPageInterface *iface)
{
  iface->focus = ui_sign_in_view_focus;
}

UI_DEFINE_CLASS (UiSignInView, ui_sign_in_view)
{
  ui_template_ensure_types (UI_TYPE_AUTH_WAITING, UI_TYPE_PROBLEM_VIEW);
  ui_template_set_bin (widget_class, "ui/auth/ui-sign-in-view.ui");
  ui_template_hold (widget_class, UiSignInView, session);
  ui_template_bind_children (widget_class, UiSignInView, title, what, server_value, issuer_value,
                             scopes, scopes_value, finding, problem, waiting, busy, spinner, step,
                             buttons, steps, begin, reconnect);
  gtk_widget_class_install_action (widget_class, "sign-in.begin", NULL, begin);
  gtk_widget_class_install_action (widget_class, "sign-in.cancel", NULL, cancel);
}

static void
ui_sign_in_view_init (UiSignInView *self)
{
  ui_template_init (self);
}

GtkWidget *
ui_sign_in_view_new (AppSession *session)
{
  UiSignInView            *self = g_object_new (UI_TYPE_SIGN_IN_VIEW, NULL);
  static const char *const followed[] = { "notify::running", "notify::browser-url",
                                          "notify::issuer", "notify::problem" };

  self->session = g_object_ref (session);
  self->authorization = app_session_get_feature (session, APP_TYPE_AUTHORIZATION);
  self->debugger = app_session_get_feature (session, APP_TYPE_AUTH_DEBUGGER);
  ui_auth_waiting_set_debugger (self->waiting, self->debugger);
  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    ui_connect (self->debugger, followed[i], update, self);
  ui_connect (self->debugger, "notify::next", update_step, self);
  ui_connect (self->authorization, "notify", update_texts, self);
  ui_connect (app_session_get_profile (session), "notify::url", update_texts, self);
  update (self);
  return GTK_WIDGET (self);
}

gboolean
ui_sign_in_view_is_fit (AppSession *session)
{
  AppAuthorization *authorization = app_session_get_feature (session, APP_TYPE_AUTHORIZATION);

  return authorization != NULL && app_authorization_can_sign_in (authorization);
}
