/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Chats */

#include "store-client-rows.h"

const StoreClientFormat store_client_lmstudio = {
  CALLED ("lmstudio", "LM Studio"),
  .icon_name = "lm-studio",
  .places = { .user = ANYWHERE ("~/.lmstudio/mcp.json", "~/.cache/lm-studio/mcp.json"),
              .traces = TEXTS ("~/.lmstudio", "~/.cache/lm-studio"),
              .processes = TEXTS ("lm-studio", "LM Studio") },
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_STDIO_AND_HTTP,
  .members = { PROGRAM, REMOTE },
  .oauth = { .client_id = "auth/CLIENT_ID", .client_secret = "auth/CLIENT_SECRET" },
  .rules = { .name_limit = NAME_LIMIT, .needs_absolute_path = TRUE },
  .restart = N_ ("Turn on the server in LM Studio, Program, Integrations."),
};

const StoreClientFormat store_client_librechat = {
  CALLED ("librechat", "LibreChat"),
  .places = { .project = TEXTS ("librechat.yaml") },
  .language = STORE_CLIENT_YAML,
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_ALL,
  .members = { TYPES ("stdio", "streamable-http", "sse"), PROGRAM, REMOTE,
               .empty_arguments = TRUE },
  .habits = { TIMEOUTS ("timeout", "initTimeout", MILLISECONDS),
              .enabled = "startup" },
  .oauth = { .client_id = "oauth/client_id",
             .client_secret = "oauth/client_secret",
             .scopes = "oauth/scope",
             .scopes_as_text = TRUE,
             .redirect_uri = "oauth/redirect_uri",
             .authorization_url = "oauth/authorization_url",
             .token_url = "oauth/token_url" },
  .variables = STORE_VARIABLE_BRACES,
  .rules = { .name_limit = NAME_LIMIT, .type_required = TRUE },
  .restart = N_ ("Restart LibreChat's server."),
};

const StoreClientFormat store_client_anythingllm = {
  CALLED ("anythingllm", "AnythingLLM"),
  .icon_name = "anythingllm-desktop",
#define ANYTHINGLLM "anythingllm-desktop/storage/plugins/anythingllm_mcp_servers.json"
  .places = { .user = { TEXTS ("$STORAGE_DIR/plugins/anythingllm_mcp_servers.json",
                               "$XDG_CONFIG_HOME/" ANYTHINGLLM),
                        TEXTS ("~/Library/Application Support/" ANYTHINGLLM),
                        TEXTS ("$APPDATA/" ANYTHINGLLM) },
#undef ANYTHINGLLM
              .traces = TEXTS ("$XDG_CONFIG_HOME/anythingllm-desktop",
                               "$STORAGE_DIR/plugins/anythingllm_mcp_servers.json"),
              .processes = TEXTS ("anythingllm-desktop") },
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_ALL,
  .members = { TYPES (NULL, "streamable", "sse"), PROGRAM, REMOTE },
  .habits = { .enabled = "anythingllm/autoStart",
              .disabled_tools = "anythingllm/suppressedTools" },
  .rules = { .name_limit = NAME_LIMIT, .needs_absolute_path = TRUE, .type_required = TRUE },
  .restart = N_ ("Press Refresh in AnythingLLM, Agent Skills, MCP Servers."),
};

const StoreClientFormat store_client_jan = {
  CALLED ("jan", "Jan"),
  .icon_name = "ai.jan.Jan",
  .places = { .user = { TEXTS ("~/.local/share/Jan/data/mcp_config.json",
                               "$XDG_CONFIG_HOME/Jan/data/mcp_config.json",
                               "~/.var/app/ai.jan.Jan/data/Jan/data/mcp_config.json"),
                        TEXTS ("~/Library/Application Support/Jan/data/mcp_config.json"),
                        TEXTS ("$APPDATA/Jan/data/mcp_config.json") },
              .traces =
                  TEXTS ("~/.local/share/Jan", "$XDG_CONFIG_HOME/Jan", "~/.var/app/ai.jan.Jan"),
              .processes = TEXTS ("jan", "Jan") },
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_ALL,
  .members = { TYPES (NULL, "http", "sse"), PROGRAM, REMOTE,
               .defaults = TEXTS ("command", "\"\"", "args", "[]", "env", "{}", "active", "true") },
  .habits = { .enabled = "active" },
  .rules = { .name_limit = NAME_LIMIT, .needs_absolute_path = TRUE },
  .restart = N_ ("Restart Jan."),
};
