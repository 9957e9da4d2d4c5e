/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-console-view.h"
#include "ui-page.h"
#include "ui-template.h"

#include <adwaita.h>
#include <math.h>

/* Luminances that have 4.5:1 on the light and on the dark background. */
#define MOST_ON_LIGHT 0.16
#define LEAST_ON_DARK 0.26

struct _UiConsoleView
{
  GtkWidget parent_instance;

  AppConsole *console;
  guint       scroll;

  GtkSearchEntry     *search;
  GtkToggleButton    *follow;
  GtkStack           *stack;
  GtkScrolledWindow  *scroller;
  GtkListView        *view;
  GtkFilterListModel *filtered;
  GtkStringFilter    *filter;
};

UI_DEFINE_PAGE (UiConsoleView, ui_console_view, GTK_TYPE_WIDGET)

/* The sixteen of a terminal, from the palettes of GNOME's: readable on white, then on black. */
static const guint32 colours[2][16] = {
  { 0x241f31, 0xb01c23, 0x1b7a48, 0x855d00, 0x1a5fb4, 0x8a3a9e, 0x0f6f80, 0x5e5c64,
    0x5e5c64, 0xc01c28, 0x1c7d45, 0x8f5902, 0x1c6bc4, 0x9141ac, 0x12758a, 0x3d3846 },
  { 0x9a9996, 0xff7b80, 0x8ff0a4, 0xf8e45c, 0x99c1f1, 0xdc8add, 0x8be9f0, 0xdeddda,
    0xb0afac, 0xff8f94, 0xa6f5b8, 0xfaeb8a, 0xb4d1f5, 0xe6a6e6, 0xa9f0f5, 0xffffff },
};

/* Beyond the sixteen: a cube of six steps each, then greys. */
static guint32
get_rgb (guint32 colour, gboolean dark)
{
  static const guint8 steps[] = { 0, 95, 135, 175, 215, 255 };
  guint               index = colour & 0xff;

  if ((colour & APP_ANSI_RGB) != 0)
    return colour & 0xffffff;
  if (index < 16)
    return colours[dark][index];
  if (index >= 232)
    return (8 + (index - 232) * 10) * 0x10101;
  index -= 16;
  return (guint32)(steps[index / 36] << 16 | steps[index / 6 % 6] << 8 | steps[index % 6]);
}

static void
insert (PangoAttrList *list, PangoAttribute *attribute, const AppAnsiSpan *span)
{
  attribute->start_index = span->start;
  attribute->end_index = span->start + span->length;
  pango_attr_list_insert (list, attribute);
}

static double
get_luminance (guint32 rgb)
{
  double sum = 0;
  /* WCAG 2.2, relative luminance; the exponent is near enough. */
  static const double weights[] = { 0.0722, 0.7152, 0.2126 };

  for (guint i = 0; i < G_N_ELEMENTS (weights); i++)
    sum += weights[i] * pow ((rgb >> (8 * i) & 0xff) / 255.0, 2.2);
  return sum;
}

/* Towards black or white until it has 4.5:1 on what it lies on. */
static guint32
make_readable (guint32 rgb, gboolean dark)
{
  for (guint i = 0; i < 20; i++)
    {
      double  luminance = get_luminance (rgb);
      guint32 mixed = 0;

      if (dark ? luminance >= LEAST_ON_DARK : luminance <= MOST_ON_LIGHT)
        break;
      for (guint k = 0; k < 3; k++)
        {
          guint32 part = rgb >> (8 * k) & 0xff;
          part = dark ? part + (255 - part) / 6 + (part < 255) : part * 5 / 6;
          mixed |= MIN (part, 255) << (8 * k);
        }
      rgb = mixed;
    }
  return rgb;
}

static PangoAttribute *
new_colour (PangoAttribute *(*create) (guint16, guint16, guint16), guint32 rgb)
{
  return create ((guint16)((rgb >> 16 & 0xff) * 257), (guint16)((rgb >> 8 & 0xff) * 257),
                 (guint16)((rgb & 0xff) * 257));
}

/* A background of the server's has black or white on it, whichever can be read. */
static void
add_colours (PangoAttrList *list, const AppAnsiSpan *span)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  gboolean inverse = (span->flags & APP_ANSI_INVERSE) != 0;
  guint32  foreground = inverse ? span->background : span->foreground;
  guint32  background = inverse ? span->foreground : span->background;

  if (background != APP_ANSI_NO_COLOUR)
    {
      guint32 rgb = get_rgb (background, dark);
      guint32 text = get_luminance (rgb) > MOST_ON_LIGHT ? 0x000000 : 0xffffff;

      insert (list, new_colour (pango_attr_background_new, rgb), span);
      insert (list, new_colour (pango_attr_foreground_new, text), span);
    }
  else if (foreground != APP_ANSI_NO_COLOUR)
    insert (list,
            new_colour (pango_attr_foreground_new,
                        make_readable (get_rgb (foreground, dark), dark)),
            span);
}

static void
add_span (PangoAttrList *list, const AppAnsiSpan *span)
{
  add_colours (list, span);
  if (span->flags & APP_ANSI_BOLD)
    insert (list, pango_attr_weight_new (PANGO_WEIGHT_BOLD), span);
  if (span->flags & APP_ANSI_ITALIC)
    insert (list, pango_attr_style_new (PANGO_STYLE_ITALIC), span);
  if (span->flags & APP_ANSI_UNDERLINE)
    insert (list, pango_attr_underline_new (PANGO_UNDERLINE_SINGLE), span);
}

/* For the rows. Returns: (transfer full) */
static PangoAttrList *
dup_attributes (gpointer item, AppConsoleLine *line)
{
  PangoAttrList     *list = pango_attr_list_new ();
  guint              n = 0;
  const AppAnsiSpan *spans = line != NULL ? app_console_line_get_spans (line, &n) : NULL;

  pango_attr_list_insert (list, pango_attr_insert_hyphens_new (FALSE));
  for (guint i = 0; i < n; i++)
    add_span (list, &spans[i]);
  return list;
}

/* Returns: (transfer full) */
static char *
dup_text (gpointer item, AppConsoleLine *line)
{
  return g_strdup (line != NULL ? app_console_line_get_shown (line) : "");
}

/* For the filter. Returns: (transfer full) */
static char *
dup_text_of_line (AppConsoleLine *line)
{
  return g_strdup (app_console_line_get_shown (line));
}

/* What the program itself adds is dim. Returns: (transfer full) */
static char **
dup_classes (gpointer item, AppConsoleLine *line)
{
  const char *const classes[] = {
    "monospace", line != NULL && app_console_line_get_ours (line) ? "secondary" : NULL, NULL
  };

  return g_strdupv ((char **)classes);
}

static void
update_stack (UiConsoleView *self)
{
  gboolean any = g_list_model_get_n_items (G_LIST_MODEL (self->filtered)) > 0;
  gboolean printed = self->console != NULL &&
                     g_list_model_get_n_items (app_console_get_lines (self->console)) > 0;

  gtk_stack_set_visible_child_name (self->stack, any       ? "lines"
                                                 : printed ? "no-match"
                                                           : "empty");
}

static gboolean
scroll_to_end (gpointer data)
{
  UiConsoleView *self = data;
  guint          n = g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (self->view)));

  self->scroll = 0;
  if (n > 0 && gtk_toggle_button_get_active (self->follow))
    gtk_widget_activate_action (GTK_WIDGET (self->view), "list.scroll-to-item", "u", n - 1);
  return G_SOURCE_REMOVE;
}

/* See ui-log-view.c. */
static void
follow_end (UiConsoleView *self)
{
  if (self->scroll == 0)
    self->scroll = g_idle_add_full (G_PRIORITY_HIGH_IDLE, scroll_to_end, self, NULL);
}

static void
on_search_changed (UiConsoleView *self)
{
  gtk_string_filter_set_search (self->filter, gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

static void
clear_console (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiConsoleView *self = UI_CONSOLE_VIEW (widget);

  if (self->console != NULL)
    app_console_clear (self->console);
}

static gboolean
ui_console_view_search (UiPage *page)
{
  return gtk_widget_grab_focus (GTK_WIDGET (UI_CONSOLE_VIEW (page)->search));
}

static void
ui_console_view_page_init (UiPageInterface *iface)
{
  iface->search = ui_console_view_search;
}

static void
ui_console_view_dispose (GObject *object)
{
  UiConsoleView *self = UI_CONSOLE_VIEW (object);

  if (self->view != NULL)
    gtk_list_view_set_model (self->view, NULL);
  ui_template_dispose (object);
  g_clear_handle_id (&self->scroll, g_source_remove);
}

UI_DEFINE_CLASS (UiConsoleView, ui_console_view)
{
  G_OBJECT_CLASS (klass)->dispose = ui_console_view_dispose;
  ui_template_set_bin (widget_class, "ui/log/ui-console-view.ui");
  ui_template_hold (widget_class, UiConsoleView, console);
  ui_template_bind_children (widget_class, UiConsoleView, search, follow, stack, scroller, view,
                             filtered, filter);
  ui_template_bind_callbacks (widget_class, dup_attributes, dup_text, dup_classes, update_stack,
                              follow_end, on_search_changed);
  gtk_widget_class_install_action (widget_class, "console.clear", NULL, clear_console);
}

static void
ui_console_view_init (UiConsoleView *self)
{
  GtkExpression *shown = gtk_cclosure_expression_new (G_TYPE_STRING, NULL, 0, NULL,
                                                      G_CALLBACK (dup_text_of_line), NULL, NULL);

  ui_template_init (self);
  gtk_string_filter_set_expression (self->filter, shown);
  gtk_expression_unref (shown);
  ui_connect (gtk_scrolled_window_get_vadjustment (self->scroller), "changed", follow_end, self);
  update_stack (self);
}

void
ui_console_view_set_console (UiConsoleView *self, AppConsole *console)
{
  g_return_if_fail (UI_IS_CONSOLE_VIEW (self));
  g_return_if_fail (console == NULL || APP_IS_CONSOLE (console));

  if (!g_set_object (&self->console, console))
    return;
  gtk_filter_list_model_set_model (self->filtered,
                                   console != NULL ? app_console_get_lines (console) : NULL);
  update_stack (self);
}
