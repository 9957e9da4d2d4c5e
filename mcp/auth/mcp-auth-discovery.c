/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-discovery.h"

#include "mcp-object.h"
#include "mcp-auth-address.h"
#include "mcp-error.h"

#include <libsoup/soup.h>
#include <string.h>

/* Of a page that is no document, so that a person recognises it. */
#define SHOWN_BYTES 120

/* Of addresses that a challenge names, these are asked: a person waits for each. */
#define MAX_NAMED 4u

#define MARK "\357\273\277"

/* Looking */

typedef struct
{
  McpAuthChannel *channel;
  McpAuthStep    *step;
  GStrv           urls;
  guint           index;
  const char     *needed; /* (nullable) */

  /* Of addresses that are named, of which the first will do that has the right document: */
  char            *resource; /* (nullable): what it has to be for; %NULL: none is named */
  GString         *outcomes;
  McpAuthDocument *other;  /* (nullable): the first for another resource */
  McpAuthExchange *failed; /* (nullable): the first that could not be asked */
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;

  g_object_unref (search->channel);
  g_object_unref (search->step);
  g_strfreev (search->urls);
  g_free (search->resource);
  g_string_free (search->outcomes, TRUE);
  g_clear_pointer (&search->other, mcp_auth_document_unref);
  g_clear_object (&search->failed);
  g_free (search);
}

static void ask_next (GTask *task);

/* Returns: (transfer full): the first line, for a person */
static char *
dup_beginning (GBytes *body)
{
  gsize            size;
  const char      *data = g_bytes_get_data (body, &size);
  g_autofree char *text = g_utf8_make_valid (data != NULL ? data : "",
                                             (gssize)MIN (size, SHOWN_BYTES));
  char *line = g_strstrip (text);

  line[strcspn (line, "\r\n")] = '\0';
  return g_strdup (line);
}

/* The documents are of two parties: each has findings of its own. */
static const char *
name_for (Search *search, const char *of_server, const char *of_issuer)
{
  return g_strcmp0 (search->needed, "issuer") == 0 ? of_issuer : of_server;
}

static void
add_no_document (Search *search, McpAuthExchange *exchange, const char *why)
{
  McpHttpFetched  *response = mcp_auth_exchange_get_response (exchange);
  const char      *type = mcp_http_fetched_get_content_type (response);
  g_autofree char *beginning = dup_beginning (mcp_http_fetched_get_body (response));

  mcp_auth_step_note (search->step, name_for (search, "metadata-html", "issuer-html"),
                      "%s answers 200 with %s (%s): “%s”", mcp_auth_exchange_get_url (exchange),
                      type != NULL ? type : "no type", why, beginning);
}

/* Nobody could be asked: that is not the same as absent. */
static GError *
explain_failure (Search *search, McpAuthExchange *exchange)
{
  const GError *error = mcp_auth_exchange_get_error (exchange);
  const char   *url = mcp_auth_exchange_get_url (exchange);
  const char   *id = "unreachable";

  if (error == NULL)
    {
      g_autofree char *outcome = mcp_auth_exchange_dup_outcome (exchange);

      mcp_auth_step_note (search->step, "metadata-failed", "%s: %s", url, outcome);
      return mcp_error_new (MCP_ERROR_HTTP_STATUS, "%s could not be asked: %s", url, outcome);
    }
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_TIMED_OUT))
    id = "metadata-slow";
  else if (g_error_matches (error, MCP_ERROR, MCP_ERROR_MESSAGE_TOO_LARGE))
    id = name_for (search, "metadata-large", "issuer-large");
  else if (g_error_matches (error, MCP_ERROR, MCP_ERROR_REDIRECTED))
    id = "metadata-failed";
  else if (g_error_matches (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET))
    id = mcp_error_get_details (error)->kind != NULL ? "metadata-private" : "metadata-unsafe";
  mcp_auth_step_note (search->step, id, "%s: %s", url, error->message);
  return g_error_copy (error);
}

/* Returns: (transfer full) (nullable): %NULL where this is no document */
static McpAuthDocument *
read_document (Search *search, McpAuthExchange *exchange)
{
  McpHttpFetched *response = mcp_auth_exchange_get_response (exchange);
  GBytes         *body = mcp_http_fetched_get_body (response);
  g_autoptr (GError) problem = NULL;
  g_autoptr (McpAuthDocument) document = mcp_auth_document_new (
      mcp_http_fetched_get_url (response), body, &problem);
  gsize       size;
  const char *data = g_bytes_get_data (body, &size);

  if (document == NULL)
    {
      add_no_document (search, exchange, problem->message);
      return NULL;
    }
  if (size >= strlen (MARK) && memcmp (data, MARK, strlen (MARK)) == 0)
    mcp_auth_step_note (search->step, name_for (search, "metadata-mark", "issuer-mark"), "%s",
                        mcp_auth_exchange_get_url (exchange));
  return g_steal_pointer (&document);
}

/* The document of something else that happens to be JSON is taken for absent too. */
static gboolean
is_wanted (Search *search, McpAuthExchange *exchange, McpAuthDocument *document)
{
  if (search->needed == NULL || mcp_auth_document_get (document, search->needed) != NULL)
    return TRUE;
  if (g_str_equal (search->needed, "resource") &&
      mcp_auth_document_has_list (document, "authorization_servers"))
    return TRUE;
  add_no_document (search, exchange, search->needed);
  return FALSE;
}

/* Clients in a browser are not allowed to read it: a note, as this client is none. */
static void
note_readers (Search *search, McpAuthExchange *exchange)
{
  McpHttpFetched *response = mcp_auth_exchange_get_response (exchange);

  if (g_strcmp0 (search->needed, "resource") == 0 &&
      mcp_http_fetched_get_header (response, "Access-Control-Allow-Origin") == NULL)
    mcp_auth_step_note (search->step, "no-cors", "%s has no Access-Control-Allow-Origin",
                        mcp_auth_exchange_get_url (exchange));
}

static gboolean
has_failed (McpAuthExchange *exchange)
{
  return mcp_auth_exchange_get_response (exchange) == NULL ||
         mcp_auth_exchange_get_status (exchange) >= 500;
}

/* Of those that are named, what became of one. @document: (nullable): that is not the right one */
static void
pass_over (Search *search, McpAuthExchange *exchange, McpAuthDocument *document)
{
  g_autofree char *outcome = NULL;

  if (search->resource == NULL)
    return;
  outcome = document != NULL ? g_strconcat ("for another resource, ",
                                            mcp_auth_document_get (document, "resource"), NULL)
                             : mcp_auth_exchange_dup_outcome (exchange);
  if (document != NULL && search->other == NULL)
    search->other = mcp_auth_document_ref (document);
  else if (search->failed == NULL && has_failed (exchange))
    search->failed = g_object_ref (exchange);
  g_string_append_printf (search->outcomes, "%s%s: %s", search->index > 0 ? "; " : "",
                          search->urls[search->index], outcome);
}

static gboolean
is_right (Search *search, McpAuthDocument *document)
{
  const char *resource = mcp_auth_document_get (document, "resource");

  return search->resource == NULL || resource == NULL ||
         mcp_auth_document_match_resource (resource, search->resource) != MCP_AUTH_MATCH_NONE;
}

/* @read: whether the last one is the right one */
static void
note_outcomes (Search *search, gboolean read)
{
  const char *sign = search->outcomes->len > 0 ? "; " : "";

  if (search->resource == NULL)
    return;
  for (guint i = search->index; search->urls[i] != NULL; i++, sign = "; ")
    g_string_append_printf (search->outcomes, "%s%s: %s", sign, search->urls[i],
                            read && i == search->index ? "it is used" : "not asked");
  if (search->urls[1] != NULL)
    mcp_auth_step_note (search->step, "metadata-several", "%s", search->outcomes->str);
  else if (!read && search->other == NULL && search->failed == NULL)
    mcp_auth_step_note (search->step, "metadata-absent", "%s", search->outcomes->str);
}

static void
take_response (GTask *task, McpAuthExchange *exchange)
{
  Search *search = g_task_get_task_data (task);
  guint   status = mcp_auth_exchange_get_status (exchange);
  g_autoptr (McpAuthDocument) document = NULL;

  if (has_failed (exchange) && search->resource == NULL)
    {
      g_task_return_error (task, explain_failure (search, exchange));
      return;
    }
  if (status == SOUP_STATUS_OK)
    document = read_document (search, exchange);
  else if (status == SOUP_STATUS_UNAUTHORIZED || status == SOUP_STATUS_FORBIDDEN)
    mcp_auth_step_note (search->step, name_for (search, "metadata-forbidden", "issuer-forbidden"),
                        "%s answers %u", mcp_auth_exchange_get_url (exchange), status);
  if (document != NULL && !is_wanted (search, exchange, document))
    g_clear_pointer (&document, mcp_auth_document_unref);
  if (document != NULL && is_right (search, document))
    {
      note_readers (search, exchange);
      note_outcomes (search, TRUE);
      g_task_return_pointer (task, g_steal_pointer (&document),
                             (GDestroyNotify)mcp_auth_document_unref);
      return;
    }
  pass_over (search, exchange, document);
  search->index++;
  ask_next (task);
}

static void
on_asked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Search          *search = g_task_get_task_data (task);
  GError          *error = NULL;
  McpAuthExchange *exchange =
      mcp_auth_channel_send_finish (MCP_AUTH_CHANNEL (source), result, &error);

  if (exchange == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  mcp_auth_step_add_exchange (search->step, g_object_ref (exchange));
  take_response (task, exchange);
  g_object_unref (exchange);
}

static void
ask_next (GTask *task)
{
  static const char *const headers[] = { "Accept: application/json", NULL };
  Search                  *search = g_task_get_task_data (task);

  if (search->urls[search->index] == NULL ||
      (search->resource != NULL && search->index == MAX_NAMED))
    {
      note_outcomes (search, FALSE);
      if (search->other == NULL && search->failed != NULL)
        g_task_return_error (task, explain_failure (search, search->failed));
      else
        g_task_return_pointer (task, g_steal_pointer (&search->other),
                               (GDestroyNotify)mcp_auth_document_unref);
      return;
    }
  mcp_auth_channel_send_async (search->channel, search->urls[search->index], headers, NULL, NULL,
                               g_task_get_cancellable (task), on_asked, g_object_ref (task));
}

void
mcp_auth_discovery_run_async (McpAuthChannel     *channel,
                              const char *const  *urls,
                              const char         *needed,
                              const char         *resource,
                              McpAuthStep        *step,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Search *search = g_new0 (Search, 1);

  g_task_set_source_tag (task, mcp_auth_discovery_run_async);
  search->channel = g_object_ref (channel);
  search->step = g_object_ref (step);
  search->urls = g_strdupv ((char **)urls);
  search->needed = needed;
  search->resource = g_strdup (resource);
  search->outcomes = g_string_new (NULL);
  g_task_set_task_data (task, search, search_free);
  ask_next (task);
}

MCP_DEFINE_FINISH_ALONE (mcp_auth_discovery_run_finish, McpAuthDocument)

/* Judging */

static gboolean
refuse (GError **error, const char *what)
{
  g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE, "%s", what));
  return FALSE;
}

/* Returns: where the two differ, for a person. (transfer full) */
static char *
dup_difference (const char *one, const char *other)
{
  gsize at = mcp_auth_document_find_difference (one, other);

  return g_strdup_printf ("“%s” and “%s” differ at character %ld", one, other,
                          g_utf8_pointer_to_offset (one, one + MIN (at, strlen (one))) + 1);
}

/* A proxy that ends TLS hides the scheme from the server. */
static gboolean
is_behind_tls (const char *resource, const char *url)
{
  if (!g_str_has_prefix (resource, "http://") || !g_str_has_prefix (url, "https://"))
    return FALSE;
  g_autofree char *secure = g_strconcat ("https://", resource + strlen ("http://"), NULL);
  return mcp_auth_document_match_resource (secure, url) != MCP_AUTH_MATCH_NONE;
}

gboolean
mcp_auth_discovery_judge_resource (McpAuthDocument *document,
                                   const char      *url,
                                   McpAuthSettings *settings,
                                   McpAuthStep     *step,
                                   GError         **error)
{
  const char *resource = mcp_auth_document_get (document, "resource");

  if (!mcp_auth_address_is_same_origin (mcp_auth_document_get_url (document), url))
    mcp_auth_step_note (step, "metadata-elsewhere", "%s", mcp_auth_document_get_url (document));
  if (mcp_auth_document_lists (document, "scopes_supported", "offline_access"))
    mcp_auth_step_note (step, "scopes-refresh", "offline_access");
  if (resource == NULL)
    {
      mcp_auth_step_note (step, "resource-absent", "%s", mcp_auth_document_get_url (document));
      return TRUE;
    }
  g_autofree char *difference = dup_difference (resource, url);
  switch (mcp_auth_document_match_resource (resource, url))
    {
    case MCP_AUTH_MATCH_SAME:
      return TRUE;
    case MCP_AUTH_MATCH_SLASH:
      mcp_auth_step_note (step, "resource-slash", "%s", difference);
      return TRUE;
    case MCP_AUTH_MATCH_PREFIX:
      mcp_auth_step_note (step, "resource-prefix", "%s", difference);
      return TRUE;
    case MCP_AUTH_MATCH_NONE:
    default:
      break;
    }
  mcp_auth_step_note (step, is_behind_tls (resource, url) ? "resource-scheme" : "resource-other",
                      "%s", difference);
  if (mcp_auth_settings_is (settings, MCP_AUTH_ACCEPT_RESOURCE))
    return TRUE;
  return refuse (error, "The server’s metadata is for another resource.");
}

static void
note_endpoints (McpAuthDocument *document, const char *issuer, McpAuthStep *step)
{
  static const char *const names[] = { "authorization_endpoint", "token_endpoint",
                                       "registration_endpoint", "revocation_endpoint",
                                       "introspection_endpoint" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *url = mcp_auth_document_get (document, names[i]);

      mcp_auth_step_add_fact (step, names[i], url, NULL);
      if (url != NULL && strchr (url, '#') != NULL)
        mcp_auth_step_note (step, "endpoint-fragment", "%s is %s", names[i], url);
      if (url != NULL && mcp_auth_address_find_path (url) != NULL &&
          !mcp_auth_address_is_same_origin (url, issuer))
        mcp_auth_step_note (step, "endpoint-elsewhere", "%s is %s", names[i], url);
    }
}

static void
note_capabilities (McpAuthDocument *document, McpAuthStep *step)
{
  static const char *const lists[] = { "code_challenge_methods_supported",
                                       "token_endpoint_auth_methods_supported",
                                       "grant_types_supported",
                                       "scopes_supported",
                                       "dpop_signing_alg_values_supported",
                                       "authorization_grant_profiles_supported" };
  static const char *const flags[] = { "client_id_metadata_document_supported",
                                       "authorization_response_iss_parameter_supported" };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autofree char *text =
          g_strjoinv (" ", (char **)mcp_auth_document_get_list (document, lists[i]));

      mcp_auth_step_add_fact (step, lists[i],
                              mcp_auth_document_has_list (document, lists[i]) ? text : "(absent)",
                              NULL);
    }
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    mcp_auth_step_add_fact (step, flags[i],
                            mcp_auth_document_is (document, flags[i]) ? "yes" : "no", NULL);
}

static gboolean
judge_issuer (McpAuthDocument *document,
              const char      *issuer,
              McpAuthSettings *settings,
              McpAuthStep     *step,
              GError         **error)
{
  const char      *found = mcp_auth_document_get (document, "issuer");
  g_autofree char *origin = mcp_auth_address_dup_origin (issuer);
  const char      *id = "issuer-other";

  if (found == NULL)
    found = "";
  McpAuthMatch match = mcp_auth_document_match_resource (found, issuer);
  if (match == MCP_AUTH_MATCH_SAME)
    return TRUE;
  g_autofree char *difference = dup_difference (found, issuer);
  if (match == MCP_AUTH_MATCH_SLASH)
    id = "issuer-slash";
  else if (origin != NULL &&
           mcp_auth_document_match_resource (found, origin) <= MCP_AUTH_MATCH_SLASH)
    id = "issuer-root";
  mcp_auth_step_note (step, id, "%s", difference);
  if (mcp_auth_settings_is (settings, MCP_AUTH_ACCEPT_ISSUER))
    return TRUE;
  return refuse (error, "The metadata of the authorization server is that of another issuer.");
}

gboolean
mcp_auth_discovery_judge_server (McpAuthDocument *document,
                                 const char      *issuer,
                                 gboolean         browser,
                                 McpAuthSettings *settings,
                                 McpAuthStep     *step,
                                 GError         **error)
{
  mcp_auth_step_add_fact (step, "issuer", mcp_auth_document_get (document, "issuer"), NULL);
  if (!judge_issuer (document, issuer, settings, step, error))
    return FALSE;
  note_endpoints (document, issuer, step);
  note_capabilities (document, step);
  if (!browser || mcp_auth_document_lists (document, "code_challenge_methods_supported", "S256"))
    return TRUE;
  mcp_auth_step_note (step, "no-pkce", "code_challenge_methods_supported %s",
                      mcp_auth_document_has_list (document, "code_challenge_methods_supported")
                          ? "lacks S256"
                          : "is absent");
  if (mcp_auth_settings_is (settings, MCP_AUTH_ASSUME_S256))
    return TRUE;
  return refuse (error, "The authorization server does not advertise PKCE (S256).");
}
