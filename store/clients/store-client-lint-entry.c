/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is wrong with one server of a file: how it is reached, named and spelled. */

#include "store-client-linter.h"

#include "store-client-layers.h"
#include "store-client-lint-kinds.h"
#include "store-client-lint-values.h"
#include "store-client-variables.h"

/* The same transport by other words. */
static const char *const stdio_words[] = { "stdio", "local", NULL };
static const char *const http_words[] = { "http", "streamableHttp", "streamable-http",
                                          "streamable_http", "streamable", "remote", NULL };

/* Names */

static gboolean
is_plain (const char *name)
{
  for (const char *at = name; *at != '\0'; at++)
    if (g_ascii_iscntrl (*at))
      return FALSE;
  return *name != ' ' && !g_str_has_suffix (name, " ");
}

static void
check_name (StoreClientLinter *self)
{
  const char             *name = self->entry;
  const StoreClientRules *rules = &self->format->rules;
  const char             *application = self->format->name;
  StoreLintFigures       *figures =
      self->options->figures != NULL ? g_hash_table_lookup (self->options->figures, name) : NULL;
  guint length = (guint)g_utf8_strlen (name, -1);

  if (*name == '\0')
    store_client_linter_add (self, STORE_LINT_ERROR, "name-empty", NULL,
                             "The server has no name. Give it one.");
  else if (rules->name_pattern != NULL && !g_regex_match_simple (rules->name_pattern, name, 0, 0))
    store_client_linter_add_mistake (
        self, self->values->name, STORE_LINT_ADVICE, "name-pattern", NULL,
        self->values->name != STORE_MISTAKE_UNSEEN
            ? "“%s” is a name that %s does not take: it takes %s. Rename it."
            : "“%s” may be refused by the commands and rules of %s, which take %s. Rename it then.",
        name, application, rules->name_text);
  else if (!is_plain (name))
    store_client_linter_add (self, STORE_LINT_WARNING, "name-characters", NULL,
                             "The name has a control character, or a space at an end. Rename it.");
  if (rules->reserved_names != NULL && g_strv_contains (rules->reserved_names, name))
    store_client_linter_add (self, STORE_LINT_ERROR, "name-reserved", NULL,
                             "%s keeps the name “%s” to itself. Choose another one.", application,
                             name);
  if (rules->name_max > 0 && length > rules->name_max)
    store_client_linter_add (self, STORE_LINT_WARNING, "name-length", NULL,
                             "The name has %u characters, and %s cuts it to %u. Shorten it.",
                             length, application, rules->name_max);
  if (rules->name_limit > 0 && figures != NULL &&
      length + figures->longest_tool > rules->name_limit)
    store_client_linter_add (self, STORE_LINT_WARNING, "tool-name-length", NULL,
                             "With the server's name in front, a tool's name has %u characters, "
                             "and %s takes at most %u. Shorten the server's name.",
                             length + figures->longest_tool, application, rules->name_limit);
}

/* How it is reached */

/* Whether something is there, be it of the wrong kind. */
static gboolean
has_value (McpJsonValue entry, const char *path)
{
  McpJsonValue value = store_client_object_find (entry, path);
  McpJsonKind  kind = mcp_json_value_get_kind (value);

  return kind > MCP_JSON_NULL && !mcp_json_value_string_equals (value, "") &&
         (kind != MCP_JSON_ARRAY || mcp_json_value_get_n_items (value) > 0);
}

/* Where it takes none, a person writes what others have. */
static const char *
get_url_name (const StoreClientFormat *format, McpJsonValue entry)
{
  const StoreClientMembers *members = &format->members;

  if (!has_value (entry, members->url) && has_value (entry, members->url_sse))
    return members->url_sse;
  return members->url != NULL ? members->url : "url";
}

/* Whether it takes a type, be it one that we do not write. */
static gboolean
is_own_type (StoreClientLinter *self, const char *word)
{
  const StoreClientMembers *members = &self->format->members;
  const StoreClientValue   *row = store_client_values_get_row (self->values, members->type);

  if (self->values->inner_types != NULL && g_strv_contains (self->values->inner_types, word))
    return TRUE;
  if (row != NULL && row->words != NULL)
    return g_strv_contains (row->words, word);
  return g_strcmp0 (word, members->type_stdio) == 0 || g_strcmp0 (word, members->type_http) == 0 ||
         g_strcmp0 (word, members->type_sse) == 0;
}

static StoreClientMistake
get_type_mistake (StoreClientLinter *self, McpJsonValue entry)
{
  const StoreClientValue *row =
      store_client_values_get_row (self->values, self->format->members.type);

  return row != NULL && row->mistake != STORE_MISTAKE_UNSEEN
             ? row->mistake
             : store_client_linter_get_entry_mistake (self, entry);
}

static void
check_type_word (StoreClientLinter *self, McpJsonValue entry, const char *word)
{
  const StoreClientMembers *members = &self->format->members;
  StoreClientMistake        mistake = get_type_mistake (self, entry);
  const char *const        *group = g_strv_contains (stdio_words, word)  ? stdio_words
                                    : g_strv_contains (http_words, word) ? http_words
                                                                         : NULL;
  const char               *own = group == stdio_words  ? members->type_stdio
                                  : group == http_words ? members->type_http
                                                        : members->type_sse;
  gboolean                  is_elsewhere = group != NULL || g_str_equal (word, "sse");

  if (is_own_type (self, word) ||
      (is_elsewhere && own == NULL && mistake == STORE_MISTAKE_UNSEEN))
    return;
  if (!is_elsewhere || own == NULL)
    store_client_linter_add_mistake (self, mistake, STORE_LINT_WARNING, "type-unknown",
                                     members->type,
                                     "“%s” is no “%s” that %s knows. Check the spelling.", word,
                                     members->type, self->format->name);
  else
    store_client_linter_add_mistake (self, mistake, STORE_LINT_ERROR, "type-spelling",
                                     members->type,
                                     "“%s” is another application's word: %s calls it “%s”.", word,
                                     self->format->name, own);
}

/* Where the type says one thing, and what is there another. */
static void
check_type (StoreClientLinter *self, McpJsonValue entry, const char *word, gboolean is_program)
{
  const StoreClientFormat  *format = self->format;
  const StoreClientMembers *members = &format->members;
  StoreClientMistake        mistake = store_client_linter_get_entry_mistake (self, entry);
  const char               *own = is_program ? members->type_stdio : members->type_http;

  if (members->type == NULL || own == NULL)
    return;
  if (word == NULL && (is_program ? self->values->program_type : format->rules.type_required))
    store_client_linter_add_mistake (self, mistake, STORE_LINT_ERROR, "type-missing",
                                     is_program ? members->command : members->url,
                                     "“%s” is missing, without which %s takes the server for "
                                     "something else. Add “%s”: “%s”.",
                                     members->type, format->name, members->type, own);
  else if (word != NULL && is_program != g_strv_contains (stdio_words, word) &&
           is_own_type (self, word))
    store_client_linter_add_mistake (self, mistake, STORE_LINT_WARNING, "type-contradicts",
                                     members->type,
                                     "“%s” is “%s”, and the server is reached by %s. Correct one "
                                     "of them.",
                                     members->type, word, is_program ? "a command" : "a URL");
}

static void
check_transport (StoreClientLinter *self, McpJsonValue entry, const char *word)
{
  const StoreClientFormat *format = self->format;
  const char              *url_name = get_url_name (format, entry);
  g_autofree char         *url =
      mcp_json_value_dup_string (store_client_object_find (entry, url_name), NULL);
  gboolean is_sse = g_strcmp0 (word, "sse") == 0 ||
                    (word == NULL && url != NULL && g_str_has_suffix (url, "/sse"));

  if (format->imported || format->transports == 0)
    return;
  if ((format->transports & (STORE_CLIENT_TAKES_HTTP | STORE_CLIENT_TAKES_SSE)) == 0)
    store_client_linter_add (self, STORE_LINT_ERROR, "remote-refused", url_name,
                             "%s starts programs only and reaches no URL. Write the server through "
                             "a bridge such as mcp-remote.",
                             format->name);
  else if (is_sse && (format->transports & STORE_CLIENT_TAKES_SSE) == 0)
    store_client_linter_add (self, STORE_LINT_ERROR, "sse-refused", url_name,
                             "%s does not speak HTTP+SSE, the older transport. Use the server's "
                             "address for streamable HTTP.",
                             format->name);
  if (url != NULL)
    store_client_lint_url (self, url_name, url);
}

/* Crush reads each value as a shell does. */
static void
check_shell (StoreClientLinter *self, McpJsonValue entry)
{
  g_autofree char *text = self->format->rules.shell_values ? mcp_json_value_dup_text (entry) : NULL;

  if (text != NULL && store_client_variables_run_command (text))
    store_client_linter_add (self, STORE_LINT_WARNING, "shell-command", NULL,
                             "%s runs what stands in “$(…)” or between backticks as a command when "
                             "it reads this entry. Look at it, or write the value itself.",
                             self->format->name);
}

static void
add_misplaced (StoreClientLinter *self, const char *member, gboolean is_program)
{
  const char *way = is_program ? "a command" : "a URL";

  if (self->values->strict)
    store_client_linter_add_mistake (self, self->values->mistake, STORE_LINT_ERROR,
                                     "misplaced-member", member,
                                     "“%s” has no place in a server that is reached by %s. Take it "
                                     "out.",
                                     member, way);
  else
    store_client_linter_add (self, STORE_LINT_WARNING, "misplaced-member", member,
                             "“%s” has no effect on a server that is reached by %s in %s. Take it "
                             "out.",
                             member, way, self->format->name);
}

/* Some misplaced members stop the whole application. */
static void
check_misplaced (StoreClientLinter *self, McpJsonValue entry, gboolean is_program)
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
  gboolean                is_strict = self->values->strict;
  const StoreClientValue *row = self->values->rows;

  for (guint i = 0; i < n; i++)
    {
      McpJsonValue value = store_client_object_find (entry, wrong[i]);

      if (mcp_json_value_exists (value) &&
          (is_strict || (mcp_json_value_get_n_items (value) > 0 && is_program)))
        add_misplaced (self, wrong[i], is_program);
    }
  for (; is_program && row->member != NULL; row++)
    if ((row->kinds & STORE_VALUE_OF_URL) != 0 &&
        mcp_json_value_exists (store_client_object_find (entry, row->member)))
      add_misplaced (self, row->member, TRUE);
}

static void
check_required (StoreClientLinter *self, McpJsonValue entry, gboolean is_program)
{
  const StoreClientFormat *format = self->format;

  if (is_program && format->members.empty_arguments &&
      !mcp_json_value_exists (store_client_object_find (entry, format->members.arguments)))
    store_client_linter_add_mistake (self, self->values->mistake, STORE_LINT_ERROR,
                                     "arguments-missing", NULL,
                                     "“%s” is needed even where there are none. Add “%s”: [].",
                                     format->members.arguments, format->members.arguments);
  if (format->language == STORE_CLIENT_YAML &&
      store_client_format_has_default (format, "enabled") &&
      !mcp_json_value_exists (mcp_json_value_get_member (entry, "enabled")))
    store_client_linter_add_mistake (self, self->values->mistake, STORE_LINT_ERROR,
                                     "enabled-missing", NULL,
                                     "“enabled” is missing. Add “enabled: true”.");
}

/* How it is used */

static void
check_timeout (StoreClientLinter *self, McpJsonValue entry, const char *member)
{
  double value =
      mcp_json_value_get_double (store_client_object_find (entry, member), -1);

  if (value <= 0)
    return;
  if (self->format->habits.timeout_unit == 1 && value < 1000)
    store_client_linter_add (self, STORE_LINT_WARNING, "timeout-unit", member,
                             "%s counts “%s” in milliseconds: %g is less than a second. Write %g "
                             "for %g seconds.",
                             self->format->name, member, value, value * 1000,
                             value);
  else if (self->format->habits.timeout_unit == 1000 && value > 10000)
    store_client_linter_add (self, STORE_LINT_WARNING, "timeout-unit", member,
                             "%s counts “%s” in seconds: %g are hours. Write %g for %g "
                             "milliseconds.",
                             self->format->name, member, value, value / 1000,
                             value);
}

/* Whether it is the switch of a server that another file has, or is not there to be used. */
static gboolean
is_bare_switch (StoreClientLinter *self, McpJsonValue entry)
{
  const StoreClientFormat *format = self->format;
  McpJsonValue             enabled = store_client_object_find (entry, format->habits.enabled);
  McpJsonValue             disabled = store_client_object_find (entry, format->habits.disabled);

  return self->values->bare_switch &&
         (mcp_json_value_get_kind (enabled) == MCP_JSON_BOOLEAN ||
          mcp_json_value_get_boolean (disabled, FALSE)) &&
         !mcp_json_value_exists (store_client_object_find (entry, format->members.type)) &&
         !has_value (entry, format->members.command) && !has_value (entry, format->members.url);
}

/* Whether another file has the rest of it, and the application looks at both together alone. */
static gboolean
has_target_below (StoreClientLinter *self, McpJsonValue entry)
{
  g_autoptr (StoreClientLayers) layers = store_client_layers_new (self->place);
  McpJsonValue whole = store_client_layers_merge (layers, self->entry, entry);

  return !self->values->bare_switch && (has_value (whole, self->format->members.command) ||
                                        has_value (whole, get_url_name (self->format, whole)));
}

static void
check_target (StoreClientLinter *self, McpJsonValue entry, gboolean is_program, gboolean is_remote)
{
  const StoreClientFormat *format = self->format;
  gboolean                 has_other = store_client_lint_has_other_target (self, entry);
  StoreClientMistake       mistake = store_client_linter_get_entry_mistake (self, entry);

  if (store_client_lint_names (self, entry, is_program || is_remote || has_other))
    return;
  if (is_program && is_remote)
    store_client_linter_add_mistake (
        self, self->values->strict ? self->values->mistake : STORE_MISTAKE_UNSEEN,
        STORE_LINT_WARNING, "two-targets", get_url_name (format, entry),
        "“%s” has a command and a URL. Keep the one that %s shall use.", self->entry, format->name);
  /* One that is there and empty is taken, and then found nowhere. */
  else if (!is_program && !is_remote && !has_other && !has_target_below (self, entry))
    store_client_linter_add_mistake (
        self,
        mcp_json_value_exists (store_client_object_find (entry, format->members.command)) ||
                mcp_json_value_exists (
                    store_client_object_find (entry, get_url_name (format, entry)))
            ? STORE_MISTAKE_FAILS
            : mistake,
        STORE_LINT_ERROR, "no-target", NULL,
        "“%s” has neither a command nor a URL. Add one, or take it out.", self->entry);
}

void
store_client_lint_entry (StoreClientLinter *self, McpJsonValue entry)
{
  const StoreClientMembers *members = &self->format->members;
  gboolean                  is_program = has_value (entry, members->command);
  gboolean                  is_remote = has_value (entry, get_url_name (self->format, entry));
  g_autofree char          *word = NULL;

  check_name (self);
  if (mcp_json_value_get_kind (entry) != MCP_JSON_OBJECT)
    {
      store_client_linter_add_mistake (self,
                                       self->values->mistake == STORE_MISTAKE_WARNS
                                           ? self->values->no_target
                                           : self->values->mistake,
                                       STORE_LINT_ERROR, "entry-kind", NULL,
                                       "“%s” must be an object with a command or a URL.",
                                       self->entry);
      return;
    }
  store_client_lint_kinds (self, entry);
  if (is_bare_switch (self, entry))
    return;
  check_target (self, entry, is_program, is_remote);
  if (members->type != NULL)
    word = mcp_json_value_dup_string (store_client_object_find (entry, members->type), NULL);
  if (word != NULL)
    check_type_word (self, entry, word);
  if (is_remote)
    check_transport (self, entry, word);
  if (is_program != is_remote)
    {
      check_type (self, entry, word, is_program);
      check_misplaced (self, entry, is_program);
      check_required (self, entry, is_program);
    }
  check_shell (self, entry);
  check_timeout (self, entry, self->format->habits.timeout);
  check_timeout (self, entry, self->format->habits.startup_timeout);
  store_client_lint_values (self, entry);
}
