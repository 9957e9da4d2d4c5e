/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-save.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#define NAME_CHARACTERS 80

typedef struct
{
  GtkWidget            *parent;
  AppBlock             *block;
  GtkFileChooserNative *chooser;
  GFile                *file;
} Saving;

static void
saving_free (Saving *saving)
{
  g_clear_object (&saving->parent);
  g_clear_object (&saving->block);
  g_clear_object (&saving->chooser);
  g_clear_object (&saving->file);
  g_free (saving);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Saving, saving_free)

static void
show_error (GtkWidget *parent, const GError *error)
{
  GtkRoot *root = gtk_widget_get_root (parent);

  if (root == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (root), _ ("It Was Not Saved"), NULL);
  adw_message_dialog_set_body_use_markup (ADW_MESSAGE_DIALOG (dialog), FALSE);
  adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog), error->message);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (Saving) saving = data;
  g_autoptr (GError) error = NULL;

  if (!g_file_replace_contents_finish (G_FILE (object), result, NULL, &error))
    show_error (saving->parent, error);
}

static void
write_bytes (Saving *saving, GBytes *bytes, const GError *error)
{
  if (bytes == NULL)
    {
      show_error (saving->parent, error);
      saving_free (saving);
      return;
    }
  g_file_replace_contents_bytes_async (saving->file, bytes, NULL, FALSE,
                                       G_FILE_CREATE_REPLACE_DESTINATION, NULL, on_written,
                                       saving);
}

static void
on_text (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = app_block_load_text_finish (APP_BLOCK (object), result, &error);

  write_bytes (data, bytes, error);
}

static void
on_data (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = app_block_load_data_finish (APP_BLOCK (object), result, &error);

  write_bytes (data, bytes, error);
}

static void
on_response (GtkNativeDialog *chooser, int response, gpointer data)
{
  g_autoptr (Saving) saving = data;
  AppBlockKind kind = app_block_get_kind (saving->block);

  gtk_native_dialog_hide (chooser);
  if (response != GTK_RESPONSE_ACCEPT)
    return;
  saving->file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  if (saving->file == NULL)
    return;
  AppBlock *block = saving->block;
  if (kind == APP_BLOCK_IMAGE || kind == APP_BLOCK_AUDIO || kind == APP_BLOCK_RESOURCE_BLOB)
    app_block_load_data_async (block, 0, NULL, on_data, g_steal_pointer (&saving));
  else
    app_block_load_text_async (block, NULL, on_text, g_steal_pointer (&saving));
}

/* Nothing of a server's text becomes a path. */
static void
make_harmless (char *name)
{
  for (char *at = name; *at != '\0'; at++)
    if (*at == '/' || *at == '\\' || g_ascii_iscntrl (*at))
      *at = '_';
  if (name[0] == '.')
    name[0] = '_';
}

static const char *
suffix_for (const char *media_type)
{
  static const struct
  {
    const char *type;
    const char *suffix;
  } known[] = {
    { "image/png", ".png" },
    { "image/jpeg", ".jpg" },
    { "image/gif", ".gif" },
    { "image/webp", ".webp" },
    { "image/svg+xml", ".svg" },
    { "audio/wav", ".wav" },
    { "audio/mpeg", ".mp3" },
    { "audio/ogg", ".ogg" },
    { "application/json", ".json" },
    { "application/pdf", ".pdf" },
    { "application/gzip", ".gz" },
    { "text/plain", ".txt" },
    { "text/html", ".html" },
    { "text/markdown", ".md" },
  };

  for (guint i = 0; media_type != NULL && i < G_N_ELEMENTS (known); i++)
    if (g_ascii_strcasecmp (media_type, known[i].type) == 0)
      return known[i].suffix;
  return "";
}

char *
ui_save_dup_name (AppBlock *block)
{
  g_return_val_if_fail (APP_IS_BLOCK (block), NULL);

  const char      *uri = app_block_get_uri (block);
  const char      *from = app_block_get_name (block);
  g_autofree char *last = NULL;

  if ((from == NULL || from[0] == '\0') && uri != NULL)
    {
      const char *slash = strrchr (uri, '/');
      from = slash != NULL ? slash + 1 : uri;
    }
  if (from == NULL || from[0] == '\0')
    from = _ ("result");
  g_autofree char *valid = g_utf8_make_valid (from, -1);
  last = g_utf8_substring (valid, 0, MIN (g_utf8_strlen (valid, -1), NAME_CHARACTERS));
  make_harmless (last);
  if (strchr (last, '.') != NULL)
    return g_steal_pointer (&last);
  return g_strconcat (last, suffix_for (app_block_get_media_type (block)), NULL);
}

void
ui_save_block (GtkWidget *parent, AppBlock *block)
{
  g_return_if_fail (GTK_IS_WIDGET (parent));
  g_return_if_fail (APP_IS_BLOCK (block));

  GtkRoot         *root = gtk_widget_get_root (parent);
  Saving          *saving = g_new0 (Saving, 1);
  g_autofree char *name = ui_save_dup_name (block);

  saving->parent = g_object_ref (parent);
  saving->block = g_object_ref (block);
  saving->chooser = gtk_file_chooser_native_new (
      _ ("Save"), GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, GTK_FILE_CHOOSER_ACTION_SAVE,
      _ ("_Save"), _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (saving->chooser), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (saving->chooser), name);
  g_signal_connect (saving->chooser, "response", G_CALLBACK (on_response), saving);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (saving->chooser));
}
