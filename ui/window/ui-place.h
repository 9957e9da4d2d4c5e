/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiPlace: a place that the sidebar can lead to: a server, one of the pages of a server, or a page
 * that belongs to no server. Places live as long as what they belong to and keep their identity.
 *
 * Properties: session (AppSession, nullable), kind (UiPlaceKind), title (string), count (uint;
 * what is behind the place, follows the session), folded (boolean: a server whose pages are hidden)
 */

#pragma once

#include "ui-place-kind.h"
#include "app-session.h"

typedef struct _AppInbox AppInbox; /* see app-inbox.h */

#define UI_TYPE_PLACE (ui_place_get_type ())
G_DECLARE_FINAL_TYPE (UiPlace, ui_place, UI, PLACE, GObject)

/** @session: (nullable): %NULL where the place belongs to no server. Returns: (transfer full) */
UiPlace *ui_place_new (AppSession *session, UiPlaceKind kind);

/** UI_PLACE_INBOX without a session: counts what waits in @inbox. */
void ui_place_follow_inbox (UiPlace *self, AppInbox *inbox);

/** Returns: (transfer none) (nullable) */
AppSession *ui_place_get_session (UiPlace *self);
UiPlaceKind ui_place_get_kind (UiPlace *self);
/** Returns: (transfer none): translated, or the server's name made fit to be shown */
const char *ui_place_get_title (UiPlace *self);
/** Returns: (transfer none) */
const char *ui_place_get_icon_name (UiPlace *self);
guint       ui_place_get_count (UiPlace *self);
gboolean    ui_place_get_folded (UiPlace *self);
void        ui_place_set_folded (UiPlace *self, gboolean folded);
/** Whether a count makes sense for this kind of place. */
gboolean ui_place_has_count (UiPlace *self);

/** Whether pages of a server belong below its place: while it is connected, or was until now. */
gboolean ui_place_list_has_pages (AppSession *session);
/** The places of @sessions one below the other: each server, which is its overview too, then, while
 * it is connected and not folded, the pages of what it offers. Which servers are folded is kept.
 * @sessions: of AppSession. Returns: (transfer full): of UiPlace */
GListModel *ui_place_list_new (GListModel *sessions);
