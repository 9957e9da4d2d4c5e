/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-token.h"

#include "mcp-auth-document.h"
#include "mcp-auth-secret.h"
#include "mcp-error.h"
#include "mcp-object.h"

#include <libsoup/soup.h>
#include <string.h>

/* Longer lives are no lives: 68 years. */
#define MAX_LIFE G_MAXINT32
#define REFRESH_MARGIN 60

static const char *const names[] = {
  "access_token",
  "refresh_token",
  "id_token",
  "scope",
  "issued_token_type",
  "error_description",
  "error_uri",
  "error",
};

struct _McpAuthToken
{
  char                *values[G_N_ELEMENTS (names)]; /* (nullable) */
  const char          *scheme;
  gint64               life; /* seconds; -1 where it is unknown */
  McpAuthTokenOddities oddities;
};

static void
token_clear (McpAuthToken *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    mcp_auth_secret_free (self->values[i]);
}

/* What was sent, in either dialect */
typedef struct
{
  McpJsonDocument *json; /* (nullable) */
  GHashTable      *form; /* (nullable) (element-type utf8 utf8) */
} Members;

static void
members_clear (Members *members)
{
  g_clear_pointer (&members->json, mcp_json_document_unref);
  g_clear_pointer (&members->form, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Members, members_clear)

static McpJsonValue
get_member (const Members *members, const char *name)
{
  if (members->json == NULL)
    return MCP_JSON_NO_VALUE;
  return mcp_json_value_get_member (mcp_json_document_get_root (members->json), name);
}

/* Returns: (transfer full) (nullable): null, "" and what is no text count as absent */
static char *
dup_text (const Members *members, const char *name)
{
  g_autofree char *text = NULL;

  if (members->form != NULL)
    text = g_strdup (g_hash_table_lookup (members->form, name));
  else
    text = mcp_json_value_dup_string (get_member (members, name), NULL);
  return text != NULL && *text != '\0' ? g_steal_pointer (&text) : NULL;
}

static gboolean
read_json (Members *members, GBytes *body)
{
  static const McpJsonLimits limits = { MCP_AUTH_DOCUMENT_MAX_BYTES, MCP_AUTH_DOCUMENT_MAX_DEPTH };

  members->json = mcp_json_document_parse (body, &limits, NULL, NULL);
  if (members->json != NULL &&
      mcp_json_value_get_kind (mcp_json_document_get_root (members->json)) != MCP_JSON_OBJECT)
    g_clear_pointer (&members->json, mcp_json_document_unref);
  return members->json != NULL;
}

static gboolean
is_type (const char *content_type, const char *type)
{
  gsize length = strlen (type);

  return content_type != NULL && g_ascii_strncasecmp (content_type, type, length) == 0 &&
         (content_type[length] == '\0' || strchr ("; \t", content_type[length]) != NULL);
}

/* Some call it a form, some plain text, some nothing at all; a page is none. */
static gboolean
read_form (Members *members, const char *content_type, GBytes *body)
{
  gsize          length;
  const char    *data = g_bytes_get_data (body, &length);
  GHashTableIter iter;
  gpointer       value;

  if (length == 0 || length > MCP_AUTH_DOCUMENT_MAX_BYTES ||
      !g_utf8_validate (data, (gssize)length, NULL) || is_type (content_type, "text/html") ||
      memchr (data, '<', length) != NULL)
    return FALSE;
  g_autofree char *text = g_strstrip (g_strndup (data, length));
  members->form = soup_form_decode (text);
  explicit_bzero (text, strlen (text));
  g_hash_table_iter_init (&iter, members->form);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (!g_utf8_validate (value, -1, NULL))
      g_hash_table_iter_remove (&iter);
  return g_hash_table_contains (members->form, "access_token") ||
         g_hash_table_contains (members->form, "error");
}

static void
read_scheme (McpAuthToken *self, const Members *members, const char **unknown)
{
  static const char *const schemes[] = { "Bearer", "DPoP", "N_A" };
  g_autofree char         *type = dup_text (members, "token_type");

  *unknown = NULL;
  self->scheme = "Bearer";
  if (type == NULL)
    {
      self->oddities |= MCP_AUTH_TOKEN_TYPE_ABSENT;
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (g_ascii_strcasecmp (type, schemes[i]) == 0)
      {
        self->scheme = schemes[i];
        return;
      }
  *unknown = "the type of the token is none that is known (token_type)";
}

static void
read_life (McpAuthToken *self, const Members *members)
{
  McpJsonValue     member = get_member (members, "expires_in");
  g_autofree char *text = dup_text (members, "expires_in");
  double           life = mcp_json_value_get_double (member, 0);
  gint64           number;

  if (text != NULL)
    {
      g_strstrip (text);
      life = g_ascii_string_to_signed (text, 10, 1, MAX_LIFE, &number, NULL) ? (double)number : 0;
      if (members->json != NULL)
        self->oddities |= MCP_AUTH_TOKEN_EXPIRY_TEXT;
    }
  if (life >= 1 && life <= MAX_LIFE)
    self->life = (gint64)life;
  else
    self->oddities |= MCP_AUTH_TOKEN_EXPIRY_UNKNOWN;
}

/* Returns: (transfer none) (nullable): why it is neither tokens nor an error */
static const char *
read_members (McpAuthToken *self, guint status, const Members *members)
{
  gboolean    is_success = status >= 200 && status < 300;
  const char *fault;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    self->values[i] = dup_text (members, names[i]);
  gboolean is_error = mcp_auth_token_get_error (self) != NULL;
  if (members->form != NULL)
    self->oddities |= MCP_AUTH_TOKEN_FORM;
  if (is_error && is_success)
    self->oddities |= MCP_AUTH_TOKEN_ERROR_WITH_200;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (is_error ? !g_str_has_prefix (names[i], "error") : g_str_has_prefix (names[i], "error_"))
      g_clear_pointer (&self->values[i], mcp_auth_secret_free);
  if (is_error)
    return NULL;
  if (!is_success)
    return "it is neither a success nor an OAuth error";
  if (mcp_auth_token_get (self, "access_token") == NULL)
    return "there is no token in it (access_token)";
  read_scheme (self, members, &fault);
  read_life (self, members);
  return fault;
}

McpAuthToken *
mcp_auth_token_new (guint status, const char *content_type, GBytes *body, GError **error)
{
  g_autoptr (McpAuthToken) self = g_atomic_rc_box_new0 (McpAuthToken);
  g_auto (Members) members = { 0 };
  const char *fault;

  self->life = -1;
  self->scheme = "Bearer";
  if (read_json (&members, body) || read_form (&members, content_type, body))
    fault = read_members (self, status, &members);
  else if (g_bytes_get_size (body) == 0)
    fault = "it is empty";
  else
    fault = "it is neither JSON nor a form";
  if (fault == NULL)
    return g_steal_pointer (&self);
  g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                           "The answer of the token endpoint (status %u) is not "
                                           "understood: %s.",
                                           status, fault));
  return NULL;
}

void
mcp_auth_token_unref (McpAuthToken *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)token_clear);
}

const char *
mcp_auth_token_get (McpAuthToken *self, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i], name))
      return self->values[i];
  return NULL;
}

const char *
mcp_auth_token_get_error (McpAuthToken *self)
{
  return mcp_auth_token_get (self, "error");
}

MCP_DEFINE_PLAIN_GETTER (const char *, McpAuthToken, mcp_auth_token, scheme)
MCP_DEFINE_PLAIN_GETTER (gint64, McpAuthToken, mcp_auth_token, life)
MCP_DEFINE_PLAIN_GETTER (McpAuthTokenOddities, McpAuthToken, mcp_auth_token, oddities)

gint64
mcp_auth_token_get_refresh_time (gint64 obtained, gint64 life)
{
  if (life < 0 || obtained > G_MAXINT64 - life)
    return G_MAXINT64;
  return obtained + life - MIN (REFRESH_MARGIN, life / 10);
}
