/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-hint.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-cli-guess.h"
#include "app-cli-options.h"
#include "app-visible-text.h"

/* Longer commands are not shown whole. */
#define MAX_COMMAND 2000u

static char **given;

void
app_cli_hint_begin (char **argv)
{
  given = argv;
}

/* Where a word stands before "--"; 0 for nowhere. */
static guint
find_place (const char *word)
{
  for (guint i = 1; given != NULL && given[i] != NULL && !g_str_equal (given[i], "--"); i++)
    if (g_str_equal (given[i], word))
      return i;
  return 0;
}

/* Whether what was typed has secrets in it, which are not printed again. */
static gboolean
has_secrets (void)
{
  static const char *const options[] = { "--bearer", "--basic", "--header", "-H",
                                         "--env", "-e", "--set", NULL };

  for (guint i = 1; given[i] != NULL; i++)
    for (guint k = 0; options[k] != NULL; k++)
      if (g_str_has_prefix (given[i], options[k]))
        return TRUE;
  return FALSE;
}

static void
append_word (GString *command, const char *word)
{
  gboolean is_plain = *word != '\0';

  for (const char *p = word; *p != '\0' && is_plain; p++)
    is_plain = g_ascii_isalnum (*p) || strchr ("_./:=@%+,-", *p) != NULL;
  if (command->len > 0)
    g_string_append_c (command, ' ');
  if (is_plain)
    g_string_append (command, word);
  else
    {
      g_autofree char *quoted = g_shell_quote (word);

      g_string_append (command, quoted);
    }
}

/* @n words from @place on are @instead. @file: (nullable): what standard input is to be
 * Returns: (transfer full) (nullable): the whole command; %NULL where it is not to be shown */
static char *
dup_command (guint place, guint n, const char *const *instead, const char *file)
{
  g_autoptr (GString) command = g_string_new (NULL);

  if (place == 0 || has_secrets ())
    return NULL;
  for (guint i = 0; given[i] != NULL; i++)
    {
      for (guint k = 0; i == place && instead[k] != NULL; k++)
        append_word (command, instead[k]);
      if (i < place || i >= place + n)
        append_word (command, given[i]);
    }
  if (file != NULL)
    {
      g_string_append (command, " <");
      append_word (command, file);
    }
  return command->len <= MAX_COMMAND ? app_visible_text_line (command->str, 0) : NULL;
}

static char *
dup_hint (guint place, guint n, const char *const *instead, const char *file)
{
  g_autoptr (GString) meant = g_string_new (NULL);
  g_autofree char *command = dup_command (place, n, instead, file);

  for (guint i = 0; instead[i] != NULL; i++)
    append_word (meant, instead[i]);
  return command != NULL
             /* Translators: what should be typed, then the whole command, to be copied; a space
              * stands before it */
             ? g_strdup_printf (_ (" Did you mean %s? Try: %s"), meant->str, command)
             /* Translators: %s is what should be typed; a space stands before it */
             : g_strdup_printf (_ (" Did you mean %s?"), meant->str);
}

/* "localhost:3000", "127.0.0.1:1/mcp", "example.com/mcp". Returns: (transfer full) (nullable) */
static char *
dup_url (const char *word)
{
  gsize            length = strcspn (word, ":/");
  g_autofree char *host = g_strndup (word, length);
  const char      *rest = word + length;
  guint            port = 0;
  gboolean         is_local;

  if (strstr (word, "://") != NULL)
    return g_strdup (word);
  if (*rest == ':')
    for (rest++; g_ascii_isdigit (*rest) && port < 65536; rest++)
      port = 10 * port + (guint)(*rest - '0');
  is_local = g_str_equal (host, "localhost") || g_hostname_is_ip_address (host);
  if (*host == '\0' || *host == '.' || (*rest != '\0' && *rest != '/') || port > 65535 ||
      (port == 0 && !is_local && (strchr (host, '.') == NULL || *rest == '\0')) ||
      !g_ascii_isalnum (*host))
    return NULL;
  return g_strconcat (is_local || (port != 0 && port != 443) ? "http" : "https", "://", word,
                      *rest == '\0' ? "/mcp" : "", NULL);
}

/* A path, or what starts most servers; other names may be those of tools. */
static gboolean
is_program (const char *word)
{
  static const char *const starters[] = { "npx", "node", "bunx", "bun", "deno", "pnpm", "uvx",
                                          "uv", "pipx", "python", "python3", "docker",
                                          "podman", "dotnet", "java", "go", "cargo", "ruby",
                                          "php", NULL };

  return g_str_has_prefix (word, "./") || g_str_has_prefix (word, "../") || word[0] == '/' ||
         g_str_has_prefix (word, "~/") || g_strv_contains (starters, word);
}

/* What an argument of a tool is to look like. Returns: (transfer full) (nullable) */
static char *
dup_argument (const char *word, char separator)
{
  const char *split = strchr (word, separator);

  for (const char *p = word; split != NULL && p < split; p++)
    if (!g_ascii_isalnum (*p) && strchr ("_-.", *p) == NULL)
      return NULL;
  return split != NULL && split > word ? g_strdup_printf ("%.*s=%s", (int)(split - word), word,
                                                          split + 1)
                                       : NULL;
}

char *
app_cli_hint_dup_word (const AppCliInvocation *invocation, const char *word)
{
  const AppCliCommand *row =
      app_cli_command_find_row (invocation->command, invocation->arguments[0]);
  guint            takes = row != NULL ? row->takes : 0;
  gboolean         has_server = invocation->target.server != NULL || invocation->program != NULL;
  gboolean         takes_server = (takes & APP_CLI_TAKES_SERVER) != 0 && !has_server;
  guint            place = find_place (word);
  g_autofree char *url = dup_url (word);
  g_autofree char *argument = dup_argument (word, '=');

  if (url != NULL && takes_server)
    return dup_hint (place, 1, (const char *const[]){ "--server", url, NULL }, NULL);
  if ((takes & APP_CLI_TAKES_ARGUMENTS) != 0)
    {
      if (word[0] == '{')
        return dup_hint (place, 1, (const char *const[]){ "--args", word, NULL }, NULL);
      if (word[0] == '@')
        return dup_hint (place, 1, (const char *const[]){ "--args", "-", NULL }, word + 1);
      if (argument == NULL)
        argument = dup_argument (word, ':');
      if (argument != NULL)
        return dup_hint (place, 1, (const char *const[]){ "--arg", argument, NULL }, NULL);
    }
  /* Behind "--" all words are the program's: it begins with the first that may be one. */
  for (guint i = row != NULL ? row->min : 0; takes_server && invocation->arguments[i] != NULL; i++)
    if (is_program (invocation->arguments[i]))
      {
        word = invocation->arguments[i];
        return dup_hint (find_place (word), 1, (const char *const[]){ "--", word, NULL }, NULL);
      }
  return g_strdup ("");
}

char *
app_cli_hint_dup_option (const char *name)
{
  guint            place = find_place (name);
  const char      *value = place > 0 ? given[place + 1] : NULL;
  const char      *split = strchr (name, '=');
  gboolean         has_value = split == NULL && value != NULL && value[0] != '-';
  g_autofree char *argument = NULL;

  if (place < 3 || (!g_str_equal (given[1], "call") && !g_str_equal (given[1], "prompt")))
    return g_strdup ("");
  argument = g_strconcat (name + 2, split != NULL ? "" : "=",
                          split != NULL ? "" : (has_value ? value : "true"), NULL);
  return dup_hint (place, has_value ? 2 : 1, (const char *const[]){ "--arg", argument, NULL },
                   NULL);
}

char *
app_cli_hint_dup_command (const char *name)
{
  static const char *const others[][2] = {
    { "inspect", "info" },
    { "connect", "info" },
    { "list", "tools" },
    { "list-tools", "tools" },
    { "tools/list", "tools" },
    { "call-tool", "call" },
    { "tools/call", "call" },
    { "get-prompt", "prompt" },
    { "prompts/get", "prompt" },
    { "read-resource", "read" },
    { "resources/read", "read" },
  };
  guint            place = find_place (name);
  AppCliGuess      guess = { name };
  g_autofree char *url = dup_url (name);
  char            *hint;

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (g_str_equal (others[i][0], name))
      return dup_hint (place, 1, (const char *const[]){ others[i][1], NULL }, NULL);
  if (url != NULL)
    return dup_hint (place, 1, (const char *const[]){ "info", "--server", url, NULL }, NULL);
  for (const AppCliCommand *row = app_cli_command_table; row->name != NULL; row++)
    app_cli_guess_try (&guess, row->name);
  if (guess.nearest == NULL && place == 1 && is_program (name))
    return dup_hint (place, 1, (const char *const[]){ "info", "--", name, NULL }, NULL);
  hint = app_cli_guess_dup_hint (&guess, "");
  app_cli_guess_clear (&guess);
  return hint;
}

char *
app_cli_hint_dup_file (const char *option, const char *text)
{
  guint            place = find_place (text);
  g_autofree char *command = NULL;

  if (g_str_equal (option, "--args") && text[0] == '@' && place > 1)
    command = dup_command (place - 1, 2, (const char *const[]){ "--args", "-", NULL }, text + 1);
  /* Translators: %s is a command, to be copied; a space stands before it */
  return command != NULL ? g_strdup_printf (_ (" Try: %s"), command) : g_strdup ("");
}

char **
app_cli_hint_dup_commands (const char *message, const char *const *more, const char *other)
{
  guint place = find_place (message);
  g_autoptr (GStrvBuilder) commands = g_strv_builder_new ();
  const char *const with_more[] = { message, more[0], more[1], NULL };
  g_autofree char  *first =
      find_place (more[0]) == 0 ? dup_command (place, 1, with_more, NULL) : NULL;
  g_autofree char *second = dup_command (place, 1, (const char *const[]){ other, NULL }, NULL);

  if (first != NULL)
    g_strv_builder_add (commands, first);
  if (second != NULL)
    g_strv_builder_add (commands, second);
  return g_strv_builder_end (commands);
}

char *
app_cli_hint_dup_server (const char *name)
{
  guint            place = find_place (name);
  g_autofree char *url = dup_url (name);

  if (url != NULL)
    return dup_hint (place > 1 ? place - 1 : 0, 2,
                     (const char *const[]){ "--server", url, NULL }, NULL);
  /* It goes to the end: what stands behind is the program's. */
  if (is_program (name))
    return dup_hint (0, 0, (const char *const[]){ "--", name, NULL }, NULL);
  return g_strdup ("");
}
