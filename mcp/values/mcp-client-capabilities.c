/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-client-capabilities.h"

#include "mcp-json-writer.h"

/* What an error names of the capabilities that a server misses. */
#define MAX_MISSING 16

#define ANY_TASKS                                                                     \
  (MCP_CLIENT_TASKS_SAMPLING | MCP_CLIENT_TASKS_ELICITATION | MCP_CLIENT_TASKS_LIST | \
   MCP_CLIENT_TASKS_CANCEL)

struct _McpClientCapabilities
{
  McpClientCapabilityFlags flags;
  GPtrArray               *names;    /* of extensions, in the order in which they were declared */
  GHashTable              *settings; /* name → JSON text */
};

G_DEFINE_BOXED_TYPE (McpClientCapabilities,
                     mcp_client_capabilities,
                     mcp_client_capabilities_copy,
                     mcp_client_capabilities_free)

static void
set_flags (McpClientCapabilities *self, McpClientCapabilityFlags flags)
{
  if (flags & MCP_CLIENT_ROOTS_LIST_CHANGED)
    flags |= MCP_CLIENT_ROOTS;
  if (flags & (MCP_CLIENT_SAMPLING_TOOLS | MCP_CLIENT_SAMPLING_CONTEXT))
    flags |= MCP_CLIENT_SAMPLING;
  self->flags = flags;
}

McpClientCapabilities *
mcp_client_capabilities_new (McpClientCapabilityFlags flags)
{
  McpClientCapabilities *self = g_new0 (McpClientCapabilities, 1);

  self->names = g_ptr_array_new_with_free_func (g_free);
  self->settings = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  set_flags (self, flags);
  return self;
}

McpClientCapabilities *
mcp_client_capabilities_copy (const McpClientCapabilities *self)
{
  McpClientCapabilities *copy = mcp_client_capabilities_new (self->flags);

  for (guint i = 0; i < self->names->len; i++)
    mcp_client_capabilities_set_extension (
        copy, self->names->pdata[i], g_hash_table_lookup (self->settings, self->names->pdata[i]));
  return copy;
}

void
mcp_client_capabilities_free (McpClientCapabilities *self)
{
  g_hash_table_unref (self->settings);
  g_ptr_array_unref (self->names);
  g_free (self);
}

McpClientCapabilityFlags
mcp_client_capabilities_get_flags (const McpClientCapabilities *self)
{
  return self->flags;
}

void
mcp_client_capabilities_set_extension (McpClientCapabilities *self,
                                       const char            *name,
                                       const char            *settings)
{
  guint index;

  g_return_if_fail (name != NULL);

  if (g_ptr_array_find_with_equal_func (self->names, name, g_str_equal, &index))
    {
      g_hash_table_remove (self->settings, name);
      g_ptr_array_remove_index (self->names, index);
    }
  if (settings != NULL)
    {
      char *copy = g_strdup (name);

      g_ptr_array_add (self->names, copy);
      g_hash_table_insert (self->settings, copy, g_strdup (settings));
    }
}

gboolean
mcp_client_capabilities_has_extension (const McpClientCapabilities *self, const char *name)
{
  return g_hash_table_contains (self->settings, name);
}

gboolean
mcp_client_capabilities_answer (const McpClientCapabilities *self, const char *method)
{
  if (g_str_equal (method, "roots/list"))
    return (self->flags & MCP_CLIENT_ROOTS) != 0;
  if (g_str_equal (method, "sampling/createMessage"))
    return (self->flags & MCP_CLIENT_SAMPLING) != 0;
  if (g_str_equal (method, "elicitation/create"))
    return (self->flags & (MCP_CLIENT_ELICITATION_FORM | MCP_CLIENT_ELICITATION_URL)) != 0;
  if (g_str_equal (method, "tasks/list"))
    return (self->flags & MCP_CLIENT_TASKS_LIST) != 0;
  if (g_str_equal (method, "tasks/cancel"))
    return (self->flags & MCP_CLIENT_TASKS_CANCEL) != 0;
  if (g_str_equal (method, "tasks/get") || g_str_equal (method, "tasks/result"))
    return (self->flags & (MCP_CLIENT_TASKS_SAMPLING | MCP_CLIENT_TASKS_ELICITATION)) != 0;
  return FALSE;
}

/* Writing */

/* Returns: (nullable): the JSON text of a capability that says no more than that it is there */
static const char *
empty_if (const McpClientCapabilities *self, McpClientCapabilityFlags flag)
{
  return self->flags & flag ? "{}" : NULL;
}

static char *
write_extensions (const McpClientCapabilities *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  if (self->names->len == 0)
    return NULL;
  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < self->names->len; i++)
    {
      mcp_json_writer_name (writer, self->names->pdata[i]);
      mcp_json_writer_raw (writer, g_hash_table_lookup (self->settings, self->names->pdata[i]),
                           -1);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

static char *
write_tasks (const McpClientCapabilities *self)
{
  const char *sampling =
      self->flags & MCP_CLIENT_TASKS_SAMPLING ? "{\"createMessage\":{}}" : NULL;
  const char *elicitation =
      self->flags & MCP_CLIENT_TASKS_ELICITATION ? "{\"create\":{}}" : NULL;
  g_autofree char *requests = NULL;

  if ((self->flags & ANY_TASKS) == 0)
    return NULL;
  if (sampling != NULL || elicitation != NULL)
    requests = mcp_json_build ("{'sampling': ?%r, 'elicitation': ?%r}", sampling, elicitation);
  return mcp_json_build ("{'list': ?%r, 'cancel': ?%r, 'requests': ?%r}",
                         empty_if (self, MCP_CLIENT_TASKS_LIST),
                         empty_if (self, MCP_CLIENT_TASKS_CANCEL), requests);
}

/* @roots, @tasks: (nullable): JSON text */
static char *
write_all (const McpClientCapabilities *self, const char *roots, const char *tasks)
{
  g_autofree char *sampling = NULL;
  g_autofree char *elicitation = NULL;
  g_autofree char *extensions = write_extensions (self);

  if (self->flags & MCP_CLIENT_SAMPLING)
    sampling = mcp_json_build ("{'tools': ?%r, 'context': ?%r}",
                               empty_if (self, MCP_CLIENT_SAMPLING_TOOLS),
                               empty_if (self, MCP_CLIENT_SAMPLING_CONTEXT));
  if (self->flags & (MCP_CLIENT_ELICITATION_FORM | MCP_CLIENT_ELICITATION_URL))
    elicitation = mcp_json_build ("{'form': ?%r, 'url': ?%r}",
                                  empty_if (self, MCP_CLIENT_ELICITATION_FORM),
                                  empty_if (self, MCP_CLIENT_ELICITATION_URL));
  return mcp_json_build ("{'roots': ?%r, 'sampling': ?%r, 'elicitation': ?%r, 'extensions': ?%r, "
                         "'tasks': ?%r}",
                         roots, sampling, elicitation, extensions, tasks);
}

char *
mcp_client_capabilities_write_legacy (const McpClientCapabilities *self)
{
  g_autofree char *tasks = write_tasks (self);

  return write_all (self,
                    self->flags & MCP_CLIENT_ROOTS_LIST_CHANGED ? "{\"listChanged\":true}"
                                                                : empty_if (self, MCP_CLIENT_ROOTS),
                    tasks);
}

char *
mcp_client_capabilities_write_modern (const McpClientCapabilities *self)
{
  return write_all (self, empty_if (self, MCP_CLIENT_ROOTS), NULL);
}

/* What a server misses */

static void
add_missing (GPtrArray *missing, const char *parent, McpJsonValue name)
{
  g_autofree char *text = mcp_json_value_dup_string_prefix (name, 100, NULL);

  if (missing->len >= MAX_MISSING)
    return;
  if (parent == NULL)
    g_ptr_array_add (missing, g_steal_pointer (&text));
  else
    g_ptr_array_add (missing, g_strdup_printf ("%s.%s", parent, text));
}

/** Two levels are what capabilities have: those of a feature, and the names of extensions. */
static void
compare (GPtrArray *missing, const char *parent, McpJsonValue required, McpJsonValue declared)
{
  for (McpJsonWalk each = mcp_json_walk (required); mcp_json_walk_next (&each);)
    {
      g_autofree char *member = mcp_json_value_dup_string (each.name, NULL);
      McpJsonValue     ours = mcp_json_value_get_member (declared, member);
      gboolean         deeper = parent == NULL &&
                        mcp_json_value_get_kind (each.value) == MCP_JSON_OBJECT &&
                        mcp_json_value_get_n_items (each.value) > 0;

      if (deeper)
        compare (missing, member, each.value, ours);
      else if (!mcp_json_value_exists (ours))
        add_missing (missing, parent, each.name);
    }
}

char *
mcp_client_capabilities_find_missing (const McpClientCapabilities *self, McpJsonValue required)
{
  g_autofree char *text = mcp_client_capabilities_write_modern (self);
  g_autoptr (McpJsonDocument) declared = mcp_json_document_parse_text (text, -1, NULL);
  g_autoptr (GPtrArray) missing = g_ptr_array_new_with_free_func (g_free);

  if (mcp_json_value_get_kind (required) != MCP_JSON_OBJECT || declared == NULL)
    return NULL;
  compare (missing, NULL, required, mcp_json_document_get_root (declared));
  if (missing->len == 0)
    return NULL;
  g_ptr_array_add (missing, NULL);
  return g_strjoinv (", ", (char **)missing->pdata);
}
