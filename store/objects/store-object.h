/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreObject: one value that was kept, whole: JSON as it was received, text, or bytes. Immutable,
 * except that the store that takes it gives it its id; safe to read from any thread after that.
 *
 * Type names are those that the object-store servers print: dict list str int float bool NoneType,
 * and bytes for what is no text.
 */

#pragma once

#include "mcp-json-value.h"

typedef enum {
  STORE_OBJECT_JSON,
  STORE_OBJECT_TEXT,
  STORE_OBJECT_BLOB,
} StoreObjectKind;

#define STORE_TYPE_OBJECT (store_object_get_type ())
G_DECLARE_FINAL_TYPE (StoreObject, store_object, STORE, OBJECT, GObject)

/** @value: must exist; its document is held, nothing is copied.
 * @server, @tool: (nullable): where it came from. Returns: (transfer full) */
StoreObject *store_object_new_json (McpJsonValue value, const char *server, const char *tool);
/** The same for all of @document, with the white space around its value. Returns: (transfer
 * full) */
StoreObject *
store_object_new_document (McpJsonDocument *document, const char *server, const char *tool);
/** @text: UTF-8. Returns: (transfer full) */
StoreObject *store_object_new_text (GBytes *text, const char *server, const char *tool);
/** Returns: (transfer full) */
StoreObject *store_object_new_blob (GBytes *data, const char *server, const char *tool);

/** Returns: (transfer none) (nullable): such as "obj_001"; %NULL while no store has taken it */
const char *store_object_get_id (StoreObject *self);
/** Returns: (transfer none) (nullable): the name of its store, such as "sqlite" */
const char     *store_object_get_store (StoreObject *self);
StoreObjectKind store_object_get_kind (StoreObject *self);
/** Returns: (transfer none) */
const char *store_object_get_type_name (StoreObject *self);
/** Items of a list, members of a dict, characters of a str, bytes of a blob; -1 for the others. */
gint64 store_object_get_length (StoreObject *self);
/** Bytes of the value as it is kept. */
guint64 store_object_get_size (StoreObject *self);
/** When it was made: µs since the epoch. */
gint64 store_object_get_time (StoreObject *self);
/** Returns: (transfer none) (nullable) */
const char *store_object_get_server (StoreObject *self);
/** Returns: (transfer none) (nullable) */
const char *store_object_get_tool (StoreObject *self);
/** The value of a JSON object, borrowed; none for text and blobs. */
McpJsonValue store_object_get_value (StoreObject *self);
/** Returns: (transfer full): all of it: JSON as written, the text, the data; shares memory */
GBytes *store_object_dup_bytes (StoreObject *self);

/** Returns: (transfer full): the whole value as JSON text: JSON as written, a text as a string,
 * data as a string of base64 */
GBytes *store_object_dup_json (StoreObject *self);
/** Puts the value into @slot, as JSON as above; nothing is copied where it is JSON. None where a
 * text is too long for a document (MCP_JSON_MAX_BYTES). */
void store_object_read (StoreObject *self, McpJsonSlot *slot);

/** What a type is called: dict list str int float bool NoneType; a number is an int when it is
 * written without fraction and exponent. Returns: (transfer none) */
const char *store_object_type_name_of (McpJsonValue value);

/** For stores: gives the object its id, once. */
void store_object_set_id (StoreObject *self, const char *id);
/** For stores: where the object is kept. @store: static */
void store_object_set_store (StoreObject *self, const char *store);
/** For stores: the same value under @id; nothing of it is copied. Returns: (transfer full) */
StoreObject *store_object_copy (StoreObject *self, const char *id);
/** For stores: when an object that was kept was made. */
void store_object_set_time (StoreObject *self, gint64 time);
