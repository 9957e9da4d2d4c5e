/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whatever metadata says, it is read within its limits; whatever an issuer, a resource or an address
 * is, what follows from it is an address of its own origin. An identifier comes first, ended by a
 * newline, then another one, then the document. */

#include "mcp-auth-address.h"
#include "mcp-auth-document.h"
#include "fuzz-fail.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* Returns: (transfer full): what stands before the next newline */
static char *
take_line (const uint8_t **data, size_t *size)
{
  const uint8_t *end = memchr (*data, '\n', *size);
  size_t         length = end != NULL ? (size_t)(end - *data) : *size;
  char          *line = g_strndup ((const char *)*data, length);

  length = MIN (length + 1, *size);
  *data += length;
  *size -= length;
  return line;
}

/* @urls: (nullable) */
static void
check_urls (const char *url, char **urls)
{
  for (char **each = urls; each != NULL && *each != NULL; each++)
    {
      if (!mcp_auth_address_is_same_origin (url, *each))
        fuzz_fail ("“%s” leads to “%s”", url, *each);
      if (strstr (*each, "/.well-known/") == NULL || strchr (*each, '#') != NULL)
        fuzz_fail ("“%s” is no well-known address", *each);
    }
}

static void
check_address (const char *url)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GUri) uri = mcp_auth_address_check (url, MCP_AUTH_PLACE_PUBLIC, FALSE, FALSE, &error);
  g_autofree char *origin = mcp_auth_address_dup_origin (url);
  g_auto (GStrv) resource_urls = mcp_auth_document_dup_resource_urls (url);
  g_auto (GStrv) server_urls = mcp_auth_document_dup_server_urls (url);

  check_urls (url, resource_urls);
  check_urls (url, server_urls);
  if ((origin != NULL) != (server_urls != NULL))
    fuzz_fail ("an address that is one and is none");
  if (origin != NULL && (strchr (origin, '@') != NULL || !mcp_auth_address_is_same_origin (url, origin)))
    fuzz_fail ("“%s” is no origin of “%s”", origin, url);
  if (uri == NULL && !g_utf8_validate (error->message, -1, NULL))
    fuzz_fail ("an error that cannot be shown");
  if (uri != NULL && (!g_str_equal (g_uri_get_scheme (uri), "https") || g_uri_get_userinfo (uri) != NULL ||
                      mcp_auth_uri_get_place (uri) != MCP_AUTH_PLACE_PUBLIC))
    fuzz_fail ("“%s” must not be asked", url);
}

static void
check_match (const char *one, const char *other)
{
  McpAuthMatch match = mcp_auth_document_match_resource (one, other);
  gsize        difference = mcp_auth_document_find_difference (one, other);

  if ((match == MCP_AUTH_MATCH_SAME) != g_str_equal (one, other))
    fuzz_fail ("the same, and not");
  if (match == MCP_AUTH_MATCH_PREFIX && !mcp_auth_address_is_same_origin (one, other))
    fuzz_fail ("a resource of another origin");
  if (strncmp (one, other, difference) != 0 ||
      (one[difference] == other[difference] && one[difference] != '\0'))
    fuzz_fail ("no difference");
}

static void
check_document (GBytes *body)
{
  g_autoptr (McpAuthDocument) document = mcp_auth_document_new ("", body, NULL);
  McpJsonValue name;
  McpJsonIter  iter;

  if (document == NULL)
    return;
  if (g_bytes_get_size (body) > MCP_AUTH_DOCUMENT_MAX_BYTES)
    fuzz_fail ("a document that is too large");
  mcp_json_iter_init (&iter, mcp_auth_document_get_root (document));
  while (mcp_json_iter_next (&iter, &name, NULL))
    {
      g_autofree char   *member = mcp_json_value_dup_string (name, NULL);
      const char        *text = mcp_auth_document_get (document, member);
      const char *const *list = mcp_auth_document_get_list (document, member);

      if (text != NULL && (*text == '\0' || *list != NULL || !g_utf8_validate (text, -1, NULL)))
        fuzz_fail ("a text that is none");
      for (; *list != NULL; list++)
        if (**list == '\0' || !mcp_auth_document_lists (document, member, *list))
          fuzz_fail ("a list without what it lists");
      mcp_auth_document_is (document, member);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *one = take_line (&data, &size);
  g_autofree char *other = take_line (&data, &size);
  g_autoptr (GBytes) body = g_bytes_new (data, size);

  check_address (one);
  check_address (other);
  check_match (one, other);
  check_match (other, one);
  check_document (body);
  return 0;
}
