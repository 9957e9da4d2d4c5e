/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-number-text.h"

#include <string.h>

/* More digits do not fit into 64 bits. */
#define MAX_DIGITS 18u

char *
app_number_text_group (const char *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  gsize sign = text[0] == '-' ? 1 : 0;
  gsize n_digits = strspn (text + sign, "0123456789");

  if (n_digits == 0 || n_digits > MAX_DIGITS || text[sign + n_digits] != '\0')
    return g_strdup (text);
  return g_strdup_printf ("%'" G_GINT64_FORMAT, g_ascii_strtoll (text, NULL, 10));
}
