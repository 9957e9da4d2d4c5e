/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-schema-uri.h"

#include <string.h>

typedef struct
{
  const char *start;
  gsize       length;
} Part;

typedef struct
{
  Part     scheme, authority, path, query, fragment;
  gboolean has_scheme, has_authority, has_query, has_fragment;
} Parts;

static Part
take (const char **p, gsize length)
{
  Part part = { *p, length };

  *p += length;
  return part;
}

static gsize
measure_scheme (const char *text)
{
  gsize n = 0;

  if (!g_ascii_isalpha (*text))
    return 0;
  while (g_ascii_isalnum (text[n]) || (text[n] != '\0' && strchr ("+-.", text[n]) != NULL))
    n++;
  return text[n] == ':' ? n : 0;
}

static void
split (Parts *self, const char *text)
{
  const char *p = text;
  gsize       n = measure_scheme (text);

  memset (self, 0, sizeof *self);
  if (n > 0)
    {
      self->has_scheme = TRUE;
      self->scheme = take (&p, n);
      p++;
    }
  if (g_str_has_prefix (p, "//"))
    {
      p += 2;
      self->has_authority = TRUE;
      self->authority = take (&p, strcspn (p, "/?#"));
    }
  self->path = take (&p, strcspn (p, "?#"));
  if (*p == '?')
    {
      p++;
      self->has_query = TRUE;
      self->query = take (&p, strcspn (p, "#"));
    }
  if (*p == '#')
    {
      p++;
      self->has_fragment = TRUE;
      self->fragment = take (&p, strlen (p));
    }
}

/* RFC 3986, section 5.2.4 */
static void
append_without_dots (GString *out, const char *path, gsize length)
{
  g_autofree char *copy = g_strndup (path, length);
  const char      *in = copy;
  gsize            start = out->len;

  while (*in != '\0')
    {
      gsize n;

      if (g_str_has_prefix (in, "../"))
        in += 3;
      else if (g_str_has_prefix (in, "./") || g_str_has_prefix (in, "/./"))
        in += 2;
      else if (g_str_equal (in, "/."))
        {
          g_string_append_c (out, '/');
          break;
        }
      else if (g_str_has_prefix (in, "/../") || g_str_equal (in, "/.."))
        {
          while (out->len > start && out->str[out->len - 1] != '/')
            g_string_truncate (out, out->len - 1);
          if (out->len > start)
            g_string_truncate (out, out->len - 1);
          if (in[3] == '\0')
            {
              g_string_append_c (out, '/');
              break;
            }
          in += 3;
        }
      else if (g_str_equal (in, ".") || g_str_equal (in, ".."))
        break;
      else
        {
          n = 1 + strcspn (in + 1, "/");
          g_string_append_len (out, in, (gssize)n);
          in += n;
        }
    }
}

static void
append_merged (GString *out, const Parts *base, const Parts *reference)
{
  g_autoptr (GString) path = g_string_new (NULL);

  if (base->has_authority && base->path.length == 0)
    g_string_append_c (path, '/');
  for (gsize n = base->path.length; n > 0; n--)
    if (base->path.start[n - 1] == '/')
      {
        g_string_append_len (path, base->path.start, (gssize)n);
        break;
      }
  g_string_append_len (path, reference->path.start, (gssize)reference->path.length);
  append_without_dots (out, path->str, path->len);
}

static char *
decode (Part part)
{
  GString *text = g_string_sized_new (part.length);

  for (gsize i = 0; i < part.length; i++)
    {
      const char *p = part.start + i;

      if (*p == '%' && i + 2 < part.length && g_ascii_isxdigit (p[1]) && g_ascii_isxdigit (p[2]))
        {
          g_string_append_c (text, (char)(g_ascii_xdigit_value (p[1]) << 4 |
                                          g_ascii_xdigit_value (p[2])));
          i += 2;
        }
      else
        g_string_append_c (text, *p);
    }
  return g_string_free (text, FALSE);
}

char *
mcp_schema_uri_resolve (const char *base_text, const char *reference_text, char **fragment)
{
  GString *out = g_string_new (NULL);
  Parts    base, reference;
  Part     query;
  gboolean has_query;

  split (&base, base_text != NULL ? base_text : "");
  split (&reference, reference_text);
  if (fragment != NULL)
    *fragment = reference.has_fragment ? decode (reference.fragment) : NULL;

  if (!reference.has_scheme && !reference.has_authority && reference.path.length == 0 &&
      !reference.has_query)
    {
      g_string_append (out, base_text != NULL ? base_text : "");
      return g_string_free (out, FALSE);
    }
  if (reference.has_scheme || base.has_scheme)
    {
      const Part *scheme = reference.has_scheme ? &reference.scheme : &base.scheme;

      g_string_append_len (out, scheme->start, (gssize)scheme->length);
      g_string_append_c (out, ':');
    }
  if (reference.has_scheme || reference.has_authority || base.has_authority)
    {
      const Parts *from = reference.has_scheme || reference.has_authority ? &reference : &base;

      if (from->has_authority)
        {
          g_string_append (out, "//");
          g_string_append_len (out, from->authority.start, (gssize)from->authority.length);
        }
    }

  query = reference.query;
  has_query = reference.has_query;
  if (reference.has_scheme || reference.has_authority ||
      (reference.path.length > 0 && *reference.path.start == '/'))
    append_without_dots (out, reference.path.start, reference.path.length);
  else if (reference.path.length == 0)
    g_string_append_len (out, base.path.start, (gssize)base.path.length);
  else
    append_merged (out, &base, &reference);
  if (has_query)
    {
      g_string_append_c (out, '?');
      g_string_append_len (out, query.start, (gssize)query.length);
    }
  return g_string_free (out, FALSE);
}
