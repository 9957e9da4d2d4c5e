/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the rows of StoreClientFormat's table are written with, and those of them that lie in files
 * of their own: chats, and applications that are read but not written.
 */

#pragma once

#include "store-client-format.h"

#include <glib/gi18n-lib.h>

#define TEXTS(...) ((const char *const[]){ __VA_ARGS__, NULL })

#define TAKES_ALL (STORE_CLIENT_TAKES_STDIO | STORE_CLIENT_TAKES_HTTP | STORE_CLIENT_TAKES_SSE)
#define TAKES_STDIO_AND_HTTP (STORE_CLIENT_TAKES_STDIO | STORE_CLIENT_TAKES_HTTP)

#define MILLISECONDS 1
#define SECONDS 1000

/* Where files lie: at the same paths everywhere, of which the first that exists counts, or where
 * each platform keeps configuration. */
#define ANYWHERE(...)                                             \
  {                                                               \
    TEXTS (__VA_ARGS__), TEXTS (__VA_ARGS__), TEXTS (__VA_ARGS__) \
  }
#define AT_HOME(path) ANYWHERE ("~/" path)
#define HERE_AND_AT_HOME(path) .user = AT_HOME (path), .project = TEXTS (path)
#define IN_CONFIGURATION(path)                                                  \
  {                                                                             \
    TEXTS ("$XDG_CONFIG_HOME/" path),                                           \
        TEXTS ("~/Library/Application Support/" path), TEXTS ("$APPDATA/" path) \
  }

#define LISTS(...) ((const StoreClientList[]){ __VA_ARGS__, { 0 } })
#define ANY_SCOPE (~0u)

/* What most have. */
#define CALLED(id_, name_) .id = id_, .name = name_
#define PROGRAM .command = "command", .arguments = "args", .environment = "env"
#define REMOTE .url = "url", .headers = "headers"
#define TYPES(stdio, http, sse) \
  .type = "type", .type_stdio = stdio, .type_http = http, .type_sse = sse

#define TIMEOUT(request, unit) .timeout = request, .timeout_unit = unit
#define TIMEOUTS(request, start, unit) TIMEOUT (request, unit), .startup_timeout = start

#define BRACES (STORE_VARIABLE_BRACES | STORE_VARIABLE_DEFAULT)
#define DOLLARS (BRACES | STORE_VARIABLE_DOLLAR)

/* What the interface of Claude's models takes as the name of a tool, with the server's in front. */
#define NAME_LIMIT 64

extern const StoreClientFormat store_client_lmstudio, store_client_librechat,
    store_client_anythingllm, store_client_jan, store_client_roo, store_client_continue_dev,
    store_client_amazon_q, store_client_five_ire, store_client_pi, store_client_trae,
    store_client_qoder, store_client_codebuddy;
