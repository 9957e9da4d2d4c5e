/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-fallback-question.h"

#include <adwaita.h>
#include <glib/gi18n.h>

typedef struct
{
  GObject *object_cache;
  GWeakRef object;
  void (*allow) (gpointer object_cache, gboolean in_file);
  void (*allowed) (gpointer object);
} Question;

static void
question_free (gpointer data, GClosure *closure)
{
  Question *question = data;

  g_object_unref (question->object_cache);
  g_weak_ref_clear (&question->object);
  g_free (question);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, Question *question)
{
  g_autoptr (GObject) object = g_weak_ref_get (&question->object);

  if (g_str_equal (response, "cancel") || object == NULL)
    return;
  question->allow (question->object_cache, g_str_equal (response, "file"));
  question->allowed (object);
}

void
ui_fallback_question_ask_for (GtkWindow *parent,
                              gpointer   object_cache,
                              void (*allow) (gpointer object_cache, gboolean in_file),
                              void (*allowed) (gpointer object),
                              gpointer object)
{
  g_return_if_fail (G_IS_OBJECT (object_cache));

  const char *body = _ ("Secrets belong in a keyring, and this session has none. They can be kept "
                        "in memory until Spyglass ends, or in a file that is not encrypted and "
                        "that only you can read.");
  GtkWidget  *dialog = adw_message_dialog_new (parent, _ ("No Keyring Is Running"), body);
  Question   *question = g_new0 (Question, 1);

  question->object_cache = g_object_ref (object_cache);
  question->allow = allow;
  question->allowed = allowed;
  g_weak_ref_init (&question->object, object);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "file",
                                    _ ("In a _File"), "memory", _ ("In _Memory"), NULL);
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), question, question_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
allow_profile (gpointer draft, gboolean in_file)
{
  app_profile_draft_allow_fallback (draft, in_file);
}

void
ui_fallback_question_ask (GtkWindow       *parent,
                          AppProfileDraft *draft,
                          void (*allowed) (gpointer object),
                          gpointer object)
{
  g_return_if_fail (APP_IS_PROFILE_DRAFT (draft));
  ui_fallback_question_ask_for (parent, draft, allow_profile, allowed, object);
}
