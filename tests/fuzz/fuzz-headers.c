/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whatever a tool's schema wants in headers, and whatever a message holds, what is sent as headers
 * can be one: printable ASCII, under a token, and Base64 that decodes where it says so. The schema
 * comes first, ended by a newline, then the arguments. */

#include "mcp-header-mirror.h"
#include "fuzz-fail.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

#define PREFIX "=?base64?"
#define SUFFIX "?="

static GBytes *
surround (const char *before, const uint8_t *data, size_t size, const char *after)
{
  GString *text = g_string_new (before);

  g_string_append_len (text, (const char *)data, (gssize)size);
  g_string_append (text, after);
  return g_string_free_to_bytes (text);
}

static void
check_value (const char *value)
{
  gsize              length = strlen (value);
  g_autofree char   *base64 = NULL;
  g_autofree guchar *decoded = NULL;
  gsize              n_decoded;

  for (gsize i = 0; i < length; i++)
    if (value[i] < 0x20 || value[i] > 0x7e)
      fuzz_fail ("a header with a byte that none may have");
  if (length > 0 && (value[0] == ' ' || value[length - 1] == ' '))
    fuzz_fail ("a header whose ends would be cut off");
  if (length < strlen (PREFIX SUFFIX) || !g_str_has_prefix (value, PREFIX) ||
      !g_str_has_suffix (value, SUFFIX))
    return;
  base64 = g_strndup (value + strlen (PREFIX), length - strlen (PREFIX SUFFIX));
  decoded = g_base64_decode (base64, &n_decoded);
  if (decoded == NULL || n_decoded == 0)
    fuzz_fail ("Base64 of nothing");
}

static void
check_headers (McpHeaderMirror *mirror, GBytes *message)
{
  g_auto (GStrv) headers = mcp_header_mirror_write (mirror, message);

  for (char **header = headers; *header != NULL; header++)
    {
      const char *colon = strstr (*header, ": ");

      if (colon == NULL || colon == *header)
        fuzz_fail ("a header without a name");
      for (const char *c = *header; c < colon; c++)
        if (!g_ascii_isalnum (*c) && strchr ("!#$%&'*+-.^_`|~", *c) == NULL)
          fuzz_fail ("a header's name that is no token");
      check_value (colon + 2);
    }
}

static void
check_tool (McpHeaderMirror *mirror, GBytes *text)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (text, NULL, NULL, NULL);
  g_autoptr (McpDefinition) tool = NULL;
  const char *exclusion;

  if (document == NULL)
    return;
  tool = mcp_definition_new (MCP_DEFINITION_TOOL, mcp_json_document_get_root (document));
  exclusion = mcp_tool_get_exclusion (MCP_TOOL (tool));
  if (exclusion != NULL && !g_utf8_validate (exclusion, -1, NULL))
    fuzz_fail ("a reason that cannot be shown");
  mcp_header_mirror_learn (mirror, MCP_TOOL (tool));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const uint8_t *end = memchr (data, '\n', size);
  size_t         first = end != NULL ? (size_t)(end - data) : size;
  size_t         rest = MIN (first + 1, size);
  g_autoptr (McpHeaderMirror) mirror = mcp_header_mirror_new ();
  g_autoptr (GBytes) tool = surround ("{\"name\":\"t\",\"inputSchema\":", data, first, "}");
  g_autoptr (GBytes) call = surround (
      "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"t\",\"arguments\":", data + rest,
      size - rest, "}}");
  g_autoptr (GBytes) plain = g_bytes_new (data + rest, size - rest);

  mcp_header_mirror_set_version (mirror, "2026-07-28");
  check_tool (mirror, tool);
  check_headers (mirror, call);
  check_headers (mirror, plain);
  return 0;
}
