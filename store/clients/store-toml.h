/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * TOML 1.0 read as JSON, for applications that keep their servers in it. Numbers that JSON cannot
 * write, dates and times become strings; nothing else is lost. No library of this project reads
 * TOML, and GKeyFile has neither arrays nor nested tables.
 * Source: https://toml.io/en/v1.0.0
 */

#pragma once

#include <gio/gio.h>

/** @text: UTF-8. Errors: STORE_ERROR_SYNTAX, with its place.
 * Returns: (transfer full) (nullable): a JSON object */
GBytes *store_toml_to_json (const char *text, GError **error);

/** One header or pair of the text outside of arrays and inline tables. */
typedef struct
{
  GPtrArray *names;   /* (element-type utf8): of the table, or from the root to the value; behind
                       * that of an array of tables the element's number */
  gboolean is_header; /* also of an array of tables */
  gsize    start;     /* bytes: where its first line begins */
  gsize    end;       /* behind its last line, line end included */
  gsize    value;     /* of a pair: where the value begins */
  gsize    value_end;
  GArray  *items; /* (nullable) (element-type StoreTomlItem): of a pair's array */
} StoreTomlStatement;

typedef struct
{
  gsize start;
  gsize end;
} StoreTomlItem;

/** The same, with the places of everything.
 * @statements: (out) (transfer full) (element-type StoreTomlStatement): in the order of the text */
GBytes *store_toml_scan (const char *text, GPtrArray **statements, GError **error);
