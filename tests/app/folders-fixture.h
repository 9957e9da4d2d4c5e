/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Folders of a program's own instead of the person's, empty when a case begins. GLib's own isolation
 * never frees the names of the folders that a case had, which is a leak to a sanitizer.
 */

#pragma once

#include <glib.h>

/** Takes the place of g_test_init(). */
void folders_fixture_init (int *argc, char ***argv);
/** For fixtures, before anything else */
void folders_fixture_empty (void);
/** g_test_add_func(), with empty folders */
void folders_fixture_add (const char *path, GTestFunc run);
