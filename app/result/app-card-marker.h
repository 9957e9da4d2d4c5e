/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCardMarker: one place where the preview of a server's object was cut, and the call that opens
 * it. See AppObjectCard.
 */

#pragma once

#include "app-card-preview.h"
#include "app-object-card.h"

/* What one follow-up asks for when a list or a string goes on. */
#define APP_OBJECT_CARD_ITEMS 100u
#define APP_OBJECT_CARD_CHARACTERS 20000u

/** The tools of a server that its cards call, and those that a person is led to. */
typedef enum {
  APP_CARD_TOOL_NONE = 0,
  APP_CARD_TOOL_GET = 1 << 0,   /* get_from_object_store */
  APP_CARD_TOOL_SLICE = 1 << 1, /* get_slice_from_object_store */
  APP_CARD_TOOL_GREP = 1 << 2,  /* grep_object_store */
  APP_CARD_TOOL_SED = 1 << 3,   /* sed_object_store */
  APP_CARD_TOOL_YQ = 1 << 4,    /* yq_object_store */
} AppCardTools;

#define APP_TYPE_CARD_MARKER (app_card_marker_get_type ())
G_DECLARE_FINAL_TYPE (AppCardMarker, app_card_marker, APP, CARD_MARKER, GObject)

/** @object_id: (nullable): unknown. Returns: (transfer full) */
AppCardMarker *app_card_marker_new (const char *object_id, const AppCardPlace *place);
/** Of a whole value. @path: "" for the object. Returns: (transfer full) */
AppCardMarker *app_card_marker_new_for_path (const char *object_id, const char *path);
/** Of the items, or characters, from @start to before @end. Returns: (transfer full) */
AppCardMarker *app_card_marker_new_for_slice (const char *object_id,
                                              const char *path,
                                              guint64     start,
                                              guint64     end);

/** Returns: (transfer none): "… 5 more", "+ 40 characters", "Open"; translated */
const char *app_card_marker_get_label (AppCardMarker *self);
/** The call that opens this place with the tools that there are.
 * @arguments: (out) (optional) (transfer full): JSON text of an object
 * Returns: (transfer none) (nullable): the tool's name; %NULL where nothing can open it */
const char *app_card_marker_get_call (AppCardMarker *self, AppCardTools tools, char **arguments);
/** Where there is no such call. Returns: (transfer full): what is hidden, and why it stays so */
char *app_card_marker_dup_reason (AppCardMarker *self, AppCardTools tools);
/** Reads what that call was answered with.
 * @rest: (out) (transfer full) (nullable): what is still hidden behind it
 * Returns: (transfer full) (nullable): %NULL with APP_ERROR where it is not what was asked for */
AppObjectCard *app_card_marker_read (AppCardMarker  *self,
                                     const char     *text,
                                     AppCardMarker **rest,
                                     GError        **error);
/** How many entries of what the call brings are shown already. */
guint64 app_card_marker_get_known (AppCardMarker *self);
