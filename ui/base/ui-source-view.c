/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-source-view.h"
#include "ui-source-text.h"
#include "ui-style.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-json-text.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>

/* Laying out this much takes about a frame; more goes to a worker. */
#define IN_PLACE_BYTES (256u * 1024u)

struct _UiSourceView
{
  GtkWidget parent_instance;

  GBytes       *source; /* what is shown: laid out, when that was asked for */
  UiSourceMode  mode;
  gsize         page; /* bytes of the window */
  GCancellable *layout;

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

G_DEFINE_FINAL_TYPE (UiSourceView, ui_source_view, GTK_TYPE_WIDGET)

static GtkSourceBuffer *
get_buffer (UiSourceView *self)
{
  return GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view)));
}

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
  GtkSourceLanguage *language = NULL;
  if (highlight)
    language = gtk_source_language_manager_get_language (
        gtk_source_language_manager_get_default (), "json");
  gtk_source_buffer_set_language (get_buffer (self), NULL);
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (get_buffer (self)), text->text, -1);
  gtk_source_buffer_set_language (get_buffer (self), language);

  GtkTextIter start;
  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (get_buffer (self)), &start);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (get_buffer (self)), &start);
  update_bar (self, text);
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
ui_source_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  UiSourceView *self = UI_SOURCE_VIEW (object);

  switch (id)
    {
    case PROP_LABEL:
      ui_widget_name (self->view, g_value_get_string (value));
      break;
    case PROP_WRAP:
      gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->view), g_value_get_boolean (value)
                                                                   ? GTK_WRAP_WORD_CHAR
                                                                   : GTK_WRAP_NONE);
      break;
    case PROP_MAX_CONTENT_HEIGHT:
      g_object_set (self->scroller, "propagate-natural-height", TRUE, NULL);
      g_object_set_property (G_OBJECT (self->scroller), "max-content-height", value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
ui_source_view_dispose (GObject *object)
{
  UiSourceView *self = UI_SOURCE_VIEW (object);

  if (self->layout != NULL)
    g_cancellable_cancel (self->layout);
  g_clear_object (&self->layout);
  ui_template_dispose (object);
  g_clear_pointer (&self->source, g_bytes_unref);
}

static void
ui_source_view_class_init (UiSourceViewClass *klass)
{
  GObjectClass   *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ui_source_view_set_property;
  object_class->dispose = ui_source_view_dispose;

  properties[PROP_LABEL] = g_param_spec_string ("label", NULL, NULL, NULL,
                                                G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_WRAP] =
      g_param_spec_boolean ("wrap", NULL, NULL, TRUE, G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_MAX_CONTENT_HEIGHT] =
      g_param_spec_int ("max-content-height", NULL, NULL, -1, G_MAXINT, -1,
                        G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (GTK_SOURCE_TYPE_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ui_template_set (widget_class, "ui/base/ui-source-view.ui");
  gtk_widget_class_bind_template_child (widget_class, UiSourceView, scroller);
  gtk_widget_class_bind_template_child (widget_class, UiSourceView, view);
  gtk_widget_class_bind_template_child (widget_class, UiSourceView, bar);
  gtk_widget_class_bind_template_child (widget_class, UiSourceView, hidden);
  gtk_widget_class_bind_template_child (widget_class, UiSourceView, more);
  gtk_widget_class_install_action (widget_class, "source.more", NULL, show_more);
  gtk_widget_class_install_action (widget_class, "source.copy-all", NULL, copy_all);
}

static void
ui_source_view_init (UiSourceView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  /* A widget of its own does not pass on that its child expands. */
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  self->page = UI_SOURCE_PAGE_BYTES;
  gtk_source_buffer_set_highlight_matching_brackets (get_buffer (self), FALSE);
  ui_style_follow_dark (get_buffer (self));
}

void
ui_source_view_set_bytes (UiSourceView *self, GBytes *bytes, UiSourceMode mode)
{
  g_return_if_fail (UI_IS_SOURCE_VIEW (self));

  if (self->layout != NULL)
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
