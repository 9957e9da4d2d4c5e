/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-source-view.h"
#include "mcp-property.h"
#include "ui-find-bar.h"
#include "ui-highlighting.h"
#include "ui-page.h"
#include "ui-source-text.h"
#include "ui-style.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"
#include "app-json-text.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>

/* Laying out this much takes about a frame; more goes to a worker. */
#define IN_PLACE_BYTES (256u * 1024u)

struct _UiSourceView
{
  GtkBox parent_instance;

  GBytes       *source; /* what is shown: laid out, when that was asked for */
  UiSourceMode  mode;
  const char   *language; /* (nullable): interned */
  gsize         page;     /* bytes of the window */
  GCancellable *layout;

  GtkSourceSearchContext *search; /* (nullable): until something is looked for */

  UiFindBar     *find_bar;
  GtkWidget     *scroller;
  GtkSourceView *view;
  GtkWidget     *bar;
  GtkLabel      *hidden;
  GtkWidget     *more;
};

enum {
  PROP_0,
  PROP_LABEL,
  PROP_WRAP,
  PROP_MAX_CONTENT_HEIGHT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

UI_DEFINE_PAGE (UiSourceView, ui_source_view, GTK_TYPE_BOX)

static GtkSourceBuffer *
get_buffer (UiSourceView *self)
{
  return GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view)));
}

/* Finding */

/* Which match is selected, of those in the text that is shown. */
static void
show_status (UiSourceView *self)
{
  const char      *needle = ui_find_bar_get_needle (self->find_bar);
  g_autofree char *status = NULL;
  GtkTextIter      start, end;
  int              n = self->search != NULL
                           ? gtk_source_search_context_get_occurrences_count (self->search)
                           : 0;
  int              position;

  if (needle[0] != '\0' && n == 0)
    status = g_strdup (_ ("No matches"));
  else if (needle[0] != '\0' && n > 0)
    {
      gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (get_buffer (self)), &start, &end);
      position = gtk_source_search_context_get_occurrence_position (self->search, &start, &end);
      /* Translators: which match is shown, of how many */
      status = g_strdup_printf (_ ("%'u of %'u"), (guint)MAX (position, 0), (guint)n);
    }
  else if (needle[0] != '\0')
    status = g_strdup (_ ("Searching…"));
  ui_find_bar_set_status (self->find_bar, status);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "find.next", n > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "find.previous", n > 0);
}

/* Selects the next match, or the one before; behind the last comes the first. @from_start: the one
 * that is selected is good, too */
static void
step (UiSourceView *self, gboolean forwards, gboolean from_start)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (get_buffer (self));
  GtkTextIter    start, end;
  gboolean       found;

  if (self->search == NULL)
    return;
  gtk_text_buffer_get_selection_bounds (buffer, &start, &end);
  found = forwards
              ? gtk_source_search_context_forward (self->search, from_start ? &start : &end,
                                                   &start, &end, NULL)
              : gtk_source_search_context_backward (self->search, &start, &start, &end, NULL);
  if (found)
    {
      gtk_text_buffer_select_range (buffer, &start, &end);
      gtk_text_view_scroll_to_iter (GTK_TEXT_VIEW (self->view), &start, 0.1, FALSE, 0, 0);
    }
  show_status (self);
}

static void
look (UiSourceView *self)
{
  const char *needle = ui_find_bar_get_needle (self->find_bar);

  if (self->search == NULL && needle[0] != '\0')
    {
      g_autoptr (GtkSourceSearchSettings) settings = gtk_source_search_settings_new ();

      gtk_source_search_settings_set_wrap_around (settings, TRUE);
      self->search = gtk_source_search_context_new (get_buffer (self), settings);
      ui_connect (self->search, "notify::occurrences-count", show_status, self);
    }
  if (self->search == NULL)
    return;
  gtk_source_search_settings_set_search_text (
      gtk_source_search_context_get_settings (self->search), needle);
  step (self, TRUE, TRUE);
}

static void
find_next (GtkWidget *widget, const char *name, GVariant *parameter)
{
  step (UI_SOURCE_VIEW (widget), TRUE, FALSE);
}

static void
find_previous (GtkWidget *widget, const char *name, GVariant *parameter)
{
  step (UI_SOURCE_VIEW (widget), FALSE, FALSE);
}

static void
find_close (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiSourceView *self = UI_SOURCE_VIEW (widget);

  ui_find_bar_close (self->find_bar);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static gboolean
ui_source_view_search (UiPage *page)
{
  ui_find_bar_open (UI_SOURCE_VIEW (page)->find_bar);
  return TRUE;
}

void
ui_source_view_mark (UiSourceView *self, const char *text)
{
  g_return_if_fail (UI_IS_SOURCE_VIEW (self));
  ui_find_bar_show (self->find_bar, text);
}

/* The keys of the window do not reach a popover. */
static gboolean
on_search_key (GtkWidget *widget, GVariant *args, gpointer data)
{
  return ui_page_search (widget);
}

static void
ui_source_view_page_init (UiPageInterface *iface)
{
  iface->search = ui_source_view_search;
}

/* Showing */

static void
update_bar (UiSourceView *self, UiSourceText *text)
{
  gboolean cut = text->hidden_bytes > 0 || text->cut_lines > 0;

  gtk_widget_set_visible (self->bar, cut);
  if (!cut)
    return;
  g_autoptr (GString) note = g_string_new (NULL);
  if (text->hidden_bytes > 0)
    {
      g_autofree char *shown = app_visible_text_size (text->shown_bytes);
      g_autofree char *all = app_visible_text_size (text->shown_bytes + text->hidden_bytes);
      /* Translators: sizes, for example "The first 256 kB of 3.1 MB" */
      g_string_append_printf (note, _ ("The first %s of %s"), shown, all);
    }
  if (text->cut_lines > 0)
    {
      if (note->len > 0)
        g_string_append (note, " · ");
      g_string_append_printf (note,
                              ngettext ("%u long line is cut", "%u long lines are cut",
                                        text->cut_lines),
                              text->cut_lines);
    }
  gtk_label_set_text (self->hidden, note->str);
  gtk_widget_set_visible (self->more, self->page < UI_SOURCE_MAX_PAGE_BYTES);
}

static void
show_window (UiSourceView *self)
{
  gsize       length = 0;
  const char *data = self->source != NULL ? g_bytes_get_data (self->source, &length) : NULL;
  /* Beyond the first page lines may be longer, and are not highlighted. */
  gsize    max_line = self->page > UI_SOURCE_PAGE_BYTES ? UI_SOURCE_PLAIN_LINE_BYTES
                                                        : UI_SOURCE_LINE_BYTES;
  gboolean highlight = self->mode != UI_SOURCE_PLAIN && max_line <= UI_SOURCE_LINE_BYTES;

  g_autoptr (UiSourceText) text =
      ui_source_text_new (data != NULL ? data : "", length, self->page, max_line);
  /* The language must go before a long line comes: it is that which freezes. */
  ui_highlighting_set (get_buffer (self), NULL);
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (get_buffer (self)), text->text, -1);
  ui_highlighting_set (get_buffer (self), highlight ? self->language : NULL);

  GtkTextIter start;
  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (get_buffer (self)), &start);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (get_buffer (self)), &start);
  update_bar (self, text);
  look (self);
}

static GBytes *
lay_out (GBytes *bytes)
{
  gsize       length;
  const char *data = g_bytes_get_data (bytes, &length);
  char       *pretty = app_json_text_dup_pretty (data, (gssize)length);

  return pretty != NULL ? g_bytes_new_take (pretty, strlen (pretty)) : g_bytes_ref (bytes);
}

static void
lay_out_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, lay_out (data), (GDestroyNotify)g_bytes_unref);
}

static void
on_laid_out (GObject *object, GAsyncResult *result, gpointer data)
{
  UiSourceView *self = UI_SOURCE_VIEW (object);
  g_autoptr (GBytes) bytes = g_task_propagate_pointer (G_TASK (result), NULL);

  if (bytes == NULL || self->view == NULL)
    return;
  g_clear_object (&self->layout);
  g_clear_pointer (&self->source, g_bytes_unref);
  self->source = g_steal_pointer (&bytes);
  show_window (self);
}

static void
show_more (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiSourceView *self = UI_SOURCE_VIEW (widget);

  self->page *= 4;
  show_window (self);
}

static void
copy_all (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ui_source_view_copy (UI_SOURCE_VIEW (widget));
}

static void
set_label (UiSourceView *self, const char *label)
{
  ui_widget_name (self->view, label);
}

static void
set_wrap (UiSourceView *self, gboolean wrap)
{
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->view),
                               wrap ? GTK_WRAP_WORD_CHAR : GTK_WRAP_NONE);
}

static void
set_max_content_height (UiSourceView *self, int height)
{
  g_object_set (self->scroller, "propagate-natural-height", TRUE, "max-content-height", height,
                NULL);
}

UI_DEFINE_CLASS (UiSourceView, ui_source_view)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_LABEL] = { "label", G_TYPE_STRING, .flags = G_PARAM_WRITABLE,
                     .set = G_CALLBACK (set_label) },
    [PROP_WRAP] = { "wrap", G_TYPE_BOOLEAN, .flags = G_PARAM_WRITABLE,
                    .set = G_CALLBACK (set_wrap) },
    [PROP_MAX_CONTENT_HEIGHT] = { "max-content-height", G_TYPE_INT, .flags = G_PARAM_WRITABLE,
                                  .set = G_CALLBACK (set_max_content_height) },
  };

  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);

  ui_template_ensure_types (GTK_SOURCE_TYPE_VIEW, UI_TYPE_FIND_BAR);
  ui_template_set (widget_class, "ui/base/ui-source-view.ui");
  ui_template_own (widget_class, UiSourceView, source, g_bytes_unref);
  ui_template_hold (widget_class, UiSourceView, layout, search);
  ui_template_bind_children (widget_class, UiSourceView, find_bar, scroller, view, bar, hidden,
                             more);
  ui_template_bind_callbacks (widget_class, look);
  gtk_widget_class_install_action (widget_class, "find.next", NULL, find_next);
  gtk_widget_class_install_action (widget_class, "find.previous", NULL, find_previous);
  gtk_widget_class_install_action (widget_class, "find.close", NULL, find_close);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, on_search_key, NULL);
  ui_find_bar_add_bindings (widget_class);
  gtk_widget_class_install_action (widget_class, "source.more", NULL, show_more);
  gtk_widget_class_install_action (widget_class, "source.copy-all", NULL, copy_all);
}

static void
ui_source_view_init (UiSourceView *self)
{
  self->language = "json";
  ui_template_init (self);

  /* A widget of its own does not pass on that its child expands. */
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  self->page = UI_SOURCE_PAGE_BYTES;
  gtk_source_buffer_set_highlight_matching_brackets (get_buffer (self), FALSE);
  ui_style_follow_dark (get_buffer (self));
  ui_wrap_view_literally (GTK_TEXT_VIEW (self->view));
  show_status (self);
}

void
ui_source_view_set_bytes (UiSourceView *self, GBytes *bytes, UiSourceMode mode)
{
  g_return_if_fail (UI_IS_SOURCE_VIEW (self));

  g_cancellable_cancel (self->layout);
  g_clear_object (&self->layout);
  g_clear_pointer (&self->source, g_bytes_unref);
  self->mode = mode;
  self->page = UI_SOURCE_PAGE_BYTES;

  if (bytes != NULL && mode == UI_SOURCE_PRETTY && g_bytes_get_size (bytes) > IN_PLACE_BYTES)
    {
      show_window (self);
      self->layout = g_cancellable_new ();
      g_autoptr (GTask) task = g_task_new (self, self->layout, on_laid_out, NULL);
      g_task_set_source_tag (task, ui_source_view_set_bytes);
      g_task_set_task_data (task, g_bytes_ref (bytes), (GDestroyNotify)g_bytes_unref);
      g_task_run_in_thread (task, lay_out_in_worker);
      return;
    }
  if (bytes != NULL)
    self->source = mode == UI_SOURCE_PRETTY ? lay_out (bytes) : g_bytes_ref (bytes);
  show_window (self);
}

void
ui_source_view_set_text (UiSourceView *self, const char *text, UiSourceMode mode)
{
  g_autoptr (GBytes) bytes = text != NULL ? g_bytes_new (text, strlen (text)) : NULL;
  ui_source_view_set_bytes (self, bytes, mode);
}

void
ui_source_view_set_language (UiSourceView *self, const char *language)
{
  g_return_if_fail (UI_IS_SOURCE_VIEW (self));

  self->language = g_intern_string (language);
}

void
ui_source_view_set_value (UiSourceView *self, McpJsonValue value)
{
  g_autoptr (GBytes) bytes = mcp_json_value_get_bytes (value);
  ui_source_view_set_bytes (self, bytes, UI_SOURCE_PRETTY);
}

void
ui_source_view_copy (UiSourceView *self)
{
  g_return_if_fail (UI_IS_SOURCE_VIEW (self));

  if (self->source == NULL)
    return;
  gsize            length;
  const char      *data = g_bytes_get_data (self->source, &length);
  g_autofree char *text = g_utf8_make_valid (data, (gssize)length);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}
