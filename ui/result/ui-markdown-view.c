/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-markdown-view.h"
#include "ui-link-question.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"
#include "app-markdown.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* Pixels of one level of a list. */
#define INDENT 24
/* Styles over parts of a text that are shown; each takes its time. */
#define MAX_SPANS 20000u
#define N_HEADINGS 6u

struct _UiMarkdownView
{
  GtkWidget parent_instance;

  GCancellable *loading;  /* (nullable) */
  AppMarkdown  *markdown; /* (nullable) */
  GtkTextTag   *styles[APP_MARKDOWN_N_STYLES];
  GtkTextTag   *headings[N_HEADINGS];
  GtkTextTag   *indents[APP_MARKDOWN_MAX_LEVEL];

  GtkScrolledWindow *scroller;
  GtkTextView       *view;
  GtkLabel          *note;
};

G_DEFINE_FINAL_TYPE (UiMarkdownView, ui_markdown_view, GTK_TYPE_WIDGET)

static guint open_link_signal;

static GtkTextBuffer *
get_buffer (UiMarkdownView *self)
{
  return gtk_text_view_get_buffer (self->view);
}

/* Returns: (transfer none) (nullable) */
static GArray *
get_spans (UiMarkdownView *self)
{
  return self->markdown != NULL ? app_markdown_get_spans (self->markdown) : NULL;
}

/* Links */

/* Returns: (transfer none) (nullable): the link's address */
static const char *
find_target (UiMarkdownView *self, const GtkTextIter *at)
{
  guint   offset = (guint)gtk_text_iter_get_offset (at);
  GArray *spans = get_spans (self);

  for (guint i = 0; spans != NULL && i < spans->len; i++)
    {
      const AppMarkdownSpan *span = &g_array_index (spans, AppMarkdownSpan, i);

      if (span->style == APP_MARKDOWN_LINK && offset >= span->start && offset < span->end)
        return span->target;
    }
  return NULL;
}

static void
open_link (UiMarkdownView *self, const char *target)
{
  gboolean is_open = FALSE;

  g_signal_emit (self, open_link_signal, 0, target, &is_open);
  if (!is_open)
    ui_link_question_ask (GTK_WIDGET (self), target);
}

static gboolean
find_at (UiMarkdownView *self, double x, double y, GtkTextIter *at)
{
  int buffer_x, buffer_y;

  gtk_text_view_window_to_buffer_coords (self->view, GTK_TEXT_WINDOW_WIDGET, (int)x, (int)y,
                                         &buffer_x, &buffer_y);
  return gtk_text_view_get_iter_at_location (self->view, at, buffer_x, buffer_y);
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, UiMarkdownView *self)
{
  GtkTextIter at;

  /* What was selected by dragging is not opened. */
  if (gtk_text_buffer_get_has_selection (get_buffer (self)) || !find_at (self, x, y, &at))
    return;
  const char *target = find_target (self, &at);
  if (target != NULL)
    open_link (self, target);
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, UiMarkdownView *self)
{
  GtkTextIter at;
  gboolean    link = find_at (self, x, y, &at) && find_target (self, &at) != NULL;

  gtk_widget_set_cursor_from_name (GTK_WIDGET (self->view), link ? "pointer" : "text");
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint                  key,
        guint                  code,
        GdkModifierType        state,
        UiMarkdownView        *self)
{
  GtkTextIter at;

  if (key != GDK_KEY_Return && key != GDK_KEY_KP_Enter)
    return FALSE;
  gtk_text_buffer_get_iter_at_mark (get_buffer (self), &at,
                                    gtk_text_buffer_get_insert (get_buffer (self)));
  const char *target = find_target (self, &at);
  if (target != NULL)
    open_link (self, target);
  return target != NULL;
}

/* The address is seen before anything is asked. */
static gboolean
on_tooltip (GtkWidget      *widget,
            int             x,
            int             y,
            gboolean        keyboard,
            GtkTooltip     *tooltip,
            UiMarkdownView *self)
{
  GtkTextIter at;
  const char *target = NULL;

  if (!keyboard && find_at (self, x, y, &at))
    target = find_target (self, &at);
  if (target == NULL)
    return FALSE;
  g_autofree char *text = app_visible_text_line (target, 200);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* Styles: those that are made later stand above the others. */

static void
create_tags (UiMarkdownView *self)
{
  static const double scales[N_HEADINGS] = { 1.6, 1.35, 1.2, 1.1, 1.0, 1.0 };
  GtkTextBuffer      *buffer = get_buffer (self);
  const GdkRGBA       shade = { 0.5f, 0.5f, 0.5f, 0.15f };
  GtkTextTag        **styles = self->styles;

  ui_wrap_view_literally (self->view);
  for (guint i = 0; i < APP_MARKDOWN_MAX_LEVEL; i++)
    self->indents[i] = gtk_text_buffer_create_tag (
        buffer, NULL, "left-margin", 18 + INDENT * (int)(i + 1), "indent", -INDENT / 2, NULL);
  for (guint i = 0; i < N_HEADINGS; i++)
    self->headings[i] = gtk_text_buffer_create_tag (buffer, NULL, "scale", scales[i], "weight",
                                                    PANGO_WEIGHT_BOLD, NULL);
  styles[APP_MARKDOWN_QUOTE] =
      gtk_text_buffer_create_tag (buffer, NULL, "style", PANGO_STYLE_ITALIC, NULL);
  styles[APP_MARKDOWN_STRONG] =
      gtk_text_buffer_create_tag (buffer, NULL, "weight", PANGO_WEIGHT_BOLD, NULL);
  styles[APP_MARKDOWN_EMPHASIS] =
      gtk_text_buffer_create_tag (buffer, NULL, "style", PANGO_STYLE_ITALIC, NULL);
  styles[APP_MARKDOWN_STRUCK] =
      gtk_text_buffer_create_tag (buffer, NULL, "strikethrough", TRUE, NULL);
  styles[APP_MARKDOWN_CODE] = gtk_text_buffer_create_tag (buffer, NULL, "family", "monospace",
                                                          "background-rgba", &shade, NULL);
  styles[APP_MARKDOWN_CODE_BLOCK] = gtk_text_buffer_create_tag (
      buffer, NULL, "family", "monospace", "paragraph-background-rgba", &shade, NULL);
  styles[APP_MARKDOWN_TABLE] = gtk_text_buffer_create_tag (buffer, NULL, "family", "monospace",
                                                           "wrap-mode", GTK_WRAP_NONE, NULL);
  styles[APP_MARKDOWN_RULE] =
      gtk_text_buffer_create_tag (buffer, NULL, "justification", GTK_JUSTIFY_CENTER, NULL);
  styles[APP_MARKDOWN_LINK] =
      gtk_text_buffer_create_tag (buffer, NULL, "underline", PANGO_UNDERLINE_SINGLE, NULL);
}

static void
follow_accent (UiMarkdownView *self)
{
  GtkStyleContext *context = gtk_widget_get_style_context (GTK_WIDGET (self));
  GdkRGBA          colour;

  if (gtk_style_context_lookup_color (context, "accent_color", &colour))
    g_object_set (self->styles[APP_MARKDOWN_LINK], "foreground-rgba", &colour, NULL);
}

/* Returns: (transfer none) (nullable) */
static GtkTextTag *
choose_tag (UiMarkdownView *self, const AppMarkdownSpan *span)
{
  if (span->style == APP_MARKDOWN_HEADING)
    return self->headings[CLAMP (span->level, 1, N_HEADINGS) - 1];
  if (span->style == APP_MARKDOWN_INDENT)
    return self->indents[CLAMP (span->level, 1, APP_MARKDOWN_MAX_LEVEL) - 1];
  return self->styles[span->style];
}

static void
show_note (UiMarkdownView *self, const char *text)
{
  ui_widget_show_text (self->note, text);
}

static void
show_markdown (UiMarkdownView *self)
{
  GtkTextBuffer *buffer = get_buffer (self);
  GArray        *spans = app_markdown_get_spans (self->markdown);
  gsize          n_hidden = app_markdown_get_n_hidden (self->markdown);
  GtkTextIter    start, end;

  gtk_text_buffer_set_text (buffer, app_markdown_get_text (self->markdown), -1);
  for (guint i = 0; i < MIN (spans->len, MAX_SPANS); i++)
    {
      const AppMarkdownSpan *span = &g_array_index (spans, AppMarkdownSpan, i);
      GtkTextTag            *tag = choose_tag (self, span);

      if (tag == NULL)
        continue;
      gtk_text_buffer_get_iter_at_offset (buffer, &start, (int)span->start);
      gtk_text_buffer_get_iter_at_offset (buffer, &end, (int)span->end);
      gtk_text_buffer_apply_tag (buffer, tag, &start, &end);
    }
  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_place_cursor (buffer, &start);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
  if (n_hidden == 0)
    return;
  g_autofree char *size = app_visible_text_size (n_hidden);
  /* Translators: %s is a size such as "3.1 MB" */
  g_autofree char *note = g_strdup_printf (_ ("%s not rendered; see Text"), size);
  show_note (self, note);
}

static void
on_loaded (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiMarkdownView) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (AppMarkdown) markdown = app_markdown_load_finish (result, &error);

  if (self->view == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->loading);
  if (markdown == NULL)
    {
      show_note (self, error->message);
      return;
    }
  self->markdown = g_steal_pointer (&markdown);
  show_markdown (self);
}

static void
stop (UiMarkdownView *self)
{
  g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  g_clear_object (&self->markdown);
}

void
ui_markdown_view_set_text (UiMarkdownView *self, GBytes *text)
{
  g_return_if_fail (UI_IS_MARKDOWN_VIEW (self));

  stop (self);
  gtk_text_buffer_set_text (get_buffer (self), "", 0);
  show_note (self, NULL);
  if (text == NULL)
    return;
  self->loading = g_cancellable_new ();
  app_markdown_load_async (text, self->loading, on_loaded, g_object_ref (self));
}

/* The class */

UI_DEFINE_DISPOSE (UiMarkdownView, ui_markdown_view)
{
  stop (self);
}

UI_DEFINE_CLASS (UiMarkdownView, ui_markdown_view)
{
  G_OBJECT_CLASS (klass)->dispose = ui_markdown_view_dispose;
  ui_template_set_bin (widget_class, "ui/result/ui-markdown-view.ui");
  ui_template_bind_children (widget_class, UiMarkdownView, scroller, view, note);
  open_link_signal = g_signal_new ("open-link", UI_TYPE_MARKDOWN_VIEW, G_SIGNAL_RUN_LAST, 0,
                                   g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN,
                                   1, G_TYPE_STRING);
}

static void
ui_markdown_view_init (UiMarkdownView *self)
{
  GtkWidget          *view;
  GtkGesture         *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  ui_template_init (self);

  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  view = GTK_WIDGET (self->view);
  create_tags (self);
  follow_accent (self);
  ui_connect (adw_style_manager_get_default (), "notify::dark", follow_accent, self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (view, GTK_EVENT_CONTROLLER (click));
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  gtk_widget_add_controller (view, motion);
  /* Before the view, which would take Enter. */
  gtk_event_controller_set_propagation_phase (key, GTK_PHASE_CAPTURE);
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (view, key);
  gtk_widget_set_has_tooltip (view, TRUE);
  g_signal_connect (view, "query-tooltip", G_CALLBACK (on_tooltip), self);
}

void
ui_markdown_view_show_whole (UiMarkdownView *self)
{
  g_return_if_fail (UI_IS_MARKDOWN_VIEW (self));
  gtk_scrolled_window_set_policy (self->scroller, GTK_POLICY_NEVER, GTK_POLICY_NEVER);
}

/* Returns: (transfer none) (nullable): the heading or link that begins next to the cursor */
static const AppMarkdownSpan *
find_stop (UiMarkdownView *self, guint cursor, gboolean forward)
{
  const AppMarkdownSpan *found = NULL;
  GArray                *spans = get_spans (self);

  for (guint i = 0; spans != NULL && i < spans->len; i++)
    {
      const AppMarkdownSpan *span = &g_array_index (spans, AppMarkdownSpan, i);

      if ((span->style == APP_MARKDOWN_HEADING || span->style == APP_MARKDOWN_LINK) &&
          (forward ? span->start > cursor && (found == NULL || span->start < found->start)
                   : span->start < cursor && (found == NULL || span->start > found->start)))
        found = span;
    }
  return found;
}

gboolean
ui_markdown_view_move (UiMarkdownView *self, gboolean forward)
{
  GtkTextBuffer *buffer = get_buffer (self);
  GtkTextIter    start, end;

  g_return_val_if_fail (UI_IS_MARKDOWN_VIEW (self), FALSE);
  gtk_text_buffer_get_iter_at_mark (buffer, &start, gtk_text_buffer_get_insert (buffer));
  const AppMarkdownSpan *stop =
      find_stop (self, (guint)gtk_text_iter_get_offset (&start), forward);
  if (stop == NULL)
    return FALSE;
  gtk_text_buffer_get_iter_at_offset (buffer, &start, (int)stop->start);
  gtk_text_buffer_get_iter_at_offset (buffer, &end, (int)stop->end);
  gtk_text_buffer_select_range (buffer, &start, &end);
  gtk_text_view_scroll_mark_onscreen (self->view, gtk_text_buffer_get_insert (buffer));
  return TRUE;
}
