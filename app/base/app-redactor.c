/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-redactor.h"

#include <string.h>

#include "app-encodings.h"
#include "app-message-words.h"
#include "store-secret-signs.h"
#include "mcp-object.h"

struct _AppRedactor
{
  GObject parent_instance;

  GMutex mutex;
  /* Of GRefString. Replaced, never changed: a worker may be reading the old one. */
  GPtrArray *values;
};

G_DEFINE_FINAL_TYPE (AppRedactor, app_redactor, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (AppRedactor, app_redactor)

MCP_DEFINE_FINALIZE (AppRedactor, app_redactor)
{
  g_ptr_array_unref (self->values);
  g_mutex_clear (&self->mutex);
}

static void
app_redactor_init (AppRedactor *self)
{
  g_mutex_init (&self->mutex);
  self->values = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ref_string_release);
}

static GPtrArray *
ref_values (AppRedactor *self)
{
  GPtrArray *values;

  g_mutex_lock (&self->mutex);
  values = g_ptr_array_ref (self->values);
  g_mutex_unlock (&self->mutex);
  return values;
}

AppRedactor *
app_redactor_new (void)
{
  return g_object_new (APP_TYPE_REDACTOR, NULL);
}

static gpointer
copy_text (gconstpointer text, gpointer data)
{
  return g_ref_string_acquire ((char *)text);
}

static void
add_value (AppRedactor *self, const char *value)
{
  g_autoptr (GPtrArray) old = ref_values (self);

  if (strlen (value) < APP_REDACTOR_MIN_SECRET ||
      g_ptr_array_find_with_equal_func (old, value, g_str_equal, NULL))
    return;
  GPtrArray *changed = g_ptr_array_copy (old, copy_text, NULL);
  g_ptr_array_set_free_func (changed, (GDestroyNotify)g_ref_string_release);
  g_ptr_array_add (changed, g_ref_string_new (value));
  g_mutex_lock (&self->mutex);
  g_ptr_array_unref (self->values);
  self->values = changed;
  g_mutex_unlock (&self->mutex);
}

/* "user:password" travels as Base64 (RFC 7617). */
static void
add_basic (AppRedactor *self, const char *encoded)
{
  gsize length;

  app_redactor_add_secret (self, encoded);
  if (encoded[0] == '\0')
    return;
  g_autofree guchar *decoded = g_base64_decode (encoded, &length);
  g_autofree char   *pair = g_strndup ((const char *)decoded, length);
  const char        *colon = strchr (pair, ':');
  if (colon != NULL)
    app_redactor_add_secret (self, colon + 1);
}

/* As it stands in a URL, and as it is meant. */
static void
add_encoded (AppRedactor *self, const char *encoded)
{
  g_autofree char *decoded = encoded != NULL ? g_uri_unescape_string (encoded, NULL) : NULL;

  app_redactor_add_secret (self, encoded);
  app_redactor_add_secret (self, decoded);
}

/* The text of a PEM file, whose lines others break in other places. */
static void
add_armoured (AppRedactor *self, const char *value)
{
  const char      *begin = g_str_has_prefix (value, "-----BEGIN ") ? strstr (value + 11, "-----")
                                                                   : NULL;
  const char      *end = begin != NULL ? strstr (begin + 5, "-----END ") : NULL;
  g_autofree char *body = end != NULL ? g_strndup (begin + 5, end - begin - 5) : NULL;
  g_auto (GStrv) lines = body != NULL ? g_strsplit_set (body, " \r\n\t", -1) : NULL;
  g_autofree char *joined = lines != NULL ? g_strjoinv ("", lines) : NULL;

  if (joined != NULL)
    add_value (self, joined);
}

void
app_redactor_add_secret (AppRedactor *self, const char *value)
{
  g_return_if_fail (APP_IS_REDACTOR (self));

  if (value == NULL || strlen (value) < APP_REDACTOR_MIN_SECRET)
    return;

  add_value (self, value);
  add_armoured (self, value);
  /* So little is found where it stands, and not in runs of letters. */
  if (strlen (value) < APP_ENCODINGS_MIN_VALUE)
    {
      g_autofree char *alone = g_base64_encode ((const guchar *)value, strlen (value));

      add_value (self, alone);
    }
  /* A header's scheme is no secret, what stands behind it is. */
  if (g_ascii_strncasecmp (value, "bearer ", 7) == 0)
    app_redactor_add_secret (self, value + 7);
  else if (g_ascii_strncasecmp (value, "basic ", 6) == 0)
    add_basic (self, value + 6);
}

/* What is secret by its shape, as it stands there and as it is meant. */
static void
add_shapes (AppRedactor *self, const char *text)
{
  g_autoptr (GPtrArray) found = store_secret_signs_find (text);

  for (guint i = 0; found != NULL && i < found->len; i++)
    add_encoded (self, found->pdata[i]);
}

static void
add_named (AppRedactor *self, const char *name, const char *value)
{
  if (value != NULL && store_secret_signs_is_named (name, value))
    app_redactor_add_secret (self, value);
}

void
app_redactor_add_named (AppRedactor *self, const char *name, const char *value)
{
  g_return_if_fail (APP_IS_REDACTOR (self));

  add_shapes (self, value);
  add_named (self, name, value);
}

/* Too short to be looked for alone. */
static void
add_short_password (AppRedactor *self, GUri *uri)
{
  const char      *password = g_uri_get_password (uri);
  const char      *user = g_uri_get_user (uri);
  g_autofree char *part = NULL;

  if (password == NULL || *password == '\0' || strlen (password) >= APP_REDACTOR_MIN_SECRET)
    return;
  part = g_strdup_printf ("%s://%s:%s@", g_uri_get_scheme (uri), user != NULL ? user : "", password);
  app_redactor_add_secret (self, part);
}

/* @all: every value of the query, not only what has the name of a secret */
static void
add_url (AppRedactor *self, const char *url, gboolean all)
{
  const GUriFlags flags = G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_ENCODED |
                          G_URI_FLAGS_HAS_PASSWORD;
  const char *name;
  const char *value;

  add_shapes (self, url);
  g_autoptr (GUri) uri = url != NULL ? g_uri_parse (url, flags, NULL) : NULL;
  if (uri == NULL)
    return;
  add_short_password (self, uri);
  const char *query = g_uri_get_query (uri);
  for (name = query; name != NULL && *name != '\0'; name = *value != '\0' ? value + 1 : value)
    {
      gsize            length = strcspn (name, "=&");
      g_autofree char *key = g_strndup (name, length);

      value = name + length;
      if (*value == '=')
        value++;
      length = strcspn (value, "&");
      g_autofree char *text = g_strndup (value, length);
      value += length;
      if (all || store_secret_signs_is_named (key, text))
        add_encoded (self, text);
    }
}

void
app_redactor_add_url (AppRedactor *self, const char *url)
{
  g_return_if_fail (APP_IS_REDACTOR (self));

  add_url (self, url, FALSE);
}

void
app_redactor_add_private_url (AppRedactor *self, const char *url)
{
  g_return_if_fail (APP_IS_REDACTOR (self));

  add_url (self, url, TRUE);
}

/* "NAME=VALUE", or "Name: value" as a header is written. Returns: whether it is one of these */
static gboolean
add_pair (AppRedactor *self, const char *word)
{
  gsize            length = strcspn (word, "=: /");
  g_autofree char *name = g_strndup (word, length);
  const char      *value = word + length;

  if (*value != '=' && *value != ':')
    return FALSE;
  for (value++; *value == ' '; value++)
    ;
  /* An option may hold such a pair itself. */
  if (word[0] == '-')
    add_pair (self, value);
  add_named (self, name, value);
  return TRUE;
}

void
app_redactor_add_arguments (AppRedactor *self, const char *const *words)
{
  g_return_if_fail (APP_IS_REDACTOR (self));

  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    {
      const char *equals = strchr (words[i], '=');

      app_redactor_add_url (self, words[i]);
      if (equals != NULL)
        app_redactor_add_url (self, equals + 1);
      if (!add_pair (self, words[i]) && words[i][0] == '-' && words[i + 1] != NULL &&
          words[i + 1][0] != '-')
        add_named (self, words[i], words[i + 1]);
    }
}

static void
add_variables (AppRedactor *self, const StoreVariables *variables)
{
  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char *value = store_variables_get_value (variables, i);

      app_redactor_add_url (self, value);
      add_named (self, store_variables_get_name (variables, i), value);
    }
}

void
app_redactor_add_profile (AppRedactor *self, StoreProfile *profile)
{
  const StoreEndpoint  *endpoint = store_profile_get_endpoint (profile);
  const StoreVariables *credentials;

  g_return_if_fail (APP_IS_REDACTOR (self));
  g_return_if_fail (STORE_IS_PROFILE (profile));

  credentials = endpoint->credentials;
  app_redactor_add_named (self, "token", store_variables_lookup (credentials, "token"));
  app_redactor_add_named (self, "password", store_variables_lookup (credentials, "password"));
  add_shapes (self, endpoint->command);
  add_variables (self, endpoint->environment);
  add_variables (self, endpoint->headers);
  app_redactor_add_arguments (self, endpoint->arguments);
  app_redactor_add_url (self, endpoint->url);
}

GBytes *
app_redactor_redact (AppRedactor *self, GBytes *text)
{
  g_autoptr (GArray) spans = NULL;
  gsize length;
  gsize done = 0;

  g_return_val_if_fail (APP_IS_REDACTOR (self), NULL);
  g_return_val_if_fail (text != NULL, NULL);

  const char *data = g_bytes_get_data (text, &length);
  g_autoptr (GPtrArray) values = ref_values (self);
  spans = app_encodings_find (data, length, values, !app_message_words_is_message (data, length));
  if (spans != NULL)
    app_message_words_spare (data, length, spans);
  if (spans == NULL || spans->len == 0)
    return g_bytes_ref (text);
  GString *out = g_string_sized_new (length);
  for (guint i = 0; i < spans->len; i++)
    {
      const AppSpan *span = &g_array_index (spans, AppSpan, i);

      if (span->end <= done)
        continue;
      g_string_append_len (out, data + done, (gssize)(MAX (span->start, done) - done));
      g_string_append (out, span->is_number ? "\"" APP_REDACTOR_MASK "\"" : APP_REDACTOR_MASK);
      done = span->end;
    }
  g_string_append_len (out, data + done, (gssize)(length - done));
  return g_string_free_to_bytes (out);
}

char *
app_redactor_redact_text (AppRedactor *self, const char *text)
{
  gsize length;

  g_return_val_if_fail (APP_IS_REDACTOR (self), NULL);

  if (text == NULL)
    return NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GBytes) redacted = app_redactor_redact (self, bytes);
  const char *data = g_bytes_get_data (redacted, &length);
  return length == 0 ? g_strdup ("") : g_strndup (data, length);
}

gboolean
app_redactor_is_secret_header (const char *name)
{
  return store_secret_signs_is_name (name);
}

char *
app_redactor_redact_header (AppRedactor *self, const char *header)
{
  g_return_val_if_fail (APP_IS_REDACTOR (self), NULL);
  g_return_val_if_fail (header != NULL, NULL);

  const char *colon = strchr (header, ':');
  if (colon == NULL)
    return app_redactor_redact_text (self, header);
  g_autofree char *name = g_strndup (header, colon - header);
  if (!app_redactor_is_secret_header (name))
    return app_redactor_redact_text (self, header);
  return g_strdup_printf ("%s: %s", name, APP_REDACTOR_MASK);
}
