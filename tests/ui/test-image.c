/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Images in a process of their own: each format whole, cut short and made to harm; what the window and
 * the process say to each other, and what neither believes; a process that is killed, missing, or left
 * behind. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-image-block.h"
#include "ui-image-decoder.h"
#include "ui-image-process.h"
#include "ui-image-protocol.h"
#include "ui-server-icon.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A drawing may take seconds of work, which a busy machine gives in tenths. */
#define PATIENCE_SECONDS 120

#define SVG(attributes, parts) \
  "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' " attributes ">" parts "</svg>"
#define BOMB(seed)                                                                                         \
  SVG ("width='16' height='16'", "<filter id='f'><feTurbulence baseFrequency='1' numOctaves='2000000000' " \
                                 "seed='" seed "'/></filter><rect width='16' height='16' filter='url(#f)'/>")

typedef struct
{
  GdkTexture *texture;
  GError     *error;
  gboolean    ended;
} Decoded;

static void
on_decoded (GObject *object, GAsyncResult *result, gpointer data)
{
  Decoded *self = data;

  self->texture = ui_image_decoder_decode_finish (UI_IMAGE_DECODER (object), result, &self->error);
  g_assert_true ((self->texture == NULL) == (self->error != NULL));
  self->ended = TRUE;
}

static void
begin (UiImageDecoder *decoder, Decoded *self, const void *data, gsize length, int pixels)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, length);

  *self = (Decoded){ NULL, NULL, FALSE };
  ui_image_decoder_decode_async (decoder, bytes, pixels, NULL, on_decoded, self);
}

static void
wait_for (const gboolean *ended)
{
  gint64 deadline = g_get_monotonic_time () + PATIENCE_SECONDS * G_USEC_PER_SEC;

  while (!*ended)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      ui_fixture_iterate ();
    }
}

static void
decode (UiImageDecoder *decoder, Decoded *self, const void *data, gsize length)
{
  begin (decoder, self, data, length, 0);
  wait_for (&self->ended);
}

static void
decoded_clear (Decoded *self)
{
  g_clear_object (&self->texture);
  g_clear_error (&self->error);
}

static void
assert_draws (UiImageDecoder *decoder)
{
  static const char drawing[] = SVG ("width='12' height='9'", "<rect width='12' height='9'/>");
  Decoded           decoded;

  decode (decoder, &decoded, drawing, strlen (drawing));
  g_assert_no_error (decoded.error);
  g_assert_cmpint (gdk_texture_get_width (decoded.texture), ==, 12);
  g_assert_cmpint (gdk_texture_get_height (decoded.texture), ==, 9);
  decoded_clear (&decoded);
}

/* Our children of that name. @pid: (nullable) (out): the last */
static guint
count_processes (GPid *pid)
{
  g_autoptr (GDir) folder = g_dir_open ("/proc", 0, NULL);
  const char *name;
  guint       n = 0;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc", name, "stat", NULL);
      g_autofree char *stat = NULL;
      char             state;
      int              parent;

      if (!g_ascii_isdigit (name[0]) || !g_file_get_contents (path, &stat, NULL, NULL))
        continue;
      const char *rest = strstr (stat, "(spyglass-image) ");
      if (rest == NULL || sscanf (rest, "(spyglass-image) %c %d", &state, &parent) != 2 ||
          parent != getpid () || state == 'Z')
        continue;
      n++;
      if (pid != NULL)
        *pid = (GPid)g_ascii_strtoll (name, NULL, 10);
    }
  return n;
}

static gboolean
has_ended (GPid pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", pid);
  g_autofree char *stat = NULL;

  return !g_file_get_contents (path, &stat, NULL, NULL) || strstr (stat, "(spyglass-image) Z") != NULL ||
         strstr (stat, "(spyglass-image)") == NULL;
}

/* Formats */

static const guint8 gif[] = "GIF89a\2\0\2\0\x80\0\0\xff\0\0\0\0\xff\x2c\0\0\0\0\2\0\2\0\0\2\3\x44\2\5\0\x3b";

static GBytes *
create_picture (const char *format)
{
  g_autoptr (GdkPixbuf) pixbuf = gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, 32, 32);
  char  *data;
  gsize  length;
  guint8 noise = 7;

  for (guint i = 0; i < gdk_pixbuf_get_byte_length (pixbuf); i++)
    gdk_pixbuf_get_pixels (pixbuf)[i] = noise = (guint8)(noise * 29 + 17);
  g_assert_true (gdk_pixbuf_save_to_buffer (pixbuf, &data, &length, format, NULL, NULL));
  return g_bytes_new_take (data, length);
}

static void
assert_formats (const char *name, GBytes *bytes)
{
  UiImageDecoder *decoder = ui_image_decoder_get_default ();
  gsize           length;
  const guint8   *data = g_bytes_get_data (bytes, &length);
  Decoded         decoded;

  g_test_message ("%s", name);
  decode (decoder, &decoded, data, length);
  g_assert_no_error (decoded.error);
  g_assert_cmpint (gdk_texture_get_width (decoded.texture), >, 0);
  decoded_clear (&decoded);
  for (gsize cut = 0; cut < length * 3 / 4; cut += MAX (length / 8, 1))
    {
      decode (decoder, &decoded, data, cut);
      /* What of a photo is missing is grey. */
      g_assert_true (decoded.error != NULL || (g_str_equal (name, "jpeg") && cut > 0));
      g_assert_false (g_error_matches (decoded.error, G_IO_ERROR, G_IO_ERROR_FAILED));
      decoded_clear (&decoded);
    }
  /* Each byte wrong in its turn: an image or an error, and no process that ends. */
  for (gsize i = 0; i < length; i += MAX (length / 64, 1))
    {
      g_autofree guint8 *wrong = g_memdup2 (data, length);

      wrong[i] ^= 0xff;
      decode (decoder, &decoded, wrong, length);
      g_assert_false (g_error_matches (decoded.error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT));
      decoded_clear (&decoded);
    }
}

static void
test_formats (void)
{
  static const char *const made[] = { "png", "jpeg", "bmp", "ico" };
  static const char        drawing[] =
      "<?xml version='1.0'?><!-- a -->" SVG ("width='8' height='8'", "<path d='M0 0z'/>");
  static const char prefixed[] = "<s:svg xmlns:s='http://www.w3.org/2000/svg' width='4' height='4'/>";
  g_autoptr (GBytes) animation = g_bytes_new_static (gif, sizeof gif - 1);
  g_autoptr (GBytes) svg = g_bytes_new_static (drawing, strlen (drawing));
  g_autoptr (GBytes) other = g_bytes_new_static (prefixed, strlen (prefixed));

  for (guint i = 0; i < G_N_ELEMENTS (made); i++)
    {
      g_autoptr (GBytes) bytes = create_picture (made[i]);

      assert_formats (made[i], bytes);
    }
  assert_formats ("gif", animation);
  assert_formats ("svg", svg);
  assert_formats ("prefixed svg", other);
}

/* Its loader is a package of its own. */
static void
test_webp (void)
{
  static const guint8 webp[] = "RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\0\0\0\x10\7\x10\x11\x11\x88\x88\xfe\7";
  g_autoptr (GBytes) bytes = g_bytes_new_static (webp, sizeof webp);
  Decoded  decoded;
  gboolean installed;

  decode (ui_image_decoder_get_default (), &decoded, webp, sizeof webp);
  installed = !g_error_matches (decoded.error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  decoded_clear (&decoded);
  if (installed)
    assert_formats ("webp", bytes);
  else
    g_test_skip ("GdkPixbuf's loader for WebP is not installed");
}

/* What a drawing holds is decoded by the same list. */
static void
test_embedded (void)
{
  static const char tiff[] = "II*\0\x0c\0\0\0\xff\0\0\0\7\0"
                             "\0\1\3\0\1\0\0\0\1\0\0\0\1\1\3\0\1\0\0\0\1\0\0\0"
                             "\2\1\3\0\1\0\0\0\10\0\0\0\6\1\3\0\1\0\0\0\1\0\0\0"
                             "\x11\1\4\0\1\0\0\0\10\0\0\0\x15\1\3\0\1\0\0\0\1\0\0\0"
                             "\x17\1\4\0\1\0\0\0\1\0\0\0\0\0\0";
  g_autoptr (GBytes) png = create_picture ("png");
  const struct
  {
    const char *type;
    const void *data;
    gsize       length;
    gboolean    drawn;
  } cases[] = {
    { "png", g_bytes_get_data (png, NULL), g_bytes_get_size (png), TRUE },
    { "x-portable-pixmap", "P6\n1 1\n255\n\xff\1\2", 14, FALSE },
    { "tiff", tiff, sizeof tiff, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *base64 = g_base64_encode (cases[i].data, cases[i].length);
      g_autofree char *svg = g_strdup_printf (SVG ("width='1' height='1'", "<image width='1' height='1' "
                                                                           "xlink:href='data:image/%s;base64,%s'/>"),
                                              cases[i].type, base64);
      guint8           pixel[4] = { 0 };
      Decoded          decoded;

      g_test_message ("%s", cases[i].type);
      decode (ui_image_decoder_get_default (), &decoded, svg, strlen (svg));
      g_assert_no_error (decoded.error);
      gdk_texture_download (decoded.texture, pixel, 4);
      g_assert_cmpint (pixel[3] > 0, ==, cases[i].drawn);
      decoded_clear (&decoded);
    }
}

static void
test_refused (void)
{
  static const struct
  {
    const char *data;
    gsize       length;
    const char *says; /* (nullable) */
  } cases[] = {
    { "II*\0\10\0\0\0", 8, "TIFF" },
    { "MM\0*\0\0\0\10", 8, "TIFF" },
    { "\0\0\0\x1c"
      "ftypavif\0\0\0\0",
      16, "AVIF" },
    { "\0\0\0\x1c"
      "ftypheic\0\0\0\0",
      16, "HEIC" },
    { "\xff\x0a\0\0", 4, "JPEG XL" },
    { "\0\0\0\x0cjP  \r\n\x87\n", 12, "JPEG 2000" },
    { "8BPS\0\1", 6, "PSD" },
    { "icns\0\0\0\10", 8, "ICNS" },
    { "RIFF\0\0\0\0ACON", 12, "ANI" },
    { "/* XPM */\nstatic char *a[] = {\"1 1 1 1\", \"a c red\", \"a\"};", 57, "XPM" },
    { "P6\n1 1\n255\n...", 14, "PNM" },
    { "%PDF-1.7\n", 9, "PDF" },
    { "#define a_width 1\n#define a_height 1\nstatic char a_bits[] = { 1 };", 66, NULL },
    { "\x1f\x8b\10\0\0\0\0\0", 8, NULL },
    { "<html><body>no</body></html>", 28, NULL },
    { "", 0, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Decoded decoded;

      decode (ui_image_decoder_get_default (), &decoded, cases[i].data, cases[i].length);
      g_assert_nonnull (decoded.error);
      g_test_message ("%s", decoded.error->message);
      if (cases[i].says != NULL)
        g_assert_nonnull (strstr (decoded.error->message, cases[i].says));
      else
        g_assert_error (decoded.error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
      decoded_clear (&decoded);
    }
  /* Its loader is a package of its own. */
  Decoded decoded;
  decode (ui_image_decoder_get_default (), &decoded, "RIFF\0\0\0\0WEBPVP8 ", 16);
  g_assert_nonnull (decoded.error);
  g_assert_false (g_error_matches (decoded.error, G_IO_ERROR, G_IO_ERROR_FAILED));
  decoded_clear (&decoded);
}

static void
assert_limited (GPid pid)
{
  static const char *const limits[] = { "\nMax address space +1073741824 ",
                                        "\nMax file size +0 ", "\nMax core file size +0 ",
                                        "\nMax cpu time +120 " };
  g_autofree char         *path = g_strdup_printf ("/proc/%d/limits", pid);
  g_autofree char         *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    g_assert_true (g_regex_match_simple (limits[i], text, 0, 0));
}

/* Files are out of reach, but not fonts. */
static void
test_text (void)
{
  static const char  text[] = SVG ("width='100' height='40'",
                                   "<text x='5' y='30' font-size='24' font-family='serif'>Text</text>");
  Decoded            decoded;
  g_autofree guint8 *pixels = g_malloc0 (100 * 40 * 4);
  guint              dark = 0;
  GPid               pid = 0;

  decode (ui_image_decoder_get_default (), &decoded, text, strlen (text));
  g_assert_no_error (decoded.error);
  gdk_texture_download (decoded.texture, pixels, 400);
  for (guint i = 0; i < 100 * 40; i++)
    dark += pixels[4 * i + 3] > 0x80;
  g_assert_cmpuint (dark, >, 100);
  decoded_clear (&decoded);
  g_assert_cmpuint (count_processes (&pid), ==, 1);
  g_autofree char *path = g_strdup_printf ("/proc/%d/status", pid);
  g_autofree char *status = NULL;
  g_assert_true (g_file_get_contents (path, &status, NULL, NULL));
  g_assert_nonnull (strstr (status, "NoNewPrivs:\t1"));
  assert_limited (pid);
}

/* Work */

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  (*(guint *)data)++;
  return G_SOURCE_CONTINUE;
}

static void
test_bomb (void)
{
  static const char bomb[] = BOMB ("1");
  UiImageDecoder   *decoder = ui_image_decoder_get_default ();
  GtkWidget        *label = gtk_label_new ("frames");
  GtkWindow        *window = ui_fixture_show (label, 200, 100);
  guint             frames = 0, before;
  guint             id = gtk_widget_add_tick_callback (label, on_tick, &frames, NULL);
  Decoded           slow, again;

  begin (decoder, &slow, bomb, strlen (bomb), 0);
  for (guint i = 0; i < 3; i++)
    {
      assert_draws (decoder);
      g_assert_false (slow.ended);
    }
  before = frames;
  wait_for (&slow.ended);
  g_assert_error (slow.error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
  g_assert_cmpuint (frames - before, >=, 20);
  g_test_message ("%u frames while it was drawn", frames);
  decoded_clear (&slow);
  /* Nothing of it goes on, and the same is not begun once more. */
  ui_fixture_wait (count_processes (NULL) == 0);
  decode (decoder, &again, bomb, strlen (bomb));
  g_assert_error (again.error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
  g_assert_cmpuint (count_processes (NULL), ==, 0);
  decoded_clear (&again);
  assert_draws (decoder);
  gtk_widget_remove_tick_callback (label, id);
  ui_fixture_assert_ends (window, label);
}

/* Icons that are made to take long keep no result waiting. */
static void
test_many (void)
{
  UiImageDecoder *decoder = ui_image_decoder_get_default ();
  Decoded         icons[8];
  guint           n_ended = 0;

  for (guint i = 0; i < G_N_ELEMENTS (icons); i++)
    {
      g_autofree char *bomb = g_strdup_printf (BOMB ("%u"), 100 + i);

      begin (decoder, &icons[i], bomb, strlen (bomb), 16);
    }
  assert_draws (decoder);
  for (guint i = 0; i < G_N_ELEMENTS (icons); i++)
    n_ended += icons[i].ended;
  /* Those that were under way already. */
  g_assert_cmpuint (n_ended, <=, 2);
  for (guint i = 0; i < G_N_ELEMENTS (icons); i++)
    {
      wait_for (&icons[i].ended);
      g_assert_error (icons[i].error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
      decoded_clear (&icons[i]);
    }
}

/* Drawings that refer to each other, of which each level multiplies the work. */
static void
test_nested (void)
{
  g_autoptr (GString) text = g_string_new ("<g id='a0'><rect width='16' height='16' opacity='.5'/></g>");
  Decoded decoded;

  for (guint i = 1; i < 16; i++)
    {
      g_string_append_printf (text, "<g id='a%u' opacity='.9'>", i);
      for (guint k = 0; k < 10; k++)
        g_string_append_printf (text, "<use xlink:href='#a%u'/>", i - 1);
      g_string_append (text, "</g>");
    }
  g_autofree char *svg = g_strdup_printf (SVG ("width='2000' height='2000'", "<defs>%s</defs><use xlink:href='#a15'/>"),
                                          text->str);
  decode (ui_image_decoder_get_default (), &decoded, svg, strlen (svg));
  g_assert_nonnull (decoded.error);
  g_test_message ("%s", decoded.error->message);
  decoded_clear (&decoded);
  assert_draws (ui_image_decoder_get_default ());
}

static gboolean
has_label (GtkWidget *widget, const char *part)
{
  GtkWidget *label = ui_fixture_find (widget, GTK_TYPE_LABEL);

  return label != NULL && strstr (gtk_label_get_text (GTK_LABEL (label)), part) != NULL;
}

static void
on_visible (GtkWidget *widget, GParamSpec *pspec, gboolean *shown)
{
  *shown = gtk_widget_get_visible (widget);
}

/* In its place stands why there is none. */
static void
test_places (void)
{
  static const char drawing[] = BOMB ("2");
  g_autoptr (GBytes) bytes = g_bytes_new_static (drawing, strlen (drawing));
  GtkWidget *block = ui_image_block_new_for_data (bytes, "picture", 0);
  GtkWindow *window = ui_fixture_show (block, 300, 200);
  GtkWidget *spinner = ui_fixture_find (block, GTK_TYPE_SPINNER);
  gboolean   ended = FALSE;

  while (!ended)
    {
      ui_fixture_iterate ();
      ended = !gtk_widget_get_visible (spinner);
    }
  g_assert_true (has_label (block, "takes too long to draw"));
  ui_fixture_assert_ends (window, block);

  AppWorkspace    *workspace = ui_fixture_new_workspace ();
  AppSession      *session = ui_fixture_add_demo (workspace, "demo");
  GtkWidget       *icon = ui_server_icon_new (16);
  g_autofree char *escaped = g_uri_escape_string (BOMB ("3"), NULL, FALSE);
  g_autofree char *json = g_strdup_printf ("[{\"src\":\"data:image/svg+xml,%s\"}]", escaped);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);
  gboolean shown = FALSE;
  window = ui_fixture_show (icon, 200, 100);
  ui_fixture_connect (session);
  g_signal_connect (icon, "notify::visible", G_CALLBACK (on_visible), &shown);
  ui_server_icon_show (UI_SERVER_ICON (icon), session, mcp_json_document_get_root (document));
  wait_for (&shown);
  g_assert_cmpstr (gtk_image_get_icon_name (GTK_IMAGE (gtk_widget_get_first_child (icon))), ==,
                   "image-missing-symbolic");
  g_assert_true (gtk_widget_get_has_tooltip (icon));
  ui_server_icon_show (UI_SERVER_ICON (icon), NULL, MCP_JSON_NO_VALUE);
  ui_fixture_assert_ends (window, icon);
  ui_fixture_close (workspace);
}

/* What is said */

static void
test_response (void)
{
  static const struct
  {
    UiImageResponse response;
    gboolean        valid;
  } cases[] = {
    { { UI_IMAGE_MAGIC, UI_IMAGE_DRAWN, 2, 2, 8, 4, 16 }, TRUE },
    { { UI_IMAGE_MAGIC, UI_IMAGE_DRAWN, 2, 2, 8, 3, 14 }, TRUE },
    { { UI_IMAGE_MAGIC, UI_IMAGE_DAMAGED, 0, 0, 0, 0, UI_IMAGE_MAX_TEXT }, TRUE },
    { { UI_IMAGE_MAGIC + 1, UI_IMAGE_DRAWN, 2, 2, 8, 4, 16 }, FALSE },
    { { UI_IMAGE_MAGIC, UI_IMAGE_DAMAGED + 1, 2, 2, 8, 4, 16 }, FALSE },
    { { UI_IMAGE_MAGIC, UI_IMAGE_DAMAGED, 0, 0, 0, 0, UI_IMAGE_MAX_TEXT + 1 }, FALSE },
    { { UI_IMAGE_MAGIC, UI_IMAGE_DAMAGED, 0, 0, 0, 0, G_MAXUINT64 }, FALSE },
    { { UI_IMAGE_MAGIC, UI_IMAGE_DRAWN, 2, 2, 8, 4, 15 }, FALSE },
    { { UI_IMAGE_MAGIC, UI_IMAGE_DRAWN, 2, 2, 8, 4, 17 }, FALSE },
    { { UI_IMAGE_MAGIC, UI_IMAGE_DRAWN, 2, 2, 7, 4, 15 }, FALSE },
    { { UI_IMAGE_MAGIC, UI_IMAGE_DRAWN, 2, 2, 1 << 20, 4, (1 << 20) + 8 }, FALSE },
    { { UI_IMAGE_MAGIC, UI_IMAGE_DRAWN, 2, 2, -8, 4, 0 }, FALSE },
    { { UI_IMAGE_MAGIC, UI_IMAGE_DRAWN, 2, 2, 4, 2, 8 }, FALSE },
    { { UI_IMAGE_MAGIC, UI_IMAGE_DRAWN, 0, 2, 0, 4, 0 }, FALSE },
    { { UI_IMAGE_MAGIC, UI_IMAGE_DRAWN, -2, 2, 8, 4, 16 }, FALSE },
    { { UI_IMAGE_MAGIC, UI_IMAGE_DRAWN, G_MAXINT32, G_MAXINT32, 8, 4, 16 }, FALSE },
    { { UI_IMAGE_MAGIC, UI_IMAGE_DRAWN, UI_IMAGE_MAX_SIDE + 1, 1, 65540, 4, 65540 }, FALSE },
    { { UI_IMAGE_MAGIC, UI_IMAGE_DRAWN, 10000, 10000, 40000, 4, 400000000 }, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (ui_image_response_is_valid (&cases[i].response), ==, cases[i].valid);
}

/* @said: (nullable): what a program in place of the right one says; %NULL for what it is told.
 * Returns: (transfer full): its path */
static char *
create_liar (const char *name, const void *said, gsize length)
{
  g_autofree char *file = g_strdup_printf ("%s/%s.said", g_get_user_runtime_dir (), name);
  g_autofree char *script = g_strdup_printf ("#!/bin/sh\nexec cat '%s' >&0\n", said != NULL ? file : "-");
  char            *path = g_build_filename (g_get_user_runtime_dir (), name, NULL);

  g_mkdir_with_parents (g_get_user_runtime_dir (), 0700);
  g_assert_true (said == NULL || g_file_set_contents (file, said, (gssize)length, NULL));
  g_assert_true (g_file_set_contents_full (path, script, -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
  return path;
}

static void
on_said (GObject *object, GAsyncResult *result, gpointer data)
{
  Decoded *self = data;

  self->texture = ui_image_process_decode_finish (UI_IMAGE_PROCESS (object), result, &self->error);
  self->ended = TRUE;
}

static void
assert_no_image (const char *program, int code)
{
  g_autoptr (UiImageProcess) process = ui_image_process_new (program);
  g_autoptr (GBytes) bytes = g_bytes_new_static (BOMB ("4"), strlen (BOMB ("4")));

  /* More than once: it is begun from scratch each time. */
  for (guint i = 0; i < 2; i++)
    {
      Decoded decoded = { NULL, NULL, FALSE };

      ui_image_process_decode_async (process, bytes, 0, on_said, &decoded);
      wait_for (&decoded.ended);
      g_assert_null (decoded.texture);
      g_assert_error (decoded.error, G_IO_ERROR, code);
      g_test_message ("%s", decoded.error->message);
      decoded_clear (&decoded);
    }
}

static void
test_from_process (void)
{
  static const UiImageResponse drawn = { UI_IMAGE_MAGIC, UI_IMAGE_DRAWN, 2, 2, 8, 4, 16 };
  static const UiImageResponse huge = { UI_IMAGE_MAGIC, UI_IMAGE_DRAWN, 16384, 16384, 65536, 4, 1 << 30 };
  static const UiImageResponse long_text = { UI_IMAGE_MAGIC, UI_IMAGE_DAMAGED, 0, 0, 0, 0, G_MAXUINT64 };
  guint8                       noise[4096];
  const struct
  {
    const char *name;
    const void *said;
    gsize       length;
  } cases[] = {
    { "silent", "", 0 },
    { "short", &drawn, sizeof drawn - 1 },
    { "cut", &drawn, sizeof drawn },
    { "huge", &huge, sizeof huge },
    { "text", &long_text, sizeof long_text },
    { "noise", noise, sizeof noise },
    { "echo", NULL, 0 },
  };

  for (guint i = 0; i < sizeof noise; i++)
    noise[i] = (guint8)(i * 31 + i / 256 + 1);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *program = create_liar (cases[i].name, cases[i].said, cases[i].length);

      assert_no_image (program, G_IO_ERROR_FAILED);
    }
  assert_no_image ("/bin/false", G_IO_ERROR_FAILED);
  assert_no_image ("/nonexistent/spyglass-image", G_IO_ERROR_NOT_FOUND);
}

static void
test_silence (void)
{
  g_autofree char *path = g_build_filename (g_get_user_runtime_dir (), "waits", NULL);

  g_mkdir_with_parents (g_get_user_runtime_dir (), 0700);
  g_assert_true (g_file_set_contents_full (path, "#!/bin/sh\nexec sleep 1000\n", -1,
                                           G_FILE_SET_CONTENTS_NONE, 0700, NULL));
  assert_no_image (path, G_IO_ERROR_TIMED_OUT);
}

/* A process that cannot enter its sandbox is not started for each image. */
static void
test_unusable (void)
{
  g_autofree char *path = g_build_filename (g_get_user_runtime_dir (), "unusable", NULL);
  g_autofree char *starts = g_strconcat (path, ".starts", NULL);
  g_autofree char *script = g_strdup_printf ("#!/bin/sh\necho >> '%s'\nexit 2\n", starts);
  g_autofree char *text = NULL;

  g_mkdir_with_parents (g_get_user_runtime_dir (), 0700);
  g_assert_true (g_file_set_contents_full (path, script, -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
  assert_no_image (path, G_IO_ERROR_NOT_FOUND);
  g_assert_true (g_file_get_contents (starts, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "\n");
}

/* What the process is told: it ends where that makes no sense, and is not ended. */
static void
test_to_process (void)
{
  static const struct
  {
    UiImageRequest request;
    gsize          sent;
    int            status;
  } cases[] = {
    { { UI_IMAGE_MAGIC, 0, 0 }, 0, 0 },
    { { UI_IMAGE_MAGIC, 0, 0 }, 7, 0 },
    { { UI_IMAGE_MAGIC, 0, 10 }, sizeof (UiImageRequest), 1 },
    { { UI_IMAGE_MAGIC ^ 1, 0, 0 }, sizeof (UiImageRequest), 1 },
    { { UI_IMAGE_MAGIC, -1, 0 }, sizeof (UiImageRequest), 1 },
    { { UI_IMAGE_MAGIC, G_MAXINT32, 0 }, sizeof (UiImageRequest), 1 },
    { { UI_IMAGE_MAGIC, 0, UI_IMAGE_MAX_BYTES + 1 }, sizeof (UiImageRequest), 1 },
    { { UI_IMAGE_MAGIC, 0, G_MAXUINT64 }, sizeof (UiImageRequest), 1 },
  };
  UiImageDecoder  *decoder = ui_image_decoder_get_default ();
  GPid             pid = 0;
  g_autofree char *link = NULL;
  g_autofree char *program = NULL;

  assert_draws (decoder);
  g_assert_cmpuint (count_processes (&pid), ==, 1);
  link = g_strdup_printf ("/proc/%d/exe", pid);
  program = g_file_read_link (link, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
      g_autoptr (GSubprocess) process = NULL;
      int fds[2];

      g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), ==, 0);
      g_subprocess_launcher_take_stdin_fd (launcher, fds[1]);
      process = g_subprocess_launcher_spawn (launcher, NULL, program, NULL);
      g_assert_nonnull (process);
      g_assert_cmpint (send (fds[0], &cases[i].request, cases[i].sent, MSG_NOSIGNAL), ==, cases[i].sent);
      close (fds[0]);
      g_assert_true (g_subprocess_wait (process, NULL, NULL));
      g_assert_true (g_subprocess_get_if_exited (process));
      g_assert_cmpint (g_subprocess_get_exit_status (process), ==, cases[i].status);
    }
}

/* Its life */

static void
test_killed (void)
{
  UiImageDecoder *decoder = ui_image_decoder_get_default ();
  GPid            first = 0, second = 0;

  assert_draws (decoder);
  g_assert_cmpuint (count_processes (&first), ==, 1);
  assert_draws (decoder);
  g_assert_cmpuint (count_processes (&second), ==, 1);
  g_assert_cmpint (first, ==, second);
  kill (first, SIGKILL);
  ui_fixture_wait (count_processes (NULL) == 0);
  assert_draws (decoder);
  g_assert_cmpuint (count_processes (&second), ==, 1);
  g_assert_cmpint (first, !=, second);
  /* What it is killed under is lost, and nothing else. */
  Decoded decoded;
  begin (decoder, &decoded, BOMB ("7"), strlen (BOMB ("7")), 0);
  kill (second, SIGKILL);
  wait_for (&decoded.ended);
  g_assert_error (decoded.error, G_IO_ERROR, G_IO_ERROR_FAILED);
  decoded_clear (&decoded);
  assert_draws (decoder);
}

/* Its work of a whole life is limited: another goes on. */
static void
test_succeeded (void)
{
  UiImageDecoder *decoder = ui_image_decoder_get_default ();
  GPid            first = 0, last = 0;

  assert_draws (decoder);
  g_assert_cmpuint (count_processes (&first), ==, 1);
  for (guint i = 0; i < UI_IMAGE_MAX_IMAGES; i++)
    assert_draws (decoder);
  g_assert_cmpuint (count_processes (&last), ==, 1);
  g_assert_cmpint (first, !=, last);
}

#define PID_FILE "SPYGLASS_TEST_PID_FILE"

static void
test_left_idle (void)
{
  g_autofree char *text = NULL;
  GPid             pid = 0;

  if (!g_test_subprocess ())
    return;
  assert_draws (ui_image_decoder_get_default ());
  g_assert_cmpuint (count_processes (&pid), ==, 1);
  text = g_strdup_printf ("%d", pid);
  g_assert_true (g_file_set_contents (g_getenv (PID_FILE), text, -1, NULL));
  kill (getpid (), SIGKILL);
}

static void
test_left_busy (void)
{
  static const char *const bombs[] = { BOMB ("5"), BOMB ("6") };
  g_autofree char         *text = NULL;
  GPid                     pid = 0;
  Decoded                  decoded[2];

  if (!g_test_subprocess ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (bombs); i++)
    begin (ui_image_decoder_get_default (), &decoded[i], bombs[i], strlen (bombs[i]), 0);
  /* The second is there because the first is busy. */
  ui_fixture_wait (count_processes (&pid) == 2);
  text = g_strdup_printf ("%d", pid);
  g_assert_true (g_file_set_contents (g_getenv (PID_FILE), text, -1, NULL));
  kill (getpid (), SIGKILL);
}

static void
test_left (void)
{
  static const char *const cases[] = { "/ui/image/subprocess/idle", "/ui/image/subprocess/busy" };
  g_autofree char         *file = g_build_filename (g_get_user_runtime_dir (), "pid", NULL);

  g_mkdir_with_parents (g_get_user_runtime_dir (), 0700);
  g_setenv (PID_FILE, file, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = NULL;

      g_test_trap_subprocess (cases[i], 0, G_TEST_SUBPROCESS_DEFAULT);
      g_assert_false (g_test_trap_has_passed ());
      g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
      ui_fixture_wait (has_ended ((GPid)g_ascii_strtoll (text, NULL, 10)));
      g_unlink (file);
    }
}

void
add_image_tests (void)
{
  g_test_add_func ("/ui/image/formats", test_formats);
  g_test_add_func ("/ui/image/webp", test_webp);
  g_test_add_func ("/ui/image/embedded", test_embedded);
  g_test_add_func ("/ui/image/refused", test_refused);
  g_test_add_func ("/ui/image/text", test_text);
  g_test_add_func ("/ui/image/bomb", test_bomb);
  g_test_add_func ("/ui/image/many", test_many);
  g_test_add_func ("/ui/image/nested", test_nested);
  g_test_add_func ("/ui/image/places", test_places);
  g_test_add_func ("/ui/image/response", test_response);
  g_test_add_func ("/ui/image/from-process", test_from_process);
  if (g_test_slow ())
    g_test_add_func ("/ui/image/silence", test_silence);
  g_test_add_func ("/ui/image/unusable", test_unusable);
  g_test_add_func ("/ui/image/to-process", test_to_process);
  g_test_add_func ("/ui/image/killed", test_killed);
  g_test_add_func ("/ui/image/succeeded", test_succeeded);
  g_test_add_func ("/ui/image/left", test_left);
  g_test_add_func ("/ui/image/subprocess/idle", test_left_idle);
  g_test_add_func ("/ui/image/subprocess/busy", test_left_busy);
}
