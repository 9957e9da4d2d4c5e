/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The guide to the program: chapters in Markdown, which are part of the program. The window shows
 * them, and the command line prints them.
 */

#pragma once

#include <glib.h>

/** Returns: (transfer none): in the order of reading, ending with %NULL; for example "forms" */
const char *const *app_guide_get_chapters (void);
/** The chapter of a link in the guide, for example "forms.md", or of its name.
 * Returns: (transfer none) (nullable): one of app_guide_get_chapters() */
const char *app_guide_find (const char *link);
/** Returns: (transfer full): Markdown, whose first line is the title */
GBytes *app_guide_read (const char *chapter);
/** Returns: (transfer full) */
char *app_guide_dup_title (const char *chapter);
