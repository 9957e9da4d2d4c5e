/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-highlighting.h"

/* Of a buffer: the id of the language that it has, or gets as soon as that was read. */
#define KEY "spyglass-language"

/* Of GtkSourceBuffer, by the ids of their languages. GtkSourceView forgets what it read of a
 * language with the last buffer that has it: these stay. */
static GHashTable *samples;
/* Of GtkSourceBuffer. */
static GQueue   waiting = G_QUEUE_INIT;
static gboolean listed;

static GtkSourceLanguage *
find (const char *id)
{
  return gtk_source_language_manager_get_language (gtk_source_language_manager_get_default (), id);
}

static void
read_language (const char *id)
{
  GtkSourceBuffer *sample = gtk_source_buffer_new (NULL);

  gtk_source_buffer_set_language (sample, find (id));
  g_hash_table_insert (samples, g_strdup (id), sample);
}

static gboolean
go_on (gpointer data)
{
  GtkSourceBuffer *buffer = g_queue_peek_head (&waiting);
  const char      *id = g_object_get_data (G_OBJECT (buffer), KEY);

  if (!listed)
    {
      gtk_source_language_manager_get_language_ids (gtk_source_language_manager_get_default ());
      listed = TRUE;
      return G_SOURCE_CONTINUE;
    }
  if (id != NULL && !g_hash_table_contains (samples, id))
    {
      read_language (id);
      return G_SOURCE_CONTINUE;
    }
  if (id != NULL)
    gtk_source_buffer_set_language (buffer, find (id));
  g_object_unref (g_queue_pop_head (&waiting));
  return g_queue_is_empty (&waiting) ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

void
ui_highlighting_set (GtkSourceBuffer *buffer, const char *language)
{
  g_return_if_fail (GTK_SOURCE_IS_BUFFER (buffer));

  if (g_strcmp0 (g_object_get_data (G_OBJECT (buffer), KEY), language) == 0)
    return;
  g_object_set_data_full (G_OBJECT (buffer), KEY, g_strdup (language), g_free);
  if (samples == NULL)
    samples = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  if (language == NULL || g_hash_table_contains (samples, language))
    {
      gtk_source_buffer_set_language (buffer, language != NULL ? find (language) : NULL);
      return;
    }
  gtk_source_buffer_set_language (buffer, NULL);
  if (g_queue_is_empty (&waiting))
    g_idle_add (go_on, NULL);
  g_queue_push_tail (&waiting, g_object_ref (buffer));
}
