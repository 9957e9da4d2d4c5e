/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-listing.h"

/* No server that is used by people has more; a list without end is an attack or an accident. */
#define MAX_PAGES 1000
#define MAX_ITEMS 100000

McpListing *
mcp_listing_new (McpDefinitionKind kind)
{
  McpListing *self = g_atomic_rc_box_new0 (McpListing);

  self->kind = kind;
  self->definitions = g_ptr_array_new_with_free_func (g_object_unref);
  self->keys = g_hash_table_new (g_str_hash, g_str_equal);
  self->cursors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

McpListing *
mcp_listing_ref (McpListing *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
listing_clear (McpListing *self)
{
  g_hash_table_unref (self->keys);
  g_hash_table_unref (self->cursors);
  g_free (self->next_cursor);
  g_ptr_array_unref (self->definitions);
  g_clear_pointer (&self->refusal, mcp_response_unref);
  g_clear_pointer (&self->first, mcp_response_unref);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
}

void
mcp_listing_unref (McpListing *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)listing_clear);
}

static void
listing_add_entry (McpListing *self, McpJsonValue value)
{
  McpDefinition *definition = mcp_definition_new (self->kind, value);
  const char    *key = mcp_definition_get_key (definition);

  if (*key != '\0' && !g_hash_table_add (self->keys, (gpointer)key))
    mcp_finding_add (mcp_definition_edit_findings (definition), MCP_FINDING_ERROR, "key-twice",
                     NULL, "The list has “%.200s” more than once.", key);
  g_ptr_array_add (self->definitions, definition);
}

static void
listing_add_entries (McpListing *self, McpJsonValue entries)
{
  const char *member = mcp_definition_kind_get_member (self->kind);
  McpJsonKind kind = mcp_json_value_get_kind (entries);

  if (kind != MCP_JSON_ARRAY)
    {
      if (kind == MCP_JSON_NONE)
        mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "list-not-array", NULL,
                         "Page %u: “%s” is missing; expected an array.", self->n_pages, member);
      else
        mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "list-not-array", NULL,
                         "Page %u: “%s” has the type %s; expected array.", self->n_pages, member,
                         mcp_json_kind_get_name (kind));
      return;
    }

  for (McpJsonWalk each = mcp_json_walk (entries); mcp_json_walk_next (&each);)
    {
      if (self->definitions->len == MAX_ITEMS)
        {
          self->flags |= MCP_LISTING_TOO_MANY_ITEMS;
          mcp_finding_add (&self->findings, MCP_FINDING_WARNING, "list-long", NULL,
                           "The list has more than %d entries; the rest was left out.", MAX_ITEMS);
          return;
        }
      listing_add_entry (self, each.value);
    }
}

/** Returns: (transfer full) (nullable): the cursor of the next page, as JSON text */
static char *
listing_read_cursor (McpListing *self, McpJsonValue value)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  /* An empty string is a cursor; only a missing one ends the list. */
  if (kind == MCP_JSON_NONE || kind == MCP_JSON_NULL)
    return NULL;
  if (kind != MCP_JSON_STRING)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "cursor-not-string", NULL,
                     "Page %u: nextCursor has the type %s; expected string.", self->n_pages,
                     mcp_json_kind_get_name (kind));
  if ((self->flags & MCP_LISTING_TOO_MANY_ITEMS) != 0)
    return NULL;
  if (self->n_pages == MAX_PAGES)
    {
      self->flags |= MCP_LISTING_TOO_MANY_PAGES;
      mcp_finding_add (&self->findings, MCP_FINDING_WARNING, "pages-many", NULL,
                       "The list has more than %d pages; the rest was left out.", MAX_PAGES);
      return NULL;
    }

  g_autofree char *cursor = mcp_json_value_dup_text (value);
  if (!g_hash_table_add (self->cursors, g_strdup (cursor)))
    {
      self->flags |= MCP_LISTING_CURSOR_LOOPED;
      mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "cursor-looped", NULL,
                       "Page %u has the cursor of an earlier page; the list would never end.",
                       self->n_pages);
      return NULL;
    }
  return g_steal_pointer (&cursor);
}

gboolean
mcp_listing_add_page (McpListing *self, McpResponse *response)
{
  McpJsonValue result = mcp_response_get_result (response);
  McpMessage  *message = mcp_response_get_message (response);
  McpFreshness freshness;

  g_clear_pointer (&self->next_cursor, g_free);
  self->n_pages++;
  if (self->n_pages == 1)
    self->first = mcp_response_ref (response);
  if (mcp_response_is_error (response))
    {
      const char *text = mcp_message_get_error_message (message);

      self->flags |= MCP_LISTING_PAGE_REFUSED;
      self->refusal = mcp_response_ref (response);
      mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "page-refused", NULL,
                       "The server answered %s (page %u) with the error %" G_GINT64_FORMAT ": %s",
                       mcp_definition_kind_get_list_method (self->kind), self->n_pages,
                       mcp_message_get_error_code (message), text != NULL ? text : "");
      return FALSE;
    }

  self->has_freshness |= mcp_freshness_read (&freshness, response);
  if (self->n_pages == 1)
    self->freshness = freshness;
  else
    mcp_freshness_merge (&self->freshness, &freshness);
  listing_add_entries (
      self, mcp_json_value_get_member (result, mcp_definition_kind_get_member (self->kind)));
  self->next_cursor =
      listing_read_cursor (self, mcp_json_value_get_member (result, "nextCursor"));
  return self->next_cursor != NULL;
}

McpResponse *
mcp_listing_get_only_response (const McpListing *self)
{
  return self->n_pages == 1 && self->refusal == NULL ? self->first : NULL;
}

gboolean
mcp_listing_failed_by (const McpFinding *finding)
{
  const char *code = mcp_finding_get_code (finding);

  return g_str_equal (code, "page-refused") || g_str_equal (code, "list-not-array");
}

gboolean
mcp_listing_was_cut_by (const McpFinding *finding, McpError *code)
{
  const char *name = mcp_finding_get_code (finding);
  gboolean    looped = g_str_equal (name, "cursor-looped");

  *code = looped ? MCP_ERROR_INVALID_MESSAGE : MCP_ERROR_INCOMPLETE;
  return looped || g_str_equal (name, "list-long") || g_str_equal (name, "pages-many");
}
