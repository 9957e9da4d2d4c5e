/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Commands that add the server with the application's own program. Options that take several words
 * stand in front of one that takes none or one, so that they do not swallow the name. */

#include "app-share-server.h"

#include "store-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
add_word (GString *text, const char *word)
{
  /* What no shell reads as something else stands as it is. */
  gboolean plain = *word != '\0' &&
                   strspn (word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                 "-_./:@=,+%") == strlen (word);
  g_autofree char *quoted = plain ? g_strdup (word) : g_shell_quote (word);

  if (text->len > 0)
    g_string_append_c (text, ' ');
  g_string_append (text, quoted);
}

static void
add_program (GString *text, AppShareServer *server)
{
  add_word (text, server->command);
  for (guint i = 0; server->arguments[i] != NULL; i++)
    add_word (text, server->arguments[i]);
}

static void
add_values (GString      *text,
            const char   *option,
            GPtrArray    *values,
            const char   *separator,
            AppShareStyle style)
{
  for (guint i = 0; i < values->len; i++)
    {
      AppShareValue   *value = values->pdata[i];
      g_autofree char *shown = app_share_value_dup (value, style);
      g_autofree char *pair = g_strconcat (value->name, separator, shown, NULL);

      add_word (text, option);
      add_word (text, pair);
    }
}

/* A name that begins with a hyphen would be an option. */
static gboolean
check_name (AppShareServer *server, const char *application, const char *more, GError **error)
{
  for (const char *at = server->name; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && (strchr (more, *at) == NULL || at == server->name))
      {
        g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID,
                     /* Translators: the name of an application, a server's name */
                     _ ("%s does not take the name “%s”: use letters, digits and hyphens"),
                     application, server->name);
        return FALSE;
      }
  return TRUE;
}

static gboolean
check_transport (AppShareServer *server, const char *application, GError **error)
{
  if (server->transport != STORE_TRANSPORT_SSE)
    return TRUE;
  g_set_error (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED,
               /* Translators: %s is the name of an application */
               _ ("%s cannot use servers over HTTP+SSE"), application);
  return FALSE;
}

/* Claude Code */

#define CLAUDE "Claude Code"

static char *
dup_claude_json (AppShareServer *server, GError **error)
{
  if (!check_name (server, CLAUDE, "-_", error))
    return NULL;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "type", app_share_get_type (server));
  app_share_write_members (server, writer, APP_SHARE_BRACES);
  mcp_json_writer_end_object (writer);
  g_autofree char *object = mcp_json_writer_finish_text (writer);
  GString         *text = g_string_new ("claude mcp add-json");
  add_word (text, server->name);
  add_word (text, object);
  add_word (text, "--scope");
  add_word (text, "user");
  app_share_note_secrets (server, FALSE,
                          _ ("Claude Code reads %s from its environment; set it there."));
  app_share_note_folder (server, CLAUDE);
  return g_string_free (text, FALSE);
}

/* @words: what it begins with; @style: how it reads variables
 * @is_apart: whether the whole command stands behind "--", and not its arguments alone */
static char *
dup_add (AppShareServer *server, const char *words, AppShareStyle style, gboolean is_apart)
{
  GString *text = g_string_new (words);

  add_values (text, "--env", server->environment, "=", style);
  add_values (text, "--header", server->headers, ": ", style);
  add_word (text, "--transport");
  add_word (text, app_share_get_type (server));
  add_word (text, "--scope");
  add_word (text, "user");
  add_word (text, server->name);
  if (server->transport != STORE_TRANSPORT_STDIO)
    {
      add_word (text, server->url);
      return g_string_free (text, FALSE);
    }
  if (is_apart)
    add_word (text, "--");
  add_word (text, server->command);
  if (!is_apart && server->arguments[0] != NULL)
    add_word (text, "--");
  for (guint i = 0; server->arguments[i] != NULL; i++)
    add_word (text, server->arguments[i]);
  return g_string_free (text, FALSE);
}

static char *
dup_claude (AppShareServer *server, GError **error)
{
  if (!check_name (server, CLAUDE, "-_", error))
    return NULL;
  app_share_note_secrets (server, FALSE,
                          _ ("Claude Code reads %s from its environment; set it there."));
  app_share_note_folder (server, CLAUDE);
  return dup_add (server, "claude mcp add", APP_SHARE_BRACES, TRUE);
}

/* Codex */

/* The shell puts the value in: Codex reads no variables of its own. */
static void
add_codex_environment (GString *text, AppShareServer *server)
{
  for (guint i = 0; i < server->environment->len; i++)
    {
      AppShareValue   *value = server->environment->pdata[i];
      g_autofree char *pair = g_strconcat (value->name, "=", value->value, NULL);

      g_string_append (text, " --env");
      if (value->value != NULL)
        add_word (text, pair);
      else
        {
          add_word (text, pair);
          g_string_append_printf (text, "\"$%s\"", value->variable);
        }
    }
}

static void
add_codex_headers (GString *text, AppShareServer *server)
{
  for (guint i = 0; i < server->headers->len; i++)
    {
      AppShareValue *value = server->headers->pdata[i];

      if (value->value == NULL && g_str_equal (value->before, "Bearer "))
        {
          add_word (text, "--bearer-token-env-var");
          add_word (text, value->variable);
        }
      else
        app_share_note (server, STORE_NOTE_LOSS, value->name,
                        _ ("The command takes no header “%s”; it belongs into Codex's file, under "
                           "http_headers."),
                        value->name);
    }
}

static char *
dup_codex (AppShareServer *server, GError **error)
{
  if (!check_name (server, "Codex", "-_", error) || !check_transport (server, "Codex", error))
    return NULL;
  GString *text = g_string_new ("codex mcp add");
  add_word (text, server->name);
  if (server->transport == STORE_TRANSPORT_STDIO)
    {
      add_codex_environment (text, server);
      add_word (text, "--");
      add_program (text, server);
      app_share_note_secrets (server, FALSE,
                              _ ("Set %s in the shell first; the command writes its value into "
                                 "Codex's file as plain text."));
    }
  else
    {
      add_word (text, "--url");
      add_word (text, server->url);
      add_codex_headers (text, server);
      app_share_note_secrets (server, FALSE,
                              _ ("Codex reads %s from its environment; set it there."));
    }
  app_share_note_folder (server, "Codex");
  return g_string_free (text, FALSE);
}

/* Gemini CLI */

static char *
dup_gemini (AppShareServer *server, GError **error)
{
  if (!check_name (server, "Gemini CLI", "-", error))
    return NULL;
  app_share_note_secrets (server, FALSE,
                          _ ("Gemini CLI reads %s from its environment; set it there."));
  app_share_note_folder (server, "Gemini CLI");
  return dup_add (server, "gemini mcp add", APP_SHARE_DOLLAR, FALSE);
}

/* Visual Studio Code */

/* With a space behind commas and colons, as people write it. Returns: (transfer full) */
static char *
space_out (const char *json)
{
  GString *text = g_string_new (NULL);
  gboolean quoted = FALSE;

  for (const char *at = json; *at != '\0'; at++)
    {
      g_string_append_c (text, *at);
      if (quoted && *at == '\\')
        g_string_append_c (text, *++at);
      else if (*at == '"')
        quoted = !quoted;
      else if (!quoted && (*at == ',' || *at == ':'))
        g_string_append_c (text, ' ');
    }
  return g_string_free (text, FALSE);
}

static char *
dup_vscode (AppShareServer *server, const char *program)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  GString *text = g_string_new (program);

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "name", server->name);
  mcp_json_writer_member_string (writer, "type", app_share_get_type (server));
  app_share_write_members (server, writer, APP_SHARE_INPUT);
  if (server->folder != NULL)
    mcp_json_writer_member_string (writer, "cwd", server->folder);
  if (app_share_has_secrets (server))
    {
      mcp_json_writer_name (writer, "inputs");
      app_share_write_inputs (server, writer);
    }
  mcp_json_writer_end_object (writer);
  g_autofree char *compact = mcp_json_writer_finish_text (writer);
  g_autofree char *object = space_out (compact);
  add_word (text, "--add-mcp");
  add_word (text, object);
  app_share_note_secrets (server, FALSE, _ ("It asks for %s when it starts the server."));
  return g_string_free (text, FALSE);
}

char *
app_share_dup_command (AppShareServer *server, const char *id, GError **error)
{
  if (g_str_equal (id, "claude-code-json-command"))
    return dup_claude_json (server, error);
  if (g_str_equal (id, "claude-code-command"))
    return dup_claude (server, error);
  if (g_str_equal (id, "codex-command"))
    return dup_codex (server, error);
  if (g_str_equal (id, "gemini-cli-command"))
    return dup_gemini (server, error);
  return dup_vscode (server, g_str_equal (id, "vscode-command") ? "code" : "code-insiders");
}
