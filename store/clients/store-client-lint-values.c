/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-lint-values.h"

#include "store-client-variables.h"
#include "store-variables.h"

#include <string.h>

/* What a program that was started from a menu looks through. */
#define SESSION_PATH "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/usr/games"

static gboolean
is_windows (StoreClientLinter *self)
{
  return self->options->platform == STORE_PLATFORM_WINDOWS;
}

/* The network */

static gboolean
is_local (const char *host)
{
  return host != NULL && (g_str_equal (host, "localhost") || g_str_has_prefix (host, "127.") ||
                          g_str_equal (host, "::1"));
}

/* Variables */

static gboolean
is_environment_name (const char *at, const char *end)
{
  if (at >= end || !(g_ascii_isupper (*at) || *at == '_'))
    return FALSE;
  for (; at < end; at++)
    if (!g_ascii_isupper (*at) && !g_ascii_isdigit (*at) && *at != '_')
      return FALSE;
  return TRUE;
}

/* ${NAME}, with what may stand for it. */
static gboolean
has_braces (const char *text)
{
  for (const char *at = strstr (text, "${"); at != NULL; at = strstr (at + 2, "${"))
    {
      const char *end = at + 2 + strcspn (at + 2, ":}");

      if (is_environment_name (at + 2, end) && (*end == '}' || g_str_has_prefix (end, ":-")))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_curly (const char *text)
{
  for (const char *at = strstr (text, "{env:"); at != NULL; at = strstr (at + 1, "{env:"))
    if (at == text || at[-1] != '$')
      return TRUE;
  return FALSE;
}

/* Spellings of variables in @text. */
static StoreVariableForms
find_forms (const char *text)
{
  StoreVariableForms forms = 0;

  forms |= strstr (text, "${env:") != NULL ? STORE_VARIABLE_ENV : 0;
  forms |= strstr (text, "${input:") != NULL ? STORE_VARIABLE_INPUT : 0;
  forms |= strstr (text, "${{ secrets.") != NULL ? STORE_VARIABLE_SECRETS : 0;
  forms |= has_curly (text) ? STORE_VARIABLE_CURLY : 0;
  forms |= has_braces (text) ? STORE_VARIABLE_BRACES : 0;
  return forms;
}

/* What is spoken there: a socket of this computer, too. */
static gboolean
is_spoken (const char *scheme)
{
  static const char *const schemes[] = { "http", "https", "ws", "wss", "unix", "pipe", NULL };

  return g_strv_contains (schemes, scheme);
}

/* Variables may be any part of it, where they are replaced. */
static gboolean
is_url (StoreClientLinter *self, const char *url, GUri *uri)
{
  StoreVariableForms own =
      store_client_format_get_variables (self->format, STORE_VARIABLES_IN_URL);

  if (own != 0 && ((find_forms (url) & own) != 0 || strpbrk (url, "${") == NULL ||
                   (own & STORE_VARIABLE_DOLLAR) != 0))
    return uri != NULL ? is_spoken (g_uri_get_scheme (uri)) : strpbrk (url, "${") != NULL;
  return uri != NULL && is_spoken (g_uri_get_scheme (uri)) &&
         (g_uri_get_host (uri) == NULL || strpbrk (g_uri_get_host (uri), "${}") == NULL);
}

void
store_client_lint_url (StoreClientLinter *self, const char *member, const char *url)
{
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_PARSE_RELAXED, NULL);

  if (!is_url (self, url, uri))
    store_client_linter_add (self, STORE_LINT_ERROR, "url-invalid", member,
                             "“%s” is no URL that %s reaches. Write one with http:// or https://.",
                             url, self->format->name);
  if (uri == NULL || g_strcmp0 (g_uri_get_scheme (uri), "http") != 0 ||
      is_local (g_uri_get_host (uri)))
    return;
  if (self->format->rules.local_http_only)
    store_client_linter_add (self, STORE_LINT_ERROR, "plain-http", member,
                             "%s accepts http: on this computer only. Use https:.",
                             self->format->name);
  else
    store_client_linter_add (self, STORE_LINT_ADVICE, "plain-http", member,
                             "http: is not encrypted: everybody on the way can read it. Use https: "
                             "where the server has it.");
}

static void
check_set (StoreClientLinter *self, const char *member, const char *text)
{
  g_autofree char *neutral = store_client_variables_read (text, self->format->variables, NULL);
  g_autoptr (GPtrArray) missing = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *expanded =
      store_client_variables_expand (neutral, self->options->environment, missing);

  for (guint i = 0; i < missing->len; i++)
    {
      const char      *variable = missing->pdata[i];
      g_autofree char *asked = g_strdup_printf ("${input:%s}", variable);

      if (strstr (neutral, asked) == NULL)
        store_client_linter_add (self, STORE_LINT_WARNING, "variable-unset", member,
                                 "The variable %s is not set here. Set it in the environment that "
                                 "%s is started with.",
                                 variable, self->format->name);
    }
}

static void
check_variables (StoreClientLinter *self,
                 const char        *member,
                 const char        *text,
                 StoreVariableParts part)
{
  StoreVariableForms own = store_client_format_get_variables (self->format, part);
  StoreVariableForms other = find_forms (text) & ~own;

  if (other != 0)
    store_client_linter_add (self, STORE_LINT_WARNING, "variable-spelling", member,
                             own != 0
                                 ? "“%s” contains a variable as another application spells it, "
                                   "and %s passes it on as it stands. Spell it as %s does."
                                 : "“%s” contains a variable, and %s passes it on as it "
                                   "stands: %s replaces none here. Write the value itself.",
                             member, self->format->name, self->format->name);
  /* A shell reads them as they are meant. */
  if ((own & STORE_VARIABLE_DEFAULT) != 0 && !self->format->rules.shell_values &&
      store_client_variables_has_nested (text))
    store_client_linter_add (self, STORE_LINT_WARNING, "variable-nested", member,
                             "“%s” has a variable in the default of another one. %s ends the "
                             "default at the first “}”, and passes on what is left. Write a "
                             "default without a variable.",
                             member, self->format->name);
  if (own != 0)
    check_set (self, member, text);
}

/* One value */

static gboolean
is_ascii (const char *text)
{
  while (*text != '\0' && (guchar)*text < 0x80)
    text++;
  return *text == '\0';
}

/* What RFC 9110 takes for a header's name. */
static gboolean
is_token (const char *name)
{
  if (*name == '\0')
    return FALSE;
  for (; *name != '\0'; name++)
    if (!g_ascii_isalnum (*name) && strchr ("!#$%&'*+-.^_`|~", *name) == NULL)
      return FALSE;
  return TRUE;
}

/* A control character; line ends and tabs are fine in what a program gets. */
static gboolean
has_control (const char *text, gsize length, StoreVariableParts part)
{
  for (gsize i = 0; i < length; i++)
    if (g_ascii_iscntrl (text[i]) &&
        (strchr ("\n\r\t", text[i]) == NULL || text[i] == '\0' ||
         part == STORE_VARIABLES_IN_URL ||
         (part == STORE_VARIABLES_IN_HEADERS && text[i] != '\t')))
      return TRUE;
  return FALSE;
}

static void
check_characters (StoreClientLinter *self,
                  const char        *member,
                  const char        *text,
                  gsize              length,
                  StoreVariableParts part)
{
  gboolean is_header = part == STORE_VARIABLES_IN_HEADERS;

  if (has_control (text, length, part))
    store_client_linter_add (self,
                             is_header || strlen (text) != length ? STORE_LINT_ERROR
                                                                  : STORE_LINT_WARNING,
                             "control-character", member,
                             is_header ? "“%s” has a line end or another control character, which "
                                         "no header can have. Take it out."
                                       : "“%s” has a control character. Take it out.",
                             member);
  else if (is_header && !is_ascii (text))
    store_client_linter_add (self, STORE_LINT_WARNING, "header-characters", member,
                             "“%s” has a character that is not ASCII, which many programs send "
                             "wrongly, or not at all. Encode it as the server wants it.",
                             member);
  if (length > 0 && (g_ascii_isspace (text[0]) || g_ascii_isspace (text[length - 1])))
    store_client_linter_add (self, STORE_LINT_WARNING, "value-space", member,
                             "“%s” begins or ends with a space or a line end, which is passed on. "
                             "Take it out.",
                             member);
}

static void
check_secret (StoreClientLinter *self, const char *member, const char *text)
{
  const char *label = strrchr (member, '/') != NULL ? strrchr (member, '/') + 1 : member;

  if (*text == '\0' || find_forms (text) != 0 || strchr (text, '$') != NULL ||
      !store_variables_looks_secret (label, text))
    return;
  store_client_linter_add (self, STORE_LINT_ADVICE, "plain-secret", member,
                           "“%s” looks like a secret and stands in the file as plain text. Keep it "
                           "in a variable, or let spyglass-cli start the server.",
                           label);
}

/* Values of an object of texts. */
static void
check_texts (StoreClientLinter *self,
             const char        *path,
             McpJsonValue       object,
             StoreVariableParts part)
{
  const char *const *refused = self->format->rules.refused_environment;

  if (path == NULL || mcp_json_value_get_kind (object) != MCP_JSON_OBJECT)
    return;
  for (McpJsonWalk each = mcp_json_walk (object); mcp_json_walk_next (&each);)
    {
      g_autofree char *label = mcp_json_value_dup_string (each.name, NULL);
      gsize            length = 0;
      g_autofree char *text = mcp_json_value_dup_string (each.value, &length);
      g_autofree char *member = g_strconcat (path, "/", label, NULL);

      if (label == NULL)
        continue;
      if (part == STORE_VARIABLES_IN_ENVIRONMENT && refused != NULL &&
          g_strv_contains (refused, label))
        store_client_linter_add (self, STORE_LINT_WARNING, "variable-refused", member,
                                 "%s drops the variable %s. Set it in a script that starts the "
                                 "server.",
                                 self->format->name, label);
      if (text == NULL)
        continue;
      check_characters (self, member, text, length, part);
      if (part == STORE_VARIABLES_IN_HEADERS && !is_token (label))
        store_client_linter_add (self, STORE_LINT_ERROR, "header-name", member,
                                 "“%s” is not the name of a header. Correct it.", label);
      check_secret (self, member, text);
      check_variables (self, member, text, part);
    }
}

/* The program */

static gboolean
is_npm (const char *command)
{
  static const char *const names[] = { "npx", "npm", "pnpm", "yarn", "bunx", NULL };

  return g_strv_contains (names, command);
}

static gboolean
is_on_path (const char *command, const char *path)
{
  g_auto (GStrv) folders = g_strsplit (path, G_SEARCHPATH_SEPARATOR_S, -1);

  for (guint i = 0; folders[i] != NULL; i++)
    {
      g_autofree char *file = g_build_filename (folders[i], command, NULL);

      if (**(folders + i) != '\0' && g_file_test (file, G_FILE_TEST_IS_EXECUTABLE) &&
          !g_file_test (file, G_FILE_TEST_IS_DIR))
        return TRUE;
    }
  return FALSE;
}

static void
check_found (StoreClientLinter *self, const char *member, const char *command)
{
  const char *const *environment = self->options->environment;
  const char        *path = environment != NULL ? g_environ_getenv ((char **)environment, "PATH")
                                                : g_getenv ("PATH");
  gboolean           found = strchr (command, '/') != NULL
                                 ? g_file_test (command, G_FILE_TEST_IS_EXECUTABLE)
                                 : is_on_path (command, path != NULL ? path : "");

  if (!found)
    store_client_linter_add (self, STORE_LINT_ERROR, "command-missing", member,
                             "There is no program “%s” here. Install it, or correct the path.",
                             command);
  else if (strchr (command, '/') == NULL && self->format->rules.needs_absolute_path &&
           !is_on_path (command, SESSION_PATH))
    store_client_linter_add (self, STORE_LINT_WARNING, "command-path", member,
                             "“%s” is found only where a shell has set PATH, and %s is started "
                             "without one. Write its full path.",
                             command, self->format->name);
}

static void
check_command (StoreClientLinter *self, const char *member, const char *text)
{
  g_auto (GStrv) words = NULL;
  const StoreClientMembers *members = &self->format->members;
  gboolean                  split = members->shell_words ||
                   (members->shell_line && !g_file_test (text, G_FILE_TEST_EXISTS));
  const char *command =
      split && g_shell_parse_argv (text, NULL, &words, NULL) ? words[0] : text;

  if (find_forms (command) != 0 || *command == '\0' || *command == '$' || *command == '~')
    return;
  if (is_windows (self))
    {
      if (is_npm (command))
        store_client_linter_add (self, STORE_LINT_WARNING, "npx-windows", member,
                                 "On Windows “%s” is a script that %s may not be able to start. "
                                 "Write cmd with the arguments /c %s.",
                                 command, self->format->name,
                                 command);
      return;
    }
  if (strchr (command, '/') != NULL && !g_path_is_absolute (command))
    store_client_linter_add (self, STORE_LINT_WARNING, "command-relative", member,
                             "“%s” is relative: it is found only from the right folder. Write its "
                             "full path.",
                             command);
  else if (self->options->finds_programs && self->options->platform == store_platform_get ())
    check_found (self, member, command);
}

static gboolean
is_bridge (McpJsonValue words)
{
  for (McpJsonWalk each = mcp_json_walk (words); mcp_json_walk_next (&each);)
    {
      g_autofree char *word = mcp_json_value_dup_string (each.value, NULL);

      if (word != NULL && g_str_has_prefix (word, "mcp-remote"))
        return TRUE;
    }
  return FALSE;
}

/* The words of an array, the command first where they are joined. */
static void
check_words (StoreClientLinter *self, const char *path, McpJsonValue words)
{
  gboolean     joined = self->format->members.joined_command;
  gboolean     bridge = is_bridge (words);
  McpJsonValue value;
  McpJsonIter  iter;

  if (path == NULL || mcp_json_value_get_kind (words) != MCP_JSON_ARRAY)
    return;
  mcp_json_iter_init (&iter, words);
  for (guint i = 0; mcp_json_iter_next (&iter, NULL, &value); i++)
    {
      gsize            length = 0;
      g_autofree char *text = mcp_json_value_dup_string (value, &length);

      if (text == NULL)
        continue;
      if (joined && i == 0)
        check_command (self, path, text);
      check_characters (self, path, text, length, STORE_VARIABLES_IN_PROGRAM);
      if (is_windows (self) && strchr (text, ' ') != NULL)
        store_client_linter_add (self, STORE_LINT_WARNING, "argument-spaces", path,
                                 "An argument has a space, which some applications tear apart on "
                                 "Windows. Put the value into a variable.");
      /* mcp-remote replaces them itself. */
      if (!bridge)
        check_variables (self, path, text, STORE_VARIABLES_IN_PROGRAM);
    }
}

static void
check_text (StoreClientLinter *self, const char *path, McpJsonValue value, StoreVariableParts part)
{
  gsize            length = 0;
  g_autofree char *text = mcp_json_value_dup_string (value, &length);

  if (path == NULL || text == NULL)
    return;
  if (part == STORE_VARIABLES_IN_PROGRAM)
    check_command (self, path, text);
  check_characters (self, path, text, length, part);
  check_variables (self, path, text, part);
}

void
store_client_lint_values (StoreClientLinter *self, McpJsonValue entry)
{
  const StoreClientMembers *members = &self->format->members;

  check_text (self, members->command, store_client_object_find (entry, members->command),
              STORE_VARIABLES_IN_PROGRAM);
  if (members->joined_command)
    check_words (self, members->command,
                 store_client_object_find (entry, members->command));
  check_words (self, members->arguments,
               store_client_object_find (entry, members->arguments));
  check_texts (self, members->environment,
               store_client_object_find (entry, members->environment),
               STORE_VARIABLES_IN_ENVIRONMENT);
  check_text (self, members->url, store_client_object_find (entry, members->url),
              STORE_VARIABLES_IN_URL);
  check_texts (self, members->headers, store_client_object_find (entry, members->headers),
               STORE_VARIABLES_IN_HEADERS);
}
