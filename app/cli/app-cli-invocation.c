/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-invocation.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "app-cli-guess.h"
#include "app-cli-hint.h"
#include "app-cli-option.h"
#include "app-cli-print.h"

/* What stands where no number was given; nobody means it. */
#define NOT_GIVEN G_MININT
/* Forty days; what is longer is 0, for ever. In milliseconds it fits. */
#define MAX_SECONDS (40 * 24 * 3600)

static gboolean
set_not_given (const AppCliOption *option, gpointer member, gpointer user_data)
{
  if (option->kind == G_OPTION_ARG_DOUBLE)
    *(double *)member = NAN;
  else if (option->kind == G_OPTION_ARG_INT)
    *(int *)member = NOT_GIVEN;
  return TRUE;
}

static gboolean
free_member (const AppCliOption *option, gpointer member, gpointer user_data)
{
  if (option->kind == G_OPTION_ARG_STRING || option->kind == G_OPTION_ARG_FILENAME)
    g_free (*(char **)member);
  else if (option->kind == G_OPTION_ARG_STRING_ARRAY)
    g_strfreev (*(char ***)member);
  return TRUE;
}

/* @wanted: guint, AppCliTakes of the command */
static gboolean
is_taken (const AppCliOption *option, gpointer member, gpointer wanted)
{
  return option->takes == 0 || (option->takes & *(guint *)wanted) != 0 ||
         !app_cli_option_is_given (option, member);
}

/* @other: guint, AppCliTakes of what the server is not */
static gboolean
has_effect (const AppCliOption *option, gpointer member, gpointer other)
{
  return (option->takes & *(guint *)other) == 0 || !app_cli_option_is_given (option, member);
}

/* @error: GError ** */
static gboolean
check_number (const AppCliOption *option, gpointer member, gpointer error)
{
  double seconds = option->kind == G_OPTION_ARG_DOUBLE ? *(double *)member : NAN;
  int   *count = option->kind == G_OPTION_ARG_INT ? member : NULL;

  if (count != NULL && *count == NOT_GIVEN)
    *count = 0;
  else if (count != NULL && *count < 1)
    {
      /* Translators: %s is an option, such as --items */
      return app_cli_refuse ((GError **)error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                             _ ("--%s takes a number from 1."), option->name);
    }
  if (isnan (seconds) || (seconds >= 0 && seconds <= MAX_SECONDS))
    return TRUE;
  return app_cli_refuse ((GError **)error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                         /* Translators: %s is an option, such as --timeout */
                         _ ("--%s takes seconds from 0 to %d."), option->name, MAX_SECONDS);
}

/* @invocation: AppCliInvocation */
static gboolean
set_also (const AppCliOption *option, gpointer member, gpointer invocation)
{
  gpointer also = G_STRUCT_MEMBER_P (invocation, option->also);

  if (option->also == 0 || !app_cli_option_is_given (option, member))
    return TRUE;
  if (option->kind == G_OPTION_ARG_NONE)
    *(gboolean *)also = TRUE;
  else
    {
      char **texts = *(char ***)member;

      *(char **)also = texts[g_strv_length (texts) - 1];
    }
  return TRUE;
}

void
app_cli_invocation_free (AppCliInvocation *self)
{
  if (self == NULL)
    return;
  app_cli_option_visit (self, free_member, NULL);
  g_free (self->command);
  g_strfreev (self->arguments);
  g_strfreev (self->program);
  g_free (self);
}

char *
app_cli_invocation_dup_stray (const AppCliInvocation *self, guint takes)
{
  if (self->program != NULL && (takes & APP_CLI_TAKES_SERVER) == 0)
    return g_strdup ("--");
  const AppCliOption *stray = app_cli_option_visit (self, is_taken, &takes);
  return stray != NULL ? g_strconcat ("--", stray->name, NULL) : NULL;
}

char *
app_cli_invocation_dup_misplaced (const AppCliInvocation *self, gboolean is_program)
{
  guint               other = is_program ? APP_CLI_TAKES_NETWORK : APP_CLI_TAKES_PROGRAM;
  const AppCliOption *option = app_cli_option_visit (self, has_effect, &other);

  return option != NULL ? g_strconcat ("--", option->name, NULL) : NULL;
}

static gboolean
has_other_name (const AppCliOption *option, gpointer member, gpointer name)
{
  const char *given = name;

  if (g_str_has_prefix (given, "--"))
    return !g_str_equal (given + 2, option->name);
  return given[1] != option->letter;
}

gboolean
app_cli_invocation_check_text (const char *name, const char *text, GError **error)
{
  const char *end;

  if (g_utf8_validate (text, -1, &end))
    return TRUE;
  return app_cli_refuse (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                         /* Translators: an option or argument, the place of a byte, that in
                            hexadecimal */
                         _ ("The value of %s is not UTF-8: byte %u is 0x%02X."), name,
                         (guint)(end - text) + 1, (guchar)*end);
}

int
app_cli_find_word (const char *word, const char *const *words, int fallback)
{
  if (word == NULL)
    return fallback;
  for (int i = 0; words[i] != NULL; i++)
    if (g_str_equal (words[i], word))
      return i;
  return -1;
}

gboolean
app_cli_invocation_read_seconds (const char *text, double *seconds)
{
  static const struct
  {
    const char *name;
    double      seconds;
  } units[] = { { "", 1 }, { "s", 1 }, { "ms", 0.001 }, { "m", 60 }, { "min", 60 }, { "h", 3600 } };
  char  *end;
  double number = g_strtod (text, &end);

  for (guint i = 0; end != text && !isnan (number) && i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (end, units[i].name))
      {
        *seconds = number * units[i].seconds;
        return TRUE;
      }
  return FALSE;
}

static gboolean
read_count (const char *text, int *count)
{
  char  *end;
  gint64 number = g_ascii_strtoll (text, &end, 0);

  if (end == text || *end != '\0' || number > G_MAXINT || number <= NOT_GIVEN)
    return FALSE;
  *count = (int)number;
  return TRUE;
}

/* @name: as GOption has it: "--timeout" or "-t" */
static gboolean
set_number (const char *name, const char *value, gpointer invocation, GError **error)
{
  const AppCliOption *option = app_cli_option_visit (invocation, has_other_name, (gpointer)name);
  gboolean            seconds = option->kind == G_OPTION_ARG_DOUBLE;
  gpointer            member = G_STRUCT_MEMBER_P (invocation, option->member);

  if (seconds ? app_cli_invocation_read_seconds (value, member) : read_count (value, member))
    return TRUE;
  return app_cli_refuse (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                         seconds
                             /* Translators: an option, such as --timeout, and what was given */
                             ? _ ("%s takes seconds, such as 30, 0.5 or 2m, not “%s”.")
                             /* Translators: an option, such as --items, and what was given */
                             : _ ("%s takes a number, not “%s”."),
                         name, value);
}

/* @error: GError ** */
static gboolean
check_texts (const AppCliOption *option, gpointer member, gpointer error)
{
  char            *one[] = { option->kind == G_OPTION_ARG_STRING ? *(char **)member : NULL, NULL };
  char           **texts = option->kind == G_OPTION_ARG_STRING_ARRAY ? *(char ***)member : one;
  g_autofree char *name = g_strconcat ("--", option->name, NULL);

  for (; texts != NULL && *texts != NULL; texts++)
    if (!app_cli_invocation_check_text (name, *texts, error))
      return FALSE;
  return TRUE;
}

/* @entries: GArray of GOptionEntry */
static gboolean
add_entry (const AppCliOption *option, gpointer member, gpointer entries)
{
  GOptionEntry entry = { option->name, option->letter, 0, option->kind, member, NULL, NULL };

  /* Values are UTF-8 whatever the locale is, which for a script in a container is none at all;
   * GOption would convert them. */
  if (option->kind == G_OPTION_ARG_STRING)
    entry.arg = G_OPTION_ARG_FILENAME;
  else if (option->kind == G_OPTION_ARG_STRING_ARRAY)
    entry.arg = G_OPTION_ARG_FILENAME_ARRAY;
  else if (option->kind == G_OPTION_ARG_DOUBLE || option->kind == G_OPTION_ARG_INT)
    {
      entry.flags = G_OPTION_FLAG_FILENAME;
      entry.arg = G_OPTION_ARG_CALLBACK;
      entry.arg_data = (gpointer)set_number;
    }
  g_array_append_val ((GArray *)entries, entry);
  return TRUE;
}

static GOptionContext *
new_context (AppCliInvocation *self)
{
  GOptionContext *context = g_option_context_new (NULL);
  GOptionGroup   *group = g_option_group_new (NULL, NULL, NULL, self, NULL);
  g_autoptr (GArray) entries = g_array_new (TRUE, TRUE, sizeof (GOptionEntry));

  app_cli_option_visit (self, add_entry, entries);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_group_add_entries (group, (const GOptionEntry *)(gpointer)entries->data);
  g_option_context_set_main_group (context, group);
  return context;
}

static AppCliInvocation *
invocation_new (void)
{
  AppCliInvocation *self = g_new0 (AppCliInvocation, 1);

  app_cli_option_visit (self, set_not_given, NULL);
  return self;
}

/* @guess: AppCliGuess */
static gboolean
try_name (const AppCliOption *option, gpointer member, gpointer guess)
{
  app_cli_guess_try (guess, option->name);
  return TRUE;
}

/* GOption says which option it does not know at the end of its message. */
static void
explain_wrong (const GError *wrong, GError **error)
{
  const char      *name = strstr (wrong->message, "--");
  const char      *left = name != NULL ? app_cli_option_find_left (name + 2) : NULL;
  AppCliGuess      guess = { name != NULL ? name + 2 : NULL };
  AppCliInvocation none = { 0 };
  g_autofree char *hint = NULL;

  if (left != NULL)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, left);
      return;
    }
  if (g_error_matches (wrong, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION) && name != NULL)
    app_cli_option_visit (&none, try_name, &guess);
  /* What begins another option is more often an argument of the tool. */
  if (name != NULL && (guess.nearest == NULL || g_str_has_prefix (guess.nearest, name + 2)))
    hint = app_cli_hint_dup_option (name);
  if (hint == NULL || *hint == '\0')
    {
      g_free (hint);
      hint = app_cli_guess_dup_hint (&guess, "--");
    }
  app_cli_guess_clear (&guess);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s%s%s", wrong->message,
               g_str_has_suffix (wrong->message, ".") ? "" : ".", hint);
}

AppCliInvocation *
app_cli_invocation_parse (int argc, char **argv, GError **error)
{
  g_autoptr (AppCliInvocation) self = invocation_new ();
  g_autoptr (GOptionContext) context = new_context (self);
  g_autoptr (GStrvBuilder) own = g_strv_builder_new ();
  g_autoptr (GError) wrong = NULL;
  int i;

  /* What stands behind "--" is the program's and none of our business. */
  for (i = 0; i < argc && g_strcmp0 (argv[i], "--") != 0; i++)
    g_strv_builder_add (own, argv[i]);
  if (i < argc)
    self->program = g_strdupv (argv + i + 1);
  g_auto (GStrv) words = g_strv_builder_end (own);
  if (!g_option_context_parse_strv (context, &words, &wrong))
    {
      explain_wrong (wrong, error);
      return NULL;
    }
  if (app_cli_option_visit (self, check_texts, error) != NULL ||
      app_cli_option_visit (self, check_number, error) != NULL)
    return NULL;
  app_cli_option_visit (self, set_also, self);
  if (words[0] != NULL && words[1] != NULL)
    {
      self->command = g_strdup (words[1]);
      self->arguments = g_strdupv (words + 2);
    }
  else
    self->arguments = g_new0 (char *, 1);
  if (self->program != NULL && self->program[0] == NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("There is no program after “--”."));
      return NULL;
    }
  if (self->program != NULL && self->target.server != NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("Give either --server or a program after “--”, not both."));
      return NULL;
    }
  return g_steal_pointer (&self);
}
