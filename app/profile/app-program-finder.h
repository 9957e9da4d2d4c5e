/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Finding a program as the person's shell would: a desktop session often has a shorter PATH than a
 * terminal (nvm, uv, cargo and pyenv set theirs in shell start files).
 */

#pragma once

#include <gio/gio.h>

typedef struct
{
  char *program;     /* absolute path; %NULL where it was not found */
  char *path;        /* (nullable): the PATH with which it works, when ours would not do */
  char *explanation; /* (nullable): for a person: where it was found, or where was looked */
} AppProgram;

void app_program_free (AppProgram *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppProgram, app_program_free)

/** Looks on @path_variable (%NULL: ours), then where version managers install, then asks the login
 * shell for its PATH, bounded to a few seconds. Never fails but by cancellation. */
void app_program_find_async (const char         *name,
                             const char         *path_variable,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data);
/** Returns: (transfer full) (nullable) */
AppProgram *app_program_find_finish (GAsyncResult *result, GError **error);
