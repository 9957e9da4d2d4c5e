/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-card-consent.h"

#include <glib/gi18n.h>

#include "app-approvals.h"
#include "app-card-call.h"
#include "app-visible-text.h"
#include "ui-question.h"

#define MAX_NAME 100u

/* A call that waits for an answer. */
typedef struct
{
  AppSession         *session;
  char               *tool;
  char               *arguments;
  const char         *reason;
  GCancellable       *cancellable; /* (nullable) */
  GAsyncReadyCallback callback;
  gpointer            user_data;
  gboolean            answered;
} Waiting;

/* Without consent the call is made all the same: it ends with the reason. */
static void
go_on (Waiting *self, const char *agreed)
{
  self->answered = TRUE;
  app_card_call_async (self->session, self->tool, self->arguments, agreed, self->cancellable,
                       self->callback, self->user_data);
}

/* A dialog may go without an answer; whoever waits hears of it. */
static void
waiting_free (gpointer data, GClosure *closure)
{
  Waiting *self = data;

  if (!self->answered)
    go_on (self, NULL);
  g_object_unref (self->session);
  g_free (self->tool);
  g_free (self->arguments);
  g_clear_object (&self->cancellable);
  g_free (self);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, Waiting *self)
{
  go_on (self, g_str_equal (response, "allow") ? self->reason : NULL);
}

static void
ask (GtkWidget *parent, Waiting *self)
{
  g_autofree char *tool = app_visible_text_line (self->tool, MAX_NAME);
  g_autofree char *server =
      app_visible_text_line (app_session_get_name (self->session), MAX_NAME);
  /* Translators: names of a server and of a tool, then a sentence */
  g_autofree char *body =
      g_strdup_printf (_ ("To show what “%s” stores, Spyglass calls its tools, such as “%s”. "
                          "%s"),
                       server, tool, self->reason);

  AdwMessageDialog *question =
      ui_question_ask (parent, _ ("Let Spyglass Call This Server’s Tools?"), body, "allow",
                       _ ("_Allow"), ADW_RESPONSE_DEFAULT, NULL, NULL);

  g_signal_connect_data (question, "response", G_CALLBACK (on_response), self, waiting_free, 0);
}

void
ui_card_consent_call_async (GtkWidget          *parent,
                            AppSession         *session,
                            const char         *tool,
                            const char         *arguments,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  AppApproval approval;

  g_return_if_fail (GTK_IS_WIDGET (parent));
  g_return_if_fail (APP_IS_SESSION (session));

  approval = app_approvals_decide (app_session_get_feature (session, APP_TYPE_APPROVALS),
                                   APP_CALLER_PROGRAM, tool, arguments);
  if (approval.admission != APP_ADMIT_ASK)
    {
      app_card_call_async (session, tool, arguments, NULL, cancellable, callback, user_data);
      return;
    }
  Waiting *self = g_new (Waiting, 1);
  *self = (Waiting){ g_object_ref (session),
                     g_strdup (tool),
                     g_strdup (arguments),
                     approval.reason,
                     cancellable != NULL ? g_object_ref (cancellable) : NULL,
                     callback,
                     user_data,
                     FALSE };
  ask (parent, self);
}
