/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-tooltip.h"

#define KEY "spyglass-tooltip"

static gboolean
is_shown (GtkWidget *widget, const char *text)
{
  if (GTK_IS_INSCRIPTION (widget))
    return g_strcmp0 (gtk_inscription_get_text (GTK_INSCRIPTION (widget)), text) == 0;
  return GTK_IS_LABEL (widget) && g_strcmp0 (gtk_label_get_text (GTK_LABEL (widget)), text) == 0;
}

static gboolean
is_cut (GtkWidget *widget, const char *text)
{
  int width;

  if (GTK_IS_LABEL (widget))
    return pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget)));
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width > gtk_widget_get_width (widget);
}

static gboolean
on_query (GtkWidget  *widget,
          int         x,
          int         y,
          gboolean    keyboard,
          GtkTooltip *tooltip,
          gpointer    data)
{
  const char *text = g_object_get_data (G_OBJECT (widget), KEY);

  if (is_shown (widget, text) && !is_cut (widget, text))
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

void
ui_tooltip_set (GtkWidget *widget, const char *text)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));

  const char *old = g_object_get_data (G_OBJECT (widget), KEY);
  if (text != NULL && text[0] == '\0')
    text = NULL;
  if (g_strcmp0 (old, text) == 0)
    return;
  if (old == NULL)
    g_signal_connect (widget, "query-tooltip", G_CALLBACK (on_query), NULL);
  else if (text == NULL)
    g_signal_handlers_disconnect_by_func (widget, on_query, NULL);
  g_object_set_data_full (G_OBJECT (widget), KEY, g_strdup (text), g_free);
  gtk_widget_set_has_tooltip (widget, text != NULL);
  if (text != NULL && !is_shown (widget, text))
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    text, -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}
