/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-natural-layout.h"

struct _UiNaturalLayout
{
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (UiNaturalLayout, ui_natural_layout, GTK_TYPE_LAYOUT_MANAGER)

static void
ui_natural_layout_measure (GtkLayoutManager *layout,
                           GtkWidget        *widget,
                           GtkOrientation    orientation,
                           int               for_size,
                           int              *minimum,
                           int              *natural,
                           int              *minimum_baseline,
                           int              *natural_baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  if (child == NULL || !gtk_widget_should_layout (child))
    return;
  gtk_widget_measure (child, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural;
}

static void
ui_natural_layout_allocate (
    GtkLayoutManager *layout, GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  if (child != NULL && gtk_widget_should_layout (child))
    gtk_widget_allocate (child, width, height, -1, NULL);
}

static GtkSizeRequestMode
ui_natural_layout_get_request_mode (GtkLayoutManager *layout, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ui_natural_layout_class_init (UiNaturalLayoutClass *klass)
{
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  layout_class->measure = ui_natural_layout_measure;
  layout_class->allocate = ui_natural_layout_allocate;
  layout_class->get_request_mode = ui_natural_layout_get_request_mode;
}

static void
ui_natural_layout_init (UiNaturalLayout *self)
{
}

GtkLayoutManager *
ui_natural_layout_new (void)
{
  return g_object_new (UI_TYPE_NATURAL_LAYOUT, NULL);
}
