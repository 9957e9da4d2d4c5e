/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-format.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _StoreClientHome
{
  char *home;
  char *config;
};

#define TEXTS(...) ((const char *const[]){ __VA_ARGS__, NULL })

static const char *const claude_desktop_cautions[] = {
  N_ ("Claude Desktop only starts programs; remote servers go through “npx -y mcp-remote” "
      "(Node.js)."),
  N_ ("It has no variables: environment values, including secrets, are plain text in its file."),
  NULL,
};

static const StoreClientFormat claude_desktop = {
  .id = "claude-desktop",
  .name = "Claude Desktop",
  .icon_name = "claude-desktop",
  .user_path = "$XDG_CONFIG_HOME/Claude/claude_desktop_config.json",
  .traces = TEXTS ("$XDG_CONFIG_HOME/Claude", "/usr/bin/claude-desktop"),
  .root = TEXTS ("mcpServers"),
  .syntax = MCP_JSON_SYNTAX_STRICT,
  .transports = STORE_CLIENT_TAKES_STDIO,
  .members = { .command = "command", .arguments = "args", .environment = "env" },
  .bridge = TRUE,
  .name_limit = 64,
  .needs_absolute_path = TRUE,
  .cautions = claude_desktop_cautions,
  .restart = N_ ("Quit Claude Desktop completely and start it again."),
};

static const char *const cursor_cautions[] = {
  N_ ("Tools may be hidden if their name and the server's together exceed 60 characters."),
  N_ ("A server in a project's file overrides one with the same name in the user's file."),
  NULL,
};

static const StoreClientFormat cursor = {
  .id = "cursor",
  .name = "Cursor",
  .icon_name = "cursor",
  .user_path = "~/.cursor/mcp.json",
  .project_path = ".cursor/mcp.json",
  .traces = TEXTS ("~/.cursor", "$XDG_CONFIG_HOME/Cursor"),
  .root = TEXTS ("mcpServers"),
  .syntax = MCP_JSON_SYNTAX_STRICT,
  .transports = STORE_CLIENT_TAKES_STDIO | STORE_CLIENT_TAKES_HTTP | STORE_CLIENT_TAKES_SSE,
  .members = { .type = "type",
               .type_stdio = "stdio",
               .command = "command",
               .arguments = "args",
               .environment = "env",
               .url = "url",
               .headers = "headers" },
  .variable_prefix = "${env:",
  .variable_suffix = "}",
  .name_limit = 60,
  .needs_absolute_path = TRUE,
  .cautions = cursor_cautions,
  .restart = N_ ("Turn on the server in Cursor's settings, MCP. Restart Cursor if it is missing."),
};

static const StoreClientFormat *const formats[] = { &claude_desktop, &cursor, NULL };

/* Read, but not written */

static const StoreClientFormat claude_code = {
  .id = "claude-code",
  .name = "Claude Code",
  .user_path = "~/.claude.json",
  .project_path = ".mcp.json",
  .root = TEXTS ("mcpServers"),
};

static const StoreClientFormat codex = {
  .id = "codex",
  .name = "Codex",
  .user_path = "~/.codex/config.toml",
  .project_path = ".codex/config.toml",
  .root = TEXTS ("mcp_servers"),
};

static const StoreClientFormat gemini_cli = {
  .id = "gemini-cli",
  .name = "Gemini CLI",
  .user_path = "~/.gemini/settings.json",
  .project_path = ".gemini/settings.json",
  .root = TEXTS ("mcpServers"),
};

static const StoreClientFormat lm_studio = {
  .id = "lm-studio",
  .name = "LM Studio",
  .user_path = "~/.lmstudio/mcp.json",
  .root = TEXTS ("mcpServers"),
};

static const StoreClientFormat vscode = {
  .id = "vscode",
  .name = "Visual Studio Code",
  .user_path = "$XDG_CONFIG_HOME/Code/User/mcp.json",
  .project_path = ".vscode/mcp.json",
  .root = TEXTS ("servers"),
};

static const StoreClientFormat windsurf = {
  .id = "windsurf",
  .name = "Windsurf",
  .user_path = "~/.codeium/windsurf/mcp_config.json",
  .root = TEXTS ("mcpServers"),
};

static const StoreClientFormat zed = {
  .id = "zed",
  .name = "Zed",
  .user_path = "$XDG_CONFIG_HOME/zed/settings.json",
  .project_path = ".zed/settings.json",
  .root = TEXTS ("context_servers"),
};

static const StoreClientFormat *const sources[] = { &claude_desktop, &cursor, &claude_code,
                                                    &codex, &gemini_cli, &lm_studio,
                                                    &vscode, &windsurf, &zed,
                                                    NULL };

static const StoreClientFormat *
find (const StoreClientFormat *const *table, const char *id)
{
  for (guint i = 0; table[i] != NULL; i++)
    if (g_strcmp0 (table[i]->id, id) == 0)
      return table[i];
  return NULL;
}

const StoreClientFormat *const *
store_client_format_get_all (void)
{
  return formats;
}

const StoreClientFormat *
store_client_format_find (const char *id)
{
  return find (formats, id);
}

const StoreClientFormat *const *
store_client_format_get_sources (void)
{
  return sources;
}

const StoreClientFormat *
store_client_format_find_source (const char *id)
{
  return find (sources, id);
}

StoreClientHome *
store_client_home_new (const char *home)
{
  StoreClientHome *self = g_new0 (StoreClientHome, 1);

  self->home = g_strdup (home != NULL ? home : g_get_home_dir ());
  self->config =
      home != NULL ? g_build_filename (home, ".config", NULL) : g_strdup (g_get_user_config_dir ());
  return self;
}

void
store_client_home_free (StoreClientHome *self)
{
  g_free (self->home);
  g_free (self->config);
  g_free (self);
}

static char *
expand (const StoreClientHome *home, const char *path)
{
  static const char config[] = "$XDG_CONFIG_HOME/";

  if (g_str_has_prefix (path, "~/"))
    return g_build_filename (home->home, path + 2, NULL);
  if (g_str_has_prefix (path, config))
    return g_build_filename (home->config, path + strlen (config), NULL);
  return g_strdup (path);
}

char *
store_client_format_dup_path (const StoreClientFormat *format,
                              StoreClientScope         scope,
                              const StoreClientHome   *home,
                              const char              *project)
{
  if (scope == STORE_CLIENT_USER)
    return format->user_path != NULL ? expand (home, format->user_path) : NULL;
  return format->project_path != NULL && project != NULL
             ? g_build_filename (project, format->project_path, NULL)
             : NULL;
}

gboolean
store_client_format_is_installed (const StoreClientFormat *format, const StoreClientHome *home)
{
  for (guint i = 0; format->traces != NULL && format->traces[i] != NULL; i++)
    {
      g_autofree char *path = expand (home, format->traces[i]);

      if (g_file_test (path, G_FILE_TEST_EXISTS))
        return TRUE;
    }
  return FALSE;
}
