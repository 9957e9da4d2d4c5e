/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What was found in a file of another application, in a sentence: so many servers, none, nothing
 * that can be read and what to do about it. The window and the command line say the same. */

#pragma once

#include "app-client-note.h"
#include "store-client-import.h"

/** Returns: (transfer full) */
AppClientNote *app_import_note_new (StoreClientImport *import);
/** The import's own notes, each with the application or the file that it is about.
 * Returns: (transfer full) (element-type AppClientNote) */
GPtrArray *app_import_note_new_all (StoreClientImport *import);
