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
  PangoAttrList *attributes;

  g_return_if_fail (GTK_IS_LABEL (label));

  attributes = gtk_label_get_attributes (label);
  attributes = attributes != NULL ? pango_attr_list_copy (attributes) : pango_attr_list_new ();
  pango_attr_list_insert (attributes, ui_wrap_attribute_new ());
  gtk_label_set_attributes (label, attributes);
  pango_attr_list_unref (attributes);
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
