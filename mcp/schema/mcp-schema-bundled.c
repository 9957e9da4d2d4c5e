/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The metaschemas of the dialects, which are bundled: nothing is ever fetched. */

#include "mcp-schema-private.h"

#include <gio/gio.h>
#include <string.h>

#include "mcp-schema-metaschemas.h"

#define RESOURCE_PATH "/io/github/spyglass_mcp/mcp/schema/"

/* The bundled ones: an address, and the file in the resource */
static const struct
{
  const char *uri;
  const char *file;
} bundled[] = {
  { "http://json-schema.org/draft-07/schema", "draft-07.json" },
  { "https://json-schema.org/draft/2019-09/schema", "2019-09/schema.json" },
  { "https://json-schema.org/draft/2019-09/meta/applicator", "2019-09/applicator.json" },
  { "https://json-schema.org/draft/2019-09/meta/content", "2019-09/content.json" },
  { "https://json-schema.org/draft/2019-09/meta/core", "2019-09/core.json" },
  { "https://json-schema.org/draft/2019-09/meta/format", "2019-09/format.json" },
  { "https://json-schema.org/draft/2019-09/meta/meta-data", "2019-09/meta-data.json" },
  { "https://json-schema.org/draft/2019-09/meta/validation", "2019-09/validation.json" },
  { "https://json-schema.org/draft/2020-12/schema", "2020-12/schema.json" },
  { "https://json-schema.org/draft/2020-12/meta/applicator", "2020-12/applicator.json" },
  { "https://json-schema.org/draft/2020-12/meta/content", "2020-12/content.json" },
  { "https://json-schema.org/draft/2020-12/meta/core", "2020-12/core.json" },
  { "https://json-schema.org/draft/2020-12/meta/format-annotation", "2020-12/format-annotation.json" },
  { "https://json-schema.org/draft/2020-12/meta/meta-data", "2020-12/meta-data.json" },
  { "https://json-schema.org/draft/2020-12/meta/unevaluated", "2020-12/unevaluated.json" },
  { "https://json-schema.org/draft/2020-12/meta/validation", "2020-12/validation.json" },
};

/* They are few and stay for the life of the program. So does the resource: what registers itself is
 * taken away at exit, when workers may still read. */
static McpJsonValue
load_bundled (guint index)
{
  static McpJsonDocument *documents[G_N_ELEMENTS (bundled)];
  static gboolean         registered;
  static GMutex           mutex;

  g_mutex_lock (&mutex);
  if (!registered)
    mcp_schema_metaschemas_register_resource ();
  registered = TRUE;
  if (documents[index] == NULL)
    {
      g_autofree char *path = g_strconcat (RESOURCE_PATH, bundled[index].file, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = g_resource_lookup_data (
          mcp_schema_metaschemas_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);

      if (bytes != NULL)
        documents[index] = mcp_json_document_parse (bytes, NULL, NULL, &error);
      if (documents[index] == NULL)
        g_error ("The bundled metaschema %s cannot be read: %s", path, error->message);
    }
  McpJsonDocument *document = documents[index];
  g_mutex_unlock (&mutex);
  return mcp_json_document_get_root (document);
}

McpJsonValue
mcp_schema_find_document (const McpSchema *self, const char *uri)
{
  gsize            length = strlen (uri);
  g_autofree char *plain =
      g_strndup (uri, length > 0 && uri[length - 1] == '#' ? length - 1 : length);
  McpJsonDocument *other =
      self != NULL && self->others != NULL ? g_hash_table_lookup (self->others, plain) : NULL;

  if (other != NULL)
    return mcp_json_document_get_root (other);
  for (guint i = 0; i < G_N_ELEMENTS (bundled); i++)
    if (g_str_equal (bundled[i].uri, plain))
      return load_bundled (i);
  return MCP_JSON_NO_VALUE;
}
