/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-markdown-text.h"
#include "app-markdown.h"
#include "app-visible-text.h"
#include "ui-link-question.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "ui-wrap.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

/* Pixels of one level of a list. */
#define INDENT 20
/* Styles over parts of a text that are shown; each takes its time. */
#define MAX_SPANS 2000u
/* Characters of a table's cell before it is wrapped, and that it has at least. */
#define CELL_CHARACTERS 44
#define CELL_LEAST 6
/* More columns are not laid out beside each other in a narrow window. */
#define CELL_COLUMNS 5u
#define TABLE_ROW_SPACING 4
#define TABLE_COLUMN_SPACING 18

struct _UiMarkdownText
{
  GtkWidget parent_instance;

  GCancellable *loading;  /* (nullable) */
  AppMarkdown  *markdown; /* (nullable) */
  GArray       *bytes;    /* (nullable): gsize: where each character of the text begins */
};

G_DEFINE_FINAL_TYPE (UiMarkdownText, ui_markdown_text, GTK_TYPE_WIDGET)

/* A part of the text, by its characters */
typedef struct
{
  guint start;
  guint end;
} Range;

static const char *
get_text (UiMarkdownText *self)
{
  return app_markdown_get_text (self->markdown);
}

static gsize
get_byte (UiMarkdownText *self, gsize character)
{
  return g_array_index (self->bytes, gsize, MIN (character, self->bytes->len - 1));
}

static guint
count_spans (UiMarkdownText *self)
{
  return MIN (app_markdown_get_spans (self->markdown)->len, MAX_SPANS);
}

static const AppMarkdownSpan *
get_span (UiMarkdownText *self, guint position)
{
  return &g_array_index (app_markdown_get_spans (self->markdown), AppMarkdownSpan, position);
}

/* Links */

/* Which part of the text a label shows, from one character on. */
static guint
get_start (GtkWidget *label)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (label), "ui-start"));
}

/* Returns: (transfer none) (nullable): the address of the link at @character */
static const char *
find_target (UiMarkdownText *self, guint character)
{
  for (guint i = 0; self->markdown != NULL && i < count_spans (self); i++)
    {
      const AppMarkdownSpan *span = get_span (self, i);

      if (span->style == APP_MARKDOWN_LINK && character >= span->start && character < span->end)
        return span->target;
    }
  return NULL;
}

/* Returns: (transfer none) (nullable) */
static const char *
find_target_at (UiMarkdownText *self, GtkWidget *label, double x, double y)
{
  PangoLayout *layout = gtk_label_get_layout (GTK_LABEL (label));
  int          left, top, index, trailing;

  gtk_label_get_layout_offsets (GTK_LABEL (label), &left, &top);
  if (!pango_layout_xy_to_index (layout, ((int)x - left) * PANGO_SCALE,
                                 ((int)y - top) * PANGO_SCALE, &index, &trailing))
    return NULL;
  const char *text = gtk_label_get_text (GTK_LABEL (label));
  return find_target (self,
                      get_start (label) + (guint)g_utf8_pointer_to_offset (text, text + index));
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, UiMarkdownText *self)
{
  GtkWidget  *label = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  const char *target = find_target_at (self, label, x, y);

  /* What was selected by dragging is not opened. */
  if (target != NULL && !gtk_label_get_selection_bounds (GTK_LABEL (label), NULL, NULL))
    ui_link_question_ask (label, target);
}

static void
on_motion (GtkEventControllerMotion *motion, double x, double y, UiMarkdownText *self)
{
  GtkWidget       *label = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (motion));
  const char      *target = find_target_at (self, label, x, y);
  g_autofree char *tip = target != NULL ? app_visible_text_line (target, 200) : NULL;

  gtk_widget_set_cursor_from_name (label, target != NULL ? "pointer" : "text");
  ui_tooltip_set (label, tip);
}

static gboolean
on_key (GtkEventControllerKey *key, guint keyval, guint code, GdkModifierType state, gpointer data)
{
  UiMarkdownText *self = data;
  GtkWidget      *label = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (key));
  int             start = 0, end = 0;

  if (keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter)
    return GDK_EVENT_PROPAGATE;
  gtk_label_get_selection_bounds (GTK_LABEL (label), &start, &end);
  const char *target = find_target (self, get_start (label) + (guint)MAX (start, 0));
  if (target == NULL)
    return GDK_EVENT_PROPAGATE;
  ui_link_question_ask (label, target);
  return GDK_EVENT_STOP;
}

static void
add_link_controllers (UiMarkdownText *self, GtkWidget *label)
{
  GtkGesture         *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (label, GTK_EVENT_CONTROLLER (click));
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  gtk_widget_add_controller (label, motion);
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (label, key);
}

/* Styles */

static void
add_attribute (PangoAttrList *list, PangoAttribute *attribute, gsize start, gsize end)
{
  attribute->start_index = (guint)start;
  attribute->end_index = (guint)end;
  pango_attr_list_insert (list, attribute);
}

static void
add_code (PangoAttrList *list, gsize start, gsize end)
{
  add_attribute (list, pango_attr_family_new ("monospace"), start, end);
  add_attribute (list, pango_attr_background_new (0x8000, 0x8000, 0x8000), start, end);
  add_attribute (list, pango_attr_background_alpha_new (0x2600), start, end);
  add_attribute (list, pango_attr_insert_hyphens_new (FALSE), start, end);
}

static void
add_link (UiMarkdownText *self, PangoAttrList *list, gsize start, gsize end)
{
  GdkRGBA colour;

  add_attribute (list, pango_attr_underline_new (PANGO_UNDERLINE_SINGLE), start, end);
  if (gtk_style_context_lookup_color (gtk_widget_get_style_context (GTK_WIDGET (self)),
                                      "accent_color", &colour))
    add_attribute (list,
                   pango_attr_foreground_new ((guint16)(colour.red * G_MAXUINT16),
                                              (guint16)(colour.green * G_MAXUINT16),
                                              (guint16)(colour.blue * G_MAXUINT16)),
                   start, end);
}

static void
add_style (
    UiMarkdownText *self, PangoAttrList *list, const AppMarkdownSpan *span, gsize start, gsize end)
{
  static const double scales[] = { 1.35, 1.2, 1.1, 1.05, 1.0, 1.0 };

  switch (span->style)
    {
    case APP_MARKDOWN_HEADING:
      add_attribute (list, pango_attr_scale_new (scales[CLAMP (span->level, 1, 6) - 1]), start,
                     end);
      add_attribute (list, pango_attr_weight_new (PANGO_WEIGHT_BOLD), start, end);
      break;
    case APP_MARKDOWN_STRONG:
      add_attribute (list, pango_attr_weight_new (PANGO_WEIGHT_BOLD), start, end);
      break;
    case APP_MARKDOWN_EMPHASIS:
    case APP_MARKDOWN_QUOTE:
      add_attribute (list, pango_attr_style_new (PANGO_STYLE_ITALIC), start, end);
      break;
    case APP_MARKDOWN_STRUCK:
      add_attribute (list, pango_attr_strikethrough_new (TRUE), start, end);
      break;
    case APP_MARKDOWN_CODE:
    case APP_MARKDOWN_CODE_BLOCK:
      add_code (list, start, end);
      break;
    case APP_MARKDOWN_LINK:
      add_link (self, list, start, end);
      break;
    default:
      break;
    }
}

/* Labels */

static GtkWidget *
create_label (UiMarkdownText *self, Range range)
{
  gsize            from = get_byte (self, range.start), to = get_byte (self, range.end);
  g_autofree char *text = g_strndup (get_text (self) + from, to - from);
  GtkWidget       *label = gtk_label_new (text);
  PangoAttrList   *attributes = pango_attr_list_new ();
  gboolean         linked = FALSE;

  for (guint i = 0; i < count_spans (self); i++)
    {
      const AppMarkdownSpan *span = get_span (self, i);
      gsize                  start = MAX (get_byte (self, span->start), from);
      gsize                  end = MIN (get_byte (self, span->end), to);

      if (start >= end)
        continue;
      add_style (self, attributes, span, start - from, end - from);
      linked |= span->style == APP_MARKDOWN_LINK;
    }
  gtk_label_set_attributes (GTK_LABEL (label), attributes);
  pango_attr_list_unref (attributes);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), ui_wrap_choose (text));
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  g_object_set_data (G_OBJECT (label), "ui-start", GUINT_TO_POINTER (range.start));
  if (linked)
    add_link_controllers (self, label);
  return label;
}

static void
append (UiMarkdownText *self, GtkWidget *child)
{
  gtk_widget_insert_before (child, GTK_WIDGET (self), NULL);
}

/* Lines of a list */

static guint
find_level (UiMarkdownText *self, guint line)
{
  guint level = 0;

  for (guint i = 0; i < count_spans (self); i++)
    {
      const AppMarkdownSpan *span = get_span (self, i);

      if (span->style == APP_MARKDOWN_INDENT && line >= span->start && line < span->end)
        level = MAX (level, span->level);
    }
  return level;
}

/* Returns: how many characters of the line mark an item: "• ", "☐ ", "12. " */
static guint
measure_marker (UiMarkdownText *self, Range line)
{
  const char *text = get_text (self) + get_byte (self, line.start);
  guint       n = 0;

  if (g_str_has_prefix (text, "• ") || g_str_has_prefix (text, "☐ ") ||
      g_str_has_prefix (text, "☑ "))
    return 2;
  while (g_ascii_isdigit (text[n]))
    n++;
  return n > 0 && text[n] == '.' && text[n + 1] == ' ' ? n + 2 : 0;
}

static void
append_item (UiMarkdownText *self, Range line, guint level, guint marker)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *sign = create_label (self, (Range){ line.start, line.start + marker - 1 });
  GtkWidget *text = create_label (self, (Range){ line.start + marker, line.end });

  gtk_widget_set_valign (sign, GTK_ALIGN_START);
  gtk_label_set_selectable (GTK_LABEL (sign), FALSE);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_set_margin_start (box, INDENT * (int)(level - 1) + 4);
  gtk_widget_set_margin_top (box, 2);
  gtk_box_append (GTK_BOX (box), sign);
  gtk_box_append (GTK_BOX (box), text);
  append (self, box);
}

static void
append_lines (UiMarkdownText *self, Range lines, guint level)
{
  const char *text = get_text (self);

  while (lines.start < lines.end && text[get_byte (self, lines.start)] == '\n')
    lines.start++;
  while (lines.start < lines.end && text[get_byte (self, lines.end - 1)] == '\n')
    lines.end--;
  if (lines.start >= lines.end)
    return;
  GtkWidget *label = create_label (self, lines);
  gtk_widget_set_margin_start (label, INDENT * (int)level);
  gtk_widget_set_margin_top (label, gtk_widget_get_first_child (GTK_WIDGET (self)) != NULL ? 6 : 0);
  append (self, label);
}

static Range
get_line (UiMarkdownText *self, guint start)
{
  const char *text = get_text (self) + get_byte (self, start);
  const char *end = strchr (text, '\n');

  return (Range){ start, start + (guint)g_utf8_strlen (text, end != NULL ? end - text : -1) };
}

/* Lines of the same level are one label, but for the items of a list, which have their marks beside
 * them. */
static void
append_range (UiMarkdownText *self, Range range)
{
  Range open = { range.start, range.start };
  guint level = 0;

  for (guint at = range.start; at < range.end;)
    {
      Range line = get_line (self, at);
      guint line_level = find_level (self, line.start);
      guint marker = line_level > 0 ? measure_marker (self, line) : 0;

      line.end = MIN (line.end, range.end);
      if (line_level != level || marker > 0)
        {
          append_lines (self, open, level);
          open.start = line.start;
          level = line_level;
        }
      open.end = line.end;
      at = line.end + 1;
      if (marker == 0)
        continue;
      append_item (self, line, level, marker);
      open.start = open.end = at;
    }
  append_lines (self, open, level);
}

/* Tables */

static gboolean
is_within (const AppMarkdownSpan *span, const AppMarkdownSpan *table)
{
  return span->style == APP_MARKDOWN_CELL && span->start >= table->start && span->end <= table->end;
}

/* @n_columns: (out). Returns: how many cells it has */
static guint
count_cells (UiMarkdownText *self, const AppMarkdownSpan *table, guint *n_columns)
{
  guint n_cells = 0;

  *n_columns = 0;
  for (guint i = 0; i < count_spans (self); i++)
    if (is_within (get_span (self, i), table))
      {
        n_cells++;
        *n_columns = MAX (*n_columns, get_span (self, i)->level);
      }
  return n_cells;
}

static GtkWidget *
create_grid (UiMarkdownText *self, const AppMarkdownSpan *table, guint n_columns)
{
  GtkWidget *grid = gtk_grid_new ();
  int        row = -1;

  for (guint i = 0; i < count_spans (self); i++)
    {
      const AppMarkdownSpan *span = get_span (self, i);

      if (!is_within (span, table))
        continue;
      row += span->level == 1;
      GtkWidget *label = create_label (self, (Range){ (guint)span->start, (guint)span->end });
      gtk_label_set_width_chars (GTK_LABEL (label), CELL_LEAST);
      gtk_label_set_max_width_chars (GTK_LABEL (label), CELL_CHARACTERS);
      gtk_widget_set_valign (label, GTK_ALIGN_START);
      gtk_grid_attach (GTK_GRID (grid), label, (int)span->level - 1, row > 0 ? row + 1 : row, 1, 1);
    }
  gtk_grid_attach (GTK_GRID (grid), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), 0, 1,
                   (int)n_columns, 1);
  gtk_grid_set_row_spacing (GTK_GRID (grid), TABLE_ROW_SPACING);
  gtk_grid_set_column_spacing (GTK_GRID (grid), TABLE_COLUMN_SPACING);
  return grid;
}

/* Lines of aligned text, which are not wrapped. */
static GtkWidget *
create_lines (UiMarkdownText *self, const AppMarkdownSpan *table)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *label = create_label (self, (Range){ (guint)table->start, (guint)table->end });

  gtk_label_set_wrap (GTK_LABEL (label), FALSE);
  gtk_widget_add_css_class (label, "monospace");
  gtk_widget_set_margin_bottom (label, 6);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), label);
  return scroller;
}

static void
append_table (UiMarkdownText *self, const AppMarkdownSpan *table)
{
  guint    n_columns;
  guint    n_cells = count_cells (self, table, &n_columns);
  gboolean small = n_cells > 0 && n_cells <= UI_MARKDOWN_TEXT_CELLS && n_columns <= CELL_COLUMNS &&
                   count_spans (self) < MAX_SPANS;
  GtkWidget *child = small ? create_grid (self, table, n_columns) : create_lines (self, table);

  if (small)
    gtk_widget_set_halign (child, GTK_ALIGN_START);
  ui_widget_name (child, _ ("Table"));
  append (self, child);
}

static void
clear (UiMarkdownText *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
}

static void
show_markdown (UiMarkdownText *self)
{
  const char *text = get_text (self);
  guint       at = 0, n;

  clear (self);
  g_clear_pointer (&self->bytes, g_array_unref);
  self->bytes = g_array_new (FALSE, FALSE, sizeof (gsize));
  for (const char *p = text;; p = g_utf8_next_char (p))
    {
      gsize byte = (gsize)(p - text);
      g_array_append_val (self->bytes, byte);
      if (*p == '\0')
        break;
    }
  n = self->bytes->len - 1;
  for (guint i = 0; i < count_spans (self); i++)
    {
      const AppMarkdownSpan *span = get_span (self, i);

      if (span->style != APP_MARKDOWN_TABLE || span->start < at)
        continue;
      append_range (self, (Range){ at, (guint)span->start });
      append_table (self, span);
      at = (guint)span->end;
    }
  append_range (self, (Range){ at, n });
}

static void
on_loaded (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiMarkdownText) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (AppMarkdown) markdown = app_markdown_load_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->loading);
  if (markdown == NULL)
    return;
  g_set_object (&self->markdown, markdown);
  show_markdown (self);
}

static void
stop (UiMarkdownText *self)
{
  g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
}

/* What is shown until it is rendered, and where it cannot be. */
static void
show_source (UiMarkdownText *self, const char *text)
{
  g_autofree char *visible = app_visible_text_block (text, 0);
  GtkWidget       *label = gtk_label_new (visible);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), ui_wrap_choose (visible));
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  append (self, label);
}

void
ui_markdown_text_set_text (UiMarkdownText *self, const char *text)
{
  g_return_if_fail (UI_IS_MARKDOWN_TEXT (self));

  stop (self);
  if (text == NULL)
    {
      g_clear_object (&self->markdown);
      clear (self);
      return;
    }
  if (gtk_widget_get_first_child (GTK_WIDGET (self)) == NULL)
    show_source (self, text);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  self->loading = g_cancellable_new ();
  app_markdown_load_async (bytes, self->loading, on_loaded, g_object_ref (self));
}

/* The colour of links is part of the text. */
static void
on_dark (UiMarkdownText *self)
{
  if (self->markdown != NULL)
    show_markdown (self);
}

/* The class */

MCP_DEFINE_DISPOSE (UiMarkdownText, ui_markdown_text)
{
  stop (self);
  g_clear_object (&self->markdown);
  clear (self);
}

MCP_DEFINE_FINALIZE (UiMarkdownText, ui_markdown_text)
{
  g_clear_pointer (&self->bytes, g_array_unref);
}

UI_DEFINE_CLASS (UiMarkdownText, ui_markdown_text)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ui_markdown_text_dispose;
  object_class->finalize = ui_markdown_text_finalize;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
ui_markdown_text_init (UiMarkdownText *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  ui_connect (adw_style_manager_get_default (), "notify::dark", on_dark, self);
}
