/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-file.h"

#include "app-client-secrets.h"
#include "app-error.h"
#include "app-redactor.h"
#include "mcp-json-writer.h"
#include "store-client-import.h"
#include "store-client-entry.h"
#include "store-client-journal.h"
#include "store-client-layers.h"
#include "store-client-reader.h"
#include "store-client-switch.h"
#include "store-client-text.h"
#include "store-file.h"

#include <glib/gi18n-lib.h>

static void
entry_free (gpointer data)
{
  AppClientEntry *self = data;

  store_client_place_unref (self->place);
  g_free (self->name);
  g_free (self->json);
  g_clear_object (&self->profile);
  g_clear_pointer (&self->winner, store_client_place_unref);
  g_free (self);
}

/* Takes over @name. */
static AppClientEntry *
entry_new (StoreClientPlace *place, char *name, McpJsonValue value)
{
  AppClientEntry *self = g_new0 (AppClientEntry, 1);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);

  self->place = store_client_place_ref (place);
  self->name = name;
  self->json = mcp_json_value_print_compact (value);
  self->is_part = store_client_reader_is_inner (value);
  self->profile =
      store_client_reader_read (store_client_place_get_format (place), name, value, notes);
  return self;
}

static gboolean
has_entry (GPtrArray *entries, const char *name)
{
  for (guint i = 0; i < entries->len; i++)
    if (g_str_equal (((AppClientEntry *)entries->pdata[i])->name, name))
      return TRUE;
  return FALSE;
}

GPtrArray *
app_client_file_read_parked (StoreClientPlace *place)
{
  g_autoptr (StoreClientJournal) journal = store_client_journal_new (NULL);
  g_auto (GStrv) names = store_client_journal_dup_parked_names (journal, place);
  GPtrArray *entries = g_ptr_array_new_with_free_func (entry_free);

  for (guint i = 0; names[i] != NULL; i++)
    {
      gint64           id;
      g_autofree char *json = store_client_journal_dup_parked (journal, place, names[i], &id);
      g_autoptr (McpJsonDocument) document =
          json != NULL ? mcp_json_document_parse_text (json, -1, NULL) : NULL;
      AppClientEntry *entry;

      if (document == NULL)
        continue;
      entry = entry_new (place, g_strdup (names[i]), mcp_json_document_get_root (document));
      entry->parked = TRUE;
      if (entry->profile != NULL)
        g_object_set (entry->profile, "enabled", FALSE, NULL);
      g_ptr_array_add (entries, entry);
    }
  return entries;
}

static gboolean
add_entries (StoreClientPlace *place, GPtrArray *entries, GError **error)
{
  const char *path = store_client_place_get_path (place);
  g_autoptr (StoreFile) file = store_file_read (path, STORE_CLIENT_MAX_BYTES, error);
  g_autoptr (StoreClientText) text = NULL;
  gboolean merges = store_client_place_get_format (place)->places.merge != STORE_MERGE_NOTHING;

  if (file == NULL)
    return FALSE;
  text = store_client_text_new (store_file_get_bytes (file),
                                store_client_place_get_format (place), error);
  if (text == NULL)
    {
      g_prefix_error (error, "“%s”: ", path);
      return FALSE;
    }
  McpJsonValue document = store_client_text_get (text, (const char *const[]){ NULL });
  g_autoptr (StoreClientLayers) layers = store_client_layers_new (place);
  for (McpJsonWalk each =
           mcp_json_walk (store_client_text_get (text, store_client_place_get_root (place)));
       mcp_json_walk_next (&each);)
    {
      /* Of a list, each has its name in it. */
      char *key = mcp_json_value_exists (each.name)
                      ? mcp_json_value_dup_string (each.name, NULL)
                      : mcp_json_value_dup_member_string (each.value, "name");

      AppClientEntry *entry;

      if (key == NULL || store_client_place_is_way (place, key) ||
          (merges && has_entry (entries, key)))
        {
          g_free (key);
          continue;
        }
      entry = entry_new (place, key, store_client_layers_merge (layers, key, each.value));
      if (entry->profile != NULL && store_client_switch_is_off (place, document, key))
        g_object_set (entry->profile, "enabled", FALSE, NULL);
      g_ptr_array_add (entries, entry);
    }
  g_autoptr (GPtrArray) parked = app_client_file_read_parked (place);
  for (guint i = parked->len; i > 0; i--)
    if (has_entry (entries, ((AppClientEntry *)parked->pdata[i - 1])->name))
      g_ptr_array_remove_index (parked, i - 1);
  g_ptr_array_extend_and_steal (entries, g_steal_pointer (&parked));
  return TRUE;
}

GPtrArray *
app_client_file_read_place (StoreClientPlace *place, GError **error)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (entry_free);

  add_entries (place, entries, error);
  return entries;
}

GPtrArray *
app_client_file_read_entries (AppClientTarget *target, GError **error)
{
  g_autoptr (GPtrArray) places = store_client_place_list (app_client_target_get_place (target));
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (entry_free);

  if (!app_client_target_has_file (target))
    {
      g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND, _ ("There is no file “%s”"),
                   app_client_target_get_path (target));
      return NULL;
    }
  for (guint i = 0; i < places->len; i++)
    if (!add_entries (places->pdata[i], entries, error))
      return NULL;
  return g_steal_pointer (&entries);
}

/* Everything that looks like a secret. @text: (transfer full). Returns: (transfer full) */
static char *
mask (const AppClientEntry *self, char *text)
{
  g_autofree char *plain = text;
  g_autoptr (AppRedactor) redactor = app_redactor_new ();

  app_redactor_add_profile (redactor, self->profile);
  return app_redactor_redact_text (redactor, plain);
}

char *
app_client_entry_dup_summary (const AppClientEntry *self, gboolean with_secrets)
{
  char *summary = self->profile != NULL ? store_profile_dup_summary (self->profile) : NULL;

  return summary != NULL && !with_secrets ? mask (self, summary) : summary;
}

/* What no server of ours has, too: other members, and what is no server. @text: (transfer full).
 * Returns: (transfer full) */
static char *
mask_all (const AppClientEntry *self, char *text)
{
  StoreVariables  *names = store_variables_new ();
  g_autofree char *known = self->profile != NULL ? mask (self, text) : text;

  if (self->profile != NULL)
    app_client_secrets_add_names (names, self->profile);
  char *masked = app_client_secrets_mask_lines (known, names);
  store_variables_free (names);
  return masked;
}

/* Alone in a file of its own. Returns: (transfer full) (nullable) */
static char *
dup_in_language (const AppClientEntry *self)
{
  g_auto (GStrv) path = store_client_place_dup_entry_path (self->place, self->name);
  g_autoptr (GBytes) bytes =
      store_client_text_dup_alone (store_client_place_get_format (self->place),
                                   (const char *const *)path, self->json);
  gsize       size;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;

  return data != NULL ? g_strndup (data, size) : NULL;
}

char *
app_client_entry_dup_text (const AppClientEntry *self, gboolean as_json, gboolean with_secrets)
{
  char *text = as_json ? g_strdup (self->json) : dup_in_language (self);

  return text != NULL && !with_secrets ? mask_all (self, text) : text;
}

GPtrArray *
app_client_file_read_servers (AppClientTarget *target,
                              gboolean         unwrap,
                              GPtrArray      **notes,
                              GError         **error)
{
  g_autoptr (StoreClientImport) import =
      store_client_import_new_from_scope (app_client_target_get_place (target), TRUE, error);

  if (import == NULL)
    return NULL;
  if (unwrap)
    store_client_import_unwrap (import);
  *notes = g_ptr_array_ref (store_client_import_get_notes (import));
  return g_ptr_array_ref (store_client_import_get_profiles (import));
}

GPtrArray *
app_client_file_lint (StoreClientPlace *place, GError **error)
{
  StoreClientLintOptions options = { .platform = store_platform_get (), .finds_programs = TRUE };
  g_autoptr (StoreFile) file =
      store_file_read (store_client_place_get_path (place), STORE_CLIENT_MAX_BYTES, error);

  if (file == NULL)
    return NULL;
  return store_file_exists (file) ? store_client_lint (store_file_get_bytes (file), place, &options)
                                  : g_ptr_array_new ();
}
