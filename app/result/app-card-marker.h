/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCardMarker: one place where the preview of a server's object was cut, the call that opens it,
 * and what that call answered. See AppObjectCard.
 *
 * Property that notifies: loading (boolean: the call is under way).
 *
 * AppCardLine: one line of that preview. Immutable.
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What one follow-up asks for when a list or a string goes on. */
#define APP_OBJECT_CARD_ITEMS 100u
#define APP_OBJECT_CARD_CHARACTERS 3000u

typedef enum {
  APP_MARKER_ITEMS,      /* "... +5": items or members behind the last one shown */
  APP_MARKER_CHARACTERS, /* "'abc'+40" */
  APP_MARKER_DEPTH,      /* "{...}", "[...]" */
  APP_MARKER_CUT,        /* "…": a word wider than the server's console */
} AppMarkerKind;

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

/** @object_id, @path: (nullable): unknown
 * @in_list: the container is a list (for ITEMS). @shown: items or characters before the place
 * Returns: (transfer full) */
AppCardMarker *app_card_marker_new (AppMarkerKind kind,
                                    const char   *object_id,
                                    const char   *path,
                                    gboolean      in_list,
                                    guint64       shown,
                                    guint64       hidden);

/** Returns: (transfer none): "5 more items", "40 more characters", "open"; translated */
const char *app_card_marker_get_label (AppCardMarker *self);
gboolean    app_card_marker_is_loading (AppCardMarker *self);
void        app_card_marker_set_loading (AppCardMarker *self, gboolean loading);
/** The call that opens this place with the tools that there are.
 * @arguments: (out) (optional) (transfer full): JSON text of an object
 * Returns: (transfer none) (nullable): the tool's name; %NULL where nothing can open it */
const char *app_card_marker_get_call (AppCardMarker *self, AppCardTools tools, char **arguments);
/** Gives the marker what that call answered: the lines of its preview become the marker's lines,
 * followed by a line with a marker for what is still hidden. Returns: %FALSE with APP_ERROR where
 * it is not what was asked for; then nothing of it is shown */
gboolean app_card_marker_set_response (AppCardMarker *self, const char *text, GError **error);
/** Returns: (transfer none): of AppCardLine; empty until something was opened */
GListModel *app_card_marker_get_lines (AppCardMarker *self);

#define APP_TYPE_CARD_LINE (app_card_line_get_type ())
G_DECLARE_FINAL_TYPE (AppCardLine, app_card_line, APP, CARD_LINE, GObject)

/** @length: bytes. @marker: (nullable). Returns: (transfer full) */
AppCardLine *app_card_line_new (const char *text, gsize length, AppCardMarker *marker);
/** Returns: (transfer none): fit to be shown; leading spaces are the preview's own */
const char *app_card_line_get_text (AppCardLine *self);
/** Returns: (transfer none) (nullable): the last cut place of this line */
AppCardMarker *app_card_line_get_marker (AppCardLine *self);

G_END_DECLS
