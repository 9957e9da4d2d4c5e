/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppObjectCard: a text that comes from a server's own object store, understood: which object, which
 * path in it, its type and length, the preview, and in the preview every place that was cut, with
 * the call that opens it. The preview is display text, not data: where it cannot be said which
 * value a cut place belongs to, only the whole is offered.
 *
 * Source: the object-store servers' explorer ("@obj_123 → dict (length: 42)", an empty line, a
 * Python-style preview) and their slices ("String slice [0:300] of length 300:", "List slice …").
 *
 * Properties (read only): object-id, path, type-name, header (strings), length (int64, -1 unknown).
 *
 * For a tree: the card's lines are a GListModel of AppCardLine; a line that has a cut place has
 * children as soon as app_card_marker_take_text() gave the marker what its call answered.
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A preview is some kilobytes; beyond this its cut places are not looked for. */
#define APP_OBJECT_CARD_MAX_BYTES (4u * 1024u * 1024u)
/* What one follow-up asks for when a list or a string goes on. */
#define APP_OBJECT_CARD_ITEMS 100u
#define APP_OBJECT_CARD_CHARACTERS 3000u

typedef enum {
  APP_CARD_VALUE,        /* a header and a preview */
  APP_CARD_STRING_SLICE, /* characters of a string */
  APP_CARD_LIST_SLICE,   /* items of a list */
} AppCardKind;

typedef enum {
  APP_MARKER_ITEMS,      /* "... +5": items or members behind the last one shown */
  APP_MARKER_CHARACTERS, /* "'abc'+40" */
  APP_MARKER_DEPTH,      /* "{...}", "[...]" */
  APP_MARKER_CUT,        /* "…": a word wider than the server's console */
} AppMarkerKind;

/** The tools of a server that its cards may call. */
typedef enum {
  APP_CARD_TOOL_NONE = 0,
  APP_CARD_TOOL_GET = 1 << 0,   /* get_from_object_store */
  APP_CARD_TOOL_SLICE = 1 << 1, /* get_slice_from_object_store */
} AppCardTools;

/**
 * AppCardMarker: one cut place. Properties: kind (AppMarkerKind), label (string: "5 more items",
 * "40 more characters", "open"), hidden (uint64, 0 unknown), path (string, nullable: unknown or not
 * reachable on the server), loading (boolean, writable: the row shows it).
 */
#define APP_TYPE_CARD_MARKER (app_card_marker_get_type ())
G_DECLARE_FINAL_TYPE (AppCardMarker, app_card_marker, APP, CARD_MARKER, GObject)

AppMarkerKind app_card_marker_get_kind (AppCardMarker *self);
/** Returns: (transfer none): translated */
const char *app_card_marker_get_label (AppCardMarker *self);
guint64     app_card_marker_get_hidden (AppCardMarker *self);
/** Returns: (transfer none) (nullable): as the server's path argument */
const char *app_card_marker_get_path (AppCardMarker *self);
/** The call that opens this place with the tools that there are.
 * @arguments: (out) (optional) (transfer full): JSON text of an object
 * Returns: (transfer none) (nullable): the tool's name; %NULL where nothing can open it */
const char *app_card_marker_get_call (AppCardMarker *self, AppCardTools tools, char **arguments);
/** Gives the marker what that call answered: the lines of its preview become the marker's lines. */
void app_card_marker_take_text (AppCardMarker *self, const char *text);
/** Returns: (transfer none): of AppCardLine; empty until something was opened */
GListModel *app_card_marker_get_lines (AppCardMarker *self);

/** AppCardLine: one line of a preview. Properties (read only): text (string), marker
 * (AppCardMarker, nullable). */
#define APP_TYPE_CARD_LINE (app_card_line_get_type ())
G_DECLARE_FINAL_TYPE (AppCardLine, app_card_line, APP, CARD_LINE, GObject)

/** Returns: (transfer none): fit to be shown; leading spaces are the preview's own */
const char *app_card_line_get_text (AppCardLine *self);
/** Returns: (transfer none) (nullable): the last cut place of this line */
AppCardMarker *app_card_line_get_marker (AppCardLine *self);

#define APP_TYPE_OBJECT_CARD (app_object_card_get_type ())
G_DECLARE_FINAL_TYPE (AppObjectCard, app_object_card, APP, OBJECT_CARD, GObject)

/** Looks at the first line. @length: bytes, -1 when NUL-terminated
 * Returns: (transfer full) (nullable): %NULL where the text is something else */
AppObjectCard *app_object_card_new_for_text (const char *text, gssize length);
/** Whether the first line looks so; cheap, reads a bounded beginning only. */
gboolean app_object_card_detect (const char *text, gssize length);

AppCardKind app_object_card_get_kind (AppObjectCard *self);
/** Without "@". Returns: (transfer none): "" for a slice, which does not say it */
const char *app_object_card_get_object_id (AppObjectCard *self);
/** Returns: (transfer none): "" for the whole object */
const char *app_object_card_get_path (AppObjectCard *self);
/** Returns: (transfer none): "dict", "list", "str", … */
const char *app_object_card_get_type_name (AppObjectCard *self);
/** The whole value's length where it is known; -1 else. */
gint64 app_object_card_get_length (AppObjectCard *self);
/** The first line. Returns: (transfer none) */
const char *app_object_card_get_header (AppObjectCard *self);
/** Everything behind the header and the empty line. Returns: (transfer none) */
const char *app_object_card_get_body (AppObjectCard *self);
/** Returns: (transfer none): of AppCardLine */
GListModel *app_object_card_get_lines (AppObjectCard *self);
/** Returns: (transfer none): of AppCardMarker, in the order of the text */
GListModel *app_object_card_get_markers (AppObjectCard *self);
/** Whether every value of the preview could be told apart; if not, some markers have no path. */
gboolean app_object_card_is_understood (AppObjectCard *self);
/** The call that gets the whole value that the card shows again.
 * @arguments: (out) (optional) (transfer full). Returns: (transfer none) (nullable): the tool */
const char *app_object_card_get_call (AppObjectCard *self, AppCardTools tools, char **arguments);

/** Whether the object-store servers let this key be reached by a path, and how it is spelled.
 * @in_list: whether the key is an index. @path: what to append to
 * Returns: %FALSE, and nothing is appended, where no path reaches it */
gboolean app_object_card_append_step (GString *path, const char *key, gboolean in_list);

G_END_DECLS
