/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-jws.h"

#include "mcp-auth-secret.h"
#include "mcp-error.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"

#include <dlfcn.h>
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <string.h>

/* A key of 16384 bits takes 13 KiB. */
#define MAX_PEM_BYTES (64u * 1024u)
/* Each of r, s, x and y on P-256 (RFC 7518 §3.4, §6.2.1.2) */
#define P256_BYTES 32u

/* GnuTLS as far as it is used here. Its functions are looked up by name, so that nothing is linked
 * to it: who signs nothing does not load it, and where it is missing, signatures alone are. */

typedef struct
{
  __typeof__ (gnutls_strerror)                   *strerror;
  gnutls_free_function                           *free; /* a variable of the library */
  __typeof__ (gnutls_decode_rs_value)            *decode_rs_value;
  __typeof__ (gnutls_x509_privkey_init)          *x509_init;
  __typeof__ (gnutls_x509_privkey_deinit)        *x509_deinit;
  __typeof__ (gnutls_x509_privkey_import2)       *x509_import;
  __typeof__ (gnutls_x509_privkey_export2_pkcs8) *x509_export;
  __typeof__ (gnutls_privkey_init)               *key_init;
  __typeof__ (gnutls_privkey_deinit)             *key_deinit;
  __typeof__ (gnutls_privkey_import_x509)        *key_import;
  __typeof__ (gnutls_privkey_export_x509)        *key_export;
  __typeof__ (gnutls_privkey_generate2)          *key_generate;
  __typeof__ (gnutls_privkey_get_pk_algorithm)   *key_get_kind;
  __typeof__ (gnutls_privkey_sign_data2)         *key_sign;
  __typeof__ (gnutls_pubkey_init)                *public_init;
  __typeof__ (gnutls_pubkey_deinit)              *public_deinit;
  __typeof__ (gnutls_pubkey_import_privkey)      *public_import;
  __typeof__ (gnutls_pubkey_export_ecc_raw2)     *public_export_ecc;
  __typeof__ (gnutls_pubkey_export_rsa_raw2)     *public_export_rsa;
} GnuTls;

static GnuTls tls;

static const struct
{
  const char *name;
  gsize       offset;
} symbols[] = {
  { "gnutls_strerror", G_STRUCT_OFFSET (GnuTls, strerror) },
  { "gnutls_free", G_STRUCT_OFFSET (GnuTls, free) },
  { "gnutls_decode_rs_value", G_STRUCT_OFFSET (GnuTls, decode_rs_value) },
  { "gnutls_x509_privkey_init", G_STRUCT_OFFSET (GnuTls, x509_init) },
  { "gnutls_x509_privkey_deinit", G_STRUCT_OFFSET (GnuTls, x509_deinit) },
  { "gnutls_x509_privkey_import2", G_STRUCT_OFFSET (GnuTls, x509_import) },
  { "gnutls_x509_privkey_export2_pkcs8", G_STRUCT_OFFSET (GnuTls, x509_export) },
  { "gnutls_privkey_init", G_STRUCT_OFFSET (GnuTls, key_init) },
  { "gnutls_privkey_deinit", G_STRUCT_OFFSET (GnuTls, key_deinit) },
  { "gnutls_privkey_import_x509", G_STRUCT_OFFSET (GnuTls, key_import) },
  { "gnutls_privkey_export_x509", G_STRUCT_OFFSET (GnuTls, key_export) },
  { "gnutls_privkey_generate2", G_STRUCT_OFFSET (GnuTls, key_generate) },
  { "gnutls_privkey_get_pk_algorithm", G_STRUCT_OFFSET (GnuTls, key_get_kind) },
  { "gnutls_privkey_sign_data2", G_STRUCT_OFFSET (GnuTls, key_sign) },
  { "gnutls_pubkey_init", G_STRUCT_OFFSET (GnuTls, public_init) },
  { "gnutls_pubkey_deinit", G_STRUCT_OFFSET (GnuTls, public_deinit) },
  { "gnutls_pubkey_import_privkey", G_STRUCT_OFFSET (GnuTls, public_import) },
  { "gnutls_pubkey_export_ecc_raw2", G_STRUCT_OFFSET (GnuTls, public_export_ecc) },
  { "gnutls_pubkey_export_rsa_raw2", G_STRUCT_OFFSET (GnuTls, public_export_rsa) },
};

static gboolean
load_all (void)
{
  void *library = dlopen ("libgnutls.so.30", RTLD_LAZY | RTLD_LOCAL);

  for (guint i = 0; library != NULL && i < G_N_ELEMENTS (symbols); i++)
    {
      void *symbol = dlsym (library, symbols[i].name);

      if (symbol == NULL)
        return FALSE;
      G_STRUCT_MEMBER (void *, &tls, symbols[i].offset) = symbol;
    }
  return library != NULL;
}

/* It stays loaded: TLS has it in the same process anyway. */
static gboolean
load (GError **error)
{
  static gsize state = 0;

  if (g_once_init_enter (&state))
    g_once_init_leave (&state, load_all () ? 1 : 2);
  if (state == 1)
    return TRUE;
  g_set_error_literal (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET,
                       "Nothing can be signed: GnuTLS is not installed.");
  return FALSE;
}

static gboolean
fail (GError **error, const char *what, int code)
{
  g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET, "%s: %s", what, tls.strerror (code));
  return FALSE;
}

static void
datum_clear (gnutls_datum_t *datum)
{
  if (datum->data == NULL)
    return;
  explicit_bzero (datum->data, datum->size);
  (*tls.free) (datum->data);
  datum->data = NULL;
  datum->size = 0;
}

/* Algorithms */

static const struct
{
  const char             *name;
  gnutls_pk_algorithm_t   kind;
  gnutls_sign_algorithm_t sign;
  const char             *wanted;
} algorithms[] = {
  [MCP_AUTH_ES256] = { "ES256", GNUTLS_PK_ECDSA, GNUTLS_SIGN_ECDSA_SHA256,
                       "an elliptic-curve key on P-256" },
  [MCP_AUTH_RS256] = { "RS256", GNUTLS_PK_RSA, GNUTLS_SIGN_RSA_SHA256, "an RSA key" },
  [MCP_AUTH_EDDSA] = { "EdDSA", GNUTLS_PK_EDDSA_ED25519, GNUTLS_SIGN_EDDSA_ED25519,
                       "an Ed25519 key" },
};

gboolean
mcp_auth_algorithm_parse (const char *name, McpAuthAlgorithm *algorithm)
{
  for (guint i = 0; i < G_N_ELEMENTS (algorithms); i++)
    if (g_strcmp0 (name, algorithms[i].name) == 0)
      {
        *algorithm = i;
        return TRUE;
      }
  return FALSE;
}

/* Keys */

struct _McpAuthKey
{
  McpAuthAlgorithm algorithm;
  gnutls_privkey_t private_key;
  char            *jwk;
};

static void
key_clear (McpAuthKey *self)
{
  if (self->private_key != NULL)
    tls.key_deinit (self->private_key);
  g_free (self->jwk);
}

McpAuthKey *
mcp_auth_key_ref (McpAuthKey *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
mcp_auth_key_unref (McpAuthKey *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)key_clear);
}

/* An unsigned number of @length bytes, whatever zeros GnuTLS wrote before it or left out. */
static gboolean
pad (const gnutls_datum_t *number, guchar *padded, gsize length)
{
  const guchar *bytes = number->data;
  gsize         size = number->size;

  while (size > 0 && *bytes == 0)
    {
      bytes++;
      size--;
    }
  if (size > length)
    return FALSE;
  memset (padded, 0, length - size);
  if (size > 0)
    memcpy (padded + length - size, bytes, size);
  return TRUE;
}

static char *
dup_padded (const gnutls_datum_t *number, gsize length)
{
  g_autofree guchar *padded = g_malloc (length);

  return pad (number, padded, length) ? mcp_auth_base64url_encode (padded, length) : NULL;
}

static char *
dup_jwk_ecc (gnutls_pubkey_t public_key, McpAuthAlgorithm algorithm)
{
  gnutls_ecc_curve_t curve = GNUTLS_ECC_CURVE_INVALID;
  gnutls_datum_t     x = { 0 }, y = { 0 };
  g_autofree char   *x_text = NULL;
  g_autofree char   *y_text = NULL;
  char              *jwk = NULL;

  if (tls.public_export_ecc (public_key, &curve, &x, &y, GNUTLS_EXPORT_FLAG_NO_LZ) < 0)
    return NULL;
  if (algorithm == MCP_AUTH_EDDSA && curve == GNUTLS_ECC_CURVE_ED25519)
    {
      x_text = mcp_auth_base64url_encode (x.data, x.size);
      jwk = mcp_json_build ("{'crv': 'Ed25519', 'kty': 'OKP', 'x': %s}", x_text);
    }
  else if (algorithm == MCP_AUTH_ES256 && curve == GNUTLS_ECC_CURVE_SECP256R1)
    {
      x_text = dup_padded (&x, P256_BYTES);
      y_text = dup_padded (&y, P256_BYTES);
      if (x_text != NULL && y_text != NULL)
        jwk = mcp_json_build ("{'crv': 'P-256', 'kty': 'EC', 'x': %s, 'y': %s}", x_text, y_text);
    }
  datum_clear (&x);
  datum_clear (&y);
  return jwk;
}

static char *
dup_jwk_rsa (gnutls_pubkey_t public_key)
{
  gnutls_datum_t modulus = { 0 }, exponent = { 0 };

  if (tls.public_export_rsa (public_key, &modulus, &exponent, GNUTLS_EXPORT_FLAG_NO_LZ) < 0)
    return NULL;
  g_autofree char *n = mcp_auth_base64url_encode (modulus.data, modulus.size);
  g_autofree char *e = mcp_auth_base64url_encode (exponent.data, exponent.size);
  datum_clear (&modulus);
  datum_clear (&exponent);
  return mcp_json_build ("{'e': %s, 'kty': 'RSA', 'n': %s}", e, n);
}

/* The public half, which also tells whether the key is of the kind that was asked for. */
static gboolean
describe (McpAuthKey *self, GError **error)
{
  gnutls_pubkey_t public_key = NULL;
  int             kind = tls.key_get_kind (self->private_key, NULL);
  int             code;

  if (kind == (int)algorithms[self->algorithm].kind)
    {
      code = tls.public_init (&public_key);
      if (code >= 0)
        code = tls.public_import (public_key, self->private_key, 0, 0);
      if (code >= 0)
        self->jwk = self->algorithm == MCP_AUTH_RS256 ? dup_jwk_rsa (public_key)
                                                      : dup_jwk_ecc (public_key, self->algorithm);
      if (public_key != NULL)
        tls.public_deinit (public_key);
      if (code < 0)
        return fail (error, "The private key cannot be used", code);
    }
  if (self->jwk != NULL)
    return TRUE;
  g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET,
               "The private key is of another kind: %s wants %s.",
               algorithms[self->algorithm].name, algorithms[self->algorithm].wanted);
  return FALSE;
}

static gboolean
import (McpAuthKey *self, const char *pem, GError **error)
{
  gnutls_datum_t        data = { (unsigned char *)pem, strlen (pem) };
  gnutls_x509_privkey_t imported = NULL;
  int                   code = tls.x509_init (&imported);

  if (code >= 0)
    code = tls.x509_import (imported, &data, GNUTLS_X509_FMT_PEM, NULL, GNUTLS_PKCS_PLAIN);
  if (code >= 0)
    code = tls.key_init (&self->private_key);
  if (code >= 0)
    code = tls.key_import (self->private_key, imported, GNUTLS_PRIVKEY_IMPORT_COPY);
  if (imported != NULL)
    tls.x509_deinit (imported);
  return code >= 0 || fail (error, "This is no private key in PEM form", code);
}

McpAuthKey *
mcp_auth_key_new (const char *pem, McpAuthAlgorithm algorithm, GError **error)
{
  if (!load (error))
    return NULL;
  if (strlen (pem) > MAX_PEM_BYTES)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET,
                           "This is no private key in PEM form: it is too long.");
      return NULL;
    }
  /* "BEGIN ENCRYPTED PRIVATE KEY", or "Proc-Type: 4,ENCRYPTED" of the older form */
  if (strstr (pem, "ENCRYPTED") != NULL)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET,
                           "The private key is encrypted. Decrypt it first, for example with "
                           "“openssl pkey”.");
      return NULL;
    }
  g_autoptr (McpAuthKey) self = g_atomic_rc_box_new0 (McpAuthKey);
  self->algorithm = algorithm;
  if (!import (self, pem, error) || !describe (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

McpAuthKey *
mcp_auth_key_generate (GError **error)
{
  if (!load (error))
    return NULL;
  g_autoptr (McpAuthKey) self = g_atomic_rc_box_new0 (McpAuthKey);
  self->algorithm = MCP_AUTH_ES256;
  int code = tls.key_init (&self->private_key);
  if (code >= 0)
    code = tls.key_generate (self->private_key, GNUTLS_PK_ECDSA,
                             GNUTLS_CURVE_TO_BITS (GNUTLS_ECC_CURVE_SECP256R1), 0, NULL, 0);
  if (code < 0)
    {
      fail (error, "No key can be made", code);
      return NULL;
    }
  if (!describe (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

MCP_DEFINE_PLAIN_GETTER (const char *, McpAuthKey, mcp_auth_key, jwk)

char *
mcp_auth_key_dup_pem (McpAuthKey *self)
{
  gnutls_x509_privkey_t exported = NULL;
  gnutls_datum_t        pem = { 0 };
  char                 *copy = NULL;

  if (tls.key_export (self->private_key, &exported) >= 0)
    {
      if (tls.x509_export (exported, GNUTLS_X509_FMT_PEM, NULL, GNUTLS_PKCS_PLAIN, &pem) >= 0)
        copy = g_strndup ((const char *)pem.data, pem.size);
      tls.x509_deinit (exported);
    }
  datum_clear (&pem);
  return copy;
}

/* Signatures */

/* RFC 7518 §3.4: GnuTLS writes both numbers in DER, a JWS has them as bytes side by side. */
static char *
dup_raw_signature (const gnutls_datum_t *der)
{
  guchar         raw[2 * P256_BYTES];
  gnutls_datum_t r = { 0 }, s = { 0 };
  char          *text = NULL;

  if (tls.decode_rs_value (der, &r, &s) < 0)
    return NULL;
  if (pad (&r, raw, P256_BYTES) && pad (&s, raw + P256_BYTES, P256_BYTES))
    text = mcp_auth_base64url_encode (raw, sizeof raw);
  datum_clear (&r);
  datum_clear (&s);
  return text;
}

static char *
dup_signature (McpAuthKey *self, const char *input, GError **error)
{
  gnutls_datum_t data = { (unsigned char *)input, strlen (input) };
  gnutls_datum_t signature = { 0 };
  char          *text;
  int            code = tls.key_sign (self->private_key,
                                      algorithms[self->algorithm].sign,
                                      0, &data, &signature);

  if (code < 0)
    {
      fail (error, "The private key does not sign", code);
      return NULL;
    }
  if (self->algorithm == MCP_AUTH_ES256)
    text = dup_raw_signature (&signature);
  else
    text = mcp_auth_base64url_encode (signature.data, signature.size);
  datum_clear (&signature);
  if (text == NULL)
    g_set_error_literal (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET,
                         "The private key does not sign: its signature is no one on P-256.");
  return text;
}

/* The header with "alg" in front, the other members as they were written. */
static char *
dup_header (McpAuthKey *self, const char *header, GError **error)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (header, -1, error);

  if (document == NULL)
    return NULL;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "alg", algorithms[self->algorithm].name);
  for (McpJsonWalk each = mcp_json_walk (mcp_json_document_get_root (document));
       mcp_json_walk_next (&each);)
    if (!mcp_json_value_string_equals (each.name, "alg"))
      mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

char *
mcp_auth_key_sign (McpAuthKey *self, const char *header, const char *claims, GError **error)
{
  g_autofree char *whole_header = dup_header (self, header, error);

  if (whole_header == NULL)
    return NULL;
  g_autofree char *header_text = mcp_auth_base64url_encode (whole_header, strlen (whole_header));
  g_autofree char *claims_text = mcp_auth_base64url_encode (claims, strlen (claims));
  g_autofree char *input = g_strconcat (header_text, ".", claims_text, NULL);
  g_autofree char *signature = dup_signature (self, input, error);
  return signature != NULL ? g_strconcat (input, ".", signature, NULL) : NULL;
}
