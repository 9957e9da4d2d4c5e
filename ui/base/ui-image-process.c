/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-image-process.h"
#include "ui-image-protocol.h"
#include "mcp-object.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

struct _UiImageProcess
{
  GObject parent_instance;

  char        *program;
  GSubprocess *process; /* (nullable) */
  int          fd;      /* -1 where there is no process */
  int          pixels;  /* of what is being decoded */
  guint        n_images;
  GError      *unusable; /* (nullable): why none is started again */
};

G_DEFINE_FINAL_TYPE (UiImageProcess, ui_image_process, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (UiImageProcess, ui_image_process)

/* What libraries need to find fonts and decoders. No secret that the window was started with. */
static char **
dup_environment (void)
{
  static const char *const names[] = { "HOME", "PATH", "LANG", "LC_ALL", "LC_CTYPE",
                                       "XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_CONFIG_HOME",
                                       "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "LD_LIBRARY_PATH",
                                       "GDK_PIXBUF_MODULE_FILE", "FONTCONFIG_FILE",
                                       "FONTCONFIG_PATH", "GDK_PIXBUF_MODULEDIR" };
  /* A drawing gets one core of the machine, not all of them. */
  char **environment = g_environ_setenv (NULL, "RAYON_NUM_THREADS", "1", TRUE);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_getenv (names[i]) != NULL)
      environment = g_environ_setenv (environment, names[i], g_getenv (names[i]), TRUE);
  return environment;
}

void
ui_image_process_stop (UiImageProcess *self)
{
  g_return_if_fail (UI_IS_IMAGE_PROCESS (self));

  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
  if (self->process != NULL)
    g_subprocess_force_exit (self->process);
  g_clear_object (&self->process);
}

static gboolean
refuse (const GError *reason, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
               _ ("The program that draws images cannot be started: %s"), reason->message);
  return FALSE;
}

/* In the main thread: it is told to end when the thread that started it does. */
static gboolean
start (UiImageProcess *self, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autoptr (GError) reason = NULL;
  int  fds[2];
  char unasked;

  /* One that was killed meanwhile has ended the connection; one that speaks unasked is not well. */
  if (self->process != NULL && (self->n_images++ >= UI_IMAGE_MAX_IMAGES ||
                                recv (self->fd, &unasked, 1, MSG_PEEK | MSG_DONTWAIT) >= 0))
    ui_image_process_stop (self);
  if (self->process != NULL)
    return TRUE;
  if (self->unusable != NULL)
    return refuse (self->unusable, error);
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, g_strerror (errno));
      return FALSE;
    }
  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE |
                                        G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_auto (GStrv) environment = dup_environment ();
  g_subprocess_launcher_set_environ (launcher, environment);
  g_subprocess_launcher_take_stdin_fd (launcher, fds[1]);
  self->fd = fds[0];
  self->n_images = 1;
  self->process = g_subprocess_launcher_spawn (launcher, &reason, self->program, NULL);
  if (self->process != NULL)
    return TRUE;
  ui_image_process_stop (self);
  return refuse (reason, error);
}

/* In the worker from here on */

/* @sent: (nullable): what is sent; %NULL to receive into @received */
static gboolean
transfer (UiImageProcess *self, const void *sent, void *received, gsize length, gint64 deadline)
{
  struct pollfd ready = { .fd = self->fd, .events = sent != NULL ? POLLOUT : POLLIN };
  ssize_t       n;

  for (gsize done = 0; done < length; done += (gsize)MAX (n, 0))
    {
      gint64 left = deadline - g_get_monotonic_time ();

      if (left <= 0)
        return FALSE;
      poll (&ready, 1, (int)(left / 1000) + 1);
      n = sent != NULL ? send (self->fd, (const guint8 *)sent + done, length - done,
                               MSG_NOSIGNAL | MSG_DONTWAIT)
                       : recv (self->fd, (guint8 *)received + done, length - done, MSG_DONTWAIT);
      if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        return FALSE;
    }
  return TRUE;
}

/* Why the process ended, or has to. */
static GError *
end_process (UiImageProcess *self, gint64 deadline)
{
  gboolean late = g_get_monotonic_time () >= deadline;
  g_autoptr (GSubprocess) process = g_steal_pointer (&self->process);
  g_autoptr (GError) reason = NULL;
  GError *error = NULL;

  ui_image_process_stop (self);
  g_subprocess_force_exit (process);
  g_subprocess_wait_check (process, NULL, &reason);
  if (late || (g_subprocess_get_if_signaled (process) &&
               g_subprocess_get_term_sig (process) == SIGPROF))
    return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_TIMED_OUT,
                                _ ("This image takes too long to draw."));
  if (self->n_images == 1 && g_subprocess_get_if_exited (process) &&
      g_subprocess_get_exit_status (process) >= UI_IMAGE_NOT_STARTED)
    {
      self->unusable = g_steal_pointer (&reason);
      refuse (self->unusable, &error);
      return error;
    }
  return g_error_new_literal (
      G_IO_ERROR, G_IO_ERROR_FAILED,
      _ ("The program that draws images ended unexpectedly while decoding this image."));
}

/* @text: of the process; its name for a format, or what its decoder says */
static GError *
describe (UiImageStatus status, const char *text)
{
  switch (status)
    {
    case UI_IMAGE_TOO_LARGE:
      return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                                  _ ("The image has too many pixels."));
    case UI_IMAGE_REFUSED:
      return g_error_new (G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                          _ ("%s images are not shown."), text);
    case UI_IMAGE_MISSING:
      return g_error_new (G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                          _ ("GdkPixbuf’s loader for %s is not installed."), text);
    case UI_IMAGE_CUT_OFF:
      return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT,
                                  _ ("The data ends before the image does."));
    case UI_IMAGE_DAMAGED:
      return g_error_new (G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _ ("The image is damaged. %s"),
                          text);
    case UI_IMAGE_UNKNOWN:
    case UI_IMAGE_DRAWN:
    default:
      return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                                  _ ("The image format is not supported."));
    }
}

static void
decode_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  UiImageProcess  *self = source;
  gsize            length;
  const void      *bytes = g_bytes_get_data (data, &length);
  UiImageRequest   request = { UI_IMAGE_MAGIC, self->pixels, length };
  UiImageResponse  response;
  gint64           deadline = g_get_monotonic_time () + UI_IMAGE_WAIT_SECONDS * G_USEC_PER_SEC;
  g_autofree char *content = NULL;

  if (!transfer (self, &request, NULL, sizeof request, deadline) ||
      !transfer (self, bytes, NULL, length, deadline) ||
      !transfer (self, NULL, &response, sizeof response, deadline) ||
      !ui_image_response_is_valid (&response) ||
      (content = g_try_malloc (response.length + 1)) == NULL ||
      !transfer (self, NULL, content, response.length, deadline))
    {
      g_task_return_error (task, end_process (self, deadline));
      return;
    }
  content[response.length] = '\0';
  if (response.status != UI_IMAGE_DRAWN)
    {
      g_autofree char *text = g_utf8_make_valid (content, -1);

      g_task_return_error (task, describe (response.status, text));
      return;
    }
  g_autoptr (GBytes) pixels = g_bytes_new_take (g_steal_pointer (&content), response.length);
  g_task_return_pointer (task,
                         gdk_memory_texture_new (response.width, response.height,
                                                 response.channels == 4 ? GDK_MEMORY_R8G8B8A8
                                                                        : GDK_MEMORY_R8G8B8,
                                                 pixels, (gsize)response.stride),
                         g_object_unref);
}

void
ui_image_process_decode_async (UiImageProcess     *self,
                               GBytes             *bytes,
                               int                 pixels,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_return_if_fail (UI_IS_IMAGE_PROCESS (self));

  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  g_autoptr (GError) error = NULL;

  g_task_set_source_tag (task, ui_image_process_decode_async);
  if (g_bytes_get_size (bytes) > UI_IMAGE_MAX_BYTES)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                               _ ("The image has too many bytes."));
      return;
    }
  if (!start (self, &error))
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  self->pixels = CLAMP (pixels, 0, UI_IMAGE_MAX_SIDE);
  g_task_set_task_data (task, g_bytes_ref (bytes), (GDestroyNotify)g_bytes_unref);
  g_task_run_in_thread (task, decode_in_worker);
}

MCP_DEFINE_FINISH_POINTER (ui_image_process_decode_finish, UiImageProcess, GdkTexture)

MCP_DEFINE_FINALIZE (UiImageProcess, ui_image_process)
{
  ui_image_process_stop (self);
  g_clear_error (&self->unusable);
  g_free (self->program);
}

static void
ui_image_process_init (UiImageProcess *self)
{
  self->fd = -1;
}

UiImageProcess *
ui_image_process_new (const char *program)
{
  UiImageProcess *self = g_object_new (UI_TYPE_IMAGE_PROCESS, NULL);

  self->program = g_strdup (program);
  return self;
}
