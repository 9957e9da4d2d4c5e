/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppClientNote: something that a person should know before a server goes to another application or
 * comes from one: a sentence and how serious it is. Immutable. Plain text only.
 */

#pragma once

#include "store-client-note.h"

#include <gio/gio.h>

#define APP_TYPE_CLIENT_NOTE (app_client_note_get_type ())
G_DECLARE_FINAL_TYPE (AppClientNote, app_client_note, APP, CLIENT_NOTE, GObject)

/** Returns: (transfer full) */
AppClientNote *app_client_note_new (StoreNoteKind kind, const char *text);

StoreNoteKind app_client_note_get_kind (AppClientNote *self);
/** "Left out", "Attention" or "Good to know". Returns: (transfer none): translated */
const char *app_client_note_get_kind_name (AppClientNote *self);
/** Returns: (transfer none) */
const char *app_client_note_get_text (AppClientNote *self);
