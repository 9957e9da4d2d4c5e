/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Entries and whole files for other applications. */

#include "app-share-server.h"

#include "store-error.h"

#include <glib/gi18n-lib.h>

char *
app_share_dup_snippet (AppShareServer *server, const char *client, GError **error)
{
  const StoreClientFormat *format = store_client_format_find (client);
  StoreClientEntryOptions  options = { .name = server->name, .hides_plain_secrets = TRUE };
  g_autoptr (StoreClientEntry) entry = NULL;
  GPtrArray *notes;

  if (format == NULL)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND,
                   /* Translators: %s is an id such as "cursor" */
                   _ ("There is no application “%s”"), client);
      return NULL;
    }
  entry = store_client_entry_new (format, server->profile, &options, error);
  if (entry == NULL)
    return NULL;
  notes = store_client_entry_get_notes (entry);
  for (guint i = 0; i < notes->len; i++)
    {
      StoreNote *note = notes->pdata[i];

      app_share_note (server, note->kind, note->field, "%s", note->text);
    }
  return store_client_entry_dup_snippet (entry);
}

/* A plugin's mcp.json (Agent Plugins 1.0): closed shapes, and no variables of the environment. */
static char *
dup_plugin (AppShareServer *server)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char *compact = NULL;

  mcp_json_writer_add (writer, "{'$schema': %s, 'mcpServers': {%s: {'type': %s",
                       "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json", server->name,
                       server->transport == STORE_TRANSPORT_STDIO  ? "stdio"
                       : server->transport == STORE_TRANSPORT_HTTP ? "streamable-http"
                                                                   : "sse");
  app_share_write_members (server, writer, APP_SHARE_PLACEHOLDER);
  if (server->folder != NULL)
    mcp_json_writer_member_string (writer, "cwd", server->folder);
  mcp_json_writer_add (writer, "}}}");
  compact = mcp_json_writer_finish_text (writer);
  document = mcp_json_document_parse_text (compact, -1, NULL);
  app_share_note_secrets (
      server, TRUE,
      _ ("Whoever installs the plugin puts the secret in place of %s: such files "
         "have no variables for it."));
  return mcp_json_value_print_pretty (mcp_json_document_get_root (document), 2);
}

char *
app_share_dup_file (AppShareServer *server, const char *id, GError **error)
{
  if (g_str_equal (id, "plugin-json"))
    return dup_plugin (server);
  return app_share_dup_snippet (server, "claude-code", error);
}
