/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppFailure: the ways in which something fails, whatever floor found it: by which word a program
 * is told of each, and with which exit status a command ends.
 */

#pragma once

#include <glib.h>

/* The exit statuses of failures, each with what the manual page says of it; that names the words of
 * its failures too (app/cli/generate.py). */
/* clang-format off */
#define APP_FAILURE_EXITS(X) \
  X (USAGE, 2, "Usage error.") \
  X (UNREACHABLE, 3, "Could not connect, the connection was lost, or a model's provider is " \
     "overloaded.") \
  X (PROTOCOL, 4, "The server violated the protocol, answered with an error, or does not offer " \
     "what was asked for; or a list is incomplete.") \
  X (TIMEOUT, 5, "A deadline passed.") \
  X (REFUSED, 6, "Refused: arguments that do not match the schema, a validation that could not " \
     "be completed, other invalid input, a file that cannot be used, a command or call that was " \
     "not confirmed, an approval rule, a request of the server that was declined, or a limit of " \
     "`chat` or `cases`.") \
  X (AUTHORIZATION, 7, "The server requires authorization, a secret is missing, or a provider " \
     "refuses the key.")
/* clang-format on */

#define APP_FAILURE_MCP(X, code, status, word) \
  X (code, mcp_error_quark, MCP_ERROR_##code, status, word)

/* Each with the error that it is, the status and the word. OTHER: of none of these kinds; RESPONSE:
 * a JSON-RPC error where only a result leads on; MISSING to TOO_LARGE: of files and of what is kept
 * in them; FILE: all else of files, and of JSON that was typed. */
/* clang-format off */
#define APP_FAILURES(X) \
  X (OTHER, NULL, 0, PROTOCOL, "failed") \
  APP_FAILURE_MCP (X, TIMED_OUT, TIMEOUT, "timeout") \
  APP_FAILURE_MCP (X, AUTHORIZATION_REQUIRED, AUTHORIZATION, "authorization_required") \
  APP_FAILURE_MCP (X, COMMAND_NOT_FOUND, UNREACHABLE, "command_not_found") \
  APP_FAILURE_MCP (X, COMMAND_NOT_EXECUTABLE, UNREACHABLE, "command_not_executable") \
  APP_FAILURE_MCP (X, PROCESS_EXITED, UNREACHABLE, "process_exited") \
  APP_FAILURE_MCP (X, CONNECTION_FAILED, UNREACHABLE, "unreachable") \
  APP_FAILURE_MCP (X, CONNECTION_LOST, UNREACHABLE, "connection_lost") \
  APP_FAILURE_MCP (X, HTTP_STATUS, UNREACHABLE, "http_status") \
  APP_FAILURE_MCP (X, REDIRECTED, UNREACHABLE, "redirected") \
  APP_FAILURE_MCP (X, SESSION_EXPIRED, UNREACHABLE, "session_expired") \
  APP_FAILURE_MCP (X, CERTIFICATE_REFUSED, UNREACHABLE, "certificate_refused") \
  APP_FAILURE_MCP (X, INVALID_TARGET, USAGE, "invalid_target") \
  APP_FAILURE_MCP (X, MESSAGE_TOO_LARGE, PROTOCOL, "message_too_large") \
  APP_FAILURE_MCP (X, INVALID_MESSAGE, PROTOCOL, "invalid_message") \
  APP_FAILURE_MCP (X, UNSUPPORTED_VERSION, PROTOCOL, "unsupported_version") \
  APP_FAILURE_MCP (X, NOT_OFFERED, PROTOCOL, "not_offered") \
  APP_FAILURE_MCP (X, OTHER_ERA, PROTOCOL, "other_era") \
  APP_FAILURE_MCP (X, CAPABILITY_REQUIRED, PROTOCOL, "capability_required") \
  APP_FAILURE_MCP (X, HEADER_MISMATCH, PROTOCOL, "header_mismatch") \
  APP_FAILURE_MCP (X, EXCLUDED, PROTOCOL, "excluded") \
  APP_FAILURE_MCP (X, INCOMPLETE, PROTOCOL, "incomplete") \
  APP_FAILURE_MCP (X, RESPONSE, PROTOCOL, "protocol_error") \
  APP_FAILURE_MCP (X, NOT_CONNECTED, UNREACHABLE, "not_connected") \
  APP_FAILURE_MCP (X, CANCELLED, SIGNAL, "cancelled") \
  X (NO_SESSION, app_error_quark, APP_ERROR_NOT_CONNECTED, UNREACHABLE, "not_connected") \
  X (REFUSED, app_error_quark, APP_ERROR_REFUSED, REFUSED, "refused") \
  X (UNCONFIRMED, app_error_quark, APP_ERROR_UNCONFIRMED, REFUSED, "unconfirmed") \
  X (SECRET, app_error_quark, APP_ERROR_SECRET, AUTHORIZATION, "secret") \
  X (INVALID_INPUT, app_error_quark, APP_ERROR_INVALID_INPUT, REFUSED, "invalid_input") \
  X (NOT_FOUND, app_error_quark, APP_ERROR_NOT_FOUND, USAGE, "not_found") \
  X (NO_LONGER_READ, app_error_quark, APP_ERROR_NO_LONGER_READ, USAGE, "no_longer_read") \
  X (TYPED, app_error_quark, APP_ERROR_USAGE, USAGE, "usage") \
  X (USAGE, g_option_error_quark, G_OPTION_ERROR_BAD_VALUE, USAGE, "usage") \
  X (MISSING, store_error_quark, STORE_ERROR_NOT_FOUND, REFUSED, "refused") \
  X (CHANGED, store_error_quark, STORE_ERROR_CHANGED, REFUSED, "refused") \
  X (INVALID, store_error_quark, STORE_ERROR_INVALID, REFUSED, "refused") \
  X (UNSUPPORTED, store_error_quark, STORE_ERROR_UNSUPPORTED, REFUSED, "refused") \
  X (TOO_LARGE, store_error_quark, STORE_ERROR_TOO_LARGE, REFUSED, "refused") \
  X (FILE, NULL, 0, REFUSED, "refused")
/* clang-format on */

#define APP_FAILURE_NAME(name, domain, code, status, word) APP_FAILURE_##name,
typedef enum {
  APP_FAILURES (APP_FAILURE_NAME)
} AppFailure;

#define APP_FAILURE_EXIT(name, value, text) APP_FAILURE_EXIT_##name = value,
typedef enum {
  APP_FAILURE_EXITS (APP_FAILURE_EXIT)
  APP_FAILURE_EXIT_SIGNAL = 128, /* and the number of the signal that ended it */
} AppFailureExit;

/** @error: (nullable): of any floor */
AppFailure     app_failure_of (const GError *error);
AppFailureExit app_failure_get_exit (AppFailure failure);
/** Returns: (transfer none): what a program finds as the code of an error, such as "unreachable" */
const char *app_failure_get_word (AppFailure failure);

/** Returns: (transfer full): an error of this kind. @failure: not OTHER, nor FILE */
GError *app_failure_new (AppFailure failure, const char *format, ...) G_GNUC_PRINTF (2, 3);
