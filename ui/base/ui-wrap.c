/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-wrap.h"

typedef void (*Measure) (GtkWidget *, GtkOrientation, int, int *, int *, int *, int *);

static Measure measure_label; /* GtkLabel's own */

static void
measure_for_width (GtkWidget     *label,
                   GtkOrientation orientation,
                   int            for_size,
                   int           *minimum,
                   int           *natural,
                   int           *minimum_baseline,
                   int           *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    for_size = -1;
  measure_label (label, orientation, for_size, minimum, natural, minimum_baseline,
                 natural_baseline);
}

void
ui_wrap_measure_for_width (void)
{
  if (measure_label != NULL)
    return;

  GtkWidgetClass *label_class = g_type_class_ref (GTK_TYPE_LABEL);
  measure_label = label_class->measure;
  label_class->measure = measure_for_width;
}

PangoAttribute *
ui_wrap_attribute_new (void)
{
  return pango_attr_insert_hyphens_new (FALSE);
}

void
ui_wrap_literally (GtkLabel *label)
{
  g_return_if_fail (GTK_IS_LABEL (label));

  PangoAttrList *attributes = gtk_label_get_attributes (label);
  attributes = attributes != NULL ? pango_attr_list_copy (attributes) : pango_attr_list_new ();
  pango_attr_list_insert (attributes, ui_wrap_attribute_new ());
  gtk_label_set_attributes (label, attributes);
  pango_attr_list_unref (attributes);
}

static void
on_inserted (GtkTextBuffer *buffer,
             GtkTextIter   *end,
             const char    *text,
             int            length,
             GtkTextTag    *tag)
{
  GtkTextIter start = *end;

  gtk_text_iter_backward_chars (&start, (int)g_utf8_strlen (text, length));
  gtk_text_buffer_apply_tag (buffer, tag, &start, end);
}

void
ui_wrap_view_literally (GtkTextView *view)
{
  g_return_if_fail (GTK_IS_TEXT_VIEW (view));

  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextTag    *tag = gtk_text_buffer_create_tag (buffer, NULL, "insert-hyphens", FALSE, NULL);
  g_signal_connect_object (buffer, "insert-text", G_CALLBACK (on_inserted), tag, G_CONNECT_AFTER);
}

PangoWrapMode
ui_wrap_choose (const char *text)
{
  gsize word = 0;

  g_return_val_if_fail (text != NULL, PANGO_WRAP_CHAR);

  for (; *text != '\0' && word <= UI_WRAP_MAX_WORD; text++)
    word = g_ascii_isspace (*text) ? 0 : word + 1;
  return word > UI_WRAP_MAX_WORD ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR;
}
