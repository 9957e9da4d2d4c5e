/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-server-label.h"

#include <string.h>

/* What begins a part of an address. */
#define PART_MARKS "/: "

/* A name that was made of the URL is its host and port, and a number where that was taken. */
static char *
dup_base (const AppServerLabel *server)
{
  const char *scheme = strstr (server->address, "://");
  const char *host = scheme != NULL ? scheme + 3 : "";
  gsize       length = strcspn (host, "/?#");
  gboolean    made = length > 0 && strncmp (server->name, host, length) == 0 &&
                  server->name[length + strspn (server->name + length, " 0123456789")] == '\0';

  if (made && server->title != NULL && server->title[0] != '\0')
    return g_strdup (server->title);
  return made ? g_strndup (server->name, length) : g_strdup (server->name);
}

/* From the part in which it differs from the first of the others to that in which it differs from
 * the last. */
static char *
dup_part (const char *address, gsize first, gsize last)
{
  while (first > 0 && (address[first] == '\0' || strchr (PART_MARKS, address[first]) == NULL))
    first--;
  while (last > first && address[last] == '\0')
    last--;
  last += strcspn (address + last + 1, PART_MARKS) + 1;
  char *part = g_strndup (address + first, last - first);
  return g_strstrip (part);
}

char **
app_server_label_dup_all (const AppServerLabel *servers, guint n)
{
  g_autoptr (GPtrArray) bases = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GStrvBuilder) labels = g_strv_builder_new ();

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (bases, dup_base (&servers[i]));
  for (guint i = 0; i < n; i++)
    {
      const char *address = servers[i].address;
      gsize       first = G_MAXSIZE;
      gsize       last = 0;

      for (guint k = 0; k < n; k++)
        if (k != i && g_str_equal (bases->pdata[i], bases->pdata[k]))
          {
            gsize common = 0;
            while (address[common] != '\0' && address[common] == servers[k].address[common])
              common++;
            first = MIN (first, common);
            last = MAX (last, common);
          }
      gboolean         alone = first == G_MAXSIZE || address[0] == '\0';
      g_autofree char *part = alone ? NULL : dup_part (address, first, last);
      g_autofree char *label = g_strconcat (bases->pdata[i], alone ? NULL : " · ", part, NULL);
      g_strv_builder_add (labels, label);
    }
  return g_strv_builder_end (labels);
}
