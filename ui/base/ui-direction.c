/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-direction.h"

static GtkAlign
mirror (GtkAlign align)
{
  switch (align)
    {
    case GTK_ALIGN_START:
      return GTK_ALIGN_END;
    case GTK_ALIGN_END:
      return GTK_ALIGN_START;
    case GTK_ALIGN_FILL:
    case GTK_ALIGN_CENTER:
    case GTK_ALIGN_BASELINE:
    default:
      return align;
    }
}

/* Alignments are meant in the direction of the widget, which is no longer that of its place. */
static void
keep_side (GtkLabel *label)
{
  gtk_label_set_xalign (label, 1 - gtk_label_get_xalign (label));
  gtk_widget_set_halign (GTK_WIDGET (label), mirror (gtk_widget_get_halign (GTK_WIDGET (label))));
}

static gboolean
on_map (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  GtkWidget *widget = g_value_get_object (values);

  if (gtk_widget_get_direction (widget) != GTK_TEXT_DIR_RTL ||
      !(gtk_widget_has_css_class (widget, "monospace") ||
        gtk_widget_has_css_class (widget, "left-to-right")))
    return G_SOURCE_CONTINUE;
  /* The icons of an entry stay where they are. */
  if (GTK_IS_EDITABLE (widget) && gtk_editable_get_delegate (GTK_EDITABLE (widget)) != NULL)
    {
      gtk_widget_set_direction (GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (widget))),
                                GTK_TEXT_DIR_LTR);
      return G_SOURCE_CONTINUE;
    }
  gtk_widget_set_direction (widget, GTK_TEXT_DIR_LTR);
  if (GTK_IS_LABEL (widget) && !gtk_label_get_wrap (GTK_LABEL (widget)))
    keep_side (GTK_LABEL (widget));
  return G_SOURCE_CONTINUE;
}

void
ui_direction_mend (void)
{
  static gsize is_mended;

  if (!g_once_init_enter (&is_mended))
    return;
  gpointer widget_class = g_type_class_ref (GTK_TYPE_WIDGET);
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_map, NULL, NULL);
  g_type_class_unref (widget_class);
  g_once_init_leave (&is_mended, 1);
}
