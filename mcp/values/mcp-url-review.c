/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-url-review.h"

#include "mcp-uri.h"

#include <gio/gio.h>
#include <string.h>

/* Characters that change what a person sees, or that no URL may hold. */
static gboolean
has_invisible (const char *url)
{
  for (const char *p = url; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      switch (g_unichar_type (c))
        {
        case G_UNICODE_CONTROL:
        case G_UNICODE_FORMAT:
        case G_UNICODE_LINE_SEPARATOR:
        case G_UNICODE_PARAGRAPH_SEPARATOR:
        case G_UNICODE_SPACE_SEPARATOR:
          return TRUE;
        default:
          break;
        }
    }
  return FALSE;
}

/* The scripts of one language may stand together, as UTS 39 has it ("highly restrictive"). */
static gboolean
scripts_agree (GUnicodeScript a, GUnicodeScript b)
{
  static const GUnicodeScript EAST[] = { G_UNICODE_SCRIPT_HAN, G_UNICODE_SCRIPT_HIRAGANA,
                                         G_UNICODE_SCRIPT_KATAKANA, G_UNICODE_SCRIPT_HANGUL,
                                         G_UNICODE_SCRIPT_BOPOMOFO };
  gboolean                    a_is_east = FALSE;
  gboolean                    b_is_east = FALSE;

  if (a == b)
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (EAST); i++)
    {
      a_is_east |= a == EAST[i];
      b_is_east |= b == EAST[i];
    }
  return (a_is_east || a == G_UNICODE_SCRIPT_LATIN) && (b_is_east || b == G_UNICODE_SCRIPT_LATIN);
}

/* Whether one label of @host is written in scripts that no language mixes. */
static gboolean
is_mixed (const char *host)
{
  GUnicodeScript seen = G_UNICODE_SCRIPT_COMMON;

  for (const char *p = host; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar       c = g_utf8_get_char (p);
      GUnicodeScript script = g_unichar_get_script (c);

      if (c == '.')
        seen = G_UNICODE_SCRIPT_COMMON;
      if (script == G_UNICODE_SCRIPT_COMMON || script == G_UNICODE_SCRIPT_INHERITED)
        continue;
      if (seen == G_UNICODE_SCRIPT_COMMON)
        seen = script;
      else if (!scripts_agree (seen, script))
        return TRUE;
    }
  return FALSE;
}

static void
url_review_read_host (McpUrlReview *self, const char *host)
{
  g_autofree char *ascii = g_hostname_to_ascii (host);
  g_autofree char *meant = g_hostname_to_unicode (host);

  g_free (self->host);
  self->host = g_ascii_strdown (ascii != NULL ? ascii : host, -1);
  if (g_hostname_is_ascii_encoded (self->host))
    {
      mcp_finding_add (&self->findings, MCP_FINDING_WARNING, "url-punycode", NULL,
                       "The host is written with letters beyond ASCII: “%.200s” may look like "
                       "another one.",
                       self->host);
      if (meant != NULL && !g_str_equal (meant, self->host))
        self->unicode_host = g_steal_pointer (&meant);
    }
  if (self->unicode_host != NULL && is_mixed (self->unicode_host))
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "url-mixed-script", NULL,
                     "The host mixes letters of several scripts, as forged addresses do.");
}

static void
url_review_read (McpUrlReview *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GUri) uri = NULL;

  if (has_invisible (self->url))
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "url-invisible", NULL,
                     "The URL holds spaces or characters that cannot be seen.");
  if (strlen (self->url) > MCP_URL_REVIEW_MAX_BYTES)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "url-invalid", NULL,
                     "The URL has more than %d bytes.", MCP_URL_REVIEW_MAX_BYTES);
  else
    uri = g_uri_parse (self->url, G_URI_FLAGS_HAS_PASSWORD, &error);
  if (error != NULL)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "url-invalid", NULL,
                     "This is not a URL: %s.", error->message);
  if (uri == NULL)
    return;

  g_autofree char *scheme = g_ascii_strdown (g_uri_get_scheme (uri), -1);
  const char      *host = g_uri_get_host (uri);
  if (host != NULL && *host != '\0')
    url_review_read_host (self, host);
  if (g_uri_get_userinfo (uri) != NULL)
    mcp_finding_add (&self->findings, MCP_FINDING_WARNING, "url-user", NULL,
                     "The URL holds a user name before the host, which hides where it leads.");

  if (!g_str_equal (scheme, "https") && !g_str_equal (scheme, "http"))
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "url-scheme", NULL,
                     "Only http and https may be opened, not “%.40s:”.", scheme);
  else if (*self->host == '\0')
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "url-invalid", NULL,
                     "The URL has no host.");
  else
    self->may_open = !mcp_finding_list_has (self->findings, "url-invisible");
  if (self->may_open && g_str_equal (scheme, "http") && !mcp_uri_is_loopback (uri))
    mcp_finding_add (&self->findings, MCP_FINDING_WARNING, "url-not-encrypted", NULL,
                     "The page is not encrypted (http).");
}

McpUrlReview *
mcp_url_review_new (const char *url)
{
  g_return_val_if_fail (url != NULL, NULL);

  McpUrlReview *self = g_atomic_rc_box_new0 (McpUrlReview);
  self->url = g_strdup (url);
  self->host = g_strdup ("");
  url_review_read (self);
  return self;
}

McpUrlReview *
mcp_url_review_ref (McpUrlReview *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
url_review_clear (gpointer data)
{
  McpUrlReview *self = data;

  g_free (self->url);
  g_free (self->host);
  g_free (self->unicode_host);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
}

void
mcp_url_review_unref (McpUrlReview *self)
{
  g_atomic_rc_box_release_full (self, url_review_clear);
}
