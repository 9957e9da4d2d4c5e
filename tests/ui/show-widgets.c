/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Shows one form or one result on its own, to be looked at: not a test, not installed.
 *
 *   show-widgets [--dark] [--width N] [--height N] [--png FILE] [--focus POINTER] [--json]
 * [--tried]
 *                [--arguments JSON] form TOOLS-FILE TOOL
 *   show-widgets [options] [--page NAME] [--state running|asks|failed] result [RESULT-FILE]
 *   show-widgets [options] [--page TITLE] value FILE
 *   show-widgets [options] bench
 *
 * With --png it draws itself into the file and ends. */

#include "show-bench.h"
#include "show-result.h"
#include "ui-fixture.h"
#include "ui-form-view.h"
#include "ui-style.h"

#include <gtksourceview/gtksource.h>

static gboolean dark, json, tried;
static int      width = 560, height = 760, wait_ms = 300;
static char    *png, *focus, *arguments, *page, *state;

static const GOptionEntry options[] = {
  { "dark", 0, 0, G_OPTION_ARG_NONE, &dark, NULL, NULL },
  { "json", 0, 0, G_OPTION_ARG_NONE, &json, NULL, NULL },
  { "tried", 0, 0, G_OPTION_ARG_NONE, &tried, NULL, NULL },
  { "state", 0, 0, G_OPTION_ARG_STRING, &state, NULL, NULL },
  { "width", 0, 0, G_OPTION_ARG_INT, &width, NULL, NULL },
  { "height", 0, 0, G_OPTION_ARG_INT, &height, NULL, NULL },
  { "wait", 0, 0, G_OPTION_ARG_INT, &wait_ms, NULL, NULL },
  { "png", 0, 0, G_OPTION_ARG_STRING, &png, NULL, NULL },
  { "focus", 0, 0, G_OPTION_ARG_STRING, &focus, NULL, NULL },
  { "arguments", 0, 0, G_OPTION_ARG_STRING, &arguments, NULL, NULL },
  { "page", 0, 0, G_OPTION_ARG_STRING, &page, NULL, NULL },
  { NULL }
};

static McpJsonDocument *
load (const char *path)
{
  g_autofree char *text = NULL;
  gsize            length;
  g_autoptr (GError) error = NULL;

  if (!g_file_get_contents (path, &text, &length, &error))
    g_error ("%s", error->message);
  McpJsonDocument *document = mcp_json_document_parse_text (text, (gssize)length, &error);
  if (document == NULL)
    g_error ("%s: %s", path, error->message);
  return document;
}

static McpJsonValue
find_schema (McpJsonValue root, const char *tool)
{
  McpJsonValue tools = mcp_json_value_get_member (root, "tools");
  McpJsonValue each;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, mcp_json_value_exists (tools) ? tools : root);
  while (mcp_json_iter_next (&iter, NULL, &each))
    if (mcp_json_value_string_equals (mcp_json_value_get_member (each, "name"), tool))
      return mcp_json_value_get_member (each, "inputSchema");
  g_error ("there is no tool called %s", tool);
}

static GtkWidget *
create_form (const char *path, const char *tool)
{
  g_autoptr (McpJsonDocument) document = load (path);
  McpJsonValue schema = find_schema (mcp_json_document_get_root (document), tool);
  g_autoptr (AppForm) form = app_form_new (schema, APP_FORM_DEFAULT, NULL);
  g_autoptr (AppPresets) presets = app_presets_new (schema);
  GtkWidget *view = g_object_new (UI_TYPE_FORM_VIEW, NULL);

  if (arguments != NULL)
    app_form_set_json (form, arguments);
  ui_form_view_set_form (UI_FORM_VIEW (view), form);
  ui_form_view_set_presets (UI_FORM_VIEW (view), presets);
  return view;
}

static GtkWidget *
create_view (int argc, char *argv[])
{
  if (argc == 4 && g_str_equal (argv[1], "form"))
    return create_form (argv[2], argv[3]);
  if (argc == 3 && g_str_equal (argv[1], "value"))
    return show_result_create_value (argv[2], page);
  if (argc == 2 && g_str_equal (argv[1], "bench"))
    return show_bench_create ();
  return show_result_create (argc - 1, argv + 1, page, state);
}

static void
act (GtkWidget *view)
{
  if (UI_IS_FORM_VIEW (view))
    {
      if (tried)
        ui_form_view_submit (UI_FORM_VIEW (view));
      if (json)
        gtk_widget_activate_action (view, "form.tidy", NULL);
      if (focus != NULL)
        ui_form_view_focus_field (UI_FORM_VIEW (view), focus);
    }
}

static void
iterate (int milliseconds)
{
  gint64 end = g_get_monotonic_time () + 1000 * milliseconds;

  while (g_get_monotonic_time () < end)
    {
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (2000);
    }
}

static void
draw (GtkWidget *window)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (window);
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (window),
                          gtk_widget_get_height (window));
  GskRenderNode *node = gtk_snapshot_free_to_node (snapshot);
  g_autoptr (GdkTexture) texture = gsk_renderer_render_texture (
      gtk_native_get_renderer (GTK_NATIVE (window)), node, NULL);
  gsk_render_node_unref (node);
  gdk_texture_save_to_png (texture, png);
}

int
main (int argc, char *argv[])
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    g_error ("%s", error->message);
  g_set_application_name ("Spyglass");
  adw_init ();
  gtk_source_init ();
  ui_fixture_add_style ();
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      dark ? ADW_COLOR_SCHEME_FORCE_DARK
                                           : ADW_COLOR_SCHEME_FORCE_LIGHT);
  GtkWidget *view = create_view (argc, argv);
  GtkWidget *window = gtk_window_new ();
  gtk_window_set_titlebar (GTK_WINDOW (window), gtk_header_bar_new ());
  gtk_window_set_child (GTK_WINDOW (window), view);
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  gtk_window_present (GTK_WINDOW (window));
  iterate (wait_ms);
  act (view);
  iterate (wait_ms);
  if (png != NULL)
    draw (window);
  else
    while (gtk_window_list_toplevels () != NULL)
      g_main_context_iteration (NULL, TRUE);
  gtk_window_destroy (GTK_WINDOW (window));
  return 0;
}
