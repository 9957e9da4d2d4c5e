/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The results of show-widgets: a call that never went anywhere, with an answer from a file.
 */

#pragma once

#include <gtk/gtk.h>

/** @words: "result" and, if any, a file with a result; @page: (nullable): content, structured or raw
 * @state: (nullable): running, asks or failed: of another call after it
 * Returns: (transfer floating): a UiResultView */
GtkWidget *show_result_create (int n, char **words, const char *page, const char *state);
/** A value as the page of results shows it. @path: of a file: JSON, text or bytes
 * @title: (nullable): of the view that is chosen. Returns: (transfer floating) */
GtkWidget *show_result_create_value (const char *path, const char *title);
