/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-roots.h"

#include "mcp-error.h"
#include "mcp-object.h"

struct _McpRoots
{
  GObject    parent_instance;
  GPtrArray *roots; /* Root */
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (McpRoots, mcp_roots, G_TYPE_OBJECT)

typedef struct
{
  char *uri;
  char *name; /* (nullable) */
} Root;

static void
root_free (Root *root)
{
  g_free (root->uri);
  g_free (root->name);
  g_free (root);
}

MCP_DEFINE_FINALIZE (McpRoots, mcp_roots)
{
  g_ptr_array_unref (self->roots);
}

static void
mcp_roots_class_init (McpRootsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_roots_finalize;

  changed_signal = mcp_signal_new (klass, "changed", 0);
}

static void
mcp_roots_init (McpRoots *self)
{
  self->roots = g_ptr_array_new_with_free_func ((GDestroyNotify)root_free);
}

McpRoots *
mcp_roots_new (void)
{
  return g_object_new (MCP_TYPE_ROOTS, NULL);
}

guint
mcp_roots_get_size (McpRoots *self)
{
  return self->roots->len;
}

const char *
mcp_roots_get_uri (McpRoots *self, guint index)
{
  return ((Root *)g_ptr_array_index (self->roots, index))->uri;
}

static const char *
get_name (McpRoots *self, guint index)
{
  return ((Root *)g_ptr_array_index (self->roots, index))->name;
}

static gboolean
roots_find (McpRoots *self, const char *uri, guint *index)
{
  for (guint i = 0; i < self->roots->len; i++)
    if (g_str_equal (mcp_roots_get_uri (self, i), uri))
      {
        *index = i;
        return TRUE;
      }
  return FALSE;
}

gboolean
mcp_roots_add (McpRoots *self, const char *uri, const char *name, GError **error)
{
  g_autofree char *path = g_filename_from_uri (uri, NULL, NULL);
  Root            *root;
  guint            index;

  g_return_val_if_fail (MCP_IS_ROOTS (self), FALSE);

  if (path == NULL)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                               "A root must be a file: URI, not “%.200s”.", uri));
      return FALSE;
    }
  if (roots_find (self, uri, &index))
    {
      root = g_ptr_array_index (self->roots, index);
      if (g_strcmp0 (root->name, name) == 0)
        return TRUE;
      g_free (root->name);
    }
  else if (self->roots->len >= MCP_ROOTS_MAX)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                               "There can be no more than %d roots.",
                                               MCP_ROOTS_MAX));
      return FALSE;
    }
  else
    {
      root = g_new0 (Root, 1);
      root->uri = g_strdup (uri);
      g_ptr_array_add (self->roots, root);
    }
  root->name = g_strdup (name);
  g_signal_emit (self, changed_signal, 0);
  return TRUE;
}

gboolean
mcp_roots_remove (McpRoots *self, const char *uri)
{
  guint index;

  g_return_val_if_fail (MCP_IS_ROOTS (self), FALSE);

  if (!roots_find (self, uri, &index))
    return FALSE;
  g_ptr_array_remove_index (self->roots, index);
  g_signal_emit (self, changed_signal, 0);
  return TRUE;
}

GBytes *
mcp_roots_write (McpRoots *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  g_return_val_if_fail (MCP_IS_ROOTS (self), NULL);

  mcp_json_writer_add (writer, "{'roots': [");
  for (guint i = 0; i < self->roots->len; i++)
    mcp_json_writer_add (writer, "{'uri': %s, 'name': ?%s}", mcp_roots_get_uri (self, i),
                         get_name (self, i));
  mcp_json_writer_add (writer, "]}");
  return mcp_json_writer_finish (writer);
}
