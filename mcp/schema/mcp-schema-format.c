/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-schema-format-rules.h"

#include <glib/gi18n-lib.h>

#include "mcp-schema-pattern.h"

typedef struct
{
  const char *name;
  const char *description;
} Format;

static const Format formats[MCP_SCHEMA_N_FORMATS] = {
  [MCP_SCHEMA_FORMAT_UNKNOWN] = { "", "" },
  [MCP_SCHEMA_FORMAT_DATE] = { "date", N_ ("a date, such as 2026-11-20") },
  [MCP_SCHEMA_FORMAT_TIME] = { "time", N_ ("a time with its zone, such as 13:45:00Z") },
  [MCP_SCHEMA_FORMAT_DATE_TIME] = { "date-time",
                                    N_ ("a date and time with its zone, such as "
                                        "2026-11-20T13:45:00Z") },
  [MCP_SCHEMA_FORMAT_DURATION] = { "duration", N_ ("a duration, such as P3D or PT1H30M") },
  [MCP_SCHEMA_FORMAT_EMAIL] = { "email", N_ ("an e-mail address, such as name@example.org") },
  [MCP_SCHEMA_FORMAT_IDN_EMAIL] = { "idn-email",
                                    N_ ("an e-mail address, such as name@example.org") },
  [MCP_SCHEMA_FORMAT_HOSTNAME] = { "hostname", N_ ("a host name, such as www.example.org") },
  [MCP_SCHEMA_FORMAT_IDN_HOSTNAME] = { "idn-hostname",
                                       N_ ("a host name, such as www.example.org") },
  [MCP_SCHEMA_FORMAT_IPV4] = { "ipv4", N_ ("an IPv4 address, such as 192.0.2.1") },
  [MCP_SCHEMA_FORMAT_IPV6] = { "ipv6", N_ ("an IPv6 address, such as 2001:db8::1") },
  [MCP_SCHEMA_FORMAT_URI] = { "uri", N_ ("a URI with its scheme, such as https://example.org/") },
  [MCP_SCHEMA_FORMAT_URI_REFERENCE] = { "uri-reference",
                                        N_ ("a URI or a relative reference, such as ../a") },
  [MCP_SCHEMA_FORMAT_IRI] = { "iri", N_ ("an IRI with its scheme, such as https://example.org/") },
  [MCP_SCHEMA_FORMAT_IRI_REFERENCE] = { "iri-reference",
                                        N_ ("an IRI or a relative reference, such as ../a") },
  [MCP_SCHEMA_FORMAT_URI_TEMPLATE] = { "uri-template",
                                       N_ ("a URI template, such as file:///{path}") },
  [MCP_SCHEMA_FORMAT_UUID] = { "uuid",
                               N_ ("a UUID, such as 123e4567-e89b-12d3-a456-426614174000") },
  [MCP_SCHEMA_FORMAT_JSON_POINTER] = { "json-pointer", N_ ("a JSON Pointer, such as /items/0") },
  [MCP_SCHEMA_FORMAT_RELATIVE_JSON_POINTER] = { "relative-json-pointer",
                                                N_ ("a relative JSON Pointer, such as 1/items") },
  [MCP_SCHEMA_FORMAT_REGEX] = { "regex", N_ ("a regular expression as in JavaScript") },
};

McpSchemaFormat
mcp_schema_format_find (McpJsonValue name)
{
  for (guint i = 1; i < MCP_SCHEMA_N_FORMATS; i++)
    if (mcp_json_value_string_equals (name, formats[i].name))
      return (McpSchemaFormat)i;
  return MCP_SCHEMA_FORMAT_UNKNOWN;
}

const char *
mcp_schema_format_get_description (McpSchemaFormat self)
{
  g_return_val_if_fail ((guint)self < MCP_SCHEMA_N_FORMATS, "");
  return formats[self].description;
}

/* RFC 4122, section 3: the form only */
static gboolean
is_uuid (const char *text, gsize length)
{
  if (length != 36)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    if (i == 8 || i == 13 || i == 18 || i == 23 ? text[i] != '-' : !g_ascii_isxdigit (text[i]))
      return FALSE;
  return TRUE;
}

/* RFC 6901, section 3 */
static gboolean
is_json_pointer (const char *text, gsize length)
{
  if (length > 0 && *text != '/')
    return FALSE;
  for (gsize i = 0; i < length; i++)
    if (text[i] == '~' && (i + 1 == length || (text[i + 1] != '0' && text[i + 1] != '1')))
      return FALSE;
  return TRUE;
}

/* draft-handrews-relative-json-pointer-01, section 3 */
static gboolean
is_relative_json_pointer (const char *text, gsize length)
{
  gsize n = 0;

  while (n < length && g_ascii_isdigit (text[n]))
    n++;
  if (n == 0 || (n > 1 && *text == '0'))
    return FALSE;
  if (n + 1 == length && text[n] == '#')
    return TRUE;
  return is_json_pointer (text + n, length - n);
}

gboolean
mcp_schema_format_check (McpSchemaFormat self, const char *text, gsize length)
{
  switch (self)
    {
    case MCP_SCHEMA_FORMAT_DATE:
      return mcp_schema_format_is_date (text, length);
    case MCP_SCHEMA_FORMAT_TIME:
      return mcp_schema_format_is_time (text, length);
    case MCP_SCHEMA_FORMAT_DATE_TIME:
      return mcp_schema_format_is_date_time (text, length);
    case MCP_SCHEMA_FORMAT_DURATION:
      return mcp_schema_format_is_duration (text, length);
    case MCP_SCHEMA_FORMAT_EMAIL:
    case MCP_SCHEMA_FORMAT_IDN_EMAIL:
      return mcp_schema_format_is_email (text, length, self == MCP_SCHEMA_FORMAT_IDN_EMAIL);
    case MCP_SCHEMA_FORMAT_HOSTNAME:
    case MCP_SCHEMA_FORMAT_IDN_HOSTNAME:
      return mcp_schema_format_is_hostname (text, length, self == MCP_SCHEMA_FORMAT_IDN_HOSTNAME);
    case MCP_SCHEMA_FORMAT_IPV4:
      return mcp_schema_format_is_ipv4 (text, length);
    case MCP_SCHEMA_FORMAT_IPV6:
      return mcp_schema_format_is_ipv6 (text, length);
    case MCP_SCHEMA_FORMAT_URI:
    case MCP_SCHEMA_FORMAT_URI_REFERENCE:
      return mcp_schema_format_is_uri (text, length, self == MCP_SCHEMA_FORMAT_URI_REFERENCE,
                                       FALSE);
    case MCP_SCHEMA_FORMAT_IRI:
    case MCP_SCHEMA_FORMAT_IRI_REFERENCE:
      return mcp_schema_format_is_uri (text, length, self == MCP_SCHEMA_FORMAT_IRI_REFERENCE, TRUE);
    case MCP_SCHEMA_FORMAT_URI_TEMPLATE:
      return mcp_schema_format_is_uri_template (text, length);
    case MCP_SCHEMA_FORMAT_UUID:
      return is_uuid (text, length);
    case MCP_SCHEMA_FORMAT_JSON_POINTER:
      return is_json_pointer (text, length);
    case MCP_SCHEMA_FORMAT_RELATIVE_JSON_POINTER:
      return is_relative_json_pointer (text, length);
    case MCP_SCHEMA_FORMAT_REGEX:
      return mcp_schema_pattern_is_valid (text, length);
    case MCP_SCHEMA_FORMAT_UNKNOWN:
    case MCP_SCHEMA_N_FORMATS:
    default:
      return TRUE;
    }
}
