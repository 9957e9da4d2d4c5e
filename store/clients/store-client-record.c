/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-record.h"

#include "store-client-backup.h"

static const char *const words[] = {
  [STORE_RECORD_CREATE] = "create",
  [STORE_RECORD_ADD] = "add",
  [STORE_RECORD_REPLACE] = "replace",
  [STORE_RECORD_REMOVE] = "remove",
  [STORE_RECORD_ENABLE] = "enable",
  [STORE_RECORD_DISABLE] = "disable",
  [STORE_RECORD_RESTORE] = "restore",
  [STORE_RECORD_UNDO] = "undo",
  NULL,
};

static const McpJsonField fields[] = {
  MCP_JSON_FIELD ("id", StoreClientRecord, id, INT64, 0),
  MCP_JSON_FIELD ("time", StoreClientRecord, time, INT64, 0),
  MCP_JSON_FIELD ("client", StoreClientRecord, client, STRING, MCP_JSON_FIELD_REQUIRED),
  MCP_JSON_FIELD ("path", StoreClientRecord, path, STRING, MCP_JSON_FIELD_REQUIRED),
  MCP_JSON_FIELD ("real", StoreClientRecord, real, STRING, 0),
  MCP_JSON_FIELD ("root", StoreClientRecord, root, STRINGS, MCP_JSON_FIELD_REQUIRED),
  MCP_JSON_FIELD ("name", StoreClientRecord, name, STRING, 0),
  MCP_JSON_FIELD_OF_WORDS ("action", StoreClientRecord, action, words, MCP_JSON_FIELD_REQUIRED),
  MCP_JSON_FIELD ("backup", StoreClientRecord, backup, STRING, 0),
  MCP_JSON_FIELD ("before", StoreClientRecord, before, STRING, 0),
  MCP_JSON_FIELD ("after", StoreClientRecord, after, STRING, 0),
  MCP_JSON_FIELD ("value", StoreClientRecord, value, STRING, 0),
};

static const McpJsonField more[] = {
  MCP_JSON_FIELD ("parked", StoreClientRecord, parked, BOOLEAN, MCP_JSON_FIELD_SPARSE),
  MCP_JSON_FIELD ("kept", StoreClientRecord, kept, STRING, 0),
  MCP_JSON_FIELD ("undoes", StoreClientRecord, undoes, INT64, MCP_JSON_FIELD_SPARSE),
};

const McpJsonShape store_client_record_shape = { fields, G_N_ELEMENTS (fields) };
const McpJsonShape store_client_record_more = { more, G_N_ELEMENTS (more) };

StoreClientRecord *
store_client_record_new (void)
{
  StoreClientRecord *self = g_atomic_rc_box_new0 (StoreClientRecord);

  self->edits = store_client_edits_new ();
  return self;
}

StoreClientRecord *
store_client_record_ref (StoreClientRecord *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (StoreClientRecord *self)
{
  mcp_json_shape_clear (&store_client_record_shape, self);
  mcp_json_shape_clear (&store_client_record_more, self);
  g_ptr_array_unref (self->edits);
}

void
store_client_record_unref (StoreClientRecord *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)clear);
}

const char *
store_client_record_get_word (StoreRecordAction action)
{
  return words[action];
}

StoreClientPlace *
store_client_record_dup_place (StoreClientRecord *self)
{
  const StoreClientFormat *format = store_client_format_find (self->client);

  return format != NULL ? store_client_place_new_for_file (format, self->path,
                                                           (const char *const *)self->root)
                        : NULL;
}

char *
store_client_record_dup_real (StoreClientRecord *self)
{
  /* The path of a backup leads back to the file. */
  return self->real == NULL && self->backup != NULL ? store_client_backup_dup_path (self->backup)
                                                    : g_strdup (self->real);
}

gboolean
store_client_record_has_before (StoreClientRecord *self)
{
  /* What was kept outside of the file stands in the record itself. */
  return self->before == NULL || self->kept != NULL ||
         (self->backup != NULL && g_file_test (self->backup, G_FILE_TEST_IS_REGULAR));
}

char *
store_client_record_hash (GBytes *bytes)
{
  return g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
}

char *
store_client_record_hash_value (McpJsonValue value)
{
  g_autofree char *text = mcp_json_value_exists (value) ? mcp_json_value_print_compact (value)
                                                        : NULL;

  return text != NULL ? g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1) : NULL;
}
