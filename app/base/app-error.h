/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * APP_ERROR: the errors of this floor; the floors below have their own.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

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
} AppError;

G_END_DECLS
