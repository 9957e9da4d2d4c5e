/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-guide.h"
#include "app-guide-resources.h"

#include <string.h>

#define ENDING ".md"

static const char *const chapters[] = {
  "first-five-minutes",
  "forms",
  "objects-and-references",
  "activity-and-log",
  "saved-calls",
  "server-requests",
  "checks-and-export",
  "applications",
  "authorization",
  "playground",
  "command-line",
  NULL,
};

const char *const *
app_guide_get_chapters (void)
{
  return chapters;
}

const char *
app_guide_find (const char *link)
{
  gsize length = strlen (link) - (g_str_has_suffix (link, ENDING) ? strlen (ENDING) : 0);

  for (guint i = 0; chapters[i] != NULL; i++)
    if (strlen (chapters[i]) == length && strncmp (chapters[i], link, length) == 0)
      return chapters[i];
  return NULL;
}

GBytes *
app_guide_read (const char *chapter)
{
  g_autofree char *path =
      g_strconcat ("/io/github/spyglass_mcp/Spyglass/guide/", chapter, ENDING, NULL);
  GBytes *text =
      g_resource_lookup_data (app_guide_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  g_assert (text != NULL);
  return text;
}

char *
app_guide_dup_title (const char *chapter)
{
  g_autoptr (GBytes) text = app_guide_read (chapter);
  gsize       size;
  const char *data = g_bytes_get_data (text, &size);
  const char *end = memchr (data, '\n', size);

  return g_strndup (data + strlen ("# "), (gsize)(end - data) - strlen ("# "));
}
