/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-exchange.h"

#include "mcp-object.h"

#include <string.h>

/* Linux takes arguments of up to 128 KiB. */
#define MAX_ARGUMENT (100u * 1024u)

/* How a line behind which the body ends is called; a body in one line cannot be that. */
#define BODY_END "END_OF_BODY"

/* The header without its key: "Authorization: Bearer $NAME" */
static char *
mask_key (const char *header, const char *variable)
{
  const char *colon = strchr (header, ':');
  const char *scheme = g_str_has_prefix (colon, ": Bearer ") ? ": Bearer $" : ": $";

  return g_strdup_printf ("%.*s%s%s", (int)(colon - header), header, scheme, variable);
}

/* A shell reads it: what is no name of a variable may be a command. */
static gboolean
is_variable (const char *text)
{
  return text != NULL && *text != '\0' && !g_ascii_isdigit (*text) &&
         text[strspn (text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_")] == '\0';
}

McpModelExchange *
mcp_model_exchange_new (const char        *url,
                        const char *const *headers,
                        int                key_index,
                        const char        *variable,
                        GBytes            *body)
{
  McpModelExchange *self = g_atomic_rc_box_new0 (McpModelExchange);

  self->url = g_strdup (url);
  self->request_headers = g_strdupv ((char **)headers);
  self->key_index = key_index;
  self->variable = g_strdup (is_variable (variable) ? variable : "API_KEY");
  if (key_index >= 0)
    {
      g_free (self->request_headers[key_index]);
      self->request_headers[key_index] = mask_key (headers[key_index], self->variable);
    }
  self->body = g_bytes_ref (body);
  self->response = g_byte_array_new ();
  self->at = g_get_real_time ();
  self->begun = g_get_monotonic_time ();
  return self;
}

static void
mcp_model_exchange_clear (McpModelExchange *self)
{
  g_free (self->url);
  g_strfreev (self->request_headers);
  g_free (self->variable);
  g_bytes_unref (self->body);
  g_strfreev (self->response_headers);
  g_byte_array_unref (self->response);
  g_free (self->error);
}

MCP_DEFINE_SHARED (McpModelExchange, mcp_model_exchange)

void
mcp_model_exchange_append (McpModelExchange *self, const void *bytes, gsize length)
{
  gsize room = MCP_MODEL_EXCHANGE_LIMIT - self->response->len;

  self->received += length;
  g_byte_array_append (self->response, bytes, (guint)MIN (length, room));
}

gboolean
mcp_model_exchange_is_cut (McpModelExchange *self)
{
  return self->received > self->response->len;
}

static void
append_quoted (GString *text, const char *value)
{
  g_autofree char *quoted = g_shell_quote (value);

  g_string_append (text, quoted);
}

char *
mcp_model_exchange_dup_curl (McpModelExchange *self)
{
  GString         *text = g_string_new ("curl --no-buffer --silent --show-error ");
  gsize            size;
  const char      *bytes = g_bytes_get_data (self->body, &size);
  g_autofree char *body = g_strndup (bytes != NULL ? bytes : "", size);

  append_quoted (text, self->url);
  for (int i = 0; self->request_headers[i] != NULL; i++)
    {
      g_string_append (text, " \\\n  --header ");
      /* The shell is to put the key in. */
      if (i == self->key_index)
        g_string_append_printf (text, "\"%s\"", self->request_headers[i]);
      else
        append_quoted (text, self->request_headers[i]);
    }
  if (strlen (body) <= MAX_ARGUMENT)
    {
      g_string_append (text, " \\\n  --data-binary ");
      append_quoted (text, body);
    }
  else
    {
      /* Without the end of the line, which is none of the body's. */
      g_string_append (text, " \\\n  --data @- <<'" BODY_END "'\n");
      /* Megabytes: printf() copies them often. */
      g_string_append (text, body);
      g_string_append (text, "\n" BODY_END);
    }
  g_string_append_c (text, '\n');
  return g_string_free (text, FALSE);
}
