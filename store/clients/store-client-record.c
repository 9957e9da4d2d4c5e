/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-record.h"

#include "mcp-json-writer.h"

static const char *const words[] = {
  [STORE_RECORD_CREATE] = "create",
  [STORE_RECORD_ADD] = "add",
  [STORE_RECORD_REPLACE] = "replace",
  [STORE_RECORD_REMOVE] = "remove",
  [STORE_RECORD_ENABLE] = "enable",
  [STORE_RECORD_DISABLE] = "disable",
  [STORE_RECORD_RESTORE] = "restore",
  [STORE_RECORD_UNDO] = "undo",
};

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
  g_free (self->client);
  g_free (self->path);
  g_free (self->real);
  g_strfreev (self->root);
  g_free (self->name);
  g_free (self->backup);
  g_free (self->before);
  g_free (self->after);
  g_free (self->value);
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
