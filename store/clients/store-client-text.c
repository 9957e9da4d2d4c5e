/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-text.h"

#include "store-error.h"
#include "store-toml-editor.h"
#include "store-yaml-member-editor.h"

#include <string.h>

#define MARK "\357\273\277"

struct _StoreClientText
{
  McpJsonEditor         *json; /* (nullable) */
  StoreTomlEditor       *toml; /* (nullable) */
  StoreYamlMemberEditor *yaml; /* (nullable) */
};

static gboolean
read_json (StoreClientText *self, GBytes *text, McpJsonSyntax syntax, GError **error)
{
  GError      *problem = NULL;
  McpJsonPlace place;

  self->json = mcp_json_editor_new (text, syntax, &place, &problem);
  if (self->json == NULL)
    {
      store_error_propagate_json (error, problem, &place);
      return FALSE;
    }
  return TRUE;
}

GBytes *
store_client_text_dup_unmarked (GBytes *text)
{
  gsize       size;
  const char *data = g_bytes_get_data (text, &size);
  gsize       mark = strlen (MARK);

  return size >= mark && memcmp (data, MARK, mark) == 0
             ? g_bytes_new_from_bytes (text, mark, size - mark)
             : g_bytes_ref (text);
}

static gboolean
read_toml (StoreClientText *self, GBytes *text, GError **error)
{
  g_autoptr (GBytes) bytes = store_client_text_dup_unmarked (text);

  self->toml = store_toml_editor_new (bytes, error);
  return self->toml != NULL;
}

static gboolean
read_yaml (StoreClientText *self, GBytes *text, GError **error)
{
  g_autoptr (GBytes) bytes = store_client_text_dup_unmarked (text);

  self->yaml = store_yaml_member_editor_new (bytes, error);
  return self->yaml != NULL;
}

StoreClientText *
store_client_text_new (GBytes *text, const StoreClientFormat *format, GError **error)
{
  g_autoptr (StoreClientText) self = g_new0 (StoreClientText, 1);
  gboolean read = FALSE;

  switch (format->language)
    {
    case STORE_CLIENT_JSON:
      read = read_json (self, text, format->syntax, error);
      break;
    case STORE_CLIENT_TOML:
      read = read_toml (self, text, error);
      break;
    case STORE_CLIENT_YAML:
      read = read_yaml (self, text, error);
      break;
    }
  return read ? g_steal_pointer (&self) : NULL;
}

void
store_client_text_free (StoreClientText *self)
{
  g_clear_pointer (&self->json, mcp_json_editor_free);
  g_clear_pointer (&self->toml, store_toml_editor_free);
  g_clear_pointer (&self->yaml, store_yaml_member_editor_free);
  g_free (self);
}

McpJsonValue
store_client_text_get (StoreClientText *self, const char *const *path)
{
  if (self->toml != NULL)
    return store_toml_editor_get (self->toml, path);
  return self->yaml != NULL ? store_yaml_member_editor_get (self->yaml, path)
                            : mcp_json_editor_get (self->json, path);
}

GBytes *
store_client_text_set (StoreClientText   *self,
                       const char *const *path,
                       const char        *json,
                       GError           **error)
{
  GError *problem = NULL;
  GBytes *after;

  if (self->toml != NULL)
    after = json != NULL ? store_toml_editor_set (self->toml, path, json, &problem)
                         : store_toml_editor_remove (self->toml, path, &problem);
  else if (self->yaml != NULL)
    after = json != NULL ? store_yaml_member_editor_set (self->yaml, path, json, &problem)
                         : store_yaml_member_editor_remove (self->yaml, path, &problem);
  else
    after = json != NULL ? mcp_json_editor_set (self->json, path, json, &problem)
                         : mcp_json_editor_remove (self->json, path, &problem);
  if (after == NULL)
    store_error_propagate_json (error, problem, NULL);
  return after;
}
