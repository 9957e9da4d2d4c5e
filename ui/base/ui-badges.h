/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The words that describe a definition at a glance ("read-only", "may destroy", "template"…), as
 * small labels in a box.
 */

#pragma once

#include "app-change-list.h"
#include "app-subscription-list.h"
#include "mcp-definition.h"

#include <gtk/gtk.h>

typedef enum {
  UI_BADGES_ALL,   /* for the page: every hint that the server gave */
  UI_BADGES_QUIET, /* for a row: only what makes it different from its neighbours */
} UiBadgesDetail;

/** Empties @box and fills it. @definition: (nullable). @change: (nullable): what happened to it.
 * @watched: (nullable): whether the server tells of its changes. @disabled: models are not told of
 * it.
 * Returns: (transfer full): the words joined by ", ", "" for none */
char *ui_badges_fill (GtkBox          *box,
                      McpDefinition   *definition,
                      UiBadgesDetail   detail,
                      gboolean         duplicate,
                      AppChangeNotice *change,
                      AppSubscription *watched,
                      gboolean         disabled);
