/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-approved-tools.h"

#include <glib/gi18n-lib.h>

#include "app-approvals.h"
#include "app-catalogue.h"
#include "app-change-list.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "store-approved-tools.h"

#define MAX_NAMES 3u
#define MAX_NAME 60

typedef struct
{
  StoreMemory *memory;
  GHashTable  *tools; /* name → McpTool */
} Server;

struct _AppApprovedTools
{
  gatomicrefcount   ref_count;
  StoreProfileList *book;    /* (nullable) */
  GHashTable       *servers; /* AppSession → Server */
  guint             n_items;
  guint             n_unknown; /* nothing was kept of them */
  GPtrArray        *too_long;  /* utf8: names, as they are shown; not all of them */
  guint             n_too_long;
};

/* What a model is told of a tool. */
static const char *const members[] = { "description", "inputSchema" };

static void
server_free (gpointer data)
{
  Server *self = data;

  g_object_unref (self->memory);
  g_hash_table_unref (self->tools);
  g_free (self);
}

AppApprovedTools *
app_approved_tools_new (StoreProfileList *book)
{
  AppApprovedTools *self = g_new0 (AppApprovedTools, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->book = book != NULL ? g_object_ref (book) : NULL;
  self->servers = g_hash_table_new_full (NULL, NULL, g_object_unref, server_free);
  self->too_long = g_ptr_array_new_with_free_func (g_free);
  return self;
}

AppApprovedTools *
app_approved_tools_ref (AppApprovedTools *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
app_approved_tools_unref (AppApprovedTools *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_object (&self->book);
  g_hash_table_unref (self->servers);
  g_ptr_array_unref (self->too_long);
  g_free (self);
}

static gboolean
is_member (McpJsonValue name)
{
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (mcp_json_value_string_equals (name, members[i]))
      return TRUE;
  return FALSE;
}

static gboolean
says_same (McpJsonValue now, McpJsonValue approved)
{
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      McpJsonValue one = mcp_json_value_get_member (now, members[i]);
      McpJsonValue other = mcp_json_value_get_member (approved, members[i]);

      if (mcp_json_value_exists (one) != mcp_json_value_exists (other) ||
          (mcp_json_value_exists (one) && !mcp_json_value_equal (one, other)))
        return FALSE;
    }
  return TRUE;
}

/* Returns: (transfer full): the tool, with what was approved in its place */
static McpTool *
create_tool (McpJsonValue now, McpJsonValue approved)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (now); mcp_json_walk_next (&each);)
    if (!is_member (each.name))
      {
        mcp_json_writer_name_value (writer, each.name);
        mcp_json_writer_value (writer, each.value);
      }
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    mcp_json_writer_member_value (writer, members[i],
                                  mcp_json_value_get_member (approved, members[i]));
  mcp_json_writer_end_object (writer);
  g_autofree char *text = mcp_json_writer_finish_text (writer);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  return document != NULL ? MCP_TOOL (mcp_definition_new (MCP_DEFINITION_TOOL,
                                                          mcp_json_document_get_root (document)))
                          : NULL;
}

/* Returns: (transfer full): what the tools of the session said */
static StoreMemory *
open_memory (AppApprovedTools *self, AppSession *session)
{
  if (self->book != NULL && app_session_get_book (session) == NULL)
    return store_profile_list_open_memory (
        self->book, store_profile_get_id (app_session_get_profile (session)),
        STORE_MEMORY_APPROVED);
  return g_object_ref (app_approvals_get_approved_tools (
      app_session_get_feature (session, APP_TYPE_APPROVALS)));
}

static Server *
find_server (AppApprovedTools *self, AppSession *session)
{
  Server *server = g_hash_table_lookup (self->servers, session);

  if (server == NULL)
    {
      server = g_new0 (Server, 1);
      server->memory = open_memory (self, session);
      server->tools = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
      g_hash_table_insert (self->servers, g_object_ref (session), server);
    }
  return server;
}

static void
add_too_long (AppApprovedTools *self, const char *name)
{
  self->n_too_long++;
  if (self->too_long->len < MAX_NAMES)
    g_ptr_array_add (self->too_long, app_visible_text_line (name, MAX_NAME));
}

/* @approved: an object. Returns: (transfer full) (nullable): %NULL where it tells a model the
 * same */
static McpTool *
create_other_tool (McpTool *tool, McpJsonValue approved)
{
  McpJsonValue now = mcp_definition_get_value (MCP_DEFINITION (tool));

  return says_same (now, approved) ? NULL : create_tool (now, approved);
}

void
app_approved_tools_add (AppApprovedTools *self, AppSession *session, const char *name)
{
  Server  *server = find_server (self, session);
  McpTool *tool =
      app_catalogue_find_tool (app_session_get_feature (session, APP_TYPE_CATALOGUE), name);
  McpTool         *approved = NULL;
  g_autofree char *now = tool != NULL ? app_change_notice_dup_tool_text (tool) : NULL;

  if (now == NULL || store_approved_tools_matches (server->memory, name, now))
    return;
  if (store_memory_get (server->memory, name) == NULL)
    {
      self->n_unknown++;
      return;
    }
  g_autoptr (McpJsonDocument) document = store_memory_read (server->memory, name);
  if (document == NULL ||
      mcp_json_value_get_kind (mcp_json_document_get_root (document)) != MCP_JSON_OBJECT)
    add_too_long (self, name);
  else
    approved = create_other_tool (tool, mcp_json_document_get_root (document));
  if (approved != NULL && g_hash_table_insert (server->tools, g_strdup (name), approved))
    self->n_items++;
}

McpTool *
app_approved_tools_find (AppApprovedTools *self, AppSession *session, const char *name)
{
  const Server *server = g_hash_table_lookup (self->servers, session);

  return server != NULL ? g_hash_table_lookup (server->tools, name) : NULL;
}

MCP_DEFINE_PLAIN_GETTER (guint, AppApprovedTools, app_approved_tools, n_items)

static void
add_sentence (GString *text, const char *sentence)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", sentence);
}

static void
add_count (GString *text, const char *format, guint n)
{
  g_autofree char *number = n > 0 ? g_strdup_printf ("%'u", n) : NULL;
  g_autoptr (GString) sentence = g_string_new (format);

  if (number == NULL)
    return;
  g_string_replace (sentence, "%s", number, 1);
  add_sentence (text, sentence->str);
}

static void
tell_too_long (AppApprovedTools *self, GString *text)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GString) sentence = NULL;

  if (self->n_too_long == 0)
    return;
  for (guint i = 0; i < self->too_long->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            (const char *)self->too_long->pdata[i]);
  if (self->n_too_long > self->too_long->len)
    g_string_append (names, ", …");
  /* Translators: %s is the name of a tool, or several names */
  sentence = g_string_new (
      ngettext ("The approved text of this tool was too long to be kept, so it stays as it is: %s.",
                "The approved texts of these tools were too long to be kept, so they stay as they "
                "are: %s.",
                self->n_too_long));
  g_string_replace (sentence, "%s", names->str, 1);
  add_sentence (text, sentence->str);
}

char *
app_approved_tools_dup_text (AppApprovedTools *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  /* Translators: %s is a number, as below */
  add_count (text,
             ngettext ("%s tool was different when you approved it.",
                       "%s tools were different when you approved them.", self->n_items),
             self->n_items);
  add_count (text,
             ngettext ("%s tool has no approved text and stays as it is.",
                       "%s tools have no approved text and stay as they are.", self->n_unknown),
             self->n_unknown);
  tell_too_long (self, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
