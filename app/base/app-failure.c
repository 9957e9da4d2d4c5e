/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-failure.h"

#include "app-error.h"
#include "mcp-error.h"
#include "store-error.h"

typedef struct
{
  GQuark (*domain) (void);
  int            code;
  AppFailureExit status;
  const char    *word;
} Row;

#define ROW(name, domain, code, status, word) { domain, code, APP_FAILURE_EXIT_##status, word },
static const Row rows[] = { APP_FAILURES (ROW) };

AppFailure
app_failure_of (const GError *error)
{
  if (error == NULL)
    return APP_FAILURE_OTHER;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].domain != NULL && error->domain == rows[i].domain () &&
        error->code == rows[i].code)
      return (AppFailure)i;
  return error->domain == STORE_ERROR || error->domain == MCP_JSON_ERROR ||
                 error->domain == G_FILE_ERROR || error->domain == G_IO_ERROR
             ? APP_FAILURE_FILE
             : APP_FAILURE_OTHER;
}

AppFailureExit
app_failure_get_exit (AppFailure failure)
{
  return rows[failure].status;
}

const char *
app_failure_get_word (AppFailure failure)
{
  return rows[failure].word;
}

GError *
app_failure_new (AppFailure failure, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (rows[failure].domain () == MCP_ERROR)
    return mcp_error_new ((McpError)rows[failure].code, "%s", message);
  return g_error_new_literal (rows[failure].domain (), rows[failure].code, message);
}
