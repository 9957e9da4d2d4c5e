/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Resources and the names of places in them: "$schema", "$id", anchors; and what references
 * mean. */

#include "mcp-schema-indexer.h"

#include <string.h>

/* Of a custom metaschema that has no "$vocabulary" the "$schema" decides; a longer chain of such
 * metaschemas is a circle, or meant to be one. */
#define MAX_METASCHEMAS 8

/* A base for addresses that have none: GLib resolves against absolute ones only. */
#define NO_SCHEME "relative:"
#define NO_BASE NO_SCHEME "///"

static char *
decode_fragment (const char *text)
{
  char *decoded = g_uri_unescape_string (text, NULL);

  /* What is no escape stands for itself. */
  return decoded != NULL ? decoded : g_strdup (text);
}

/* Also where neither address is absolute. @base: (nullable): without fragment. @fragment:
 * (optional): what stands behind "#", decoded. Returns: without fragment. RFC 3986, section 5.2 */
static char *
resolve_uri (const char *base, const char *reference, char **fragment)
{
  const char      *hash = strchrnul (reference, '#');
  g_autofree char *address = g_strndup (reference, (gsize)(hash - reference));
  g_autofree char *resolved = NULL;

  if (fragment != NULL)
    *fragment = *hash == '#' ? decode_fragment (hash + 1) : NULL;
  if (base == NULL)
    base = "";
  if (*address == '\0')
    return g_strdup (base);
  g_autofree char *scheme = g_uri_parse_scheme (base);
  gboolean         is_absolute = scheme != NULL;
  resolved = g_uri_resolve_relative (is_absolute ? base : NO_BASE, address, G_URI_FLAGS_ENCODED,
                                     NULL);
  if (resolved == NULL)
    return g_steal_pointer (&address);
  if (!is_absolute && g_str_has_prefix (resolved, NO_BASE))
    return g_strdup (resolved + strlen (NO_BASE));
  if (!is_absolute && g_str_has_prefix (resolved, NO_SCHEME))
    return g_strdup (resolved + strlen (NO_SCHEME));
  return g_steal_pointer (&resolved);
}

static void
name_resource (McpSchemaIndexer *self, const char *uri, guint32 resource)
{
  if (self->addresses == NULL)
    self->addresses = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  /* The first one counts: a later one of the same name cannot take its place. */
  if (!g_hash_table_contains (self->addresses, uri))
    g_hash_table_insert (self->addresses, g_strdup (uri), GUINT_TO_POINTER (resource + 1));
}

static void
add_anchor (McpSchemaIndexer *self, guint32 resource, const char *name, gboolean dynamic)
{
  McpSchemaAnchor anchor = { resource, g_strdup (name), self->node, dynamic };
  char           *key = g_strdup_printf ("%u#%s", resource, name);

  if (self->anchors == NULL)
    self->anchors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_array_append_val (self->schema->anchors, anchor);
  g_hash_table_insert (self->anchors, key, GUINT_TO_POINTER (self->schema->anchors->len));
}

/* @vocabularies: an object of addresses. Returns: whether they are of a dialect that is spoken */
static gboolean
read_vocabularies (McpJsonValue vocabularies, McpSchemaResource *resource)
{
  static const struct
  {
    const char *name;
    guint       group;
  } known[] = {
    { "core", MCP_SCHEMA_VOCABULARY_CORE },
    { "applicator", MCP_SCHEMA_VOCABULARY_APPLICATOR },
    { "unevaluated", MCP_SCHEMA_VOCABULARY_UNEVALUATED },
    { "validation", MCP_SCHEMA_VOCABULARY_VALIDATION },
    { "format-assertion", MCP_SCHEMA_VOCABULARY_FORMAT_ASSERTION },
  };
  guint found = 0;

  resource->dialect = MCP_SCHEMA_DIALECT_UNKNOWN;
  for (McpJsonWalk each = mcp_json_walk (vocabularies); mcp_json_walk_next (&each);)
    {
      g_autofree char *uri = mcp_json_value_dup_string (each.name, NULL);
      const char      *last = strrchr (uri, '/');
      gboolean         is_new = g_str_has_prefix (uri, "https://json-schema.org/draft/2020-12/vocab/");
      gboolean         is_old = g_str_has_prefix (uri, "https://json-schema.org/draft/2019-09/vocab/");

      if (!is_new && !is_old)
        continue;
      resource->dialect = is_new ? MCP_SCHEMA_2020_12 : MCP_SCHEMA_2019_09;
      for (guint i = 0; i < G_N_ELEMENTS (known); i++)
        if (g_str_equal (last + 1, known[i].name))
          found |= known[i].group;
      if (is_old && g_str_equal (last + 1, "format") &&
          mcp_json_value_get_boolean (each.value, FALSE))
        found |= MCP_SCHEMA_VOCABULARY_FORMAT_ASSERTION;
    }
  resource->vocabularies = found | MCP_SCHEMA_VOCABULARY_CORE;
  return resource->dialect != MCP_SCHEMA_DIALECT_UNKNOWN;
}

static void
find_dialect (McpSchemaIndexer *self, const char *uri, McpSchemaResource *resource)
{
  g_autofree char *next = g_strdup (uri);

  for (guint i = 0; i < MAX_METASCHEMAS && next != NULL; i++)
    {
      McpSchemaDialect known = mcp_schema_dialect_find (next);
      McpJsonValue     metaschema, vocabularies;

      resource->vocabularies = MCP_SCHEMA_VOCABULARIES_DEFAULT;
      resource->dialect = known;
      if (known != MCP_SCHEMA_DIALECT_UNKNOWN)
        return;
      metaschema = mcp_schema_find_document (self->schema, next);
      vocabularies = mcp_json_value_get_member (metaschema, "$vocabulary");
      if (mcp_json_value_exists (vocabularies) && read_vocabularies (vocabularies, resource))
        return;
      g_free (next);
      next = mcp_json_value_dup_member_string (metaschema, "$schema");
    }
  resource->dialect = MCP_SCHEMA_DIALECT_UNKNOWN;
}

static void
read_dialect (McpSchemaIndexer *self, McpSchemaResource *resource)
{
  McpJsonValue     value = self->members[MCP_SCHEMA_SCHEMA];
  g_autofree char *uri = mcp_json_value_dup_string (value, NULL);

  if (uri == NULL)
    {
      if (mcp_json_value_exists (value))
        mcp_schema_indexer_refuse (self, MCP_SCHEMA_SCHEMA, "a string");
      return;
    }
  find_dialect (self, uri, resource);
  if (resource->dialect == MCP_SCHEMA_DIALECT_UNKNOWN)
    mcp_schema_add_finding (self->schema, MCP_FINDING_ERROR, "schema-dialect-unknown", value,
                            "The dialect “%s” is not spoken here; 2020-12, 2019-09 and draft-07 "
                            "are. Nothing is checked by this schema.",
                            uri);
}

/* Whether "$ref" leaves nothing else of a node. */
static gboolean
is_only_reference (McpSchemaIndexer *self, McpSchemaDialect dialect)
{
  return dialect == MCP_SCHEMA_DRAFT_07 &&
         mcp_json_value_get_kind (self->members[MCP_SCHEMA_REF]) == MCP_JSON_STRING;
}

/* A node with an "$id" that is more than a fragment becomes a resource, unless it is the root of a
 * document, which is one already. */
static void
read_id (McpSchemaIndexer *self, const char *id, gboolean is_root)
{
  McpSchema        *schema = self->schema;
  McpSchemaRecord  *record = mcp_schema_peek_record (schema, self->node);
  McpSchemaResource resource = *mcp_schema_peek_resource (schema, record->resource);
  g_autofree char  *fragment = NULL;
  g_autofree char  *uri = resolve_uri (resource.uri, id, &fragment);

  if (*id != '#')
    {
      if (is_root)
        {
          g_free (mcp_schema_peek_resource (schema, record->resource)->uri);
          mcp_schema_peek_resource (schema, record->resource)->uri = g_strdup (uri);
        }
      else
        {
          resource.uri = g_strdup (uri);
          resource.root = self->value;
          resource.node = self->node;
          record->resource = schema->resources->len;
          if (mcp_json_value_exists (self->members[MCP_SCHEMA_SCHEMA]))
            read_dialect (self, &resource);
          g_array_append_val (schema->resources, resource);
        }
      name_resource (self, uri, mcp_schema_peek_record (schema, self->node)->resource);
    }
  if (fragment == NULL || *fragment == '\0')
    return;
  record = mcp_schema_peek_record (schema, self->node);
  if (mcp_schema_peek_resource (schema, record->resource)->dialect == MCP_SCHEMA_DRAFT_07)
    add_anchor (self, record->resource, fragment, FALSE);
  else
    mcp_schema_add_finding (schema, MCP_FINDING_ERROR, "schema-id-fragment",
                            self->members[MCP_SCHEMA_ID],
                            "“$id” must not have a fragment; names of places are for “$anchor”.");
}

void
mcp_schema_indexer_enter (McpSchemaIndexer *self, gboolean is_root)
{
  McpSchema         *schema = self->schema;
  guint32            index = mcp_schema_peek_record (schema, self->node)->resource;
  McpSchemaResource *resource = mcp_schema_peek_resource (schema, index);

  if (is_root && mcp_json_value_exists (self->members[MCP_SCHEMA_SCHEMA]))
    read_dialect (self, resource);
  if (is_only_reference (self, resource->dialect))
    {
      mcp_schema_peek_record (schema, self->node)->ignores_neighbours = TRUE;
      return;
    }
  g_autofree char *id = mcp_json_value_dup_string (self->members[MCP_SCHEMA_ID], NULL);
  if (id != NULL)
    read_id (self, id, is_root);
  else if (mcp_json_value_exists (self->members[MCP_SCHEMA_ID]))
    mcp_schema_indexer_refuse (self, MCP_SCHEMA_ID, "a string");

  index = mcp_schema_peek_record (schema, self->node)->resource;
  resource = mcp_schema_peek_resource (schema, index);
  for (McpSchemaKeyword keyword = MCP_SCHEMA_ANCHOR; keyword <= MCP_SCHEMA_DYNAMIC_ANCHOR;
       keyword++)
    {
      if (keyword == MCP_SCHEMA_DYNAMIC_REF || !mcp_schema_resource_has (resource, keyword))
        continue;
      g_autofree char *name = mcp_json_value_dup_string (self->members[keyword], NULL);
      if (name != NULL)
        add_anchor (self, index, name, keyword == MCP_SCHEMA_DYNAMIC_ANCHOR);
      else if (mcp_json_value_exists (self->members[keyword]))
        mcp_schema_indexer_refuse (self, keyword, "a string");
    }
  if (mcp_schema_resource_has (resource, MCP_SCHEMA_RECURSIVE_ANCHOR) &&
      mcp_json_value_get_boolean (self->members[MCP_SCHEMA_RECURSIVE_ANCHOR], FALSE))
    add_anchor (self, index, "", TRUE);
}

/* Returns: a resource, or NOWHERE */
static guint32
find_resource (McpSchemaIndexer *self, const char *uri)
{
  McpSchema *schema = self->schema;
  guint      found = 0;

  if (self->addresses != NULL)
    found = GPOINTER_TO_UINT (g_hash_table_lookup (self->addresses, uri));
  if (found > 0)
    return found - 1;
  McpJsonValue document = mcp_schema_find_document (schema, uri);
  if (!mcp_json_value_exists (document))
    return MCP_SCHEMA_NOWHERE;
  g_ptr_array_add (schema->documents, mcp_json_document_ref (document.document));
  guint32 resource = mcp_schema_indexer_add_document (self, uri, document);
  mcp_schema_indexer_run (self);
  return resource;
}

/* A place that no keyword makes a schema, but a reference does. */
static guint32
push_extra (McpSchemaIndexer *self, McpJsonValue value, guint32 around)
{
  guint32  resource = mcp_schema_peek_record (self->schema, around)->resource;
  gpointer known = NULL;
  guint32  node;

  if (self->extras == NULL)
    self->extras = g_hash_table_new (NULL, NULL);
  else if (g_hash_table_lookup_extended (self->extras, GUINT_TO_POINTER (value.node), NULL, &known))
    {
      /* Of another document, it is not the same place. */
      if (mcp_schema_peek_record (self->schema, GPOINTER_TO_UINT (known))->value.document ==
          value.document)
        return GPOINTER_TO_UINT (known);
    }
  node = mcp_schema_indexer_push (self, value, resource);
  if (node == MCP_SCHEMA_NOWHERE)
    return node;
  g_hash_table_insert (self->extras, GUINT_TO_POINTER (value.node), GUINT_TO_POINTER (node));
  mcp_schema_indexer_run (self);
  return node;
}

static guint32
find_in_resource (McpSchemaIndexer *self, guint32 index, const char *fragment)
{
  McpSchema        *schema = self->schema;
  McpSchemaResource resource = *mcp_schema_peek_resource (schema, index);
  gboolean          exact;
  guint32           node;

  if (fragment == NULL || *fragment == '\0')
    return resource.node;
  if (*fragment != '/')
    {
      g_autofree char *key = g_strdup_printf ("%u#%s", index, fragment);
      guint            found = 0;

      if (self->anchors != NULL)
        found = GPOINTER_TO_UINT (g_hash_table_lookup (self->anchors, key));
      return found > 0 ? g_array_index (schema->anchors, McpSchemaAnchor, found - 1).node
                       : MCP_SCHEMA_NOWHERE;
    }
  McpJsonValue value = mcp_json_value_resolve_pointer (resource.root, fragment);
  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT &&
      mcp_json_value_get_kind (value) != MCP_JSON_BOOLEAN)
    return MCP_SCHEMA_NOWHERE;
  node = mcp_schema_find_record (schema, resource.node, value, &exact);
  return exact ? node : push_extra (self, value, node);
}

/* The places of each name that a dynamic reference may mean. */
static void
collect_dynamic_targets (McpSchemaIndexer *self)
{
  GArray *anchors = self->schema->anchors;

  self->dynamic =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_array_unref);
  self->dynamic_nodes = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < anchors->len; i++)
    {
      const McpSchemaAnchor *anchor = &g_array_index (anchors, McpSchemaAnchor, i);
      McpSchemaDynamicTarget target = { anchor->resource, anchor->node };

      if (!anchor->dynamic)
        continue;
      GArray *targets = g_hash_table_lookup (self->dynamic, anchor->name);
      if (targets == NULL)
        {
          targets = g_array_new (FALSE, FALSE, sizeof (McpSchemaDynamicTarget));
          g_hash_table_insert (self->dynamic, anchor->name, targets);
        }
      g_array_append_val (targets, target);
      g_hash_table_insert (self->dynamic_nodes, GUINT_TO_POINTER (anchor->node), anchor->name);
    }
}

/* @name: of the reference. Returns: (transfer full) (nullable): those that it may mean, where it
 * leads to such a place itself */
static GArray *
find_dynamic_targets (McpSchemaIndexer *self, guint32 target, const char *name)
{
  if (self->dynamic == NULL)
    return NULL;
  const char *own = g_hash_table_lookup (self->dynamic_nodes, GUINT_TO_POINTER (target));
  GArray     *targets = g_hash_table_lookup (self->dynamic, name);
  return own != NULL && targets != NULL && g_str_equal (own, name) ? g_array_ref (targets) : NULL;
}

static void
resolve (McpSchemaIndexer *self, guint index)
{
  McpSchema         *schema = self->schema;
  McpSchemaReference reference = g_array_index (schema->references, McpSchemaReference, index);
  guint32            resource = mcp_schema_peek_record (schema, reference.node)->resource;
  g_autofree char   *text = mcp_json_value_dup_string (reference.text, NULL);
  g_autofree char   *fragment = NULL;
  g_autofree char   *uri = NULL;
  guint32            target = MCP_SCHEMA_NOWHERE;

  uri = resolve_uri (mcp_schema_peek_resource (schema, resource)->uri, text, &fragment);
  if (*text != '#' && *text != '\0')
    resource = find_resource (self, uri);
  if (resource != MCP_SCHEMA_NOWHERE)
    target = find_in_resource (self, resource, fragment);
  g_array_index (schema->references, McpSchemaReference, index).target = target;
  if (target != MCP_SCHEMA_NOWHERE)
    return;
  mcp_schema_add_finding (schema, MCP_FINDING_ERROR,
                          resource == MCP_SCHEMA_NOWHERE ? "schema-reference-outside"
                                                         : "schema-reference-unresolved",
                          reference.text,
                          resource == MCP_SCHEMA_NOWHERE
                              ? "The reference “%s” leads out of the schema; nothing is fetched."
                              : "The reference “%s” leads nowhere.",
                          text);
}

/* When all documents are here: which places a dynamic reference may mean. */
static void
resolve_dynamic (McpSchemaIndexer *self, McpSchemaReference *reference)
{
  g_autofree char *text = NULL;
  g_autofree char *fragment = NULL;
  g_autofree char *uri = NULL;

  if (reference->target == MCP_SCHEMA_NOWHERE || reference->keyword == MCP_SCHEMA_REF)
    return;
  if (reference->keyword == MCP_SCHEMA_DYNAMIC_REF)
    {
      text = mcp_json_value_dup_string (reference->text, NULL);
      uri = resolve_uri (NULL, text, &fragment);
      if (fragment == NULL || *fragment == '\0' || *fragment == '/')
        return;
    }
  reference->dynamic =
      find_dynamic_targets (self, reference->target, fragment != NULL ? fragment : "");
}

void
mcp_schema_indexer_resolve (McpSchemaIndexer *self)
{
  GArray *references = self->schema->references;

  /* Resolving one may bring in documents with more. */
  while (self->n_resolved < references->len)
    resolve (self, self->n_resolved++);
  if (self->schema->anchors->len > 0)
    collect_dynamic_targets (self);
  for (guint i = 0; i < references->len; i++)
    resolve_dynamic (self, &g_array_index (references, McpSchemaReference, i));
}
