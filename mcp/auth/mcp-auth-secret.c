/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-secret.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

#define RANDOM_BYTES 32
#define SHA256_BYTES 32

char *
mcp_auth_secret_new (void)
{
  guint8 bytes[RANDOM_BYTES];
  gsize  filled = 0;

  while (filled < sizeof bytes)
    {
      gssize n = getrandom (bytes + filled, sizeof bytes - filled, 0);

      if (n > 0)
        filled += (gsize)n;
      else if (n == 0 || errno != EINTR)
        g_error ("The system gives no random bytes: %s", g_strerror (errno));
    }
  char *text = mcp_auth_base64url_encode (bytes, sizeof bytes);
  explicit_bzero (bytes, sizeof bytes);
  return text;
}

gboolean
mcp_auth_secret_equal (const char *one, const char *other)
{
  volatile guint8 difference = 0;

  if (one == NULL || other == NULL)
    return FALSE;
  gsize length = strlen (one);
  if (strlen (other) != length)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    difference = difference | (guint8)(one[i] ^ other[i]);
  return difference == 0;
}

void
mcp_auth_secret_free (char *secret)
{
  if (secret != NULL)
    explicit_bzero (secret, strlen (secret));
  g_free (secret);
}

char *
mcp_auth_base64url_encode (gconstpointer data, gsize length)
{
  /* g_base64_encode() wants a pointer even where there is nothing. */
  if (length == 0)
    return g_strdup ("");
  char *text = g_base64_encode (data, length);
  gsize n = strlen (text);
  while (n > 0 && text[n - 1] == '=')
    text[--n] = '\0';
  g_strdelimit (text, "+", '-');
  g_strdelimit (text, "/", '_');
  return text;
}

static gboolean
is_base64url (char c)
{
  return g_ascii_isalnum (c) || c == '-' || c == '_';
}

GBytes *
mcp_auth_base64url_decode (const char *text)
{
  gsize length = strlen (text);
  gsize n = 0;

  /* One character of four has six bits, which are no byte. */
  if (length % 4 == 1)
    return NULL;
  for (gsize i = 0; i < length; i++)
    if (!is_base64url (text[i]))
      return NULL;
  if (length == 0)
    return g_bytes_new_static ("", 0);
  GString *plain = g_string_new_len (text, (gssize)length);
  while (plain->len % 4 != 0)
    g_string_append_c (plain, '=');
  g_strdelimit (plain->str, "-", '+');
  g_strdelimit (plain->str, "_", '/');
  g_base64_decode_inplace (plain->str, &n);
  g_string_truncate (plain, n);
  return g_string_free_to_bytes (plain);
}

char *
mcp_auth_secret_dup_hash (const char *text)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[SHA256_BYTES];
  gsize  length = sizeof digest;

  g_checksum_update (checksum, (const guchar *)text, -1);
  g_checksum_get_digest (checksum, digest, &length);
  return mcp_auth_base64url_encode (digest, length);
}

char *
mcp_auth_secret_dup_challenge (const char *verifier)
{
  return mcp_auth_secret_dup_hash (verifier);
}
