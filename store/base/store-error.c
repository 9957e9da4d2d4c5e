/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-error.h"

/* The place in a file, from 1; 0 where there is none. */
typedef struct
{
  guint line;
  guint column;
} StoreErrorPrivate;

static void
store_error_private_init (StoreErrorPrivate *priv)
{
}

static void
store_error_private_copy (const StoreErrorPrivate *source, StoreErrorPrivate *target)
{
  *target = *source;
}

static void
store_error_private_clear (StoreErrorPrivate *priv)
{
}

G_DEFINE_EXTENDED_ERROR (StoreError, store_error)

gboolean
store_error_get_place (const GError *error, guint *line, guint *column)
{
  if (error == NULL || error->domain != STORE_ERROR)
    return FALSE;
  StoreErrorPrivate *priv = store_error_get_private (error);
  if (priv->line == 0)
    return FALSE;
  if (line != NULL)
    *line = priv->line;
  if (column != NULL)
    *column = priv->column;
  return TRUE;
}

GError *
store_error_new_at (StoreError code, guint line, guint column, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  GError *error = g_error_new (STORE_ERROR, code, "line %u, column %u: %s", line, column, text);
  store_error_get_private (error)->line = line;
  store_error_get_private (error)->column = column;
  return error;
}

void
store_error_propagate_json (GError **error, GError *problem, const McpJsonPlace *place)
{
  static const StoreError codes[] = {
    [MCP_JSON_ERROR_SYNTAX] = STORE_ERROR_SYNTAX,
    [MCP_JSON_ERROR_ENCODING] = STORE_ERROR_SYNTAX,
    [MCP_JSON_ERROR_TOO_DEEP] = STORE_ERROR_TOO_LARGE,
    [MCP_JSON_ERROR_TOO_LARGE] = STORE_ERROR_TOO_LARGE,
    [MCP_JSON_ERROR_NOT_FOUND] = STORE_ERROR_NOT_FOUND,
    [MCP_JSON_ERROR_DUPLICATE] = STORE_ERROR_DUPLICATE,
    [MCP_JSON_ERROR_NO_OBJECT] = STORE_ERROR_INVALID,
    [MCP_JSON_ERROR_NOT_EDITABLE] = STORE_ERROR_UNSUPPORTED,
  };
  StoreError code = codes[problem->code];

  if (code == STORE_ERROR_SYNTAX && place != NULL)
    g_propagate_error (error, store_error_new_at (code, place->line, place->column, "%s",
                                                  place->reason != NULL ? place->reason
                                                                        : "not JSON"));
  else
    g_set_error_literal (error, STORE_ERROR, code, problem->message);
  g_error_free (problem);
}
