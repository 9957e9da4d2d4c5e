/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-uri-template.h"

#include <string.h>

#define RESERVED ":/?#[]@!$&'()*+,;="
/* RFC 6570 §2.4.1: a prefix is below 10000. */
#define MAX_PREFIX_DIGITS 4

/* RFC 6570, appendix A. */
typedef struct
{
  char        operator;
  const char *first;
  const char *separator;
  gboolean    named;
  const char *if_empty;
  gboolean    allow_reserved;
} Operator;

static const Operator operators[] = {
  { 0, "", ",", FALSE, "", FALSE },
  { '+', "", ",", FALSE, "", TRUE },
  { '.', ".", ".", FALSE, "", FALSE },
  { '/', "/", "/", FALSE, "", FALSE },
  { ';', ";", ";", TRUE, "", FALSE },
  { '?', "?", "&", TRUE, "=", FALSE },
  { '&', "&", "&", TRUE, "=", FALSE },
  { '#', "#", ",", FALSE, "", TRUE },
};

static const Operator *
find_operator (const char **expression)
{
  for (guint i = 1; i < G_N_ELEMENTS (operators); i++)
    if (**expression == operators[i].operator)
      {
        (*expression)++;
        return &operators[i];
      }
  return &operators[0];
}

static gboolean
is_percent_encoded (const char *text, const char *end)
{
  return end - text >= 3 && text[0] == '%' && g_ascii_isxdigit (text[1]) &&
         g_ascii_isxdigit (text[2]);
}

/* varname *( ["."] varchar ), then ":" digits or "*"; @prefix is 0 for none. */
static gboolean
read_variable (const char *spec, char **name, guint *prefix)
{
  const char *p = spec;
  const char *end = spec + strlen (spec);

  while (p < end)
    {
      if (g_ascii_isalnum (*p) || *p == '_' || (*p == '.' && p > spec && p[-1] != '.'))
        p++;
      else if (is_percent_encoded (p, end))
        p += 3;
      else
        break;
    }
  if (p == spec || p[-1] == '.')
    return FALSE;
  gsize length = (gsize)(p - spec);
  *prefix = 0;
  if (*p == '*')
    p++;
  else if (*p == ':')
    {
      const char *digits = ++p;
      while (g_ascii_isdigit (*p))
        *prefix = *prefix * 10 + (guint)(*p++ - '0');
      if (p == digits || p - digits > MAX_PREFIX_DIGITS || *prefix == 0)
        return FALSE;
    }
  if (*p != '\0')
    return FALSE;
  *name = g_strndup (spec, length);
  return TRUE;
}

static void
append_value (GString *out, const char *value, guint prefix, gboolean allow_reserved)
{
  g_autofree char *valid = g_utf8_make_valid (value, -1);
  const char      *p = valid;
  const char      *end = valid + strlen (valid);

  if (prefix > 0 && g_utf8_strlen (valid, -1) > (glong)prefix)
    end = g_utf8_offset_to_pointer (valid, (glong)prefix);
  for (; p < end; p++)
    {
      guchar c = (guchar)*p;
      if (allow_reserved && is_percent_encoded (p, end))
        {
          g_string_append_len (out, p, 3);
          p += 2;
        }
      else if (g_ascii_isalnum (c) || strchr ("-._~", c) != NULL ||
               (allow_reserved && strchr (RESERVED, c) != NULL))
        g_string_append_c (out, (char)c);
      else
        g_string_append_printf (out, "%%%02X", c);
    }
}

typedef struct
{
  GString   *out;   /* the URI; NULL while only names are collected */
  GPtrArray *names; /* NULL while expanding */
  const char *(*lookup) (const char *name, gpointer data);
  gpointer data;
} Walk;

static gboolean
walk_expression (Walk *walk, const char *expression)
{
  const Operator *op = find_operator (&expression);
  g_auto (GStrv) specs = g_strsplit (expression, ",", -1);
  g_autoptr (GString) out = g_string_new (NULL);
  gboolean any = FALSE;

  if (specs[0] == NULL)
    return FALSE;
  for (guint i = 0; specs[i] != NULL; i++)
    {
      g_autofree char *name = NULL;
      guint            prefix;
      if (!read_variable (specs[i], &name, &prefix))
        return FALSE;
      if (walk->names != NULL)
        {
          if (!g_ptr_array_find_with_equal_func (walk->names, name, g_str_equal, NULL))
            g_ptr_array_add (walk->names, g_steal_pointer (&name));
          continue;
        }
      const char *value = walk->lookup (name, walk->data);
      if (value == NULL)
        continue;
      g_string_append (out, any ? op->separator : op->first);
      any = TRUE;
      if (op->named)
        g_string_append_printf (out, "%s%s", name, value[0] != '\0' ? "=" : op->if_empty);
      append_value (out, value, prefix, op->allow_reserved);
    }
  if (walk->out != NULL)
    g_string_append_len (walk->out, out->str, (gssize)out->len);
  return TRUE;
}

/* Literals are encoded as reserved expansion does (RFC 6570 §3.1). */
static void
walk_template (Walk *walk, const char *uri_template)
{
  const char *p = uri_template;

  while (*p != '\0')
    {
      const char *open = strchr (p, '{');
      const char *close = open != NULL ? strchr (open, '}') : NULL;
      const char *literal_end = close != NULL ? open : p + strlen (p);

      if (walk->out != NULL)
        {
          g_autofree char *literal = g_strndup (p, (gsize)(literal_end - p));
          append_value (walk->out, literal, 0, TRUE);
        }
      if (close == NULL)
        return;
      g_autofree char *expression = g_strndup (open + 1, (gsize)(close - open - 1));
      if (!walk_expression (walk, expression) && walk->out != NULL)
        g_string_append_len (walk->out, open, close - open + 1);
      p = close + 1;
    }
}

char **
app_uri_template_dup_variables (const char *uri_template)
{
  g_return_val_if_fail (uri_template != NULL, NULL);

  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  Walk walk = { NULL, names, NULL, NULL };
  walk_template (&walk, uri_template);
  g_ptr_array_add (names, NULL);
  return (char **)g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

char *
app_uri_template_expand (const char *uri_template,
                         const char *(*lookup) (const char *name, gpointer data),
                         gpointer data)
{
  g_return_val_if_fail (uri_template != NULL, NULL);
  g_return_val_if_fail (lookup != NULL, NULL);

  Walk walk = { g_string_new (NULL), NULL, lookup, data };
  walk_template (&walk, uri_template);
  return g_string_free (walk.out, FALSE);
}
