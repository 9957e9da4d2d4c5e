/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Any bytes are Markdown: what is made of them is UTF-8 that can be shown, its styles are within it
 * and in the order of their ends, and no line of it is longer than a text view takes. */

#include "app-markdown.h"
#include "fuzz-fail.h"

#include <string.h>

/* A line is broken behind the piece that made it too long: a piece, and a cell of a table, may
 * each be as long as a whole line. */
#define MAX_LINE (3u * 8192u)

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **)data = g_object_ref (result);
}

static AppMarkdown *
load (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GAsyncResult) result = NULL;

  app_markdown_load_async (bytes, NULL, on_loaded, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return app_markdown_load_finish (result, NULL);
}

static void
check_lines (const char *text)
{
  for (const char *line = text, *end; *line != '\0'; line = *end != '\0' ? end + 1 : end)
    {
      end = strchrnul (line, '\n');
      if ((gsize)(end - line) > MAX_LINE)
        fuzz_fail ("A line of %zu bytes", (gsize)(end - line));
    }
}

static void
check_spans (GArray *spans, gsize length)
{
  gsize last = 0;

  for (guint i = 0; i < spans->len; i++)
    {
      const AppMarkdownSpan *span = &g_array_index (spans, AppMarkdownSpan, i);

      if (span->style >= APP_MARKDOWN_N_STYLES || span->start > span->end || span->end > length ||
          span->end < last)
        fuzz_fail ("Span %u of style %d: %zu to %zu of %zu, behind %zu", i, (int)span->style,
                   span->start, span->end, length, last);
      if ((span->style == APP_MARKDOWN_LINK) != (span->target != NULL))
        fuzz_fail ("Span %u of style %d has %s target", i, (int)span->style,
                   span->target != NULL ? "a" : "no");
      if (span->target != NULL && !g_utf8_validate (span->target, -1, NULL))
        fuzz_fail ("Span %u has a target that is not UTF-8", i);
      last = span->end;
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (AppMarkdown) markdown = load (data, size);
  const char *text;

  app_markdown_is_likely (size > 0 ? (const char *)data : "", size);
  if (markdown == NULL)
    return 0;
  text = app_markdown_get_text (markdown);
  if (!g_utf8_validate (text, -1, NULL))
    fuzz_fail ("The text is not UTF-8");
  if (app_markdown_get_n_hidden (markdown) > size)
    fuzz_fail ("More is hidden than there is");
  check_lines (text);
  check_spans (app_markdown_get_spans (markdown), (gsize)g_utf8_strlen (text, -1));
  return 0;
}
