/* SPDX-License-Identifier: GPL-3.0-or-later */

/* "How to install" for a README: Markdown as GitHub shows it, which opens web addresses alone. */

#include "app-share-server.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  const char *link;
  const char *alt;
  const char *badge;
} Badge;

static const Badge badges[] = {
  { "cursor-web-link", "Add to Cursor", "https://cursor.com/deeplink/mcp-install-dark.svg" },
  { "vscode-web-link", "Install in VS Code",
    "https://img.shields.io/badge/VS_Code-Install_Server-0098FF?style=flat-square" },
  { "vscode-insiders-web-link", "Install in VS Code Insiders",
    "https://img.shields.io/badge/VS_Code_Insiders-Install_Server-24bfa5?style=flat-square" },
  { "lmstudio-web-link", "Add to LM Studio",
    "https://files.lmstudio.ai/deeplink/mcp-install-dark.svg" },
};

static const char *const usual_clients[] = { "claude-desktop", "claude-code", "cursor", "vscode",
                                             "codex", "gemini-cli", "windsurf", "zed", NULL };

static const char *const commands[] = { "claude-code-command", "codex-command",
                                        "gemini-cli-command", "vscode-command", NULL };

/* The guide's own notes are enough: those of its parts say the same again. */
static char *
dup_part (AppShareServer *server,
          char *(*make) (AppShareServer *, const char *, GError **),
          const char *id)
{
  GPtrArray *notes = server->notes;

  server->notes = g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);
  char *text = make (server, id, NULL);
  g_ptr_array_unref (server->notes);
  server->notes = notes;
  return text;
}

static char *
escape_markdown (const char *text)
{
  GString *escaped = g_string_new (NULL);

  for (const char *at = text; *at != '\0'; at++)
    if (*at == '\n' || *at == '\r')
      g_string_append_c (escaped, ' ');
    else
      {
        if (strchr ("\\`*_{}[]<>()#!|&~", *at) != NULL)
          g_string_append_c (escaped, '\\');
        g_string_append_c (escaped, *at);
      }
  return g_string_free (escaped, FALSE);
}

/* A fence is longer than any run of backticks in it. */
static void
append_code (GString *text, const char *language, const char *code)
{
  gsize longest = 2;

  for (const char *at = strchr (code, '`'); at != NULL; at = strchr (at, '`'))
    {
      gsize run = strspn (at, "`");

      longest = MAX (longest, run);
      at += run;
    }
  g_autofree char *fence = g_strnfill (longest + 1, '`');
  g_string_append_printf (text, "%s%s\n%s%s%s\n", fence, language, code,
                          g_str_has_suffix (code, "\n") ? "" : "\n", fence);
}

static void
append_badges (GString *text, AppShareServer *server)
{
  gboolean any = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (badges); i++)
    {
      g_autofree char *link = dup_part (server, app_share_dup_link, badges[i].link);

      if (link == NULL)
        continue;
      g_string_append_printf (text, "[![%s](%s)](%s)\n", badges[i].alt, badges[i].badge, link);
      any = TRUE;
    }
  if (any)
    g_string_append_c (text, '\n');
}

static void
append_variables (GString *text, AppShareServer *server)
{
  GPtrArray *values =
      server->transport == STORE_TRANSPORT_STDIO ? server->environment : server->headers;

  if (!app_share_has_secrets (server))
    return;
  g_string_append (text, "Set these first; each is a secret of yours:\n\n");
  for (guint i = 0; i < values->len; i++)
    {
      AppShareValue   *value = values->pdata[i];
      g_autofree char *name = escape_markdown (value->name);

      if (value->value != NULL)
        continue;
      if (g_str_equal (value->variable, value->name))
        g_string_append_printf (text, "- `%s`\n", value->variable);
      else
        g_string_append_printf (text, "- `%s`, for the header %s\n", value->variable, name);
    }
  g_string_append_c (text, '\n');
}

static void
append_commands (GString *text, AppShareServer *server)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  for (guint i = 0; commands[i] != NULL; i++)
    {
      g_autofree char *line = dup_part (server, app_share_dup_command, commands[i]);

      if (line != NULL)
        g_string_append_printf (lines, "%s\n", line);
    }
  if (lines->len == 0)
    return;
  g_string_append (text, "### On the Command Line\n\n");
  append_code (text, "sh", lines->str);
  g_string_append_c (text, '\n');
}

/* The usual place, as it is written for a person. Returns: (transfer full) (nullable) */
static char *
dup_path (const StoreClientFormat *format)
{
  g_autoptr (StoreClientHome) home =
      store_client_home_new_for_platform (NULL, STORE_PLATFORM_LINUX);

  return store_client_format_dup_path (format, STORE_CLIENT_USER, home, NULL);
}

static void
append_client (GString *text, AppShareServer *server, const char *client)
{
  const StoreClientFormat *format = store_client_format_find (client);
  g_autofree char         *snippet =
      format != NULL ? dup_part (server, app_share_dup_snippet, client) : NULL;
  g_autofree char *path = format != NULL ? dup_path (format) : NULL;

  if (snippet == NULL)
    return;
  g_string_append_printf (text, "<details>\n<summary>%s</summary>\n\n", format->name);
  if (path != NULL)
    {
      /* On Linux; people know the variable's usual value. */
      g_autofree char *shown = g_str_has_prefix (path, "$XDG_CONFIG_HOME/")
                                   ? g_strconcat ("~/.config/", path + 17, NULL)
                                   : g_strdup (path);

      g_string_append_printf (text, "Add this to `%s`:\n\n", shown);
    }
  append_code (text, app_share_find_kind (client)->language, snippet);
  g_string_append (text, "\n</details>\n\n");
}

char *
app_share_dup_guide (AppShareServer *server, const char *id, GError **error)
{
  const char *const *clients =
      server->options->clients != NULL ? server->options->clients : usual_clients;
  g_autofree char *name = escape_markdown (server->name);
  GString         *text = g_string_new (NULL);

  g_string_append_printf (text, "## How to Install %s\n\n", name);
  append_badges (text, server);
  append_variables (text, server);
  append_commands (text, server);
  g_string_append (text, "### In a Configuration File\n\n");
  for (guint i = 0; clients[i] != NULL; i++)
    append_client (text, server, clients[i]);
  g_string_truncate (text, text->len - 1);
  app_share_note_secrets (server, FALSE, _ ("The reader sets %s; its value is not in the text."));
  return g_string_free (text, FALSE);
}
