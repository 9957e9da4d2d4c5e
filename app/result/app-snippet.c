/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-snippet.h"

#include <string.h>

#include "app-redactor.h"
#include "mcp-json-writer.h"

/* What stands in a credential's place. */
#define MASK "***"

/* Quotes for a POSIX shell, only where needed. */
static char *
quote_word (const char *word)
{
  for (const char *p = word; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && strchr ("-_./:=@%+,", *p) == NULL)
      return g_shell_quote (word);
  return word[0] != '\0' ? g_strdup (word) : g_strdup ("''");
}

/* Credentials in a URL or among a program's options are masked wherever they stand. */
static char *
dup_masked (const AppSnippetSource *source, const char *text)
{
  g_autoptr (AppRedactor) redactor = app_redactor_new ();

  app_redactor_add_url (redactor, source->url);
  app_redactor_add_arguments (redactor, source->command);
  return app_redactor_redact_text (redactor, text);
}

static void
append_word (GString *command, const char *word)
{
  g_autofree char *quoted = quote_word (word);

  if (command->len > 0)
    g_string_append_c (command, ' ');
  g_string_append (command, quoted);
}

static void
append_masked (GString *command, const AppSnippetSource *source, const char *word)
{
  g_autofree char *masked = dup_masked (source, word);

  append_word (command, masked);
}

static gboolean
is_read (const AppSnippetSource *source)
{
  return strcmp (source->method, "resources/read") == 0;
}

/* The arguments on one line; NULL where there are none, or where they are not JSON. */
static char *
dup_arguments (const AppSnippetSource *source)
{
  if (source->arguments == NULL)
    return NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (source->arguments, -1, NULL);
  if (document == NULL)
    return NULL;
  return mcp_json_value_print_compact (mcp_json_document_get_root (document));
}

char *
app_snippet_json_rpc (const AppSnippetSource *source)
{
  g_autofree char *arguments = dup_arguments (source);
  gint64           id = source->id != 0 ? source->id : 1;

  return mcp_json_build ("{'jsonrpc': '2.0', 'id': %x, 'method': %s, 'params': "
                         "{%s: %s, 'arguments': ?%r}}",
                         id, source->method, is_read (source) ? "uri" : "name", source->name,
                         is_read (source) ? NULL : arguments);
}

static void
append_header (GString *command, const char *name, const char *value, gboolean reveal)
{
  g_autoptr (AppRedactor) redactor = app_redactor_new ();
  g_autofree char *header = g_strdup_printf ("%s: %s", name, value);

  app_redactor_add_named (redactor, name, value);
  g_autofree char *masked = app_redactor_redact_header (redactor, header);
  g_autofree char *quoted = g_shell_quote (reveal ? header : masked);

  g_string_append_printf (command, " \\\n  -H %s", quoted);
}

/* What the transport adds by itself, and what a person set is not to be said twice. */
static gboolean
is_ours (const char *name)
{
  static const char *const ours[] = { "content-type", "accept", "mcp-protocol-version",
                                      "mcp-session-id", "content-length", "host",
                                      "accept-encoding", "connection" };

  for (guint i = 0; i < G_N_ELEMENTS (ours); i++)
    if (g_ascii_strcasecmp (name, ours[i]) == 0)
      return TRUE;
  return FALSE;
}

char *
app_snippet_curl (const AppSnippetSource *source, gboolean reveal)
{
  g_autofree char *url = NULL;

  if (source->url == NULL)
    return NULL;
  g_autofree char *masked = reveal ? g_strdup (source->url) : dup_masked (source, source->url);
  url = g_shell_quote (masked);
  g_autofree char *message = app_snippet_json_rpc (source);
  g_autofree char *body = g_shell_quote (message);
  GString         *command = g_string_new ("curl -sS -X POST ");
  g_string_append (command, url);
  append_header (command, "Content-Type", "application/json", TRUE);
  append_header (command, "Accept", "application/json, text/event-stream", TRUE);
  if (source->protocol_version != NULL)
    append_header (command, "MCP-Protocol-Version", source->protocol_version, TRUE);
  if (source->session_id != NULL)
    append_header (command, "Mcp-Session-Id", source->session_id, reveal);
  for (guint i = 0; source->headers != NULL && source->headers[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (source->headers[i], ":", 2);

      if (parts[0] == NULL || parts[1] == NULL || is_ours (parts[0]))
        continue;
      append_header (command, parts[0], g_strstrip (parts[1]), reveal);
    }
  g_string_append_printf (command, " \\\n  --data-raw %s", body);
  return g_string_free (command, FALSE);
}

char *
app_snippet_cli (const AppSnippetSource *source)
{
  g_autofree char *arguments = dup_arguments (source);
  GString         *command = g_string_new ("spyglass-cli");
  const char      *verb = "call";

  if (is_read (source))
    verb = "read";
  else if (strcmp (source->method, "prompts/get") == 0)
    verb = "prompt";
  append_word (command, verb);
  append_word (command, source->name);
  if (arguments != NULL && strcmp (arguments, "{}") != 0 && !is_read (source))
    {
      append_word (command, "--args");
      append_word (command, arguments);
    }
  if (source->profile != NULL || source->url != NULL)
    {
      append_word (command, "--server");
      if (source->profile != NULL)
        append_word (command, source->profile);
      else
        append_masked (command, source, source->url);
    }
  else if (source->command != NULL)
    {
      append_word (command, "--");
      for (guint i = 0; source->command[i] != NULL; i++)
        append_masked (command, source, source->command[i]);
    }
  return g_string_free (command, FALSE);
}
