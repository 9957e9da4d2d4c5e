/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-secrets.h"

#include "mcp-object.h"
#include "store-client-import.h"
#include "store-client-variables.h"
#include "store-secret-signs.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _AppClientSecrets
{
  AppRedactor    *redactor;
  StoreVariables *names; /* of variables that stand where secrets would */
};

static void
add_names_of (StoreVariables *names, const StoreVariables *variables)
{
  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char      *value = store_variables_get_value (variables, i);
      g_autofree char *name = value != NULL ? store_client_variables_dup_name (value) : NULL;

      if (name != NULL)
        store_variables_set (names, name, "");
    }
}

void
app_client_secrets_add_names (StoreVariables *names, StoreProfile *profile)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);

  add_names_of (names, endpoint->environment);
  add_names_of (names, endpoint->headers);
  add_names_of (names, endpoint->credentials);
}

/* What its servers have. */
static void
add_file (AppRedactor *redactor, StoreVariables *names, GBytes *bytes, StoreClientPlace *place)
{
  g_autoptr (StoreClientImport) found =
      g_bytes_get_size (bytes) > 0 ? store_client_import_new_from_place (bytes, place, NULL) : NULL;
  GPtrArray *profiles = found != NULL ? store_client_import_get_profiles (found) : NULL;

  for (guint i = 0; profiles != NULL && i < profiles->len; i++)
    {
      app_redactor_add_profile (redactor, profiles->pdata[i]);
      app_client_secrets_add_names (names, profiles->pdata[i]);
    }
}

/* `"name": "value"`, `name = "value"` and `name: value` */
#define PAIR                                                                                \
  "(?:\"(?<name>[^\"\\\\]{1,200})\"|'(?<name>[^']{1,200})'|(?<name>[A-Za-z0-9_.-]{1,200}))" \
  "\\s{0,8}[:=]\\s{0,8}"                                                                    \
  "(?:\"(?<value>(?:[^\"\\\\]|\\\\.)*+)\"|'(?<value>[^']*+)'|"                              \
  "(?<value>(?:(?i:bearer|basic) )?(?:(?:\\$|(?=\\{(?:env|file|input):))\\{[^{}\\s]*+\\}|[^\\s,\"'{}\\[\\]#])++))"

static GRegex *
get_pair (void)
{
  static GRegex *pair = NULL;

  if (g_once_init_enter (&pair))
    g_once_init_leave (&pair, g_regex_new (PAIR, G_REGEX_DUPNAMES | G_REGEX_OPTIMIZE, 0, NULL));
  return pair;
}

/* The name of a variable that the secret is in is none: Codex has such. */
static gboolean
is_secret (const StoreVariables *names, const char *name, const char *value)
{
  return name != NULL && value != NULL && store_secret_signs_is_named (name, value) &&
         !store_variables_find (names, value, NULL);
}

/* @data: the names */
static gboolean
mask_pair (const GMatchInfo *match, GString *result, gpointer data)
{
  g_autofree char *whole = g_match_info_fetch (match, 0);
  g_autofree char *name = g_match_info_fetch_named (match, "name");
  g_autofree char *value = g_match_info_fetch_named (match, "value");
  const char      *at = value != NULL && *value != '\0' ? g_strrstr (whole, value) : NULL;

  if (at == NULL || !is_secret (data, name, value))
    {
      g_string_append (result, whole);
      return FALSE;
    }
  g_string_append_len (result, whole, at - whole);
  /* A number becomes a text, so that JSON stays JSON. */
  gboolean is_number = g_ascii_isdigit (*value) && at > whole && strchr ("\"'", at[-1]) == NULL;
  g_string_append (result, is_number ? "\"" APP_REDACTOR_MASK "\"" : APP_REDACTOR_MASK);
  g_string_append (result, at + strlen (value));
  return FALSE;
}

char *
app_client_secrets_mask_line (const char *line, const StoreVariables *names)
{
  char *result =
      g_regex_replace_eval (get_pair (), line, -1, 0, 0, mask_pair, (gpointer)names, NULL);
  /* What the expression gives up on may hold anything. */
  return result != NULL ? result : g_strdup (APP_REDACTOR_MASK);
}

char *
app_client_secrets_mask_lines (const char *text, const StoreVariables *names)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *masked = app_client_secrets_mask_line (lines[i], names);

      g_free (lines[i]);
      lines[i] = masked;
    }
  return g_strjoinv ("\n", lines);
}

/* A value is looked for only in its own line: a secret, too, is no paragraph. */
static void
add_pairs (AppRedactor *redactor, const StoreVariables *names, GBytes *bytes)
{
  gsize            size;
  const char      *data = g_bytes_get_data (bytes, &size);
  g_autofree char *text = g_utf8_make_valid (data != NULL ? data : "", (gssize)size);
  /* A large file has few names, each many times. */
  g_autoptr (GHashTable) plain = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  for (g_regex_match (get_pair (), text, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *name = g_match_info_fetch_named (match, "name");

      if (name == NULL || g_hash_table_contains (plain, name))
        continue;
      g_autofree char *value = g_match_info_fetch_named (match, "value");
      if (is_secret (names, name, value))
        app_redactor_add_secret (redactor, value);
      else if (!store_secret_signs_is_name (name))
        g_hash_table_add (plain, g_steal_pointer (&name));
    }
  /* By its shape, whatever it stands under. */
  app_redactor_add_named (redactor, "", text);
}

AppClientSecrets *
app_client_secrets_find (StoreClientPlan *plan)
{
  AppClientSecrets *self = g_new0 (AppClientSecrets, 1);
  StoreClientPlace *place = store_client_plan_get_place (plan);
  StorePlanKind     kind = store_client_plan_get_kind (plan);
  /* What stays is in the new text as well; reading a large file takes its time. */
  gboolean         both = kind != STORE_PLAN_CREATE && kind != STORE_PLAN_ADD;
  g_autofree char *shown = store_text_diff_print (store_client_plan_get_diff (plan), "", "");
  g_auto (GStrv) lines = g_strsplit (shown, "\n", -1);

  self->redactor = app_redactor_new ();
  self->names = store_variables_new ();
  if (both)
    add_file (self->redactor, self->names, store_client_plan_get_before (plan), place);
  add_file (self->redactor, self->names, store_client_plan_get_after (plan), place);
  if (both)
    add_pairs (self->redactor, self->names, store_client_plan_get_before (plan));
  add_pairs (self->redactor, self->names, store_client_plan_get_after (plan));
  /* Shapes are not looked for in the whole of a large file, nor in a very long line. */
  app_redactor_add_named (self->redactor, "", shown);
  for (guint i = 0; lines[i] != NULL; i++)
    app_redactor_add_named (self->redactor, "", lines[i]);
  return self;
}

void
app_client_secrets_free (AppClientSecrets *self)
{
  g_object_unref (self->redactor);
  store_variables_free (self->names);
  g_free (self);
}

MCP_DEFINE_PLAIN_GETTER (AppRedactor *, AppClientSecrets, app_client_secrets, redactor)

char *
app_client_secrets_mask (AppClientSecrets *self, const char *text)
{
  g_autofree char *known = app_redactor_redact_text (self->redactor, text);

  return app_client_secrets_mask_lines (known, self->names);
}

/* Secrets that stand in the file */

/* A value that is one: not left empty, not a variable. */
static gboolean
is_filled_in (const char *value)
{
  return value != NULL && *value != '\0' && !store_secret_signs_is_reference (value);
}

/* Takes over values for the secret variables of @ours from @theirs. @kept: their fields. */
static void
keep_values (const StoreVariables *ours,
             const StoreVariables *theirs,
             const char           *section,
             GHashTable           *secrets,
             GHashTable           *kept)
{
  gboolean caseless = g_str_equal (section, "headers");

  for (guint i = 0; i < store_variables_get_n_items (ours); i++)
    {
      const char *name = store_variables_get_name (ours, i);
      const char *reference = store_variables_get_secret (ours, i);
      const char *value = NULL;
      guint       index;

      if (reference == NULL || g_hash_table_contains (secrets, reference))
        continue;
      if (caseless ? store_variables_find_caseless (theirs, name, &index)
                   : store_variables_find (theirs, name, &index))
        value = store_variables_get_value (theirs, index);
      if (!is_filled_in (value))
        continue;
      g_hash_table_insert (secrets, g_strdup (reference), g_strdup (value));
      g_hash_table_add (kept, g_strconcat (section, "/", name, NULL));
    }
}

static void
keep_token (StoreProfile *ours, StoreProfile *theirs, GHashTable *secrets, GHashTable *kept)
{
  static const char     bearer[] = "Bearer ";
  const StoreVariables *credentials = store_profile_get_endpoint (ours)->credentials;
  const StoreVariables *headers = store_profile_get_endpoint (theirs)->headers;
  const char           *reference = NULL;
  const char           *value = NULL;
  guint                 index;

  if (store_profile_get_endpoint (ours)->authorization != STORE_AUTHORIZATION_BEARER)
    return;
  if (store_variables_find (credentials, "token", &index))
    reference = store_variables_get_secret (credentials, index);
  if (store_variables_find_caseless (headers, "Authorization", &index))
    value = store_variables_get_value (headers, index);
  if (reference == NULL || g_hash_table_contains (secrets, reference) || !is_filled_in (value) ||
      !g_str_has_prefix (value, bearer) || value[strlen (bearer)] == '\0')
    return;
  g_hash_table_insert (secrets, g_strdup (reference), g_strdup (value + strlen (bearer)));
  g_hash_table_add (kept, g_strdup ("authorization/token"));
}

GHashTable *
app_client_secrets_keep (StoreClientPlan *plan,
                         StoreProfile    *profile,
                         const char      *name,
                         GHashTable      *secrets)
{
  const StoreEndpoint *ours = store_profile_get_endpoint (profile);
  g_autoptr (GHashTable) kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (StoreClientImport) import = NULL;
  gsize       size;
  const char *text = g_bytes_get_data (store_client_plan_get_before (plan), &size);

  if (store_client_plan_get_kind (plan) != STORE_PLAN_REPLACE)
    return NULL;
  import = store_client_import_new_from_text (text, (gssize)size, NULL);
  /* What was written for an application that reaches it through mcp-remote. */
  if (import != NULL && ours->transport != STORE_TRANSPORT_STDIO)
    store_client_import_unwrap (import);
  GPtrArray *entries = import != NULL ? store_client_import_get_profiles (import) : NULL;
  for (guint i = 0; entries != NULL && i < entries->len; i++)
    {
      StoreProfile        *entry = g_ptr_array_index (entries, i);
      const StoreEndpoint *theirs = store_profile_get_endpoint (entry);

      if (!g_str_equal (store_profile_get_name (entry), name))
        continue;
      keep_values (ours->environment, theirs->environment, "env", secrets, kept);
      keep_values (ours->headers, theirs->headers, "headers", secrets, kept);
      keep_token (profile, entry, secrets, kept);
    }
  return g_hash_table_size (kept) > 0 ? g_steal_pointer (&kept) : NULL;
}

char *
app_client_secrets_dup_kept_text (const char *field)
{
  const char *name = strrchr (field, '/');

  /* Translators: %s is the name of a variable, for example API_KEY */
  return g_strdup_printf (_ ("The secret “%s” is in the file already and is kept."),
                          name != NULL ? name + 1 : field);
}
