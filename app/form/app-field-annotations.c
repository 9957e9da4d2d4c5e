/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a schema says of a value beside what it must be. */

#include "app-field-private.h"

static gboolean
is_true (AppField *self, const char *name)
{
  return mcp_json_value_get_boolean (app_field_schema_get_annotation (&self->schema, name), FALSE);
}

gboolean
app_field_is_read_only (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  return is_true (self, "readOnly");
}

gboolean
app_field_is_write_only (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  return is_true (self, "writeOnly");
}

gboolean
app_field_is_deprecated (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  return is_true (self, "deprecated");
}

static char *
dup_annotation (AppField *self, const char *name)
{
  return mcp_json_value_dup_string (app_field_schema_get_annotation (&self->schema, name), NULL);
}

char *
app_field_dup_content_encoding (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return dup_annotation (self, "contentEncoding");
}

char *
app_field_dup_content_media_type (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return dup_annotation (self, "contentMediaType");
}

char *
app_field_dup_header (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return dup_annotation (self, "x-mcp-header");
}
