/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is worked out from a profile: its validity, its fingerprint, its references. */

#include "store-profile.h"

#include "mcp-json-value.h"

#include "store-error.h"
#include "store-profile-field.h"

#include <string.h>

/* A name longer than this is no name; YAML allows 1024 for a key on one line. */
#define MAX_NAME_BYTES 512

/* Hexadecimal digits of a SHA-256. */
#define FINGERPRINT_DIGITS 64
/* The first revision without "initialize"; revisions are dates, so that they sort as texts. */
#define FIRST_MODERN_REVISION "2026-07-28"

StoreTransport
store_transport_for_url (const char *url)
{
  static const struct
  {
    const char    *prefix;
    StoreTransport transport;
  } schemes[] = {
    { "ws:", STORE_TRANSPORT_WEBSOCKET },
    { "wss:", STORE_TRANSPORT_WEBSOCKET },
    { "unix:", STORE_TRANSPORT_UNIX },
    { "tcp:", STORE_TRANSPORT_TCP },
    { "http+unix:", STORE_TRANSPORT_HTTP_UNIX },
  };

  for (guint i = 0; url != NULL && i < G_N_ELEMENTS (schemes); i++)
    if (g_ascii_strncasecmp (url, schemes[i].prefix, strlen (schemes[i].prefix)) == 0)
      return schemes[i].transport;
  return STORE_TRANSPORT_AUTO;
}

static gboolean
invalid (GError **error, const char *format, const char *name)
{
  g_autofree char *shown = g_utf8_make_valid (name, -1);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID, format, shown);
#pragma GCC diagnostic pop
  return FALSE;
}

/* RFC 9110 §5.6.2: a token. */
static gboolean
is_header_name (const char *name)
{
  if (*name == '\0')
    return FALSE;
  for (const char *at = name; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && strchr ("!#$%&'*+-.^_`|~", *at) == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
check_environment (StoreProfile *self, GError **error)
{
  const StoreVariables *environment = self->endpoint.environment;

  for (guint i = 0; i < store_variables_get_n_items (environment); i++)
    {
      const char *name = store_variables_get_name (environment, i);

      if (*name == '\0' || strchr (name, '=') != NULL || strlen (name) > MAX_NAME_BYTES)
        return invalid (error, "“%s” cannot be the name of an environment variable", name);
    }
  return TRUE;
}

static gboolean
check_headers (StoreProfile *self, GError **error)
{
  const StoreVariables *headers = self->endpoint.headers;

  for (guint i = 0; i < store_variables_get_n_items (headers); i++)
    {
      const char *name = store_variables_get_name (headers, i);
      const char *value = store_variables_get_value (headers, i);

      if (!is_header_name (name) || strlen (name) > MAX_NAME_BYTES)
        return invalid (error, "“%s” cannot be the name of an HTTP header", name);
      if (value != NULL && strpbrk (value, "\r\n") != NULL)
        return invalid (error, "The value of the header “%s” has a line break", name);
    }
  return TRUE;
}

/* The names of variables, and their values where those are no secrets */
static gboolean
check_variables (const StoreVariables *variables, GError **error)
{
  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char *name = store_variables_get_name (variables, i);
      const char *value = store_variables_get_value (variables, i);

      if (!g_utf8_validate (name, -1, NULL) ||
          (value != NULL && !g_utf8_validate (value, -1, NULL)))
        return invalid (error, "“%s” is not UTF-8 text", name);
      if (*name == '\0' || strlen (name) > MAX_NAME_BYTES)
        return invalid (error, "“%s” is empty or too long for a name", name);
    }
  return TRUE;
}

/* The one check that every text gets: what is kept in YAML and JSON is UTF-8. */
static gboolean
check_texts (StoreProfile *self, GError **error)
{
  guint              n_fields;
  const StoreField  *fields = store_profile_get_fields (&n_fields);
  const char *const *arguments = self->endpoint.arguments;
  const char *const *watch = self->endpoint.watch;
  const char *const *tools[] = { self->decisions.disabled_tools, self->decisions.enabled_tools };

  for (guint i = 0; i < n_fields; i++)
    {
      gboolean    is_text = fields[i].kind <= STORE_FIELD_TEXT;
      const char *text =
          is_text ? *(const char *const *)store_profile_peek (self, &fields[i]) : NULL;

      if (text != NULL && !g_utf8_validate (text, -1, NULL))
        return invalid (error, "“%s” is not UTF-8 text", text);
    }
  for (guint i = 0; arguments[i] != NULL; i++)
    if (!g_utf8_validate (arguments[i], -1, NULL))
      return invalid (error, "The argument “%s” is not UTF-8 text", arguments[i]);
  for (guint i = 0; watch[i] != NULL; i++)
    if (*watch[i] == '\0' || !g_utf8_validate (watch[i], -1, NULL))
      return invalid (error, "“%s” cannot be a file to watch", watch[i]);
  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    for (guint j = 0; tools[i][j] != NULL; j++)
      if (!g_utf8_validate (tools[i][j], -1, NULL))
        return invalid (error, "“%s” is not UTF-8 text", tools[i][j]);
  for (guint i = 0; i < n_fields; i++)
    if (!check_variables (store_profile_peek_variables (self, &fields[i]), error))
      return FALSE;
  return TRUE;
}

/* What each kind of address may begin with. A socket's address may also be written without it. */
static const char *
name_schemes (StoreTransport transport, const char *scheme, gboolean *fits)
{
  switch (transport)
    {
    case STORE_TRANSPORT_WEBSOCKET:
      *fits = g_str_equal (scheme, "ws") || g_str_equal (scheme, "wss");
      return "“%s” does not begin with wss:// or ws://";
    default:
      *fits = g_str_equal (scheme, "http") || g_str_equal (scheme, "https");
      return "“%s” does not begin with https:// or http://";
    }
}

/* What stands behind it is looked at by who connects; here only that there is something. */
static gboolean
check_socket_address (StoreTransport transport, const char *url, GError **error)
{
  StoreTransport said = store_transport_for_url (url);
  const char    *rest = said != STORE_TRANSPORT_AUTO ? strchr (url, ':') + 1 : url;

  if (said != STORE_TRANSPORT_AUTO && said != transport)
    return invalid (error, "The transport of “%s” is another one", url);
  while (*rest == '/' && rest[1] == '/')
    rest++;
  if (*rest == '\0' || g_str_equal (rest, "/"))
    return invalid (error, "“%s” names no socket", url);
  if (transport == STORE_TRANSPORT_TCP && strrchr (rest, ':') == NULL)
    return invalid (error, "“%s” has no port: it should be tcp:HOST:PORT", url);
  return TRUE;
}

/* Variables in it may stand for a host, a port or anything: what they leave is looked at, with a
 * text in their place that could be each. Returns: (transfer full) (nullable): %NULL where they may
 * have the scheme */
static char *
dup_without_variables (const char *url)
{
  g_autoptr (GRegex) variable = g_regex_new ("\\$\\{(?:[^{}$]|\\$(?!\\{)|(?R))*+\\}", 0, 0, NULL);
  const char *scheme = strstr (url, "://");
  const char *first = strstr (url, "${");

  if (first != NULL && (first == url || scheme == NULL || first < scheme))
    return NULL;
  return g_regex_replace_literal (variable, url, -1, 0, "1", 0, NULL);
}

static gboolean
check_url (StoreProfile *self, GError **error)
{
  StoreTransport transport = self->endpoint.transport;
  const char    *url = self->endpoint.url;
  gboolean       fits;

  if (url == NULL)
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID, "The server has no URL");
      return FALSE;
    }
  if (transport == STORE_TRANSPORT_UNIX || transport == STORE_TRANSPORT_TCP ||
      transport == STORE_TRANSPORT_HTTP_UNIX)
    return check_socket_address (transport, url, error);
  g_autofree char *plain = dup_without_variables (url);
  if (plain == NULL)
    return TRUE;
  g_autoptr (GUri) uri = g_uri_parse (plain, G_URI_FLAGS_PARSE_RELAXED, NULL);
  if (uri == NULL)
    return invalid (error, "“%s” is not a URL", url);
  const char *complaint = name_schemes (transport, g_uri_get_scheme (uri), &fits);
  if (!fits)
    return invalid (error, complaint, url);
  if (g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0')
    return invalid (error, "“%s” names no host", url);
  return TRUE;
}

static gboolean
has_scheme (const char *url, const char *const *schemes)
{
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_PARSE_RELAXED, NULL);

  return uri != NULL && g_strv_contains (schemes, g_uri_get_scheme (uri)) &&
         g_uri_get_host (uri) != NULL && *g_uri_get_host (uri) != '\0';
}

static gboolean
is_fingerprint (const char *text)
{
  guint digits = 0;

  if (g_ascii_strncasecmp (text, "sha256:", 7) == 0)
    text += 7;
  for (; *text != '\0'; text++)
    {
      if (g_ascii_isxdigit (*text))
        digits++;
      else if (*text != ':' || digits % 2 != 0)
        return FALSE;
    }
  return digits == FINGERPRINT_DIGITS;
}

static gboolean
check_network (StoreProfile *self, GError **error)
{
  static const char *const web[] = { "http", "https", NULL };
  static const char *const proxies[] = { "http", "socks", "socks4", "socks4a", "socks5", NULL };
  const char              *message_url = self->endpoint.message_url;
  const char              *proxy = self->network.proxy;
  const char              *fingerprint = self->network.accept_certificate;

  if (message_url != NULL && *message_url != '/' && !has_scheme (message_url, web))
    return invalid (error, "“%s” is no URL to post messages to", message_url);
  if (proxy != NULL && !g_str_equal (proxy, "none") && !g_str_equal (proxy, "system") &&
      !has_scheme (proxy, proxies))
    return invalid (error,
                    "The proxy “%s” is neither “none” nor a URL that begins with http://, "
                    "socks5://, socks4a:// or socks4://",
                    proxy);
  if (fingerprint != NULL && !is_fingerprint (fingerprint))
    return invalid (error, "“%s” is not a certificate's fingerprint: sha256: and 64 digits",
                    fingerprint);
  if (self->network.client_key != NULL && self->network.client_certificate == NULL)
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID,
                           "The server has a client key, but no client certificate");
      return FALSE;
    }
  return TRUE;
}

/* It becomes the value of an HTTP header: visible characters only (RFC 9110 §5.5). */
static gboolean
is_revision (const char *text)
{
  if (strlen (text) > MAX_NAME_BYTES)
    return FALSE;
  for (; *text != '\0'; text++)
    if (!g_ascii_isgraph (*text))
      return FALSE;
  return TRUE;
}

/* A server reads the settings as they stand; a name has a prefix (MCP 2026-07-28, "Extensions"). */
static gboolean
check_extensions (StoreProfile *self, GError **error)
{
  const StoreVariables *extensions = self->conversation.extensions;

  for (guint i = 0; i < store_variables_get_n_items (extensions); i++)
    {
      const char *name = store_variables_get_name (extensions, i);
      const char *text = store_variables_get_value (extensions, i);
      g_autoptr (McpJsonDocument) document =
          text != NULL ? mcp_json_document_parse_text (text, -1, NULL) : NULL;

      if (strchr (name, '/') == NULL || name[0] == '/')
        return invalid (error, "The extension “%s” has no prefix, such as “com.example/”", name);
      if (document == NULL ||
          mcp_json_value_get_kind (mcp_json_document_get_root (document)) != MCP_JSON_OBJECT)
        return invalid (error, "The settings of the extension “%s” are not a JSON object", name);
    }
  return TRUE;
}

static gboolean
check_meta (StoreProfile *self, GError **error)
{
  const StoreVariables *meta = self->conversation.meta;

  for (guint i = 0; i < store_variables_get_n_items (meta); i++)
    {
      const char *text = store_variables_get_value (meta, i);
      g_autoptr (McpJsonDocument) document =
          text != NULL ? mcp_json_document_parse_text (text, -1, NULL) : NULL;

      if (document == NULL)
        return invalid (error, "The member “%s” of _meta is not JSON",
                        store_variables_get_name (meta, i));
    }
  return TRUE;
}

static gboolean
check_conversation (StoreProfile *self, GError **error)
{
  const char        *version = self->conversation.protocol_version;
  const char *const *roots = self->conversation.roots;
  StoreEra           era = self->conversation.era;

  if (version != NULL && !is_revision (version))
    return invalid (error, "“%s” cannot be a revision of the protocol", version);
  gboolean modern = version != NULL && strcmp (version, FIRST_MODERN_REVISION) >= 0;
  if (version != NULL && ((era == STORE_ERA_LEGACY && modern && g_ascii_isdigit (*version)) ||
                          (era == STORE_ERA_MODERN && !modern)))
    return invalid (error,
                    era == STORE_ERA_MODERN ? "The revision %s does not belong to the modern era"
                                            : "The revision %s does not belong to the legacy era",
                    version);
  for (guint i = 0; roots[i] != NULL; i++)
    {
      g_autofree char *scheme = g_uri_parse_scheme (roots[i]);

      if (!g_utf8_validate (roots[i], -1, NULL) ||
          (scheme == NULL && *roots[i] != '/' && !g_str_has_prefix (roots[i], "~/") &&
           !g_str_equal (roots[i], "~")))
        return invalid (error, "The root “%s” is neither a whole path nor a URI", roots[i]);
    }
  return check_extensions (self, error) && check_meta (self, error);
}

gboolean
store_profile_validate (StoreProfile *self, GError **error)
{
  g_return_val_if_fail (STORE_IS_PROFILE (self), FALSE);

  if (!check_texts (self, error))
    return FALSE;
  if (self->endpoint.transport == STORE_TRANSPORT_STDIO)
    {
      if (self->endpoint.command == NULL)
        {
          g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID,
                               "The server has no command");
          return FALSE;
        }
    }
  else if (!check_url (self, error))
    return FALSE;
  return check_environment (self, error) && check_headers (self, error) &&
         check_network (self, error) && check_conversation (self, error);
}

StoreApproval
store_profile_get_tool_approval (StoreProfile *self, const char *tool)
{
  const char *word;
  guint       approval;

  g_return_val_if_fail (STORE_IS_PROFILE (self), STORE_APPROVAL_ASK);

  word = tool != NULL ? store_variables_lookup (self->decisions.tool_approvals, tool) : NULL;
  return word != NULL && store_profile_parse_word ("approval", word, &approval)
             ? (StoreApproval)approval
             : STORE_APPROVAL_DEFAULT;
}

guint
store_profile_get_tool_timeout (StoreProfile *self, const char *tool)
{
  const char *text;
  guint64     milliseconds = 0;

  g_return_val_if_fail (STORE_IS_PROFILE (self), 0);

  text = tool != NULL ? store_variables_lookup (self->conversation.tool_timeouts, tool) : NULL;
  if (text != NULL)
    g_ascii_string_to_unsigned (text, 10, 1, G_MAXUINT - 1, &milliseconds, NULL);
  return (guint)milliseconds;
}

void
store_profile_set_tool_timeout (StoreProfile *self, const char *tool, guint milliseconds)
{
  g_autofree char *text = g_strdup_printf ("%u", milliseconds);

  g_return_if_fail (STORE_IS_PROFILE (self));
  g_return_if_fail (tool != NULL);

  g_autoptr (StoreVariables) limits = store_variables_copy (self->conversation.tool_timeouts);
  if (milliseconds > 0)
    store_variables_set (limits, tool, text);
  else
    store_variables_remove (limits, tool);
  g_object_set (self, "tool-timeouts", limits, NULL);
}

/* Each text with its length in front, so that no two lists of texts have the same digest. */
static void
digest_text (GChecksum *checksum, const char *text)
{
  g_autofree char *length =
      text != NULL ? g_strdup_printf ("%zu:", strlen (text)) : g_strdup ("-:");

  g_checksum_update (checksum, (const guchar *)length, -1);
  if (text != NULL)
    g_checksum_update (checksum, (const guchar *)text, -1);
}

/* ${NAME} and ${NAME:-text}; what a person is asked and places of an editor are no variables of the
 * environment. */
static gboolean
may_take_variable (const char *text)
{
  return text != NULL &&
         g_regex_match_simple ("\\$\\{(?!(?:workspaceFolder|workspaceFolderBasename|userHome|"
                               "pathSeparator)\\})[A-Za-z_][A-Za-z0-9_]*+(?:\\}|:-)",
                               text, G_REGEX_RAW, 0);
}

/* @checksum: (nullable): gets those with their names.
 * Returns: whether the value of one may be taken from our environment */
static gboolean
look_for_variables (const StoreVariables *variables, GChecksum *checksum)
{
  gboolean found = FALSE;

  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char *value = store_variables_get_value (variables, i);

      if (!may_take_variable (value))
        continue;
      found = TRUE;
      if (checksum != NULL)
        digest_text (checksum, store_variables_get_name (variables, i));
      if (checksum != NULL)
        digest_text (checksum, value);
    }
  return found;
}

/* What is taken from our environment, and who gets it: another path is the same host. */
static void
digest_network (StoreProfile *self, GChecksum *checksum)
{
  const char *url = self->endpoint.url;
  g_autoptr (GUri) uri =
      url != NULL && !may_take_variable (url) ? g_uri_parse (url, G_URI_FLAGS_PARSE_RELAXED, NULL)
                                              : NULL;
  g_autofree char *port = uri != NULL ? g_strdup_printf ("%d", g_uri_get_port (uri)) : NULL;

  digest_text (checksum, uri != NULL ? g_uri_get_scheme (uri) : url);
  digest_text (checksum, uri != NULL ? g_uri_get_host (uri) : NULL);
  digest_text (checksum, port);
  look_for_variables (self->endpoint.headers, checksum);
  digest_text (checksum, NULL);
  look_for_variables (self->endpoint.oauth, checksum);
}

char *
store_profile_dup_fingerprint (StoreProfile *self)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  const char *const    *arguments = self->endpoint.arguments;
  const StoreVariables *environment = self->endpoint.environment;

  digest_text (checksum, store_profile_word ("transport", self->endpoint.transport));
  digest_text (checksum, self->endpoint.command);
  for (guint i = 0; arguments[i] != NULL; i++)
    digest_text (checksum, arguments[i]);
  digest_text (checksum, NULL);
  digest_text (checksum, self->endpoint.working_directory);
  for (guint i = 0; i < store_variables_get_n_items (environment); i++)
    {
      digest_text (checksum, store_variables_get_name (environment, i));
      digest_text (checksum, store_variables_get_value (environment, i));
      digest_text (checksum, store_variables_get_secret (environment, i));
    }
  if (self->endpoint.transport != STORE_TRANSPORT_STDIO)
    digest_network (self, checksum);
  return g_strconcat ("sha256:", g_checksum_get_string (checksum), NULL);
}

gboolean
store_profile_needs_confirmation (StoreProfile *self)
{
  if (self->decisions.origin == STORE_ORIGIN_TYPED ||
      (self->endpoint.transport != STORE_TRANSPORT_STDIO &&
       !may_take_variable (self->endpoint.url) &&
       !look_for_variables (self->endpoint.headers, NULL) &&
       !look_for_variables (self->endpoint.oauth, NULL)))
    return FALSE;
  g_autofree char *fingerprint = store_profile_dup_fingerprint (self);
  return g_strcmp0 (fingerprint, self->decisions.confirmed) != 0;
}

void
store_profile_confirm (StoreProfile *self)
{
  g_autofree char *fingerprint = store_profile_dup_fingerprint (self);

  g_object_set (self, "confirmed", fingerprint, NULL);
}

static void
append_word (GString *line, const char *word)
{
  static const char safe[] = "-_./:=@%+,^";
  gboolean          plain = *word != '\0';

  for (const char *at = word; *at != '\0' && plain; at++)
    plain = g_ascii_isalnum (*at) || strchr (safe, *at) != NULL;
  if (line->len > 0)
    g_string_append_c (line, ' ');
  if (plain)
    {
      g_string_append (line, word);
    }
  else
    {
      g_autofree char *quoted = g_shell_quote (word);

      g_string_append (line, quoted);
    }
}

char *
store_profile_dup_summary (StoreProfile *self)
{
  const char *const *arguments = self->endpoint.arguments;
  const char        *command = self->endpoint.command;

  if (self->endpoint.transport != STORE_TRANSPORT_STDIO)
    return g_strdup (self->endpoint.url != NULL ? self->endpoint.url : "");
  GString *line = g_string_new (NULL);
  if (command != NULL)
    append_word (line, command);
  for (guint i = 0; arguments[i] != NULL; i++)
    append_word (line, arguments[i]);
  return g_string_free (line, FALSE);
}

char *
store_profile_dup_secret_reference (StoreProfile *self, const char *section, const char *name)
{
  return g_strdup_printf ("%s/%s/%s", store_profile_get_id (self), section, name);
}

GStrv
store_profile_dup_secret_references (StoreProfile *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  const StoreVariables *lists[] = { self->endpoint.environment, self->endpoint.headers,
                                    self->endpoint.credentials, self->endpoint.oauth,
                                    self->decisions.presets, self->decisions.preset_sets,
                                    self->decisions.pinned_arguments };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; j < store_variables_get_n_items (lists[i]); j++)
      {
        const char *reference = store_variables_get_secret (lists[i], j);

        if (reference != NULL && g_hash_table_add (seen, (gpointer)reference))
          g_strv_builder_add (builder, reference);
      }
  return g_strv_builder_end (builder);
}
