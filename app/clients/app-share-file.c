/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Entries and whole files for other applications. */

#include "app-share-server.h"

#include "store-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* For applications without variables: what stands in the place of each secret. The entry would
 * encode that of a user and a password. Returns: (transfer full) */
static GHashTable *
dup_placeholders (AppShareServer *server)
{
  GHashTable *secrets = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_auto (GStrv) references = store_profile_dup_secret_references (server->profile);

  for (guint i = 0; references[i] != NULL; i++)
    {
      g_autofree char *name = app_share_dup_variable (strrchr (references[i], '/') + 1);

      if (!g_str_has_suffix (references[i], "/authorization/password"))
        g_hash_table_insert (secrets, g_strdup (references[i]), g_strconcat ("YOUR_", name, NULL));
    }
  return secrets;
}

/* What the entry says of secrets is about real ones. */
static gboolean
is_about_secret (const StoreNote *note)
{
  return note->kind == STORE_NOTE_ATTENTION && note->field != NULL &&
         (g_str_has_prefix (note->field, "env/") || g_str_has_prefix (note->field, "headers/") ||
          g_str_equal (note->field, "authorization/token"));
}

char *
app_share_dup_snippet (AppShareServer *server, const char *client, GError **error)
{
  const StoreClientFormat *format = store_client_format_find (client);
  StoreClientEntryOptions  options = { .name = server->name, .hides_plain_secrets = TRUE };
  g_autoptr (StoreClientEntry) entry = NULL;
  g_autoptr (GHashTable) secrets = NULL;

  if (format == NULL)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND,
                   /* Translators: %s is an id such as "cursor" */
                   _ ("There is no application “%s”"), client);
      return NULL;
    }
  if (format->variables == 0 && format->members.environment_names == NULL)
    {
      secrets = dup_placeholders (server);
      options.secrets = secrets;
    }
  entry = store_client_entry_new (format, server->profile, &options, error);
  if (entry == NULL)
    return NULL;
  GPtrArray *notes = store_client_entry_get_notes (entry);
  for (guint i = 0; i < notes->len; i++)
    {
      StoreNote *note = notes->pdata[i];

      if (secrets == NULL || !is_about_secret (note))
        app_share_note (server, note->kind, note->field, "%s", note->text);
    }
  if (secrets != NULL && app_share_has_secrets (server))
    app_share_note (server, STORE_NOTE_ATTENTION, NULL,
                    /* Translators: %s is the name of an application */
                    _ ("%s has no variables: whoever takes this over puts the secrets in place of "
                       "what begins with YOUR_."),
                    format->name);
  return store_client_entry_dup_snippet (entry);
}

/* A plugin's mcp.json (Agent Plugins 1.0): closed shapes, and no variables of the environment. */
static char *
dup_plugin (AppShareServer *server)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'$schema': %s, 'mcpServers': {%s: {'type': %s",
                       "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json", server->name,
                       server->transport == STORE_TRANSPORT_HTTP ? "streamable-http"
                                                                 : app_share_get_type (server));
  app_share_write_members (server, writer, APP_SHARE_PLACEHOLDER);
  if (server->folder != NULL)
    mcp_json_writer_member_string (writer, "cwd", server->folder);
  mcp_json_writer_add (writer, "}}}");
  app_share_note_secrets (
      server, TRUE,
      _ ("Whoever installs the plugin puts the secret in place of %s: such files "
         "have no variables for it."));
  return mcp_json_writer_finish_pretty (writer, 2);
}

char *
app_share_dup_file (AppShareServer *server, const char *id, GError **error)
{
  if (g_str_equal (id, "plugin-json"))
    return dup_plugin (server);
  return app_share_dup_snippet (server, "claude-code", error);
}
