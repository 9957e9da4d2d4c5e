/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The list of servers: showing and changing it. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "app-cli-book.h"
#include "app-cli-input.h"
#include "app-cli-print.h"
#include "app-cli-profile.h"
#include "app-cli-sign-in.h"
#include "app-client-change.h"
#include "app-command-text.h"
#include "app-preset-sets.h"
#include "app-profile-draft.h"
#include "app-redactor.h"
#include "app-session-presets.h"
#include "app-target.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"

/* Of a tool's own time limit: a day. */
#define MAX_SECONDS 86400

static StoreProfileList *
get_book (AppCli *cli)
{
  return app_workspace_get_book (cli->workspace);
}

static AppCliStatus
save (AppCli *cli, AppProfileDraft *draft, GError **error)
{
  g_autoptr (StoreProfile) saved = app_cli_book_save (cli, draft, error);

  return saved != NULL ? APP_CLI_DONE : APP_CLI_REFUSED;
}

/* The list */

static void
write_variables (McpJsonWriter *writer, const char *name, const StoreVariables *variables)
{
  guint n = store_variables_get_n_items (variables);

  if (n == 0)
    return;
  mcp_json_writer_add (writer, "%s: {", name);
  for (guint i = 0; i < n; i++)
    {
      mcp_json_writer_name (writer, store_variables_get_name (variables, i));
      if (store_variables_get_secret (variables, i) != NULL)
        mcp_json_writer_add (writer, "{'secret': %s}", store_variables_get_secret (variables, i));
      else
        mcp_json_writer_string (writer, store_variables_get_value (variables, i));
    }
  mcp_json_writer_end_object (writer);
}

/* @approval: the word of the server's rule */
static void
write_profile (McpJsonWriter *writer, StoreProfile *profile, const char *approval)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);
  StoreAuthorization   kind = endpoint->authorization;
  const char          *command = endpoint->command;

  mcp_json_writer_add (writer, "{'id': %s, 'name': %s, 'transport': %s, 'url': ?%s, 'command': ?%s",
                       store_profile_get_id (profile), store_profile_get_name (profile),
                       store_profile_word ("transport", endpoint->transport), endpoint->url,
                       command);
  if (command != NULL)
    mcp_json_writer_add (writer, "'args': %a", endpoint->arguments);
  write_variables (writer, "env", endpoint->environment);
  write_variables (writer, "headers", endpoint->headers);
  if (kind != STORE_AUTHORIZATION_NONE)
    {
      mcp_json_writer_member_string (writer, "authorization",
                                     store_profile_word ("authorization", kind));
      write_variables (writer, "credentials", endpoint->credentials);
    }
  mcp_json_writer_add (
      writer, "'cwd': ?%s, 'approval': %s, 'origin': %s, 'confirmed': %b}",
      endpoint->working_directory, approval,
      store_profile_word ("origin", store_profile_get_decisions (profile)->origin),
      !store_profile_needs_confirmation (profile));
}

static void
print_profile (StoreProfile *profile, AppRedactor *redactor)
{
  g_autofree char *raw = store_profile_dup_summary (profile);
  g_autofree char *masked = app_redactor_redact_text (redactor, raw);
  g_autofree char *summary = app_cli_line (masked);
  g_autofree char *bold = app_cli_bold (store_profile_get_name (profile));

  app_cli_print ("%s\n    %s%s\n", bold, summary,
                 store_profile_needs_confirmation (profile) ? _ ("  [not confirmed]") : "");
}

AppCliStatus
app_cli_servers_list (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  StoreProfileList       *book = get_book (cli);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (AppRedactor) redactor = app_redactor_new ();
  GPtrArray *findings = store_profile_list_get_findings (book);
  guint      n = g_list_model_get_n_items (G_LIST_MODEL (book));

  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (StoreProfile) profile = g_list_model_get_item (G_LIST_MODEL (book), i);

      if (!invocation->keeping.with_secrets)
        app_redactor_add_profile (redactor, profile);
      /* The list says "ask" of those without a rule, as it always did. */
      write_profile (writer, profile,
                     store_profile_word ("approval",
                                         MAX (store_profile_get_decisions (profile)->approval,
                                              STORE_APPROVAL_ASK)));
      if (!invocation->output.as_json)
        print_profile (profile, redactor);
    }
  mcp_json_writer_end_array (writer);
  g_autofree char *text = mcp_json_writer_finish_text (writer);
  if (invocation->output.as_json)
    app_cli_print_json (app_redactor_redact_text (redactor, text));
  else if (n == 0)
    /* Translators: %s is a file's path */
    app_cli_note (invocation, _ ("There are no servers in %s yet; “servers add” adds one.\n"),
                  store_profile_list_get_path (book));
  for (guint i = 0; i < findings->len; i++)
    {
      const StoreProfileFinding *finding = findings->pdata[i];

      app_cli_note (invocation, "%s:%u:%u: %s", store_profile_list_get_path (book), finding->line,
                    finding->column, finding->message);
    }
  return APP_CLI_DONE;
}

/* Secrets: what the person named, what can be nothing else, and what looks like one */

static gboolean
is_named (const AppCliInvocation *invocation, const char *name)
{
  return invocation->keeping.secret != NULL &&
         g_strv_contains ((const char *const *)invocation->keeping.secret, name);
}

/* Whether @name was given on the command line, in a list of "NAME=VALUE" or "Name: value". */
static gboolean
is_given (char **pairs, const char *name)
{
  gsize length = strlen (name);

  for (guint i = 0; pairs != NULL && pairs[i] != NULL; i++)
    if (g_str_has_prefix (pairs[i], name) && strchr ("=: ", pairs[i][length]) != NULL)
      return TRUE;
  return FALSE;
}

/* Moves values from @variables to the draft's secrets.
 * @given: (nullable): what was typed for this section
 * @guessed: (nullable): gets the names of values that only look like secrets; %NULL to leave those
 * Returns: (transfer full): what is left */
static StoreVariables *
move_secrets (const AppCliInvocation *invocation,
              AppProfileDraft        *draft,
              const char             *section,
              const StoreVariables   *variables,
              char                  **given,
              GPtrArray              *guessed)
{
  gboolean        all = g_str_equal (section, APP_PROFILE_SECTION_AUTHORIZATION);
  gboolean        sign_in = g_str_equal (section, APP_PROFILE_SECTION_OAUTH);
  StoreVariables *rest = store_variables_new ();

  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char *name = store_variables_get_name (variables, i);
      const char *value = store_variables_get_value (variables, i);
      const char *reference = store_variables_get_secret (variables, i);
      gboolean    guess = guessed != NULL && store_variables_looks_secret (name, value) &&
                       is_given (given, name) && !is_named (invocation, name);

      if (guess)
        g_ptr_array_add (guessed, g_strdup (name));
      if (reference != NULL)
        store_variables_set_secret (rest, name, reference);
      else if ((all && !g_str_equal (name, "user")) ||
               (sign_in && app_cli_sign_in_is_secret (name)) || is_named (invocation, name) ||
               guess)
        app_profile_draft_set_secret (draft, section, name, value);
      else
        store_variables_set (rest, name, value);
    }
  return rest;
}

static void
hide_secrets (const AppCliInvocation *invocation, AppProfileDraft *draft, GPtrArray *guessed)
{
  StoreProfile        *profile = app_profile_draft_get_profile (draft);
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);

  g_autoptr (StoreVariables) environment =
      move_secrets (invocation, draft, APP_PROFILE_SECTION_ENVIRONMENT, endpoint->environment,
                    invocation->target.env, guessed);
  g_autoptr (StoreVariables) headers =
      move_secrets (invocation, draft, APP_PROFILE_SECTION_HEADERS, endpoint->headers,
                    invocation->target.header, guessed);
  g_autoptr (StoreVariables) credentials = move_secrets (
      invocation, draft, APP_PROFILE_SECTION_AUTHORIZATION, endpoint->credentials, NULL, NULL);

  g_autoptr (StoreVariables) oauth =
      move_secrets (invocation, draft, APP_PROFILE_SECTION_OAUTH, endpoint->oauth, NULL, NULL);

  g_object_set (profile, "environment", environment, "headers", headers, "credentials", credentials,
                "oauth", oauth, NULL);
}

/* A URL and arguments are kept as they are: nobody could put a secret back into them. */
static void
note_plain_parts (const AppCliInvocation *invocation, StoreProfile *profile)
{
  gboolean in_url, in_arguments;

  app_client_change_find_plain (profile, &in_url, &in_arguments);
  if (in_url)
    app_cli_note (invocation, "%s",
                  _ ("⚠ The URL contains a secret, which is kept as plain text. Use --bearer, "
                     "--basic or --header where the server takes them."));
  if (in_arguments)
    app_cli_note (invocation, "%s",
                  _ ("⚠ The arguments contain a secret, which is kept as plain text. Use --env "
                     "where the program takes it."));
}

static void
note_guesses (const AppCliInvocation *invocation, GPtrArray *guessed, gboolean kept)
{
  for (guint i = 0; i < guessed->len; i++)
    app_cli_note (invocation,
                  /* Translators: %s is the name of a variable or a header */
                  kept ? _ ("· %s is kept in the keyring")
                       : _ ("⚠ %s is kept as plain text, because no keyring runs; "
                            "--secrets-in-file keeps it in a file that only you can read"),
                  (const char *)guessed->pdata[i]);
}

/* A name that was misspelled would leave the value in the file. */
static gboolean
check_secret_names (const AppCliInvocation *invocation, StoreProfile *profile, GError **error)
{
  for (guint i = 0; invocation->keeping.secret != NULL && invocation->keeping.secret[i] != NULL;
       i++)
    {
      const char *name = invocation->keeping.secret[i];

      if (store_variables_find (store_profile_get_endpoint (profile)->environment, name, NULL) ||
          store_variables_find (store_profile_get_endpoint (profile)->headers, name, NULL))
        continue;
      return app_cli_refuse (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                             /* Translators: %s is what was typed */
                             _ ("--secret: there is no variable and no header “%s”."), name);
    }
  return TRUE;
}

/* Adding and editing */

/* @text: a rule, or "TOOL=RULE" */
static gboolean
set_approval (StoreProfile *profile, StoreVariables *rules, const char *text, GError **error)
{
  const char      *split = strrchr (text, '=');
  g_autofree char *tool = split != NULL ? g_strndup (text, split - text) : NULL;
  guint            approval;

  if (split == text ||
      !store_profile_parse_word ("approval", split != NULL ? split + 1 : text, &approval))
    return app_cli_refuse (
        error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        _ ("--approval takes ask, auto, never or default; for one tool, TOOL=RULE."));
  if (tool == NULL)
    g_object_set (profile, "approval", approval, NULL);
  else if (approval == STORE_APPROVAL_DEFAULT)
    store_variables_remove (rules, tool);
  else
    store_variables_set (rules, tool, split + 1);
  return TRUE;
}

static gboolean
set_approvals (StoreProfile *profile, char **texts, GError **error)
{
  g_autoptr (StoreVariables) rules =
      store_variables_copy (store_profile_get_decisions (profile)->tool_approvals);

  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    if (!set_approval (profile, rules, texts[i], error))
      return FALSE;
  g_object_set (profile, "tool-approvals", rules, NULL);
  return TRUE;
}

/* Each "TOOL=SECONDS". */
static gboolean
set_tool_timeouts (StoreProfile *profile, char **texts, GError **error)
{
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    {
      const char      *split = strrchr (texts[i], '=');
      g_autofree char *tool = split != NULL ? g_strndup (texts[i], split - texts[i]) : NULL;
      double           seconds = 0;

      if (tool == NULL || *tool == '\0' ||
          (!g_str_equal (split + 1, "default") &&
           (!app_cli_invocation_read_seconds (split + 1, &seconds) || seconds < 0.001 ||
            seconds > MAX_SECONDS)))
        return app_cli_refuse (
            error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
            /* Translators: %s is what was typed */
            _ ("“%s” is not a time limit of a tool. Example: --tool-timeout search=50, or "
               "search=default to remove it."),
            texts[i]);
      store_profile_set_tool_timeout (profile, tool, (guint)(seconds * 1000));
    }
  return TRUE;
}

static gboolean
apply_changes (const AppCliInvocation *invocation, StoreProfile *profile, GError **error)
{
  if (invocation->keeping.rename != NULL)
    g_object_set (profile, "name", invocation->keeping.rename, NULL);
  if (invocation->keeping.url != NULL)
    app_cli_profile_set_url (profile, invocation->keeping.url);
  else if (invocation->program != NULL)
    {
      g_object_set (profile, "transport", STORE_TRANSPORT_STDIO, "command", invocation->program[0],
                    "arguments", (const char *const *)invocation->program + 1, "url", NULL, NULL);
      /* What was typed here needs nobody's confirmation. */
      g_object_set (profile, "origin", STORE_ORIGIN_TYPED, NULL);
    }
  if (!set_approvals (profile, invocation->keeping.approval, error) ||
      !set_tool_timeouts (profile, invocation->keeping.tool_timeout, error))
    return FALSE;
  app_cli_profile_apply_deadlines (invocation, profile);
  if (!app_cli_profile_apply (invocation, profile, error) ||
      !check_secret_names (invocation, profile, error))
    return FALSE;
  app_cli_profile_make_absolute (invocation, profile);
  return TRUE;
}

/* From a program, a URL, or a snippet of JSON. */
static StoreProfile *
create_profile (const AppCliInvocation *invocation, const char *name, GError **error)
{
  const char *server =
      invocation->keeping.url != NULL ? invocation->keeping.url : invocation->target.server;
  g_autoptr (AppTarget) target = NULL;
  StoreProfile *profile;

  if (invocation->program != NULL)
    profile = app_cli_profile_new_for_program (invocation->program);
  else if (app_cli_profile_looks_like_url (server))
    profile = app_cli_profile_new_for_url (server);
  else
    {
      target = app_target_new (server);
      if (app_target_get_kind (target) != APP_TARGET_SNIPPET ||
          g_list_model_get_n_items (app_target_get_profiles (target)) != 1)
        {
          g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                       _ ("“%s” is neither a URL nor a JSON snippet of one server."), server);
          return NULL;
        }
      profile = g_list_model_get_item (app_target_get_profiles (target), 0);
    }
  g_object_set (profile, "name", name, NULL);
  return profile;
}

/* @existing: (nullable): the book's profile that @changed replaces */
static AppProfileDraft *
new_draft (AppCli *cli, StoreProfile *existing, StoreProfile *changed)
{
  if (existing == NULL && store_profile_get_decisions (changed)->origin != STORE_ORIGIN_TYPED)
    return app_profile_draft_new_imported (cli->workspace, changed);
  AppProfileDraft *draft = app_profile_draft_new (cli->workspace, existing);
  store_profile_assign (app_profile_draft_get_profile (draft), changed);
  return draft;
}

/* What only looks like a secret goes to the keyring where there is one. */
static AppCliStatus
keep (AppCli *cli, StoreProfile *existing, StoreProfile *changed, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  g_autoptr (GPtrArray) guessed = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (AppProfileDraft) draft = new_draft (cli, existing, changed);
  g_autoptr (GError) failure = NULL;
  gboolean kept = TRUE;

  hide_secrets (invocation, draft, guessed);
  g_autoptr (StoreProfile) saved = app_cli_book_save (cli, g_steal_pointer (&draft), &failure);
  if (saved == NULL && guessed->len > 0 && app_profile_draft_is_keyring_error (failure))
    {
      kept = FALSE;
      g_clear_error (&failure);
      draft = new_draft (cli, existing, changed);
      hide_secrets (invocation, draft, NULL);
      saved = app_cli_book_save (cli, g_steal_pointer (&draft), &failure);
    }
  if (saved == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return APP_CLI_REFUSED;
    }
  note_guesses (invocation, guessed, kept);
  note_plain_parts (invocation, saved);
  return APP_CLI_DONE;
}

static gboolean
has_control_characters (const char *name)
{
  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_iscntrl (g_utf8_get_char (p)))
      return TRUE;
  return FALSE;
}

/* @name: (nullable); @self: (nullable): the profile that takes it.
 * Returns: whether it may be the name of a server; else it said why not */
static gboolean
check_name (AppCli *cli, const char *name, StoreProfile *self)
{
  g_autofree char *stripped = name != NULL ? g_strstrip (g_strdup (name)) : NULL;

  if (name == NULL)
    return TRUE;
  StoreProfile *other = store_profile_list_find_by_name (get_book (cli), name);
  if (*stripped == '\0')
    app_cli_fail_usage (cli->invocation, "%s", _ ("A server needs a name."));
  else if (!g_utf8_validate (name, -1, NULL) || has_control_characters (name))
    app_cli_fail_usage (cli->invocation, "%s",
                        _ ("The name of a server has no line breaks or control characters."));
  else if (other != NULL && other != self)
    app_cli_fail_usage (cli->invocation, _ ("There is a server called “%s” already."), name);
  else
    return TRUE;
  return FALSE;
}

AppCliStatus
app_cli_servers_add (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  const char             *name = invocation->arguments[1];

  if (invocation->program == NULL && invocation->keeping.url == NULL &&
      invocation->target.server == NULL)
    return app_cli_fail_usage (invocation,
                               _ ("“servers add NAME” takes --url URL, or -- PROGRAM ARG…"));
  if (!check_name (cli, name, NULL))
    return APP_CLI_USAGE;
  g_autoptr (StoreProfile) profile = create_profile (invocation, name, error);
  if (profile == NULL || !apply_changes (invocation, profile, error))
    return APP_CLI_REFUSED;
  return keep (cli, NULL, profile, error);
}

AppCliStatus
app_cli_servers_edit (AppCli *cli, GError **error)
{
  StoreProfile *profile = cli->profile;
  g_autoptr (StoreProfile) changed = store_profile_copy (profile);

  if (!check_name (cli, cli->invocation->keeping.rename, profile) ||
      !apply_changes (cli->invocation, changed, error))
    return *error != NULL ? APP_CLI_REFUSED : APP_CLI_USAGE;
  return keep (cli, profile, changed, error);
}

AppCliStatus
app_cli_servers_remove (AppCli *cli, GError **error)
{
  StoreProfile    *profile = cli->profile;
  g_autofree char *note = NULL;

  app_profile_draft_remove_async (cli->workspace, profile, NULL, app_cli_done, cli);
  if (!app_profile_draft_remove_finish (cli->workspace, app_cli_await (cli), &note, error))
    return APP_CLI_REFUSED;
  if (note != NULL)
    app_cli_note (cli->invocation, "%s\n", note);
  return APP_CLI_DONE;
}

AppCliStatus
app_cli_servers_confirm (AppCli *cli, GError **error)
{
  StoreProfile    *profile = cli->profile;
  g_autofree char *text = app_command_text_for_profile (profile);
  g_autofree char *visible = app_visible_text_block (text, 0);

  app_cli_print ("%s\n", visible);
  if (!store_profile_needs_confirmation (profile))
    app_cli_note (cli->invocation, "%s", _ ("There is nothing to confirm."));
  else if (cli->invocation->yes || app_cli_input_ask (_ ("Trust it from now on?")))
    app_cli_keep_confirmation (cli, profile, error);
  else
    g_set_error (error, APP_ERROR, APP_ERROR_UNCONFIRMED,
                 _ ("Not confirmed. Use --yes to confirm without asking."));
  return APP_CLI_DONE;
}

/* Which tools models see */

/* Returns: (transfer full): @disabled without the tools that are named, or with them at its end */
static GStrv
change_names (const char *const *disabled, char **tools, gboolean enabled)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; disabled[i] != NULL; i++)
    if (!enabled || !g_strv_contains ((const char *const *)tools, disabled[i]))
      {
        g_strv_builder_add (builder, disabled[i]);
        g_hash_table_add (seen, (char *)disabled[i]);
      }
  for (guint i = 0; !enabled && tools[i] != NULL; i++)
    if (g_hash_table_add (seen, tools[i]))
      g_strv_builder_add (builder, tools[i]);
  return g_strv_builder_end (builder);
}

AppCliStatus
app_cli_servers_enable (AppCli *cli, GError **error)
{
  StoreProfile *profile = cli->profile;
  const char   *action = cli->invocation->arguments[0];
  char        **tools = cli->invocation->arguments + 2;

  g_autoptr (AppProfileDraft) draft = app_profile_draft_new (cli->workspace, profile);
  g_auto (GStrv) names = change_names (store_profile_get_decisions (profile)->disabled_tools, tools,
                                       g_str_equal (action, "enable"));
  g_object_set (app_profile_draft_get_profile (draft), "disabled-tools", names, NULL);
  return save (cli, g_steal_pointer (&draft), error);
}

/* What is set once for all tools of a server */

static void
print_all (const StoreVariables *variables)
{
  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char      *value = store_variables_get_value (variables, i);
      g_autofree char *name = app_cli_line (store_variables_get_name (variables, i));
      g_autofree char *text = app_cli_line (value != NULL ? value : _ ("(in the keyring)"));

      app_cli_print ("%s=%s\n", name, text);
    }
}

/* What the server's tools take. Returns: (nullable): where it can be asked; else that is said */
static AppSessionPresets *
find_presets (AppCli *cli, StoreProfile *profile)
{
  g_autoptr (GError) error = NULL;

  if (app_cli_connect_to (cli, store_profile_get_name (profile), &error) &&
      app_cli_load_tools (cli, &error))
    return app_session_get_feature (cli->session, APP_TYPE_SESSION_PRESETS);
  app_cli_note (cli->invocation, _ ("⚠ What the server's tools take is not known: %s"),
                error != NULL ? error->message : "");
  return NULL;
}

/* What is needed and not set, beside what is listed: that is for scripts. */
static void
note_missing (const AppCliInvocation *invocation, AppPresets *presets)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (presets)); i++)
    {
      g_autoptr (AppPreset) preset = g_list_model_get_item (G_LIST_MODEL (presets), i);
      const AppPresetInfo *info = app_preset_get_info (preset);
      gboolean             missing = app_preset_is_missing (preset);

      if (info->lexeme != NULL && info->error != NULL)
        app_cli_note (invocation, _ ("%s does not fit: %s"), info->path, info->error);
      else if (info->users == NULL && (missing || info->lexeme == NULL))
        /* Translators: an input of a tool */
        app_cli_note (invocation, missing ? _ ("%s is needed") : _ ("%s can be set"), info->path);
      else if (missing || info->lexeme == NULL)
        /* Translators: an input of a tool, then the names of tools */
        app_cli_note (invocation, missing ? _ ("%s is needed by %s") : _ ("%s can be set for %s"),
                      info->path, info->users);
    }
}

/* Where there is more than the one without a name. */
static void
note_sets (const AppCliInvocation *invocation, StoreProfile *profile)
{
  g_auto (GStrv) sets = app_preset_sets_list (profile);
  g_autofree char *names = g_strjoinv (", ", sets);

  if (sets[1] != NULL)
    /* Translators: the names of sets of preset values, then that of the one in use */
    app_cli_note (invocation, _ ("· Sets: %s; in use: %s"), names,
                  app_preset_sets_get_current (profile));
}

static AppCliStatus
list_inputs (AppCli *cli, StoreProfile *profile, const StoreVariables *present, gboolean pins)
{
  g_autoptr (AppPresets) all = NULL;

  print_all (present);
  if (!pins)
    note_sets (cli->invocation, profile);
  AppSessionPresets *feature = pins ? NULL : find_presets (cli, profile);
  if (feature != NULL)
    {
      all = app_session_presets_create_all (feature);
      note_missing (cli->invocation, all);
    }
  return APP_CLI_DONE;
}

/* "PATH=VALUE" sets, "PATH" takes away. A value is JSON; what is none is a text.
 * @set: (nullable): %NULL for pinned arguments
 * @presets: (nullable): what a value has to fit */
static gboolean
change (const AppCliInvocation *invocation,
        AppProfileDraft        *draft,
        const char             *set,
        StoreVariables         *variables,
        const char             *word,
        AppSessionPresets      *presets,
        GError                **error)
{
  const char      *split = strchr (word, '=');
  g_autofree char *path = split != NULL ? g_strndup (word, split - word) : g_strdup (word);
  g_autofree char *quoted = NULL;
  const char      *section = APP_PROFILE_SECTION_PINNED_ARGUMENTS;
  g_autofree char *name =
      set != NULL ? app_preset_sets_dup_name (set, path, &section) : g_strdup (path);

  if (split == NULL)
    {
      store_variables_remove (variables, path);
      return TRUE;
    }
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (split + 1, -1, NULL);
  if (document == NULL || is_named (invocation, path))
    quoted = mcp_json_quote (split + 1, -1);
  if (presets != NULL &&
      !app_session_presets_check (presets, path, quoted != NULL ? quoted : split + 1, error))
    return FALSE;
  if (is_named (invocation, path))
    app_profile_draft_set_secret (draft, section, name, split + 1);
  else
    store_variables_set (variables, path, quoted != NULL ? quoted : split + 1);
  return TRUE;
}

AppCliStatus
app_cli_servers_preset (AppCli *cli, GError **error)
{
  StoreProfile    *profile = cli->profile;
  gboolean         pins = g_str_equal (cli->invocation->arguments[0], "pin");
  const char      *named = cli->invocation->target.preset_set;
  const char      *set = named != NULL ? named : app_preset_sets_get_current (profile);
  char           **words = cli->invocation->arguments + 2;
  g_autofree char *chosen = pins ? NULL : g_strdup (set);
  g_autoptr (StoreVariables) variables =
      pins ? store_variables_copy (store_profile_get_decisions (profile)->pinned_arguments)
           : app_preset_sets_dup_values (profile, set);
  /* The list may be read again while the server is asked. */
  g_autoptr (StoreProfile) held = g_object_ref (profile);
  AppSessionPresets *presets = NULL;

  if (!pins && !app_preset_sets_check_name (set, error))
    return APP_CLI_USAGE;
  if (words[0] == NULL)
    return list_inputs (cli, profile, variables, pins);
  /* Nothing has to be asked where something is only taken away. */
  for (guint i = 0; !pins && presets == NULL && words[i] != NULL; i++)
    if (strchr (words[i], '=') != NULL && (presets = find_presets (cli, profile)) == NULL)
      break;
  g_autoptr (AppProfileDraft) draft = app_profile_draft_new (cli->workspace, profile);
  for (guint i = 0; words[i] != NULL; i++)
    if (!change (cli->invocation, draft, chosen, variables, words[i], presets, error))
      return APP_CLI_USAGE;
  if (pins)
    g_object_set (app_profile_draft_get_profile (draft), "pinned-arguments", variables, NULL);
  else
    app_preset_sets_set_values (app_profile_draft_get_profile (draft), chosen, variables);
  return save (cli, g_steal_pointer (&draft), error);
}

/* What was decided about it */

static void
print_names (const char *title, const char *const *names)
{
  g_autofree char *joined = g_strjoinv (", ", (char **)names);
  g_autofree char *visible = app_cli_line (joined);

  if (*names != NULL)
    app_cli_print ("    %s %s\n", title, visible);
}

static void
write_timeouts (McpJsonWriter *writer, const StoreVariables *limits)
{
  if (store_variables_get_n_items (limits) == 0)
    return;
  mcp_json_writer_add (writer, "'tool_timeouts': {");
  for (guint i = 0; i < store_variables_get_n_items (limits); i++)
    mcp_json_writer_add (writer, "%s: %r", store_variables_get_name (limits, i),
                         store_variables_get_value (limits, i));
  mcp_json_writer_end_object (writer);
}

static void
print_timeouts (const StoreVariables *limits)
{
  for (guint i = 0; i < store_variables_get_n_items (limits); i++)
    {
      g_autofree char *tool = app_cli_line (store_variables_get_name (limits, i));

      /* Translators: the name of a tool, then a number */
      app_cli_print (_ ("    Time limit of “%s”: %g seconds\n"), tool,
                     g_ascii_strtoull (store_variables_get_value (limits, i), NULL, 10) / 1000.0);
    }
}

AppCliStatus
app_cli_servers_show (AppCli *cli, GError **error)
{
  StoreProfile         *profile = cli->profile;
  const StoreDecisions *decisions = store_profile_get_decisions (profile);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (AppRedactor) redactor = app_redactor_new ();

  if (!cli->invocation->keeping.with_secrets)
    app_redactor_add_profile (redactor, profile);
  if (cli->invocation->output.as_json)
    {
      mcp_json_writer_begin_object (writer);
      mcp_json_writer_name (writer, "server");
      write_profile (writer, profile, store_profile_word ("approval", decisions->approval));
      write_variables (writer, "tools", decisions->tool_approvals);
      write_timeouts (writer, store_profile_get_conversation (profile)->tool_timeouts);
      mcp_json_writer_add (writer, "'disabled_tools': ?%a, 'enabled_tools': ?%a}",
                           decisions->disabled_tools, decisions->enabled_tools);
      g_autofree char *text = mcp_json_writer_finish_text (writer);
      app_cli_print_json (app_redactor_redact_text (redactor, text));
      return APP_CLI_DONE;
    }
  print_profile (profile, redactor);
  app_cli_print ("    %s %s\n", _ ("Approval:"),
                 store_profile_word ("approval", decisions->approval));
  for (guint i = 0; i < store_variables_get_n_items (decisions->tool_approvals); i++)
    {
      g_autofree char *tool =
          app_cli_line (store_variables_get_name (decisions->tool_approvals, i));

      /* Translators: the name of a tool, then "ask", "auto" or "never" */
      app_cli_print (_ ("    Approval of “%s”: %s\n"), tool,
                     store_variables_get_value (decisions->tool_approvals, i));
    }
  print_timeouts (store_profile_get_conversation (profile)->tool_timeouts);
  print_names (_ ("Hidden from models:"), decisions->disabled_tools);
  print_names (_ ("Shown to models:"), decisions->enabled_tools);
  return APP_CLI_DONE;
}
