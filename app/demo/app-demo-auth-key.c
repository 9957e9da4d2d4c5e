/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-auth-key.h"

#include "app-demo-auth-text.h"

#include <gio/gio.h>
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <string.h>

/* Bytes of a coordinate on P-256, and of each half of a signature. */
#define COORDINATE 32
/* Seconds that clocks may differ. */
#define LEEWAY 30

struct _AppDemoAuthKey
{
  gnutls_pubkey_t public;
  gnutls_privkey_t private; /* (nullable) */
};

static const struct
{
  const char             *name;
  gnutls_sign_algorithm_t sign;
  gnutls_pk_algorithm_t   key;
} algorithms[] = {
  { "ES256", GNUTLS_SIGN_ECDSA_SHA256, GNUTLS_PK_ECDSA },
  { "RS256", GNUTLS_SIGN_RSA_SHA256, GNUTLS_PK_RSA },
  { "EdDSA", GNUTLS_SIGN_EDDSA_ED25519, GNUTLS_PK_EDDSA_ED25519 },
};

static void
must (int result)
{
  if (result < 0)
    g_error ("GnuTLS: %s", gnutls_strerror (result));
}

static AppDemoAuthKey *
key_new (void)
{
  AppDemoAuthKey *self = g_new0 (AppDemoAuthKey, 1);

  must (gnutls_pubkey_init (&self->public));
  return self;
}

void
app_demo_auth_key_free (AppDemoAuthKey *self)
{
  gnutls_pubkey_deinit (self->public);
  if (self->private != NULL)
    gnutls_privkey_deinit (self->private);
  g_free (self);
}

AppDemoAuthKey *
app_demo_auth_key_generate (void)
{
  AppDemoAuthKey *self = key_new ();

  must (gnutls_privkey_init (&self->private));
  must (gnutls_privkey_generate (self->private, GNUTLS_PK_ECDSA,
                                 GNUTLS_CURVE_TO_BITS (GNUTLS_ECC_CURVE_SECP256R1), 0));
  must (gnutls_pubkey_import_privkey (self->public, self->private, 0, 0));
  return self;
}

AppDemoAuthKey *
app_demo_auth_key_read_file (const char *path, GError **error)
{
  g_autoptr (AppDemoAuthKey) self = key_new ();
  g_autofree char *text = NULL;
  gsize            size;
  gnutls_datum_t   data;
  int              result;

  if (!g_file_get_contents (path, &text, &size, error))
    return NULL;
  data.data = (guchar *)text;
  data.size = size;
  result = gnutls_pubkey_import (self->public, &data, GNUTLS_X509_FMT_PEM);
  if (result >= 0)
    return g_steal_pointer (&self);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s holds no public key: %s", path,
               gnutls_strerror (result));
  return NULL;
}

/* Returns: (transfer full) (nullable) */
static guchar *
decode (const char *text, gsize length, gsize *size)
{
  g_autoptr (GString) base64 = g_string_new_len (text, length);

  if (length == 0 || strspn (base64->str, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-_") != length)
    return NULL;
  g_strdelimit (base64->str, "-", '+');
  g_strdelimit (base64->str, "_", '/');
  while (base64->len % 4 != 0)
    g_string_append_c (base64, '=');
  return g_base64_decode (base64->str, size);
}

static guchar *
read_coordinate (McpJsonValue jwk, const char *name)
{
  g_autofree char   *text = mcp_json_value_dup_member_string (jwk, name);
  gsize              size = 0;
  g_autofree guchar *data = text != NULL ? decode (text, strlen (text), &size) : NULL;

  return size == COORDINATE ? g_steal_pointer (&data) : NULL;
}

AppDemoAuthKey *
app_demo_auth_key_read_jwk (McpJsonValue jwk)
{
  g_autoptr (AppDemoAuthKey) self = key_new ();
  g_autofree guchar *x = read_coordinate (jwk, "x");
  g_autofree guchar *y = read_coordinate (jwk, "y");
  gnutls_datum_t     x_data = { x, COORDINATE };
  gnutls_datum_t     y_data = { y, COORDINATE };

  if (x == NULL || y == NULL || mcp_json_value_exists (mcp_json_value_get_member (jwk, "d")) ||
      !mcp_json_value_string_equals (mcp_json_value_get_member (jwk, "kty"), "EC") ||
      !mcp_json_value_string_equals (mcp_json_value_get_member (jwk, "crv"), "P-256") ||
      gnutls_pubkey_import_ecc_raw (self->public, GNUTLS_ECC_CURVE_SECP256R1, &x_data, &y_data) < 0)
    return NULL;
  return g_steal_pointer (&self);
}

/* A number as many bytes long as @size, which is more or fewer than GnuTLS gives. */
static void
pad (gnutls_datum_t *number, guchar *bytes, gsize size)
{
  const guchar *data = number->data;
  gsize         length = number->size;

  for (; length > size; length--)
    data++;
  memset (bytes, 0, size - length);
  memcpy (bytes + size - length, data, length);
  gnutls_free (number->data);
}

char *
app_demo_auth_key_write_jwk (AppDemoAuthKey *self)
{
  gnutls_ecc_curve_t curve;
  gnutls_datum_t     x, y;
  guchar             coordinates[2][COORDINATE];
  g_autofree char   *x_text = NULL;
  g_autofree char   *y_text = NULL;

  must (gnutls_pubkey_export_ecc_raw2 (self->public, &curve, &x, &y, GNUTLS_EXPORT_FLAG_NO_LZ));
  pad (&x, coordinates[0], COORDINATE);
  pad (&y, coordinates[1], COORDINATE);
  x_text = app_demo_auth_encode (coordinates[0], COORDINATE);
  y_text = app_demo_auth_encode (coordinates[1], COORDINATE);
  return mcp_json_build ("{'crv': 'P-256', 'kty': 'EC', 'x': %s, 'y': %s}", x_text, y_text);
}

char *
app_demo_auth_key_make_thumbprint (AppDemoAuthKey *self)
{
  g_autofree char *jwk = app_demo_auth_key_write_jwk (self);

  return app_demo_auth_digest (jwk);
}

char *
app_demo_auth_key_sign (AppDemoAuthKey *self, const char *type, const char *claims)
{
  g_autofree char *kid = app_demo_auth_key_make_thumbprint (self);
  g_autofree char *header = mcp_json_build ("{'alg': 'ES256', 'typ': %s, 'kid': %s}", type, kid);
  g_autofree char *first = app_demo_auth_encode ((const guchar *)header, strlen (header));
  g_autofree char *second = app_demo_auth_encode ((const guchar *)claims, strlen (claims));
  g_autofree char *text = g_strconcat (first, ".", second, NULL);
  g_autofree char *third = NULL;
  gnutls_datum_t   data = { (guchar *)text, strlen (text) };
  gnutls_datum_t   der, r, s;
  guchar           signature[2 * COORDINATE];

  must (gnutls_privkey_sign_data2 (self->private, GNUTLS_SIGN_ECDSA_SHA256, 0, &data, &der));
  must (gnutls_decode_rs_value (&der, &r, &s));
  gnutls_free (der.data);
  pad (&r, signature, COORDINATE);
  pad (&s, signature + COORDINATE, COORDINATE);
  third = app_demo_auth_encode (signature, sizeof signature);
  return g_strconcat (text, ".", third, NULL);
}

static McpJsonDocument *
read_part (const char *text, gsize length)
{
  gsize              size;
  g_autofree guchar *data = decode (text, length, &size);

  return data != NULL ? mcp_json_document_parse_text ((const char *)data, size, NULL) : NULL;
}

AppDemoAuthJwt *
app_demo_auth_jwt_read (const char *text)
{
  g_autoptr (AppDemoAuthJwt) self = g_new0 (AppDemoAuthJwt, 1);
  const char *first = text != NULL ? strchr (text, '.') : NULL;
  const char *second = first != NULL ? strchr (first + 1, '.') : NULL;

  if (second == NULL)
    return NULL;
  self->header = read_part (text, first - text);
  self->claims = read_part (first + 1, second - first - 1);
  self->signature = decode (second + 1, strlen (second + 1), &self->signature_size);
  self->signed_text = g_strndup (text, second - text);
  if (self->header == NULL || self->claims == NULL || self->signature == NULL)
    return NULL;
  return g_steal_pointer (&self);
}

void
app_demo_auth_jwt_free (AppDemoAuthJwt *self)
{
  g_clear_pointer (&self->header, mcp_json_document_unref);
  g_clear_pointer (&self->claims, mcp_json_document_unref);
  g_free (self->signed_text);
  g_free (self->signature);
  g_free (self);
}

McpJsonValue
app_demo_auth_jwt_get_header (const AppDemoAuthJwt *self)
{
  return mcp_json_document_get_root (self->header);
}

McpJsonValue
app_demo_auth_jwt_get_claims (const AppDemoAuthJwt *self)
{
  return mcp_json_document_get_root (self->claims);
}

static gboolean
verify (const AppDemoAuthJwt *self, const AppDemoAuthKey *key, gnutls_sign_algorithm_t algorithm)
{
  gnutls_datum_t data = { (guchar *)self->signed_text, strlen (self->signed_text) };
  gnutls_datum_t signature = { self->signature, self->signature_size };
  gnutls_datum_t r = { self->signature, COORDINATE };
  gnutls_datum_t s = { self->signature + COORDINATE, COORDINATE };
  int            result;

  if (algorithm != GNUTLS_SIGN_ECDSA_SHA256)
    return gnutls_pubkey_verify_data2 (key->public, algorithm, 0, &data, &signature) >= 0;
  if (self->signature_size != 2 * COORDINATE || gnutls_encode_rs_value (&signature, &r, &s) < 0)
    return FALSE;
  result = gnutls_pubkey_verify_data2 (key->public, algorithm, 0, &data, &signature);
  gnutls_free (signature.data);
  return result >= 0;
}

gboolean
app_demo_auth_jwt_is_signed_by (const AppDemoAuthJwt *self, const AppDemoAuthKey *key)
{
  McpJsonValue algorithm = mcp_json_value_get_member (app_demo_auth_jwt_get_header (self), "alg");
  int          kind = gnutls_pubkey_get_pk_algorithm (key->public, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (algorithms); i++)
    if (mcp_json_value_string_equals (algorithm, algorithms[i].name))
      return kind == (int)algorithms[i].key && verify (self, key, algorithms[i].sign);
  return FALSE;
}

gboolean
app_demo_auth_jwt_has (const AppDemoAuthJwt *self, const char *claim, const char *text)
{
  McpJsonValue value = mcp_json_value_get_member (app_demo_auth_jwt_get_claims (self), claim);
  McpJsonValue element;
  McpJsonIter  iter;

  if (mcp_json_value_get_kind (value) != MCP_JSON_ARRAY)
    return mcp_json_value_string_equals (value, text);
  mcp_json_iter_init (&iter, value);
  while (mcp_json_iter_next (&iter, NULL, &element))
    if (mcp_json_value_string_equals (element, text))
      return TRUE;
  return FALSE;
}

const char *
app_demo_auth_jwt_find_time_fault (const AppDemoAuthJwt *self, gint64 life)
{
  McpJsonValue claims = app_demo_auth_jwt_get_claims (self);
  gint64       now = g_get_real_time () / G_USEC_PER_SEC;
  gint64       expires = mcp_json_value_get_member_int64 (claims, "exp", 0);

  if (expires <= now - LEEWAY)
    return "The JWT has expired, or does not say when it does";
  if (expires > now + life + LEEWAY)
    return "The JWT lives too long";
  if (mcp_json_value_get_member_int64 (claims, "nbf", now) > now + LEEWAY ||
      mcp_json_value_get_member_int64 (claims, "iat", now) > now + LEEWAY)
    return "The JWT is not good yet";
  return NULL;
}
