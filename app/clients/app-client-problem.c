/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-problem.h"

#include "store-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A line that explains itself; a longer one would not. */
#define MAX_LINE_BYTES 400

static const struct
{
  StoreError  code;
  AppCulprit  culprit;
  const char *advice;
} explanations[] = {
  { STORE_ERROR_SYNTAX, APP_CULPRIT_CLIENT,
    N_ ("Nothing is written to such a file. Put it right in a text editor and look again, or copy "
        "the snippet and paste it in by hand.") },
  { STORE_ERROR_CHANGED, APP_CULPRIT_CLIENT,
    N_ ("Nothing was written. Look at the change again: it is worked out anew from what the file "
        "says now.") },
  { STORE_ERROR_DUPLICATE, APP_CULPRIT_CLIENT,
    N_ ("Which of the two counts is uncertain. Remove one of them in a text editor and look "
        "again.") },
  { STORE_ERROR_INVALID, APP_CULPRIT_SETUP,
    N_ ("Look at the server's settings and at what the file holds, and try again.") },
  { STORE_ERROR_IS_DIRECTORY, APP_CULPRIT_SETUP,
    N_ ("Move away what is in the file's place and look again.") },
  { STORE_ERROR_NOT_READABLE, APP_CULPRIT_SETUP,
    N_ ("Give yourself the permission to read the file and look again.") },
  { STORE_ERROR_NOT_WRITABLE, APP_CULPRIT_SETUP,
    N_ ("Give yourself the permission to write the file and its folder, or copy the snippet.") },
  { STORE_ERROR_NO_SPACE, APP_CULPRIT_SETUP, N_ ("Make room on the disk and try again.") },
  { STORE_ERROR_TOO_LARGE, APP_CULPRIT_CLIENT,
    N_ ("Such a file is not one of settings. Copy the snippet and paste it in by hand.") },
  { STORE_ERROR_UNSUPPORTED, APP_CULPRIT_CLIENT,
    N_ ("Offer the server over stdio or HTTP, or use it in another application.") },
  { STORE_ERROR_NO_KEYRING, APP_CULPRIT_SETUP,
    N_ ("Unlock the keyring, or write the entry without its secrets.") },
  { STORE_ERROR_FAILED, APP_CULPRIT_PROGRAM, N_ ("The file is as it was. Try again.") },
};

/* The line that the error is about, with its number. Returns: (transfer full) (nullable) */
static char *
dup_line (GBytes *text, guint number)
{
  gsize            size;
  const char      *at = g_bytes_get_data (text, &size);
  const char      *end = at + size;
  const char      *stop;
  g_autofree char *line = NULL;

  for (guint i = 1; i < number && at != NULL; i++)
    {
      at = memchr (at, '\n', end - at);
      at = at != NULL ? at + 1 : NULL;
    }
  if (at == NULL || at >= end)
    return NULL;
  stop = memchr (at, '\n', end - at);
  stop = stop != NULL ? stop : end;
  line = g_utf8_make_valid (at, MIN (stop - at, MAX_LINE_BYTES));
  return g_strdup_printf ("%u: %s", number, line);
}

AppProblem *
app_client_problem_new (const GError *error, const char *path, GBytes *text)
{
  g_autofree char *line = NULL;
  g_autofree char *evidence = NULL;
  guint            number;

  g_return_val_if_fail (error != NULL, NULL);

  if (text != NULL && store_error_get_place (error, &number, NULL))
    line = dup_line (text, number);
  if (path != NULL)
    evidence = g_strconcat (path, line != NULL ? "\n" : NULL, line, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (explanations); i++)
    if (g_error_matches (error, STORE_ERROR, explanations[i].code))
      return app_problem_new (explanations[i].culprit, error->message, _ (explanations[i].advice),
                              evidence);
  return app_problem_new_for_error (error);
}
