/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppFieldOption: one choice of a field. Immutable: its fields are read only. Property (constant):
 * label (string). Label and description are a server's words: plain text.
 */

#pragma once

#include <gio/gio.h>

#include "mcp-json-value.h"

#define APP_TYPE_FIELD_OPTION (app_field_option_get_type ())
G_DECLARE_FINAL_TYPE (AppFieldOption, app_field_option, APP, FIELD_OPTION, GObject)

struct _AppFieldOption
{
  GObject parent_instance;

  char *label;
  char *description; /* (nullable) */
  char *lexeme;      /* the JSON text of the value exactly as the schema has it */
};

/** @description: (nullable). Returns: (transfer full) */
AppFieldOption *app_field_option_new (const char *label,
                                      const char *description,
                                      const char *lexeme);
