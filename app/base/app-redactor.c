/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-redactor.h"

#include <string.h>

#include "app-encodings.h"
#include "mcp-json-writer.h"

/* Of a shorter one so little is left between other bytes that it stands anywhere. */
#define MIN_IN_BASE64 8u

struct _AppRedactor
{
  GObject parent_instance;

  GMutex mutex;
  /* Of GRefString, the longest first, so that a part never hides the whole. Replaced, never
   * changed: a worker may be reading the old one. */
  GPtrArray *secrets; /* in every spelling that stands often where they do */
  GPtrArray *values;  /* as they are */
};

G_DEFINE_FINAL_TYPE (AppRedactor, app_redactor, G_TYPE_OBJECT)

/* Header names whose value is a credential wherever it appears, matched without case. */
static const char *const secret_headers[] = {
  "authorization",
  "dpop",
  "proxy-authorization",
  "cookie",
  "set-cookie",
  "mcp-session-id",
};

static GPtrArray *
list_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)g_ref_string_release);
}

static void
app_redactor_finalize (GObject *object)
{
  AppRedactor *self = APP_REDACTOR (object);

  g_ptr_array_unref (self->secrets);
  g_ptr_array_unref (self->values);
  g_mutex_clear (&self->mutex);
  G_OBJECT_CLASS (app_redactor_parent_class)->finalize (object);
}

static void
app_redactor_class_init (AppRedactorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_redactor_finalize;
}

static void
app_redactor_init (AppRedactor *self)
{
  g_mutex_init (&self->mutex);
  self->secrets = list_new ();
  self->values = list_new ();
}

static GPtrArray *
ref_list (AppRedactor *self, GPtrArray **list)
{
  GPtrArray *texts;

  g_mutex_lock (&self->mutex);
  texts = g_ptr_array_ref (*list);
  g_mutex_unlock (&self->mutex);
  return texts;
}

AppRedactor *
app_redactor_new (void)
{
  return g_object_new (APP_TYPE_REDACTOR, NULL);
}

static int
compare_longest_first (gconstpointer a, gconstpointer b)
{
  gsize length_a = g_ref_string_length (*(char *const *)a);
  gsize length_b = g_ref_string_length (*(char *const *)b);

  return length_a < length_b ? 1 : length_a > length_b ? -1
                                                       : 0;
}

static gpointer
copy_text (gconstpointer text, gpointer data)
{
  return g_ref_string_acquire ((char *)text);
}

static void
add_to (AppRedactor *self, GPtrArray **list, const char *form)
{
  g_autoptr (GPtrArray) old = ref_list (self, list);
  GPtrArray *changed;

  if (strlen (form) < APP_REDACTOR_MIN_SECRET ||
      g_ptr_array_find_with_equal_func (old, form, g_str_equal, NULL))
    return;
  changed = g_ptr_array_copy (old, copy_text, NULL);
  g_ptr_array_set_free_func (changed, (GDestroyNotify)g_ref_string_release);
  g_ptr_array_add (changed, g_ref_string_new (form));
  g_ptr_array_sort (changed, compare_longest_first);
  g_mutex_lock (&self->mutex);
  g_ptr_array_unref (*list);
  *list = changed;
  g_mutex_unlock (&self->mutex);
}

static void
add_form (AppRedactor *self, const char *form)
{
  add_to (self, &self->secrets, form);
}

static char *
replace_text (const char *text, const char *what, const char *with)
{
  g_auto (GStrv) parts = g_strsplit (text, what, -1);

  return g_strjoinv (with, parts);
}

/* "user:password" travels as Base64 (RFC 7617). */
static void
add_basic (AppRedactor *self, const char *encoded)
{
  gsize              length;
  g_autofree guchar *decoded = NULL;
  g_autofree char   *pair = NULL;
  const char        *colon;

  app_redactor_add_secret (self, encoded);
  if (encoded[0] == '\0')
    return;
  decoded = g_base64_decode (encoded, &length);
  pair = g_strndup ((const char *)decoded, length);
  colon = strchr (pair, ':');
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

/* Writers of JSON that keep to ASCII, Python's among them, escape the rest as UTF-16. */
static char *
escape_to_ascii (const char *quoted, gboolean upper)
{
  GString *text = g_string_new (NULL);

  for (const char *at = quoted; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar character = g_utf8_get_char (at);

      if (character < 0x80)
        g_string_append_c (text, *at);
      else if (character < 0x10000)
        g_string_append_printf (text, upper ? "\\u%04X" : "\\u%04x", character);
      else
        g_string_append_printf (text, upper ? "\\u%04X\\u%04X" : "\\u%04x\\u%04x",
                                0xd800 + ((character - 0x10000) >> 10),
                                0xdc00 + ((character - 0x10000) & 0x3ff));
    }
  return g_string_free (text, FALSE);
}

/* As it stands in JSON strings. */
static void
add_quoted (AppRedactor *self, const char *quoted)
{
  /* Some escape the slash. */
  g_autofree char *slashed = replace_text (quoted, "/", "\\/");
  const char      *forms[] = { quoted, slashed };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autofree char *lower = NULL;
      g_autofree char *upper = NULL;

      add_form (self, forms[i]);
      if (g_str_is_ascii (forms[i]) || !g_utf8_validate (forms[i], -1, NULL))
        continue;
      lower = escape_to_ascii (forms[i], FALSE);
      upper = escape_to_ascii (forms[i], TRUE);
      add_form (self, lower);
      add_form (self, upper);
    }
}

/* Some write it without its end, some with other signs. */
static void
add_base64_form (AppRedactor *self, char *encoded)
{
  add_form (self, encoded);
  add_form (self, g_strdelimit (g_strdelimit (encoded, "+", '-'), "/", '_'));
}

/* In Base64, alone and where other bytes stand before and behind it, such as a name: then what its
 * ends share a sign with is left out. */
static void
add_base64 (AppRedactor *self, const char *value)
{
  static const guint n_shared[] = { 0, 2, 3 };
  gsize              length = strlen (value);
  g_autofree char   *alone = g_base64_encode ((const guchar *)value, length);

  add_form (self, alone);
  alone[strcspn (alone, "=")] = '\0';
  add_base64_form (self, alone);
  for (guint n_before = 0; length >= MIN_IN_BASE64 && n_before < 3; n_before++)
    {
      g_autofree char *bytes = g_strdup_printf ("%.*s%s", (int)n_before, "  ", value);
      g_autofree char *encoded = g_base64_encode ((const guchar *)bytes, n_before + length);
      gsize            end = strcspn (encoded, "=");

      encoded[(n_before + length) % 3 == 0 ? end : end - 1] = '\0';
      add_base64_form (self, encoded + n_shared[n_before]);
    }
}

void
app_redactor_add_secret (AppRedactor *self, const char *value)
{
  g_autofree char *quoted = NULL;
  g_autofree char *escaped = NULL;

  g_return_if_fail (APP_IS_REDACTOR (self));

  if (value == NULL || strlen (value) < APP_REDACTOR_MIN_SECRET)
    return;

  add_to (self, &self->values, value);
  add_form (self, value);
  quoted = mcp_json_quote (value, -1);
  quoted[strlen (quoted) - 1] = '\0';
  add_quoted (self, quoted + 1);
  escaped = g_uri_escape_string (value, NULL, FALSE);
  add_form (self, escaped);
  /* Some write hexadecimal digits small. */
  for (char *at = escaped; (at = strchr (at, '%')) != NULL; at += 3)
    {
      at[1] = g_ascii_tolower (at[1]);
      at[2] = g_ascii_tolower (at[2]);
    }
  add_form (self, escaped);
  add_base64 (self, value);
  /* A header's scheme is no secret, what stands behind it is. */
  if (g_ascii_strncasecmp (value, "bearer ", 7) == 0)
    app_redactor_add_secret (self, value + 7);
  else if (g_ascii_strncasecmp (value, "basic ", 6) == 0)
    add_basic (self, value + 6);
}

/* @all: every value of the query, not only what has the name of a secret */
static void
add_url (AppRedactor *self, const char *url, gboolean all)
{
  const GUriFlags flags = G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_ENCODED |
                          G_URI_FLAGS_HAS_PASSWORD;
  g_autoptr (GUri) uri = NULL;
  const char *query;
  const char *name;
  const char *value;

  uri = url != NULL ? g_uri_parse (url, flags, NULL) : NULL;
  if (uri == NULL)
    return;
  add_encoded (self, g_uri_get_password (uri));
  query = g_uri_get_query (uri);
  for (name = query; name != NULL && *name != '\0'; name = *value != '\0' ? value + 1 : value)
    {
      gsize            length = strcspn (name, "=&");
      g_autofree char *key = g_strndup (name, length);
      g_autofree char *text = NULL;

      value = name + length;
      if (*value == '=')
        value++;
      length = strcspn (value, "&");
      text = g_strndup (value, length);
      value += length;
      if (all || app_redactor_is_secret_header (key))
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

void
app_redactor_add_arguments (AppRedactor *self, const char *const *words)
{
  g_return_if_fail (APP_IS_REDACTOR (self));

  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    {
      const char      *word = words[i];
      const char      *equals = strchr (word, '=');
      g_autofree char *name = equals != NULL ? g_strndup (word, equals - word) : g_strdup (word);

      app_redactor_add_url (self, equals != NULL ? equals + 1 : word);
      if (strchr (name, ' ') != NULL || !app_redactor_is_secret_header (name))
        continue;
      if (equals != NULL)
        app_redactor_add_secret (self, equals + 1);
      else if (word[0] == '-' && words[i + 1] != NULL && words[i + 1][0] != '-')
        app_redactor_add_secret (self, words[i + 1]);
    }
}

static void
add_variables (AppRedactor *self, const StoreVariables *variables)
{
  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char *value = store_variables_get_value (variables, i);

      /* A reference such as ${env:KEY} stands for a secret and is none. */
      if (value != NULL && strstr (value, "${") == NULL &&
          app_redactor_is_secret_header (store_variables_get_name (variables, i)))
        app_redactor_add_secret (self, value);
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
  app_redactor_add_secret (self, store_variables_lookup (credentials, "token"));
  app_redactor_add_secret (self, store_variables_lookup (credentials, "password"));
  add_variables (self, endpoint->environment);
  add_variables (self, endpoint->headers);
  app_redactor_add_arguments (self, endpoint->arguments);
  app_redactor_add_url (self, endpoint->url);
}

static GString *
replace_all (const char *data, gsize length, const char *secret)
{
  GString    *out = NULL;
  gsize       secret_length = strlen (secret);
  const char *p = data;
  const char *end = data + length;
  const char *hit;

  while ((hit = memmem (p, end - p, secret, secret_length)) != NULL)
    {
      if (out == NULL)
        out = g_string_sized_new (length);
      g_string_append_len (out, p, hit - p);
      g_string_append (out, APP_REDACTOR_MASK);
      p = hit + secret_length;
    }
  if (out != NULL)
    g_string_append_len (out, p, end - p);
  return out;
}

/* What stands in other encodings, or in several. Returns: (transfer full) */
static GBytes *
mask_encoded (AppRedactor *self, GBytes *text)
{
  g_autoptr (GPtrArray) values = ref_list (self, &self->values);
  g_autoptr (GArray) spans = NULL;
  gsize       length;
  gsize       done = 0;
  const char *data = g_bytes_get_data (text, &length);
  GString    *out;

  spans = app_encodings_find (data, length, values);
  if (spans == NULL)
    return g_bytes_ref (text);
  out = g_string_sized_new (length);
  for (guint i = 0; i < spans->len; i++)
    {
      const AppSpan *span = &g_array_index (spans, AppSpan, i);

      g_string_append_len (out, data + done, (gssize)(span->start - done));
      g_string_append (out, APP_REDACTOR_MASK);
      done = span->end;
    }
  g_string_append_len (out, data + done, (gssize)(length - done));
  return g_string_free_to_bytes (out);
}

GBytes *
app_redactor_redact (AppRedactor *self, GBytes *text)
{
  g_autoptr (GBytes) current = NULL;
  g_autoptr (GPtrArray) secrets = NULL;

  g_return_val_if_fail (APP_IS_REDACTOR (self), NULL);
  g_return_val_if_fail (text != NULL, NULL);

  current = mask_encoded (self, text);
  secrets = ref_list (self, &self->secrets);
  for (guint i = 0; i < secrets->len; i++)
    {
      gsize       length;
      const char *data = g_bytes_get_data (current, &length);
      GString    *replaced = length == 0 ? NULL : replace_all (data, length, secrets->pdata[i]);

      if (replaced != NULL)
        {
          g_bytes_unref (current);
          current = g_string_free_to_bytes (replaced);
        }
    }
  return g_steal_pointer (&current);
}

char *
app_redactor_redact_text (AppRedactor *self, const char *text)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) redacted = NULL;
  gsize       length;
  const char *data;

  g_return_val_if_fail (APP_IS_REDACTOR (self), NULL);

  if (text == NULL)
    return NULL;
  bytes = g_bytes_new_static (text, strlen (text));
  redacted = app_redactor_redact (self, bytes);
  data = g_bytes_get_data (redacted, &length);
  return length == 0 ? g_strdup ("") : g_strndup (data, length);
}

gboolean
app_redactor_is_secret_header (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; i < G_N_ELEMENTS (secret_headers); i++)
    if (g_str_equal (lower, secret_headers[i]))
      return TRUE;
  return store_variables_name_looks_secret (name);
}

char *
app_redactor_redact_header (AppRedactor *self, const char *header)
{
  const char      *colon;
  g_autofree char *name = NULL;

  g_return_val_if_fail (APP_IS_REDACTOR (self), NULL);
  g_return_val_if_fail (header != NULL, NULL);

  colon = strchr (header, ':');
  if (colon == NULL)
    return app_redactor_redact_text (self, header);
  name = g_strndup (header, colon - header);
  if (!app_redactor_is_secret_header (name))
    return app_redactor_redact_text (self, header);
  return g_strdup_printf ("%s: %s", name, APP_REDACTOR_MASK);
}
