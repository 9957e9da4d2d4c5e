/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-profile-reader.h"

#include "store-error.h"
#include "store-yaml-text.h"

#include <string.h>

typedef struct
{
  GPtrArray  *findings;
  const char *id;
} Reader;

void
store_book_finding_free (StoreBookFinding *finding)
{
  g_free (finding->id);
  g_free (finding->message);
  g_free (finding);
}

static void
reader_find (Reader *reader, StoreYamlNode *node, const char *format, ...) G_GNUC_PRINTF (3, 4);

static void
reader_find (Reader *reader, StoreYamlNode *node, const char *format, ...)
{
  StoreBookFinding *finding;
  va_list           args;

  if (reader->findings->len >= STORE_PROFILE_MAX_FINDINGS)
    return;
  finding = g_new0 (StoreBookFinding, 1);
  va_start (args, format);
  finding->message = g_strdup_vprintf (format, args);
  va_end (args);
  finding->line = node->line;
  finding->column = node->column;
  finding->id = g_strdup (reader->id);
  g_ptr_array_add (reader->findings, finding);
}

/* Returns: (nullable): borrowed from the node */
static const char *
node_text (Reader *reader, StoreYamlNode *node, const char *key)
{
  StoreYamlNode *resolved = store_yaml_node_resolve (node);

  if (resolved->kind != STORE_YAML_SCALAR)
    reader_find (reader, node, "“%s” should be a text", key);
  else if (strlen (resolved->text) != resolved->length)
    reader_find (reader, node, "“%s” has a NUL character", key);
  else
    return resolved->text;
  return NULL;
}

/* Returns: (nullable): borrowed; %NULL where the key is absent or null */
static const char *
read_text (Reader *reader, StoreYamlNode *entry, const char *key)
{
  StoreYamlNode *node = store_yaml_node_lookup (entry, key);

  return store_yaml_node_is_null (node) ? NULL : node_text (reader, node, key);
}

static gboolean
read_switch (Reader *reader, StoreYamlNode *entry, const char *key, gboolean fallback)
{
  static const char *const yes[] = { "true", "yes", "on", NULL };
  static const char *const no[] = { "false", "no", "off", NULL };
  const char              *text = read_text (reader, entry, key);
  g_autofree char         *lower = text != NULL ? g_ascii_strdown (text, -1) : NULL;

  if (text == NULL)
    return fallback;
  if (g_strv_contains (yes, lower))
    return TRUE;
  if (!g_strv_contains (no, lower))
    reader_find (reader, store_yaml_node_lookup (entry, key), "“%s” should be true or false", key);
  else
    return FALSE;
  return fallback;
}

static guint
read_milliseconds (Reader *reader, StoreYamlNode *entry, const char *key)
{
  const char *text = read_text (reader, entry, key);
  guint64     number;

  if (text == NULL)
    return 0;
  if (g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT, &number, NULL))
    return number;
  reader_find (reader, store_yaml_node_lookup (entry, key),
               "“%s” should be a whole number of milliseconds", key);
  return 0;
}

#define DEFINE_READ_WORD(name, type)                                                               \
  static gboolean read_##name (Reader *reader, StoreYamlNode *entry, const char *key, type *value) \
  {                                                                                                \
    const char *text = read_text (reader, entry, key);                                             \
    if (text == NULL)                                                                              \
      return FALSE;                                                                                \
    if (store_##name##_from_text (text, value))                                                    \
      return TRUE;                                                                                 \
    reader_find (reader, store_yaml_node_lookup (entry, key), "“%s: %s” is not known", key, text); \
    return FALSE;                                                                                  \
  }

DEFINE_READ_WORD (transport, StoreTransport)
DEFINE_READ_WORD (era, StoreEra)
DEFINE_READ_WORD (reconnect, StoreReconnect)
DEFINE_READ_WORD (log_level, StoreLogLevel)
DEFINE_READ_WORD (authorization, StoreAuthorization)
DEFINE_READ_WORD (approval, StoreApproval)
DEFINE_READ_WORD (origin, StoreOrigin)

static void
read_value (Reader *reader, StoreVariables *target, const char *name, StoreYamlNode *value)
{
  StoreYamlNode *resolved = store_yaml_node_resolve (value);
  const char    *text;

  if (resolved->kind == STORE_YAML_MAPPING)
    {
      StoreYamlNode *secret = store_yaml_node_lookup (resolved, "secret");

      text = secret != NULL ? node_text (reader, secret, "secret") : NULL;
      if (text != NULL && *text != '\0')
        store_variables_set_secret (target, name, text);
      else
        reader_find (reader, value, "“%s” should be a text or {secret: REFERENCE}", name);
      return;
    }
  text = node_text (reader, value, name);
  if (text != NULL)
    store_variables_set (target, name, text);
}

typedef void (*ReadValue) (Reader         *reader,
                           StoreVariables *target,
                           const char     *name,
                           StoreYamlNode  *value);

/* Reads a mapping, what it merges last. */
static void
read_mapping (Reader         *reader,
              StoreVariables *target,
              const char     *key,
              StoreYamlNode  *node,
              ReadValue       read,
              guint           depth)
{
  StoreYamlNode *merged = NULL;

  node = store_yaml_node_resolve (node);
  if (store_yaml_node_is_null (node))
    return;
  if (node->kind != STORE_YAML_MAPPING)
    {
      reader_find (reader, node, "“%s” should be a mapping of names to values", key);
      return;
    }
  for (guint i = 0; i < store_yaml_node_get_n_pairs (node); i++)
    {
      StoreYamlNode *name = store_yaml_node_get_key (node, i);
      const char    *text = node_text (reader, name, key);

      if (text == NULL)
        continue;
      if (g_str_equal (text, "<<") && depth > 0)
        merged = store_yaml_node_get_value (node, i);
      else if (store_variables_find (target, text, NULL))
        reader_find (reader, name, "“%s” stands twice in “%s”; the first one counts", text, key);
      else if (store_variables_get_n_items (target) >= STORE_PROFILE_MAX_VARIABLES)
        reader_find (reader, name, "“%s” has more than %d members", key,
                     STORE_PROFILE_MAX_VARIABLES);
      else
        read (reader, target, text, store_yaml_node_get_value (node, i));
      if (store_variables_get_n_items (target) >= STORE_PROFILE_MAX_VARIABLES)
        break;
    }
  if (merged != NULL)
    {
      g_autoptr (StoreVariables) below = store_variables_new ();

      read_mapping (reader, below, key, merged, read, depth - 1);
      for (guint i = 0; i < store_variables_get_n_items (below); i++)
        {
          const char *name = store_variables_get_name (below, i);

          if (store_variables_find (target, name, NULL))
            continue;
          if (store_variables_get_secret (below, i) != NULL)
            store_variables_set_secret (target, name, store_variables_get_secret (below, i));
          else
            store_variables_set (target, name, store_variables_get_value (below, i));
        }
    }
}

/* A value may be any mapping; the one that stands for a secret says of what kind it is by its
 * reference. Returns: (nullable) */
static const char *
find_preset_secret (StoreYamlNode *value)
{
  StoreYamlNode *node = store_yaml_node_resolve (value);
  StoreYamlNode *secret;

  if (store_yaml_node_is_null (node) || store_yaml_node_get_n_pairs (node) != 1)
    return NULL;
  secret = store_yaml_node_resolve (store_yaml_node_lookup (node, "secret"));
  if (store_yaml_node_is_null (secret) || secret->kind != STORE_YAML_SCALAR ||
      strlen (secret->text) != secret->length ||
      (strstr (secret->text, "/presets/") == NULL &&
       strstr (secret->text, "/pinned-arguments/") == NULL))
    return NULL;
  return secret->text;
}

static void
read_preset (Reader *reader, StoreVariables *target, const char *name, StoreYamlNode *value)
{
  g_autofree char *json = store_yaml_node_dup_json (value);
  const char      *secret = find_preset_secret (value);

  if (secret != NULL)
    store_variables_set_secret (target, name, secret);
  else if (json != NULL)
    store_variables_set (target, name, json);
  else
    reader_find (reader, value, "the value of “%s” is too large or nested too deep", name);
}

static void
read_extension (Reader *reader, StoreVariables *target, const char *name, StoreYamlNode *value)
{
  g_autofree char *json = store_yaml_node_dup_json (value);

  if (json != NULL && json[0] == '{')
    store_variables_set (target, name, json);
  else
    reader_find (reader, value, "the settings of the extension “%s” should be a mapping", name);
}

static void
read_rule (Reader *reader, StoreVariables *target, const char *name, StoreYamlNode *value)
{
  const char   *text = node_text (reader, value, name);
  StoreApproval approval;

  if (text == NULL)
    return;
  if (store_approval_from_text (text, &approval))
    store_variables_set (target, name, store_approval_to_text (approval));
  else
    reader_find (reader, value, "“%s: %s” should be ask, auto or never", name, text);
}

static StoreVariables *
read_variables (Reader *reader, StoreYamlNode *entry, const char *key, ReadValue read)
{
  StoreVariables *variables = store_variables_new ();

  read_mapping (reader, variables, key, store_yaml_node_lookup (entry, key), read, 4);
  return variables;
}

/* A list of texts. Returns: (transfer full) */
static GStrv
read_list (Reader *reader, StoreYamlNode *entry, const char *key)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  StoreYamlNode *node = store_yaml_node_resolve (store_yaml_node_lookup (entry, key));

  if (!store_yaml_node_is_null (node) && node->kind != STORE_YAML_SEQUENCE)
    reader_find (reader, node, "“%s” should be a list", key);
  else if (!store_yaml_node_is_null (node))
    for (guint i = 0; i < node->children->len; i++)
      {
        const char *text = node_text (reader, g_ptr_array_index (node->children, i), key);

        if (text != NULL)
          g_strv_builder_add (builder, text);
      }
  return g_strv_builder_end (builder);
}

static void
read_authorization_block (Reader *reader, StoreYamlNode *entry, StoreProfile *profile)
{
  StoreYamlNode *node = store_yaml_node_resolve (store_yaml_node_lookup (entry, "authorization"));
  g_autoptr (StoreVariables) credentials = NULL;
  StoreAuthorization authorization = STORE_AUTHORIZATION_NONE;

  if (store_yaml_node_is_null (node))
    return;
  if (node->kind != STORE_YAML_MAPPING)
    {
      reader_find (reader, node, "“authorization” should be a mapping with a type");
      return;
    }
  if (!read_authorization (reader, node, "type", &authorization) &&
      store_yaml_node_lookup (node, "type") == NULL)
    reader_find (reader, node, "“authorization” has no type");
  credentials = read_variables (reader, entry, "authorization", read_value);
  store_variables_remove (credentials, "type");
  store_profile_set_authorization (profile, authorization);
  store_profile_set_credentials (profile, credentials);
}

static void
read_decisions (Reader *reader, StoreYamlNode *entry, StoreProfile *profile)
{
  g_autoptr (StoreVariables) rules = read_variables (reader, entry, "tools", read_rule);
  g_autoptr (StoreVariables) presets = read_variables (reader, entry, "presets", read_preset);
  g_autoptr (StoreVariables) pins =
      read_variables (reader, entry, "pinned-arguments", read_preset);
  g_auto (GStrv) disabled = read_list (reader, entry, "disabled-tools");
  StoreApproval approval = STORE_APPROVAL_ASK;
  StoreOrigin   origin = STORE_ORIGIN_TYPED;

  read_approval (reader, entry, "approval", &approval);
  read_origin (reader, entry, "origin", &origin);
  store_profile_set_approval (profile, approval);
  store_profile_set_tool_approvals (profile, rules);
  store_profile_set_disabled_tools (profile, (const char *const *)disabled);
  store_profile_set_presets (profile, presets);
  store_profile_set_pinned_arguments (profile, pins);
  store_profile_set_pinned (profile, read_switch (reader, entry, "pinned", FALSE));
  store_profile_set_enabled (profile, read_switch (reader, entry, "enabled", TRUE));
  store_profile_set_origin (profile, origin);
  store_profile_set_confirmed (profile, read_text (reader, entry, "confirmed"));
}

static void
read_deadlines (Reader *reader, StoreYamlNode *entry, StoreProfile *profile)
{
  StoreYamlNode *node = store_yaml_node_resolve (store_yaml_node_lookup (entry, "deadlines"));

  if (store_yaml_node_is_null (node))
    return;
  if (node->kind != STORE_YAML_MAPPING)
    {
      reader_find (reader, node, "“deadlines” should be a mapping");
      return;
    }
  store_profile_set_connect_timeout (profile, read_milliseconds (reader, node, "connect"));
  store_profile_set_request_timeout (profile, read_milliseconds (reader, node, "request"));
  store_profile_set_total_timeout (profile, read_milliseconds (reader, node, "total"));
}

static void
read_network (Reader *reader, StoreYamlNode *entry, StoreProfile *profile)
{
  const char *proxy = read_text (reader, entry, "proxy");
  GUriFlags   flags = G_URI_FLAGS_HAS_PASSWORD | G_URI_FLAGS_PARSE_RELAXED;
  g_autoptr (GUri) uri = proxy != NULL ? g_uri_parse (proxy, flags, NULL) : NULL;

  store_profile_set_message_url (profile, read_text (reader, entry, "message-url"));
  store_profile_set_proxy (profile, proxy);
  store_profile_set_ca_file (profile, read_text (reader, entry, "ca-file"));
  store_profile_set_accept_certificate (profile, read_text (reader, entry, "accept-certificate"));
  store_profile_set_client_certificate (profile, read_text (reader, entry, "client-certificate"));
  store_profile_set_client_key (profile, read_text (reader, entry, "client-key"));
  if (uri != NULL && g_uri_get_password (uri) != NULL)
    reader_find (reader, store_yaml_node_lookup (entry, "proxy"),
                 "the password of the proxy stands in this file as plain text");
}

static void
read_conversation (Reader *reader, StoreYamlNode *entry, StoreProfile *profile)
{
  static const char *const revisions[] = { "2024-10-07", "2024-11-05", "2025-03-26", "2025-06-18",
                                           "2025-11-25", "2026-07-28", NULL };
  g_auto (GStrv) roots = read_list (reader, entry, "roots");
  g_autoptr (StoreVariables) extensions =
      read_variables (reader, entry, "extensions", read_extension);
  g_autoptr (StoreVariables) meta = read_variables (reader, entry, "meta", read_preset);
  const char    *version = read_text (reader, entry, "protocol-version");
  StoreEra       era = STORE_ERA_AUTO;
  StoreReconnect reconnect = STORE_RECONNECT_AUTO;
  StoreLogLevel  level = STORE_LOG_LEVEL_SERVER;

  read_era (reader, entry, "era", &era);
  read_reconnect (reader, entry, "reconnect", &reconnect);
  read_log_level (reader, entry, "log-level", &level);
  store_profile_set_era (profile, era);
  store_profile_set_protocol_version (profile, version);
  store_profile_set_listen (profile, read_switch (reader, entry, "listen", TRUE));
  store_profile_set_log_level (profile, level);
  store_profile_set_roots (profile, (const char *const *)roots);
  store_profile_set_extensions (profile, extensions);
  store_profile_set_meta (profile, meta);
  store_profile_set_reconnect (profile, reconnect);
  if (version != NULL && !g_strv_contains (revisions, version))
    reader_find (reader, store_yaml_node_lookup (entry, "protocol-version"),
                 "“%s” is a revision that Spyglass does not know; it is offered all the same",
                 version);
}

static void
read_target (Reader *reader, StoreYamlNode *entry, StoreProfile *profile)
{
  g_autoptr (StoreVariables) environment = read_variables (reader, entry, "env", read_value);
  g_autoptr (StoreVariables) headers = read_variables (reader, entry, "headers", read_value);
  g_auto (GStrv) arguments = read_list (reader, entry, "args");
  g_auto (GStrv) watch = read_list (reader, entry, "watch");
  StoreTransport transport;

  store_profile_set_command (profile, read_text (reader, entry, "command"));
  store_profile_set_url (profile, read_text (reader, entry, "url"));
  store_profile_set_working_directory (profile, read_text (reader, entry, "cwd"));
  store_profile_set_environment (profile, environment);
  store_profile_set_headers (profile, headers);
  store_profile_set_arguments (profile, (const char *const *)arguments);
  store_profile_set_watch (profile, (const char *const *)watch);
  if (!read_transport (reader, entry, "transport", &transport))
    transport =
        store_profile_get_command (profile) == NULL && store_profile_get_url (profile) != NULL
            ? store_transport_for_url (store_profile_get_url (profile))
            : STORE_TRANSPORT_STDIO;
  store_profile_set_transport (profile, transport);
}

StoreProfile *
store_profile_reader_read_entry (StoreYamlNode *key, StoreYamlNode *value, GPtrArray *findings)
{
  Reader        reader = { findings, NULL };
  StoreProfile *profile;
  g_autoptr (GError) error = NULL;
  const char    *id = node_text (&reader, key, "servers");
  StoreYamlNode *entry = store_yaml_node_resolve (value);

  if (id == NULL)
    return NULL;
  reader.id = id;
  if (entry->kind != STORE_YAML_MAPPING)
    {
      reader_find (&reader, key, "the server “%s” should be a mapping", id);
      return NULL;
    }
  profile = store_profile_new (read_text (&reader, entry, "name"));
  store_profile_set_id (profile, id);
  read_target (&reader, entry, profile);
  read_authorization_block (&reader, entry, profile);
  read_network (&reader, entry, profile);
  read_conversation (&reader, entry, profile);
  read_deadlines (&reader, entry, profile);
  read_decisions (&reader, entry, profile);
  if (!store_profile_validate (profile, &error))
    reader_find (&reader, key, "%s", error->message);
  return profile;
}

static void
find_same_names (GPtrArray *profiles, GPtrArray *findings, GHashTable *keys)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < profiles->len; i++)
    {
      StoreProfile *profile = g_ptr_array_index (profiles, i);
      const char   *id = store_profile_get_id (profile);
      Reader        reader = { findings, id };

      if (!g_hash_table_add (names, (gpointer)store_profile_get_name (profile)))
        reader_find (&reader, g_hash_table_lookup (keys, id), "another server is called “%s” too",
                     store_profile_get_name (profile));
    }
}

static void
read_servers (StoreYamlNode *servers, GPtrArray *profiles, GPtrArray *findings)
{
  g_autoptr (GHashTable) keys = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < store_yaml_node_get_n_pairs (servers); i++)
    {
      StoreYamlNode *key = store_yaml_node_get_key (servers, i);
      Reader         reader = { findings, store_yaml_node_resolve (key)->text };
      StoreProfile  *profile;

      if (reader.id != NULL && g_hash_table_contains (keys, reader.id))
        {
          reader_find (&reader, key, "the id “%s” stands twice; the first one counts", reader.id);
          continue;
        }
      profile =
          store_profile_reader_read_entry (key, store_yaml_node_get_value (servers, i), findings);
      if (profile == NULL)
        continue;
      g_hash_table_insert (keys, (gpointer)store_profile_get_id (profile), key);
      g_ptr_array_add (profiles, profile);
    }
  find_same_names (profiles, findings, keys);
}

GPtrArray *
store_profile_reader_read (StoreYamlTree *tree, GPtrArray *findings, GError **error)
{
  g_autoptr (GPtrArray) profiles = g_ptr_array_new_with_free_func (g_object_unref);
  StoreYamlNode *root = tree->root;
  StoreYamlNode *servers;

  if (store_yaml_node_is_null (root))
    return g_steal_pointer (&profiles);
  servers = root->kind == STORE_YAML_MAPPING
                ? store_yaml_node_resolve (store_yaml_node_lookup (root, "servers"))
                : NULL;
  if (root->kind != STORE_YAML_MAPPING ||
      (!store_yaml_node_is_null (servers) && servers->kind != STORE_YAML_MAPPING))
    {
      if (servers == NULL)
        servers = root;
      g_propagate_error (
          error, store_error_new_at (STORE_ERROR_SYNTAX, servers->line, servers->column,
                                     servers == root
                                         ? "the file should begin with “servers:”"
                                         : "“servers” should be a mapping of names to servers"));
      return NULL;
    }
  if (!store_yaml_node_is_null (servers))
    read_servers (servers, profiles, findings);
  if (tree->has_more)
    {
      Reader reader = { findings, NULL };

      reader_find (&reader, root, "only the first document of the file is read");
    }
  return g_steal_pointer (&profiles);
}
