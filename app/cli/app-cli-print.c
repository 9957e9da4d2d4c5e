/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-print.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app-cli-interrupt.h"
#include "app-visible-text.h"
#include "app-client-note.h"

/* Where nothing says how wide a terminal is. */
#define USUAL_WIDTH 80u
/* Bytes that a terminal gets of one line and of one text of a server, and anybody of the message
 * of an error. */
#define MAX_LINE 4096u
#define MAX_LINES 16384u

static gboolean whole;

void
app_cli_print_whole (void)
{
  whole = TRUE;
}

/* A server may put megabytes where a few words belong. Returns: (transfer full) */
static char *
shorten (const char *text, gsize max)
{
  gsize length = text != NULL ? strlen (text) : 0;

  if (length <= max)
    return g_strdup (text);
  g_autofree char *beginning = g_strndup (text, max);
  *(char *)g_utf8_find_prev_char (beginning, beginning + max) = '\0';
  g_autofree char *size = app_visible_text_size (length - strlen (beginning));
  /* Translators: the beginning of a message, then how much is left out: "10 MB" */
  return g_strdup_printf (_ ("%s … %s more"), beginning, size);
}

static gboolean
is_bounded (int fd)
{
  return !whole && isatty (fd);
}

void
app_cli_print_bytes (const char *data, gsize length)
{
  if (length > 0)
    fwrite (data, 1, length, stdout);
}

void
app_cli_print (const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  vprintf (format, arguments);
  va_end (arguments);
}

void
app_cli_print_lines (const char *text, guint indent)
{
  g_autofree char *shown = shorten (text, is_bounded (STDOUT_FILENO) ? MAX_LINES : G_MAXSIZE);
  g_autofree char *visible = app_visible_text_block (shown, 0);
  g_auto (GStrv) lines = g_strsplit (g_strstrip (visible), "\n", -1);

  for (guint i = 0; lines[i] != NULL && *visible != '\0'; i++)
    app_cli_print ("%*s%s\n", *lines[i] != '\0' ? (int)indent : 0, "", lines[i]);
}

void
app_cli_print_message (const char *text, gsize length)
{
  g_autofree char *visible = NULL;

  if (isatty (STDOUT_FILENO))
    {
      visible = app_visible_text_json (text, length);
      text = visible;
      length = strlen (visible);
    }
  app_cli_print_bytes (text, length);
  putchar ('\n');
}

void
app_cli_print_json (char *text)
{
  g_autofree char *held = text;

  app_cli_print_message (held, strlen (held));
}

void
app_cli_print_list (const AppCliInvocation *invocation,
                    McpJsonWriter          *writer,
                    guint                   n,
                    const char             *say)
{
  mcp_json_writer_end_array (writer);
  if (invocation->output.as_json)
    app_cli_print_json (mcp_json_writer_finish_text (writer));
  else if (n == 0 && say != NULL)
    app_cli_note (invocation, "%s", say);
}

/* @text: (transfer full) */
static void
print_note (char *text)
{
  g_autofree char *held = g_strchomp (text);
  g_autofree char *shown = shorten (held, is_bounded (STDERR_FILENO) ? MAX_LINE : G_MAXSIZE);
  g_autofree char *line = app_visible_text_line (shown, 0);

  fprintf (stderr, "%s\n", line);
}

void
app_cli_note (const AppCliInvocation *invocation, const char *format, ...)
{
  va_list arguments;

  if (invocation->output.quiet)
    return;
  va_start (arguments, format);
  print_note (g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

void
app_cli_warn (const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  print_note (g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

void
app_cli_print_notes (const AppCliInvocation *invocation, GPtrArray *notes)
{
  for (guint i = 0; i < notes->len; i++)
    {
      const StoreNote *note = notes->pdata[i];

      app_cli_note (invocation, "%s %s", note->kind == STORE_NOTE_INFORMATION ? "·" : "⚠",
                    note->text);
    }
}

char *
app_cli_line (const char *text)
{
  g_autofree char *shown = shorten (text, is_bounded (STDOUT_FILENO) ? MAX_LINE : G_MAXSIZE);

  return app_visible_text_line (shown, 0);
}

guint
app_cli_get_width (void)
{
  struct winsize size = { 0 };
  guint64        columns;

  if (ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  if (g_ascii_string_to_unsigned (g_getenv ("COLUMNS") != NULL ? g_getenv ("COLUMNS") : "", 10, 1,
                                  10000, &columns, NULL))
    return (guint)columns;
  return USUAL_WIDTH;
}

/* https://no-color.org, and terminals that know no attributes. */
gboolean
app_cli_print_knows_style (void)
{
  const char *no_color = g_getenv ("NO_COLOR");

  return isatty (STDOUT_FILENO) && g_strcmp0 (g_getenv ("TERM"), "dumb") != 0 &&
         (no_color == NULL || no_color[0] == '\0');
}

char *
app_cli_bold (const char *text)
{
  g_autofree char *line = app_cli_line (text);

  return app_cli_print_knows_style () ? g_strdup_printf ("\033[1m%s\033[0m", line)
                                      : g_steal_pointer (&line);
}

void
app_cli_print_value (const AppCliInvocation *invocation, McpJsonValue value)
{
  gsize length;

  if (invocation->output.compact)
    {
      app_cli_print_json (mcp_json_value_print_compact (value));
      return;
    }
  const char *text = mcp_json_value_get_text (value, &length);
  app_cli_print_message (text, length);
}

gboolean
app_cli_refuse (GError **error, GQuark domain, int code, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (domain, code, format, arguments));
  va_end (arguments);
  return FALSE;
}

AppCliStatus
app_cli_status_of (const GError *error)
{
  return (AppCliStatus)app_failure_get_exit (app_failure_of (error));
}

static void
print_json_error (AppProblem *problem, const char *code, const char *response)
{
  g_autofree char *text = mcp_json_build (
      "{'error': {'code': %s, 'message': %s, 'fault': ?%s, 'advice': ?%s, 'evidence': ?%s, "
      "'answer': ?%r}}",
      code, app_problem_get_what (problem), app_problem_get_culprit_name (problem),
      app_problem_get_advice (problem),
      response == NULL ? app_problem_get_evidence (problem) : NULL, response);
  g_autofree char *shown = app_visible_text_json (text, strlen (text));

  fprintf (stderr, "%s\n", shown);
}

/* As sentences on a terminal, elsewhere as JSON. */
static void
print_problem (const AppCliInvocation *invocation,
               AppProblem             *problem,
               const char             *code,
               const char             *response)
{
  fflush (stdout);
  if (invocation->output.json || !isatty (STDERR_FILENO))
    {
      print_json_error (problem, code, response);
      return;
    }
  g_autofree char *text = app_problem_dup_text (problem);
  g_autofree char *shown = shorten (text, whole ? G_MAXSIZE : MAX_LINES);
  g_autofree char *visible = app_visible_text_block (shown, 0);
  fprintf (stderr, "%s\n", visible);
}

/* Of a server's error, its beginning says what it is. */
static AppProblem *
shorten_problem (AppProblem *problem)
{
  g_autofree char *what = shorten (app_problem_get_what (problem), MAX_LINE);

  return app_problem_new (app_problem_get_culprit (problem), what,
                          app_problem_get_advice (problem), app_problem_get_evidence (problem));
}

AppCliStatus
app_cli_fail_problem (const AppCliInvocation *invocation, AppProblem *problem, const char *response)
{
  const GError *error = app_problem_get_error (problem);
  AppFailure    failure = app_failure_of (error);
  const char   *word = app_failure_get_word (failure);
  AppCliStatus  status = app_cli_status_of (error);
  g_autoptr (AppProblem) shortened = shorten_problem (problem);

  if (failure == APP_FAILURE_TYPED)
    return app_cli_fail_usage (invocation, "%s", error->message);
  if (response == NULL)
    response = app_problem_get_response (problem);
  if (response != NULL)
    word = app_failure_get_word (APP_FAILURE_RESPONSE);
  /* What no signal cancelled was declined: something that the server asked of the person. */
  if (status == APP_CLI_SIGNAL && app_cli_interrupt_get_signal () == 0)
    {
      status = APP_CLI_REFUSED;
      word = response != NULL ? word : "declined";
    }
  print_problem (invocation, shortened, word, response);
  return status;
}

AppCliStatus
app_cli_fail_input (const AppCliInvocation *invocation,
                    const GError           *error,
                    const char             *advice,
                    const char             *evidence)
{
  g_autoptr (AppProblem) problem =
      app_problem_new (APP_CULPRIT_SETUP, error->message, advice, evidence);

  print_problem (invocation, problem, app_failure_get_word (app_failure_of (error)), NULL);
  return app_cli_status_of (error);
}

AppCliStatus
app_cli_fail_usage (const AppCliInvocation *invocation, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *message = g_strdup_vprintf (format, arguments);
  va_end (arguments);

  fflush (stdout);
  if (invocation->output.json || !isatty (STDERR_FILENO))
    {
      g_autoptr (AppProblem) problem = app_problem_new (APP_CULPRIT_NOBODY, message, NULL, NULL);

      print_json_error (problem, "usage", NULL);
    }
  else
    {
      g_autofree char *visible = app_visible_text_block (message, 0);

      fprintf (stderr, "%s\n", visible);
      /* Translators: %s are a command, or nothing, and a space behind it */
      fprintf (stderr, _ ("See “spyglass-cli %s%s--help”.\n"),
               invocation->command != NULL ? invocation->command : "",
               invocation->command != NULL ? " " : "");
    }
  return APP_CLI_USAGE;
}
