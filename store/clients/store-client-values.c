/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-values.h"

#define TEXTS(...) ((const char *const[]){ __VA_ARGS__, NULL })

/* The words that it takes for a type. */
#define TYPE_IS(...)                                                      \
  {                                                                       \
    "type", STORE_VALUE_STRING, STORE_MISTAKE_UNSEEN, TEXTS (__VA_ARGS__) \
  }

static const StoreClientValues table[] = {
  { .id = "claude-code",
    .mistake = STORE_MISTAKE_SKIPS,
    .rows = { TYPE_IS ("stdio", "http", "streamable-http", "sse", "ws"),
              { "timeout", STORE_VALUE_COUNT },
              { "headersHelper", STORE_VALUE_STRING },
              { "alwaysLoad", STORE_VALUE_BOOLEAN },
              { "oauth", STORE_VALUE_OBJECT } } },
  { .id = "cursor", .rows = { { "cwd", STORE_VALUE_STRING } } },
  { .id = "windsurf", .rows = { { "url", STORE_VALUE_STRING | STORE_VALUE_TARGET } } },
  { .id = "vscode", .rows = { { "env", STORE_VALUE_SCALAR_MAP } } },
  { .id = "vscode-insiders", .rows = { { "env", STORE_VALUE_SCALAR_MAP } } },
  { .id = "vscodium", .rows = { { "env", STORE_VALUE_SCALAR_MAP } } },
  { .id = "zed",
    .rows = { { "command", STORE_VALUE_STRING | STORE_VALUE_OBJECT },
              { "settings", STORE_VALUE_OBJECT | STORE_VALUE_TARGET } } },
  { .id = "cline", .rows = { { "transport", STORE_VALUE_OBJECT | STORE_VALUE_TARGET } } },
  { .id = "goose",
    .mistake = STORE_MISTAKE_SKIPS,
    .program_type = TRUE,
    .inner_types = TEXTS ("builtin", "platform", "frontend", "inline_python"),
    .rows = { TYPE_IS ("stdio", "streamable_http", "sse") } },
  { .id = "codex",
    .mistake = STORE_MISTAKE_STOPS,
    .strict = TRUE,
    .rows = { { "default_tools_approval_mode", STORE_VALUE_STRING, STORE_MISTAKE_UNSEEN,
                TEXTS ("auto", "prompt", "writes", "approve") },
              { "startup_timeout_sec", STORE_VALUE_DURATION },
              { "tool_timeout_sec", STORE_VALUE_DURATION },
              { "env_vars", STORE_VALUE_STRINGS | STORE_VALUE_NAMES },
              { "bearer_token", 0 },
              { "oauth", STORE_VALUE_OBJECT | STORE_VALUE_OF_URL },
              { "http_headers_helper", STORE_VALUE_STRING | STORE_VALUE_OF_URL },
              { "name", STORE_VALUE_STRING },
              { "oauth_resource", STORE_VALUE_STRING | STORE_VALUE_OF_URL },
              { "startup_timeout_ms", STORE_VALUE_NUMBER },
              { "required", STORE_VALUE_BOOLEAN },
              { "supports_parallel_tool_calls", STORE_VALUE_BOOLEAN } } },
  { .id = "gemini-cli",
    .mistake = STORE_MISTAKE_WARNS,
    .no_target = STORE_MISTAKE_FAILS,
    .closed = TRUE,
    .blank = STORE_BLANK_EMPTY | STORE_BLANK_SPACE,
    .rows = { { "type", STORE_VALUE_STRING, STORE_MISTAKE_WARNS, TEXTS ("stdio", "sse", "http") },
              { "command", STORE_VALUE_STRING, STORE_MISTAKE_FAILS },
              { "args", STORE_VALUE_STRINGS, STORE_MISTAKE_STOPS, NULL,
                STORE_VALUE_STRINGS | STORE_VALUE_NULL },
              { "env", STORE_VALUE_STRING_MAP, STORE_MISTAKE_FAILS, NULL,
                STORE_VALUE_NULL | STORE_VALUE_STRING | STORE_VALUE_ARRAY },
              { "cwd", STORE_VALUE_STRING, STORE_MISTAKE_FAILS, NULL, STORE_VALUE_NULL },
              { "url", STORE_VALUE_STRING, STORE_MISTAKE_FAILS, NULL, STORE_VALUE_ARRAY },
              { "headers", STORE_VALUE_STRING_MAP, STORE_MISTAKE_FAILS, NULL,
                STORE_VALUE_NULL | STORE_VALUE_STRING | STORE_VALUE_ARRAY },
              { "timeout", STORE_VALUE_STRING | STORE_VALUE_POSITIVE, STORE_MISTAKE_FAILS, NULL,
                STORE_VALUE_NULL },
              { "httpUrl", STORE_VALUE_STRING | STORE_VALUE_TARGET },
              { "tcp", STORE_VALUE_STRING | STORE_VALUE_TARGET },
              { "oauth", STORE_VALUE_OBJECT },
              { "authProviderType", STORE_VALUE_STRING },
              { "targetAudience", STORE_VALUE_STRING },
              { "targetServiceAccount", STORE_VALUE_STRING },
              { "extension", STORE_VALUE_OBJECT } } },
  { .id = "copilot-cli",
    .mistake = STORE_MISTAKE_SKIPS,
    .needs_root = TRUE,
    .name = STORE_MISTAKE_SKIPS,
    .rows = { TYPE_IS ("local", "stdio", "http", "streamable-http", "sse"),
              { "timeout", STORE_VALUE_COUNT },
              { "disabled", STORE_VALUE_BOOLEAN },
              { "oauth/clientId", STORE_VALUE_STRING } } },
  { .id = "opencode",
    .mistake = STORE_MISTAKE_REFUSES_FILE,
    .program_type = TRUE,
    .bare_switch = TRUE,
    .blank = STORE_BLANK_SPACE,
    .rows = { { "oauth", STORE_VALUE_OBJECT | STORE_VALUE_FALSE },
              { "timeout", STORE_VALUE_COUNT } } },
  { .id = "factory",
    .no_target = STORE_MISTAKE_FAILS,
    .bare_switch = TRUE,
    .rows = { { "command", STORE_VALUE_STRING, STORE_MISTAKE_FAILS },
              { "args", STORE_VALUE_STRINGS, STORE_MISTAKE_FAILS },
              { "url", STORE_VALUE_STRING | STORE_VALUE_ARRAY, STORE_MISTAKE_FAILS },
              { "env", STORE_VALUE_STRING_MAP | STORE_VALUE_ARRAY | STORE_VALUE_STRING,
                STORE_MISTAKE_FAILS },
              { "headers", STORE_VALUE_STRING_MAP | STORE_VALUE_ARRAY | STORE_VALUE_STRING,
                STORE_MISTAKE_FAILS } } },
  { .id = "qwen-code",
    .no_target = STORE_MISTAKE_FAILS,
    .blank = STORE_BLANK_EMPTY | STORE_BLANK_SPACE,
    .rows = { { "command", STORE_VALUE_STRING, STORE_MISTAKE_FAILS },
              { "args", STORE_VALUE_STRINGS, STORE_MISTAKE_STOPS, NULL,
                STORE_VALUE_STRINGS | STORE_VALUE_NULL },
              { "headers", STORE_VALUE_STRING_MAP, STORE_MISTAKE_FAILS, NULL,
                STORE_VALUE_NULL | STORE_VALUE_BOOLEAN | STORE_VALUE_NUMBER | STORE_VALUE_STRING },
              { "cwd", STORE_VALUE_STRING, STORE_MISTAKE_FAILS },
              { "httpUrl", STORE_VALUE_STRING, STORE_MISTAKE_FAILS, NULL, STORE_VALUE_ARRAY } } },
  { .id = "crush",
    .mistake = STORE_MISTAKE_STOPS,
    .no_target = STORE_MISTAKE_SKIPS,
    .program_type = TRUE,
    .rows = { { "cwd", STORE_VALUE_STRING } } },
  { .id = "mcporter",
    .mistake = STORE_MISTAKE_REFUSES_FILE,
    .no_target = STORE_MISTAKE_FAILS,
    .rows = { { "command", STORE_VALUE_STRING | STORE_VALUE_STRINGS },
              { "url", STORE_VALUE_STRING | STORE_VALUE_TARGET },
              { "serverUrl", STORE_VALUE_STRING | STORE_VALUE_TARGET } } },
};

const StoreClientValues *
store_client_values_find (const char *id)
{
  static const StoreClientValues none = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (g_strcmp0 (table[i].id, id) == 0)
      return &table[i];
  return &none;
}

const StoreClientValue *
store_client_values_get_row (const StoreClientValues *self, const char *member)
{
  for (const StoreClientValue *row = self->rows; row->member != NULL; row++)
    if (g_strcmp0 (row->member, member) == 0)
      return row;
  return NULL;
}
