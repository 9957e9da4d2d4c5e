/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-client-file-dialog.h"
#include "ui-clients-dialog.h"
#include "ui-question.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_PATH 300

/* What is asked; it ends with the dialog. */
typedef struct
{
  AppClientList *clients;
  char          *path;
  AdwComboRow   *kind;
  AdwEntryRow   *root;
} Question;

static void
question_free (gpointer data, GClosure *closure)
{
  Question *question = data;

  g_object_unref (question->clients);
  g_free (question->path);
  g_free (question);
}

static const AppClientFileKind *
get_kind (Question *question)
{
  return app_client_list_get_kinds () + adw_combo_row_get_selected (question->kind);
}

static void
on_kind (AdwComboRow *row, GParamSpec *pspec, Question *question)
{
  g_autofree char *root = app_client_list_dup_kind_root (get_kind (question));

  gtk_editable_set_text (GTK_EDITABLE (question->root), root);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, Question *question)
{
  if (g_str_equal (response, "add") &&
      app_client_list_add_file (question->clients, get_kind (question)->word, question->path,
                                gtk_editable_get_text (GTK_EDITABLE (question->root))) != NULL)
    ui_clients_dialog_remember (question->clients);
}

static void
on_root (GtkEditable *root, AdwMessageDialog *dialog)
{
  adw_message_dialog_set_response_enabled (dialog, "add", *gtk_editable_get_text (root) != '\0');
}

/* By what the file is called. */
static guint
guess_kind (const char *path)
{
  static const struct
  {
    const char *suffix;
    const char *kind;
  } suffixes[] = {
    { ".jsonc", "jsonc" },
    { ".toml", "toml" },
    { ".yaml", "yaml" },
    { ".yml", "yaml" },
  };
  const AppClientFileKind *kinds = app_client_list_get_kinds ();

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    for (guint j = 0; g_str_has_suffix (path, suffixes[i].suffix) && kinds[j].word != NULL; j++)
      if (g_str_equal (kinds[j].word, suffixes[i].kind))
        return j;
  return 0;
}

static GtkWidget *
create_rows (Question *question)
{
  GtkWidget               *group = adw_preferences_group_new ();
  const AppClientFileKind *kinds = app_client_list_get_kinds ();
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; kinds[i].word != NULL; i++)
    gtk_string_list_append (names, _ (kinds[i].name));
  question->kind = ADW_COMBO_ROW (adw_combo_row_new ());
  question->root = ADW_ENTRY_ROW (adw_entry_row_new ());
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (question->kind), _ ("Format"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (question->root),
                                 _ ("Key of the Servers, with “/” between Names"));
  adw_combo_row_set_model (question->kind, G_LIST_MODEL (names));
  adw_combo_row_set_selected (question->kind, guess_kind (question->path));
  on_kind (question->kind, NULL, question);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), GTK_WIDGET (question->kind));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), GTK_WIDGET (question->root));
  return group;
}

void
ui_client_file_dialog_present (GtkWidget *parent, AppClientList *clients, const char *path)
{
  g_return_if_fail (GTK_IS_WIDGET (parent));
  g_return_if_fail (APP_IS_CLIENT_LIST (clients));

  Question         *question = g_new0 (Question, 1);
  g_autofree char  *visible = app_visible_text_path (path, MAX_PATH);
  AdwMessageDialog *message = ui_question_ask (parent, _ ("Other File"), visible, "add", _ ("_Add"),
                                               ADW_RESPONSE_SUGGESTED, NULL, NULL);

  question->clients = g_object_ref (clients);
  question->path = g_strdup (path);
  adw_message_dialog_set_extra_child (message, create_rows (question));
  adw_message_dialog_set_default_response (message, "add");
  g_signal_connect (question->kind, "notify::selected", G_CALLBACK (on_kind), question);
  g_signal_connect_object (question->root, "changed", G_CALLBACK (on_root), message, 0);
  g_signal_connect_data (message, "response", G_CALLBACK (on_response), question, question_free, 0);
}
