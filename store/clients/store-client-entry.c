/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-entry.h"

#include "mcp-object.h"
#include "store-client-builder.h"
#include "store-client-text.h"

#include "mcp-json-writer.h"
#include "store-error.h"

struct _StoreClientEntry
{
  const StoreClientFormat *format;
  char                    *name;
  char                    *json;
  char                    *inputs; /* (nullable) */
  gboolean                 enabled;
  gboolean                 has_secrets;
  GPtrArray               *notes;
};

/* The definition of one thing that the application asks the person for. */
static void
write_input (StoreProfile *profile, const char *id, McpJsonWriter *writer)
{
  const char *text = store_variables_lookup (
      store_profile_get_decisions (profile)->client_settings, STORE_CLIENT_INPUTS);
  g_autoptr (McpJsonDocument) known =
      text != NULL ? mcp_json_document_parse_text (text, -1, NULL) : NULL;

  if (known != NULL)
    {
      for (McpJsonWalk each = mcp_json_walk (mcp_json_document_get_root (known));
           mcp_json_walk_next (&each);)
        if (mcp_json_value_string_equals (mcp_json_value_get_member (each.value, "id"), id))
          {
            mcp_json_writer_value (writer, each.value);
            return;
          }
    }
  mcp_json_writer_add (writer,
                       "{'type': 'promptString', 'id': %s, 'description': %s, 'password': true}",
                       id, id);
}

static char *
print_inputs (StoreClientBuilder *builder)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GList) ids = g_list_sort (g_hash_table_get_keys (builder->inputs),
                                       (GCompareFunc)g_strcmp0);

  if (ids == NULL)
    return NULL;
  mcp_json_writer_begin_array (writer);
  for (const GList *at = ids; at != NULL; at = at->next)
    write_input (builder->profile, at->data, writer);
  mcp_json_writer_end_array (writer);
  return mcp_json_writer_finish_text (writer);
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
  g_autoptr (StoreClientObject) object = store_client_object_new ();
  g_autoptr (GHashTable) inputs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  StoreClientBuilder builder = { 0 };

  g_return_val_if_fail (format != NULL && STORE_IS_PROFILE (profile), NULL);

  g_autoptr (StoreClientEntry) self = g_atomic_rc_box_new0 (StoreClientEntry);
  self->notes = g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);
  if (options == NULL)
    options = &none;
  self->format = format;
  self->enabled = store_profile_get_decisions (profile)->enabled;
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
  builder.object = object;
  builder.inputs = inputs;
  builder.names = names;
  self->json = store_client_builder_run (&builder, error);
  self->inputs = print_inputs (&builder);
  self->has_secrets = builder.has_secrets;
  return self->json != NULL ? g_steal_pointer (&self) : NULL;
}

StoreClientEntry *
store_client_entry_new_with_json (StoreClientEntry *self, const char *json)
{
  StoreClientEntry *copy = g_atomic_rc_box_new0 (StoreClientEntry);

  *copy = *self;
  copy->name = g_strdup (self->name);
  copy->json = g_strdup (json);
  copy->inputs = g_strdup (self->inputs);
  copy->notes = g_ptr_array_ref (self->notes);
  return copy;
}

static void
clear (StoreClientEntry *self)
{
  g_free (self->name);
  g_free (self->json);
  g_free (self->inputs);
  g_ptr_array_unref (self->notes);
}

void
store_client_entry_unref (StoreClientEntry *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)clear);
}

MCP_DEFINE_PLAIN_GETTER (const StoreClientFormat *, StoreClientEntry, store_client_entry, format)
MCP_DEFINE_PLAIN_GETTER (const char *, StoreClientEntry, store_client_entry, name)
MCP_DEFINE_PLAIN_GETTER (const char *, StoreClientEntry, store_client_entry, json)
MCP_DEFINE_PLAIN_GETTER (GPtrArray *, StoreClientEntry, store_client_entry, notes)
MCP_DEFINE_PLAIN_GETTER (const char *, StoreClientEntry, store_client_entry, inputs)

MCP_DEFINE_PLAIN_FLAG (StoreClientEntry, store_client_entry, has_secrets)

MCP_DEFINE_PLAIN_GETTER (gboolean, StoreClientEntry, store_client_entry, enabled)

char *
store_client_entry_dup_snippet (StoreClientEntry *self)
{
  g_autoptr (GBytes) nothing = g_bytes_new_static ("", 0);
  g_autoptr (StoreClientText) text = store_client_text_new (nothing, self->format, NULL);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GBytes) after = NULL;
  gsize size;

  g_strv_builder_addv (builder, (const char **)self->format->root);
  g_strv_builder_add (builder, self->name);
  g_auto (GStrv) path = g_strv_builder_end (builder);
  after = store_client_text_set (text, (const char *const *)path, self->json, NULL);
  const char *data = g_bytes_get_data (after, &size);
  return g_strchomp (g_strndup (data, size));
}
