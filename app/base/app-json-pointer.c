/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-json-pointer.h"

#include <string.h>

void
app_json_pointer_append (GString *pointer, const char *token)
{
  g_string_append_c (pointer, '/');
  for (const char *p = token; *p != '\0'; p++)
    {
      if (*p == '~')
        g_string_append (pointer, "~0");
      else if (*p == '/')
        g_string_append (pointer, "~1");
      else
        g_string_append_c (pointer, *p);
    }
}

char *
app_json_pointer_take (const char **pointer)
{
  if (**pointer != '/')
    return NULL;
  gsize    length = strcspn (*pointer + 1, "/");
  GString *token = g_string_sized_new (length);
  for (const char *p = *pointer + 1; p < *pointer + 1 + length; p++)
    {
      if (p[0] == '~' && (p[1] == '0' || p[1] == '1'))
        g_string_append_c (token, *++p == '0' ? '~' : '/');
      else
        g_string_append_c (token, *p);
    }
  *pointer += length + 1;
  return g_string_free (token, FALSE);
}
