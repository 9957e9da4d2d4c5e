/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Signatures: the examples of RFC 7515 and 8037, what another implementation makes of ours, and
 * keys that are none. */

#include "mcp-tests.h"
#include "mcp-auth-proof.h"
#include "mcp-auth-secret.h"
#include "mcp-error.h"
#include "mcp-json-value.h"

#include <glib/gstdio.h>
#include <string.h>

/* RFC 7515 §A.2.1 and §A.3.1, RFC 8037 §A.1, as PKCS #8; the others hold the key of §A.3.1 too, or
 * small numbers, chosen so that x or y on the curve begins with a zero. */
#define RSA_PEM                                                        \
  "-----BEGIN PRIVATE KEY-----\n"                                      \
  "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCh+BYK4uPJtGXO\n" \
  "jS1lYmM2K5J9vinh8CR3/BYlzJChNuOL2TSXxbbqY913EeZ8dCn5VrD7io8ImtxL\n" \
  "aYk8wTM/U+3QGbh3hCUv7JFP5IV3aVlL6kKA0ywPVb9ilE8TA5a8bpvfbr3SvaNn\n" \
  "juygxmj3AbONv/s4yDQs4v5tJ/reSlpIdJed1LnPmt7Ex1sFhSwsD174pcF1A5L5\n" \
  "ROjtZMEQxrZHYJqkeDrrnGya11UxMFBji4NmXG9veoKjlnAqH2QbgtPr8jkiGUkf\n" \
  "toaHLFcW9Qr4NY2ai50Xw0Byj3+H2JoY2PyrZ62EWQwuz3WTOTY8BwNNb2BvniHg\n" \
  "VFbK5emhAgMBAAECggEAEq5xpGnNCivDflJsRQBXHx1hdR1k6Ulwe2JZD50LpXyW\n" \
  "PEAeP88vLNO97IjlA7/GQ5sLKMgvfTeXZx9SE+7YwVol2NXOoAJe46sui395IW/G\n" \
  "O+pWJ1O0BkTGoVEn2bKVRUCgu+GjBVaYLU6f3l9kJfFNS3E0QbVdxzubSu3Mkqzj\n" \
  "kn439X0M/V51gfpRLI9JYanrC4D4qAdGcopV/0ZHHzQlBjudU2QvXt4ehNYTCBr6\n" \
  "XCLQUShb1juUO1ZdiYoFaFQT5Tw8bGUl/x/jTj3ccPDVZFD9pIuhLhBOneufuBiB\n" \
  "4cS98l2SR/RQyGWSeWjnczT0QU91p1DhOVRuOopznQKBgQDgHMQQ60imZV1URk0K\n" \
  "pLttoLhyt3SmqdEf/kgHePDdtzEafpAu+cS191R2JiuoF2yzWXnwFDcqGigp5BNr\n" \
  "0AHQfD8/Lk8l1Mk09jxxCfui5nYooNyac8YFjm3vItzVCVDnEd3BbVWG8qf6deqE\n" \
  "lMGAg+C2V0L4oNXnP7LZcPAZRwKBgQC5A8R+CZW2MvRTLLHzwZkUXV866cff7tx6\n" \
  "kqa0finGG0KgeqlaZPxgCZnFp7AeAcCMtiynVlJ7vMVgePsLq6XtON4tB5kP9jAP\n" \
  "rq3rbAOal78eUH5OcED6eNuCV8ixEu1eWcPNCS/l1OW1EnXUEoEHKl54Xrrz2uNw\n" \
  "kgMTP1FZ1wKBgAcCn1dwJKufzBWQxWQp1vsM5fggqPN1qGb5y0MAk3g7/Ls5bkUp\n" \
  "5u9SN0Ai3Ya6hNnvWJMb7sXQX6U/zyO2M/hTip7tUeh7CXgwo59dkpN75gJLVds2\n" \
  "9+DAncu3KXU4f2Fa+7bLNrur53k8KwPOq2bbuTG69QtV7Jr5MR0AHWKNAoGBAIf/\n" \
  "evpitUf+4JYbLpvNXWcY052Mpz22aR84mY3nh3F2LF2mjMJDpTg7FmuyPcVw6EcG\n" \
  "yoAe9fa65iNqCq+jdw6PVNGo2hxfjSiZ8IIzHdsPXI89//pMjZcQK9r+CCoRjaZj\n" \
  "OYiIDktVWZzmevJuv6WywUqd57LE3Zar3dLSIkx1AoGAIYd7DHOhrWvxkwPQsRM2\n" \
  "tOgrjbcrfvtQJipd+DlcxyVuuM9sQLdgjVk2oy26F0EmpScGLq2MowX7fhd/QJQ3\n" \
  "ydy5cY7YIBi87w93IKLEdfnbJtoOPLUW0ITrJReOgo1cq9SbsxYawBgfp/gh6A56\n" \
  "03k2+ZQwVK0JKSHuLFkuQ3U=\n"                                         \
  "-----END PRIVATE KEY-----\n"
#define EC_PEM                                                         \
  "-----BEGIN PRIVATE KEY-----\n"                                      \
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjpsQnnGQmL+YBIff\n" \
  "H1136cspYG6+0iY7X1fCE9+E9LKhRANCAAR/zc4ncPbEXUGDy+5v20t7WAczNXvp\n" \
  "7xO6z248e9FURcfxRM0bvZt+hyzf7bnuufSzaV1uqQskrYpGIyiFiOWt\n"         \
  "-----END PRIVATE KEY-----\n"
#define EC_OLD_PEM                                                     \
  "-----BEGIN EC PRIVATE KEY-----\n"                                   \
  "MHcCAQEEII6bEJ5xkJi/mASH3x9dd+nLKWBuvtImO19XwhPfhPSyoAoGCCqGSM49\n" \
  "AwEHoUQDQgAEf83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEXH8UTNG72b\n" \
  "focs3+257rn0s2ldbqkLJK2KRiMohYjlrQ==\n"                             \
  "-----END EC PRIVATE KEY-----\n"
#define EC_PUBLIC_PEM                                                  \
  "-----BEGIN PUBLIC KEY-----\n"                                       \
  "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEf83OJ3D2xF1Bg8vub9tLe1gHMzV7\n" \
  "6e8Tus9uPHvRVEXH8UTNG72bfocs3+257rn0s2ldbqkLJK2KRiMohYjlrQ==\n"     \
  "-----END PUBLIC KEY-----\n"
#define EC_ENCRYPTED_PEM                                               \
  "-----BEGIN ENCRYPTED PRIVATE KEY-----\n"                            \
  "MIH0MF8GCSqGSIb3DQEFDTBSMDEGCSqGSIb3DQEFDDAkBBC0jFxxagNn8wx/bbrE\n" \
  "pqe0AgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQp/bVJYrDmmopVlRA\n" \
  "uu4TwwSBkMOO322d8ngYIgJ2WT0udMAzyRNBeb9xbE09zkzZsyCS432CMvhdTvuU\n" \
  "aljmOf76h1VpE/BmbIxQ+XiM+DrP5lzMHFrIbhXfa3tlBslgGtKWSGRYoVTTDa2q\n" \
  "dhYMxR6OCwO82pyN8zyiOK1sqWPed5oQ3YarYYg9r2+aWwkPjUV277W+rN7kaF+L\n" \
  "5piM3j9Zaw==\n"                                                     \
  "-----END ENCRYPTED PRIVATE KEY-----\n"
#define EC_SHORT_X_PEM                                                 \
  "-----BEGIN PRIVATE KEY-----\n"                                      \
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAAAAAAAAAAAAAAAA\n" \
  "AAAAAAAAAAAAAAAAAAAAAAAAAXuhRANCAAQAVUOJSvPQDtfXQKvb11yWsGh3t4fb\n" \
  "X3Dup4uQqNfACrtMhaPY6invqvokQGkS3YTVsU3DK/ZW72xr1YpdlD+S\n"         \
  "-----END PRIVATE KEY-----\n"
#define EC_SHORT_Y_PEM                                                 \
  "-----BEGIN PRIVATE KEY-----\n"                                      \
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAAAAAAAAAAAAAAAA\n" \
  "AAAAAAAAAAAAAAAAAAAAAAAAACuhRANCAASYauJQbx/xBNBCMIYdj0tJj0vExtAJ\n" \
  "sw91RNwSm4LSjQA8zMCmRg4K4yik2X08e2HYb8YonBifJSURDEQbsH6X\n"         \
  "-----END PRIVATE KEY-----\n"
#define EC_P384_PEM                                                    \
  "-----BEGIN PRIVATE KEY-----\n"                                      \
  "MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDAAAAAAAAAAAAAAAAAA\n" \
  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAehZANiAAQoPB1zZc5H\n" \
  "iPKfjr8jTt/+rW/pl/vqX/otWMyd+nscUIsFUm9VueuyBA8FtI+20OGUdcmQYeQb\n" \
  "iLpS79uMFpBHGmHYZ+15lynZySzQHb0iVjDYTt4yp4+eZGZM2sUS74w=\n"         \
  "-----END PRIVATE KEY-----\n"
#define ED25519_PEM                                                    \
  "-----BEGIN PRIVATE KEY-----\n"                                      \
  "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n" \
  "-----END PRIVATE KEY-----\n"

#define CLAIMS "{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}"

static McpAuthKey *
load (const char *pem, McpAuthAlgorithm algorithm)
{
  g_autoptr (GError) error = NULL;
  McpAuthKey *key = mcp_auth_key_new (pem, algorithm, &error);

  g_assert_no_error (error);
  g_assert_nonnull (key);
  return key;
}

/* One of the three parts of a JWS. */
static McpJsonDocument *
read_part (const char *jws, guint part)
{
  g_auto (GStrv) parts = g_strsplit (jws, ".", -1);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  McpJsonDocument *document;

  g_assert_cmpuint (g_strv_length (parts), ==, 3);
  bytes = mcp_auth_base64url_decode (parts[part]);
  g_assert_nonnull (bytes);
  document = mcp_json_document_parse (bytes, NULL, NULL, &error);
  g_assert_no_error (error);
  return document;
}

static char *
get_text (McpJsonDocument *document, const char *name)
{
  return mcp_json_value_dup_member_string (mcp_json_document_get_root (document), name);
}

static void
test_rs256 (void)
{
  g_autoptr (McpAuthKey) key = load (RSA_PEM, MCP_AUTH_RS256);
  g_autofree char *jws = mcp_auth_key_sign (key, "{}", CLAIMS, NULL);

  /* RFC 7515 §A.2.1: this kind of signature is the same each time. */
  g_assert_cmpstr (jws, ==,
                   "eyJhbGciOiJSUzI1NiJ9."
                   "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFt"
                   "cGxlLmNvbS9pc19yb290Ijp0cnVlfQ."
                   "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7"
                   "AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4"
                   "BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K"
                   "0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqv"
                   "hJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrB"
                   "p0igcN_IoypGlUPQGe77Rw");
  g_assert_cmpstr (mcp_auth_key_get_jwk (key), ==,
                   "{\"e\":\"AQAB\",\"kty\":\"RSA\",\"n\":\""
                   "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp"
                   "-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOW"
                   "vG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUs"
                   "LA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9k"
                   "G4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2"
                   "PAcDTW9gb54h4FRWyuXpoQ\"}");
}

static void
test_eddsa (void)
{
  g_autoptr (McpAuthKey) key = load (ED25519_PEM, MCP_AUTH_EDDSA);
  g_autofree char *jws = mcp_auth_key_sign (key, "{}", "Example of Ed25519 signing", NULL);
  g_autofree char *thumbprint = mcp_auth_secret_dup_hash (mcp_auth_key_get_jwk (key));

  /* RFC 8037 §A.4, §A.3 */
  g_assert_cmpstr (jws, ==,
                   "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc."
                   "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_"
                   "MuM0KAg");
  g_assert_cmpstr (mcp_auth_key_get_jwk (key), ==,
                   "{\"crv\":\"Ed25519\",\"kty\":\"OKP\","
                   "\"x\":\"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo\"}");
  g_assert_cmpstr (thumbprint, ==, "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
}

/* What OpenSSL says of an ES256 signature: it wants both numbers in DER. */

static void
append_der_integer (GByteArray *der, const guchar *number)
{
  gsize  skipped = 0;
  guchar head[3] = { 0x02, 0, 0 };

  while (skipped < 31 && number[skipped] == 0)
    skipped++;
  head[1] = (guchar)(32 - skipped) + (number[skipped] >= 0x80 ? 1 : 0);
  g_byte_array_append (der, head, number[skipped] >= 0x80 ? 3 : 2);
  g_byte_array_append (der, number + skipped, (guint)(32 - skipped));
}

static gboolean
verify_by_openssl (const char *folder, const char *public_pem, const char *jws)
{
  g_auto (GStrv) parts = g_strsplit (jws, ".", -1);
  g_autofree char *input = g_strconcat (parts[0], ".", parts[1], NULL);
  g_autofree char *key_path = g_build_filename (folder, "key.pem", NULL);
  g_autofree char *input_path = g_build_filename (folder, "input", NULL);
  g_autofree char *der_path = g_build_filename (folder, "signature", NULL);
  g_autoptr (GBytes) raw = mcp_auth_base64url_decode (parts[2]);
  g_autoptr (GByteArray) der = g_byte_array_new ();
  g_autoptr (GSubprocess) openssl = NULL;
  guchar        head[2] = { 0x30, 0 };
  const guchar *numbers;
  gsize         length;

  numbers = g_bytes_get_data (raw, &length);
  g_assert_cmpuint (length, ==, 64);
  append_der_integer (der, numbers);
  append_der_integer (der, numbers + 32);
  head[1] = (guchar)der->len;
  g_byte_array_prepend (der, head, sizeof head);
  g_assert_true (g_file_set_contents (key_path, public_pem, -1, NULL));
  g_assert_true (g_file_set_contents (input_path, input, -1, NULL));
  g_assert_true (g_file_set_contents (der_path, (const char *)der->data, der->len, NULL));
  openssl = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                              NULL, "openssl", "dgst", "-sha256", "-verify", key_path,
                              "-signature", der_path, input_path, NULL);
  return openssl != NULL && g_subprocess_wait_check (openssl, NULL, NULL);
}

static void
remove_files (const char *folder)
{
  static const char *const names[] = { "key.pem", "input", "signature" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

static void
test_es256 (void)
{
  g_autofree char *folder = g_dir_make_tmp ("spyglass-XXXXXX", NULL);
  g_autoptr (McpAuthKey) key = load (EC_PEM, MCP_AUTH_ES256);
  g_autofree char *openssl = g_find_program_in_path ("openssl");
  g_autofree char *first = NULL;

  /* RFC 7515 §A.3.1 */
  g_assert_cmpstr (mcp_auth_key_get_jwk (key), ==,
                   "{\"crv\":\"P-256\",\"kty\":\"EC\","
                   "\"x\":\"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU\","
                   "\"y\":\"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0\"}");
  /* One number in 128 begins with a zero byte, which GnuTLS leaves out. */
  for (guint i = 0; i < 400; i++)
    {
      g_autofree char *jws = mcp_auth_key_sign (key, "{}", CLAIMS, NULL);

      g_assert_true (g_str_has_prefix (jws, "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJ"));
      g_assert_cmpuint (strlen (strrchr (jws, '.') + 1), ==, 86);
      if (openssl != NULL && i < 3)
        g_assert_true (verify_by_openssl (folder, EC_PUBLIC_PEM, jws));
    }
  if (openssl != NULL)
    {
      first = mcp_auth_key_sign (key, "{}", CLAIMS, NULL);
      first[30] = first[30] == 'A' ? 'B' : 'A';
      g_assert_false (verify_by_openssl (folder, EC_PUBLIC_PEM, first));
    }
  remove_files (folder);
}

static void
test_short_coordinates (void)
{
  g_autoptr (McpAuthKey) x = load (EC_SHORT_X_PEM, MCP_AUTH_ES256);
  g_autoptr (McpAuthKey) y = load (EC_SHORT_Y_PEM, MCP_AUTH_ES256);

  g_assert_cmpstr (mcp_auth_key_get_jwk (x), ==,
                   "{\"crv\":\"P-256\",\"kty\":\"EC\","
                   "\"x\":\"AFVDiUrz0A7X10Cr29dclrBod7eH219w7qeLkKjXwAo\","
                   "\"y\":\"u0yFo9jqKe-q-iRAaRLdhNWxTcMr9lbvbGvVil2UP5I\"}");
  g_assert_cmpstr (mcp_auth_key_get_jwk (y), ==,
                   "{\"crv\":\"P-256\",\"kty\":\"EC\","
                   "\"x\":\"mGriUG8f8QTQQjCGHY9LSY9LxMbQCbMPdUTcEpuC0o0\","
                   "\"y\":\"ADzMwKZGDgrjKKTZfTx7YdhvxiicGJ8lJREMRBuwfpc\"}");
}

static void
test_header (void)
{
  g_autoptr (McpAuthKey) key = load (ED25519_PEM, MCP_AUTH_EDDSA);
  g_autoptr (GError) error = NULL;
  g_autofree char *jws = mcp_auth_key_sign (key, "{\"alg\":\"none\", \"kid\":\"\\u0041\",\"n\":1.10}",
                                            "{}", &error);
  g_autoptr (McpJsonDocument) header = read_part (jws, 0);
  g_autofree char *text = mcp_json_value_dup_text (mcp_json_document_get_root (header));

  g_assert_cmpstr (text, ==, "{\"alg\":\"EdDSA\",\"kid\":\"\\u0041\",\"n\":1.10}");
  g_assert_null (mcp_auth_key_sign (key, "no JSON", "{}", &error));
  g_assert_nonnull (error);
}

static void
test_generated (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAuthKey) one = mcp_auth_key_generate (&error);
  g_autoptr (McpAuthKey) two = mcp_auth_key_generate (NULL);
  g_autofree char *pem = NULL;
  g_autoptr (McpAuthKey) again = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (mcp_auth_key_get_jwk (one), !=, mcp_auth_key_get_jwk (two));
  g_assert_null (strstr (mcp_auth_key_get_jwk (one), "\"d\""));
  pem = mcp_auth_key_dup_pem (one);
  g_assert_true (g_str_has_prefix (pem, "-----BEGIN PRIVATE KEY-----\n"));
  again = load (pem, MCP_AUTH_ES256);
  g_assert_cmpstr (mcp_auth_key_get_jwk (again), ==, mcp_auth_key_get_jwk (one));
}

static void
test_kinds (void)
{
  static const struct
  {
    const char      *pem;
    McpAuthAlgorithm algorithm;
    const char      *message; /* a part of it; %NULL where the key will do */
  } cases[] = {
    { EC_OLD_PEM, MCP_AUTH_ES256, NULL },
    { "Bag Attributes\n" EC_PEM, MCP_AUTH_ES256, NULL },
    { EC_PEM, MCP_AUTH_RS256, "RS256 wants an RSA key" },
    { EC_PEM, MCP_AUTH_EDDSA, "EdDSA wants an Ed25519 key" },
    { EC_P384_PEM, MCP_AUTH_ES256, "ES256 wants an elliptic-curve key on P-256" },
    { RSA_PEM, MCP_AUTH_ES256, "ES256 wants" },
    { ED25519_PEM, MCP_AUTH_RS256, "RS256 wants" },
    { ED25519_PEM, MCP_AUTH_ES256, "ES256 wants" },
    { EC_ENCRYPTED_PEM, MCP_AUTH_ES256, "is encrypted" },
    { EC_PUBLIC_PEM, MCP_AUTH_ES256, "no private key in PEM form" },
    { "", MCP_AUTH_ES256, "no private key in PEM form" },
    { "secret", MCP_AUTH_ES256, "no private key in PEM form" },
    { "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n", MCP_AUTH_ES256,
      "no private key in PEM form" },
    { "-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n", MCP_AUTH_ES256,
      "no private key in PEM form" },
    { "-----BEGIN PRIVATE KEY-----\n\xff\xfe\n", MCP_AUTH_ES256, "no private key in PEM form" },
    { "{\"kty\":\"EC\",\"d\":\"jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI\"}", MCP_AUTH_ES256,
      "no private key in PEM form" },
  };
  g_autofree char *endless = g_strnfill (70 * 1024, 'A');

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (McpAuthKey) key = mcp_auth_key_new (cases[i].pem, cases[i].algorithm, &error);

      g_assert_true ((key != NULL) == (cases[i].message == NULL));
      if (key != NULL)
        continue;
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
      g_assert_nonnull (strstr (error->message, cases[i].message));
      /* Not a word of what may be a secret */
      g_assert_null (strstr (error->message, "secret"));
    }
  g_assert_null (mcp_auth_key_new (endless, MCP_AUTH_ES256, NULL));
}

static void
test_algorithm_names (void)
{
  McpAuthAlgorithm algorithm = MCP_AUTH_ES256;

  g_assert_true (mcp_auth_algorithm_parse ("EdDSA", &algorithm));
  g_assert_cmpint (algorithm, ==, MCP_AUTH_EDDSA);
  g_assert_true (mcp_auth_algorithm_parse ("RS256", &algorithm));
  g_assert_cmpint (algorithm, ==, MCP_AUTH_RS256);
  g_assert_false (mcp_auth_algorithm_parse ("none", &algorithm));
  g_assert_false (mcp_auth_algorithm_parse ("es256", &algorithm));
  g_assert_false (mcp_auth_algorithm_parse (NULL, &algorithm));
  g_assert_cmpint (algorithm, ==, MCP_AUTH_RS256);
}

static void
test_assertion (void)
{
  g_autoptr (McpAuthKey) key = load (EC_PEM, MCP_AUTH_ES256);
  gint64           before = g_get_real_time () / G_USEC_PER_SEC;
  g_autofree char *jws = mcp_auth_key_sign_assertion (key, "client\"1", "https://as.example/", NULL);
  g_autofree char *other = mcp_auth_key_sign_assertion (key, "client\"1", "https://as.example/", NULL);
  g_autoptr (McpJsonDocument) header = read_part (jws, 0);
  g_autoptr (McpJsonDocument) claims = read_part (jws, 1);
  g_autoptr (McpJsonDocument) others = read_part (other, 1);
  g_autofree char *alg = get_text (header, "alg");
  g_autofree char *iss = get_text (claims, "iss");
  g_autofree char *sub = get_text (claims, "sub");
  g_autofree char *aud = get_text (claims, "aud");
  g_autofree char *jti = get_text (claims, "jti");
  g_autofree char *other_jti = get_text (others, "jti");
  McpJsonValue     root = mcp_json_document_get_root (claims);
  gint64           issued = mcp_json_value_get_member_int64 (root, "iat", 0);

  g_assert_cmpstr (alg, ==, "ES256");
  g_assert_cmpstr (iss, ==, "client\"1");
  g_assert_cmpstr (sub, ==, "client\"1");
  g_assert_cmpstr (aud, ==, "https://as.example/");
  g_assert_cmpuint (strlen (jti), ==, 43);
  g_assert_cmpstr (jti, !=, other_jti);
  g_assert_cmpint (issued, >=, before);
  g_assert_cmpint (issued, <=, g_get_real_time () / G_USEC_PER_SEC);
  g_assert_cmpint (mcp_json_value_get_member_int64 (root, "exp", 0), ==, issued + 300);
}

static void
test_proof (void)
{
  g_autoptr (McpAuthKey) key = load (EC_PEM, MCP_AUTH_ES256);
  gint64           before = g_get_real_time () / G_USEC_PER_SEC;
  g_autofree char *jws = mcp_auth_key_sign_proof (key, "POST", "https://server.example/mcp?a=b#c",
                                                  "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU",
                                                  "n\"1", NULL);
  g_autoptr (McpJsonDocument) header = read_part (jws, 0);
  g_autoptr (McpJsonDocument) claims = read_part (jws, 1);
  McpJsonValue     jwk = mcp_json_value_get_member (mcp_json_document_get_root (header), "jwk");
  McpJsonValue     root = mcp_json_document_get_root (claims);
  g_autofree char *jwk_text = mcp_json_value_dup_text (jwk);
  g_autofree char *typ = get_text (header, "typ");
  g_autofree char *alg = get_text (header, "alg");
  g_autofree char *htm = get_text (claims, "htm");
  g_autofree char *htu = get_text (claims, "htu");
  g_autofree char *ath = get_text (claims, "ath");
  g_autofree char *nonce = get_text (claims, "nonce");

  g_assert_cmpstr (typ, ==, "dpop+jwt");
  g_assert_cmpstr (alg, ==, "ES256");
  g_assert_cmpstr (jwk_text, ==, mcp_auth_key_get_jwk (key));
  g_assert_false (mcp_json_value_exists (mcp_json_value_get_member (jwk, "d")));
  g_assert_cmpstr (htm, ==, "POST");
  g_assert_cmpstr (htu, ==, "https://server.example/mcp");
  /* RFC 9449 §7.1 */
  g_assert_cmpstr (ath, ==, "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo");
  g_assert_cmpstr (nonce, ==, "n\"1");
  g_assert_cmpint (mcp_json_value_get_member_int64 (root, "iat", 0), >=, before);
  g_assert_false (mcp_json_value_exists (mcp_json_value_get_member (root, "exp")));
}

static void
test_plain_proofs (void)
{
  static const struct
  {
    const char *url;
    const char *htu;
  } cases[] = {
    { "https://as.example/token", "https://as.example/token" },
    { "https://as.example:8443/a%7Eb/?q=/", "https://as.example:8443/a%7Eb/" },
    { "http://[::1]:80/x#y?z", "http://[::1]:80/x" },
    { "https://as.example", "https://as.example/" },
    { "https://as.example?q=/", "https://as.example/" },
    { "https://as.example#/", "https://as.example/" },
  };
  g_autoptr (McpAuthKey) key = mcp_auth_key_generate (NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *jws = mcp_auth_key_sign_proof (key, "GET", cases[i].url, NULL, NULL, NULL);
      g_autoptr (McpJsonDocument) claims = read_part (jws, 1);
      McpJsonValue     root = mcp_json_document_get_root (claims);
      g_autofree char *htu = get_text (claims, "htu");

      g_assert_cmpstr (htu, ==, cases[i].htu);
      g_assert_false (mcp_json_value_exists (mcp_json_value_get_member (root, "ath")));
      g_assert_false (mcp_json_value_exists (mcp_json_value_get_member (root, "nonce")));
      g_assert_true (g_hash_table_add (seen, get_text (claims, "jti")));
    }
}

void
add_auth_jws_tests (void)
{
  g_test_add_func ("/mcp/auth-jws/rs256", test_rs256);
  g_test_add_func ("/mcp/auth-jws/es256", test_es256);
  g_test_add_func ("/mcp/auth-jws/eddsa", test_eddsa);
  g_test_add_func ("/mcp/auth-jws/short-coordinates", test_short_coordinates);
  g_test_add_func ("/mcp/auth-jws/header", test_header);
  g_test_add_func ("/mcp/auth-jws/generated", test_generated);
  g_test_add_func ("/mcp/auth-jws/kinds", test_kinds);
  g_test_add_func ("/mcp/auth-jws/algorithm-names", test_algorithm_names);
  g_test_add_func ("/mcp/auth-jws/assertion", test_assertion);
  g_test_add_func ("/mcp/auth-jws/proof", test_proof);
  g_test_add_func ("/mcp/auth-jws/plain-proofs", test_plain_proofs);
}
