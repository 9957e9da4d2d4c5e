/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What tests share that open a workspace of their own: its folder, and waiting with a limit.
 */

#pragma once

#include "app-workspace.h"

/* A hang must fail the test, not the whole run; the longest test makes thousands of calls. */
#define WORKSPACE_FIXTURE_PATIENCE_MS 60000

/* Iterates the main context until @condition, or fails the test. */
#define WAIT_UNTIL(condition)                                                                 \
  G_STMT_START                                                                                \
  {                                                                                           \
    guint patience = g_timeout_add (WORKSPACE_FIXTURE_PATIENCE_MS, workspace_fixture_give_up, \
                                    (gpointer)(#condition));                                  \
    while (!(condition))                                                                      \
      g_main_context_iteration (NULL, TRUE);                                                  \
    g_source_remove (patience);                                                               \
  }                                                                                           \
  G_STMT_END

gboolean workspace_fixture_give_up (gpointer data);
/** A GAsyncReadyCallback. @data: a GAsyncResult **: which is set */
void workspace_fixture_take_result (GObject *source, GAsyncResult *result, gpointer data);

/** Returns: (transfer full): a folder of its own for the servers and what is kept of them */
char *workspace_fixture_make_folder (void);
/** Removes it with what is in it. @folder: (transfer full) */
void workspace_fixture_remove_folder (char *folder);
/** Returns: (transfer full): the path of the profiles in @folder */
char *workspace_fixture_dup_book_path (const char *folder);
/** Without a keyring. @servers: (nullable): YAML that is written first
 * Returns: (transfer full): over the profiles in @folder */
AppWorkspace *workspace_fixture_open (const char *folder, const char *servers);
/** Lets go of it, and waits until nobody holds it any more: a worker may do so a moment longer.
 * @object: (transfer full) */
void workspace_fixture_release (gpointer object);
/** Closes it and checks that nobody else holds it. @workspace: (transfer full) */
void workspace_fixture_close (AppWorkspace *workspace);
