/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-advice.h"

#include <glib/gi18n-lib.h>
#include <signal.h>
#include <string.h>

#include "app-error.h"
#include "mcp-auth-challenge.h"
#include "mcp-auth-finding.h"
#include "mcp-error.h"
#include "mcp-json-document.h"
#include "store-error.h"

typedef struct
{
  int         code;
  AppCulprit  culprit;
  const char *text;     /* (nullable) */
  const char *terminal; /* (nullable): where a terminal has other words for it */
} Row;

static gboolean speaks_to_terminal;

static const Row mcp_rows[] = {
  { MCP_ERROR_COMMAND_NOT_FOUND, APP_CULPRIT_SETUP,
    N_ ("Check the command's spelling, install the program, or give its full path.") },
  { MCP_ERROR_COMMAND_NOT_EXECUTABLE, APP_CULPRIT_SETUP,
    N_ ("Check the file's permissions and the working directory.") },
  { MCP_ERROR_PROCESS_EXITED, APP_CULPRIT_SERVER,
    N_ ("See the server's output. A missing argument or environment variable is a common cause.") },
  { MCP_ERROR_CONNECTION_FAILED, APP_CULPRIT_NETWORK,
    N_ ("Check that the server is running and that the address and port are right.") },
  { MCP_ERROR_CONNECTION_LOST, APP_CULPRIT_NETWORK,
    N_ ("Reconnect and try again. If it happens often, look at the server's own log and for a "
        "proxy on the way."),
    N_ ("Try again. If it happens often, look at the server's own log and for a proxy on the "
        "way.") },
  { MCP_ERROR_AUTHORIZATION_REQUIRED, APP_CULPRIT_SETUP,
    N_ ("Sign in, or add a token or a password in the server settings."),
    N_ ("Sign in with “spyglass-cli auth login --server NAME-OR-URL”, or give a token with "
        "--bearer, a password with --basic, or a header with --header.") },
  { MCP_ERROR_SESSION_EXPIRED, APP_CULPRIT_SERVER, N_ ("Reconnect to begin a new session."),
    N_ ("Try again: each command begins a new session. If it happens often, the server does not "
        "keep its sessions; several instances behind one address are a common cause.") },
  { MCP_ERROR_REDIRECTED, APP_CULPRIT_NOBODY,
    N_ ("If you trust the address that it names, enter it in the server settings."),
    N_ ("If you trust the address that it names, use it as the URL.") },
  { MCP_ERROR_TIMED_OUT, APP_CULPRIT_NOBODY,
    N_ ("Try again, or allow more time under Timeouts in the server settings; a tool may have a "
        "limit of its own in its menu."),
    N_ ("Try again, or allow more time: --timeout for a response, --connect-timeout for the "
        "connection, --total-timeout for all of it.") },
  { MCP_ERROR_CANCELLED, APP_CULPRIT_NOBODY, NULL },
  { MCP_ERROR_MESSAGE_TOO_LARGE, APP_CULPRIT_SERVER,
    N_ ("Ask for less at once, or raise the limit for one message in the preferences."),
    N_ ("Ask for less at once, for example with a limit among the tool's arguments.") },
  { MCP_ERROR_INVALID_MESSAGE, APP_CULPRIT_SERVER,
    N_ ("Invalid MCP response. Report it to the server's author.") },
  { MCP_ERROR_RESPONSE, APP_CULPRIT_SERVER,
    N_ ("The server rejected the request; its error says why. Its own log may say more.") },
  { MCP_ERROR_UNSUPPORTED_VERSION, APP_CULPRIT_SERVER, N_ ("Update the server or Spyglass.") },
  { MCP_ERROR_NOT_OFFERED, APP_CULPRIT_NOBODY,
    N_ ("Not every server offers this. If this one should, report it to its author.") },
  { MCP_ERROR_NOT_CONNECTED, APP_CULPRIT_SETUP, N_ ("Connect to the server first."),
    N_ ("Try again. If it happens often, look at the server's own log.") },
  { MCP_ERROR_INVALID_TARGET, APP_CULPRIT_SETUP,
    N_ ("Check the URL or command in the server settings."),
    N_ ("Check the URL or the command. Examples: --server https://example.com/mcp, or "
        "-- npx -y PACKAGE") },
  { MCP_ERROR_CERTIFICATE_REFUSED, APP_CULPRIT_SETUP,
    N_ ("If the certificate below is the server's own, add its certificate authority in the "
        "server settings, or accept this one certificate there by its SHA-256."),
    N_ ("If the certificate below is the server's own, name its certificate authority with "
        "--ca-file, or accept this one certificate by its SHA-256 with --insecure-certificate.") },
  { MCP_ERROR_OTHER_ERA, APP_CULPRIT_SETUP,
    N_ ("Set the protocol era to automatic, and no protocol version, in the server settings."),
    N_ ("Leave out --era and --protocol-version, or use --era auto.") },
  { MCP_ERROR_CAPABILITY_REQUIRED, APP_CULPRIT_SETUP,
    N_ ("Switch on what the server asks for, then try again.") },
  { MCP_ERROR_HEADER_MISMATCH, APP_CULPRIT_SETUP,
    N_ ("Look for custom headers in the server settings, and for a proxy on the way."),
    N_ ("Look for --header and for a proxy on the way.") },
  { MCP_ERROR_INCOMPLETE, APP_CULPRIT_NOBODY,
    N_ ("Spyglass reads no more of one list; what arrived until then is shown."),
    N_ ("Spyglass reads no more of one list; what arrived until then is printed. --page and "
        "--cursor read single pages.") },
  { MCP_ERROR_EXCLUDED, APP_CULPRIT_SERVER,
    N_ ("Report it to the server's author. A raw message is sent all the same.") },
};

static const Row app_rows[] = {
  { APP_ERROR_UNCONFIRMED, APP_CULPRIT_SETUP,
    N_ ("Read all of it, and confirm it if you trust where it came from.") },
  { APP_ERROR_SECRET, APP_CULPRIT_SETUP,
    N_ ("Unlock the keyring, or enter the secret again in the server settings."),
    N_ ("Unlock the keyring, or give the secret again with “spyglass-cli servers edit”.") },
  { APP_ERROR_REFUSED, APP_CULPRIT_SETUP,
    N_ ("Change the approval rule if the tool should run."),
    N_ ("If you agree, add the option that the message names.") },
  { APP_ERROR_INVALID_INPUT, APP_CULPRIT_NOBODY, N_ ("Correct the input and try again.") },
  { APP_ERROR_NOT_CONNECTED, APP_CULPRIT_SETUP, N_ ("Connect to the server first.") },
  { APP_ERROR_NOT_FOUND, APP_CULPRIT_NOBODY, N_ ("Check the name.") },
};

static const Row store_rows[] = {
  { STORE_ERROR_FAILED, APP_CULPRIT_SETUP,
    N_ ("Correct what the system reports, and try again.") },
  { STORE_ERROR_NOT_FOUND, APP_CULPRIT_SETUP, N_ ("Check the name and the path.") },
  { STORE_ERROR_IS_DIRECTORY, APP_CULPRIT_SETUP,
    N_ ("Move the folder away, or choose another file.") },
  { STORE_ERROR_NOT_READABLE, APP_CULPRIT_SETUP, N_ ("Check who may read the file.") },
  { STORE_ERROR_NOT_WRITABLE, APP_CULPRIT_SETUP,
    N_ ("Check who may write to the file and its folder.") },
  { STORE_ERROR_NO_SPACE, APP_CULPRIT_SETUP, N_ ("Free some disk space and try again.") },
  { STORE_ERROR_SYNTAX, APP_CULPRIT_SETUP,
    N_ ("Fix the file at this place with a text editor; it was not changed.") },
  { STORE_ERROR_TOO_LARGE, APP_CULPRIT_SETUP,
    N_ ("Check that this is the right file; such files are small.") },
  { STORE_ERROR_CHANGED, APP_CULPRIT_CLIENT, N_ ("Review the file as it is now, and try again."),
    N_ ("Run the command again: it reads the file as it is now.") },
  { STORE_ERROR_DUPLICATE, APP_CULPRIT_SETUP,
    N_ ("Remove one of the two, or choose another name.") },
  { STORE_ERROR_INVALID, APP_CULPRIT_SETUP, N_ ("Correct the input and try again.") },
  /* Its causes have little in common; each message says what is in the way. */
  { STORE_ERROR_UNSUPPORTED, APP_CULPRIT_NOBODY,
    N_ ("Spyglass cannot do this here. What is in a file can be changed by hand.") },
  { STORE_ERROR_BUSY, APP_CULPRIT_SETUP,
    N_ ("Another program is writing the file; try again in a moment.") },
  { STORE_ERROR_NO_KEYRING, APP_CULPRIT_SETUP,
    N_ ("Start a keyring such as GNOME Keyring, or allow secrets in a file."),
    N_ ("Start a keyring such as GNOME Keyring, or add --secrets-in-file.") },
  { STORE_ERROR_NEWER, APP_CULPRIT_SETUP, N_ ("Update Spyglass.") },
  { STORE_ERROR_MOVED, APP_CULPRIT_SETUP,
    N_ ("Let the link lead there again and retry, or change the file by hand.") },
  { STORE_ERROR_DAMAGED, APP_CULPRIT_SETUP, N_ ("Delete it; the others are not affected.") },
};

/* By status; of those that have no row, 400 and 500 speak for their hundred. */
static const Row http_rows[] = {
  { 400, APP_CULPRIT_NOBODY, N_ ("The server rejected the request; its response may say why.") },
  { 401, APP_CULPRIT_SETUP, N_ ("Add a token or a password in the server settings."),
    N_ ("Give a token with --bearer, a password with --basic, or a header with --header.") },
  { 403, APP_CULPRIT_NOBODY,
    N_ ("The server denies access. Check the account, the token's scopes, and whether the server "
        "or a firewall allows this computer.") },
  { 404, APP_CULPRIT_SETUP, N_ ("Check the URL's path; many servers answer under /mcp.") },
  { 405, APP_CULPRIT_SETUP,
    N_ ("Messages cannot be posted to this path. Check the URL's path; many servers answer under "
        "/mcp.") },
  { 408, APP_CULPRIT_NOBODY,
    N_ ("The server, or a proxy on the way, did not receive the whole request in time. Try "
        "again.") },
  { 410, APP_CULPRIT_SETUP,
    N_ ("The server is gone from this address. Ask its provider for the new one.") },
  { 413, APP_CULPRIT_NOBODY,
    N_ ("The request is larger than the server, or a proxy on the way, takes. Send less.") },
  { 421, APP_CULPRIT_SETUP,
    N_ ("The server does not accept the host name in the URL: it guards itself against DNS "
        "rebinding. Use the name that it expects, often localhost or 127.0.0.1 with its port, or "
        "add this name to the server's allowed hosts.") },
  { 429, APP_CULPRIT_SERVER,
    N_ ("The server limits how often it may be called. Wait a while, then try again.") },
  { 431, APP_CULPRIT_SETUP,
    N_ ("The headers of the request are larger than the server, or a proxy on the way, takes. Look "
        "for long custom headers and tokens.") },
  { 500, APP_CULPRIT_SERVER, N_ ("Check the server's log, then try again.") },
  { 502, APP_CULPRIT_SERVER,
    N_ ("A proxy or gateway answers, but the server behind it does not. Check that the server is "
        "running, and look at its own log.") },
  { 503, APP_CULPRIT_SERVER,
    N_ ("The server is overloaded or being restarted. Wait a while, then try again.") },
  { 504, APP_CULPRIT_SERVER,
    N_ ("A proxy or gateway answers, but the server behind it does not. Check that the server is "
        "running, and look at its own log.") },
};

/* What came is there, only not as an event. */
static const Row unframed_row = {
  0, APP_CULPRIT_SERVER,
  N_ ("More time does not help: what the server sent is no event that a client can read. Report it "
      "to the server's author; a proxy on the way may also have changed it.")
};

/* Of an address that has answered before: what the table above says of a path is not so. */
static const Row answered_row = {
  0, APP_CULPRIT_NOBODY,
  N_ ("The same address has answered before: the server, or a proxy on the way, refused this one "
      "request. Try again. If it happens often, look at the server's own log and for a "
      "proxy on the way.")
};

/* The request was not sent again, as sent twice it might do twice. */
static const Row reopened_row = {
  0, APP_CULPRIT_SERVER,
  N_ ("A new session is open. The request was not sent again, because the server does not say that "
      "it may safely be sent twice: choose “Call Again” to send it."),
  N_ ("Run the command again: it begins a new session. The request was not sent again, because the "
      "server does not say that it may safely be sent twice. If it happens often, the server does "
      "not keep its "
      "sessions; several instances behind one address are a common cause.")
};

static const Row resent_row = {
  0, APP_CULPRIT_SERVER,
  N_ ("The request was sent again in a new session and refused there too: the server does not keep "
      "its sessions. Several instances behind one address are a common cause.")
};

/* The code of a row of words that say more than any status. */
#define WHATEVER_STATUS 1
/* A longer text tells of something else. */
#define MAX_WORDS 4096
#define MAX_PHRASES 9

/* What servers say, in lower case, and what it means; the first row that fits speaks. */
static const struct
{
  const char *phrases[MAX_PHRASES];
  Row         row;
} word_rows[] = {
  { { "authorization header" },
    { 0, APP_CULPRIT_SETUP,
      N_ ("The tool asks for an Authorization header. Add a token, a password or a header in the "
          "server settings. A server that runs as a program gets credentials from its environment "
          "variables, not from headers."),
      N_ ("The tool asks for an Authorization header: give --bearer, --basic or --header. A "
          "server that runs as a program gets credentials from its environment variables (--env), "
          "not from headers.") } },
  { { "unauthorized", "api key", "api_key", "authentication required", "authentication failed",
      "invalid token", "invalid credentials", "bad credentials", "not authenticated" },
    { 0, APP_CULPRIT_SETUP,
      N_ ("The server, or a service that it uses, does not accept the credentials. Check them in "
          "the server settings: headers for a URL, environment variables for a program."),
      N_ ("The server, or a service that it uses, does not accept the credentials. Check them: "
          "--bearer, --basic or --header for a URL, --env for a program.") } },
  /* OpenSearch 3.0 to 3.2: its documentation, "MCP server APIs" */
  { { "non-streaming channel", "reactor-netty4" },
    { 0, APP_CULPRIT_SERVER,
      N_ ("OpenSearch cannot stream with its default HTTP transport: install the plugin "
          "transport-reactor-netty4 and make it the HTTP transport, or use OpenSearch 3.3 or "
          "newer, which needs neither.") } },
  /* OpenSearch 3.0 and newer: ml-commons, MLCommonsSettings */
  { { "mcp server is not enabled", "ml_commons.mcp_server_enabled" },
    { WHATEVER_STATUS, APP_CULPRIT_SERVER,
      N_ ("The MCP server of OpenSearch is switched off. Set "
          "plugins.ml_commons.mcp_server_enabled to true in the cluster settings (PUT "
          "/_cluster/settings), then connect again.") } },
  { { "rate limit", "too many requests" },
    { 0, APP_CULPRIT_SERVER,
      N_ ("The server, or a service that it uses, limits how often it may be called. Wait a "
          "while, then try again.") } },
  { { "econnrefused", "connection refused" },
    { 0, APP_CULPRIT_SERVER,
      N_ ("The server runs, but a service that it uses does not. Start that service, and check "
          "its address in the server's own settings.") } },
};

/* Of domains that are not ours, what can be said of all their errors. */
static const Row file_row = { 0, APP_CULPRIT_SETUP,
                              N_ ("Check the file's path and who may use it.") };
static const Row json_row = { 0, APP_CULPRIT_NOBODY,
                              N_ ("Correct the JSON at this place and try again.") };
/* A file of our own, and no text that a person writes: its error has no place. */
static const Row damaged_row = {
  0, APP_CULPRIT_SETUP,
  N_ ("Put a copy of the file back, or move it away to begin with a new one.")
};
/* Of a process that ended: where there is nothing to read, and where something else ended it. */
static const Row silent_row = {
  0, APP_CULPRIT_SERVER,
  N_ ("It printed nothing on standard error; run its command in a terminal to see more. Where it "
      "ends as soon as it is started, often an argument or an environment variable is missing.")
};
/* HTTP+SSE. OpenSearch 3.0: its documentation, "MCP server APIs" */
static const Row message_url_row = {
  0, APP_CULPRIT_SERVER,
  N_ ("Set the message URL in the server settings. OpenSearch names one that works where the "
      "server's URL ends in ?append_to_base_url=true."),
  N_ ("Name the address with --message-url. OpenSearch names one that works where the server's URL "
      "ends in ?append_to_base_url=true.")
};
static const Row half_closed_row = {
  0, APP_CULPRIT_SERVER,
  N_ ("A program that is a server keeps its standard input and output open as long as it runs. "
      "Check its log, or report it to the server's author.")
};
static const Row killed_row = {
  0, APP_CULPRIT_NOBODY,
  N_ ("Something outside the server ended it: a person, or the system because memory ran short. "
      "The system's log may say more.")
};
/* What responds with a page is no MCP server, and may be in front of one. */
static const Row page_row = {
  0, APP_CULPRIT_NOBODY,
  N_ ("A web page answers. Check the URL and its path; a proxy or a page to sign in at may also "
      "answer in the server's place.")
};
static const Row usage_row = { 0, APP_CULPRIT_NOBODY, NULL };
static const Row other_row = { 0, APP_CULPRIT_PROGRAM,
                               N_ ("Try again; if it happens again, report it.") };

static const Row *
find_row (const Row *rows, gsize n, int code)
{
  for (gsize i = 0; i < n; i++)
    if (rows[i].code == code)
      return &rows[i];
  return NULL;
}

/* Servers of the TypeScript SDK answer 403 where others answer 421. */
static gboolean
is_about_host (const McpErrorDetails *details)
{
  return details->http_status == 403 && details->evidence != NULL &&
         strstr (details->evidence, "Host") != NULL;
}

static const Row *
find_http_row (const McpErrorDetails *details)
{
  guint      status = is_about_host (details) ? 421 : details->http_status;
  const Row *row = find_row (http_rows, G_N_ELEMENTS (http_rows), (int)status);

  if (details->answered && (status == 404 || status == 405 || status == 410))
    return &answered_row;
  return row != NULL ? row
                     : find_row (http_rows, G_N_ELEMENTS (http_rows), status >= 500 ? 500 : 400);
}

/* @text: (nullable) */
static const Row *
find_word_row (const char *text)
{
  if (text == NULL)
    return NULL;
  g_autofree char *lower = g_ascii_strdown (text, (gssize)strnlen (text, MAX_WORDS));
  for (gsize i = 0; i < G_N_ELEMENTS (word_rows); i++)
    for (gsize j = 0; j < MAX_PHRASES && word_rows[i].phrases[j] != NULL; j++)
      if (strstr (lower, word_rows[i].phrases[j]) != NULL)
        return &word_rows[i].row;
  return NULL;
}

/* A status of its own says more than what a server may say anywhere; a general one does not. */
static const Row *
find_answer_row (const McpErrorDetails *details)
{
  const Row *row = find_word_row (details->evidence);

  if (row != NULL && (row->code == WHATEVER_STATUS || details->http_status == 400 ||
                      details->http_status == 500))
    return row;
  return find_http_row (details);
}

static gboolean
is_denied (const GError *error)
{
  return g_error_matches (error, MCP_ERROR, MCP_ERROR_AUTHORIZATION_REQUIRED) &&
         mcp_error_get_details (error)->http_status == 403;
}

char *
app_advice_dup_missing_scope (const GError *error)
{
  g_autoptr (McpAuthChallenge) challenge = NULL;

  if (!is_denied (error))
    return NULL;
  challenge = mcp_auth_challenge_new (mcp_error_get_details (error)->challenge);
  return g_strdup (mcp_auth_challenge_get (challenge, "scope"));
}

/* What may be done with more rights than the token has. Returns: (transfer full) (nullable) */
static char *
describe_missing_scope (const GError *error)
{
  g_autofree char *scope = app_advice_dup_missing_scope (error);

  if (!is_denied (error))
    return NULL;
  if (scope == NULL)
    return g_strdup (_ ("This account is not permitted to do this. Check the account's rights."));
  if (speaks_to_terminal)
    /* Translators: %s are names of access rights, separated by spaces */
    return g_strdup_printf (_ ("Additional permission required: “%.200s”. Sign in for it with "
                               "“spyglass-cli auth login --scopes SCOPES --server NAME-OR-URL”."),
                            scope);
  /* Translators: %s are names of access rights, separated by spaces */
  return g_strdup_printf (_ ("Additional permission required: %.200s"), scope);
}

static gboolean
is_message_url (const McpErrorDetails *details)
{
  return g_strcmp0 (details->kind, MCP_ERROR_KIND_MESSAGE_URL) == 0;
}

/* What the details say beside the code. Returns: (nullable) */
static const Row *
find_detail_row (const GError *error)
{
  const McpErrorDetails *details = mcp_error_get_details (error);
  const char            *evidence =
      details != NULL && details->evidence != NULL ? details->evidence : "";

  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_PROCESS_EXITED))
    return details->signal == SIGKILL || details->signal == SIGTERM ? &killed_row
           : *evidence == '\0'                                      ? &silent_row
                                                                    : NULL;
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_TIMED_OUT) &&
      g_strcmp0 (details->kind, MCP_ERROR_KIND_UNFRAMED) == 0)
    return &unframed_row;
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE))
    return evidence[strspn (evidence, " \t\r\n")] == '<' ? &page_row : NULL;
  if (details != NULL && g_strcmp0 (details->kind, MCP_ERROR_KIND_HALF_CLOSED) == 0)
    return &half_closed_row;
  return details != NULL && is_message_url (details) ? &message_url_row : NULL;
}

static const Row *
choose_row (const GError *error)
{
  const Row *row = find_detail_row (error);

  if (row != NULL)
    return row;
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_HTTP_STATUS))
    row = find_answer_row (mcp_error_get_details (error));
  else if (g_error_matches (error, MCP_ERROR, MCP_ERROR_SESSION_EXPIRED) &&
           mcp_error_get_details (error)->reopened)
    row = mcp_error_get_details (error)->resent ? &resent_row : &reopened_row;
  else if (g_error_matches (error, MCP_ERROR, MCP_ERROR_RESPONSE) &&
           find_word_row (error->message) != NULL)
    row = find_word_row (error->message);
  else if (error->domain == MCP_ERROR)
    row = find_row (mcp_rows, G_N_ELEMENTS (mcp_rows), error->code);
  else if (error->domain == APP_ERROR)
    row = find_row (app_rows, G_N_ELEMENTS (app_rows), error->code);
  else if (g_error_matches (error, STORE_ERROR, STORE_ERROR_SYNTAX) &&
           !store_error_get_place (error, NULL, NULL))
    row = &damaged_row;
  else if (error->domain == STORE_ERROR)
    row = find_row (store_rows, G_N_ELEMENTS (store_rows), error->code);
  else if (error->domain == MCP_JSON_ERROR)
    row = &json_row;
  else if (error->domain == G_OPTION_ERROR)
    row = &usage_row;
  else if (error->domain == G_IO_ERROR || error->domain == G_FILE_ERROR)
    row = &file_row;
  return row != NULL ? row : &other_row;
}

/* Retry-After is a number of seconds or a date (RFC 9110, section 10.2.3).
 * Returns: (transfer full) (nullable) */
static char *
describe_wait (const McpErrorDetails *details)
{
  gboolean is_date;
  guint64  seconds;

  if (details->retry_after == NULL)
    return NULL;
  is_date = g_ascii_isalpha (*details->retry_after) && strchr (details->retry_after, ':') != NULL;
  if (!is_date &&
      !g_ascii_string_to_unsigned (details->retry_after, 10, 0, G_MAXUINT, &seconds, NULL))
    /* Translators: %s is what the server sent */
    return g_strdup_printf (_ ("The server does not say for how long: Retry-After is “%.60s”."),
                            details->retry_after);
  if (is_date)
    /* Translators: %s is a date as the server sent it */
    return g_strdup_printf (_ ("The server asks to wait until %.60s."), details->retry_after);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "The server asks to wait %u second.",
                                       "The server asks to wait %u seconds.", seconds),
                          (guint)seconds);
}

/* Where most servers answer, on the same host. Returns: (transfer full) (nullable) */
static char *
suggest_url (const McpErrorDetails *details)
{
  if (details->url == NULL || details->answered || is_message_url (details) ||
      (details->http_status != 404 && details->http_status != 405))
    return NULL;
  g_autoptr (GUri) uri = g_uri_parse (details->url, G_URI_FLAGS_ENCODED, NULL);
  if (uri == NULL || g_uri_get_host (uri) == NULL || g_str_equal (g_uri_get_path (uri), "/mcp"))
    return NULL;
  return g_uri_join (G_URI_FLAGS_ENCODED, g_uri_get_scheme (uri), g_uri_get_userinfo (uri),
                     g_uri_get_host (uri), g_uri_get_port (uri), "/mcp", NULL, NULL);
}

static const char *
get_text (const Row *row)
{
  const char *text =
      row->terminal != NULL ? app_advice_pick (row->text, row->terminal) : row->text;

  return text != NULL ? _ (text) : NULL;
}

const char *
app_advice_find (const char *text, AppCulprit *culprit)
{
  const Row *row = find_word_row (text);

  if (row != NULL && culprit != NULL)
    *culprit = row->culprit;
  return row != NULL ? get_text (row) : NULL;
}

/* Takes what the debugger of a sign-in found, so that each face says the same.
 * Returns: whether there is such a finding */
static gboolean
choose_finding (AppAdvice *advice, const McpErrorDetails *details)
{
  static const AppCulprit culprits[] = {
    [MCP_AUTH_FAULT_SERVER] = APP_CULPRIT_SERVER,
    [MCP_AUTH_FAULT_AUTHORIZATION_SERVER] = APP_CULPRIT_ISSUER,
    [MCP_AUTH_FAULT_CLIENT] = APP_CULPRIT_PROGRAM,
    [MCP_AUTH_FAULT_NETWORK] = APP_CULPRIT_NETWORK,
    [MCP_AUTH_FAULT_PERSON] = APP_CULPRIT_SETUP,
    [MCP_AUTH_FAULT_NOBODY] = APP_CULPRIT_NOBODY,
  };
  const McpAuthFindingRow *row =
      details != NULL && details->kind != NULL ? mcp_auth_finding_find_row (details->kind) : NULL;

  if (row == NULL)
    return FALSE;
  *advice = (AppAdvice){ culprits[row->fault], g_strdup (row->title) };
  if (row->override == 0 || !speaks_to_terminal)
    advice->text = g_strdup_printf ("%s.", row->remedy);
  else
    /* Translators: %s is a sentence that says what to do, a setting and its value */
    advice->text = g_strdup_printf (_ ("%s. To go on all the same: --set %s=%s"), row->remedy,
                                    mcp_auth_setting_get_info (row->override - 1)->name,
                                    row->value != NULL ? row->value : "…");
  return TRUE;
}

void
app_advice_choose (AppAdvice *advice, const GError *error)
{
  const Row             *row = choose_row (error);
  const McpErrorDetails *details = mcp_error_get_details (error);
  const char            *text = get_text (row);
  const char            *own;

  if (app_error_get_advice (error, &own))
    {
      *advice = (AppAdvice){ APP_CULPRIT_SETUP, .text = g_strdup (own) };
      return;
    }
  if (choose_finding (advice, details))
    return;
  /* A token that may do less than this needs is no one's fault. */
  *advice = (AppAdvice){ .text = describe_missing_scope (error) };
  advice->culprit = advice->text != NULL ? APP_CULPRIT_NOBODY : row->culprit;
  if (advice->text == NULL)
    advice->text = g_strdup (text);
  if (!g_error_matches (error, MCP_ERROR, MCP_ERROR_HTTP_STATUS))
    return;
  g_autofree char *wait = describe_wait (details);
  advice->url = suggest_url (details);
  if (wait != NULL && text != NULL)
    {
      g_free (advice->text);
      advice->text = g_strdup_printf ("%s %s", text, wait);
    }
  if (advice->url != NULL && speaks_to_terminal)
    {
      g_free (advice->text);
      /* Translators: %s is a sentence, then a URL */
      advice->text = g_strdup_printf (_ ("%s Try --server %s"), text, advice->url);
    }
}

void
app_advice_clear (AppAdvice *advice)
{
  g_clear_pointer (&advice->what, g_free);
  g_clear_pointer (&advice->text, g_free);
  g_clear_pointer (&advice->url, g_free);
}

void
app_advice_speak_to_terminal (void)
{
  speaks_to_terminal = TRUE;
}

const char *
app_advice_pick (const char *window, const char *terminal)
{
  return speaks_to_terminal ? terminal : window;
}
