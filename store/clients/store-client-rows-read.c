/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Read, but not written: they are no longer made, or keep their servers elsewhere now. */

#include "store-client-rows.h"

const StoreClientFormat store_client_roo = {
  CALLED ("roo", "Roo Code"),
#define ROO "Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"
  .places = { .user = IN_CONFIGURATION (ROO), .project = TEXTS (".roo/mcp.json") },
#undef ROO
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_ALL,
  .members = { TYPES ("stdio", "streamable-http", "sse"), PROGRAM, REMOTE,
               .working_directory = "cwd" },
  .habits = { TIMEOUT ("timeout", SECONDS),
              .disabled = "disabled",
              .disabled_tools = "disabledTools",
              .auto_approve = "alwaysAllow" },
  .variables = STORE_VARIABLE_ENV | STORE_VARIABLE_PLACES,
  .imported = TRUE,
};

const StoreClientFormat store_client_continue_dev = {
  CALLED ("continue", "Continue"),
  .places = { .user = AT_HOME (".continue/config.yaml") },
  .language = STORE_CLIENT_YAML,
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_ALL,
  .members = { TYPES ("stdio", "streamable-http", "sse"), PROGRAM, .url = "url",
               .headers = "requestOptions/headers", .working_directory = "cwd",
               .name = "name", .environment_file = "envFile" },
  .habits = { .startup_timeout = "connectionTimeout", .timeout_unit = MILLISECONDS },
  .variables = STORE_VARIABLE_SECRETS,
  .imported = TRUE,
};

const StoreClientFormat store_client_amazon_q = {
  CALLED ("amazon-q", "Amazon Q Developer"),
  .places = { .user = ANYWHERE ("~/.aws/amazonq/mcp.json", "~/.aws/amazonq/default.json"),
              .project = TEXTS (".amazonq/mcp.json", ".amazonq/default.json"),
              .merged = TRUE },
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_STDIO_AND_HTTP,
  .members = { TYPES ("stdio", "http", NULL), PROGRAM, REMOTE },
  .habits = { TIMEOUT ("timeout", MILLISECONDS), .disabled = "disabled" },
  .oauth = { .redirect_uri = "oauth/redirectUri", .scopes = "oauthScopes" },
  .variables = STORE_VARIABLE_ENV,
  .imported = TRUE,
};

const StoreClientFormat store_client_five_ire = {
  CALLED ("5ire", "5ire"),
  .places = { .user = IN_CONFIGURATION ("5ire/mcp.json") },
  .root = TEXTS ("mcpServers"),
  .transports = TAKES_STDIO_AND_HTTP,
  .members = { PROGRAM, REMOTE, .name = "name", .description = "description" },
  .habits = { .enabled = "isActive" },
  .imported = TRUE,
};

/* Their project's files are known by what lies in public repositories alone. */

#define PROJECT_FILE(id_, name_, path)                                                     \
  .id = id_, .name = name_, .places = { .project = TEXTS (path) },                         \
  .root = TEXTS ("mcpServers"),                                                            \
  .transports = TAKES_ALL, .members = { TYPES ("stdio", "http", "sse"), PROGRAM, REMOTE }, \
  .imported = TRUE

const StoreClientFormat store_client_pi = { PROJECT_FILE ("pi", "Pi", ".pi/mcp.json") };
const StoreClientFormat store_client_trae = { PROJECT_FILE ("trae", "Trae", ".trae/mcp.json") };
const StoreClientFormat store_client_qoder = { PROJECT_FILE ("qoder", "Qoder", ".qoder/mcp.json") };
const StoreClientFormat store_client_codebuddy = { PROJECT_FILE ("codebuddy",
                                                                 "CodeBuddy",
                                                                 ".codebuddy/mcp.json") };
