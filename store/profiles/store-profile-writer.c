/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-profile-writer.h"

#include "store-error.h"
#include "store-profile-reader.h"
#include "store-yaml-editor.h"
#include "store-yaml-text.h"

#include <string.h>

#define MAX_ID_LENGTH 48
#define NEW_FILE "# Spyglass servers; edit freely\n"

/* From a profile to YAML */

static void
add_text (StoreYamlValue *entry, const char *name, const char *text)
{
  GString *line;

  if (text == NULL)
    return;
  line = g_string_new (NULL);
  store_yaml_append_text (line, text, strlen (text));
  store_yaml_value_add (entry, name, store_yaml_value_new_line (g_string_free (line, FALSE)));
}

static void
add_secret (StoreYamlValue *entry, const char *name, const char *reference)
{
  GString *line = g_string_new ("{secret: ");

  store_yaml_append_text (line, reference, strlen (reference));
  g_string_append_c (line, '}');
  store_yaml_value_add (entry, name, store_yaml_value_new_line (g_string_free (line, FALSE)));
}

static void
fill_mapping (StoreYamlValue *mapping, const StoreVariables *variables)
{
  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char *name = store_variables_get_name (variables, i);
      const char *reference = store_variables_get_secret (variables, i);

      if (reference != NULL)
        add_secret (mapping, name, reference);
      else
        add_text (mapping, name, store_variables_get_value (variables, i));
    }
}

static void
add_variables (StoreYamlValue *entry, const char *name, const StoreVariables *variables)
{
  StoreYamlValue *mapping;

  if (store_variables_get_n_items (variables) == 0)
    return;
  mapping = store_yaml_value_new_mapping ();
  fill_mapping (mapping, variables);
  store_yaml_value_add (entry, name, mapping);
}

static void
add_json (StoreYamlValue *entry, const char *name, const StoreVariables *texts)
{
  StoreYamlValue *mapping;

  if (store_variables_get_n_items (texts) == 0)
    return;
  mapping = store_yaml_value_new_mapping ();
  for (guint i = 0; i < store_variables_get_n_items (texts); i++)
    {
      const char *text = store_variables_get_value (texts, i);
      g_autoptr (McpJsonDocument) document =
          text != NULL ? mcp_json_document_parse_text (text, -1, NULL) : NULL;
      GString *line;

      if (store_variables_get_secret (texts, i) != NULL)
        {
          add_secret (mapping, store_variables_get_name (texts, i),
                      store_variables_get_secret (texts, i));
          continue;
        }
      line = g_string_new (NULL);
      /* Validated before. */
      if (document != NULL)
        store_yaml_append_json (line, mcp_json_document_get_root (document));
      else
        g_string_append (line, "null");
      store_yaml_value_add (mapping, store_variables_get_name (texts, i),
                            store_yaml_value_new_line (g_string_free (line, FALSE)));
    }
  store_yaml_value_add (entry, name, mapping);
}

static void
add_number (StoreYamlValue *entry, const char *name, guint number)
{
  if (number != 0)
    store_yaml_value_add (entry, name, store_yaml_value_new_line (g_strdup_printf ("%u", number)));
}

static void
add_deadlines (StoreYamlValue *entry, StoreProfile *profile)
{
  StoreYamlValue *mapping = store_yaml_value_new_mapping ();

  add_number (mapping, "connect", store_profile_get_connect_timeout (profile));
  add_number (mapping, "request", store_profile_get_request_timeout (profile));
  add_number (mapping, "total", store_profile_get_total_timeout (profile));
  if (store_yaml_value_get_n_members (mapping) > 0)
    store_yaml_value_add (entry, "deadlines", mapping);
  else
    store_yaml_value_free (mapping);
}

static void
add_authorization (StoreYamlValue *entry, StoreProfile *profile)
{
  StoreAuthorization    authorization = store_profile_get_authorization (profile);
  const StoreVariables *credentials = store_profile_get_credentials (profile);
  StoreYamlValue       *mapping;

  if (authorization == STORE_AUTHORIZATION_NONE && store_variables_get_n_items (credentials) == 0)
    return;
  mapping = store_yaml_value_new_mapping ();
  add_text (mapping, "type", store_authorization_to_text (authorization));
  fill_mapping (mapping, credentials);
  store_yaml_value_add (entry, "authorization", mapping);
}

static void
add_list (StoreYamlValue *entry, const char *name, const char *const *items)
{
  if (items[0] != NULL)
    store_yaml_value_add (entry, name, store_yaml_value_new_list (items));
}

static void
add_switch (StoreYamlValue *entry, const char *name, gboolean value, gboolean usual)
{
  if (value != usual)
    store_yaml_value_add (entry, name,
                          store_yaml_value_new_line (g_strdup (value ? "true" : "false")));
}

static gboolean
transport_is_evident (StoreProfile *profile)
{
  const char    *url = store_profile_get_url (profile);
  StoreTransport evident = STORE_TRANSPORT_STDIO;

  if (store_profile_get_command (profile) == NULL && url != NULL)
    evident = store_transport_for_url (url);
  return store_profile_get_transport (profile) == evident;
}

static void
add_target (StoreYamlValue *entry, StoreProfile *profile)
{
  if (!g_str_equal (store_profile_get_name (profile), store_profile_get_id (profile)))
    add_text (entry, "name", store_profile_get_name (profile));
  if (!transport_is_evident (profile))
    add_text (entry, "transport", store_transport_to_text (store_profile_get_transport (profile)));
  add_text (entry, "command", store_profile_get_command (profile));
  add_list (entry, "args", store_profile_get_arguments (profile));
  add_variables (entry, "env", store_profile_get_environment (profile));
  add_text (entry, "cwd", store_profile_get_working_directory (profile));
  add_list (entry, "watch", store_profile_get_watch (profile));
  add_text (entry, "url", store_profile_get_url (profile));
  add_text (entry, "message-url", store_profile_get_message_url (profile));
  add_variables (entry, "headers", store_profile_get_headers (profile));
}

static void
add_network (StoreYamlValue *entry, StoreProfile *profile)
{
  add_text (entry, "proxy", store_profile_get_proxy (profile));
  add_text (entry, "ca-file", store_profile_get_ca_file (profile));
  add_text (entry, "accept-certificate", store_profile_get_accept_certificate (profile));
  add_text (entry, "client-certificate", store_profile_get_client_certificate (profile));
  add_text (entry, "client-key", store_profile_get_client_key (profile));
}

static void
add_conversation (StoreYamlValue *entry, StoreProfile *profile)
{
  if (store_profile_get_era (profile) != STORE_ERA_AUTO)
    add_text (entry, "era", store_era_to_text (store_profile_get_era (profile)));
  add_text (entry, "protocol-version", store_profile_get_protocol_version (profile));
  add_switch (entry, "listen", store_profile_get_listen (profile), TRUE);
  if (store_profile_get_log_level (profile) != STORE_LOG_LEVEL_SERVER)
    add_text (entry, "log-level", store_log_level_to_text (store_profile_get_log_level (profile)));
  add_list (entry, "roots", store_profile_get_roots (profile));
  add_json (entry, "extensions", store_profile_get_extensions (profile));
  add_json (entry, "meta", store_profile_get_meta (profile));
  if (store_profile_get_reconnect (profile) != STORE_RECONNECT_AUTO)
    add_text (entry, "reconnect", store_reconnect_to_text (store_profile_get_reconnect (profile)));
}

static StoreYamlValue *
make_entry (StoreProfile *profile)
{
  StoreYamlValue *entry = store_yaml_value_new_mapping ();

  add_target (entry, profile);
  add_authorization (entry, profile);
  add_network (entry, profile);
  add_conversation (entry, profile);
  add_deadlines (entry, profile);
  if (store_profile_get_approval (profile) != STORE_APPROVAL_ASK)
    add_text (entry, "approval", store_approval_to_text (store_profile_get_approval (profile)));
  add_variables (entry, "tools", store_profile_get_tool_approvals (profile));
  add_list (entry, "disabled-tools", store_profile_get_disabled_tools (profile));
  add_json (entry, "presets", store_profile_get_presets (profile));
  add_json (entry, "pinned-arguments", store_profile_get_pinned_arguments (profile));
  add_switch (entry, "pinned", store_profile_get_pinned (profile), FALSE);
  add_switch (entry, "enabled", store_profile_get_enabled (profile), TRUE);
  if (store_profile_get_origin (profile) != STORE_ORIGIN_TYPED)
    add_text (entry, "origin", store_origin_to_text (store_profile_get_origin (profile)));
  add_text (entry, "confirmed", store_profile_get_confirmed (profile));
  return entry;
}

/* From YAML to one profile, to see what was written */

static StoreProfile *
read_back (GBytes *bytes, const char *id)
{
  g_autoptr (StoreYamlTree) tree = store_yaml_tree_new (bytes, NULL);
  g_autoptr (GPtrArray) findings =
      g_ptr_array_new_with_free_func ((GDestroyNotify)store_book_finding_free);
  StoreYamlNode *servers =
      tree != NULL ? store_yaml_node_resolve (store_yaml_node_lookup (tree->root, "servers"))
                   : NULL;
  guint index;

  if (!store_yaml_node_find (servers, id, &index))
    return NULL;
  return store_profile_reader_read_entry (store_yaml_node_get_key (servers, index),
                                          store_yaml_node_get_value (servers, index), findings);
}

static gboolean
check_values (const StoreVariables *presets, GError **error)
{
  for (guint i = 0; i < store_variables_get_n_items (presets); i++)
    {
      const char *text = store_variables_get_value (presets, i);
      g_autoptr (GError) problem = NULL;
      g_autoptr (McpJsonDocument) document = NULL;

      if (text != NULL)
        document = mcp_json_document_parse_text (text, -1, &problem);
      if (document != NULL || store_variables_get_secret (presets, i) != NULL)
        continue;
      g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID, "The preset “%s” is not JSON%s%s",
                   store_variables_get_name (presets, i), problem != NULL ? ": " : "",
                   problem != NULL ? problem->message : "");
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_presets (StoreProfile *profile, GError **error)
{
  return check_values (store_profile_get_presets (profile), error) &&
         check_values (store_profile_get_pinned_arguments (profile), error);
}

static gboolean
check_written (
    GBytes *bytes, const char *id, StoreYamlValue *wanted, StoreYamlValue *base, GError **error)
{
  g_autoptr (StoreProfile) profile = read_back (bytes, id);
  g_autoptr (StoreYamlValue) entry = profile != NULL ? make_entry (profile) : NULL;
  gboolean good = entry != NULL;

  for (guint i = 0; good && i < store_yaml_value_get_n_members (wanted); i++)
    {
      const char     *name = store_yaml_value_get_member_name (wanted, i);
      StoreYamlValue *value = store_yaml_value_get_member (wanted, i);

      /* What was not to change may have been changed by others. */
      if (store_yaml_value_equal (value, store_yaml_value_find_member (base, name)))
        continue;
      good = store_yaml_value_equal (value, store_yaml_value_find_member (entry, name));
    }
  for (guint i = 0; good && i < store_yaml_value_get_n_members (base); i++)
    {
      const char *name = store_yaml_value_get_member_name (base, i);

      good = store_yaml_value_find_member (wanted, name) != NULL ||
             store_yaml_value_find_member (entry, name) == NULL;
    }
  if (!good)
    g_set_error (
        error, STORE_ERROR, STORE_ERROR_UNSUPPORTED,
        "The entry “%s” cannot be changed as asked: the file gives it some of its values from "
        "elsewhere (an anchor or a merge); change it by hand",
        id);
  return good;
}

/* Editing */

GHashTable *
store_profile_writer_list_ids (GBytes *bytes, GError **error)
{
  g_autoptr (StoreYamlTree) tree = store_yaml_tree_new (bytes, error);
  GHashTable    *ids;
  StoreYamlNode *servers;

  if (tree == NULL)
    return NULL;
  ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  servers = store_yaml_node_resolve (store_yaml_node_lookup (tree->root, "servers"));
  for (guint i = 0; i < store_yaml_node_get_n_pairs (servers); i++)
    {
      StoreYamlNode *key = store_yaml_node_resolve (store_yaml_node_get_key (servers, i));

      if (key->kind == STORE_YAML_SCALAR)
        g_hash_table_add (ids, g_strdup (key->text));
    }
  return ids;
}

static char *
make_slug (const char *name)
{
  g_autofree char *ascii = g_str_to_ascii (name, "C");
  GString         *slug = g_string_new (NULL);

  for (const char *at = ascii; *at != '\0' && slug->len < MAX_ID_LENGTH; at++)
    {
      if (g_ascii_isalnum (*at) || *at == '_' || *at == '.')
        g_string_append_c (slug, g_ascii_tolower (*at));
      else if (*at != '?' && slug->len > 0 && slug->str[slug->len - 1] != '-')
        g_string_append_c (slug, '-');
    }
  while (slug->len > 0 && slug->str[slug->len - 1] == '-')
    g_string_truncate (slug, slug->len - 1);
  if (slug->len == 0)
    g_string_append (slug, "server");
  return g_string_free (slug, FALSE);
}

char *
store_profile_writer_choose_id (GHashTable *taken, const char *wanted, const char *name)
{
  g_autofree char *slug = NULL;

  if (wanted != NULL && *wanted != '\0' && !g_hash_table_contains (taken, wanted))
    return g_strdup (wanted);
  slug = make_slug (name);
  for (guint i = 1;; i++)
    {
      g_autofree char *id = i == 1 ? g_strdup (slug) : g_strdup_printf ("%s-%u", slug, i);

      if (!g_hash_table_contains (taken, id))
        return g_steal_pointer (&id);
    }
}

GBytes *
store_profile_writer_add (GBytes *bytes, StoreProfile *profile, GError **error)
{
  const char *id = store_profile_get_id (profile);
  const char *path[] = { "servers", id, NULL };
  g_autoptr (StoreYamlValue) entry = NULL;
  g_autoptr (GBytes) start = NULL;
  g_autoptr (GBytes) result = NULL;

  if (!store_profile_validate (profile, error) || !check_presets (profile, error))
    return NULL;
  entry = make_entry (profile);
  start = g_bytes_get_size (bytes) == 0 ? g_bytes_new_static (NEW_FILE, strlen (NEW_FILE))
                                        : g_bytes_ref (bytes);
  result = store_yaml_editor_set (start, path, entry, error);
  if (result == NULL || !check_written (result, id, entry, NULL, error))
    return NULL;
  return g_steal_pointer (&result);
}

/* Whether the members that both have stand in the same order, new ones behind them. */
static gboolean
keeps_order (StoreYamlValue *before, StoreYamlValue *after)
{
  guint    at = 0;
  gboolean grown = FALSE;

  for (guint i = 0; i < store_yaml_value_get_n_members (after); i++)
    {
      const char *name = store_yaml_value_get_member_name (after, i);

      if (store_yaml_value_find_member (before, name) == NULL)
        {
          grown = TRUE;
          continue;
        }
      while (at < store_yaml_value_get_n_members (before) &&
             !g_str_equal (store_yaml_value_get_member_name (before, at), name))
        at++;
      if (grown || at == store_yaml_value_get_n_members (before))
        return FALSE;
    }
  return TRUE;
}

/* One step: the text that @bytes points to gives way to the edited one. */
static gboolean
step (GBytes **bytes, const char *const *path, StoreYamlValue *value, GError **error)
{
  GBytes *edited;
  GError *local_error = NULL;

  if (value != NULL)
    edited = store_yaml_editor_set (*bytes, path, value, &local_error);
  else
    edited = store_yaml_editor_remove (*bytes, path, &local_error);
  /* What should go is gone already. */
  if (edited == NULL && value == NULL &&
      g_error_matches (local_error, STORE_ERROR, STORE_ERROR_NOT_FOUND))
    {
      g_error_free (local_error);
      return TRUE;
    }
  if (edited == NULL)
    {
      g_propagate_error (error, local_error);
      return FALSE;
    }
  g_bytes_unref (*bytes);
  *bytes = edited;
  return TRUE;
}

static gboolean
change_members (GBytes        **bytes,
                const char     *id,
                const char     *key,
                StoreYamlValue *before,
                StoreYamlValue *after,
                GError        **error)
{
  for (guint i = 0; i < store_yaml_value_get_n_members (before); i++)
    {
      const char *path[] = { "servers", id, key, store_yaml_value_get_member_name (before, i),
                             NULL };

      if (store_yaml_value_find_member (after, path[3]) == NULL && !step (bytes, path, NULL, error))
        return FALSE;
    }
  for (guint i = 0; i < store_yaml_value_get_n_members (after); i++)
    {
      const char     *path[] = { "servers", id, key, store_yaml_value_get_member_name (after, i),
                                 NULL };
      StoreYamlValue *value = store_yaml_value_get_member (after, i);

      if (!store_yaml_value_equal (value, store_yaml_value_find_member (before, path[3])) &&
          !step (bytes, path, value, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
change_key (GBytes        **bytes,
            const char     *id,
            const char     *key,
            StoreYamlValue *before,
            StoreYamlValue *after,
            GError        **error)
{
  const char *path[] = { "servers", id, key, NULL };

  if (store_yaml_value_equal (before, after))
    return TRUE;
  if (before != NULL && after != NULL && store_yaml_value_is_mapping (before) &&
      store_yaml_value_is_mapping (after) && keeps_order (before, after))
    {
      g_autoptr (GBytes) attempt = g_bytes_ref (*bytes);

      if (change_members (&attempt, id, key, before, after, NULL))
        {
          g_bytes_unref (*bytes);
          *bytes = g_steal_pointer (&attempt);
          return TRUE;
        }
      /* Shared with others by an alias: this entry gets its own. */
    }
  return step (bytes, path, after, error);
}

GBytes *
store_profile_writer_replace (GBytes       *bytes,
                              StoreProfile *base,
                              StoreProfile *profile,
                              GError      **error)
{
  const char *id = store_profile_get_id (profile);
  g_autoptr (StoreYamlValue) before = NULL;
  g_autoptr (StoreYamlValue) after = NULL;
  g_autoptr (GBytes) result = g_bytes_ref (bytes);
  g_autoptr (GHashTable) ids = store_profile_writer_list_ids (bytes, error);

  if (ids == NULL)
    return NULL;
  if (!g_hash_table_contains (ids, id))
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND,
                   "The server “%s” is not in the file any more; another program took it away", id);
      return NULL;
    }
  if (!store_profile_validate (profile, error) || !check_presets (profile, error))
    return NULL;
  before = make_entry (base);
  after = make_entry (profile);
  for (guint i = 0; i < store_yaml_value_get_n_members (after); i++)
    {
      const char *key = store_yaml_value_get_member_name (after, i);

      if (!change_key (&result, id, key, store_yaml_value_find_member (before, key),
                       store_yaml_value_get_member (after, i), error))
        return NULL;
    }
  for (guint i = 0; i < store_yaml_value_get_n_members (before); i++)
    {
      const char *key = store_yaml_value_get_member_name (before, i);

      if (store_yaml_value_find_member (after, key) == NULL &&
          !change_key (&result, id, key, store_yaml_value_get_member (before, i), NULL, error))
        return NULL;
    }
  return check_written (result, id, after, before, error) ? g_steal_pointer (&result) : NULL;
}

GBytes *
store_profile_writer_remove (GBytes *bytes, const char *id, GError **error)
{
  const char *path[] = { "servers", id, NULL };

  return store_yaml_editor_remove (bytes, path, error);
}
