/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What an application reads for one project: the user's files, those of the project, and what it
 * keeps for the project to the user alone, side by side, with which of two entries wins.
 */

#pragma once

#include "app-client-file.h"

/** One file. */
typedef struct
{
  StoreClientPlace *place;
  GPtrArray        *entries; /* of AppClientEntry */
  GError           *error;   /* (nullable): why it cannot be read */
} AppClientReading;

/** "user", "project", "local". Returns: (transfer none) */
const char *app_client_scope_get_word (StoreClientScope scope);

/** @home: (nullable); @project: an absolute path; @scope: (nullable): that one alone.
 * Returns: (transfer full) (element-type AppClientReading): the files that there are, what wins
 * first */
GPtrArray *app_client_scopes_read (const StoreClientFormat *format,
                                   const char              *home,
                                   const char              *project,
                                   const StoreClientScope  *scope);

/** Whether what is at @winner is used instead of what has the same name at @place. */
gboolean app_client_scopes_wins (StoreClientPlace *winner, StoreClientPlace *place);
