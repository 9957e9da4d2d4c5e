/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The kinds of places that the sidebar leads to: a server, its pages, and what belongs to none.
 */

#pragma once

#include <glib.h>

typedef enum {
  UI_PLACE_SERVER,
  UI_PLACE_OVERVIEW,
  UI_PLACE_TOOLS,
  UI_PLACE_RESOURCES,
  UI_PLACE_PROMPTS,
  UI_PLACE_TASKS,
  UI_PLACE_INBOX, /* of a server, or of all */
  UI_PLACE_CHECKS,
  UI_PLACE_EXPORT,
  UI_PLACE_LOG,
  UI_PLACE_HOME, /* from here on: those that belong to no server */
  UI_PLACE_OBJECTS,
  UI_PLACE_ACTIVITY,
  UI_PLACE_SAVED,
  UI_PLACE_PLAYGROUND,
  UI_PLACE_COMPOSER,
  UI_PLACE_APPLICATIONS,
} UiPlaceKind;

/** The word that settings keep for a kind, for example "tools". Returns: (transfer none) */
const char *ui_place_kind_get_id (UiPlaceKind kind);
/** Reads the ids of earlier versions too. Returns: the kind of @id, else UI_PLACE_OVERVIEW */
UiPlaceKind ui_place_kind_from_id (const char *id);
/** Returns: (transfer none): translated; that of a server is its name */
const char *ui_place_kind_get_title (UiPlaceKind kind);
/** Returns: (transfer none) */
const char *ui_place_kind_get_icon_name (UiPlaceKind kind);
