/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-image-decoder.h"
#include "ui-image-process.h"
#include "mcp-object.h"
#include "spyglass-config.h"

#include <glib/gi18n.h>

#define PROGRAM "spyglass-image"
/* The second process is there for what would wait behind a slow image. */
#define N_LANES 2
/* What took too long once does so each time that a list shows it. As large as icons may be. */
#define MAX_REMEMBERED 64
#define MAX_REMEMBERED_BYTES (512u * 1024u)

struct _UiImageDecoder
{
  GObject parent_instance;

  GQueue          waiting; /* (element-type GTask) */
  UiImageProcess *processes[N_LANES];
  gboolean        busy[N_LANES];
  GHashTable     *refused; /* (element-type GBytes): took too long */
};

G_DEFINE_FINAL_TYPE (UiImageDecoder, ui_image_decoder, G_TYPE_OBJECT)

typedef struct
{
  GBytes *bytes;
  int     pixels;
} Image;

static void
image_free (Image *self)
{
  g_bytes_unref (self->bytes);
  g_free (self);
}

static void pump (UiImageDecoder *self);

static void
remember (UiImageDecoder *self, GBytes *bytes)
{
  if (g_bytes_get_size (bytes) > MAX_REMEMBERED_BYTES)
    return;
  if (g_hash_table_size (self->refused) >= MAX_REMEMBERED)
    g_hash_table_remove_all (self->refused);
  g_hash_table_add (self->refused, g_bytes_ref (bytes));
}

static void
on_decoded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  UiImageProcess *process = UI_IMAGE_PROCESS (source);
  UiImageDecoder *self = g_task_get_source_object (task);
  guint           lane = process == self->processes[0] ? 0 : 1;
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture = ui_image_process_decode_finish (process, result, &error);

  self->busy[lane] = FALSE;
  if (lane > 0 && g_queue_is_empty (&self->waiting))
    ui_image_process_stop (process);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    remember (self, ((Image *)g_task_get_task_data (task))->bytes);
  pump (self);
  if (texture != NULL)
    g_task_return_pointer (task, g_steal_pointer (&texture), g_object_unref);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
pump (UiImageDecoder *self)
{
  for (guint i = 0; i < N_LANES; i++)
    while (!self->busy[i] && !g_queue_is_empty (&self->waiting))
      {
        g_autoptr (GTask) task = g_queue_pop_head (&self->waiting);
        Image *image = g_task_get_task_data (task);

        if (g_task_return_error_if_cancelled (task))
          continue;
        self->busy[i] = g_bytes_get_size (image->bytes) > MAX_REMEMBERED_BYTES ||
                        !g_hash_table_contains (self->refused, image->bytes);
        if (self->busy[i])
          ui_image_process_decode_async (self->processes[i], image->bytes, image->pixels,
                                         on_decoded, g_steal_pointer (&task));
        else
          g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_TIMED_OUT,
                                   _ ("This image takes too long to draw."));
      }
}

/* A result, which somebody waits for, goes before icons. */
static int
compare_waiting (gconstpointer waiting, gconstpointer added, gpointer data)
{
  return g_task_get_priority (G_TASK (waiting)) > g_task_get_priority (G_TASK (added)) ? 1 : -1;
}

void
ui_image_decoder_decode_async (UiImageDecoder     *self,
                               GBytes             *bytes,
                               int                 pixels,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_return_if_fail (UI_IS_IMAGE_DECODER (self));
  g_return_if_fail (bytes != NULL);

  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Image *image = g_new0 (Image, 1);

  image->bytes = g_bytes_ref (bytes);
  image->pixels = pixels;
  g_task_set_source_tag (task, ui_image_decoder_decode_async);
  g_task_set_priority (task, pixels > 0 ? G_PRIORITY_LOW : G_PRIORITY_DEFAULT);
  g_task_set_task_data (task, image, (GDestroyNotify)image_free);
  g_queue_insert_sorted (&self->waiting, task, compare_waiting, NULL);
  pump (self);
}

MCP_DEFINE_FINISH_POINTER (ui_image_decoder_decode_finish, UiImageDecoder, GdkTexture)

/* Beside this program in the build folder, else where it is installed. */
static char *
find_program (void)
{
  static const char *const below[] = { "image/" PROGRAM, "../ui/image/" PROGRAM,
                                       "../libexec/" PROGRAM };
  g_autofree char         *own = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char         *folder = own != NULL ? g_path_get_dirname (own) : NULL;

  for (guint i = 0; folder != NULL && i < G_N_ELEMENTS (below); i++)
    {
      g_autofree char *file = g_build_filename (folder, below[i], NULL);

      if (g_file_test (file, G_FILE_TEST_IS_EXECUTABLE))
        return g_steal_pointer (&file);
    }
  return g_build_filename (SPYGLASS_LIBEXEC_DIR, PROGRAM, NULL);
}

UiImageDecoder *
ui_image_decoder_get_default (void)
{
  static UiImageDecoder *decoder;

  if (decoder == NULL)
    {
      g_autofree char *program = find_program ();

      decoder = g_object_new (UI_TYPE_IMAGE_DECODER, NULL);
      for (guint i = 0; i < N_LANES; i++)
        decoder->processes[i] = ui_image_process_new (program);
    }
  return decoder;
}

static void
ui_image_decoder_class_init (UiImageDecoderClass *klass)
{
}

static void
ui_image_decoder_init (UiImageDecoder *self)
{
  g_queue_init (&self->waiting);
  self->refused = g_hash_table_new_full (g_bytes_hash, g_bytes_equal,
                                         (GDestroyNotify)g_bytes_unref, NULL);
}
