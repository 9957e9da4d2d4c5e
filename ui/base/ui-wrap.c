/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-wrap.h"

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
