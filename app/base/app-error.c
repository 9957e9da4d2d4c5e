/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-error.h"

typedef struct
{
  gboolean is_advised;
  char    *advice; /* (nullable) */
} AppErrorPrivate;

static void
app_error_private_init (AppErrorPrivate *priv)
{
}

static void
app_error_private_copy (const AppErrorPrivate *source, AppErrorPrivate *target)
{
  target->is_advised = source->is_advised;
  target->advice = g_strdup (source->advice);
}

static void
app_error_private_clear (AppErrorPrivate *priv)
{
  g_free (priv->advice);
}

G_DEFINE_EXTENDED_ERROR (AppError, app_error)

gboolean
app_error_advise (GError **error, AppError code, const char *advice, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  GError *made = g_error_new_valist (APP_ERROR, (int)code, format, args);
  va_end (args);
  AppErrorPrivate *priv = app_error_get_private (made);
  priv->is_advised = TRUE;
  priv->advice = g_strdup (advice);
  g_propagate_error (error, made);
  return FALSE;
}

gboolean
app_error_get_advice (const GError *error, const char **advice)
{
  AppErrorPrivate *priv = error->domain == APP_ERROR ? app_error_get_private (error) : NULL;

  if (priv == NULL || !priv->is_advised)
    return FALSE;
  *advice = priv->advice;
  return TRUE;
}
