/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * TestData: the files of tests/data, which are there in every clone, and those that a test makes.
 */

#pragma once

#include "mcp-json-document.h"

/** @name: below tests/data
 * Returns: (transfer full) */
char *test_data_get_path (const char *name);
/** Returns: (transfer full): what the file says; it is JSON */
McpJsonDocument *test_data_load (const char *name);
/** Removes a folder that a test made, with all that is in it; links are not followed. */
void test_data_remove_folder (const char *path);
/** From here on this process keeps its state (XDG_STATE_HOME) in a folder of its own, which goes with
 * it. */
void test_data_use_own_state (void);
