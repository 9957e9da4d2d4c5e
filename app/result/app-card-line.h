/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCardLine: one line of the preview of a server's object. Immutable. Properties (read only):
 * text (string), marker (AppCardMarker, nullable). See AppObjectCard.
 */

#pragma once

#include "app-card-marker.h"

G_BEGIN_DECLS

#define APP_TYPE_CARD_LINE (app_card_line_get_type ())
G_DECLARE_FINAL_TYPE (AppCardLine, app_card_line, APP, CARD_LINE, GObject)

/** @length: bytes. @marker: (nullable). Returns: (transfer full) */
AppCardLine *app_card_line_new (const char *text, gsize length, AppCardMarker *marker);
/** Returns: (transfer none): fit to be shown; leading spaces are the preview's own */
const char *app_card_line_get_text (AppCardLine *self);
/** Returns: (transfer none) (nullable): the last cut place of this line */
AppCardMarker *app_card_line_get_marker (AppCardLine *self);

G_END_DECLS
