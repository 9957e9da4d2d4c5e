/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Links that a browser or the desktop hands to an application, which then asks whether to install
 * the server. Shapes: the applications' own documentation, each with its way of packing JSON. */

#include "app-share-server.h"

#include "store-client-link.h"
#include "store-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Browsers and desktops cut longer ones off, or refuse them. */
#define MAX_LINK 2000u

static char *
encode (const char *text)
{
  return g_uri_escape_string (text, NULL, FALSE);
}

static AppShareStyle
get_style (const StoreClientLink *link)
{
  return link->variables == STORE_VARIABLE_INPUT ? APP_SHARE_INPUT
         : link->variables == STORE_VARIABLE_ENV ? APP_SHARE_ENV
                                                 : APP_SHARE_PLACEHOLDER;
}

/* The inner object. Returns: (transfer full): compact JSON */
static char *
dup_object (AppShareServer *server, const StoreClientLink *link)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  gboolean whole = link->packing == STORE_LINK_OBJECT;

  mcp_json_writer_begin_object (writer);
  if (whole)
    mcp_json_writer_member_string (writer, "name", server->name);
  /* A program is known by its command; of addresses VS Code wants to know the kind. */
  if (whole || (link->packing == STORE_LINK_PLAIN && server->transport != STORE_TRANSPORT_STDIO))
    mcp_json_writer_member_string (writer, "type", app_share_get_type (server));
  app_share_write_members (server, writer, get_style (link));
  if (whole && get_style (link) == APP_SHARE_INPUT && app_share_has_secrets (server))
    {
      mcp_json_writer_name (writer, "inputs");
      app_share_write_inputs (server, writer);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

static char *
dup_with_config (AppShareServer *server, const StoreClientLink *link)
{
  g_autofree char *name = encode (server->name);
  g_autofree char *object = dup_object (server, link);
  g_autofree char *packed =
      link->packing == STORE_LINK_BASE64
          ? g_base64_encode ((const guchar *)object, strlen (object))
          : g_strdup (object);
  g_autofree char *config = encode (packed);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *inputs = NULL;
  g_autofree char *encoded = NULL;

  if (link->packing == STORE_LINK_PLAIN && get_style (link) == APP_SHARE_INPUT &&
      app_share_write_inputs (server, writer))
    {
      inputs = mcp_json_writer_finish_text (writer);
      encoded = encode (inputs);
    }
  return g_strconcat (link->begin, "?name=", name, "&config=", config,
                      encoded != NULL ? "&inputs=" : "", encoded != NULL ? encoded : "",
                      link->end, NULL);
}

/* Goose */

static void
add_parameter (GString *text, const char *name, const char *value)
{
  g_autofree char *encoded = encode (value);

  g_string_append_printf (text, "%c%s=%s", strchr (text->str, '?') != NULL ? '&' : '?', name,
                          encoded);
}

static void
add_pairs (GString *text, const char *parameter, GPtrArray *values)
{
  for (guint i = 0; i < values->len; i++)
    {
      AppShareValue   *value = values->pdata[i];
      g_autofree char *shown = app_share_value_dup (value, APP_SHARE_PLACEHOLDER);
      g_autofree char *pair = g_strconcat (value->name, "=", shown, NULL);

      add_parameter (text, parameter, pair);
    }
}

/* As Goose makes the key of an extension. */
static char *
dup_goose_id (const char *name)
{
  GString *id = g_string_new (NULL);

  for (const char *at = name; *at != '\0'; at++)
    if (g_ascii_isalnum (*at) || *at == '-' || *at == '_')
      g_string_append_c (id, g_ascii_tolower (*at));
    else if (*at != ' ')
      g_string_append_c (id, '_');
  return g_string_free (id, FALSE);
}

static gboolean
check_goose (AppShareServer *server, GError **error)
{
  static const char *const allowed[] = { "jbang", "npx", "uvx", "goosed", "docker", NULL };

  if (server->transport == STORE_TRANSPORT_SSE)
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED,
                           _ ("Goose cannot use servers over HTTP+SSE"));
      return FALSE;
    }
  if (server->transport != STORE_TRANSPORT_STDIO || g_strv_contains (allowed, server->command))
    return TRUE;
  g_set_error (
      error, STORE_ERROR, STORE_ERROR_UNSUPPORTED,
      /* Translators: %s is a command */
      _ ("A link for Goose may only start npx, uvx, jbang, docker or goosed, and not “%s”"),
      server->command);
  return FALSE;
}

static char *
dup_goose (AppShareServer *server, const StoreClientLink *link, GError **error)
{
  g_autofree char *id = dup_goose_id (server->name);

  if (!check_goose (server, error))
    return NULL;
  GString *text = g_string_new (link->begin);
  if (server->transport == STORE_TRANSPORT_STDIO)
    {
      add_parameter (text, "cmd", server->command);
      for (guint i = 0; server->arguments[i] != NULL; i++)
        add_parameter (text, "arg", server->arguments[i]);
    }
  else
    {
      add_parameter (text, "url", server->url);
      add_parameter (text, "type", "streamable_http");
    }
  add_parameter (text, "id", id);
  add_parameter (text, "name", server->name);
  add_parameter (text, "description", server->name);
  add_pairs (text, "env", server->environment);
  add_pairs (text, "header", server->headers);
  return g_string_free (text, FALSE);
}

static void
add_notes (AppShareServer *server, const StoreClientLink *link, const char *text)
{
  if (get_style (link) == APP_SHARE_INPUT)
    app_share_note_secrets (server, FALSE, _ ("It asks for %s when it starts the server."));
  else if (get_style (link) == APP_SHARE_ENV)
    app_share_note_secrets (server, FALSE,
                            _ ("The environment variable %s must be set where it is started."));
  else
    app_share_note_secrets (server, TRUE,
                            _ ("Whoever installs it puts the secret in place of %s."));
  app_share_note_folder (server, link->application);
  if (strlen (text) > MAX_LINK)
    app_share_note (server, STORE_NOTE_ATTENTION, NULL,
                    _ ("The link has %u characters; browsers and chats may cut it off."),
                    (guint)strlen (text));
}

char *
app_share_dup_link (AppShareServer *server, const char *id, GError **error)
{
  const StoreClientLink *link = store_client_link_get_all ();
  g_autofree char       *text = NULL;

  while (g_strcmp0 (link->id, id) != 0)
    link++;
  if (link->only_programs && server->transport != STORE_TRANSPORT_STDIO)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED,
                   /* Translators: %s is the name of an application */
                   _ ("A link for %s can only start a program, and this server has an address"),
                   link->application);
      return NULL;
    }
  if (link->packing == STORE_LINK_QUERY)
    text = dup_goose (server, link, error);
  else if (link->packing == STORE_LINK_OBJECT)
    {
      g_autofree char *object = dup_object (server, link);
      g_autofree char *encoded = encode (object);

      text = g_strconcat (link->begin, "?", encoded, NULL);
    }
  else
    text = dup_with_config (server, link);
  if (text != NULL)
    add_notes (server, link, text);
  return g_steal_pointer (&text);
}
