/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-wrap.h"

PangoWrapMode
ui_wrap_choose (const char *text)
{
  gsize word = 0;

  g_return_val_if_fail (text != NULL, PANGO_WRAP_CHAR);

  for (; *text != '\0' && word <= UI_WRAP_MAX_WORD; text++)
    word = g_ascii_isspace (*text) ? 0 : word + 1;
  return word > UI_WRAP_MAX_WORD ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR;
}
