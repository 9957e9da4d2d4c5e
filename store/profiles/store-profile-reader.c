/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-profile-reader.h"

#include "store-error.h"
#include "store-profile-field.h"
#include "store-yaml-text.h"

#include <string.h>

/* Presets are what a person sets in a form. */
#define MAX_PRESET_BYTES (1024 * 1024)

typedef struct
{
  GPtrArray  *findings;
  const char *id;
} Reader;

void
store_profile_finding_free (StoreProfileFinding *finding)
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
  va_list args;

  if (reader->findings->len >= STORE_PROFILE_MAX_FINDINGS)
    return;
  StoreProfileFinding *finding = g_new0 (StoreProfileFinding, 1);
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
parse_switch (const char *text, guint *value)
{
  static const char *const yes[] = { "true", "yes", "on", NULL };
  static const char *const no[] = { "false", "no", "off", NULL };
  g_autofree char         *lower = g_ascii_strdown (text, -1);

  *value = g_strv_contains (yes, lower);
  return *value || g_strv_contains (no, lower);
}

static gboolean
parse_milliseconds (const char *text, guint *value)
{
  guint64 number = 0;

  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT, &number, NULL))
    return FALSE;
  *value = number;
  return TRUE;
}

/* Numbers, words and switches. Returns: whether @value was set */
static gboolean
read_number (Reader *reader, StoreYamlNode *entry, const StoreField *field, guint *value)
{
  const char    *text = read_text (reader, entry, field->key);
  StoreYamlNode *node = store_yaml_node_lookup (entry, field->key);

  if (text == NULL)
    return FALSE;
  if (field->kind == STORE_FIELD_SWITCH)
    {
      if (parse_switch (text, value))
        return TRUE;
      reader_find (reader, node, "“%s” should be true or false", field->key);
    }
  else if (field->kind == STORE_FIELD_NUMBER)
    {
      if (parse_milliseconds (text, value))
        return TRUE;
      reader_find (reader, node, "“%s” should be a whole number of milliseconds", field->key);
    }
  else
    {
      if (store_profile_parse_word (field->name, text, value))
        return TRUE;
      reader_find (reader, node, "“%s: %s” is not known", field->key, text);
    }
  return FALSE;
}

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

  if (store_yaml_node_is_null (node) || store_yaml_node_get_n_pairs (node) != 1)
    return NULL;
  StoreYamlNode *secret = store_yaml_node_resolve (store_yaml_node_lookup (node, "secret"));
  if (store_yaml_node_is_null (secret) || secret->kind != STORE_YAML_SCALAR ||
      strlen (secret->text) != secret->length ||
      (strstr (secret->text, "/presets/") == NULL &&
       strstr (secret->text, "/preset-sets/") == NULL &&
       strstr (secret->text, "/pinned-arguments/") == NULL))
    return NULL;
  return secret->text;
}

static void
read_preset (Reader *reader, StoreVariables *target, const char *name, StoreYamlNode *value)
{
  g_autofree char *json = store_yaml_node_dup_json (value, MAX_PRESET_BYTES);
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
  g_autofree char *json = store_yaml_node_dup_json (value, MAX_PRESET_BYTES);

  if (json != NULL && json[0] == '{')
    store_variables_set (target, name, json);
  else
    reader_find (reader, value, "the settings of the extension “%s” should be a mapping", name);
}

static void
read_rule (Reader *reader, StoreVariables *target, const char *name, StoreYamlNode *value)
{
  const char *text = node_text (reader, value, name);
  guint       approval;

  if (text == NULL)
    return;
  if (store_profile_parse_word ("approval", text, &approval) && approval != STORE_APPROVAL_DEFAULT)
    store_variables_set (target, name, store_profile_word ("approval", approval));
  else
    reader_find (reader, value, "“%s: %s” should be ask, auto or never", name, text);
}

static void
read_limit (Reader *reader, StoreVariables *target, const char *name, StoreYamlNode *value)
{
  const char *text = node_text (reader, value, name);
  guint       limit;

  if (text == NULL)
    return;
  if (parse_milliseconds (text, &limit) && limit > 0)
    store_variables_set (target, name, text);
  else
    reader_find (reader, value, "“%s” should be a whole number of milliseconds", name);
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
read_field (Reader *reader, StoreYamlNode *entry, const StoreField *field, StoreProfile *profile)
{
  static const ReadValue readers[] = {
    [STORE_FIELD_TEXTS] = read_value,
    [STORE_FIELD_JSON] = read_preset,
    [STORE_FIELD_SETTINGS] = read_extension,
    [STORE_FIELD_RULES] = read_rule,
    [STORE_FIELD_LIMITS] = read_limit,
  };
  g_autoptr (StoreVariables) variables = NULL;
  g_auto (GStrv) list = NULL;
  guint number;

  switch (field->kind)
    {
    case STORE_FIELD_NAME:
    case STORE_FIELD_TEXT:
      g_object_set (profile, field->name, read_text (reader, entry, field->key), NULL);
      break;
    case STORE_FIELD_NUMBER:
    case STORE_FIELD_WORD:
    case STORE_FIELD_SWITCH:
      if (read_number (reader, entry, field, &number))
        g_object_set (profile, field->name, number, NULL);
      break;
    case STORE_FIELD_LIST:
      list = read_list (reader, entry, field->key);
      g_object_set (profile, field->name, list, NULL);
      break;
    case STORE_FIELD_TEXTS:
    case STORE_FIELD_JSON:
    case STORE_FIELD_SETTINGS:
    case STORE_FIELD_RULES:
    default:
      variables = read_variables (reader, entry, field->key, readers[field->kind]);
      g_object_set (profile, field->name, variables, NULL);
    }
}

static void
read_authorization (Reader *reader, StoreYamlNode *entry, StoreProfile *profile)
{
  StoreYamlNode *node = store_yaml_node_resolve (store_yaml_node_lookup (entry, "authorization"));
  g_autoptr (StoreVariables) credentials = NULL;

  if (store_yaml_node_is_null (node))
    return;
  if (node->kind != STORE_YAML_MAPPING)
    {
      reader_find (reader, node, "“authorization” should be a mapping with a type");
      return;
    }
  if (store_yaml_node_lookup (node, "type") == NULL)
    reader_find (reader, node, "“authorization” has no type");
  credentials = read_variables (reader, entry, "authorization", read_value);
  store_variables_remove (credentials, "type");
  g_object_set (profile, "credentials", credentials, NULL);
}

/* All that stands in a section of its own. @entry: (nullable): %NULL where that is no mapping */
static void
read_texts (Reader *reader, StoreYamlNode *entry, const StoreField *field, StoreProfile *profile)
{
  if (entry == NULL)
    return;
  g_autoptr (StoreVariables) texts = read_variables (reader, entry, field->section, read_value);
  g_object_set (profile, field->name, texts, NULL);
}

/* Where the keys of a field stand. Returns: (nullable) */
static StoreYamlNode *
find_section (Reader *reader, StoreYamlNode *entry, const char *name)
{
  StoreYamlNode *node = store_yaml_node_resolve (store_yaml_node_lookup (entry, name));

  if (store_yaml_node_is_null (node))
    return NULL;
  if (node->kind == STORE_YAML_MAPPING)
    return node;
  /* Of a wrong authorization is told where its credentials are read. */
  if (!g_str_equal (name, "authorization"))
    reader_find (reader, node, "“%s” should be a mapping", name);
  return NULL;
}

static void
read_fields (Reader *reader, StoreYamlNode *entry, StoreProfile *profile)
{
  guint             n_fields;
  const StoreField *fields = store_profile_get_fields (&n_fields);
  const char       *section = NULL;
  StoreYamlNode    *mapping = NULL;

  for (guint i = 0; i < n_fields; i++)
    {
      const StoreField *field = &fields[i];

      if (field->section == NULL)
        mapping = entry;
      else if (g_strcmp0 (section, field->section) != 0)
        mapping = find_section (reader, entry, field->section);
      section = field->section;
      if (g_strcmp0 (field->key, "") == 0 && g_str_equal (section, "authorization"))
        read_authorization (reader, entry, profile);
      else if (g_strcmp0 (field->key, "") == 0)
        read_texts (reader, mapping != NULL ? entry : NULL, field, profile);
      else if (field->key != NULL && mapping != NULL)
        read_field (reader, mapping, field, profile);
    }
}

static gboolean
says_transport (StoreYamlNode *entry)
{
  StoreYamlNode *node = store_yaml_node_resolve (store_yaml_node_lookup (entry, "transport"));
  guint          transport;

  return !store_yaml_node_is_null (node) && node->kind == STORE_YAML_SCALAR &&
         strlen (node->text) == node->length &&
         store_profile_parse_word ("transport", node->text, &transport);
}

/* What is read, but worth a look. */
static void
look_at_values (Reader *reader, StoreYamlNode *entry, StoreProfile *profile)
{
  static const char *const revisions[] = { "2024-10-07", "2024-11-05", "2025-03-26", "2025-06-18",
                                           "2025-11-25", "2026-07-28", NULL };
  const char              *version = store_profile_get_conversation (profile)->protocol_version;
  const char              *proxy = store_profile_get_network (profile)->proxy;
  GUriFlags                flags = G_URI_FLAGS_HAS_PASSWORD | G_URI_FLAGS_PARSE_RELAXED;
  g_autoptr (GUri) uri = proxy != NULL ? g_uri_parse (proxy, flags, NULL) : NULL;

  if (uri != NULL && g_uri_get_password (uri) != NULL)
    reader_find (reader, store_yaml_node_lookup (entry, "proxy"),
                 "the password of the proxy stands in this file as plain text");
  if (version != NULL && !g_strv_contains (revisions, version))
    reader_find (reader, store_yaml_node_lookup (entry, "protocol-version"),
                 "“%s” is a revision that Spyglass does not know; it is offered all the same",
                 version);
}

StoreProfile *
store_profile_reader_read_entry (StoreYamlNode *key, StoreYamlNode *value, GPtrArray *findings)
{
  Reader reader = { findings, NULL };
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
  StoreProfile *profile = g_object_new (STORE_TYPE_PROFILE, "id", id, NULL);
  read_fields (&reader, entry, profile);
  if (!says_transport (entry))
    g_object_set (profile, "transport", store_profile_guess_transport (profile), NULL);
  look_at_values (&reader, entry, profile);
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

  if (store_yaml_node_is_null (root))
    return g_steal_pointer (&profiles);
  StoreYamlNode *servers = root->kind == STORE_YAML_MAPPING
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
