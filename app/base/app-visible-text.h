/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Text of a server made fit to be shown: control characters and characters that change the
 * direction or cannot be seen become visible marks, bytes that are no UTF-8 become U+FFFD, the
 * length is bounded. Never markup.
 */

#pragma once

#include <glib.h>

/** One line: line ends become "↵". @max_characters: 0 for no bound; a cut ends with "…".
 * Returns: (transfer full) (not nullable), "" for %NULL */
char *app_visible_text_line (const char *text, guint max_characters);
/** One line in which white space of any kind is one space: what a list shows of a description.
 * Returns: (transfer full) (not nullable), "" for %NULL */
char *app_visible_text_summary (const char *text, guint max_characters);
/** Several lines: line ends and tabs stay. Returns: (transfer full) (not nullable) */
char *app_visible_text_block (const char *text, guint max_characters);

/** JSON text that means the same: what nobody sees in it, or a terminal obeys, is escaped as JSON
 * has it, in what is no JSON too. @length: bytes. Returns: (transfer full) */
char *app_visible_text_json (const char *json, gsize length);

/** A path on one line as people write it: ~ for the person's home folder. Returns: (transfer full)
 * (not nullable), "" for %NULL */
char *app_visible_text_path (const char *path, guint max_characters);

/** "12 ms", "1.2 s", "3 min 4 s". @microseconds: negative gives "". Returns: (transfer full) */
char *app_visible_text_duration (gint64 microseconds);
/** "12 s", "3 min 4 s": what counts on while it is read. Returns: (transfer full) */
char *app_visible_text_seconds (gint64 seconds);
/** "1.2 kB". Returns: (transfer full) */
char *app_visible_text_size (guint64 bytes);
/** @time, @now: µs since the epoch. Returns: (transfer full): "14:03:22" on the same day, else with
 * its date */
char *app_visible_text_time (gint64 time, gint64 now);
