/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-entry.h"

#include "store-client-builder.h"
#include "store-error.h"

#include "mcp-json-writer.h"

struct _StoreClientEntry
{
  const StoreClientFormat *format;
  char                    *name;
  char                    *json;
  GPtrArray               *notes;
};

void
store_note_free (StoreNote *note)
{
  g_free (note->field);
  g_free (note->text);
  g_free (note);
}

static gboolean
check_name (const char *name, GError **error)
{
  if (*name != '\0' && g_utf8_validate (name, -1, NULL))
    return TRUE;
  g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID, "The entry needs a name");
  return FALSE;
}

StoreClientEntry *
store_client_entry_new (const StoreClientFormat       *format,
                        StoreProfile                  *profile,
                        const StoreClientEntryOptions *options,
                        GError                       **error)
{
  static const StoreClientEntryOptions none = { 0 };
  g_autoptr (StoreClientEntry) self = NULL;
  StoreClientBuilder builder = { 0 };

  g_return_val_if_fail (format != NULL && STORE_IS_PROFILE (profile), NULL);

  self = g_atomic_rc_box_new0 (StoreClientEntry);
  self->notes = g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);
  if (options == NULL)
    options = &none;
  self->format = format;
  self->name =
      g_strdup (options->name != NULL                     ? options->name
                : *store_profile_get_id (profile) != '\0' ? store_profile_get_id (profile)
                                                          : store_profile_get_name (profile));
  if (!check_name (self->name, error) || !store_profile_validate (profile, error))
    return NULL;
  builder.format = format;
  builder.profile = profile;
  builder.options = options;
  builder.name = self->name;
  builder.notes = self->notes;
  self->json = store_client_builder_run (&builder, error);
  return self->json != NULL ? g_steal_pointer (&self) : NULL;
}

static void
clear (StoreClientEntry *self)
{
  g_free (self->name);
  g_free (self->json);
  g_ptr_array_unref (self->notes);
}

void
store_client_entry_unref (StoreClientEntry *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)clear);
}

const StoreClientFormat *
store_client_entry_get_format (StoreClientEntry *self)
{
  return self->format;
}

const char *
store_client_entry_get_name (StoreClientEntry *self)
{
  return self->name;
}

const char *
store_client_entry_get_json (StoreClientEntry *self)
{
  return self->json;
}

GPtrArray *
store_client_entry_get_notes (StoreClientEntry *self)
{
  return self->notes;
}

char *
store_client_entry_dup_snippet (StoreClientEntry *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char *text = NULL;
  guint            depth = 0;

  for (; self->format->root[depth] != NULL; depth++)
    {
      mcp_json_writer_add (writer, "{%s: ", self->format->root[depth]);
    }
  mcp_json_writer_add (writer, "{%s: %r}", self->name, self->json);
  for (; depth > 0; depth--)
    mcp_json_writer_end_object (writer);
  text = mcp_json_writer_finish_text (writer);
  document = mcp_json_document_parse_text (text, -1, NULL);
  return mcp_json_value_print_pretty (mcp_json_document_get_root (document), 2);
}
