/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-terminal.h"

#include <glib-unix.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "app-cli-interrupt.h"

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

  while (!ready && app_cli_interrupt_get_signal () == 0 && wait (user_data))
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
  g_autofree char *buffer = g_malloc (APP_CLI_TERMINAL_MAX_BYTES);
  gsize            length;

  if (fgets (buffer, APP_CLI_TERMINAL_MAX_BYTES, stdin) == NULL)
    {
      clearerr (stdin);
      return NULL;
    }
  length = strlen (buffer);
  while (length > 0 && (buffer[length - 1] == '\n' || buffer[length - 1] == '\r'))
    length--;
  return g_utf8_make_valid (buffer, (gssize)length);
}

char *
app_cli_terminal_read_line (const char    *prompt,
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
