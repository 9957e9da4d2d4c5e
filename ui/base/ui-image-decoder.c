/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-image-decoder.h"
#include "ui-image-process.h"
#include "spyglass-config.h"

#include <glib/gi18n.h>

#define PROGRAM "spyglass-image"
/* The second process is there for what waits behind a slow image. */
#define N_LANES 2
/* Most images take a tenth of it. */
#define SLOW_MS 300
/* What took too long once does so each time that a list shows it. As large as icons may be. */
#define MAX_REMEMBERED 64
#define MAX_REMEMBERED_BYTES (512u * 1024u)

typedef struct
{
  UiImageDecoder *decoder; /* borrowed */
  UiImageProcess *process; /* (nullable) */
  GTask          *task;    /* (nullable): the one under way */
} Lane;

struct _UiImageDecoder
{
  GObject parent_instance;

  char       *program;
  GQueue      waiting; /* (element-type GTask) */
  Lane        lanes[N_LANES];
  guint       timeout;
  gboolean    slow;    /* the first lane has been busy for long */
  GHashTable *refused; /* (element-type GBytes): took too long */
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

static gboolean
on_slow (gpointer data)
{
  UiImageDecoder *self = data;

  self->timeout = 0;
  self->slow = TRUE;
  pump (self);
  return G_SOURCE_REMOVE;
}

static void
remember (UiImageDecoder *self, GBytes *bytes)
{
  if (g_bytes_get_size (bytes) > MAX_REMEMBERED_BYTES)
    return;
  if (g_hash_table_size (self->refused) >= MAX_REMEMBERED)
    g_hash_table_remove_all (self->refused);
  g_hash_table_add (self->refused, g_bytes_ref (bytes));
}

static gboolean
is_refused (UiImageDecoder *self, GBytes *bytes)
{
  return g_hash_table_size (self->refused) > 0 &&
         g_bytes_get_size (bytes) <= MAX_REMEMBERED_BYTES &&
         g_hash_table_contains (self->refused, bytes);
}

static void
on_decoded (GObject *source, GAsyncResult *result, gpointer data)
{
  Lane *lane = data;
  g_autoptr (UiImageDecoder) self = lane->decoder; /* was held for this */
  g_autoptr (GTask) task = g_steal_pointer (&lane->task);
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture =
      ui_image_process_decode_finish (UI_IMAGE_PROCESS (source), result, &error);

  if (lane == self->lanes)
    {
      g_clear_handle_id (&self->timeout, g_source_remove);
      self->slow = FALSE;
    }
  else if (g_queue_is_empty (&self->waiting))
    g_clear_object (&lane->process);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    remember (self, ((Image *)g_task_get_task_data (task))->bytes);
  pump (self);
  if (texture != NULL)
    g_task_return_pointer (task, g_steal_pointer (&texture), g_object_unref);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
decode (Lane *lane, GTask *task)
{
  UiImageDecoder *self = lane->decoder;
  Image          *image = g_task_get_task_data (task);

  lane->task = task;
  if (lane->process == NULL)
    lane->process = ui_image_process_new (self->program);
  if (lane == self->lanes)
    self->timeout = g_timeout_add (SLOW_MS, on_slow, self);
  g_object_ref (self);
  ui_image_process_decode_async (lane->process, image->bytes, image->pixels, on_decoded, lane);
}

static void
pump (UiImageDecoder *self)
{
  for (guint i = 0; i < N_LANES && (i == 0 || self->slow);)
    {
      g_autoptr (GTask) task = NULL;

      if (self->lanes[i].task != NULL)
        {
          i++;
          continue;
        }
      task = g_queue_pop_head (&self->waiting);
      if (task == NULL)
        return;
      if (g_task_return_error_if_cancelled (task))
        continue;
      if (is_refused (self, ((Image *)g_task_get_task_data (task))->bytes))
        g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_TIMED_OUT,
                                 _ ("This image takes too long to draw."));
      else
        decode (&self->lanes[i], g_steal_pointer (&task));
    }
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
  g_task_set_task_data (task, image, (GDestroyNotify)image_free);
  g_queue_push_tail (&self->waiting, task);
  pump (self);
}

GdkTexture *
ui_image_decoder_decode_finish (UiImageDecoder *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

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
      decoder = g_object_new (UI_TYPE_IMAGE_DECODER, NULL);
      decoder->program = find_program ();
    }
  return decoder;
}

/* Each task holds it, so that none is left. */
static void
ui_image_decoder_finalize (GObject *object)
{
  UiImageDecoder *self = UI_IMAGE_DECODER (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  for (guint i = 0; i < N_LANES; i++)
    g_clear_object (&self->lanes[i].process);
  g_hash_table_unref (self->refused);
  g_free (self->program);
  G_OBJECT_CLASS (ui_image_decoder_parent_class)->finalize (object);
}

static void
ui_image_decoder_class_init (UiImageDecoderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ui_image_decoder_finalize;
}

static void
ui_image_decoder_init (UiImageDecoder *self)
{
  g_queue_init (&self->waiting);
  for (guint i = 0; i < N_LANES; i++)
    self->lanes[i].decoder = self;
  self->refused = g_hash_table_new_full (g_bytes_hash, g_bytes_equal,
                                         (GDestroyNotify)g_bytes_unref, NULL);
}
