/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppMarkdown: a text in Markdown (as GitHub has it) as plain text with styles over its parts. What
 * it asks for is never fetched: an image is its description, a link is its text and an address; raw
 * HTML is text. All text is fit to be shown, and its lines are bounded. Immutable.
 */

#pragma once

#include <gio/gio.h>

/* What is rendered at most; the rest is read as text. */
#define APP_MARKDOWN_MAX_BYTES (256u * 1024u)
#define APP_MARKDOWN_MAX_LEVEL 8u

typedef enum {
  APP_MARKDOWN_HEADING, /* level: 1 to 6 */
  APP_MARKDOWN_STRONG,
  APP_MARKDOWN_EMPHASIS,
  APP_MARKDOWN_STRUCK,
  APP_MARKDOWN_CODE,
  APP_MARKDOWN_CODE_BLOCK,
  APP_MARKDOWN_QUOTE,
  APP_MARKDOWN_INDENT, /* level: 1 to APP_MARKDOWN_MAX_LEVEL; the highest counts */
  APP_MARKDOWN_LINK,   /* target */
  APP_MARKDOWN_TABLE,  /* columns are aligned by spaces */
  APP_MARKDOWN_CELL,   /* of a table, without those spaces; may be empty; level: column, from 1 */
  APP_MARKDOWN_RULE,
  APP_MARKDOWN_N_STYLES
} AppMarkdownStyle;

typedef struct
{
  AppMarkdownStyle style;
  guint            level;
  gsize            start; /* characters of the text */
  gsize            end;
  char            *target; /* (nullable): the address as it came, of a link */
} AppMarkdownSpan;

#define APP_TYPE_MARKDOWN (app_markdown_get_type ())
G_DECLARE_FINAL_TYPE (AppMarkdown, app_markdown, APP, MARKDOWN, GObject)

/** Whether @text plainly is Markdown: it has several of its signs, and none that speak against it.
 * Looks at its beginning. @length: bytes */
gboolean app_markdown_is_likely (const char *text, gsize length);

/** Renders the beginning, in a worker where it is large. @text: any bytes, meant as UTF-8; held */
void app_markdown_load_async (GBytes             *text,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data);
/** Returns: (transfer full) (nullable): %NULL with @error set where it was cancelled
 * (G_IO_ERROR_CANCELLED), or would be larger than anybody reads (G_IO_ERROR_NO_SPACE) */
AppMarkdown *app_markdown_load_finish (GAsyncResult *result, GError **error);

/** Returns: (transfer none): UTF-8 */
const char *app_markdown_get_text (AppMarkdown *self);
/** Returns: (transfer none) (element-type AppMarkdownSpan): in the order of their ends */
GArray *app_markdown_get_spans (AppMarkdown *self);
/** Bytes of the source behind what was rendered. */
gsize app_markdown_get_n_hidden (AppMarkdown *self);
