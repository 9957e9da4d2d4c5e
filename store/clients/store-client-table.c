/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-table.h"

#include <glib/gi18n-lib.h>

#define TEXTS(...) ((const char *const[]){ __VA_ARGS__, NULL })

#define TAKES_ALL (STORE_CLIENT_TAKES_STDIO | STORE_CLIENT_TAKES_HTTP | STORE_CLIENT_TAKES_SSE)
#define TAKES_STDIO_AND_HTTP (STORE_CLIENT_TAKES_STDIO | STORE_CLIENT_TAKES_HTTP)

#define MILLISECONDS 1
#define SECONDS 1000

/* What most have. */
#define PROGRAM .command = "command", .arguments = "args", .environment = "env"
#define REMOTE .url = "url", .headers = "headers"
#define TYPES(stdio, http, sse) \
  .type = "type", .type_stdio = stdio, .type_http = http, .type_sse = sse

static const StoreClientFormat claude_desktop = {
  .id = "claude-desktop",
  .name = "Claude Desktop",
  .icon_name = "claude-desktop",
  .user_paths = TEXTS ("$XDG_CONFIG_HOME/Claude/claude_desktop_config.json"),
  .traces = TEXTS ("$XDG_CONFIG_HOME/Claude", "/usr/bin/claude-desktop"),
  .root = TEXTS ("mcpServers"),
  .transports = STORE_CLIENT_TAKES_STDIO,
  .members = { PROGRAM },
  .bridge = TRUE,
  .name_limit = 64,
  .needs_absolute_path = TRUE,
  .cautions = TEXTS (
      N_ ("Claude Desktop only starts programs; remote servers go through “npx -y mcp-remote” "
          "(Node.js)."),
      N_ ("It has no variables: environment values, including secrets, are plain text in its "
          "file.")),
  .restart = N_ ("Quit Claude Desktop completely and start it again."),
};

static const StoreClientFormat claude_code = {
  .id = "claude-code",
  .name = "Claude Code",
  .user_paths = TEXTS ("$CLAUDE_CONFIG_DIR/.claude.json", "~/.claude.json"),
  .project_path = ".mcp.json",
  .traces = TEXTS ("~/.claude.json", "~/.claude", "$CLAUDE_CONFIG_DIR/.claude.json"),
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_ALL,
  .members = { TYPES ("stdio", "http", "sse"), PROGRAM, REMOTE,
               .timeout = "timeout", .timeout_unit = MILLISECONDS },
  .variable_prefix = "${",
  .variable_suffix = "}",
  .name_limit = 64,
  .cautions = TEXTS (
      N_ ("Names may have letters, digits, hyphens and underscores."),
      N_ ("Servers of a project's file are used once they were approved in Claude Code.")),
  .restart = N_ ("Start a new session of Claude Code."),
};

static const StoreClientFormat cursor = {
  .id = "cursor",
  .name = "Cursor",
  .icon_name = "cursor",
  .user_paths = TEXTS ("~/.cursor/mcp.json"),
  .project_path = ".cursor/mcp.json",
  .traces = TEXTS ("~/.cursor", "$XDG_CONFIG_HOME/Cursor"),
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_ALL,
  .members = { TYPES ("stdio", NULL, NULL), PROGRAM, REMOTE },
  .variable_prefix = "${env:",
  .variable_suffix = "}",
  .name_limit = 60,
  .needs_absolute_path = TRUE,
  .cautions = TEXTS (
      N_ ("Tools may be hidden if their name and the server's together exceed 60 characters."),
      N_ ("A server in a project's file overrides one with the same name in the user's file.")),
  .restart = N_ ("Turn on the server in Cursor's settings, MCP. Restart Cursor if it is missing."),
};

/* Visual Studio Code and its editions */

#define CODE_MEMBERS                                                            \
  {                                                                             \
    TYPES ("stdio", "http", "sse"), PROGRAM, REMOTE, .working_directory = "cwd" \
  }
#define CODE_CAUTIONS \
  TEXTS (N_ ("Servers are listed under “servers”, not “mcpServers” as in other applications."))
#define CODE_RESTART N_ ("Start the server in the command palette: MCP: List Servers.")

static const StoreClientFormat vscode = {
  .id = "vscode",
  .name = "Visual Studio Code",
  .icon_name = "vscode",
  .user_paths = TEXTS ("$XDG_CONFIG_HOME/Code/User/mcp.json",
                       "~/.var/app/com.visualstudio.code/config/Code/User/mcp.json",
                       "~/snap/code/current/.config/Code/User/mcp.json"),
  .project_path = ".vscode/mcp.json",
  .traces = TEXTS ("$XDG_CONFIG_HOME/Code", "~/.var/app/com.visualstudio.code", "~/snap/code"),
  .root = TEXTS ("servers"),
  .syntax = MCP_JSON_SYNTAX_COMMENTS,
  .transports = TAKES_ALL,
  .members = CODE_MEMBERS,
  .variable_prefix = "${env:",
  .variable_suffix = "}",
  .name_limit = 64,
  .needs_absolute_path = TRUE,
  .cautions = CODE_CAUTIONS,
  .restart = CODE_RESTART,
};

static const StoreClientFormat vscode_insiders = {
  .id = "vscode-insiders",
  .name = "Visual Studio Code Insiders",
  .icon_name = "vscode-insiders",
  .user_paths = TEXTS ("$XDG_CONFIG_HOME/Code - Insiders/User/mcp.json"),
  .traces = TEXTS ("$XDG_CONFIG_HOME/Code - Insiders"),
  .root = TEXTS ("servers"),
  .syntax = MCP_JSON_SYNTAX_COMMENTS,
  .transports = TAKES_ALL,
  .members = CODE_MEMBERS,
  .variable_prefix = "${env:",
  .variable_suffix = "}",
  .name_limit = 64,
  .needs_absolute_path = TRUE,
  .cautions = CODE_CAUTIONS,
  .restart = CODE_RESTART,
};

static const StoreClientFormat vscodium = {
  .id = "vscodium",
  .name = "VSCodium",
  .icon_name = "vscodium",
  .user_paths = TEXTS ("$XDG_CONFIG_HOME/VSCodium/User/mcp.json",
                       "~/.var/app/com.vscodium.codium/config/VSCodium/User/mcp.json"),
  .traces = TEXTS ("$XDG_CONFIG_HOME/VSCodium", "~/.var/app/com.vscodium.codium"),
  .root = TEXTS ("servers"),
  .syntax = MCP_JSON_SYNTAX_COMMENTS,
  .transports = TAKES_ALL,
  .members = CODE_MEMBERS,
  .variable_prefix = "${env:",
  .variable_suffix = "}",
  .name_limit = 64,
  .needs_absolute_path = TRUE,
  .cautions = CODE_CAUTIONS,
  .restart = CODE_RESTART,
};

/* It runs on Windows only, but a project is shared. */
static const StoreClientFormat visual_studio = {
  .id = "visual-studio",
  .name = "Visual Studio",
  .project_path = ".vs/mcp.json",
  .root = TEXTS ("servers"),
  .syntax = MCP_JSON_SYNTAX_COMMENTS,
  .transports = TAKES_ALL,
  .members = { TYPES ("stdio", "http", "sse"), PROGRAM, REMOTE },
  .name_limit = 64,
  .cautions = TEXTS (N_ ("Visual Studio runs on Windows: programs are looked for there.")),
  .restart = N_ ("Turn on the new tools in Visual Studio's chat; they are off at first."),
};

/* Editors */

static const StoreClientFormat windsurf = {
  .id = "windsurf",
  .name = "Windsurf",
  .icon_name = "windsurf",
  .user_paths = TEXTS ("~/.codeium/windsurf/mcp_config.json"),
  .traces = TEXTS ("~/.codeium/windsurf", "$XDG_CONFIG_HOME/Windsurf"),
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_ALL,
  .members = { PROGRAM, .url = "serverUrl", .headers = "headers",
               .disabled_tools = "disabledTools" },
  .variable_prefix = "${env:",
  .variable_suffix = "}",
  .name_limit = 64,
  .needs_absolute_path = TRUE,
  .cautions = TEXTS (N_ ("Windsurf uses at most 100 tools of all servers together."),
                     N_ ("Newer versions are called Devin and keep another file.")),
  .restart = N_ ("Press Refresh in Windsurf's MCP settings."),
};

static const StoreClientFormat devin = {
  .id = "devin",
  .name = "Devin",
  .icon_name = "devin",
  .user_paths = TEXTS ("$XDG_CONFIG_HOME/devin/mcp_config.json"),
  .project_path = ".devin/mcp_config.json",
  .traces = TEXTS ("$XDG_CONFIG_HOME/devin"),
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_ALL,
  .members = { .type = "transport", .type_http = "http", .type_sse = "sse", PROGRAM, REMOTE },
  .name_limit = 64,
  .needs_absolute_path = TRUE,
  .restart = N_ ("Press Refresh in Devin's MCP settings."),
};

static const StoreClientFormat zed = {
  .id = "zed",
  .name = "Zed",
  .icon_name = "dev.zed.Zed",
  .user_paths = TEXTS ("$XDG_CONFIG_HOME/zed/settings.json",
                       "~/.var/app/dev.zed.Zed/config/zed/settings.json"),
  .project_path = ".zed/settings.json",
  .traces = TEXTS ("$XDG_CONFIG_HOME/zed", "~/.var/app/dev.zed.Zed"),
  .root = TEXTS ("context_servers"),
  .syntax = MCP_JSON_SYNTAX_COMMENTS,
  .transports = TAKES_STDIO_AND_HTTP,
  .members = { PROGRAM, REMOTE, .timeout = "timeout", .timeout_unit = SECONDS },
  .name_limit = 64,
  .needs_absolute_path = TRUE,
  .cautions = TEXTS (N_ ("Zed has no variables: environment values and headers, including secrets, "
                         "are plain text in its settings.")),
  .restart = N_ ("Zed starts the server when its settings change."),
};

static const StoreClientFormat junie = {
  .id = "junie",
  .name = "Junie",
  .user_paths = TEXTS ("~/.junie/mcp/mcp.json"),
  .project_path = ".junie/mcp/mcp.json",
  .traces = TEXTS ("~/.junie"),
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_STDIO_AND_HTTP,
  .members = { PROGRAM, REMOTE },
  .name_limit = 64,
  .needs_absolute_path = TRUE,
  .cautions = TEXTS (N_ ("Junie has no variables: secrets are plain text in its file.")),
  .restart = N_ ("Turn on the server in Junie's settings, MCP."),
};

static const StoreClientFormat jetbrains_ai = {
  .id = "jetbrains-ai",
  .name = "JetBrains AI Assistant",
  .user_paths = TEXTS ("~/.ai/mcp/mcp.json"),
  .project_path = ".ai/mcp/mcp.json",
  .traces = TEXTS ("~/.ai/mcp", "$XDG_CONFIG_HOME/JetBrains"),
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_STDIO_AND_HTTP,
  .members = { PROGRAM, REMOTE },
  .name_limit = 64,
  .needs_absolute_path = TRUE,
  .cautions = TEXTS (N_ ("Versions before 2025.3 do not read this file.")),
  .restart = N_ ("Turn on the server in the settings: Tools, AI Assistant, MCP."),
};

static const StoreClientFormat kiro = {
  .id = "kiro",
  .name = "Kiro",
  .icon_name = "kiro",
  .user_paths = TEXTS ("~/.kiro/settings/mcp.json"),
  .project_path = ".kiro/settings/mcp.json",
  .traces = TEXTS ("~/.kiro", "$XDG_CONFIG_HOME/Kiro"),
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_STDIO_AND_HTTP,
  .members = { PROGRAM, REMOTE, .disabled_tools = "disabledTools" },
  .variable_prefix = "${",
  .variable_suffix = "}",
  .name_limit = 64,
  .needs_absolute_path = TRUE,
  .cautions = TEXTS (N_ ("Kiro replaces only variables that were approved in its settings."),
                     N_ ("Plain http: addresses are accepted on this computer only.")),
  .restart = N_ ("Kiro connects to the server when its file changes."),
};

/* Agents */

static const StoreClientFormat cline = {
  .id = "cline",
  .name = "Cline",
  .user_paths = TEXTS ("$CLINE_DIR/data/settings/cline_mcp_settings.json",
                       "~/.cline/data/settings/cline_mcp_settings.json"),
  .traces = TEXTS ("~/.cline", "$CLINE_DIR/data"),
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_ALL,
  .members = { TYPES ("stdio", "streamableHttp", "sse"), PROGRAM, REMOTE,
               .working_directory = "cwd", .timeout = "timeout", .timeout_unit = SECONDS },
  .variable_prefix = "${env:",
  .variable_suffix = "}",
  .name_limit = 64,
  .needs_absolute_path = TRUE,
  .cautions = TEXTS (N_ ("Cline's command-line program does not replace variables.")),
  .restart = N_ ("Cline connects to the server when its file changes."),
};

static const StoreClientFormat codex = {
  .id = "codex",
  .name = "Codex",
  .user_paths = TEXTS ("$CODEX_HOME/config.toml", "~/.codex/config.toml"),
  .project_path = ".codex/config.toml",
  .traces = TEXTS ("~/.codex", "$CODEX_HOME/config.toml"),
  .root = TEXTS ("mcp_servers"),
  .is_toml = TRUE,
  .transports = TAKES_STDIO_AND_HTTP,
  .members = { PROGRAM, .url = "url", .headers = "http_headers", .working_directory = "cwd",
               .timeout = "tool_timeout_sec", .timeout_unit = SECONDS,
               .disabled_tools = "disabled_tools" },
  .name_limit = 64,
  .cautions = TEXTS (
      N_ ("Codex has no variables: environment values and headers, including secrets, are plain "
          "text in its file."),
      N_ ("A project's file is read once the project is trusted in Codex.")),
  .restart = N_ ("Start a new session of Codex."),
};

static const StoreClientFormat gemini_cli = {
  .id = "gemini-cli",
  .name = "Gemini CLI",
  .user_paths = TEXTS ("~/.gemini/settings.json"),
  .project_path = ".gemini/settings.json",
  .traces = TEXTS ("~/.gemini"),
  .root = TEXTS ("mcpServers"),
  .syntax = MCP_JSON_SYNTAX_COMMENTS,
  .transports = TAKES_ALL,
  .members = { TYPES (NULL, "http", "sse"), PROGRAM, REMOTE, .working_directory = "cwd",
               .timeout = "timeout", .timeout_unit = MILLISECONDS,
               .disabled_tools = "excludeTools" },
  .variable_prefix = "${",
  .variable_suffix = "}",
  .name_limit = 63,
  .cautions = TEXTS (N_ ("Names must not have underscores."),
                     N_ ("Comments are allowed in the file, commas before a closing bracket are "
                         "not.")),
  .restart = N_ ("Start Gemini CLI again."),
};

static const StoreClientFormat copilot_cli = {
  .id = "copilot-cli",
  .name = "GitHub Copilot CLI",
  .user_paths = TEXTS ("$COPILOT_HOME/mcp-config.json", "~/.copilot/mcp-config.json"),
  .project_path = ".github/mcp.json",
  .traces = TEXTS ("~/.copilot", "$COPILOT_HOME/mcp-config.json"),
  .root = TEXTS ("mcpServers"),
  .syntax = MCP_JSON_SYNTAX_COMMENTS,
  .transports = TAKES_ALL,
  .members = { TYPES ("local", "http", "sse"), PROGRAM, REMOTE, .working_directory = "cwd",
               .timeout = "timeout", .timeout_unit = MILLISECONDS,
               .defaults = TEXTS ("tools", "[\"*\"]") },
  .variable_prefix = "${",
  .variable_suffix = "}",
  .name_limit = 64,
  .cautions = TEXTS (N_ ("Copilot CLI leaves comments out when it writes its file itself.")),
  .restart = N_ ("Start Copilot CLI again."),
};

static const StoreClientFormat opencode = {
  .id = "opencode",
  .name = "opencode",
  .icon_name = "opencode",
  .user_paths = TEXTS ("$XDG_CONFIG_HOME/opencode/opencode.json",
                       "$XDG_CONFIG_HOME/opencode/opencode.jsonc"),
  .project_path = "opencode.json",
  .traces = TEXTS ("$XDG_CONFIG_HOME/opencode"),
  .root = TEXTS ("mcp"),
  .syntax = MCP_JSON_SYNTAX_COMMENTS,
  .transports = TAKES_ALL,
  .members = { TYPES ("local", "remote", "remote"),
               .command = "command",
               .joined_command = TRUE,
               .environment = "environment",
               .working_directory = "cwd", REMOTE,
               .timeout = "timeout", .timeout_unit = MILLISECONDS,
               .defaults = TEXTS ("enabled", "true") },
  .variable_prefix = "{env:",
  .variable_suffix = "}",
  .name_limit = 64,
  .cautions = TEXTS (N_ ("One invalid entry makes opencode refuse its whole file.")),
  .restart = N_ ("Start opencode again."),
};

static const StoreClientFormat factory = {
  .id = "factory",
  .name = "Factory droid",
  .user_paths = TEXTS ("~/.factory/mcp.json"),
  .project_path = ".factory/mcp.json",
  .traces = TEXTS ("~/.factory"),
  .root = TEXTS ("mcpServers"),
  .syntax = MCP_JSON_SYNTAX_COMMENTS,
  .transports = TAKES_ALL,
  .members = { TYPES ("stdio", "http", "sse"), PROGRAM, REMOTE,
               .timeout = "timeout", .timeout_unit = MILLISECONDS,
               .disabled_tools = "disabledTools" },
  .variable_prefix = "${",
  .variable_suffix = "}",
  .name_limit = 32,
  .cautions = TEXTS (N_ ("Names are cut to 32 characters, and spaces become hyphens."),
                     N_ ("Comments are allowed in the file, commas before a closing bracket are "
                         "not.")),
  .restart = N_ ("droid connects to the server when its file changes."),
};

static const StoreClientFormat crush = {
  .id = "crush",
  .name = "Crush",
  .user_paths = TEXTS ("$CRUSH_GLOBAL_CONFIG/crush.json", "$XDG_CONFIG_HOME/crush/crush.json"),
  .project_path = "crush.json",
  .traces = TEXTS ("$XDG_CONFIG_HOME/crush", "$CRUSH_GLOBAL_CONFIG/crush.json"),
  .root = TEXTS ("mcp"),
  .transports = TAKES_ALL,
  .members = { TYPES ("stdio", "http", "sse"), PROGRAM, REMOTE,
               .timeout = "timeout", .timeout_unit = SECONDS,
               .disabled_tools = "disabled_tools" },
  .variable_prefix = "${",
  .variable_suffix = "}",
  .name_limit = 64,
  .cautions = TEXTS (N_ ("Crush reads every value as the shell does: “$(…)” in it is run."),
                     N_ ("A crushrc file beside it takes precedence.")),
  .restart = N_ ("Start Crush again."),
};

static const StoreClientFormat warp = {
  .id = "warp",
  .name = "Warp",
  .icon_name = "dev.warp.Warp",
  .user_paths = TEXTS ("~/.warp/.mcp.json"),
  .project_path = ".warp/.mcp.json",
  .traces = TEXTS ("~/.warp", "$XDG_CONFIG_HOME/warp-terminal"),
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_STDIO_AND_HTTP,
  .members = { PROGRAM, REMOTE, .working_directory = "working_directory" },
  .name_limit = 64,
  .needs_absolute_path = TRUE,
  .cautions = TEXTS (N_ ("Servers of a project's file are started by hand, in each session.")),
  .restart = N_ ("Start the server in Warp's settings, MCP Servers."),
};

/* Chats */

static const StoreClientFormat lmstudio = {
  .id = "lmstudio",
  .name = "LM Studio",
  .icon_name = "lm-studio",
  .user_paths = TEXTS ("~/.lmstudio/mcp.json", "~/.cache/lm-studio/mcp.json"),
  .traces = TEXTS ("~/.lmstudio", "~/.cache/lm-studio"),
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_STDIO_AND_HTTP,
  .members = { PROGRAM, REMOTE },
  .name_limit = 64,
  .needs_absolute_path = TRUE,
  .cautions = TEXTS (N_ ("LM Studio has no variables: secrets are plain text in its file.")),
  .restart = N_ ("Turn on the server in LM Studio, Program, Integrations."),
};

static const StoreClientFormat anythingllm = {
  .id = "anythingllm",
  .name = "AnythingLLM",
  .icon_name = "anythingllm-desktop",
  .user_paths = TEXTS (
      "$STORAGE_DIR/plugins/anythingllm_mcp_servers.json",
      "$XDG_CONFIG_HOME/anythingllm-desktop/storage/plugins/anythingllm_mcp_servers.json"),
  .traces = TEXTS ("$XDG_CONFIG_HOME/anythingllm-desktop",
                   "$STORAGE_DIR/plugins/anythingllm_mcp_servers.json"),
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_ALL,
  .members = { TYPES (NULL, "streamable", "sse"), PROGRAM, REMOTE },
  .name_limit = 64,
  .needs_absolute_path = TRUE,
  .cautions = TEXTS (N_ ("AnythingLLM has no variables: secrets are plain text in its file.")),
  .restart = N_ ("Press Refresh in AnythingLLM, Agent Skills, MCP Servers."),
};

static const StoreClientFormat jan = {
  .id = "jan",
  .name = "Jan",
  .icon_name = "ai.jan.Jan",
  .user_paths = TEXTS ("~/.local/share/Jan/data/mcp_config.json",
                       "$XDG_CONFIG_HOME/Jan/data/mcp_config.json"),
  .traces = TEXTS ("~/.local/share/Jan", "$XDG_CONFIG_HOME/Jan"),
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_ALL,
  .members = { TYPES (NULL, "http", "sse"), PROGRAM, REMOTE,
               .defaults = TEXTS ("command", "\"\"", "args", "[]", "env", "{}", "active", "true") },
  .name_limit = 64,
  .needs_absolute_path = TRUE,
  .cautions = TEXTS (N_ ("Jan has no variables: secrets are plain text in its file.")),
  .restart = N_ ("Restart Jan."),
};

const StoreClientFormat *const store_client_table[] = {
  &claude_desktop, &claude_code, &cursor, &vscode, &vscode_insiders, &vscodium,
  &visual_studio, &windsurf, &devin, &zed, &junie, &jetbrains_ai,
  &kiro, &cline, &codex, &gemini_cli, &opencode, &copilot_cli, &factory,
  &crush, &warp, &lmstudio, &jan, &anythingllm, NULL
};

/* Read, but not written */

static const StoreClientFormat roo = {
  .id = "roo",
  .name = "Roo Code",
  .user_paths = TEXTS ("$XDG_CONFIG_HOME/Code/User/globalStorage/rooveterinaryinc.roo-cline/"
                       "settings/mcp_settings.json"),
  .project_path = ".roo/mcp.json",
  .root = TEXTS ("mcpServers"),
};

static const StoreClientFormat amazon_q = {
  .id = "amazon-q",
  .name = "Amazon Q Developer",
  .user_paths = TEXTS ("~/.aws/amazonq/mcp.json", "~/.aws/amazonq/default.json"),
  .project_path = ".amazonq/mcp.json",
  .root = TEXTS ("mcpServers"),
};

static const StoreClientFormat five_ire = {
  .id = "5ire",
  .name = "5ire",
  .user_paths = TEXTS ("$XDG_CONFIG_HOME/5ire/mcp.json"),
  .root = TEXTS ("mcpServers"),
};

const StoreClientFormat *const store_client_sources[] = {
  &claude_desktop, &claude_code, &cursor, &vscode, &vscode_insiders, &vscodium,
  &visual_studio, &windsurf, &devin, &zed, &junie, &jetbrains_ai,
  &kiro, &cline, &codex, &gemini_cli, &opencode, &copilot_cli, &factory,
  &crush, &warp, &lmstudio, &jan, &anythingllm,
  &roo, &amazon_q, &five_ire, NULL
};
