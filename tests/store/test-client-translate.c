/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A server written for an application and read again: what it cannot carry is named. */

#include "store-tests.h"

#include "mcp-json-value.h"
#include "store-client-bridge.h"
#include "store-client-entry.h"
#include "store-client-import.h"
#include "store-client-reader.h"
#include "store-client-variables.h"
#include "test-data.h"

#include <string.h>

/* Variables */

static void
test_spellings (void)
{
  static const struct
  {
    StoreVariableForms forms;
    const char        *text;
    const char        *neutral;
    const char        *back; /* (nullable): where it is another spelling */
  } cases[] = {
    { STORE_VARIABLE_ENV, "a ${env:N} b", "a ${N} b", NULL },
    { STORE_VARIABLE_CURLY, "{env:N}{env:M}", "${N}${M}", NULL },
    { STORE_VARIABLE_SECRETS, "Bearer ${{ secrets.N }}", "Bearer ${N}", NULL },
    { STORE_VARIABLE_SECRETS, "${{secrets.N}}", "${N}", "${{ secrets.N }}" },
    { STORE_VARIABLE_BRACES | STORE_VARIABLE_DEFAULT, "${N:-d:e}", "${N:-d:e}", NULL },
    { STORE_VARIABLE_BRACES | STORE_VARIABLE_DOLLAR, "$N/x$", "${N}/x$", "${N}/x$" },
    { STORE_VARIABLE_DOLLAR, "$N.$9", "${N}.$9", NULL },
    { STORE_VARIABLE_ENV | STORE_VARIABLE_INPUT, "${input:my id}", "${input:my id}", NULL },
    { STORE_VARIABLE_ENV | STORE_VARIABLE_PLACES, "${workspaceFolder}/x", "${workspaceFolder}/x",
      NULL },
    { 0, "${N} $N", "${N} $N", NULL },
    { STORE_VARIABLE_ENV, "${N", "${N", NULL },
    { STORE_VARIABLE_ENV, "${env:}", "${env:}", NULL },
    { STORE_VARIABLE_ENV, "${env:a-b}", "${env:a-b}", NULL },
    { STORE_VARIABLE_BRACES, "", "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *neutral = store_client_variables_read (cases[i].text, cases[i].forms, NULL);
      g_autofree char *back = store_client_variables_write (neutral, cases[i].forms, NULL);

      g_assert_cmpstr (neutral, ==, cases[i].neutral);
      g_assert_cmpstr (back, ==, cases[i].back != NULL ? cases[i].back : cases[i].text);
    }
}

static void
test_expansion (void)
{
  static const char *const environment[] = { "A=1", "EMPTY=", NULL };
  g_autoptr (GPtrArray) missing = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = store_client_variables_expand (
      "${A} ${B:-two} ${EMPTY:-x}|${C} ${input:key} ${A", environment, missing);

  g_assert_cmpstr (text, ==, "1 two |${C} ${input:key} ${A");
  g_assert_cmpuint (missing->len, ==, 2);
  g_assert_cmpstr (missing->pdata[0], ==, "C");
  g_assert_cmpstr (missing->pdata[1], ==, "key");
}

/* Servers */

static StoreProfile *
make_profile (gboolean remote)
{
  StoreProfile *profile = store_profile_new ("one");
  g_autoptr (StoreVariables) environment = store_variables_new ();
  g_autoptr (StoreVariables) headers = store_variables_new ();
  g_autoptr (StoreVariables) approvals = store_variables_new ();
  g_autoptr (StoreVariables) oauth = store_variables_new ();

  store_variables_set (environment, "PLAIN", "a \"b\" ü");
  store_variables_set (environment, "SAME", "${SAME}");
  store_variables_set (environment, "OTHER", "x-${NAME}");
  store_variables_set (headers, "X-Kind", "plain");
  store_variables_set (headers, "Authorization", "Bearer ${TOKEN}");
  store_variables_set (approvals, "read", "auto");
  store_variables_set (oauth, "client-id", "me");
  store_variables_set (oauth, "scopes", "a b");
  g_object_set (profile, "tool-approvals", approvals, "disabled-tools",
                (const char *const[]){ "rm", NULL }, "enabled-tools",
                (const char *const[]){ "read", "list", NULL }, "request-timeout", 7000,
                "connect-timeout", 3000, "enabled", FALSE, NULL);
  if (remote)
    g_object_set (profile, "transport", STORE_TRANSPORT_HTTP, "url", "https://x.example/mcp",
                  "headers", headers, "oauth", oauth, NULL);
  else
    g_object_set (profile, "command", "/bin/one", "arguments",
                  (const char *const[]){ "-y", "a b", "", NULL }, "environment", environment,
                  "working-directory", "/srv", NULL);
  return profile;
}

static gboolean
is_noted (StoreClientEntry *entry, const char *field)
{
  GPtrArray *notes = store_client_entry_get_notes (entry);

  for (guint i = 0; i < notes->len; i++)
    {
      const StoreNote *note = notes->pdata[i];

      if (note->kind != STORE_NOTE_INFORMATION && g_strcmp0 (note->field, field) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Equal, or named among what is lost. */
static void
assert_carried (StoreClientEntry *entry, gboolean equal, const char *property, const char *field)
{
  if (!equal && !is_noted (entry, field))
    g_error ("%s loses %s without a word: %s", store_client_entry_get_format (entry)->name,
             property, store_client_entry_get_json (entry));
}

static StoreProfile *
read_back (StoreClientEntry *entry, StoreProfile *ours)
{
  g_autoptr (McpJsonDocument) document =
      mcp_json_document_parse_text (store_client_entry_get_json (entry), -1, NULL);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);
  StoreProfile *read = store_client_reader_read (store_client_entry_get_format (entry), "one",
                                                 mcp_json_document_get_root (document), notes);

  g_assert_nonnull (read);
  /* Some reach it through mcp-remote. */
  if (store_profile_get_endpoint (ours)->url != NULL)
    store_client_bridge_unwrap (read, NULL);
  return read;
}

static void
assert_variables (StoreClientEntry     *entry,
                  const StoreVariables *ours,
                  const StoreVariables *read,
                  const char           *section)
{
  for (guint i = 0; i < store_variables_get_n_items (ours); i++)
    {
      const char      *name = store_variables_get_name (ours, i);
      g_autofree char *field = g_strconcat (section, "/", name, NULL);
      gboolean         equal = g_strcmp0 (store_variables_lookup (read, name),
                                          store_variables_get_value (ours, i)) == 0;

      assert_carried (entry, equal, name, field);
    }
}

static void
check_profile (const StoreClientFormat *format, gboolean remote)
{
  g_autoptr (StoreProfile) profile = make_profile (remote);
  StoreClientEntryOptions options = { .name = "one" };
  g_autoptr (StoreClientEntry) entry = store_client_entry_new (format, profile, &options, NULL);
  g_autoptr (StoreProfile) read = read_back (entry, profile);
  const StoreEndpoint     *ours = store_profile_get_endpoint (profile);
  const StoreEndpoint     *theirs = store_profile_get_endpoint (read);
  const StoreDecisions    *decided = store_profile_get_decisions (profile);
  const StoreDecisions    *decisions = store_profile_get_decisions (read);
  const StoreConversation *kept = store_profile_get_conversation (profile);
  const StoreConversation *conversation = store_profile_get_conversation (read);

  g_assert_cmpstr (theirs->command, ==, ours->command);
  g_assert_cmpstr (theirs->url, ==, ours->url);
  g_assert_true (g_strv_equal (ours->arguments, theirs->arguments));
  assert_variables (entry, ours->environment, theirs->environment, "env");
  assert_variables (entry, ours->headers, theirs->headers, "headers");
  for (guint i = 0; i < store_variables_get_n_items (ours->oauth); i++)
    assert_carried (entry,
                    g_strcmp0 (store_variables_lookup (theirs->oauth,
                                                       store_variables_get_name (ours->oauth, i)),
                               store_variables_get_value (ours->oauth, i)) == 0,
                    "oauth", "oauth");
  assert_carried (entry, g_strcmp0 (ours->working_directory, theirs->working_directory) == 0,
                  "working-directory", "working-directory");
  assert_carried (entry, kept->request_timeout == conversation->request_timeout, "timeout",
                  "deadlines");
  assert_carried (entry, kept->connect_timeout == conversation->connect_timeout, "timeout",
                  "deadlines");
  assert_carried (entry, g_strv_equal (decided->disabled_tools, decisions->disabled_tools),
                  "disabled-tools", "disabled-tools");
  assert_carried (entry, g_strv_equal (decided->enabled_tools, decisions->enabled_tools),
                  "enabled-tools", "enabled-tools");
  assert_carried (entry,
                  store_variables_equal (decided->tool_approvals, decisions->tool_approvals),
                  "approval", "approval");
  /* What the application lists elsewhere in its file is not in the entry. */
  if (format->lists == NULL)
    assert_carried (entry, !decisions->enabled, "enabled", "enabled");
}

/* Every application gets a server that says everything. */
static void
test_losses (void)
{
  const StoreClientFormat *const *formats = store_client_format_get_all ();

  for (guint i = 0; formats[i] != NULL; i++)
    {
      check_profile (formats[i], FALSE);
      check_profile (formats[i], TRUE);
    }
}

/* What an application's entry has that Spyglass does not know is kept for that application, and goes
 * back to it as it was. */
static void
test_own_members (void)
{
  const StoreClientFormat *const *formats = store_client_format_get_all ();

  for (guint i = 0; formats[i] != NULL; i++)
    {
      g_autofree char *key = g_strconcat (formats[i]->id, "/xOwn", NULL);
      g_autoptr (StoreVariables) settings = store_variables_new ();
      g_autoptr (StoreProfile) profile = store_profile_new ("one");
      StoreClientEntryOptions options = { .name = "one" };

      store_variables_set (settings, key, "{\"n\":1.10}");
      g_object_set (profile, "command", "/bin/one", "client-settings", settings, NULL);
      g_autoptr (StoreClientEntry) entry =
          store_client_entry_new (formats[i], profile, &options, NULL);
      g_assert_nonnull (strstr (store_client_entry_get_json (entry), "xOwn"));
      g_autoptr (StoreProfile) read = read_back (entry, profile);
      g_assert_cmpstr (
          store_variables_lookup (store_profile_get_decisions (read)->client_settings, key), ==,
          "{\"n\":1.10}");
    }
}

/* From one to another */

static const char *
get_extension (const StoreClientFormat *format)
{
  static const char *const extensions[] = { "json", "toml", "yaml" };

  return extensions[format->language];
}

static void
translate (StoreProfile *profile, const StoreClientFormat *format)
{
  StoreClientEntryOptions options = { .name = store_profile_get_name (profile) };
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreClientEntry) entry = store_client_entry_new (format, profile, &options, &error);
  const StoreEndpoint *ours = store_profile_get_endpoint (profile);

  g_assert_no_error (error);
  g_autoptr (StoreProfile) read = read_back (entry, profile);
  g_assert_cmpstr (store_profile_get_endpoint (read)->command, ==, ours->command);
  g_assert_cmpstr (store_profile_get_endpoint (read)->url, ==, ours->url);
  g_assert_true (g_strv_equal (store_profile_get_endpoint (read)->arguments, ours->arguments));
  assert_variables (entry, ours->environment, store_profile_get_endpoint (read)->environment,
                    "env");
  assert_variables (entry, ours->headers, store_profile_get_endpoint (read)->headers, "headers");
}

/* Every example of every application, written for every other. */
static void
test_pairs (void)
{
  static const char *const        kinds[] = { "stdio", "http" };
  g_autofree char                *folder = test_data_get_path ("client-configs");
  const StoreClientFormat *const *formats = store_client_format_get_sources ();
  guint                           count = 0;

  for (guint i = 0; formats[i] != NULL; i++)
    for (guint j = 0; j < G_N_ELEMENTS (kinds); j++)
      {
        const char      *id = g_str_has_prefix (formats[i]->id, "vscod") ? "vscode" : formats[i]->id;
        g_autofree char *name =
            g_strdup_printf ("%s-%s.%s", id, kinds[j], get_extension (formats[i]));
        g_autofree char *path = g_build_filename (folder, name, NULL);
        g_autoptr (GError) error = NULL;
        g_autoptr (StoreClientImport) import =
            store_client_import_new_from_file (path, formats[i], &error);

        g_assert_no_error (error);
        for (guint k = 0; store_client_format_get_all ()[k] != NULL; k++)
          {
            translate (g_ptr_array_index (store_client_import_get_profiles (import), 0),
                       store_client_format_get_all ()[k]);
            count++;
          }
      }
  g_test_message ("%u translations", count);
  g_assert_cmpuint (count, >=, 1400);
}

void
add_client_translate_tests (void)
{
  g_test_add_func ("/client-translate/spellings", test_spellings);
  g_test_add_func ("/client-translate/expansion", test_expansion);
  g_test_add_func ("/client-translate/losses", test_losses);
  g_test_add_func ("/client-translate/own-members", test_own_members);
  g_test_add_func ("/client-translate/pairs", test_pairs);
}
