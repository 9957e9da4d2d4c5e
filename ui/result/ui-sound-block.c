/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-sound-block.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

struct _UiSoundBlock
{
  AdwBin parent_instance;

  AppBlock       *block;
  GCancellable   *loading;
  GtkMediaStream *stream;

  /* borrowed */
  GtkWidget *play;
  GtkLabel  *note;
  GtkBox    *box;
};

G_DEFINE_FINAL_TYPE (UiSoundBlock, ui_sound_block, ADW_TYPE_BIN)

/* GTK has a stream that only fails where no player is installed. */
static gboolean
can_play (void)
{
  GIOExtensionPoint *point = g_io_extension_point_lookup ("gtk-media-file");
  GList             *players = point != NULL ? g_io_extension_point_get_extensions (point) : NULL;

  return players != NULL &&
         !g_str_equal (g_io_extension_get_name (players->data), "nomedia");
}

static void
say (UiSoundBlock *self, const char *text)
{
  g_autofree char *line = app_visible_text_line (text, 300);
  gtk_label_set_text (self->note, line);
}

static void
on_stream_error (UiSoundBlock *self)
{
  const GError *error = gtk_media_stream_get_error (self->stream);

  if (error != NULL)
    say (self, error->message);
}

static void
on_data (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiSoundBlock) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = app_block_load_data_finish (APP_BLOCK (object), result, &error);

  if (self->block == NULL)
    return;
  g_clear_object (&self->loading);
  if (bytes == NULL)
    {
      say (self, error->message);
      return;
    }
  g_autoptr (GInputStream) input = g_memory_input_stream_new_from_bytes (bytes);
  self->stream = gtk_media_file_new_for_input_stream (input);
  g_signal_connect_object (self->stream, "notify::error", G_CALLBACK (on_stream_error), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (self->box, gtk_media_controls_new (self->stream));
  gtk_widget_set_visible (self->play, FALSE);
  gtk_media_stream_play (self->stream);
}

static void
on_play (UiSoundBlock *self)
{
  if (self->loading != NULL)
    return;
  self->loading = g_cancellable_new ();
  app_block_load_data_async (self->block, APP_BLOCK_MAX_SHOWN, self->loading, on_data,
                             g_object_ref (self));
}

static void
ui_sound_block_dispose (GObject *object)
{
  UiSoundBlock *self = UI_SOUND_BLOCK (object);

  if (self->loading != NULL)
    g_cancellable_cancel (self->loading);
  if (self->stream != NULL)
    gtk_media_stream_pause (self->stream);
  g_clear_object (&self->loading);
  g_clear_object (&self->stream);
  g_clear_object (&self->block);
  G_OBJECT_CLASS (ui_sound_block_parent_class)->dispose (object);
}

static void
ui_sound_block_class_init (UiSoundBlockClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_sound_block_dispose;
}

static void
ui_sound_block_init (UiSoundBlock *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *note = gtk_label_new (NULL);

  self->box = GTK_BOX (box);
  self->note = GTK_LABEL (note);
  self->play = gtk_button_new_with_label (_ ("Play"));
  gtk_label_set_wrap (self->note, TRUE);
  gtk_label_set_xalign (self->note, 0);
  gtk_widget_set_halign (self->play, GTK_ALIGN_START);
  gtk_widget_add_css_class (note, "secondary");
  gtk_widget_add_css_class (box, "block-note");
  g_signal_connect_object (self->play, "clicked", G_CALLBACK (on_play), self, G_CONNECT_SWAPPED);
  gtk_box_append (self->box, note);
  gtk_box_append (self->box, self->play);
  adw_bin_set_child (ADW_BIN (self), box);
}

GtkWidget *
ui_sound_block_new (AppBlock *block)
{
  g_return_val_if_fail (APP_IS_BLOCK (block), NULL);

  UiSoundBlock *self = g_object_new (UI_TYPE_SOUND_BLOCK, NULL);
  self->block = g_object_ref (block);
  gtk_widget_set_visible (self->play, can_play ());
  if (!can_play ())
    say (self, _ ("Nothing that plays sound is installed for this toolkit. It can be saved."));
  else
    gtk_widget_set_visible (GTK_WIDGET (self->note), FALSE);
  return GTK_WIDGET (self);
}
