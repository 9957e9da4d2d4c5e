/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-difference-row.h"
#include "ui-widget.h"

struct _UiDifferenceRow
{
  AdwBin parent_instance;

  GtkLabel *sign;
  GtkLabel *place;
  GtkLabel *before;
  GtkLabel *after;
};

G_DEFINE_FINAL_TYPE (UiDifferenceRow, ui_difference_row, ADW_TYPE_BIN)

void
ui_difference_row_set (UiDifferenceRow *self, AppDifference *difference)
{
  g_return_if_fail (UI_IS_DIFFERENCE_ROW (self));
  g_return_if_fail (APP_IS_DIFFERENCE (difference));

  StoreObject *old = app_difference_get_before (difference);
  StoreObject *new = app_difference_get_after (difference);
  g_autofree char *place = app_difference_dup_place (difference);
  g_autofree char *before = app_difference_dup_preview (old);
  g_autofree char *after = app_difference_dup_preview (new);
  g_autofree char *text = app_difference_dup_text (difference);
  GtkWidget       *row = gtk_widget_get_parent (GTK_WIDGET (self));

  gtk_label_set_text (self->sign, old == NULL ? "+" : new == NULL ? "−"
                                                                  : "≠");
  gtk_label_set_text (self->place, place);
  gtk_label_set_text (self->before, before);
  gtk_label_set_text (self->after, after);
  ui_widget_set_class (self->before, "diff-removed", old != NULL);
  ui_widget_set_class (self->after, "diff-added", new != NULL);
  if (row != NULL)
    ui_widget_name (row, text);
}

static void
ui_difference_row_class_init (UiDifferenceRowClass *klass)
{
}

static GtkLabel *
add_label (GtkWidget *box, PangoEllipsizeMode mode)
{
  GtkLabel *label = GTK_LABEL (gtk_label_new (NULL));

  gtk_label_set_xalign (label, 0);
  gtk_label_set_ellipsize (label, mode);
  gtk_label_set_max_width_chars (label, 12);
  gtk_widget_set_hexpand (GTK_WIDGET (label), TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (label));
  return label;
}

/* Rows are made by hand: GTK 4.8 binds no names for assistive technology. */
static void
ui_difference_row_init (UiDifferenceRow *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *top = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *values = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->sign = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_width_chars (self->sign, 2);
  gtk_widget_add_css_class (GTK_WIDGET (self->sign), "monospace");
  gtk_box_append (GTK_BOX (top), GTK_WIDGET (self->sign));
  self->place = add_label (top, PANGO_ELLIPSIZE_MIDDLE);
  gtk_box_set_homogeneous (GTK_BOX (values), TRUE);
  self->before = add_label (values, PANGO_ELLIPSIZE_END);
  self->after = add_label (values, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (GTK_WIDGET (self->before), "monospace");
  gtk_widget_add_css_class (GTK_WIDGET (self->after), "monospace");
  gtk_widget_add_css_class (GTK_WIDGET (self->before), "diff-line");
  gtk_widget_add_css_class (GTK_WIDGET (self->after), "diff-line");
  gtk_box_append (GTK_BOX (row), top);
  gtk_box_append (GTK_BOX (row), values);
  adw_bin_set_child (ADW_BIN (self), row);
}

GtkWidget *
ui_difference_row_new (void)
{
  return g_object_new (UI_TYPE_DIFFERENCE_ROW, NULL);
}
