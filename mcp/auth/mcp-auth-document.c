/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-document.h"

#include "mcp-auth-address.h"
#include "mcp-error.h"
#include "mcp-object.h"

#include <string.h>

#define RESOURCE_PATH "/.well-known/oauth-protected-resource"
#define SERVER_PATH "/.well-known/oauth-authorization-server"
#define OPENID_PATH "/.well-known/openid-configuration"

struct _McpAuthDocument
{
  char            *url;
  McpJsonDocument *json;
  GHashTable      *texts; /* (element-type utf8 utf8) */
  GHashTable      *lists; /* (element-type utf8 GStrv) */
};

static void
document_clear (McpAuthDocument *self)
{
  g_free (self->url);
  g_clear_pointer (&self->json, mcp_json_document_unref);
  g_hash_table_unref (self->texts);
  g_hash_table_unref (self->lists);
}

static GStrv
read_list (McpJsonValue array)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (McpJsonWalk item = mcp_json_walk (array); mcp_json_walk_next (&item);)
    {
      g_autofree char *text = mcp_json_value_dup_string (item.value, NULL);

      if (text != NULL && *text != '\0')
        g_strv_builder_add (builder, text);
    }
  return g_strv_builder_end (builder);
}

/* Of members of one name the last counts, as for everybody else. */
static void
read_members (McpAuthDocument *self)
{
  for (McpJsonWalk each = mcp_json_walk (mcp_json_document_get_root (self->json));
       mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_dup_string (each.name, NULL);
      g_autofree char *text = mcp_json_value_dup_string (each.value, NULL);

      g_hash_table_remove (self->texts, key);
      g_hash_table_remove (self->lists, key);
      if (mcp_json_value_get_kind (each.value) == MCP_JSON_ARRAY)
        g_hash_table_insert (self->lists, g_steal_pointer (&key), read_list (each.value));
      else if (text != NULL && *text != '\0')
        g_hash_table_insert (self->texts, g_steal_pointer (&key), g_steal_pointer (&text));
    }
}

McpAuthDocument *
mcp_auth_document_new (const char *url, GBytes *body, GError **error)
{
  static const McpJsonLimits limits = { MCP_AUTH_DOCUMENT_MAX_BYTES, MCP_AUTH_DOCUMENT_MAX_DEPTH };
  g_autoptr (McpAuthDocument) self = g_atomic_rc_box_new0 (McpAuthDocument);
  g_autoptr (GError) problem = NULL;

  self->url = g_strdup (url);
  self->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->lists = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_strfreev);
  self->json = mcp_json_document_parse (body, &limits, NULL, &problem);
  if (self->json == NULL)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                               "The document is no JSON that can be read: %s.",
                                               problem->message));
      return NULL;
    }
  McpJsonKind kind = mcp_json_value_get_kind (mcp_json_document_get_root (self->json));
  if (kind != MCP_JSON_OBJECT)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                               "The document is no JSON object, but %s.",
                                               mcp_json_kind_get_name (kind)));
      return NULL;
    }
  read_members (self);
  return g_steal_pointer (&self);
}

McpAuthDocument *
mcp_auth_document_ref (McpAuthDocument *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
mcp_auth_document_unref (McpAuthDocument *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)document_clear);
}

MCP_DEFINE_PLAIN_GETTER (const char *, McpAuthDocument, mcp_auth_document, url)

McpJsonValue
mcp_auth_document_get_root (McpAuthDocument *self)
{
  return mcp_json_document_get_root (self->json);
}

const char *
mcp_auth_document_get (McpAuthDocument *self, const char *name)
{
  return g_hash_table_lookup (self->texts, name);
}

const char *const *
mcp_auth_document_get_list (McpAuthDocument *self, const char *name)
{
  static const char *const none[] = { NULL };
  const char *const       *list = g_hash_table_lookup (self->lists, name);

  return list != NULL ? list : none;
}

gboolean
mcp_auth_document_has_list (McpAuthDocument *self, const char *name)
{
  return g_hash_table_contains (self->lists, name);
}

gboolean
mcp_auth_document_lists (McpAuthDocument *self, const char *name, const char *text)
{
  return g_strv_contains (mcp_auth_document_get_list (self, name), text);
}

gboolean
mcp_auth_document_is (McpAuthDocument *self, const char *name)
{
  McpJsonValue member = mcp_json_value_get_member (mcp_auth_document_get_root (self), name);

  return mcp_json_value_get_boolean (member, FALSE) ||
         mcp_json_value_string_equals (member, "true");
}

/* Where they are looked for */

/* An identifier, taken apart where it stands. */
typedef struct
{
  char *origin; /* without user information */
  char *path;   /* "" or from its "/" on */
  char *query;  /* "" or from its "?" on; no fragment */
} Parts;

static void
parts_clear (Parts *parts)
{
  g_clear_pointer (&parts->origin, g_free);
  g_clear_pointer (&parts->path, g_free);
  g_clear_pointer (&parts->query, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parts, parts_clear)

static gboolean
take_apart (const char *url, Parts *parts)
{
  const char *path = mcp_auth_address_find_path (url);

  if (path == NULL)
    return FALSE;
  const char *query = path + strcspn (path, "?#");
  parts->origin = mcp_auth_address_dup_origin (url);
  parts->path = g_strndup (path, query - path);
  parts->query = g_strndup (query, strcspn (query, "#"));
  return TRUE;
}

static void
drop_last_slash (char *path)
{
  gsize length = strlen (path);

  if (length > 0 && path[length - 1] == '/')
    path[length - 1] = '\0';
}

/* @urls: (element-type utf8) (transfer full): nothing is asked twice */
static void
add_url (GPtrArray *urls, const Parts *parts, const char *well_known, const char *rest)
{
  char *url = g_strconcat (parts->origin, well_known, rest, NULL);

  if (g_ptr_array_find_with_equal_func (urls, url, g_str_equal, NULL))
    g_free (url);
  else
    g_ptr_array_add (urls, url);
}

static GStrv
finish_urls (GPtrArray *urls)
{
  g_ptr_array_add (urls, NULL);
  return (GStrv)g_ptr_array_free (urls, FALSE);
}

GStrv
mcp_auth_document_dup_resource_urls (const char *url)
{
  GPtrArray *urls = g_ptr_array_new ();
  g_auto (Parts) parts = { 0 };
  g_autofree char *exact = NULL;

  if (take_apart (url, &parts))
    {
      exact = g_strconcat (g_str_equal (parts.path, "/") ? "" : parts.path, parts.query, NULL);
      add_url (urls, &parts, RESOURCE_PATH, exact);
      /* Many servers know their path without what a person put behind it. */
      drop_last_slash (parts.path);
      add_url (urls, &parts, RESOURCE_PATH, parts.path);
      add_url (urls, &parts, RESOURCE_PATH, "");
    }
  return finish_urls (urls);
}

GStrv
mcp_auth_document_dup_server_urls (const char *issuer)
{
  g_auto (Parts) parts = { 0 };

  if (!take_apart (issuer, &parts))
    return NULL;
  GPtrArray *urls = g_ptr_array_new ();
  drop_last_slash (parts.path);
  add_url (urls, &parts, SERVER_PATH, parts.path);
  add_url (urls, &parts, OPENID_PATH, parts.path);
  add_url (urls, &parts, parts.path, OPENID_PATH);
  return finish_urls (urls);
}

/* What must fit */

static gboolean
differs_by_slash (const char *one, const char *other)
{
  gsize length = strlen (one);

  return strlen (other) == length + 1 && other[length] == '/' &&
         strncmp (one, other, length) == 0;
}

/* What climbs lies somewhere else than its text says, also where the dots are escaped. */
static gboolean
has_dot_segments (const char *path)
{
  g_auto (GStrv) segments = g_strsplit (path, "/", -1);

  for (guint i = 0; segments[i] != NULL; i++)
    {
      g_autofree char *plain = g_uri_unescape_string (segments[i], NULL);

      if (plain != NULL && (g_str_equal (plain, ".") || g_str_equal (plain, "..")))
        return TRUE;
    }
  return FALSE;
}

/* Paths are compared as they were written. A resource without a query contains those with one. */
static gboolean
contains (const Parts *outer, const Parts *inner)
{
  g_autofree char *path = g_strdup (outer->path);

  drop_last_slash (path);
  if (!g_str_has_prefix (inner->path, path) || has_dot_segments (path) ||
      has_dot_segments (inner->path))
    return FALSE;
  const char *rest = inner->path + strlen (path);
  if (*rest != '\0' && *rest != '/')
    return FALSE;
  if (*outer->query == '\0')
    return TRUE;
  return g_str_equal (outer->query, inner->query) && (*rest == '\0' || g_str_equal (rest, "/"));
}

McpAuthMatch
mcp_auth_document_match_resource (const char *resource, const char *url)
{
  g_auto (Parts) outer = { 0 };
  g_auto (Parts) inner = { 0 };

  if (g_str_equal (resource, url))
    return MCP_AUTH_MATCH_SAME;
  if (differs_by_slash (resource, url) || differs_by_slash (url, resource))
    return MCP_AUTH_MATCH_SLASH;
  if (strchr (resource, '#') != NULL || !mcp_auth_address_is_same_origin (resource, url) ||
      !take_apart (resource, &outer) || !take_apart (url, &inner))
    return MCP_AUTH_MATCH_NONE;
  return contains (&outer, &inner) ? MCP_AUTH_MATCH_PREFIX : MCP_AUTH_MATCH_NONE;
}

gsize
mcp_auth_document_find_difference (const char *one, const char *other)
{
  gsize i = 0;

  while (one[i] != '\0' && one[i] == other[i])
    i++;
  return i;
}
