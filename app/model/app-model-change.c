/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-change.h"

#include <string.h>

/* Returns: (transfer full) (nullable) */
static char *
dup_beginning (const char *text, gsize length)
{
  if (length <= APP_MODEL_CHANGE_BYTES)
    return g_strndup (text, length);
  return g_strndup (
      text, (gsize)(g_utf8_find_prev_char (text, text + APP_MODEL_CHANGE_BYTES) - text));
}

AppModelChange *
app_model_change_new (AppModelChangeKind kind,
                      const char        *pointer,
                      McpJsonValue       before,
                      const char        *after)
{
  AppModelChange *self = g_new0 (AppModelChange, 1);
  gsize           length = 0;
  const char     *text = mcp_json_value_get_text (before, &length);

  self->kind = kind;
  self->pointer = g_strdup (pointer);
  self->before = text != NULL ? dup_beginning (text, length) : NULL;
  self->after = after != NULL ? dup_beginning (after, strlen (after)) : NULL;
  return self;
}

void
app_model_change_free (AppModelChange *self)
{
  if (self == NULL)
    return;
  g_free (self->pointer);
  g_free (self->before);
  g_free (self->after);
  g_free (self);
}

const char *
app_model_change_kind_to_text (AppModelChangeKind kind)
{
  static const char *const texts[] = { "reference", "default", "unquoted", "parsed",
                                       "wrapped", "unwrapped", "dropped", "null-dropped",
                                       "renamed" };

  return texts[kind];
}
