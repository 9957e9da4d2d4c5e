/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-option-area.h"
#include "ui-widget.h"

#define MIN_HEIGHT 60
#define MAX_HEIGHT 160
#define PROPERTY_DATA "property"

UiTextArea *
ui_option_area_add (GtkFrame *frame, const char *language, const char *name, const char *note)
{
  UiTextArea *area = UI_TEXT_AREA (ui_text_area_new (language));

  ui_text_area_set_heights (area, MIN_HEIGHT, MAX_HEIGHT);
  ui_text_area_set_note (area, note);
  ui_widget_name (ui_text_area_get_view (area), name);
  gtk_frame_set_child (frame, GTK_WIDGET (area));
  return area;
}

static void
on_edited (UiTextArea *area, GObject *options)
{
  g_autofree char *text = ui_text_area_dup_text (area);

  g_object_set (options, g_object_get_data (G_OBJECT (area), PROPERTY_DATA), text, NULL);
}

static void
show (UiTextArea *area, GParamSpec *pspec, GObject *options)
{
  g_autofree char *text = NULL;
  g_autofree char *shown = ui_text_area_dup_text (area);

  g_object_get (options, g_object_get_data (G_OBJECT (area), PROPERTY_DATA), &text, NULL);
  if (g_strcmp0 (shown, text != NULL ? text : "") != 0)
    ui_text_area_set_text (area, text != NULL ? text : "");
}

void
ui_option_area_bind (UiTextArea *area, gpointer options, const char *property)
{
  g_autofree char *signal = g_strconcat ("notify::", property, NULL);

  g_return_if_fail (UI_IS_TEXT_AREA (area));
  g_return_if_fail (G_IS_OBJECT (options));

  g_object_set_data (G_OBJECT (area), PROPERTY_DATA, (gpointer)property);
  g_signal_connect_object (area, "edited", G_CALLBACK (on_edited), options, 0);
  g_signal_connect_object (options, signal, G_CALLBACK (show), area, G_CONNECT_SWAPPED);
  show (area, NULL, options);
}

void
ui_option_area_bind_widgets (gpointer options, const UiOptionBinding *rows, guint n_rows)
{
  for (guint i = 0; i < n_rows; i++)
    g_object_bind_property (options, rows[i].property, rows[i].widget, rows[i].widget_property,
                            G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
}
