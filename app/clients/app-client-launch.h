/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppClientLaunch: how an application starts or reaches the server of an entry: the command, word
 * by word, with the environment and the search path that it gives to its servers; or the URL.
 * Variables are replaced as the application replaces them, and nothing else is.
 */

#pragma once

#include "store-client-format.h"
#include "store-profile.h"

typedef struct
{
  char         *command;     /* (nullable): %NULL for a server on the network */
  char        **arguments;   /* (array zero-terminated=1) */
  char        **environment; /* (array zero-terminated=1): all of it, NAME=VALUE */
  char         *directory;   /* where it starts */
  StoreProfile *profile;     /* what the entry says, for the network; never %NULL */
  GPtrArray    *missing;     /* (element-type utf8): variables that are not set */
  char         *taken;       /* (nullable): which it takes, where they are not replaced */
} AppClientLaunch;

/**
 * @json: the entry's object
 * @project: (nullable): the folder that the application is opened with
 * @expanded: whether variables are replaced
 * Returns: (transfer full) (nullable): %NULL with APP_ERROR_INVALID_INPUT where it is no server
 */
AppClientLaunch *app_client_launch_new (const StoreClientFormat *format,
                                        const char              *name,
                                        const char              *json,
                                        const char              *project,
                                        gboolean                 expanded,
                                        GError                 **error);
void             app_client_launch_free (AppClientLaunch *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppClientLaunch, app_client_launch_free)

/** The command as a shell would take it, or the URL; then the variables that it takes, where they
 * are not replaced. Returns: (transfer full) */
char *app_client_launch_dup_text (AppClientLaunch *self);
