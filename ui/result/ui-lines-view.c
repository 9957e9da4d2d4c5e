/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-lines-view.h"
#include "app-markup.h"
#include "mcp-property.h"
#include "ui-find-bin.h"
#include "ui-line-selection.h"
#include "ui-lines-menu.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"

#include <glib/gi18n.h>
#include <string.h>

/* UiLineRow: one line of a text, or a segment of a long one, wrapped, with its number before it. It
 * draws by itself: GTK lays out 200 rows of a list before it shows one, and two labels for each, of
 * which one tries its wrapping at several widths, take longer than a frame by far. Long segments
 * of plain ASCII are broken by counting, which in a monospace font is exact. */

#define UI_TYPE_LINE_ROW (ui_line_row_get_type ())
G_DECLARE_FINAL_TYPE (UiLineRow, ui_line_row, UI, LINE_ROW, GtkWidget)

/* Between the number and the text, in pixels. */
#define GAP 12
/* As .secondary in style.css */
#define DIM 0.72f
/* Longer ones are broken by counting where that is possible; Pango takes its time. */
#define COUNTED_BYTES 256

struct _UiLineRow
{
  GtkWidget parent_instance;

  AppTextLine *line; /* (nullable) */
  const char  *text; /* the line's, and how long it is */
  gsize        length;
  guint        number; /* 0 where a segment continues the row before */
  int          digits; /* of the largest number in the list */
  gboolean     plain;  /* every byte is a character as wide as any other */
  PangoLayout *layout; /* of the text where it is not counted; made when it is measured first */
  AppFind     *find;   /* (nullable): in the view's text */
  gboolean     markup;
};

G_DEFINE_FINAL_TYPE (UiLineRow, ui_line_row, GTK_TYPE_WIDGET)

/* What the widget's font measures, in Pango units. */
typedef struct
{
  int character;
  int digit;
  int height;
} Metrics;

static void
get_metrics (UiLineRow *self, Metrics *metrics)
{
  PangoFontMetrics *font =
      pango_context_get_metrics (gtk_widget_get_pango_context (GTK_WIDGET (self)), NULL, NULL);

  metrics->character = MAX (pango_font_metrics_get_approximate_char_width (font), 1);
  metrics->digit = MAX (pango_font_metrics_get_approximate_digit_width (font), 1);
  metrics->height = MAX (pango_font_metrics_get_height (font), PANGO_SCALE);
  pango_font_metrics_unref (font);
}

static gboolean
is_plain (const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (text[i] < 0x20 || text[i] > 0x7e)
      return FALSE;
  return TRUE;
}

/* Where the text begins, in pixels from the side where lines begin. */
static int
get_indent (UiLineRow *self, const Metrics *metrics)
{
  return PANGO_PIXELS_CEIL (self->digits * metrics->digit) + GAP;
}

static guint
count_columns (int room, const Metrics *metrics)
{
  return (guint)MAX (room * PANGO_SCALE / metrics->character, 1);
}

/* Whether the text is broken by counting: it needs no breaking, or is long. */
static gboolean
is_counted (UiLineRow *self, guint columns)
{
  return self->plain && (self->length <= columns || self->length > COUNTED_BYTES);
}

static PangoLayout *
create_layout (UiLineRow *self, const char *text, gssize length)
{
  PangoLayout   *layout = pango_layout_new (gtk_widget_get_pango_context (GTK_WIDGET (self)));
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, ui_wrap_attribute_new ());
  /* Not after its first letter, which may be Hebrew. */
  pango_layout_set_auto_dir (layout, FALSE);
  pango_layout_set_text (layout, text, (int)length);
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  return layout;
}

/* Which of its matches is the current one; -1 where that is elsewhere. */
static int
get_current_match (UiLineRow *self)
{
  gsize start, end, offset;

  if (self->find == NULL || self->line == NULL || !app_find_get_current (self->find, &offset))
    return -1;
  start = app_text_line_get_range (self->line, &end);
  return offset >= start && offset < end ? (int)app_find_count (self->find, start, offset) : -1;
}

/* GNOME's blue, purple and green, as dark or light as text has to be; remarks are dimmed. */
static void
add_colours (UiLineRow *self, PangoAttrList *attributes)
{
  static const guint32 colours[2][3] = { { 0x1a5fb4, 0x813d9c, 0x1b7045 },
                                         { 0x99c1f1, 0xdc8add, 0x8ff0a4 } };
  gboolean             dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (AppMarkupSpan));

  app_markup_find_spans (self->text, self->length, spans);
  for (guint i = 0; i < spans->len; i++)
    {
      const AppMarkupSpan *span = &g_array_index (spans, AppMarkupSpan, i);
      guint32              rgb = colours[dark][MIN (span->style, APP_MARKUP_VALUE)];
      PangoAttribute      *attribute;

      if (span->style == APP_MARKUP_REMARK)
        attribute = pango_attr_foreground_alpha_new ((guint16)(DIM * G_MAXUINT16));
      else
        attribute = pango_attr_foreground_new ((guint16)((rgb >> 16 & 0xff) * 0x101),
                                               (guint16)((rgb >> 8 & 0xff) * 0x101),
                                               (guint16)((rgb & 0xff) * 0x101));
      attribute->start_index = (guint)span->start;
      attribute->end_index = (guint)span->end;
      pango_attr_list_insert (attributes, attribute);
    }
}

/* Returns: (transfer full): the colours and the matches in the whole text */
static PangoAttrList *
create_marks (UiLineRow *self)
{
  PangoAttrList *marks = pango_attr_list_new ();

  if (self->markup)
    add_colours (self, marks);
  ui_find_bin_mark (self->find, self->text, get_current_match (self), marks);
  return marks;
}

/* Those of @marks that are in the @length bytes from @at on, for a layout of these. */
static void
add_marks (PangoLayout *layout, PangoAttrList *marks, gsize at, gsize length)
{
  PangoAttrList *own = pango_attr_list_copy (pango_layout_get_attributes (layout));
  GSList        *all = pango_attr_list_get_attributes (marks);

  for (GSList *link = all; link != NULL; link = link->next)
    {
      PangoAttribute *mark = link->data;

      if (mark->end_index <= at || mark->start_index >= at + length)
        continue;
      PangoAttribute *copy = pango_attribute_copy (mark);
      copy->start_index = (guint)(MAX (mark->start_index, at) - at);
      copy->end_index = (guint)(MIN (mark->end_index, at + length) - at);
      pango_attr_list_insert (own, copy);
    }
  g_slist_free_full (all, (GDestroyNotify)pango_attribute_destroy);
  pango_layout_set_attributes (layout, own);
  pango_attr_list_unref (own);
}

static PangoLayout *
ensure_layout (UiLineRow *self, int room)
{
  if (self->layout == NULL)
    {
      PangoAttrList *marks = create_marks (self);

      self->layout = create_layout (self, self->text, (gssize)self->length);
      add_marks (self->layout, marks, 0, self->length);
      pango_attr_list_unref (marks);
      pango_layout_set_wrap (self->layout, ui_wrap_choose (self->text));
    }
  if (pango_layout_get_width (self->layout) != MAX (room, 1) * PANGO_SCALE)
    pango_layout_set_width (self->layout, MAX (room, 1) * PANGO_SCALE);
  return self->layout;
}

static void
ui_line_row_measure (GtkWidget     *widget,
                     GtkOrientation orientation,
                     int            for_size,
                     int           *minimum,
                     int           *natural,
                     int           *minimum_baseline,
                     int           *natural_baseline)
{
  UiLineRow *self = UI_LINE_ROW (widget);
  Metrics    metrics;

  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
  get_metrics (self, &metrics);
  int indent = get_indent (self, &metrics);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = *natural = indent + PANGO_PIXELS_CEIL (metrics.character);
      return;
    }
  int   line = PANGO_PIXELS_CEIL (metrics.height);
  int   height = line;
  int   room = for_size - indent;
  guint columns = count_columns (room, &metrics);
  if (for_size >= 0 && is_counted (self, columns))
    height = (int)((self->length + columns - 1) / columns) * line;
  else if (for_size >= 0 && self->length > 0)
    pango_layout_get_pixel_size (ensure_layout (self, room), NULL, &height);
  *minimum = *natural = MAX (height, line);
}

static void
append_layout (GtkSnapshot *snapshot, PangoLayout *layout, int x, int y, const GdkRGBA *colour)
{
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, y));
  gtk_snapshot_append_layout (snapshot, layout, colour);
  gtk_snapshot_restore (snapshot);
}

static void
append_number (UiLineRow *self, GtkSnapshot *snapshot, const Metrics *metrics, GdkRGBA colour)
{
  g_autofree char *text =
      self->number > 0 ? g_strdup_printf ("%u", self->number) : g_strdup ("↳");
  g_autoptr (PangoLayout) layout = create_layout (self, text, -1);
  int width;

  colour.alpha *= DIM;
  pango_layout_get_pixel_size (layout, &width, NULL);
  int x = get_indent (self, metrics) - GAP - width;
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    x = gtk_widget_get_width (GTK_WIDGET (self)) - x - width;
  append_layout (snapshot, layout, x, 0, &colour);
}

static void
append_counted (UiLineRow     *self,
                GtkSnapshot   *snapshot,
                const Metrics *metrics,
                int            x,
                int            room,
                const GdkRGBA *colour)
{
  guint          columns = count_columns (room, metrics);
  int            line = PANGO_PIXELS_CEIL (metrics->height);
  int            y = 0;
  PangoAttrList *marks = create_marks (self);

  for (gsize at = 0; at < self->length; at += columns, y += line)
    {
      gsize length = MIN (columns, self->length - at);
      g_autoptr (PangoLayout) layout = create_layout (self, self->text + at, (gssize)length);

      add_marks (layout, marks, at, length);
      append_layout (snapshot, layout, x, y, colour);
    }
  pango_attr_list_unref (marks);
}

/* Where the current match is, in pixels from the top. Returns: %FALSE where it is elsewhere */
static gboolean
find_current_match (UiLineRow *self, int *y)
{
  int     wanted = get_current_match (self);
  gsize   start = 0, end = 0;
  Metrics metrics;

  for (int i = 0; i <= wanted; i++)
    if (!app_find_match (self->text, self->length, app_find_get_needle (self->find), end, &start,
                         &end))
      return FALSE;
  if (wanted < 0)
    return FALSE;
  get_metrics (self, &metrics);
  int   room = gtk_widget_get_width (GTK_WIDGET (self)) - get_indent (self, &metrics);
  guint columns = count_columns (room, &metrics);
  if (is_counted (self, columns))
    *y = (int)(start / columns) * PANGO_PIXELS_CEIL (metrics.height);
  else
    {
      PangoRectangle at;

      pango_layout_index_to_pos (ensure_layout (self, room), (int)start, &at);
      *y = PANGO_PIXELS (at.y);
    }
  return TRUE;
}

static void
ui_line_row_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UiLineRow *self = UI_LINE_ROW (widget);
  Metrics    metrics;
  GdkRGBA    colour;

  if (self->text == NULL)
    return;
  get_metrics (self, &metrics);
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &colour);
  append_number (self, snapshot, &metrics, colour);
  int indent = get_indent (self, &metrics);
  int room = gtk_widget_get_width (widget) - indent;
  int x = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL ? 0 : indent;
  if (is_counted (self, count_columns (room, &metrics)))
    append_counted (self, snapshot, &metrics, x, room, &colour);
  else
    append_layout (snapshot, ensure_layout (self, room), x, 0, &colour);
}

static void
ui_line_row_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ui_line_row_parent_class)->css_changed (widget, change);
  /* Its colours are of the light or the dark theme. */
  if (UI_LINE_ROW (widget)->markup)
    g_clear_object (&UI_LINE_ROW (widget)->layout);
  if (UI_LINE_ROW (widget)->layout != NULL)
    pango_layout_context_changed (UI_LINE_ROW (widget)->layout);
}

static void
ui_line_row_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (ui_line_row_parent_class)->system_setting_changed (widget, setting);
  g_clear_object (&UI_LINE_ROW (widget)->layout);
  gtk_widget_queue_resize (widget);
}

MCP_DEFINE_FINALIZE (UiLineRow, ui_line_row)
{
  g_clear_object (&self->layout);
  g_clear_object (&self->line);
  g_clear_object (&self->find);
}

static GtkSizeRequestMode
ui_line_row_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void ui_line_row_set_line (UiLineRow *self, AppTextLine *line);

UI_DEFINE_CLASS (UiLineRow, ui_line_row)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[] = {
    [1] = { "line", APP_TYPE_TEXT_LINE, .offset = G_STRUCT_OFFSET (UiLineRow, line),
            .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (ui_line_row_set_line) },
  };
  static GParamSpec *specs[G_N_ELEMENTS (rows)];

  object_class->finalize = ui_line_row_finalize;
  mcp_property_install (object_class, rows, specs, G_N_ELEMENTS (rows));

  widget_class->measure = ui_line_row_measure;
  widget_class->get_request_mode = ui_line_row_get_request_mode;
  widget_class->snapshot = ui_line_row_snapshot;
  widget_class->css_changed = ui_line_row_css_changed;
  widget_class->system_setting_changed = ui_line_row_system_setting_changed;

  gtk_widget_class_set_css_name (widget_class, "line-row");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
ui_line_row_init (UiLineRow *self)
{
  self->digits = 1;
  gtk_widget_add_css_class (GTK_WIDGET (self), "left-to-right");
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/* Joining this much takes no time that is seen; more goes to a worker. */
#define COPY_IN_PLACE (256u * 1024u)

struct _UiLinesView
{
  GtkWidget parent_instance;

  AppTextLines    *lines;
  GBytes          *text; /* while its lines are not known */
  UiLineSelection *selection;
  GCancellable    *copying;
  GCancellable    *indexing;
  GtkPopover      *popover;
  int              digits; /* of the largest number */
  AppFind         *find;   /* (nullable): in the lines */
  gboolean         markup;
  guint            scroll; /* until the current match is in sight */

  GMenuModel        *menu;
  UiFindBin         *bin;
  GtkScrolledWindow *scroller;
  GtkListView       *list;
};

G_DEFINE_FINAL_TYPE (UiLinesView, ui_lines_view, GTK_TYPE_WIDGET)

/* Copying */

static void
on_joined (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autofree char *text = g_task_propagate_pointer (G_TASK (result), NULL);

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (object)), text);
}

static void
join_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GPtrArray *pieces = data;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < pieces->len; i++)
    {
      gsize       length;
      const char *piece = g_bytes_get_data (pieces->pdata[i], &length);
      if (i > 0)
        g_string_append_c (text, '\n');
      g_string_append_len (text, piece, (gssize)length);
    }
  g_task_return_pointer (task, g_utf8_make_valid (text->str, (gssize)text->len), g_free);
}

static void
stop_copying (UiLinesView *self)
{
  g_cancellable_cancel (self->copying);
  g_clear_object (&self->copying);
}

static void
stop_indexing (UiLinesView *self)
{
  g_cancellable_cancel (self->indexing);
  g_clear_object (&self->indexing);
  g_clear_pointer (&self->text, g_bytes_unref);
}

/* @pieces: (transfer full): of GBytes */
static void
copy_pieces (UiLinesView *self, GPtrArray *pieces)
{
  gsize length = 0;

  for (guint i = 0; i < pieces->len; i++)
    length += g_bytes_get_size (pieces->pdata[i]);
  stop_copying (self);
  self->copying = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (self, self->copying, on_joined, NULL);
  g_task_set_source_tag (task, copy_pieces);
  g_task_set_task_data (task, pieces, (GDestroyNotify)g_ptr_array_unref);
  if (length <= COPY_IN_PLACE)
    join_in_worker (task, self, pieces, self->copying);
  else
    g_task_run_in_thread (task, join_in_worker);
}

static GPtrArray *
new_pieces (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
}

static void
copy_lines (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiLinesView *self = UI_LINES_VIEW (widget);
  g_autoptr (GtkBitset) selected =
      gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  GtkBitsetIter iter;
  guint         row;

  if (!gtk_bitset_iter_init_first (&iter, selected, &row))
    return;
  GPtrArray *pieces = new_pieces ();
  guint      first = row, count = 1;
  while (gtk_bitset_iter_next (&iter, &row))
    {
      if (row == first + count)
        {
          count++;
          continue;
        }
      g_ptr_array_add (pieces, app_text_lines_dup_rows (self->lines, first, count));
      first = row;
      count = 1;
    }
  g_ptr_array_add (pieces, app_text_lines_dup_rows (self->lines, first, count));
  copy_pieces (self, pieces);
}

static void
copy_all (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiLinesView *self = UI_LINES_VIEW (widget);

  GBytes *text = self->lines != NULL ? app_text_lines_get_text (self->lines) : self->text;
  if (text == NULL)
    return;
  GPtrArray *pieces = new_pieces ();
  g_ptr_array_add (pieces, g_bytes_ref (text));
  copy_pieces (self, pieces);
}

static void
on_selection_changed (UiLinesView *self)
{
  g_autoptr (GtkBitset) selected =
      gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "lines.copy", !gtk_bitset_is_empty (selected));
}

/* The menu */

static void
show_menu (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ui_lines_menu_show (UI_LINES_VIEW (widget)->popover, UI_LINES_VIEW (widget)->list);
}

/* Rows */

static void
ui_line_row_set_line (UiLineRow *self, AppTextLine *line)
{
  GtkWidget *view = gtk_widget_get_ancestor (GTK_WIDGET (self), UI_TYPE_LINES_VIEW);

  g_clear_object (&self->layout);
  g_set_object (&self->line, line);
  self->text = line != NULL ? app_text_line_get_text (line) : "";
  self->length = strlen (self->text);
  self->plain = is_plain (self->text, self->length);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  if (line == NULL || view == NULL)
    return;
  self->number = app_text_line_is_continued (line) ? 0 : app_text_line_get_number (line);
  self->digits = UI_LINES_VIEW (view)->digits;
  self->markup = UI_LINES_VIEW (view)->markup;
  g_set_object (&self->find, UI_LINES_VIEW (view)->find);
  ui_widget_name (self, self->text);
  ui_widget_name (gtk_widget_get_parent (GTK_WIDGET (self)),
                  self->text[0] != '\0' ? self->text : _ ("Empty line"));
}

/* Finding */

/* A row may be higher than what is in sight; it has its place a frame after the list went there. */
static gboolean
scroll_to_match (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  UiLinesView   *self = UI_LINES_VIEW (widget);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  int            y;
  double         top;

  if (--self->scroll > 1)
    return G_SOURCE_CONTINUE;
  self->scroll = 0;
  for (GtkWidget *holder = gtk_widget_get_first_child (GTK_WIDGET (self->list)); holder != NULL;
       holder = gtk_widget_get_next_sibling (holder))
    {
      GtkWidget *row = gtk_widget_get_first_child (holder);

      if (!UI_IS_LINE_ROW (row) || !gtk_widget_get_child_visible (holder) ||
          !find_current_match (UI_LINE_ROW (row), &y) ||
          !gtk_widget_translate_coordinates (row, GTK_WIDGET (self->scroller), 0, y, NULL, &top))
        continue;
      double page = gtk_adjustment_get_page_size (adjustment);
      if (top < 0 || top > page * 3 / 4)
        gtk_adjustment_set_value (adjustment,
                                  gtk_adjustment_get_value (adjustment) + top - page / 3);
      break;
    }
  return G_SOURCE_REMOVE;
}

static void
on_found (UiLinesView *self)
{
  gsize offset;

  for (GtkWidget *holder = gtk_widget_get_first_child (GTK_WIDGET (self->list)); holder != NULL;
       holder = gtk_widget_get_next_sibling (holder))
    {
      GtkWidget *row = gtk_widget_get_first_child (holder);

      if (!UI_IS_LINE_ROW (row))
        continue;
      g_clear_object (&UI_LINE_ROW (row)->layout);
      gtk_widget_queue_draw (row);
    }
  if (!app_find_get_current (self->find, &offset))
    return;
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u",
                              app_text_lines_find_row (self->lines, offset));
  if (self->scroll == 0)
    gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_to_match, NULL, NULL);
  self->scroll = 3;
}

static void
stop_finding (UiLinesView *self)
{
  ui_clear_watched (&self->find, self);
}

static void
follow_find (UiLinesView *self)
{
  stop_finding (self);
  if (self->lines != NULL)
    {
      self->find = app_find_new_for_text (app_text_lines_get_text (self->lines));
      ui_connect (self->find, "changed", on_found, self);
    }
  ui_find_bin_set_find (self->bin, self->find);
}

static void
show_lines (UiLinesView *self, AppTextLines *lines)
{
  if (!g_set_object (&self->lines, lines) && self->selection != NULL)
    return;
  self->digits = 1;
  for (guint n = lines != NULL ? app_text_lines_get_n_lines (lines) : 0; n >= 10; n /= 10)
    self->digits++;
  follow_find (self);
  g_clear_object (&self->selection);
  self->selection = ui_line_selection_new (lines != NULL ? G_LIST_MODEL (lines) : NULL);
  ui_connect (self->selection, "selection-changed", on_selection_changed, self);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  on_selection_changed (self);
  /* Another text is read from its beginning, wherever one was in the last. */
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "lines.copy-all", lines != NULL);
}

static void
ui_lines_view_dispose (GObject *object)
{
  UiLinesView *self = UI_LINES_VIEW (object);

  stop_copying (self);
  stop_indexing (self);
  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
  stop_finding (self);
  ui_template_dispose (object);
  self->popover = NULL;
}

UI_DEFINE_CLASS (UiLinesView, ui_lines_view)
{
  GObjectClass         *object_class = G_OBJECT_CLASS (klass);
  const GdkModifierType both = GDK_CONTROL_MASK | GDK_SHIFT_MASK;
  const McpProperty     rows[] = {
        [1] = { "label", G_TYPE_STRING, .flags = G_PARAM_WRITABLE,
                .set = G_CALLBACK (ui_lines_view_set_label) },
  };
  static GParamSpec *specs[G_N_ELEMENTS (rows)];

  object_class->dispose = ui_lines_view_dispose;

  mcp_property_install (object_class, rows, specs, G_N_ELEMENTS (rows));

  ui_template_ensure_types (UI_TYPE_FIND_BIN, UI_TYPE_LINE_ROW);
  ui_template_set_bin (widget_class, "ui/result/ui-lines-view.ui");
  ui_template_hold (widget_class, UiLinesView, selection, lines);
  ui_template_bind_children (widget_class, UiLinesView, menu, bin, scroller, list);
  gtk_widget_class_install_action (widget_class, "lines.copy", NULL, copy_lines);
  gtk_widget_class_install_action (widget_class, "lines.copy-all", NULL, copy_all);
  gtk_widget_class_install_action (widget_class, "lines.menu", NULL, show_menu);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "lines.copy",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, both, "lines.copy-all", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "lines.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "lines.menu",
                                       NULL);
}

static void
ui_lines_view_init (UiLinesView *self)
{
  ui_template_init (self);

  /* A widget of its own does not pass on that its child expands. */
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  self->digits = 1;

  self->popover = ui_lines_menu_new (GTK_WIDGET (self), self->menu);
  ui_lines_view_set_lines (self, NULL);
}

GtkWidget *
ui_lines_view_new (void)
{
  return g_object_new (UI_TYPE_LINES_VIEW, NULL);
}

void
ui_lines_view_set_lines (UiLinesView *self, AppTextLines *lines)
{
  g_return_if_fail (UI_IS_LINES_VIEW (self));
  g_return_if_fail (lines == NULL || APP_IS_TEXT_LINES (lines));

  stop_indexing (self);
  show_lines (self, lines);
}

static void
on_indexed (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiLinesView) self = data;
  g_autoptr (AppTextLines) lines = app_text_lines_new_finish (result, NULL);

  if (lines == NULL || self->list == NULL)
    return;
  stop_indexing (self);
  show_lines (self, lines);
}

void
ui_lines_view_set_text (UiLinesView *self, GBytes *text)
{
  g_return_if_fail (UI_IS_LINES_VIEW (self));

  ui_lines_view_set_lines (self, NULL);
  if (text == NULL)
    return;
  if (g_bytes_get_size (text) <= APP_TEXT_IN_PLACE)
    {
      g_autoptr (AppTextLines) lines = app_text_lines_new (text);
      show_lines (self, lines);
      return;
    }
  self->text = g_bytes_ref (text);
  self->indexing = g_cancellable_new ();
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "lines.copy-all", TRUE);
  app_text_lines_new_async (text, self->indexing, on_indexed, g_object_ref (self));
}

void
ui_lines_view_set_label (UiLinesView *self, const char *label)
{
  g_return_if_fail (UI_IS_LINES_VIEW (self));
  ui_widget_name (self->list, label != NULL ? label : _ ("Text by lines"));
}

void
ui_lines_view_set_markup (UiLinesView *self, gboolean markup)
{
  g_return_if_fail (UI_IS_LINES_VIEW (self));
  self->markup = markup;
}

void
ui_lines_view_set_max_height (UiLinesView *self, int height)
{
  g_return_if_fail (UI_IS_LINES_VIEW (self));

  ui_widget_set_max_height (self, self->scroller, height);
}
