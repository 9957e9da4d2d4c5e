/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-trust.h"

#include "mcp-object.h"

struct _McpHttpTrust
{
  gatomicrefcount  ref_count;
  GTlsDatabase    *authorities; /* (nullable): %NULL for those of the system */
  char            *accepted;    /* (nullable): a fingerprint */
  GTlsCertificate *own;         /* (nullable) */
  GTlsCertificate *believed;    /* (nullable): the last one that was found good */
};

/* What is known of a message's server. */
typedef struct
{
  McpHttpTrust        *trust;
  GCancellable        *cancellable;
  GTlsCertificate     *certificate; /* (nullable): that was refused */
  GTlsCertificateFlags faults;
  gboolean             refused;
} Watch;

#define WATCH_KEY "mcp-http-trust-watch"

static GError *
new_file_error (const char *what, const char *path, const GError *reason)
{
  g_autofree char *name = g_filename_display_name (path);

  return mcp_error_new (MCP_ERROR_INVALID_TARGET, "%s “%s” cannot be used: %s", what, name,
                        reason->message);
}

static gboolean
load_authorities (McpHttpTrust *self, const char *path, GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (path == NULL)
    return TRUE;
  /* A database of a file with no certificate in it is made without a word, and trusts nobody. */
  GList *certificates = g_tls_certificate_list_new_from_file (path, &reason);
  if (certificates == NULL && reason == NULL)
    reason = g_error_new_literal (G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE,
                                  "there is no certificate in it");
  g_list_free_full (certificates, g_object_unref);
  if (reason == NULL)
    self->authorities = g_tls_file_database_new (path, &reason);
  if (reason != NULL)
    g_propagate_error (error, new_file_error ("The authorities' file", path, reason));
  return reason == NULL;
}

static gboolean
load_own (McpHttpTrust *self, const char *certificate, const char *key, GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (certificate == NULL)
    return TRUE;
  self->own = g_tls_certificate_new_from_files (certificate, key != NULL ? key : certificate,
                                                &reason);
  if (self->own == NULL)
    g_propagate_error (error, new_file_error ("The client certificate", certificate, reason));
  return self->own != NULL;
}

McpHttpTrust *
mcp_http_trust_new (McpHttpOptions *options, GError **error)
{
  g_autoptr (McpHttpTrust) self = g_new0 (McpHttpTrust, 1);

  g_atomic_ref_count_init (&self->ref_count);
  if (options == NULL)
    return load_authorities (self, NULL, error) ? g_steal_pointer (&self) : NULL;
  if (!load_authorities (self, mcp_http_options_get_ca_file (options), error) ||
      !load_own (self, mcp_http_options_get_client_certificate (options),
                 mcp_http_options_get_client_key (options), error))
    return NULL;
  self->accepted = g_strdup (mcp_http_options_get_accepted_certificate (options));
  return g_steal_pointer (&self);
}

static McpHttpTrust *
trust_ref (McpHttpTrust *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
mcp_http_trust_unref (McpHttpTrust *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_object (&self->authorities);
  g_clear_object (&self->own);
  g_clear_object (&self->believed);
  g_free (self->accepted);
  g_free (self);
}

GTlsDatabase *
mcp_http_trust_get_authorities (McpHttpTrust *self)
{
  if (self->authorities == NULL)
    self->authorities = g_tls_backend_get_default_database (g_tls_backend_get_default ());
  return self->authorities;
}

/* Judging */

static void
watch_free (gpointer data)
{
  Watch *watch = data;

  mcp_http_trust_unref (watch->trust);
  g_object_unref (watch->cancellable);
  g_clear_object (&watch->certificate);
  g_free (watch);
}

static gboolean
is_accepted (McpHttpTrust *self, GTlsCertificate *certificate)
{
  if (self->accepted == NULL)
    return FALSE;
  g_autofree char *fingerprint = mcp_http_certificate_dup_fingerprint (certificate);
  return g_str_equal (fingerprint, self->accepted);
}

static void
refuse (Watch *watch, GTlsCertificate *certificate, GTlsCertificateFlags faults)
{
  g_set_object (&watch->certificate, certificate);
  watch->faults = faults;
  watch->refused = TRUE;
}

static gboolean
on_accept_certificate (SoupMessage         *message,
                       GTlsCertificate     *certificate,
                       GTlsCertificateFlags faults,
                       gpointer             data)
{
  Watch *watch = data;

  if (is_accepted (watch->trust, certificate))
    return TRUE;
  refuse (watch, certificate, faults);
  return FALSE;
}

static GTlsCertificateFlags
find_faults (McpHttpTrust *self, GTlsCertificate *certificate, GUri *uri)
{
  g_autoptr (GSocketConnectable) identity =
      g_network_address_new (g_uri_get_host (uri), (guint16)MAX (g_uri_get_port (uri), 0));

  return g_tls_database_verify_chain (mcp_http_trust_get_authorities (self), certificate,
                                      G_TLS_DATABASE_PURPOSE_AUTHENTICATE_SERVER, identity, NULL,
                                      G_TLS_DATABASE_VERIFY_NONE, NULL, NULL);
}

gboolean
mcp_http_trust_believes (McpHttpTrust         *self,
                         GTlsCertificate      *certificate,
                         GUri                 *uri,
                         GTlsCertificateFlags *faults)
{
  *faults = find_faults (self, certificate, uri);
  return *faults == 0 || is_accepted (self, certificate);
}

MCP_DEFINE_PLAIN_GETTER (GTlsCertificate *, McpHttpTrust, mcp_http_trust, own)

/* The connection stands, nothing of the request was written. */
static void
on_starting (SoupMessage *message, gpointer data)
{
  Watch           *watch = data;
  McpHttpTrust    *self = watch->trust;
  GUri            *uri = soup_message_get_uri (message);
  GTlsCertificate *certificate = soup_message_get_tls_peer_certificate (message);

  if (!g_str_equal (g_uri_get_scheme (uri), "https"))
    return;
  if (certificate != NULL && certificate == self->believed)
    return;
  GTlsCertificateFlags faults = G_TLS_CERTIFICATE_INSECURE;
  if (certificate != NULL && mcp_http_trust_believes (self, certificate, uri, &faults))
    {
      g_set_object (&self->believed, certificate);
      return;
    }
  refuse (watch, certificate, faults);
  g_cancellable_cancel (watch->cancellable);
}

void
mcp_http_trust_watch (McpHttpTrust *self, SoupMessage *message, GCancellable *cancellable)
{
  Watch *watch = g_new0 (Watch, 1);

  watch->trust = trust_ref (self);
  watch->cancellable = g_object_ref (cancellable);
  g_object_set_data_full (G_OBJECT (message), WATCH_KEY, watch, watch_free);
  if (self->own != NULL)
    soup_message_set_tls_client_certificate (message, self->own);
  g_signal_connect (message, "accept-certificate", G_CALLBACK (on_accept_certificate), watch);
  g_signal_connect (message, "starting", G_CALLBACK (on_starting), watch);
}

/* Explaining */

static char *
describe_fault (GTlsCertificateFlags faults, GTlsCertificate *certificate)
{
  g_autoptr (GDateTime) begin = NULL;
  g_autoptr (GDateTime) end = NULL;
  g_autofree char *when = NULL;

  if (certificate != NULL)
    {
      begin = g_tls_certificate_get_not_valid_before (certificate);
      end = g_tls_certificate_get_not_valid_after (certificate);
    }
  if (faults & G_TLS_CERTIFICATE_REVOKED)
    return g_strdup ("it was revoked");
  if (faults & G_TLS_CERTIFICATE_EXPIRED)
    {
      when = end != NULL ? g_date_time_format (end, "%F") : NULL;
      return when != NULL ? g_strdup_printf ("it expired on %s", when)
                          : g_strdup ("it has expired");
    }
  if (faults & G_TLS_CERTIFICATE_NOT_ACTIVATED)
    {
      when = begin != NULL ? g_date_time_format (begin, "%F") : NULL;
      return when != NULL ? g_strdup_printf ("it is not valid before %s", when)
                          : g_strdup ("it is not valid yet");
    }
  if (faults & G_TLS_CERTIFICATE_BAD_IDENTITY)
    return g_strdup ("it belongs to another host");
  if (faults & G_TLS_CERTIFICATE_UNKNOWN_CA)
    return g_strdup ("the authority that signed it is not known here");
  if (certificate == NULL)
    return g_strdup ("the server did not show it");
  return g_strdup ("it is not acceptable");
}

static void
append_names (GString *text, GTlsCertificate *certificate)
{
  g_autofree char *subject = g_tls_certificate_get_subject_name (certificate);
  g_autofree char *issuer = g_tls_certificate_get_issuer_name (certificate);
  g_autoptr (GPtrArray) hosts = g_tls_certificate_get_dns_names (certificate);

  g_string_append_printf (text, "Subject: %s\n", subject != NULL ? subject : "");
  g_string_append_printf (text, "Issuer: %s\n", issuer != NULL ? issuer : "");
  for (guint i = 0; hosts != NULL && i < hosts->len && i < 20; i++)
    {
      gsize       size;
      const char *host = g_bytes_get_data (hosts->pdata[i], &size);

      g_string_append_printf (text, "Host: %.*s\n", (int)MIN (size, 253), host);
    }
}

char *
mcp_http_certificate_describe (GTlsCertificate *certificate)
{
  g_autoptr (GDateTime) begin = g_tls_certificate_get_not_valid_before (certificate);
  g_autoptr (GDateTime) end = g_tls_certificate_get_not_valid_after (certificate);
  g_autofree char *from = begin != NULL ? g_date_time_format_iso8601 (begin) : NULL;
  g_autofree char *until = end != NULL ? g_date_time_format_iso8601 (end) : NULL;
  g_autofree char *fingerprint = mcp_http_certificate_dup_fingerprint (certificate);
  g_autoptr (GString) text = g_string_new (NULL);

  append_names (text, certificate);
  g_string_append_printf (text, "Valid from: %s\nValid until: %s\nSHA-256: %s",
                          from != NULL ? from : "?", until != NULL ? until : "?", fingerprint);
  return g_utf8_make_valid (text->str, (gssize)text->len);
}

GError *
mcp_http_trust_explain_certificate (GTlsCertificate     *certificate,
                                    GTlsCertificateFlags faults,
                                    const char          *place)
{
  g_autofree char *fault = describe_fault (faults, certificate);
  GError          *error = mcp_error_new (MCP_ERROR_CERTIFICATE_REFUSED,
                                          "The certificate of %s is not trusted: %s", place, fault);
  McpErrorDetails *details = mcp_error_get_details (error);

  if (certificate != NULL)
    {
      details->evidence = mcp_http_certificate_describe (certificate);
      details->fingerprint = mcp_http_certificate_dup_fingerprint (certificate);
    }
  return error;
}

GError *
mcp_http_trust_explain (SoupMessage *message, const char *place)
{
  Watch *watch = g_object_get_data (G_OBJECT (message), WATCH_KEY);

  if (watch == NULL || !watch->refused)
    return NULL;
  return mcp_http_trust_explain_certificate (watch->certificate, watch->faults, place);
}
