/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a result may hold to harm whoever looks at it: images that are something else or too large,
 * drawings that name files and addresses, and values of a size or a depth that nothing is made for.
 */

#include "ui-tests.h"
#include "call-fixture.h"
#include "ui-fixture.h"
#include "ui-image-block.h"
#include "ui-lines-view.h"
#include "ui-result-view.h"
#include "ui-tree-view.h"
#include "ui-value-view.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  GtkWidget *view;
  GtkWindow *window;
} Fixture;

static void
set_up (Fixture *self, GtkWidget *view)
{
  self->view = view;
  self->window = ui_fixture_show (view, 420, 600);
}

static void
tear_down (Fixture *self)
{
  ui_fixture_assert_named (self->view);
  ui_fixture_assert_ends (self->window, self->view);
}

/* Images */

static gboolean
has_ended (GtkWidget *block)
{
  GtkWidget *spinner = ui_fixture_find (block, GTK_TYPE_SPINNER);

  return !gtk_widget_get_visible (spinner);
}

/* Returns: (transfer full) (nullable): what is drawn of the image */
static GdkTexture *
dup_shown (const void *data, gsize length, const char *media_type)
{
  Fixture          self;
  g_autofree char *base64 = g_base64_encode (data, length);
  g_autofree char *json = g_strdup_printf (
      "{\"content\":[{\"type\":\"image\",\"data\":\"%s\",\"mimeType\":\"%s\"}]}", base64, media_type);
  g_autoptr (AppCall) call = call_fixture_new (APP_CALL_TOOL, "tool", "{}");

  set_up (&self, g_object_new (UI_TYPE_RESULT_VIEW, NULL));
  call_fixture_answer_text (call, json);
  ui_result_view_set_call (UI_RESULT_VIEW (self.view), call);
  GtkWidget *block = ui_fixture_find (self.view, UI_TYPE_IMAGE_BLOCK);
  g_assert_nonnull (block);
  ui_fixture_wait (has_ended (block));
  ui_fixture_finish_drawing ();
  GdkTexture *texture = ui_image_block_get_texture (UI_IMAGE_BLOCK (block));
  if (texture != NULL)
    g_object_ref (texture);
  tear_down (&self);
  return texture;
}

static void
assert_not_shown (const void *data, gsize length, const char *media_type)
{
  g_autoptr (GdkTexture) texture = dup_shown (data, length, media_type);

  g_assert_null (texture);
}

static void
test_types (void)
{
  static const char drawing[] = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"16\" "
                                "height=\"8\"><rect width=\"16\" height=\"8\"/></svg>";
  static const char page[] = "<!doctype html><html><body>not found</body></html>";
  static const char gif[] = "GIF89a\xff\xff\xff\xff";

  /* What it is counts, not what it is called. */
  g_autoptr (GdkTexture) drawn = dup_shown (drawing, strlen (drawing), "image/png");
  g_assert_nonnull (drawn);
  g_autoptr (GdkTexture) called = dup_shown (drawing, strlen (drawing), "video/<b>%s\\u202e");
  g_assert_nonnull (called);
  assert_not_shown (page, strlen (page), "image/png");
  assert_not_shown ("", 0, "image/png");
  assert_not_shown (gif, sizeof gif - 1, "image/gif");
  assert_not_shown ("\x89PNG\r\n\x1a\n", 8, "image/png");
}

static gboolean
save (GdkPixbuf *pixbuf, char **data, gsize *length)
{
  return gdk_pixbuf_save_to_buffer (pixbuf, data, length, "png", NULL, NULL);
}

static void
test_wide (void)
{
  static const struct
  {
    int      width;
    int      height;
    gboolean shown;
  } sizes[] = {
    { 16384, 2, TRUE },
    { 2, 16384, TRUE },
    { 16385, 2, FALSE },
    { 2, 16385, FALSE },
    { 100000, 1, FALSE },
    { 1, 100000, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GdkPixbuf) pixbuf =
          gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, sizes[i].width, sizes[i].height);
      g_autofree char *data = NULL;
      gsize            length;

      gdk_pixbuf_fill (pixbuf, 0x2050a0ff);
      g_assert_true (save (pixbuf, &data, &length));
      g_autoptr (GdkTexture) texture = dup_shown (data, length, "image/png");
      g_assert_true ((texture != NULL) == sizes[i].shown);
    }
}

/* A drawing that says it is as wide as a million screens. */
static void
test_large_drawing (void)
{
  static const char *const sizes[] = { "100000", "1e9", "100000mm", "1e300", "-5", "0" };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%s\" height=\"%s\">"
                           "<rect width=\"1\" height=\"1\"/></svg>",
                           sizes[i], sizes[i]);
      g_autoptr (GdkTexture) texture = dup_shown (text, strlen (text), "image/svg+xml");

      if (texture != NULL)
        g_assert_cmpint (gdk_texture_get_width (texture), <=, 16384);
    }
}

/* How many pixels are red, which only what the drawing refers to is. */
static guint
count_red (GdkTexture *texture)
{
  int                 width = gdk_texture_get_width (texture);
  int                 height = gdk_texture_get_height (texture);
  g_autofree guint32 *pixels = g_new0 (guint32, (gsize)width * (gsize)height);
  guint               n = 0;

  gdk_texture_download (texture, (guchar *)pixels, (gsize)width * 4);
  for (int i = 0; i < width * height; i++)
    if ((pixels[i] & 0xff0000) > 0x800000 && (pixels[i] & 0xff) < 0x40)
      n++;
  return n;
}

static gboolean
on_incoming (GSocketService *service, GSocketConnection *connection, GObject *source, gpointer data)
{
  *(gboolean *)data = TRUE;
  return FALSE;
}

#define SVG                                                                                 \
  "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" " \
  "xmlns:xi=\"http://www.w3.org/2001/XInclude\" width=\"16\" height=\"16\">%s</svg>"

static void
test_drawing (void)
{
  static const char *const parts[] = {
    "<image width=\"16\" height=\"16\" href=\"%s\"/>",
    "<image width=\"16\" height=\"16\" xlink:href=\"%s\"/>",
    "<use href=\"%s#a\"/>",
    "<style>@import url(\"%s\"); rect { fill: url(%s) }</style><rect width=\"16\" height=\"16\"/>",
    "<xi:include href=\"%s\"/>",
    "<foreignObject><img src=\"%s\"/></foreignObject>",
    "<script href=\"%s\"/><script>fetch(\"%s\")</script>",
  };
  g_autoptr (GSocketService) service = g_socket_service_new ();
  guint16          port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (service), NULL, NULL);
  gboolean         asked = FALSE;
  g_autofree char *name = g_build_filename (g_get_user_runtime_dir (), "red.svg", NULL);
  g_autofree char *red =
      g_strdup_printf (SVG, "<rect id=\"a\" width=\"16\" height=\"16\" fill=\"#ff0000\"/>");
  g_autofree char *uri = g_strconcat ("file://", name, NULL);
  g_autofree char *address = g_strdup_printf ("http://127.0.0.1:%u/red.svg", port);
  const char      *references[] = { uri, name, address };

  g_mkdir_with_parents (g_get_user_runtime_dir (), 0700);
  g_assert_true (g_file_set_contents (name, red, -1, NULL));
  g_signal_connect (service, "incoming", G_CALLBACK (on_incoming), &asked);
  g_autoptr (GdkTexture) own = dup_shown (red, strlen (red), "image/svg+xml");
  g_assert_cmpuint (count_red (own), ==, 256);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    for (guint k = 0; k < G_N_ELEMENTS (references); k++)
      {
        g_auto (GStrv) pieces = g_strsplit (parts[i], "%s", -1);
        g_autofree char *part = g_strjoinv (references[k], pieces);
        g_autofree char *text = g_strdup_printf (SVG, part);
        g_autoptr (GdkTexture) texture = dup_shown (text, strlen (text), "image/svg+xml");

        if (texture != NULL)
          g_assert_cmpuint (count_red (texture), ==, 0);
      }
  g_assert_false (asked);
  g_unlink (name);
}

/* An entity of a file, and entities of entities. */
static void
test_entities (void)
{
  g_autofree char *file = g_strdup_printf (
      "<!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>" SVG, "<text>&x;</text>");
  g_autoptr (GString) bomb = g_string_new ("<!DOCTYPE svg [<!ENTITY a0 \"<rect/>\">");

  for (guint i = 1; i < 12; i++)
    {
      g_string_append_printf (bomb, "<!ENTITY a%u \"", i);
      for (guint k = 0; k < 10; k++)
        g_string_append_printf (bomb, "&a%u;", i - 1);
      g_string_append (bomb, "\">");
    }
  g_string_append (bomb, "]>");
  g_string_append_printf (bomb, SVG, "&a11;");
  g_autoptr (GdkTexture) first = dup_shown (file, strlen (file), "image/svg+xml");
  g_autoptr (GdkTexture) second = dup_shown (bomb->str, bomb->len, "image/svg+xml");
  if (second != NULL)
    g_assert_cmpint (gdk_texture_get_width (second), ==, 16);
}

/* Values */

static UiValueView *
show_object (Fixture *self, StoreObject *object)
{
  AppTreeLimits limits = { APP_DEFAULT_VIEW_ITEMS, APP_DEFAULT_VIEW_CHARACTERS,
                           APP_DEFAULT_VIEW_DEPTH };
  GtkWidget    *view = g_object_new (UI_TYPE_VALUE_VIEW, NULL);

  set_up (self, view);
  ui_value_view_set_object (UI_VALUE_VIEW (view), object, limits);
  return UI_VALUE_VIEW (view);
}

static guint
count_rows (Fixture *self, GType type)
{
  GtkWidget         *view = ui_fixture_find (self->view, type);
  GtkSelectionModel *rows = view != NULL ? ui_fixture_get_rows (view) : NULL;

  return rows != NULL ? g_list_model_get_n_items (G_LIST_MODEL (rows)) : 0;
}

/* Each of these ways to read the value comes to an end, and shows something. */
static void
show_kinds (Fixture *self, UiValueView *view, guint wanted)
{
  guint kinds;

  g_object_get (view, "kinds", &kinds, NULL);
  for (guint kind = 1; kind <= APP_VIEW_RAW; kind <<= 1)
    {
      if ((kinds & wanted & kind) == 0)
        continue;
      g_object_set (view, "kind", kind, NULL);
      if (kind == APP_VIEW_TREE)
        ui_fixture_wait (count_rows (self, UI_TYPE_TREE_VIEW) > 0);
      else if ((kind & (APP_VIEW_TEXT | APP_VIEW_YAML | APP_VIEW_RAW)) != 0)
        ui_fixture_wait (count_rows (self, UI_TYPE_LINES_VIEW) > 0);
      gtk_widget_queue_draw (GTK_WIDGET (view));
      gtk_test_widget_wait_for_draw (GTK_WIDGET (view));
    }
}

static StoreObject *
take_json (GString *text)
{
  g_autoptr (GBytes) bytes = g_string_free_to_bytes (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, NULL, &error);

  g_assert_no_error (error);
  return store_object_new_json (mcp_json_document_get_root (document), NULL, NULL);
}

static void
test_string (void)
{
  const gsize size = (g_test_slow () ? 300u : 40u) * 1024u * 1024u;
  GString    *text = g_string_sized_new (size + 3);
  Fixture     self;

  g_string_append_c (text, '"');
  g_string_set_size (text, size + 1);
  memset (text->str + 1, 'x', size);
  /* Text without a place to break is slow to lay out, and shown elsewhere. */
  for (gsize i = 8; i < size; i += 8)
    text->str[i] = ' ';
  g_string_append_c (text, '"');
  g_autoptr (StoreObject) object = take_json (text);
  UiValueView *view = show_object (&self, object);
  show_kinds (&self, view, g_test_slow () ? G_MAXUINT : APP_VIEW_TREE | APP_VIEW_TEXT);
  tear_down (&self);
}

static void
test_numbers (void)
{
  const guint n = 10000000;
  GString    *text = g_string_sized_new (2 * n + 2);
  Fixture     self;

  g_string_append_c (text, '[');
  for (guint i = 0; i < n; i++)
    g_string_append (text, i > 0 ? ",7" : "7");
  g_string_append_c (text, ']');
  g_autoptr (StoreObject) object = take_json (text);
  UiValueView *view = show_object (&self, object);
  show_kinds (&self, view, G_MAXUINT);
  g_object_set (view, "kind", APP_VIEW_TREE, NULL);
  /* All of them, by ranges. */
  guint before = count_rows (&self, UI_TYPE_TREE_VIEW);
  ui_fixture_activate (ui_fixture_find (self.view, UI_TYPE_TREE_VIEW), before - 1);
  ui_fixture_finish_drawing ();
  g_assert_cmpuint (count_rows (&self, UI_TYPE_TREE_VIEW), <, 20000);
  tear_down (&self);
}

static GString *
create_nested (guint depth)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < depth; i++)
    g_string_append (text, i % 2 == 0 ? "[" : "{\"a\":");
  g_string_append_c (text, '1');
  for (guint i = depth; i-- > 0;)
    g_string_append_c (text, i % 2 == 0 ? ']' : '}');
  return text;
}

static void
test_depth (void)
{
  g_autoptr (StoreObject) object = take_json (create_nested (MCP_JSON_MAX_DEPTH));
  g_autoptr (GString) nested = create_nested (MCP_JSON_MAX_DEPTH + 1);
  Fixture self;

  UiValueView *view = show_object (&self, object);
  show_kinds (&self, view, G_MAXUINT);
  g_object_set (view, "kind", APP_VIEW_TREE, NULL);
  /* One goes down as far as one likes. */
  for (guint i = count_rows (&self, UI_TYPE_TREE_VIEW); i < 100; i++)
    ui_fixture_activate (ui_fixture_find (self.view, UI_TYPE_TREE_VIEW),
                         count_rows (&self, UI_TYPE_TREE_VIEW) - 1);
  ui_fixture_finish_drawing ();
  g_assert_cmpuint (count_rows (&self, UI_TYPE_TREE_VIEW), >=, 100);
  tear_down (&self);

  /* Text that is JSON of one level too many is text. */
  g_auto (GStrv) pieces = g_strsplit (nested->str, "\"", -1);
  g_autofree char *quoted = g_strjoinv ("\\\"", pieces);
  g_autofree char *json =
      g_strdup_printf ("{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}", quoted);
  g_autoptr (AppCall) call = call_fixture_new (APP_CALL_TOOL, "tool", "{}");
  set_up (&self, g_object_new (UI_TYPE_RESULT_VIEW, NULL));
  call_fixture_answer_text (call, json);
  ui_result_view_set_call (UI_RESULT_VIEW (self.view), call);
  ui_fixture_wait (count_rows (&self, UI_TYPE_LINES_VIEW) > 0);
  tear_down (&self);
}

void
add_result_hostile_tests (void)
{
  g_test_add_func ("/result-hostile/types", test_types);
  g_test_add_func ("/result-hostile/wide", test_wide);
  g_test_add_func ("/result-hostile/large-drawing", test_large_drawing);
  g_test_add_func ("/result-hostile/drawing", test_drawing);
  g_test_add_func ("/result-hostile/entities", test_entities);
  g_test_add_func ("/result-hostile/string", test_string);
  g_test_add_func ("/result-hostile/numbers", test_numbers);
  g_test_add_func ("/result-hostile/depth", test_depth);
}
