/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-input.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "app-cli-interrupt.h"
#include "app-cli-print.h"
#include "app-session.h"
#include "app-visible-text.h"
#include "mcp-json-memory.h"

/* Whether there is memory for what is made of so much input. */
static gboolean
check_memory (gsize length, GError **error)
{
  if (mcp_json_memory_has_room (length))
    return TRUE;
  g_autofree char *size = app_visible_text_size (length);
  /* Translators: %s is a size such as "1.2 MB" */
  return app_cli_refuse (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                         _ ("There is not enough memory for an input of %s."), size);
}

static char *
read_standard_input (gsize max, gsize *length, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char   buffer[65536];
  size_t n;

  while ((n = fread (buffer, 1, sizeof buffer, stdin)) > 0)
    {
      g_string_append_len (text, buffer, (gssize)n);
      if (text->len > max)
        {
          g_autofree char *size = app_visible_text_size (max);

          /* Translators: %s is a size such as "1.2 MB" */
          g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                       _ ("Standard input is larger than %s."), size);
          return NULL;
        }
      if (!check_memory (text->len, error))
        return NULL;
    }
  *length = text->len;
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
app_cli_input_read (const char *file, gsize max, gsize *length, GError **error)
{
  g_autofree char *text = NULL;

  if (g_str_equal (file, "-"))
    return read_standard_input (max, length, error);
  if (!g_file_get_contents (file, &text, length, error) || !check_memory (*length, error))
    return NULL;
  return g_steal_pointer (&text);
}

gboolean
app_cli_input_can_ask (void)
{
  return isatty (STDIN_FILENO) && isatty (STDERR_FILENO);
}

gboolean
app_cli_input_ask (const char *question)
{
  char answer[64];

  if (!app_cli_input_can_ask ())
    return FALSE;
  fflush (stdout);
  fprintf (stderr, "%s [y/N] ", question);
  fflush (stderr);
  if (!app_cli_interrupt_await_input (STDIN_FILENO) || fgets (answer, sizeof answer, stdin) == NULL)
    {
      fputc ('\n', stderr);
      return FALSE;
    }
  gboolean yes = answer[0] == 'y' || answer[0] == 'Y';
  /* What is left of a long line answers no further question. */
  while (strchr (answer, '\n') == NULL && fgets (answer, sizeof answer, stdin) != NULL)
    ;
  return yes;
}

static gboolean
on_input (int fd, GIOCondition condition, gpointer user_data)
{
  *(gboolean *)user_data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Returns: whether there is something to read, or the end of it */
static gboolean
await (AppCliWaitFunc wait, gpointer user_data)
{
  gboolean ready = FALSE;
  guint    source = g_unix_fd_add (STDIN_FILENO, G_IO_IN | G_IO_HUP | G_IO_ERR, on_input, &ready);

  while (!ready && app_cli_interrupt_get_signal () == 0 &&
         (wait == NULL || wait (user_data)))
    g_main_context_iteration (NULL, TRUE);
  if (!ready)
    g_source_remove (source);
  return ready && app_cli_interrupt_get_signal () == 0;
}

static void
hide_typing (const struct termios *mode)
{
  struct termios hiding = *mode;

  hiding.c_lflag &= ~(tcflag_t)ECHO;
  tcsetattr (STDIN_FILENO, TCSANOW, &hiding);
}

/* A line longer than that ends there. */
static char *
read_now (void)
{
  g_autofree char *buffer = g_malloc (APP_CLI_INPUT_MAX_LINE);

  if (fgets (buffer, APP_CLI_INPUT_MAX_LINE, stdin) == NULL)
    {
      clearerr (stdin);
      return NULL;
    }
  gsize length = strlen (buffer);
  while (length > 0 && (buffer[length - 1] == '\n' || buffer[length - 1] == '\r'))
    length--;
  return g_utf8_make_valid (buffer, (gssize)length);
}

char *
app_cli_input_read_line (const char    *prompt,
                         gboolean       hidden,
                         AppCliWaitFunc wait,
                         gpointer       user_data)
{
  struct termios before;
  gboolean       hides = hidden && tcgetattr (STDIN_FILENO, &before) == 0;
  char          *line = NULL;

  fflush (stdout);
  fputs (prompt, stderr);
  fflush (stderr);
  if (hides)
    hide_typing (&before);
  if (await (wait, user_data))
    line = read_now ();
  if (hides)
    tcsetattr (STDIN_FILENO, TCSANOW, &before);
  if (hides || line == NULL)
    fputc ('\n', stderr);
  return line;
}
