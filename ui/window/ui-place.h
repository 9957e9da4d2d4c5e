/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiPlace: a place that the sidebar can lead to: a server, one of the pages of a server, or a page
 * that belongs to no server. Places live as long as what they belong to and keep their identity.
 *
 * Properties: session (AppSession, nullable), kind (UiPlaceKind), title (string), count (uint;
 * what is behind the place, follows the session), shown (int: of a server, the UiPlaceKind of its
 * page that is shown, -1 while none is)
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
int         ui_place_get_shown (UiPlace *self);
void        ui_place_set_shown (UiPlace *self, int shown);
/** Whether a count makes sense for this kind of place. */
gboolean ui_place_has_count (UiPlace *self);

/** Whether that page of the server can be shown now, with a row of its own or without one. */
gboolean ui_place_list_leads_to (AppSession *session, UiPlaceKind kind);
/** The places of @sessions one below the other: each server, which is its overview too, then, while
 * it is connected and one of its places is shown, the pages of what it offers or holds.
 * @sessions: of AppSession. Returns: (transfer full): of UiPlace */
GListModel *ui_place_list_new (GListModel *sessions);
