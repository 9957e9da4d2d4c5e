/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-widget.h"

/* Until what is around it has the height that it keeps. */
#define SCROLLED_FRAMES 4

void
ui_widget_name (gpointer widget, const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

void
ui_widget_describe (gpointer widget, const char *description)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  description, -1);
}

void
ui_widget_set_invalid (gpointer widget, gboolean invalid)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_INVALID,
                               invalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
}

void
ui_widget_set_expanded (gpointer widget, gboolean expanded)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_EXPANDED, expanded,
                               -1);
}

void
ui_widget_set_ornament (gpointer widget)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
}

void
ui_widget_name_lists (GtkWidget *widget, const char *name)
{
  if (GTK_IS_LIST_BOX (widget))
    ui_widget_name (widget, name);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    ui_widget_name_lists (child, name);
}

gpointer
ui_widget_find (gpointer widget, GType type, gboolean mapped)
{
  gpointer found = NULL;

  if (mapped && !gtk_widget_get_mapped (widget))
    return NULL;
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = ui_widget_find (child, type, mapped);
  return found;
}

void
ui_widget_set_class (gpointer widget, const char *class_name, gboolean on)
{
  if (on)
    gtk_widget_add_css_class (GTK_WIDGET (widget), class_name);
  else
    gtk_widget_remove_css_class (GTK_WIDGET (widget), class_name);
}

void
ui_widget_pass_focus (GtkFlowBox *cells)
{
  GtkFlowBoxChild *cell;

  for (int i = 0; (cell = gtk_flow_box_get_child_at_index (cells, i)) != NULL; i++)
    gtk_widget_set_focusable (GTK_WIDGET (cell), FALSE);
}

void
ui_widget_show_text (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && text[0] != '\0');
}

void
ui_widget_set_max_height (gpointer view, GtkScrolledWindow *scroller, int height)
{
  gtk_scrolled_window_set_propagate_natural_height (scroller, height > 0);
  gtk_scrolled_window_set_max_content_height (scroller, height > 0 ? height : -1);
  gtk_widget_set_vexpand (GTK_WIDGET (scroller), height <= 0);
  gtk_widget_set_vexpand (GTK_WIDGET (view), height <= 0);
}

void
ui_widget_measure_line (GtkWidget     *widget,
                        GtkOrientation orientation,
                        int            for_size,
                        int           *minimum,
                        int           *natural,
                        int           *minimum_baseline,
                        int           *natural_baseline)
{
  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return;
  PangoFontMetrics *metrics =
      pango_context_get_metrics (gtk_widget_get_pango_context (widget), NULL, NULL);
  *minimum = *natural = PANGO_PIXELS_CEIL (pango_font_metrics_get_height (metrics));
  pango_font_metrics_unref (metrics);
}

static void
measure_child (GtkWidget     *widget,
               GtkOrientation orientation,
               int            for_size,
               int           *minimum,
               int           *natural,
               int           *minimum_baseline,
               int           *natural_baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  if (child == NULL || !gtk_widget_should_layout (child))
    return;
  gtk_widget_measure (child, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural;
}

static void
allocate_child (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  if (child != NULL && gtk_widget_should_layout (child))
    gtk_widget_allocate (child, width, height, -1, NULL);
}

static GtkSizeRequestMode
get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

void
ui_widget_keep_height (GtkWidget *widget)
{
  gtk_widget_set_layout_manager (
      widget, gtk_custom_layout_new (get_request_mode, measure_child, allocate_child));
}

GtkLabel *
ui_widget_add_label (GtkWidget *box)
{
  GtkLabel *label = GTK_LABEL (gtk_label_new (NULL));

  gtk_label_set_xalign (label, 0);
  gtk_label_set_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (label, 12);
  gtk_widget_set_hexpand (GTK_WIDGET (label), TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (label));
  return label;
}

static gboolean
scroll_to (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  int            *n_frames = data;
  GtkWidget      *viewport = gtk_widget_get_ancestor (widget, GTK_TYPE_VIEWPORT);
  graphene_rect_t bounds;

  if (gtk_widget_get_height (widget) == 0 && gtk_widget_get_mapped (widget))
    return G_SOURCE_CONTINUE;
  if (viewport == NULL || !gtk_widget_compute_bounds (widget, viewport, &bounds))
    return G_SOURCE_REMOVE;
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (viewport));
  double         top = bounds.origin.y + gtk_adjustment_get_value (adjustment);
  double         page = gtk_adjustment_get_page_size (adjustment);
  gtk_adjustment_clamp_page (adjustment, top, top + MIN (bounds.size.height, page));
  return ++*n_frames < SCROLLED_FRAMES;
}

void
ui_widget_scroll_to (GtkWidget *widget)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));
  gtk_widget_add_tick_callback (widget, scroll_to, g_new0 (int, 1), g_free);
}

void
ui_widget_clear (gpointer container)
{
  GtkListBoxRow *row;
  GtkWidget     *child;

  g_return_if_fail (GTK_IS_BOX (container) || GTK_IS_LIST_BOX (container));

  if (GTK_IS_BOX (container))
    {
      while ((child = gtk_widget_get_first_child (container)) != NULL)
        gtk_box_remove (container, child);
      return;
    }
  /* A list's placeholder is a child too, and stays. */
  while ((row = gtk_list_box_get_row_at_index (container, 0)) != NULL)
    gtk_list_box_remove (container, GTK_WIDGET (row));
}

void
ui_widget_remember_focus (GtkWidget *asking, GtkWidget **before)
{
  g_return_if_fail (GTK_IS_WIDGET (asking));
  g_set_weak_pointer (before, gtk_root_get_focus (gtk_widget_get_root (asking)));
}

void
ui_widget_give_focus_back (GtkWidget *asking, GtkWidget **before)
{
  g_return_if_fail (GTK_IS_WIDGET (asking));

  GtkRoot   *root = gtk_widget_get_root (asking);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (*before != NULL && focus != NULL && gtk_widget_is_ancestor (focus, asking))
    gtk_widget_grab_focus (*before);
  g_clear_weak_pointer (before);
}
