/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-diff-view.h"
#include "ui-style.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"

#include <glib/gi18n.h>

/* Higher ones scroll. */
#define MAX_HEIGHT 1200
/* What the style gives a line and all of them, above and below */
#define LINE_PADDING 2
#define PADDING 12
#define MIN_DIGITS 3
/* The shade of what differs, on a light and on a dark ground: of 65535 */
#define GREY 0x8000
#define GREY_ALPHA 0x5000

struct _UiDiffView
{
  GtkWidget parent_instance;

  gboolean     whole;
  GtkWidget   *scroller;
  GtkListView *list;
  GListModel  *lines;         /* (nullable) */
  int          digits;        /* of the highest line number */
  GtkWidget   *context_meter; /* a row that is not shown, for measuring */
  guint        measured_width;
  int          measured_height;
};

G_DEFINE_FINAL_TYPE (UiDiffView, ui_diff_view, GTK_TYPE_WIDGET)

static const char *const line_classes[] = { "diff-added", "diff-removed", "diff-remark", NULL };

/* The parts of a row, in their order */
enum {
  PART_OLD,
  PART_NEW,
  PART_SIGN,
  PART_TEXT,
  N_PARTS
};

static GtkWidget *
add_label (GtkWidget *box, float xalign, int width_chars)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_label_set_width_chars (GTK_LABEL (label), width_chars);
  gtk_widget_add_css_class (label, "monospace");
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

/* Rows are made by hand: GTK 4.8 binds no names for assistive technology. */
static GtkWidget *
create_row (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (add_label (box, 1, MIN_DIGITS), "diff-number");
  gtk_widget_add_css_class (add_label (box, 1, MIN_DIGITS), "diff-number");
  gtk_widget_add_css_class (add_label (box, 0.5, 2), "diff-sign");
  GtkWidget *text = add_label (box, 0, -1);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (text), PANGO_WRAP_WORD_CHAR);
  ui_wrap_literally (GTK_LABEL (text));
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_add_css_class (box, "diff-line");
  return box;
}

static void
setup_row (GtkListItemFactory *factory, GtkListItem *item)
{
  gtk_list_item_set_child (item, create_row ());
  gtk_list_item_set_activatable (item, FALSE);
}

static void
set_number (UiDiffView *self, GtkWidget *label, guint number)
{
  g_autofree char *text = number > 0 ? g_strdup_printf ("%u", number) : g_strdup ("");

  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_label_set_width_chars (GTK_LABEL (label), self->digits);
}

/* @mark, @end: bytes; what differs is bold, and shaded, so that blanks are seen too */
static void
set_text (GtkWidget *label, const char *text, guint mark, guint end)
{
  PangoAttribute *attributes[] = { pango_attr_background_new (GREY, GREY, GREY),
                                   pango_attr_background_alpha_new (GREY_ALPHA),
                                   pango_attr_weight_new (PANGO_WEIGHT_BOLD) };
  PangoAttrList  *list = pango_attr_list_new ();

  for (guint i = 0; i < G_N_ELEMENTS (attributes); i++)
    {
      attributes[i]->start_index = mark;
      attributes[i]->end_index = end;
      pango_attr_list_insert (list, attributes[i]);
    }
  pango_attr_list_insert (list, ui_wrap_attribute_new ());
  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_label_set_attributes (GTK_LABEL (label), list);
  pango_attr_list_unref (list);
}

static const char *
get_sign (AppDiffKind kind)
{
  return kind == APP_DIFF_ADDED     ? "+"
         : kind == APP_DIFF_REMOVED ? "−"
         : kind == APP_DIFF_REMARK  ? "⋯"
                                    : "";
}

static const char *
get_class (AppDiffKind kind)
{
  return kind == APP_DIFF_ADDED     ? "diff-added"
         : kind == APP_DIFF_REMOVED ? "diff-removed"
         : kind == APP_DIFF_REMARK  ? "diff-remark"
                                    : NULL;
}

static char *
dup_spoken (AppDiffLine *line, const char *text)
{
  switch (app_diff_line_get_kind (line))
    {
    case APP_DIFF_ADDED:
      /* Translators: a line of a file, read aloud */
      return g_strdup_printf (_ ("Added, line %u: %s"), app_diff_line_get_new_number (line), text);
    case APP_DIFF_REMOVED:
      /* Translators: a line of a file, read aloud */
      return g_strdup_printf (_ ("Removed, line %u: %s"), app_diff_line_get_old_number (line),
                              text);
    case APP_DIFF_CONTEXT:
    case APP_DIFF_REMARK:
    default:
      return g_strdup (text);
    }
}

static void
bind_row (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  UiDiffView      *self = data;
  AppDiffLine     *line = gtk_list_item_get_item (item);
  AppDiffKind      kind = app_diff_line_get_kind (line);
  GtkWidget       *box = gtk_list_item_get_child (item);
  GtkWidget       *part = gtk_widget_get_first_child (box);
  guint            mark, end;
  g_autofree char *text = app_diff_line_dup_visible (line, &mark, &end);
  g_autofree char *spoken = dup_spoken (line, text);

  for (guint i = 0; i < N_PARTS; i++, part = gtk_widget_get_next_sibling (part))
    switch (i)
      {
      case PART_OLD:
        set_number (self, part, app_diff_line_get_old_number (line));
        break;
      case PART_NEW:
        set_number (self, part, app_diff_line_get_new_number (line));
        break;
      case PART_SIGN:
        gtk_label_set_text (GTK_LABEL (part), get_sign (kind));
        break;
      case PART_TEXT:
      default:
        set_text (part, text, mark, end);
        break;
      }
  ui_style_swap_class (box, line_classes, get_class (kind));
  ui_widget_name (box, spoken);
}

/* GtkListView guesses its height from rows whose text is not wrapped, and would end in the middle
 * of a line: the height of the lines is added up, until they are as high as it gets. */
static int
measure_lines (UiDiffView *self, int width)
{
  guint        n = self->lines != NULL ? g_list_model_get_n_items (self->lines) : 0;
  GtkWidget   *text = gtk_widget_get_last_child (self->context_meter);
  PangoLayout *layout = pango_layout_copy (gtk_label_get_layout (GTK_LABEL (text)));
  int          height = PADDING;
  int          gutter;

  gtk_widget_measure (self->context_meter, GTK_ORIENTATION_HORIZONTAL, -1, &gutter, NULL, NULL,
                      NULL);
  pango_layout_set_width (layout, MAX (width - gutter, 1) * PANGO_SCALE);
  for (guint i = 0; i < n && height < MAX_HEIGHT; i++)
    {
      g_autoptr (AppDiffLine) line = g_list_model_get_item (self->lines, i);
      guint            mark, end;
      g_autofree char *visible = app_diff_line_dup_visible (line, &mark, &end);
      int              line_height;

      pango_layout_set_text (layout, visible, -1);
      pango_layout_get_pixel_size (layout, NULL, &line_height);
      height += line_height + LINE_PADDING;
    }
  g_object_unref (layout);
  return MIN (height, MAX_HEIGHT);
}

static GtkSizeRequestMode
ui_diff_view_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ui_diff_view_measure (GtkWidget     *widget,
                      GtkOrientation orientation,
                      int            for_size,
                      int           *minimum,
                      int           *natural,
                      int           *minimum_baseline,
                      int           *natural_baseline)
{
  UiDiffView *self = UI_DIFF_VIEW (widget);
  int         width = for_size;

  gtk_widget_measure (self->scroller, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return;
  if (width < 0)
    gtk_widget_measure (self->scroller, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  if (self->measured_width != (guint)width)
    {
      self->measured_width = (guint)width;
      self->measured_height = measure_lines (self, width);
    }
  *natural = MAX (*minimum, self->measured_height);
  if (self->whole)
    *minimum = *natural;
}

static void
ui_diff_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_size_allocate (UI_DIFF_VIEW (widget)->scroller,
                            &(GtkAllocation){ 0, 0, width, height }, baseline);
}

/* The column of numbers is as wide for all rows. */
static int
count_digits (GListModel *lines)
{
  guint n = lines != NULL ? g_list_model_get_n_items (lines) : 0;
  guint highest = 0;
  int   digits = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppDiffLine) line = g_list_model_get_item (lines, i);

      highest = MAX (highest, app_diff_line_get_old_number (line));
      highest = MAX (highest, app_diff_line_get_new_number (line));
    }
  for (; highest > 0; highest /= 10)
    digits++;
  return MAX (digits, MIN_DIGITS);
}

static void
update_digits (UiDiffView *self)
{
  GtkWidget *old = gtk_widget_get_first_child (self->context_meter);

  self->digits = count_digits (self->lines);
  gtk_label_set_width_chars (GTK_LABEL (old), self->digits);
  gtk_label_set_width_chars (GTK_LABEL (gtk_widget_get_next_sibling (old)), self->digits);
}

static void
measure_again (UiDiffView *self)
{
  update_digits (self);
  self->measured_width = 0;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* Another font, or another scale of the text */
static void
ui_diff_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ui_diff_view_parent_class)->css_changed (widget, change);
  UI_DIFF_VIEW (widget)->measured_width = 0;
}

UI_DEFINE_CLASS (UiDiffView, ui_diff_view)
{
  widget_class->get_request_mode = ui_diff_view_get_request_mode;
  widget_class->measure = ui_diff_view_measure;
  widget_class->size_allocate = ui_diff_view_size_allocate;
  widget_class->css_changed = ui_diff_view_css_changed;

  ui_template_set (widget_class, "ui/base/ui-diff-view.ui");
  ui_template_hold (widget_class, UiDiffView, lines);
  ui_template_bind_children (widget_class, UiDiffView, scroller, list);
}

static void
ui_diff_view_init (UiDiffView *self)
{
  ui_template_init (self);

  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), self);
  gtk_list_view_set_factory (self->list, factory);
  g_object_unref (factory);
  self->digits = MIN_DIGITS;
  self->context_meter = create_row ();
  ui_widget_set_ornament (self->context_meter);
  gtk_widget_set_child_visible (self->context_meter, FALSE);
  gtk_widget_set_parent (self->context_meter, GTK_WIDGET (self));
}

GtkWidget *
ui_diff_view_new (void)
{
  return g_object_new (UI_TYPE_DIFF_VIEW, NULL);
}

void
ui_diff_view_set_lines (UiDiffView *self, GListModel *lines)
{
  g_return_if_fail (UI_IS_DIFF_VIEW (self));
  g_return_if_fail (lines == NULL || G_IS_LIST_MODEL (lines));

  g_autoptr (GtkNoSelection) selection =
      lines != NULL ? gtk_no_selection_new (g_object_ref (lines)) : NULL;
  if (self->lines != NULL)
    g_signal_handlers_disconnect_by_data (self->lines, self);
  g_set_object (&self->lines, lines);
  /* Before the rows, which ask for the width of their numbers. */
  if (lines != NULL)
    ui_connect (lines, "items-changed", measure_again, self);
  measure_again (self);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
}

void
ui_diff_view_set_whole (UiDiffView *self, gboolean whole)
{
  g_return_if_fail (UI_IS_DIFF_VIEW (self));
  self->whole = whole;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}
