/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-yaml-lines.h"

#include <string.h>

gsize
store_yaml_line_start (const char *text, gsize at)
{
  while (at > 0 && text[at - 1] != '\n' && text[at - 1] != '\r')
    at--;
  return at;
}

gsize
store_yaml_line_end (const char *text, gsize length, gsize at)
{
  if (at > 0 && (text[at - 1] == '\n' ||
                 (text[at - 1] == '\r' && (at == length || text[at] != '\n'))))
    return at;
  while (at < length && text[at] != '\n' && text[at] != '\r')
    at++;
  if (at < length && text[at] == '\r')
    at++;
  if (at < length && text[at] == '\n')
    at++;
  return at;
}

gsize
store_yaml_skip_spaces (const char *text, gsize length, gsize at)
{
  while (at < length && text[at] == ' ')
    at++;
  return at;
}

gsize
store_yaml_skip_comments (const char *text, gsize length, gsize at, guint column)
{
  gsize end = at;

  while (at < length)
    {
      gsize    first = store_yaml_skip_spaces (text, length, at);
      gboolean blank = first == length || strchr ("\r\n", text[first]) != NULL;

      if (!blank && (text[first] != '#' || first - at < column))
        break;
      at = first == length ? first : store_yaml_line_end (text, length, first + 1);
      if (!blank)
        end = at;
    }
  return end;
}
