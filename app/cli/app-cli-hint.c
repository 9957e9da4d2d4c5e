/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-hint.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-cli-guess.h"
#include "app-cli-options.h"
#include "app-redactor.h"
#include "app-visible-text.h"

/* Longer commands are not shown whole. */
#define MAX_COMMAND 2000u
/* What the name of an argument is made of, as a rule. */
#define NAME G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.-"

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

/* What is printed is copied: signs that would not be shown as they are become $'\033'. */
char *
app_cli_hint_quote (const char *word)
{
  gboolean         is_plain = *word != '\0' && word[strspn (word, NAME "/:=@%+,")] == '\0';
  g_autofree char *visible = app_visible_text_line (word, 0);

  if (is_plain)
    return g_strdup (word);
  if (g_str_equal (visible, word))
    return g_shell_quote (word);
  g_autofree char *escaped = g_strescape (word, NULL);
  g_autoptr (GString) text = g_string_new (escaped);
  g_string_replace (text, "'", "\\'", 0);
  return g_strdup_printf ("$'%s'", text->str);
}

static void
append_word (GString *command, const char *word)
{
  g_autofree char *quoted = app_cli_hint_quote (word);

  g_string_append_printf (command, "%s%s", command->len > 0 ? " " : "", quoted);
}

static void
append_words (GString *command, const char *const *words, const char *file)
{
  for (; *words != NULL; words++)
    append_word (command, *words);
  if (file != NULL)
    {
      g_string_append (command, " <");
      append_word (command, file);
    }
}

char *
app_cli_hint_dup_with_server (const AppCliInvocation *invocation, const char *const *words)
{
  const char *options[] = { "--config", invocation->target.config, "--server",
                            invocation->target.server };
  GString    *command = g_string_new (NULL);

  append_words (command, words, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (options[i | 1] != NULL)
      append_word (command, options[i]);
  return g_string_free (command, FALSE);
}

/* @n words from @place on are @instead. @file: (nullable): what standard input is to be
 * Returns: (transfer full) (nullable): the whole command; %NULL where it is not to be shown */
static char *
dup_command (guint place, guint n, const char *const *instead, const char *file)
{
  g_autoptr (GString) command = g_string_new (NULL);
  g_autoptr (AppRedactor) redactor = app_redactor_new ();

  if (place == 0 || has_secrets ())
    return NULL;
  for (guint i = 0; i < place; i++)
    append_word (command, given[i]);
  append_words (command, instead, NULL);
  append_words (command, (const char *const *)given + place + n, file);
  app_redactor_add_arguments (redactor, (const char *const *)given);
  g_autofree char *masked = app_redactor_redact_text (redactor, command->str);
  return command->len <= MAX_COMMAND && g_str_equal (masked, command->str)
             ? app_visible_text_line (command->str, 0)
             : NULL;
}

/* The words that should have been typed follow, at most three and %NULL. */
G_GNUC_NULL_TERMINATED static char *
dup_hint (guint place, guint n, const char *file, ...)
{
  const char *instead[4] = { NULL };
  g_autoptr (GString) meant = g_string_new (NULL);
  va_list words;

  va_start (words, file);
  for (guint i = 0; i < 3 && (instead[i] = va_arg (words, const char *)) != NULL; i++)
    continue;
  va_end (words);
  g_autofree char *command = dup_command (place, n, instead, file);
  append_words (meant, instead, file);
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

  if (strstr (word, "://") != NULL)
    return g_strdup (word);
  if (*rest == ':')
    for (rest++; g_ascii_isdigit (*rest) && port < 65536; rest++)
      port = 10 * port + (guint)(*rest - '0');
  gboolean is_local = g_str_equal (host, "localhost") || g_hostname_is_ip_address (host);
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
dup_argument (const char *word)
{
  gsize length = strspn (word, NAME);

  return length > 0 && (word[length] == '=' || word[length] == ':')
             ? g_strdup_printf ("%.*s=%s", (int)length, word, word + length + 1)
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
  gboolean         takes_arguments = (takes & APP_CLI_TAKES_ARGUMENTS) != 0;
  guint            place = find_place (word);
  g_autofree char *url = takes_server ? dup_url (word) : NULL;
  g_autofree char *argument = takes_arguments ? dup_argument (word) : NULL;

  if (url != NULL)
    return dup_hint (place, 1, NULL, "--server", url, NULL);
  if (takes_arguments && word[0] == '{')
    return dup_hint (place, 1, NULL, "--args", word, NULL);
  if (takes_arguments && word[0] == '@')
    return dup_hint (place, 1, word + 1, "--args", "-", NULL);
  if (argument != NULL)
    return dup_hint (place, 1, NULL, "--arg", argument, NULL);
  /* Behind "--" all words are the program's: it begins with the first that may be one. */
  for (guint i = row != NULL ? row->min : 0; takes_server && invocation->arguments[i] != NULL; i++)
    if (is_program (invocation->arguments[i]))
      return dup_hint (find_place (invocation->arguments[i]), 1, NULL, "--",
                       invocation->arguments[i], NULL);
  return g_strdup ("");
}

char *
app_cli_hint_dup_option (const char *name)
{
  guint       place = find_place (name);
  const char *value = place > 0 ? given[place + 1] : NULL;
  gboolean    has_value = strchr (name, '=') == NULL && value != NULL &&
                       (value[0] != '-' || g_ascii_isdigit (value[1]));

  if (place < 3 || (!g_str_equal (given[1], "call") && !g_str_equal (given[1], "prompt")))
    return g_strdup ("");
  g_autofree char *argument = strchr (name, '=') != NULL
                                  ? g_strdup (name + 2)
                                  : g_strconcat (name + 2, "=", has_value ? value : "true", NULL);
  return dup_hint (place, has_value ? 2 : 1, NULL, "--arg", argument, NULL);
}

char *
app_cli_hint_dup_command (const char *name)
{
  guint            place = find_place (name);
  AppCliGuess      guess = { name };
  g_autofree char *url = dup_url (name);

  for (const AppCliCommand *row = app_cli_command_table; row->name != NULL; row++)
    if (row->others != NULL && g_strv_contains (row->others, name))
      return dup_hint (place, 1, NULL, row->name, NULL);
  if (url != NULL)
    return dup_hint (place, 1, NULL, "info", "--server", url, NULL);
  for (const AppCliCommand *row = app_cli_command_table; row->name != NULL; row++)
    app_cli_guess_try (&guess, row->name);
  if (guess.nearest == NULL && place == 1 && is_program (name))
    return dup_hint (place, 1, NULL, "info", "--", name, NULL);
  char *hint = app_cli_guess_dup_hint (&guess, "");
  app_cli_guess_clear (&guess);
  return hint;
}

char *
app_cli_hint_dup_file (const char *option, const char *text)
{
  guint            place = find_place (text);
  g_autofree char *file = text[0] == '@' ? g_shell_quote (text + 1) : NULL;

  if (file == NULL)
    return g_strdup ("");
  if (g_str_equal (option, "--args"))
    return dup_hint (place > 1 ? place - 1 : 0, 2, text + 1, option, "-", NULL);
  /* Translators: an option, a file; a space stands before it */
  return g_strdup_printf (_ (" To read a file, use “%s \"$(cat %s)\"”."), option, file);
}

char *
app_cli_hint_dup_instead (const char *word, const char *const *instead)
{
  return dup_command (find_place (word), 1, instead, NULL);
}

char *
app_cli_hint_dup_server (const char *name)
{
  guint            place = find_place (name);
  g_autofree char *url = dup_url (name);

  if (url != NULL)
    return dup_hint (place > 1 ? place - 1 : 0, 2, NULL, "--server", url, NULL);
  /* It goes to the end: what stands behind is the program's. */
  return is_program (name) ? dup_hint (0, 0, NULL, "--", name, NULL) : g_strdup ("");
}
