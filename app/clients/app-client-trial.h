/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppClientTrial: whether an application would reach a server by what is written into its file: the
 * very command or URL of the entry is tried, read by the application's own rules (which variables
 * it replaces, which environment and search path its servers get), as far as to the list of tools.
 * The command runs on this computer with the person's rights.
 */

#pragma once

#include "app-problem.h"
#include "store-client-format.h"

#include <gio/gio.h>

/* A first npx may have to download its package. */
#define APP_CLIENT_TRIAL_TIMEOUT_MS 60000

/** What is known of an entry beside its text. */
typedef struct
{
  const char *name;        /* the entry's */
  const char *project;     /* (nullable): the folder that the application is opened with */
  gboolean    unconfirmed; /* it came from elsewhere, and nobody has confirmed it */
  gboolean    shown;       /* the person has seen the command whole and agrees */
  guint       timeout;     /* ms; 0 for APP_CLIENT_TRIAL_TIMEOUT_MS */
} AppClientTrialOptions;

/** What came of it. Immutable; one owner. */
typedef struct
{
  gboolean    ok;
  char       *server_name;    /* (nullable): as the server calls itself */
  char       *server_version; /* (nullable) */
  guint       n_tools;
  char       *longest_tool; /* (nullable): the tool of the longest name */
  char       *output;       /* (nullable): the last lines of standard error, secrets masked */
  GPtrArray  *missing;      /* (element-type utf8): variables that are not set, as "NAME" */
  AppProblem *problem;      /* (nullable): unless it is ok */
} AppClientTrialResult;

void app_client_trial_result_free (AppClientTrialResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppClientTrialResult, app_client_trial_result_free)

/** The command of an entry as it would run, or its URL, with the application's variables replaced
 * where @expanded; for showing it. @json: the entry's object.
 * Returns: (transfer full) (nullable): %NULL where it is no server; it may hold what others wrote
 */
char *app_client_trial_dup_command (const StoreClientFormat     *format,
                                    const char                  *json,
                                    const AppClientTrialOptions *options,
                                    gboolean                     expanded);

/**
 * @json: the entry's object, as store_client_entry_get_json() has it or as it stands in a file
 * finish returns: (transfer full) (nullable): %NULL with APP_ERROR_UNCONFIRMED, _INVALID_INPUT
 * (the entry is no server), or where it was cancelled; a server that cannot be reached is a result
 */
void                  app_client_trial_run_async (const StoreClientFormat     *format,
                                                  const char                  *json,
                                                  const AppClientTrialOptions *options,
                                                  GCancellable                *cancellable,
                                                  GAsyncReadyCallback          callback,
                                                  gpointer                     user_data);
AppClientTrialResult *app_client_trial_run_finish (GAsyncResult *result, GError **error);
