/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-headers.h"

#include <string.h>

/* They say how long a message is and where it goes; another value than the true one breaks it. */
static const char *const reserved[] = {
  "Connection",
  "Content-Length",
  "Host",
  "Keep-Alive",
  "TE",
  "Trailer",
  "Transfer-Encoding",
  "Upgrade",
};

static gboolean
refuse (GError **error, const char *name, const char *why)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);

  g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                           "The header “%s” cannot be sent: %s", valid, why));
  return FALSE;
}

static gboolean
is_token (const char *text)
{
  if (*text == '\0')
    return FALSE;
  for (; *text != '\0'; text++)
    if (!g_ascii_isalnum (*text) && strchr ("!#$%&'*+-.^_`|~", *text) == NULL)
      return FALSE;
  return TRUE;
}

static char *
dup_name (const char *header)
{
  return g_strchomp (g_strndup (header, strcspn (header, ":")));
}

static const char *
get_value (const char *header)
{
  const char *value = strchr (header, ':');

  for (value++; *value == ' ' || *value == '\t'; value++)
    ;
  return value;
}

static gboolean
check_value (const char *name, const char *value, GError **error)
{
  for (; *value != '\0'; value++)
    {
      guchar byte = (guchar)*value;

      if (byte == '\r' || byte == '\n')
        return refuse (error, name, "its value has a line break, which would end it");
      if ((byte < 0x20 && byte != '\t') || byte == 0x7f)
        return refuse (error, name, "its value has a control character");
      if (byte >= 0x80)
        return refuse (error, name,
                       "its value has a character beyond ASCII, which servers understand "
                       "differently; encode it, for example with Base64");
    }
  return TRUE;
}

gboolean
mcp_http_headers_check (const char *const *headers, GError **error)
{
  for (; headers != NULL && *headers != NULL; headers++)
    {
      g_autofree char *name = dup_name (*headers);

      if (strchr (*headers, ':') == NULL)
        return refuse (error, name, "it needs the form Name: value");
      if (!is_token (name))
        return refuse (error, name,
                       "a name has letters, digits and the characters !#$%&'*+-.^_`|~ only");
      for (gsize i = 0; i < G_N_ELEMENTS (reserved); i++)
        if (g_ascii_strcasecmp (name, reserved[i]) == 0)
          return refuse (error, name, "it follows from the message and its address");
      if (!check_value (name, get_value (*headers), error))
        return FALSE;
    }
  return TRUE;
}

void
mcp_http_headers_apply (const char *const *headers, SoupMessageHeaders *target)
{
  for (gsize i = 0; headers != NULL && headers[i] != NULL; i++)
    {
      g_autofree char *name = dup_name (headers[i]);

      soup_message_headers_remove (target, name);
    }
  for (gsize i = 0; headers != NULL && headers[i] != NULL; i++)
    {
      g_autofree char *name = dup_name (headers[i]);

      soup_message_headers_append (target, name, get_value (headers[i]));
    }
}

static void
add_to_list (const char *name, const char *value, gpointer data)
{
  g_autofree char *line = g_strconcat (name, ": ", value, NULL);

  g_ptr_array_add (data, g_utf8_make_valid (line, -1));
}

char **
mcp_http_headers_list (SoupMessageHeaders *headers)
{
  GPtrArray *list = g_ptr_array_new ();

  soup_message_headers_foreach (headers, add_to_list, list);
  g_ptr_array_add (list, NULL);
  return (char **)g_ptr_array_free (list, FALSE);
}
