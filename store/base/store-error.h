/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The errors of the floor that keeps. A code is what a caller can act on; the message is written
 * for a person: what happened, to which file, and what to do. Positions in a file are part of the
 * message and can also be had as numbers.
 */

#pragma once

#include "mcp-json-document.h"

#include <gio/gio.h>

#define STORE_ERROR (store_error_quark ())
GQuark store_error_quark (void);

typedef enum {
  STORE_ERROR_FAILED,       /* the system said no in a way that has no code of its own */
  STORE_ERROR_NOT_FOUND,    /* no such file, entry, object or secret */
  STORE_ERROR_IS_DIRECTORY, /* a directory (or a device) is where a file should be */
  STORE_ERROR_NOT_READABLE, /* permissions */
  STORE_ERROR_NOT_WRITABLE, /* permissions, a read-only file or file system */
  STORE_ERROR_NO_SPACE,     /* disk or quota is full */
  STORE_ERROR_SYNTAX,       /* the file is not what it should be; line and column are known */
  STORE_ERROR_TOO_LARGE,    /* beyond a named limit */
  STORE_ERROR_CHANGED,      /* the file is no longer the one that was read */
  STORE_ERROR_DUPLICATE,    /* the name is taken, or stands there twice */
  STORE_ERROR_INVALID,      /* the value given cannot be kept (no command, no URL, no name…) */
  STORE_ERROR_UNSUPPORTED,  /* the other side has no way to express it */
  STORE_ERROR_BUSY,         /* another process holds the lock */
  STORE_ERROR_NO_KEYRING,   /* no keyring runs and nothing weaker was allowed */
  STORE_ERROR_NEWER,        /* written by a newer version: read only */
  STORE_ERROR_MOVED,        /* a link leads to another file than the one that was written */
  STORE_ERROR_DAMAGED,      /* one thing of many that are kept: the others can be had */
} StoreError;

/**
 * store_error_get_place: where in a file an error of code STORE_ERROR_SYNTAX lies.
 * @line: (out) (optional): from 1
 * @column: (out) (optional): from 1, in characters
 * Returns: %FALSE where the error has no place
 */
gboolean store_error_get_place (const GError *error, guint *line, guint *column);

/** Returns: (transfer full): an error with a place; the message gets "line L, column C" in front */
GError *store_error_new_at (StoreError code, guint line, guint column, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

/** Passes an error of mcp/json on as one of this floor. @problem: (transfer full)
 * @place: (nullable): where the text is no JSON */
void store_error_propagate_json (GError **error, GError *problem, const McpJsonPlace *place);
