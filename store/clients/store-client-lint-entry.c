/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is wrong with one server of a file: how it is reached, named and spelled. */

#include "store-client-linter.h"

#include "store-client-lint-values.h"
#include "store-client-variables.h"

/* One thing by the names that it has in one application or another. */
typedef struct
{
  const char *names[6];
} Spellings;

static const Spellings spellings[] = {
  { { "command", "cmd" } },
  { { "args", "arguments" } },
  { { "env", "envs", "environment" } },
  { { "url", "serverUrl", "httpUrl", "uri" } },
  { { "headers", "http_headers", "requestOptions" } },
  { { "cwd", "working_directory", "workingDirectory" } },
  { { "disabled", "enabled", "active", "isActive" } },
  { { "autoApprove", "alwaysAllow", "auto_approve" } },
  { { "timeout", "tool_timeout_sec", "startup_timeout_sec", "connectionTimeout" } },
  { { "envFile", "env_file" } },
};

/* The same transport by other words. */
static const char *const stdio_words[] = { "stdio", "local", NULL };
static const char *const http_words[] = { "http", "streamableHttp", "streamable-http",
                                          "streamable_http", "streamable", "remote", NULL };

static gboolean
is_one_of (const char *const *words, const char *word)
{
  return g_strv_contains (words, word);
}

/* Names */

static void
check_name (StoreClientLinter *self, const char *name)
{
  const StoreClientRules *rules = &self->format->rules;
  const char             *application = self->format->name;
  StoreLintFigures       *figures =
      self->options->figures != NULL ? g_hash_table_lookup (self->options->figures, name) : NULL;
  guint length = (guint)g_utf8_strlen (name, -1);

  if (*name == '\0')
    store_client_linter_add (self, STORE_LINT_ERROR, "name-empty", name, NULL,
                             "The server has no name. Give it one.");
  else if (rules->name_pattern != NULL && !g_regex_match_simple (rules->name_pattern, name, 0, 0))
    store_client_linter_add (self, STORE_LINT_ERROR, "name-pattern", name, NULL,
                             "%s takes names of %s. Rename “%s”.", application,
                             rules->name_text, name);
  if (rules->reserved_names != NULL && is_one_of (rules->reserved_names, name))
    store_client_linter_add (self, STORE_LINT_ERROR, "name-reserved", name, NULL,
                             "%s has a server called “%s” of its own. Choose another name.",
                             application, name);
  if (rules->name_max > 0 && length > rules->name_max)
    store_client_linter_add (self, STORE_LINT_WARNING, "name-length", name, NULL,
                             "The name has %u characters, and %s cuts it to %u. Shorten it.",
                             length, application, rules->name_max);
  if (rules->name_limit > 0 && figures != NULL &&
      length + figures->longest_tool > rules->name_limit)
    store_client_linter_add (
        self, STORE_LINT_WARNING, "tool-name-length", name, NULL,
        "With the server's name in front, a tool's name has %u characters, and "
        "%s takes at most %u. Shorten the server's name.",
        length + figures->longest_tool, application, rules->name_limit);
}

/* Members */

static gboolean
is_member (const StoreClientFormat *format, const char *name)
{
  return store_client_format_has_member (format, STORE_MEMBER_ALL, name) ||
         store_client_format_has_default (format, name);
}

/* What else an application reads, though it is not what we write. */
static gboolean
is_accepted (const StoreClientFormat *format, const char *name)
{
  static const char *const pairs[][2] = {
    { "gemini-cli", "httpUrl" },
    { "windsurf", "url" },
    { "windsurf", "serverUrl" },
    { "cursor", "cwd" },
    { "gemini-cli", "tcp" },
    { "crush", "cwd" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if (g_str_equal (format->id, pairs[i][0]) && g_str_equal (name, pairs[i][1]))
      return TRUE;
  return FALSE;
}

/* What the application calls it. Returns: (transfer none) (nullable) */
static const char *
find_own_name (const StoreClientFormat *format, const Spellings *spelling)
{
  for (guint i = 0; i < G_N_ELEMENTS (spelling->names) && spelling->names[i] != NULL; i++)
    if (is_member (format, spelling->names[i]))
      return spelling->names[i];
  return NULL;
}

static const Spellings *
find_spelling (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (spellings); i++)
    for (guint j = 0; j < G_N_ELEMENTS (spellings[i].names) && spellings[i].names[j] != NULL; j++)
      if (g_str_equal (spellings[i].names[j], name))
        return &spellings[i];
  return NULL;
}

static void
check_members (StoreClientLinter *self, const char *name, McpJsonValue entry)
{
  for (McpJsonWalk each = mcp_json_walk (entry); mcp_json_walk_next (&each);)
    {
      g_autofree char *member = mcp_json_value_dup_string (each.name, NULL);
      const Spellings *spelling = member != NULL ? find_spelling (member) : NULL;
      const char      *own = spelling != NULL ? find_own_name (self->format, spelling) : NULL;

      /* What is told of a URL by itself says more. */
      if (spelling == NULL || (own == NULL && g_str_equal (member, "url")) ||
          is_member (self->format, member) ||
          is_accepted (self->format, member))
        continue;
      /* In opencode the arguments go on in the command. */
      if (self->format->members.joined_command && spelling == &spellings[1])
        store_client_linter_add (self, STORE_LINT_ERROR, "unknown-member", name, member,
                                 "%s has no “%s”: the arguments follow in “%s”, an array.",
                                 self->format->name, member, self->format->members.command);
      else if (own != NULL)
        store_client_linter_add (self, STORE_LINT_WARNING, "unknown-member", name, member,
                                 "%s ignores “%s”: here it is called “%s”. Rename it.",
                                 self->format->name, member, own);
      else
        store_client_linter_add (self, STORE_LINT_WARNING, "unknown-member", name, member,
                                 "%s ignores “%s”, which it does not have. Take it out.",
                                 self->format->name, member);
    }
}

/* How it is reached */

/* Where it takes none, a person writes what others have. */
static const char *
get_url_name (const StoreClientFormat *format)
{
  return format->members.url != NULL ? format->members.url : "url";
}

static gboolean
has_text (McpJsonValue entry, const char *path)
{
  McpJsonValue value = store_client_object_find (entry, path);

  return mcp_json_value_get_kind (value) == MCP_JSON_ARRAY
             ? mcp_json_value_get_n_items (value) > 0
             : mcp_json_value_get_kind (value) == MCP_JSON_STRING &&
                   !mcp_json_value_string_equals (value, "");
}

static void
check_type_word (StoreClientLinter *self, const char *name, const char *word)
{
  const StoreClientMembers *members = &self->format->members;
  const char *const        *group = is_one_of (stdio_words, word)  ? stdio_words
                                    : is_one_of (http_words, word) ? http_words
                                                                   : NULL;
  const char               *own = group == stdio_words  ? members->type_stdio
                                  : group == http_words ? members->type_http
                                                        : members->type_sse;

  if (g_strcmp0 (word, members->type_stdio) == 0 || g_strcmp0 (word, members->type_http) == 0 ||
      g_strcmp0 (word, members->type_sse) == 0 || (group == stdio_words && own == NULL) ||
      g_str_equal (word, "stdio"))
    return;
  if (group == NULL && !g_str_equal (word, "sse"))
    store_client_linter_add (self, STORE_LINT_WARNING, "type-unknown", name, members->type,
                             "%s knows no “%s” of “%s”. Check the spelling.", self->format->name,
                             members->type, word);
  else if (own != NULL)
    store_client_linter_add (self, STORE_LINT_ERROR, "type-spelling", name, members->type,
                             "“%s” is another application's word: %s calls it “%s”.", word,
                             self->format->name, own);
}

static void
check_transport (StoreClientLinter *self, const char *name, McpJsonValue entry, const char *word)
{
  const StoreClientFormat *format = self->format;
  const char              *url_name = get_url_name (format);
  g_autofree char         *url =
      mcp_json_value_dup_string (store_client_object_find (entry, url_name), NULL);
  gboolean is_sse = g_strcmp0 (word, "sse") == 0 ||
                    (word == NULL && url != NULL && g_str_has_suffix (url, "/sse"));

  if (format->imported || format->transports == 0)
    return;
  if ((format->transports & (STORE_CLIENT_TAKES_HTTP | STORE_CLIENT_TAKES_SSE)) == 0)
    store_client_linter_add (self, STORE_LINT_ERROR, "remote-refused", name, url_name,
                             "%s starts programs only and reaches no URL. Write the server through "
                             "a bridge such as mcp-remote.",
                             format->name);
  else if (is_sse && (format->transports & STORE_CLIENT_TAKES_SSE) == 0)
    store_client_linter_add (self, STORE_LINT_ERROR, "sse-refused", name, url_name,
                             "%s does not speak HTTP+SSE, the older transport. Use the server's "
                             "address for streamable HTTP.",
                             format->name);
  if (format->rules.type_required && word == NULL && format->members.type != NULL)
    store_client_linter_add (self, STORE_LINT_ERROR, "type-missing", name, url_name,
                             "%s needs “%s” beside a URL, else it takes the server for something "
                             "else. Add “%s”: “%s”.",
                             format->name, format->members.type, format->members.type,
                             format->members.type_http != NULL ? format->members.type_http
                                                               : "http");
  if (url != NULL)
    store_client_lint_url (self, name, url_name, url);
}

/* Crush reads each value as a shell does. */
static void
check_shell (StoreClientLinter *self, const char *name, McpJsonValue entry)
{
  g_autofree char *text = self->format->rules.shell_values ? mcp_json_value_dup_text (entry) : NULL;

  if (text != NULL && store_client_variables_run_command (text))
    store_client_linter_add (self, STORE_LINT_WARNING, "shell-command", name, NULL,
                             "%s runs what stands in “$(…)” or between backticks as a command when "
                             "it reads this entry. Look at it, or write the value itself.",
                             self->format->name);
}

/* Some misplaced members stop the whole application. */
static void
check_misplaced (StoreClientLinter *self, const char *name, McpJsonValue entry, gboolean is_program)
{
  const StoreClientMembers *members = &self->format->members;
  const char *const         for_network[] = { members->headers, members->token_variable,
                                              members->header_variables };
  const char *const         for_programs[] = { members->environment, members->arguments,
                                               members->environment_names,
                                               members->working_directory };
  const char *const        *wrong = is_program ? for_network : for_programs;
  guint                     n =
      is_program ? G_N_ELEMENTS (for_network) : G_N_ELEMENTS (for_programs);
  gboolean aborts = self->format->language == STORE_CLIENT_TOML;

  for (guint i = 0; i < n; i++)
    {
      McpJsonValue value = store_client_object_find (entry, wrong[i]);

      if (!mcp_json_value_exists (value) ||
          (!aborts && (mcp_json_value_get_n_items (value) == 0 || !is_program)))
        continue;
      store_client_linter_add (self, aborts ? STORE_LINT_ERROR : STORE_LINT_WARNING,
                               "misplaced-member", name, wrong[i],
                               aborts ? "“%s” has no place in a server that is reached by %s, and "
                                        "%s does not start with it. Take it out."
                                      : "“%s” has no effect on a server that is reached by %s in "
                                        "%s. Take it out.",
                               wrong[i], is_program ? "a command" : "a URL", self->format->name);
    }
}

static void
check_required (StoreClientLinter *self, const char *name, McpJsonValue entry, gboolean is_program)
{
  const StoreClientFormat *format = self->format;

  if (is_program && format->members.empty_arguments &&
      !mcp_json_value_exists (store_client_object_find (entry, format->members.arguments)))
    store_client_linter_add (self, STORE_LINT_ERROR, "arguments-missing", name, NULL,
                             "%s needs “%s” even where there are none. Add “%s”: [].", format->name,
                             format->members.arguments, format->members.arguments);
  if (format->language == STORE_CLIENT_YAML &&
      store_client_format_has_default (format, "enabled") &&
      !mcp_json_value_exists (mcp_json_value_get_member (entry, "enabled")))
    store_client_linter_add (self, STORE_LINT_ERROR, "enabled-missing", name, NULL,
                             "%s needs “enabled”. Add “enabled: true”.", format->name);
}

/* How it is used */

static void
check_timeout (StoreClientLinter *self, const char *name, McpJsonValue entry, const char *member)
{
  double value =
      mcp_json_value_get_double (store_client_object_find (entry, member), -1);

  if (value <= 0)
    return;
  if (self->format->habits.timeout_unit == 1 && value < 1000)
    store_client_linter_add (self, STORE_LINT_WARNING, "timeout-unit", name, member,
                             "%s counts “%s” in milliseconds: %g is less than a second. Write "
                             "%g for %g seconds.",
                             self->format->name, member, value, value * 1000, value);
  else if (self->format->habits.timeout_unit == 1000 && value > 10000)
    store_client_linter_add (self, STORE_LINT_WARNING, "timeout-unit", name, member,
                             "%s counts “%s” in seconds: %g are hours. Write %g for %g "
                             "milliseconds.",
                             self->format->name, member, value, value / 1000, value);
}

void
store_client_lint_entry (StoreClientLinter *self, const char *name, McpJsonValue entry)
{
  const StoreClientMembers *members = &self->format->members;
  gboolean                  is_program = has_text (entry, members->command);
  gboolean                  is_remote = has_text (entry, get_url_name (self->format));
  g_autofree char          *word = NULL;

  check_name (self, name);
  if (mcp_json_value_get_kind (entry) != MCP_JSON_OBJECT)
    {
      store_client_linter_add (self, STORE_LINT_ERROR, "entry-kind", name, NULL,
                               "“%s” must be an object with a command or a URL.", name);
      return;
    }
  check_members (self, name, entry);
  if (is_program && is_remote)
    store_client_linter_add (self, STORE_LINT_WARNING, "two-targets", name,
                             get_url_name (self->format),
                             "“%s” has a command and a URL. Keep the one that %s shall use.", name,
                             self->format->name);
  /* Their own servers have neither; and some keep other things in the same map. */
  else if (!is_program && !is_remote && !store_client_lint_has_other_target (self, entry))
    store_client_linter_add (self, STORE_LINT_ERROR, "no-target", name, NULL,
                             "“%s” has neither a command nor a URL. Add one, or take it out.",
                             name);
  if (members->type != NULL)
    word = mcp_json_value_dup_string (store_client_object_find (entry, members->type), NULL);
  if (word != NULL)
    check_type_word (self, name, word);
  if (is_remote)
    check_transport (self, name, entry, word);
  if (is_program != is_remote)
    {
      check_misplaced (self, name, entry, is_program);
      check_required (self, name, entry, is_program);
    }
  check_shell (self, name, entry);
  check_timeout (self, name, entry, self->format->habits.timeout);
  check_timeout (self, name, entry, self->format->habits.startup_timeout);
  store_client_lint_values (self, name, entry);
}
