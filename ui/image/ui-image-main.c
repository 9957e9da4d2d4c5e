/* SPDX-License-Identifier: GPL-3.0-or-later */

/* spyglass-image: reads images from the socket that is its standard input, and answers with their
 * pixels, until the socket ends. */

#include "ui-image-protocol.h"
#include "ui-image-sandbox.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <locale.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

typedef struct
{
  const char *name;
  const char *mime_type; /* (nullable): what is not shown */
  gsize       offset;
  gsize       length;
  const char *mark;
} Format;

/* What an MCP client must and should show (PNG, JPEG, WebP, SVG), and what browsers show beside it;
 * then what is told by its name. A decoder is chosen by this table alone. */
static const Format formats[] = {
  { "PNG", "image/png", 0, 8, "\x89PNG\r\n\x1a\n" },
  { "JPEG", "image/jpeg", 0, 3, "\xff\xd8\xff" },
  { "GIF", "image/gif", 0, 4, "GIF8" },
  { "WebP", "image/webp", 8, 4, "WEBP" },
  { "BMP", "image/bmp", 0, 2, "BM" },
  { "ICO", "image/x-icon", 0, 4, "\0\0\1\0" },
  { "SVG", "image/svg+xml", 0, 0, NULL },
  { "TIFF", NULL, 0, 4, "II*\0" },
  { "TIFF", NULL, 0, 4, "MM\0*" },
  { "AVIF", NULL, 4, 8, "ftypavif" },
  { "HEIC", NULL, 4, 7, "ftyphei" },
  { "JPEG XL", NULL, 0, 2, "\xff\x0a" },
  { "JPEG XL", NULL, 4, 4, "JXL " },
  { "JPEG 2000", NULL, 4, 4, "jP  " },
  { "PSD", NULL, 0, 4, "8BPS" },
  { "ICNS", NULL, 0, 4, "icns" },
  { "ANI", NULL, 8, 4, "ACON" },
  { "XPM", NULL, 0, 9, "/* XPM */" },
  { "PNM", NULL, 0, 3, "P6\n" },
  { "PDF", NULL, 0, 5, "%PDF-" },
};

typedef struct
{
  int      pixels;
  gboolean too_large;
  int      top; /* how far up and down pixels came */
  int      bottom;
} Decoding;

static FILE *out;

static gboolean
send_response (const UiImageResponse *response, const void *content)
{
  return fwrite (response, sizeof *response, 1, out) == 1 &&
         fwrite (content, 1, response->length, out) == response->length && fflush (out) == 0;
}

static gboolean
respond (UiImageStatus status, const char *text)
{
  UiImageResponse response = { .magic = UI_IMAGE_MAGIC, .status = status };

  response.length = MIN (strlen (text), UI_IMAGE_MAX_TEXT);
  return send_response (&response, text);
}

static gboolean
respond_drawn (GdkPixbuf *pixbuf)
{
  UiImageResponse response = {
    UI_IMAGE_MAGIC,
    UI_IMAGE_DRAWN,
    gdk_pixbuf_get_width (pixbuf),
    gdk_pixbuf_get_height (pixbuf),
    gdk_pixbuf_get_rowstride (pixbuf),
    gdk_pixbuf_get_n_channels (pixbuf),
    gdk_pixbuf_get_byte_length (pixbuf),
  };

  return send_response (&response, gdk_pixbuf_read_pixels (pixbuf));
}

static gboolean
is_svg (const char *data, gsize length)
{
  gsize at = length >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

  while (at < length && g_ascii_isspace (data[at]))
    at++;
  return at < length && data[at] == '<' &&
         (memmem (data + at, length - at, "<svg", 4) != NULL ||
          memmem (data + at, length - at, ":svg", 4) != NULL);
}

static const Format *
find_format (const char *data, gsize length)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      const Format *format = &formats[i];
      gboolean      enough = length >= format->offset + format->length;

      if (format->mark == NULL
              ? is_svg (data, length)
              : enough && memcmp (data + format->offset, format->mark, format->length) == 0)
        return format;
    }
  return NULL;
}

static void
on_size_prepared (GdkPixbufLoader *loader, int width, int height, Decoding *self)
{
  GdkPixbufFormat *format = gdk_pixbuf_loader_get_format (loader);

  if (!ui_image_size_is_allowed (width, height))
    {
      self->too_large = TRUE;
      /* Makes the decoder give up before it takes memory for the pixels. */
      gdk_pixbuf_loader_set_size (loader, 0, 0);
    }
  else if (self->pixels > 0 && format != NULL && gdk_pixbuf_format_is_scalable (format))
    {
      double scale = (double)self->pixels / MAX (width, height);

      gdk_pixbuf_loader_set_size (loader, MAX ((int)(width * scale), 1),
                                  MAX ((int)(height * scale), 1));
    }
}

/* A decoder takes what is there: whether all of it came is seen by how far it went; a BMP begins at
 * the bottom. */
static void
on_area_updated (GdkPixbufLoader *loader, int x, int y, int width, int height, Decoding *self)
{
  self->top = MIN (self->top, y);
  self->bottom = MAX (self->bottom, y + height);
}

static gboolean
decode (const char *data, gsize length, int pixels)
{
  Decoding      self = { .pixels = pixels, .top = G_MAXINT };
  const Format *format = find_format (data, length);
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkPixbufLoader) loader = NULL;

  if (format == NULL)
    return respond (UI_IMAGE_UNKNOWN, "");
  if (format->mime_type == NULL)
    return respond (UI_IMAGE_REFUSED, format->name);
  loader = gdk_pixbuf_loader_new_with_mime_type (format->mime_type, NULL);
  if (loader == NULL)
    return respond (UI_IMAGE_MISSING, format->name);
  g_signal_connect (loader, "size-prepared", G_CALLBACK (on_size_prepared), &self);
  g_signal_connect (loader, "area-updated", G_CALLBACK (on_area_updated), &self);
  gboolean   fed = gdk_pixbuf_loader_write (loader, (const guchar *)data, length, &error);
  gboolean   closed = gdk_pixbuf_loader_close (loader, error == NULL ? &error : NULL);
  GdkPixbuf *pixbuf = gdk_pixbuf_loader_get_pixbuf (loader);
  if (self.too_large)
    return respond (UI_IMAGE_TOO_LARGE, "");
  if (!fed || !closed || pixbuf == NULL)
    return respond (UI_IMAGE_DAMAGED, error != NULL ? error->message : "It has no pixels.");
  if (!ui_image_size_is_allowed (gdk_pixbuf_get_width (pixbuf), gdk_pixbuf_get_height (pixbuf)))
    return respond (UI_IMAGE_TOO_LARGE, "");
  if (self.top > 0 || self.bottom < gdk_pixbuf_get_height (pixbuf))
    return respond (UI_IMAGE_CUT_OFF, "");
  return respond_drawn (pixbuf);
}

/* No other decoder is there for what an SVG holds. They are modules, and librsvg reads what it
 * needs at its first drawing: all of it has to be there before files are out of reach. */
static void
load_decoders (void)
{
  static const char drawing[] = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>";
  g_autoptr (GSList) known = gdk_pixbuf_get_formats ();

  for (GSList *l = known; l != NULL; l = l->next)
    {
      g_auto (GStrv) types = gdk_pixbuf_format_get_mime_types (l->data);
      g_autoptr (GdkPixbufLoader) loader = NULL;
      gboolean shown = FALSE;

      for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
        shown |= formats[i].mime_type != NULL &&
                 g_strv_contains ((const char *const *)types, formats[i].mime_type);
      gdk_pixbuf_format_set_disabled (l->data, !shown);
      loader = shown ? gdk_pixbuf_loader_new_with_mime_type (types[0], NULL) : NULL;
      if (loader == NULL)
        continue;
      gdk_pixbuf_loader_write (loader, (const guchar *)drawing, sizeof drawing - 1, NULL);
      gdk_pixbuf_loader_close (loader, NULL);
    }
}

/* The signal ends the process whatever it is doing; the window starts another. */
static void
limit_work (long ms)
{
  struct itimerval timer = { .it_value = { ms / 1000, ms % 1000 * 1000 } };

  setitimer (ITIMER_PROF, &timer, NULL);
}

int
main (void)
{
  UiImageRequest request;
  sigset_t       none;

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  signal (SIGPROF, SIG_DFL);
  /* What may not be written is an error, and not the end. */
  signal (SIGXFSZ, SIG_IGN);
  /* Frames of the window come first. */
  setpriority (PRIO_PROCESS, 0, 5);
  /* Threads would have address space reserved for each. */
#ifdef M_ARENA_MAX
  mallopt (M_ARENA_MAX, 1);
#endif
  setlocale (LC_CTYPE, "");
  out = fdopen (STDIN_FILENO, "w");
  load_decoders ();
  if (out == NULL || !ui_image_sandbox_enter ())
    return UI_IMAGE_NOT_STARTED;
  while (fread (&request, sizeof request, 1, stdin) == 1)
    {
      if (request.magic != UI_IMAGE_MAGIC || request.length > UI_IMAGE_MAX_BYTES ||
          request.pixels < 0 || request.pixels > UI_IMAGE_MAX_SIDE)
        return 1;
      g_autofree char *data = g_malloc (request.length);
      if (fread (data, 1, request.length, stdin) != request.length)
        return 1;
      limit_work (request.pixels > 0 ? UI_IMAGE_ICON_WORK_MS : UI_IMAGE_WORK_MS);
      if (!decode (data, request.length, request.pixels))
        return 1;
      limit_work (0);
    }
  return 0;
}
