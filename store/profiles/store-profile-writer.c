/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-profile-writer.h"

#include "store-error.h"
#include "store-profile-field.h"
#include "store-profile-reader.h"
#include "store-yaml-editor.h"
#include "store-yaml-text.h"

#include <string.h>

#define MAX_ID_LENGTH 48
#define NEW_FILE "# Spyglass servers; edit freely\n"

/* From a profile to YAML */

/* A line that is a text, or refers to a secret. */
static StoreYamlValue *
make_text (const char *before, const char *text, const char *after)
{
  GString *line = g_string_new (before);

  store_yaml_append_text (line, text, strlen (text));
  g_string_append (line, after);
  return store_yaml_value_new_line (g_string_free (line, FALSE));
}

static StoreYamlValue *
make_json (const char *text)
{
  GString *line = g_string_new (NULL);
  g_autoptr (McpJsonDocument) document =
      text != NULL ? mcp_json_document_parse_text (text, -1, NULL) : NULL;

  /* Validated before. */
  if (document != NULL)
    store_yaml_append_json (line, mcp_json_document_get_root (document));
  else
    g_string_append (line, "null");
  return store_yaml_value_new_line (g_string_free (line, FALSE));
}

static void
fill_mapping (StoreYamlValue *mapping, const StoreVariables *variables, StoreFieldKind kind)
{
  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char     *reference = store_variables_get_secret (variables, i);
      const char     *text = store_variables_get_value (variables, i);
      StoreYamlValue *value = NULL;

      if (reference != NULL)
        value = make_text ("{secret: ", reference, "}");
      else if (kind == STORE_FIELD_JSON || kind == STORE_FIELD_SETTINGS ||
               kind == STORE_FIELD_LIMITS)
        value = make_json (text);
      else if (text != NULL)
        value = make_text (NULL, text, "");
      if (value != NULL)
        store_yaml_value_add (mapping, store_variables_get_name (variables, i), value);
    }
}

/* Returns: (transfer full) (nullable): %NULL where the field says what it says without a key, too
 */
static StoreYamlValue *
make_value (StoreProfile *profile, const StoreField *field)
{
  gconstpointer      at = store_profile_peek (profile, field);
  const char        *text = NULL;
  const char *const *items;
  StoreYamlValue    *mapping;
  guint              number;

  switch (field->kind)
    {
    case STORE_FIELD_NAME:
    case STORE_FIELD_TEXT:
      text = *(const char *const *)at;
      return text != NULL ? make_text (NULL, text, "") : NULL;
    case STORE_FIELD_NUMBER:
      number = *(const guint *)at;
      return number != 0 ? store_yaml_value_new_line (g_strdup_printf ("%u", number)) : NULL;
    case STORE_FIELD_WORD:
      return make_text (NULL, field->words[*(const guint *)at], "");
    case STORE_FIELD_SWITCH:
      return store_yaml_value_new_line (g_strdup (*(const gboolean *)at ? "true" : "false"));
    case STORE_FIELD_LIST:
      items = *(const char *const *const *)at;
      return items[0] != NULL ? store_yaml_value_new_list (items) : NULL;
    case STORE_FIELD_TEXTS:
    case STORE_FIELD_JSON:
    case STORE_FIELD_SETTINGS:
    case STORE_FIELD_RULES:
    default:
      if (store_variables_get_n_items (store_profile_peek_variables (profile, field)) == 0)
        return NULL;
      mapping = store_yaml_value_new_mapping ();
      fill_mapping (mapping, store_profile_peek_variables (profile, field), field->kind);
      return mapping;
    }
}

/* Whether the entry says the same without this field. */
static gboolean
is_evident (StoreProfile *profile, const StoreField *field)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);
  gconstpointer        at = store_profile_peek (profile, field);

  if (field->key == NULL)
    return TRUE;
  if (field->kind == STORE_FIELD_NAME)
    return g_str_equal (store_profile_get_name (profile), store_profile_get_id (profile));
  if (at == &endpoint->transport)
    return endpoint->transport == store_profile_guess_transport (profile);
  if (at == &endpoint->authorization)
    return endpoint->authorization == STORE_AUTHORIZATION_NONE &&
           store_variables_get_n_items (endpoint->credentials) == 0;
  if (field->kind == STORE_FIELD_WORD)
    return *(const guint *)at == 0;
  return field->kind == STORE_FIELD_SWITCH && *(const gboolean *)at == (gboolean)field->limit;
}

static StoreYamlValue *
make_entry (StoreProfile *profile)
{
  StoreYamlValue   *entry = store_yaml_value_new_mapping ();
  guint             n_fields;
  const StoreField *fields = store_profile_get_fields (&n_fields);

  for (guint i = 0; i < n_fields; i++)
    {
      const StoreField *field = &fields[i];
      StoreYamlValue   *mapping = entry;
      g_autoptr (StoreYamlValue) value =
          is_evident (profile, field) ? NULL : make_value (profile, field);

      if (value == NULL)
        continue;
      if (field->section != NULL)
        mapping = store_yaml_value_find_member (entry, field->section);
      if (mapping == NULL)
        {
          mapping = store_yaml_value_new_mapping ();
          store_yaml_value_add (entry, field->section, mapping);
        }
      if (*field->key != '\0')
        store_yaml_value_add (mapping, field->key, g_steal_pointer (&value));
      else
        fill_mapping (mapping, store_profile_peek_variables (profile, field), field->kind);
    }
  return entry;
}

/* From YAML to one profile, to see what was written */

static StoreProfile *
read_back (GBytes *bytes, const char *id)
{
  g_autoptr (StoreYamlTree) tree = store_yaml_tree_new (bytes, NULL);
  g_autoptr (GPtrArray) findings =
      g_ptr_array_new_with_free_func ((GDestroyNotify)store_profile_finding_free);
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
  return check_values (store_profile_get_decisions (profile)->presets, error) &&
         check_values (store_profile_get_decisions (profile)->preset_sets, error) &&
         check_values (store_profile_get_decisions (profile)->pinned_arguments, error);
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

  if (tree == NULL)
    return NULL;
  GHashTable    *ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  StoreYamlNode *servers = store_yaml_node_resolve (store_yaml_node_lookup (tree->root, "servers"));
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
  if (wanted != NULL && *wanted != '\0' && !g_hash_table_contains (taken, wanted))
    return g_strdup (wanted);
  g_autofree char *slug = make_slug (name);
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
  g_autoptr (GBytes) start = NULL;

  if (!store_profile_validate (profile, error) || !check_presets (profile, error))
    return NULL;
  g_autoptr (StoreYamlValue) entry = make_entry (profile);
  start = g_bytes_get_size (bytes) == 0 ? g_bytes_new_static (NEW_FILE, strlen (NEW_FILE))
                                        : g_bytes_ref (bytes);
  g_autoptr (GBytes) result = store_yaml_editor_set (start, path, entry, error);
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
  g_autoptr (GBytes) result = g_bytes_ref (bytes);
  g_autoptr (GHashTable) ids = store_profile_writer_list_ids (bytes, error);

  if (ids == NULL)
    return NULL;
  if (!g_hash_table_contains (ids, id))
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND,
                   "The server “%s” is no longer in the file; another program removed it", id);
      return NULL;
    }
  if (!store_profile_validate (profile, error) || !check_presets (profile, error))
    return NULL;
  g_autoptr (StoreYamlValue) before = make_entry (base);
  g_autoptr (StoreYamlValue) after = make_entry (profile);
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
