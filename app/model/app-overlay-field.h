/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppOverlayField: one thing that a model is told of a tool and that a person may word otherwise:
 * the description of the tool or of an argument, the values that an argument may have, its default.
 * Main thread only.
 *
 * Texts and numbers are written as they are; a list as JSON, or one value a line; any other value
 * as JSON.
 *
 * Properties (all notify)
 *   text (string, writable): what the model is told; the server's own where nothing else is
 *   changed (boolean): it is not the server's own
 *   problem (string, nullable): why it cannot be told, in words
 */

#pragma once

#include "mcp-json-value.h"

#include <gio/gio.h>

typedef enum {
  APP_OVERLAY_DESCRIPTION,
  APP_OVERLAY_VALUES,
  APP_OVERLAY_DEFAULT,
} AppOverlayKind;

#define APP_TYPE_OVERLAY_FIELD (app_overlay_field_get_type ())
G_DECLARE_FINAL_TYPE (AppOverlayField, app_overlay_field, APP, OVERLAY_FIELD, GObject)

/** @pointer: the argument as steps of a JSON pointer; "" for the tool. @place: the same for a
 * person: "filter.year". @schema: of the argument, or the tool itself. Returns: (transfer full) */
AppOverlayField *app_overlay_field_new (AppOverlayKind kind,
                                        const char    *pointer,
                                        const char    *place,
                                        McpJsonValue   schema);

AppOverlayKind app_overlay_field_get_kind (AppOverlayField *self);
/** Returns: (transfer none) */
const char *app_overlay_field_get_pointer (AppOverlayField *self);
/** Returns: (transfer none): "" for the tool */
const char *app_overlay_field_get_place (AppOverlayField *self);
/** Returns: (transfer none): what the server says; "" for nothing */
const char *app_overlay_field_get_own (AppOverlayField *self);
/** Returns: (transfer none): the member of an overlay, or of a schema */
const char *app_overlay_field_get_member (AppOverlayField *self);
const char *app_overlay_field_get_text (AppOverlayField *self);
void        app_overlay_field_set_text (AppOverlayField *self, const char *text);
gboolean    app_overlay_field_is_changed (AppOverlayField *self);
/** Returns: (transfer none) (nullable) */
const char *app_overlay_field_get_problem (AppOverlayField *self);
/** What is told is the server's own again. */
void app_overlay_field_reset (AppOverlayField *self);
/** Returns: (transfer none) (nullable): JSON text of what an overlay has; %NULL for nothing */
const char *app_overlay_field_get_json (AppOverlayField *self);
/** @value: of an overlay; none for the server's own */
void app_overlay_field_load (AppOverlayField *self, McpJsonValue value);
/** Whether its default is none of the values: told as a problem. */
void app_overlay_field_set_odd (AppOverlayField *self, gboolean odd);
