/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A window of a text, fit for a text view: bounded in bytes and in the length of each line, with
 * what is hidden counted. A highlighter's time grows with the square of a line's length (a line of
 * 64 KiB takes 3 s), so a long line is a matter of freezing or not.
 */

#pragma once

#include <glib.h>

/* A highlighted line within a frame. */
#define UI_SOURCE_LINE_BYTES 4096u
/* A line without highlighting within a frame. */
#define UI_SOURCE_PLAIN_LINE_BYTES 65536u
/* Two screenfuls for most, and drawn within 100 ms. */
#define UI_SOURCE_PAGE_BYTES (256u * 1024u)
/* As much as a text view lays out without holding up the window; what is larger is copied or
 * saved. */
#define UI_SOURCE_MAX_PAGE_BYTES (4u * 1024u * 1024u)

typedef struct
{
  char *text;         /* valid UTF-8, invisible characters made visible */
  gsize shown_bytes;  /* of the source that @text stands for */
  gsize hidden_bytes; /* behind it */
  guint cut_lines;    /* lines that were cut */
  gsize cut_bytes;    /* what was cut from them */
} UiSourceText;

/** @max_bytes: of the source; @max_line: bytes of a line, a longer one ends with a mark that says
 * how much is missing. Returns: (transfer full) */
UiSourceText *ui_source_text_new (const char *text, gsize length, gsize max_bytes, gsize max_line);
void          ui_source_text_free (UiSourceText *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (UiSourceText, ui_source_text_free)
