/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a list of servers calls each of them, so that no two look the same.
 */

#pragma once

#include <glib.h>

typedef struct
{
  const char *name;    /* of the profile */
  const char *title;   /* (nullable): what the server calls itself */
  const char *address; /* its URL, or its command with all arguments */
} AppServerLabel;

/** The name of each; in place of one that was made of the URL the server's own title; and where
 * several of @servers have the same, also what differs of their addresses: port, path, argument.
 * Returns: (transfer full): in their order; as they were sent, not fit to be shown yet */
char **app_server_label_dup_all (const AppServerLabel *servers, guint n);
