/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-table.h"

#include "store-client-rows.h"

/* Anthropic */

static const StoreClientFormat claude_desktop = {
  CALLED ("claude-desktop", "Claude Desktop"),
  .icon_name = "claude-desktop",
  .places = { .user = IN_CONFIGURATION ("Claude/claude_desktop_config.json"),
              .traces = TEXTS ("$XDG_CONFIG_HOME/Claude", "/usr/bin/claude-desktop"),
              .processes = TEXTS ("claude-desktop", "Claude") },
  .root = TEXTS ("mcpServers"),
  .transports = STORE_CLIENT_TAKES_STDIO,
  .members = { PROGRAM },
  .bridge = TRUE,
  .rules = { .name_limit = NAME_LIMIT, .needs_absolute_path = TRUE, .breaks_on_mark = TRUE },
  .restart = N_ ("Quit Claude Desktop completely and start it again."),
};

/* Servers of its own, and a name that it cannot keep. */
static const char *const claude_servers[] = { "workspace", "claude-in-chrome", "computer-use",
                                              "Claude Preview", "Claude Browser", "__proto__",
                                              NULL };

static const StoreClientFormat claude_code = {
  CALLED ("claude-code", "Claude Code"),
  .places = { .user = ANYWHERE ("$CLAUDE_CONFIG_DIR/.claude.json|~/.claude.json"),
              .project = TEXTS (".mcp.json"),
              .merged = TRUE,
              .folders = STORE_FOLDERS_ALL,
              .winner = STORE_WINNER_PROJECT,
              .traces = TEXTS ("~/.claude.json", "~/.claude", "$CLAUDE_CONFIG_DIR/.claude.json"),
              .processes = TEXTS ("claude") },
  .root = TEXTS ("mcpServers"),
  .local_root = TEXTS ("projects", "*", "mcpServers"),
  .lists = LISTS ({ STORE_LIST_EXCLUDED, 1u << STORE_CLIENT_LOCAL, NULL,
                    TEXTS ("projects", "*", "disabledMcpServers") },
                  { STORE_LIST_EXCLUDED, 1u << STORE_CLIENT_PROJECT, ".claude.json",
                    TEXTS ("projects", "*", "disabledMcpServers") }),
  .transports = TAKES_ALL,
  .members = { TYPES ("stdio", "http", "sse"), PROGRAM, REMOTE },
  .habits = { TIMEOUT ("timeout", MILLISECONDS) },
  .oauth = { .client_id = "oauth/clientId",
             .scopes = "oauth/scopes",
             .scopes_as_text = TRUE,
             .callback_port = "oauth/callbackPort",
             .metadata_url = "oauth/authServerMetadataUrl" },
  .variables = BRACES,
  .rules = { .name_limit = NAME_LIMIT,
             .name_pattern = "^[A-Za-z0-9_-]+$",
             .name_text = N_ ("letters, digits, hyphens and underscores"),
             .reserved_names = claude_servers,
             .type_required = TRUE },
  .restart = N_ ("Start a new session of Claude Code."),
};

/* Editors */

static const StoreClientFormat cursor = {
  CALLED ("cursor", "Cursor"),
  .icon_name = "cursor",
  .places = { HERE_AND_AT_HOME (".cursor/mcp.json"),
              .winner = STORE_WINNER_PROJECT,
              .traces = TEXTS ("~/.cursor", "$XDG_CONFIG_HOME/Cursor"),
              .processes = TEXTS ("cursor", "Cursor") },
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_ALL,
  .members = { TYPES ("stdio", NULL, NULL), PROGRAM, REMOTE, .environment_file = "envFile" },
  .oauth = { .client_id = "auth/CLIENT_ID",
             .client_secret = "auth/CLIENT_SECRET",
             .scopes = "auth/scopes" },
  .variables = STORE_VARIABLE_ENV | STORE_VARIABLE_PLACES,
  .rules = { .name_limit = 60, .tool_limit = 40, .needs_absolute_path = TRUE },
  .restart = N_ ("Turn on the server in Cursor's settings, MCP. Restart Cursor if it is missing."),
};

/* Visual Studio Code and its editions: all but where they are */

#define CODE                                                                      \
  .root = TEXTS ("servers"), .syntax = MCP_JSON_SYNTAX_COMMENTS,                  \
  .inputs = TEXTS ("inputs"), .transports = TAKES_ALL,                            \
  .members = { TYPES ("stdio", "http", "sse"), PROGRAM, REMOTE,                   \
               .working_directory = "cwd", .environment_file = "envFile" },       \
  .oauth = { .client_id = "oauth/clientId" },                                     \
  .variables = STORE_VARIABLE_ENV | STORE_VARIABLE_INPUT | STORE_VARIABLE_PLACES, \
  .rules = { .name_limit = NAME_LIMIT,                                            \
             .name_pattern = "^\\S+$",                                            \
             .name_text = N_ ("anything but spaces"),                             \
             .needs_absolute_path = TRUE },                                       \
  .restart = N_ ("Start the server in the command palette: MCP: List Servers.")

static const StoreClientFormat vscode = {
  CALLED ("vscode", "Visual Studio Code"),
  .icon_name = "vscode",
  .places = { .user = { TEXTS ("$XDG_CONFIG_HOME/Code/User/mcp.json",
                               "~/.var/app/com.visualstudio.code/config/Code/User/mcp.json",
                               "~/snap/code/current/.config/Code/User/mcp.json"),
                        TEXTS ("~/Library/Application Support/Code/User/mcp.json"),
                        TEXTS ("$APPDATA/Code/User/mcp.json") },
              .project = TEXTS (".vscode/mcp.json"),
              .traces = TEXTS ("$XDG_CONFIG_HOME/Code",
                               "~/.var/app/com.visualstudio.code",
                               "~/snap/code"),
              .processes = TEXTS ("code") },
  CODE,
};

static const StoreClientFormat vscode_insiders = {
  CALLED ("vscode-insiders", "Visual Studio Code Insiders"),
  .icon_name = "vscode-insiders",
  .places = { .user = IN_CONFIGURATION ("Code - Insiders/User/mcp.json"),
              .traces = TEXTS ("$XDG_CONFIG_HOME/Code - Insiders"),
              .processes = TEXTS ("code-insiders") },
  CODE,
};

static const StoreClientFormat vscodium = {
  CALLED ("vscodium", "VSCodium"),
  .icon_name = "vscodium",
  .places = { .user = { TEXTS ("$XDG_CONFIG_HOME/VSCodium/User/mcp.json",
                               "~/.var/app/com.vscodium.codium/config/VSCodium/User/mcp.json"),
                        TEXTS ("~/Library/Application Support/VSCodium/User/mcp.json"),
                        TEXTS ("$APPDATA/VSCodium/User/mcp.json") },
              .traces = TEXTS ("$XDG_CONFIG_HOME/VSCodium", "~/.var/app/com.vscodium.codium"),
              .processes = TEXTS ("codium") },
  CODE,
};

/* It runs on Windows only, but a project is shared. */
static const StoreClientFormat visual_studio = {
  CALLED ("visual-studio", "Visual Studio"),
  .places = { .user = { NULL, NULL, TEXTS ("~/.mcp.json") },
              .project = TEXTS (".vs/mcp.json"),
              .processes = TEXTS ("devenv") },
  .root = TEXTS ("servers"),
  .syntax = MCP_JSON_SYNTAX_COMMENTS,
  .inputs = TEXTS ("inputs"),
  .transports = TAKES_ALL,
  .members = { TYPES ("stdio", "http", "sse"), PROGRAM, REMOTE },
  .variables = STORE_VARIABLE_INPUT,
  .rules = { .name_limit = NAME_LIMIT },
  .restart = N_ ("Turn on the new tools in Visual Studio's chat; they are off at first."),
};

static const StoreClientFormat windsurf = {
  CALLED ("windsurf", "Windsurf"),
  .icon_name = "windsurf",
  .places = { .user = AT_HOME (".codeium/windsurf/mcp_config.json"),
              .traces = TEXTS ("~/.codeium/windsurf", "$XDG_CONFIG_HOME/Windsurf"),
              .processes = TEXTS ("windsurf", "Windsurf") },
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_ALL,
  .members = { PROGRAM, .url = "serverUrl", .headers = "headers" },
  .habits = { .disabled = "disabled", .disabled_tools = "disabledTools" },
  .variables = STORE_VARIABLE_ENV,
  .rules = { .name_limit = NAME_LIMIT, .tool_limit = 100, .needs_absolute_path = TRUE },
  .restart = N_ ("Press Refresh in Windsurf's MCP settings."),
};

static const StoreClientFormat devin = {
  CALLED ("devin", "Devin"),
  .icon_name = "devin",
  .places = { .user = { TEXTS ("$XDG_CONFIG_HOME/devin/mcp_config.json"),
                        TEXTS ("~/.config/devin/mcp_config.json"),
                        TEXTS ("$APPDATA/devin/mcp_config.json") },
              .project = TEXTS (".devin/mcp_config.local.json", ".devin/mcp_config.json"),
              .merged = TRUE,
              .made = "/mcp_config.json",
              .traces = TEXTS ("$XDG_CONFIG_HOME/devin"),
              .processes = TEXTS ("devin") },
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_ALL,
  .members = { .type = "transport", .type_http = "http", .type_sse = "sse", PROGRAM, REMOTE },
  .rules = { .name_limit = NAME_LIMIT, .tool_limit = 100, .needs_absolute_path = TRUE },
  .restart = N_ ("Press Refresh in Devin's MCP settings."),
};

static const StoreClientFormat zed = {
  CALLED ("zed", "Zed"),
  .icon_name = "dev.zed.Zed",
  .places = { .user = { TEXTS ("$XDG_CONFIG_HOME/zed/settings.json",
                               "~/.var/app/dev.zed.Zed/config/zed/settings.json"),
                        TEXTS ("~/.config/zed/settings.json"),
                        TEXTS ("$APPDATA/Zed/settings.json") },
              .project = TEXTS (".zed/settings.json"),
              .winner = STORE_WINNER_PROJECT,
              .traces = TEXTS ("$XDG_CONFIG_HOME/zed", "~/.var/app/dev.zed.Zed"),
              .processes = TEXTS ("zed", "zed-editor") },
  .root = TEXTS ("context_servers"),
  .syntax = MCP_JSON_SYNTAX_COMMENTS,
  .transports = TAKES_STDIO_AND_HTTP,
  .members = { PROGRAM, REMOTE },
  .habits = { TIMEOUT ("timeout", SECONDS), .enabled = "enabled" },
  .oauth = { .client_id = "oauth/client_id", .client_secret = "oauth/client_secret" },
  .rules = { .name_limit = NAME_LIMIT, .needs_absolute_path = TRUE },
  .restart = N_ ("Zed starts the server when its settings change."),
};

static const StoreClientFormat junie = {
  CALLED ("junie", "Junie"),
  .places = { HERE_AND_AT_HOME (".junie/mcp/mcp.json"),
              .traces = TEXTS ("~/.junie"),
              .processes = TEXTS ("junie") },
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_STDIO_AND_HTTP,
  .members = { PROGRAM, REMOTE },
  .rules = { .name_limit = NAME_LIMIT, .needs_absolute_path = TRUE },
  .restart = N_ ("Turn on the server in Junie's settings, MCP."),
};

static const char *const jetbrains[] = { "idea", "pycharm", "webstorm", "goland", "clion",
                                         "rider", "phpstorm", "rubymine", NULL };

static const StoreClientFormat jetbrains_ai = {
  CALLED ("jetbrains-ai", "JetBrains AI Assistant"),
  .places = { HERE_AND_AT_HOME (".ai/mcp/mcp.json"),
              .traces = TEXTS ("~/.ai/mcp", "$XDG_CONFIG_HOME/JetBrains"),
              .processes = jetbrains },
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_STDIO_AND_HTTP,
  .members = { PROGRAM, REMOTE },
  .rules = { .name_limit = NAME_LIMIT, .needs_absolute_path = TRUE },
  .restart = N_ ("Turn on the server in the settings: Tools, AI Assistant, MCP."),
};

static const StoreClientFormat kiro = {
  CALLED ("kiro", "Kiro"),
  .icon_name = "kiro",
  .places = { HERE_AND_AT_HOME (".kiro/settings/mcp.json"),
              .winner = STORE_WINNER_PROJECT,
              .traces = TEXTS ("~/.kiro", "$XDG_CONFIG_HOME/Kiro"),
              .processes = TEXTS ("kiro", "kiro-cli") },
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_STDIO_AND_HTTP,
  .members = { PROGRAM, REMOTE },
  .habits = { TIMEOUT ("timeout", MILLISECONDS),
              .disabled = "disabled",
              .disabled_tools = "disabledTools",
              .auto_approve = "autoApprove",
              .approve_all = "*" },
  .oauth = { .client_id = "oauth/clientId",
             .redirect_uri = "oauth/redirectUri",
             .scopes = "oauthScopes" },
  .variables = STORE_VARIABLE_BRACES,
  .rules = { .name_limit = NAME_LIMIT, .needs_absolute_path = TRUE, .local_http_only = TRUE },
  .restart = N_ ("Kiro connects to the server when its file changes."),
};

/* Agents */

static const StoreClientFormat cline = {
  CALLED ("cline", "Cline"),
  .places = { .user = { TEXTS ("$CLINE_MCP_SETTINGS_PATH",
                               "$CLINE_DIR/data/settings/cline_mcp_settings.json",
                               "~/.cline/data/settings/cline_mcp_settings.json"),
                        TEXTS ("~/.cline/data/settings/cline_mcp_settings.json"),
                        TEXTS ("~/.cline/data/settings/cline_mcp_settings.json") },
              .traces = TEXTS ("~/.cline", "$CLINE_DIR/data", "$CLINE_MCP_SETTINGS_PATH"),
              .processes = TEXTS ("cline") },
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_ALL,
  .members = { TYPES ("stdio", "streamableHttp", "sse"), PROGRAM, REMOTE,
               .working_directory = "cwd" },
  .habits = { TIMEOUT ("timeout", SECONDS),
              .disabled = "disabled",
              .auto_approve = "autoApprove" },
  .variables = STORE_VARIABLE_ENV,
  .variables_in = STORE_VARIABLES_IN_ENVIRONMENT | STORE_VARIABLES_IN_HEADERS,
  .rules = { .name_limit = NAME_LIMIT, .needs_absolute_path = TRUE, .type_required = TRUE },
  .restart = N_ ("Cline connects to the server when its file changes."),
};

/* Variables that its programs do not get. */
static const char *const goose_refuses[] = { "PATH", "PATHEXT", "SystemRoot", "windir",
                                             "LD_LIBRARY_PATH", "LD_PRELOAD", "LD_AUDIT",
                                             "LD_DEBUG", "LD_BIND_NOW", "LD_ASSUME_KERNEL",
                                             "DYLD_LIBRARY_PATH", "DYLD_INSERT_LIBRARIES",
                                             "DYLD_FRAMEWORK_PATH", "PYTHONPATH", "PYTHONHOME",
                                             "NODE_OPTIONS", "RUBYOPT", "GEM_PATH", "GEM_HOME",
                                             "CLASSPATH", "GO111MODULE", "GOROOT",
                                             "APPINIT_DLLS", "SESSIONNAME", "ComSpec", "TEMP",
                                             "TMP", "LOCALAPPDATA", "USERPROFILE", "HOMEDRIVE",
                                             "HOMEPATH", NULL };

static const char *const goose_defaults[] = { "enabled", "true", "description", "\"\"",
                                              "timeout", "300", "bundled", "null",
                                              "available_tools", "[]", NULL };

static const StoreClientFormat goose = {
  CALLED ("goose", "Goose"),
  .places = { .user = { TEXTS ("$XDG_CONFIG_HOME/goose/config.yaml"),
                        TEXTS ("~/.config/goose/config.yaml"),
                        TEXTS ("$APPDATA/Block/goose/config/config.yaml") },
              .traces = TEXTS ("$XDG_CONFIG_HOME/goose"),
              .processes = TEXTS ("goose", "goosed") },
  .language = STORE_CLIENT_YAML,
  .root = TEXTS ("extensions"),
  .transports = TAKES_STDIO_AND_HTTP,
  .members = { TYPES ("stdio", "streamable_http", NULL),
               .command = "cmd", .arguments = "args",
               .empty_arguments = TRUE, .environment = "envs", .environment_names = "env_keys",
               .url = "uri", .headers = "headers", .working_directory = "cwd", .name = "name",
               .description = "description",
               .defaults = goose_defaults },
  .habits = { TIMEOUT ("timeout", SECONDS),
              .enabled = "enabled",
              .enabled_tools = "available_tools" },
  .variables = STORE_VARIABLE_BRACES | STORE_VARIABLE_DOLLAR,
  .variables_in = STORE_VARIABLES_IN_HEADERS | STORE_VARIABLES_IN_URL,
  .rules = { .type_required = TRUE,
             .name_limit = NAME_LIMIT,
             .name_pattern = "^[a-z0-9_-]+$",
             .name_text = N_ ("small letters, digits, hyphens and underscores"),
             .refused_environment = goose_refuses },
  .restart = N_ ("Start a new session of Goose."),
};

static const StoreClientFormat codex = {
  CALLED ("codex", "Codex"),
  .places = { .user = ANYWHERE ("$CODEX_HOME/config.toml|~/.codex/config.toml"),
              .project = TEXTS (".codex/config.toml"),
              .merged = TRUE,
              .folders = STORE_FOLDERS_TO_GIT_ROOT,
              .winner = STORE_WINNER_PROJECT,
              .traces = TEXTS ("~/.codex", "$CODEX_HOME/config.toml"),
              .processes = TEXTS ("codex") },
  .language = STORE_CLIENT_TOML,
  .root = TEXTS ("mcp_servers"),
  .transports = TAKES_STDIO_AND_HTTP,
  .members = { PROGRAM, .url = "url", .headers = "http_headers", .working_directory = "cwd",
               .environment_names = "env_vars", .token_variable = "bearer_token_env_var",
               .header_variables = "env_http_headers" },
  .habits = { TIMEOUTS ("tool_timeout_sec", "startup_timeout_sec", SECONDS),
              .enabled = "enabled",
              .enabled_tools = "enabled_tools",
              .disabled_tools = "disabled_tools",
              .default_mode = "default_tools_approval_mode",
              .tool_modes = "tools" },
  .oauth = { .client_id = "oauth/client_id", .scopes = "scopes" },
  .rules = { .name_limit = NAME_LIMIT,
             .name_pattern = "^[A-Za-z0-9_:@/.-]+$",
             .name_text = N_ ("letters, digits and - _ : @ / ."),
             .bare_environment = TRUE },
  .restart = N_ ("Start a new session of Codex."),
};

/* What Qwen Code has from Gemini CLI */
#define GEMINI                                              \
  .habits = { .timeout = "timeout",                         \
              .timeout_unit = MILLISECONDS,                 \
              .enabled_tools = "includeTools",              \
              .disabled_tools = "excludeTools",             \
              .trust = "trust" },                           \
  .oauth = { .client_id = "oauth/clientId",                 \
             .client_secret = "oauth/clientSecret",         \
             .scopes = "oauth/scopes",                      \
             .redirect_uri = "oauth/redirectUri",           \
             .authorization_url = "oauth/authorizationUrl", \
             .token_url = "oauth/tokenUrl" }

static const StoreClientFormat gemini_cli = {
  CALLED ("gemini-cli", "Gemini CLI"),
  .places = { HERE_AND_AT_HOME (".gemini/settings.json"),
              .winner = STORE_WINNER_PROJECT,
              .traces = TEXTS ("~/.gemini"),
              .processes = TEXTS ("gemini") },
  .root = TEXTS ("mcpServers"),
  .syntax = MCP_JSON_SYNTAX_COMMENTS,
  /* As canLoadServer() of Gemini CLI has them, packages/cli/src/config/mcp. */
  .lists = LISTS ({ STORE_LIST_EXCLUDED, ANY_SCOPE, NULL, TEXTS ("mcp", "excluded"), TRUE },
                  { STORE_LIST_ALLOWED, ANY_SCOPE, NULL, TEXTS ("mcp", "allowed"), TRUE },
                  { STORE_LIST_STATES, ANY_SCOPE, "mcp-server-enablement.json", TEXTS (NULL) }),
  .transports = TAKES_ALL,
  .members = { TYPES (NULL, "http", "sse"), PROGRAM, REMOTE, .working_directory = "cwd",
               .description = "description" },
  GEMINI,
  .variables = DOLLARS,
  .rules = { .name_limit = 63,
             .name_pattern = "^[^_]+$",
             .name_text = N_ ("anything but underscores"),
             .reserved_names = TEXTS ("__proto__"),
             .breaks_on_mark = TRUE,
             .no_trailing_commas = TRUE },
  .restart = N_ ("Start Gemini CLI again."),
};

static const StoreClientFormat copilot_cli = {
  CALLED ("copilot-cli", "GitHub Copilot CLI"),
  .places = { .user = ANYWHERE ("$COPILOT_HOME/mcp-config.json", "~/.copilot/mcp-config.json"),
              .project = TEXTS (".github/mcp.json", ".mcp.json"),
              .merged = TRUE,
              .folders = STORE_FOLDERS_TO_GIT_ROOT,
              .traces = TEXTS ("~/.copilot", "$COPILOT_HOME/mcp-config.json"),
              .processes = TEXTS ("copilot") },
  .root = TEXTS ("mcpServers"),
  /* What “copilot mcp disable” of 1.0.102 writes. */
  .lists = LISTS ({ STORE_LIST_EXCLUDED, ANY_SCOPE, "settings.json",
                    TEXTS ("disabledMcpServers") }),
  .syntax = MCP_JSON_SYNTAX_COMMENTS,
  .transports = TAKES_ALL,
  .members = { TYPES ("local", "http", "sse"), PROGRAM, REMOTE, .working_directory = "cwd",
               .defaults = TEXTS ("tools", "[\"*\"]") },
  .habits = { TIMEOUT ("timeout", MILLISECONDS), .enabled_tools = "tools" },
  .oauth = { .client_id = "oauthClientId", .scopes = "oauthScopes" },
  .variables = DOLLARS,
  .variables_in = STORE_VARIABLES_IN_ENVIRONMENT | STORE_VARIABLES_IN_HEADERS,
  .rules = { .name_limit = NAME_LIMIT,
             .name_pattern = "^[^}\\x{1}-\\x{1f}]+$",
             .name_text = N_ ("anything but } and control characters") },
  .restart = N_ ("Start Copilot CLI again."),
};

/* opencode-ai 1.18.33 merges all of them, member by member; what is read last comes first here. Its
 * file of one folder may say "mcp.servers", too, where "mcp" wins. */
#define OPENCODE(folder)                                                             \
  "$OPENCODE_CONFIG_DIR/opencode.jsonc", "$OPENCODE_CONFIG_DIR/opencode.json",       \
      "~/.opencode/opencode.jsonc", "~/.opencode/opencode.json", "$OPENCODE_CONFIG", \
      folder "/opencode/opencode.jsonc", folder "/opencode/opencode.json",           \
      folder "/opencode/config.json"

static const StoreClientFormat opencode = {
  CALLED ("opencode", "opencode"),
  .icon_name = "opencode",
  .places = { .user = { TEXTS (OPENCODE ("$XDG_CONFIG_HOME")), TEXTS (OPENCODE ("~/.config")),
                        TEXTS (OPENCODE ("~/.config")) },
              .project = TEXTS (".opencode/opencode.jsonc",
                                ".opencode/opencode.json",
                                "opencode.jsonc",
                                "opencode.json"),
              .merged = TRUE,
              .merge = STORE_MERGE_MEMBERS,
              .made = "/opencode.json",
              .folders = STORE_FOLDERS_TO_GIT_ROOT,
              .winner = STORE_WINNER_PROJECT,
              .traces = TEXTS ("$XDG_CONFIG_HOME/opencode"),
              .processes = TEXTS ("opencode") },
  .root = TEXTS ("mcp"),
  .second_root = TEXTS ("mcp", "servers"),
  .syntax = MCP_JSON_SYNTAX_COMMENTS,
  .transports = TAKES_ALL,
  .members = { TYPES ("local", "remote", "remote"), .command = "command", .joined_command = TRUE,
               .environment = "environment", .working_directory = "cwd", REMOTE,
               .defaults = TEXTS ("enabled", "true") },
  .habits = { TIMEOUT ("timeout", MILLISECONDS), .enabled = "enabled" },
  .oauth = { .client_id = "oauth/clientId",
             .client_secret = "oauth/clientSecret",
             .scopes = "oauth/scope",
             .scopes_as_text = TRUE,
             .redirect_uri = "oauth/redirectUri",
             .callback_port = "oauth/callbackPort" },
  .variables = STORE_VARIABLE_CURLY,
  .rules = { .name_limit = NAME_LIMIT,
             .reserved_names = TEXTS ("__proto__"),
             .type_required = TRUE },
  .restart = N_ ("Start opencode again."),
};

static const StoreClientFormat factory = {
  CALLED ("factory", "Factory droid"),
  .places = { HERE_AND_AT_HOME (".factory/mcp.json"),
              .merged = TRUE,
              .folders = STORE_FOLDERS_ALL,
              .winner = STORE_WINNER_USER,
              .traces = TEXTS ("~/.factory"),
              .processes = TEXTS ("droid") },
  .root = TEXTS ("mcpServers"),
  .syntax = MCP_JSON_SYNTAX_COMMENTS,
  .transports = TAKES_ALL,
  .members = { TYPES ("stdio", "http", "sse"), PROGRAM, REMOTE },
  .habits = { TIMEOUTS ("timeout", "connectTimeout", MILLISECONDS),
              .disabled = "disabled",
              .enabled_tools = "enabledTools",
              .disabled_tools = "disabledTools" },
  .variables = BRACES,
  .variables_in = STORE_VARIABLES_IN_ENVIRONMENT | STORE_VARIABLES_IN_HEADERS,
  .rules = { .name_limit = NAME_LIMIT,
             .name_max = 32,
             .name_pattern = "^[A-Za-z0-9_-]+$",
             .name_text = N_ ("letters, digits, hyphens and underscores"),
             .reserved_names = TEXTS ("__proto__"),
             .type_required = TRUE,
             .breaks_on_mark = TRUE,
             .no_trailing_commas = TRUE },
  .restart = N_ ("droid connects to the server when its file changes."),
};

/* Crush (internal/config/load.go) merges both with qjebbs/go-jsons, and reads last the one that it
 * keeps its own choices in; servers of a person are for the other. */
#define CRUSH(config, data)                                                                  \
  "$CRUSH_GLOBAL_DATA/crush.json|" data "/crush/crush.json|~/.local/share/crush/crush.json", \
      "$CRUSH_GLOBAL_CONFIG/crush.json|" config "/crush/crush.json"

static const StoreClientFormat crush = {
  CALLED ("crush", "Crush"),
  .places = { .user = { TEXTS (CRUSH ("$XDG_CONFIG_HOME", "$XDG_DATA_HOME")),
                        TEXTS (CRUSH ("~/.config", "$XDG_DATA_HOME")),
                        TEXTS (CRUSH ("~/.config", "$LOCALAPPDATA")) },
              .project = TEXTS ("crush.json", ".crush.json"),
              .shadows = TEXTS ("crushrc", ".crushrc"),
              .merged = TRUE,
              .merge = STORE_MERGE_ITEMS,
              .made = "/crush.json",
              .folders = STORE_FOLDERS_ALL,
              .winner = STORE_WINNER_PROJECT,
              .traces = TEXTS ("$XDG_CONFIG_HOME/crush", "$CRUSH_GLOBAL_CONFIG/crush.json"),
              .processes = TEXTS ("crush") },
  .root = TEXTS ("mcp"),
  .transports = TAKES_ALL,
  .members = { TYPES ("stdio", "http", "sse"), PROGRAM, REMOTE },
  .habits = { TIMEOUT ("timeout", SECONDS),
              .disabled = "disabled",
              .enabled_tools = "enabled_tools",
              .disabled_tools = "disabled_tools" },
  .oauth = { .client_id = "oauth_client_id",
             .client_secret = "oauth_client_secret",
             .callback_port = "oauth_callback_port" },
  .variables = DOLLARS,
  .rules = { .name_limit = NAME_LIMIT,
             .type_required = TRUE,
             .shell_values = TRUE },
  .restart = N_ ("Start Crush again."),
};

static const StoreClientFormat warp = {
  CALLED ("warp", "Warp"),
  .icon_name = "dev.warp.Warp",
  .places = { HERE_AND_AT_HOME (".warp/.mcp.json"),
              .traces = TEXTS ("~/.warp", "$XDG_CONFIG_HOME/warp-terminal"),
              .processes = TEXTS ("warp", "warp-terminal") },
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_STDIO_AND_HTTP,
  .members = { PROGRAM, REMOTE, .working_directory = "working_directory" },
  .rules = { .name_limit = NAME_LIMIT, .needs_absolute_path = TRUE },
  .restart = N_ ("Start the server in Warp's settings, MCP Servers."),
};

static const StoreClientFormat qwen_code = {
  CALLED ("qwen-code", "Qwen Code"),
  .places = { .user = ANYWHERE ("$QWEN_HOME/settings.json", "~/.qwen/settings.json"),
              .project = TEXTS (".qwen/settings.json"),
              .winner = STORE_WINNER_PROJECT,
              .traces = TEXTS ("~/.qwen", "$QWEN_HOME/settings.json"),
              .processes = TEXTS ("qwen") },
  .root = TEXTS ("mcpServers"),
  .syntax = MCP_JSON_SYNTAX_COMMENTS,
  .lists = LISTS ({ STORE_LIST_EXCLUDED, ANY_SCOPE, NULL, TEXTS ("mcp", "excluded") },
                  { STORE_LIST_ALLOWED, ANY_SCOPE, NULL, TEXTS ("mcp", "allowed") }),
  .transports = TAKES_ALL,
  .members = { PROGRAM, .url = "httpUrl", .url_sse = "url", .headers = "headers",
               .working_directory = "cwd", .description = "description" },
  GEMINI,
  .variables = STORE_VARIABLE_BRACES | STORE_VARIABLE_DOLLAR,
  .rules = { .name_limit = 63,
             .reserved_names = TEXTS ("__proto__"),
             .no_trailing_commas = TRUE },
  .restart = N_ ("Start Qwen Code again."),
};

static const StoreClientFormat antigravity = {
  CALLED ("antigravity", "Antigravity"),
  .places = { .user = ANYWHERE ("~/.gemini/config/mcp_config.json",
                                "~/.gemini/antigravity/mcp_config.json"),
              .project = TEXTS (".agents/mcp_config.json"),
              .traces = TEXTS ("~/.gemini/antigravity-cli",
                               "~/.gemini/antigravity",
                               "~/.gemini/config/mcp_config.json"),
              .processes = TEXTS ("agy", "antigravity") },
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_ALL,
  .members = { PROGRAM, .url = "serverUrl", .headers = "headers" },
  .rules = { .name_limit = NAME_LIMIT, .needs_absolute_path = TRUE },
  .restart = N_ ("Refresh the servers in Antigravity: /mcp in its command-line program, Manage MCP "
                 "Servers in the editor."),
};

/* What wins first, as 7.7.9 has it: its folders of the home win over the project's. */
#define KILO(folder)                                                                            \
  "~/.kilo/kilo.json", "~/.kilo/kilo.jsonc", "~/.kilocode/kilo.json", "~/.kilocode/kilo.jsonc", \
      folder "/kilo/opencode.jsonc", folder "/kilo/opencode.json", folder "/kilo/kilo.jsonc",   \
      folder "/kilo/kilo.json", folder "/kilo/config.json"

static const StoreClientFormat kilo = {
  CALLED ("kilo", "Kilo Code"),
  .places = { .user = { TEXTS (KILO ("$XDG_CONFIG_HOME")), TEXTS (KILO ("~/.config")),
                        TEXTS (KILO ("~/.config")) },
              .project = TEXTS (".kilo/opencode.jsonc",
                                ".kilo/kilo.json",
                                ".kilo/kilo.jsonc",
                                ".kilocode/kilo.json",
                                ".kilocode/kilo.jsonc",
                                "opencode.jsonc",
                                "opencode.json",
                                "kilo.jsonc",
                                "kilo.json"),
              .merged = TRUE,
              .merge = STORE_MERGE_MEMBERS,
              .made = "/kilo.jsonc",
              .winner = STORE_WINNER_PROJECT,
              .traces = TEXTS ("$XDG_CONFIG_HOME/kilo"),
              .processes = TEXTS ("kilo", "kilocode") },
  .root = TEXTS ("mcp"),
  .syntax = MCP_JSON_SYNTAX_COMMENTS,
  .transports = TAKES_ALL,
  .members = { TYPES ("local", "remote", "remote"), .command = "command", .joined_command = TRUE,
               .environment = "environment", REMOTE },
  .habits = { TIMEOUT ("timeout", MILLISECONDS), .enabled = "enabled" },
  .oauth = { .client_id = "oauth/clientId",
             .client_secret = "oauth/clientSecret",
             .scopes = "oauth/scope",
             .scopes_as_text = TRUE },
  .variables = STORE_VARIABLE_CURLY,
  .rules = { .name_limit = NAME_LIMIT, .type_required = TRUE },
  .restart = N_ ("Start Kilo Code again."),
};

/* The file of its editor extension, which the command-line program reads as well, without the
 * variables that the extension had. */
static const StoreClientFormat kilo_extension = {
  CALLED ("kilo-extension", "Kilo Code (extension)"),
#define EXTENSION "Code/User/globalStorage/kilocode.kilo-code"
  .places = { .user = IN_CONFIGURATION (EXTENSION "/settings/mcp_settings.json"),
              .project = TEXTS (".kilocode/mcp.json"),
              .traces = TEXTS ("$XDG_CONFIG_HOME/" EXTENSION, "~/.kilocode") },
#undef EXTENSION
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_ALL,
  .members = { TYPES (NULL, "streamable-http", "sse"), PROGRAM, REMOTE },
  .habits = { .disabled = "disabled", .auto_approve = "alwaysAllow" },
  .rules = { .name_limit = NAME_LIMIT, .needs_absolute_path = TRUE, .type_required = TRUE },
  .restart = N_ ("Turn on the server in Kilo Code's settings, MCP Servers."),
};

static const StoreClientFormat grok_build = {
  CALLED ("grok-build", "Grok Build"),
  .places = { .user = ANYWHERE ("$GROK_HOME/config.toml|~/.grok/config.toml"),
              .project = TEXTS (".grok/config.toml"),
              .merged = TRUE,
              .folders = STORE_FOLDERS_TO_GIT_ROOT,
              .winner = STORE_WINNER_PROJECT,
              .traces = TEXTS ("~/.grok", "$GROK_HOME/config.toml"),
              .processes = TEXTS ("grok") },
  .language = STORE_CLIENT_TOML,
  .root = TEXTS ("mcp_servers"),
  .transports = TAKES_ALL,
  .members = { TYPES (NULL, NULL, "sse"), PROGRAM, REMOTE,
               .token_variable = "bearer_token_env_var" },
  .habits = { TIMEOUTS ("tool_timeout_sec", "startup_timeout_sec", SECONDS),
              .enabled = "enabled" },
  .oauth = { .client_id = "oauth_client_id", .scopes = "oauth_scopes" },
  .variables = BRACES,
  .rules = { .name_limit = NAME_LIMIT,
             .name_pattern = "^[A-Za-z0-9_-]+$",
             .name_text = N_ ("letters, digits, hyphens and underscores") },
  .restart = N_ ("Press r in the list that /mcps opens in Grok Build."),
};

static const StoreClientFormat mistral_vibe = {
  CALLED ("mistral-vibe", "Mistral Vibe"),
  .places = { .user = ANYWHERE ("$VIBE_HOME/config.toml", "~/.vibe/config.toml"),
              .project = TEXTS (".vibe/config.toml"),
              .winner = STORE_WINNER_PROJECT,
              .traces = TEXTS ("~/.vibe", "$VIBE_HOME/config.toml"),
              .processes = TEXTS ("vibe") },
  .language = STORE_CLIENT_TOML,
  .root = TEXTS ("mcp_servers"),
  .transports = TAKES_STDIO_AND_HTTP,
  .members = { .type = "transport",
               .type_stdio = "stdio",
               .type_http = "streamable-http",
               PROGRAM,
               .shell_words = TRUE,
               REMOTE,
               .working_directory = "cwd",
               .token_variable = "api_key_env",
               .name = "name",
               .in_list = TRUE },
  .habits = { TIMEOUTS ("tool_timeout_sec", "startup_timeout_sec", SECONDS),
              .disabled = "disabled",
              .disabled_tools = "disabled_tools" },
  .rules = { .name_limit = NAME_LIMIT,
             .name_pattern = "^[A-Za-z0-9_-]+$",
             .name_text = N_ ("letters, digits, hyphens and underscores"),
             .type_required = TRUE },
  .restart = N_ ("Start Mistral Vibe again."),
};

static const StoreClientFormat amp = {
  CALLED ("amp", "Amp"),
  .places = { .user = { TEXTS ("$XDG_CONFIG_HOME/amp/settings.json",
                               "$XDG_CONFIG_HOME/amp/settings.jsonc"),
                        TEXTS ("~/.config/amp/settings.json", "~/.config/amp/settings.jsonc"),
                        TEXTS ("~/.config/amp/settings.json", "~/.config/amp/settings.jsonc") },
              .project = TEXTS (".amp/settings.json"),
              .traces = TEXTS ("$XDG_CONFIG_HOME/amp"),
              .processes = TEXTS ("amp") },
  .root = TEXTS ("amp.mcpServers"),
  .syntax = MCP_JSON_SYNTAX_COMMENTS,
  .transports = TAKES_ALL,
  .members = { PROGRAM, REMOTE },
  .variables = STORE_VARIABLE_BRACES,
  .rules = { .name_limit = NAME_LIMIT },
  .restart = N_ ("Start Amp again."),
};

static const StoreClientFormat augment = {
  CALLED ("augment", "Augment"),
  .places = { HERE_AND_AT_HOME (".augment/settings.json"),
              .traces = TEXTS ("~/.augment"),
              .processes = TEXTS ("auggie") },
  .root = TEXTS ("mcpServers"),
  .syntax = MCP_JSON_SYNTAX_COMMENTS,
  .transports = TAKES_ALL,
  .members = { TYPES ("stdio", "http", "sse"), PROGRAM, REMOTE },
  .habits = { TIMEOUT ("timeoutMs", MILLISECONDS), .disabled = "disabled" },
  .variables = BRACES,
  .rules = { .name_limit = NAME_LIMIT, .type_required = TRUE },
  .restart = N_ ("Start Auggie again."),
};

static const StoreClientFormat mcporter = {
  CALLED ("mcporter", "MCPorter"),
  .places = { .user = ANYWHERE ("$MCPORTER_CONFIG",
                                "~/.mcporter/mcporter.json",
                                "~/.mcporter/mcporter.jsonc"),
              .project = TEXTS ("config/mcporter.json"),
              .winner = STORE_WINNER_PROJECT,
              .traces = TEXTS ("~/.mcporter", "$MCPORTER_CONFIG"),
              .processes = TEXTS ("mcporter") },
  .root = TEXTS ("mcpServers"),
  .syntax = MCP_JSON_SYNTAX_COMMENTS,
  .transports = TAKES_ALL,
  .members = { PROGRAM, .shell_line = TRUE, .url = "baseUrl", .headers = "headers",
               .working_directory = "cwd", .token_variable = "bearerTokenEnv",
               .description = "description" },
  .habits = { .enabled_tools = "allowedTools", .disabled_tools = "blockedTools" },
  .oauth = { .client_id = "oauthClientId",
             .client_secret = "oauthClientSecret",
             .scopes = "oauthScope",
             .scopes_as_text = TRUE,
             .redirect_uri = "oauthRedirectUrl" },
  .variables = BRACES,
  .restart = N_ ("MCPorter reads its file each time it runs."),
};

#define WRITTEN                                                                                   \
  &claude_desktop, &claude_code, &cursor, &vscode, &vscode_insiders, &vscodium, &visual_studio,   \
      &windsurf, &devin, &zed, &junie, &jetbrains_ai, &kiro, &cline, &goose, &codex, &gemini_cli, \
      &opencode, &copilot_cli, &factory, &qwen_code, &antigravity, &kilo, &kilo_extension,        \
      &grok_build, &mistral_vibe, &amp, &augment, &mcporter, &crush, &warp,                       \
      &store_client_lmstudio, &store_client_librechat, &store_client_jan,                         \
      &store_client_anythingllm

#define READ                                                                                     \
  &store_client_roo, &store_client_continue_dev, &store_client_amazon_q, &store_client_five_ire, \
      &store_client_pi, &store_client_trae, &store_client_qoder, &store_client_codebuddy

const StoreClientFormat *const store_client_table[] = { WRITTEN, NULL };
const StoreClientFormat *const store_client_sources[] = { WRITTEN, READ, NULL };
