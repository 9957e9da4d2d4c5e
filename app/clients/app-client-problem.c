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
    N_ ("Nothing was written. Correct the file in a text editor and retry, or copy the snippet and "
        "paste it in.") },
  { STORE_ERROR_CHANGED, APP_CULPRIT_CLIENT,
    N_ ("Nothing was written. Retry to review the change against the file as it is now.") },
  { STORE_ERROR_DUPLICATE, APP_CULPRIT_CLIENT,
    N_ ("It is unclear which of the two applies. Remove one in a text editor and retry.") },
  { STORE_ERROR_INVALID, APP_CULPRIT_SETUP,
    N_ ("Check the server settings and the file, and retry.") },
  { STORE_ERROR_IS_DIRECTORY, APP_CULPRIT_SETUP,
    N_ ("Move the folder with the file's name away and retry.") },
  { STORE_ERROR_NOT_READABLE, APP_CULPRIT_SETUP,
    N_ ("Make the file readable for your user and retry.") },
  { STORE_ERROR_NOT_WRITABLE, APP_CULPRIT_SETUP,
    N_ ("Make the file and its folder writable for your user, or copy the snippet.") },
  { STORE_ERROR_NO_SPACE, APP_CULPRIT_SETUP, N_ ("Free some disk space and retry.") },
  { STORE_ERROR_TOO_LARGE, APP_CULPRIT_CLIENT,
    N_ ("The file is too large for a configuration. Copy the snippet and paste it in.") },
  { STORE_ERROR_UNSUPPORTED, APP_CULPRIT_NOBODY,
    N_ ("Nothing was written. If the file is in the way, change it by hand; if not, offer the "
        "server over stdio or HTTP, or use it in another application.") },
  { STORE_ERROR_NO_KEYRING, APP_CULPRIT_SETUP,
    N_ ("Unlock the keyring, or write the entry without its secrets.") },
  { STORE_ERROR_MOVED, APP_CULPRIT_SETUP,
    N_ ("Let the link lead there again and retry, or change the file by hand.") },
  { STORE_ERROR_FAILED, APP_CULPRIT_PROGRAM, N_ ("The file was not changed. Retry.") },
};

/* The line that the error is about, with its number. Returns: (transfer full) (nullable) */
static char *
dup_line (GBytes *text, guint number)
{
  gsize       size;
  const char *at = g_bytes_get_data (text, &size);
  const char *end = at + size;

  for (guint i = 1; i < number && at != NULL; i++)
    {
      at = memchr (at, '\n', end - at);
      at = at != NULL ? at + 1 : NULL;
    }
  if (at == NULL || at >= end)
    return NULL;
  const char *stop = memchr (at, '\n', end - at);
  stop = stop != NULL ? stop : end;
  g_autofree char *line = g_utf8_make_valid (at, MIN (stop - at, MAX_LINE_BYTES));
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
