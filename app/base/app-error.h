/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * APP_ERROR: the errors of this floor; the floors below have their own.
 */

#pragma once

#include <glib.h>

#define APP_ERROR (app_error_quark ())
GQuark app_error_quark (void);

typedef enum {
  APP_ERROR_UNCONFIRMED,   /* a pasted or imported command that nobody confirmed */
  APP_ERROR_SECRET,        /* a secret is missing or the keyring is closed */
  APP_ERROR_REFUSED,       /* the approval rule or the person said no */
  APP_ERROR_INVALID_INPUT, /* what was typed cannot be understood */
  APP_ERROR_NOT_CONNECTED,
  APP_ERROR_NOT_FOUND,
  APP_ERROR_NO_LONGER_READ, /* a file in a format that was read until 0.2 */
  APP_ERROR_USAGE,          /* what was typed is no command */
} AppError;

/** Sets an error that comes with what to do about it. @advice: (nullable): that nothing is to be
 * done: no general advice takes its place. Returns: %FALSE, to be returned */
gboolean app_error_advise (
    GError **error, AppError code, const char *advice, const char *format, ...)
    G_GNUC_PRINTF (4, 5);
/** @advice: (out) (transfer none) (nullable). Returns: whether the error came with its own */
gboolean app_error_get_advice (const GError *error, const char **advice);
