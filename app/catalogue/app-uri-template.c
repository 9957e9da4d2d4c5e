/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-uri-template.h"

#include <glib/gi18n-lib.h>
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

typedef struct
{
  char    *name;
  guint    prefix; /* 0 for none */
  gboolean explode;
} VarSpec;

static void
var_spec_free (VarSpec *spec)
{
  g_free (spec->name);
  g_free (spec);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VarSpec, var_spec_free)

static void
variable_free (AppUriVariable *variable)
{
  g_free (variable->name);
  g_free (variable);
}

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

/* max-length = %x31-39 0*3DIGIT (§2.4.1). */
static gboolean
read_prefix (const char **p, guint *prefix)
{
  const char *digits = *p;

  if (*digits == '0')
    return FALSE;
  while (g_ascii_isdigit (**p))
    *prefix = *prefix * 10 + (guint)(*(*p)++ - '0');
  return *p > digits && *p - digits <= MAX_PREFIX_DIGITS;
}

/* varname *( ["."] varchar ), then ":" digits or "*" (§2.3, §2.4). */
static VarSpec *
read_variable (const char *text)
{
  g_autoptr (VarSpec) spec = g_new0 (VarSpec, 1);
  const char *p = text;
  const char *end = text + strlen (text);

  while (p < end)
    {
      if (g_ascii_isalnum (*p) || *p == '_' || (*p == '.' && p > text && p[-1] != '.'))
        p++;
      else if (is_percent_encoded (p, end))
        p += 3;
      else
        break;
    }
  if (p == text || p[-1] == '.')
    return NULL;
  spec->name = g_strndup (text, (gsize)(p - text));
  if (*p == '*')
    {
      spec->explode = TRUE;
      p++;
    }
  else if (*p == ':')
    {
      p++;
      if (!read_prefix (&p, &spec->prefix))
        return NULL;
    }
  return *p == '\0' ? g_steal_pointer (&spec) : NULL;
}

/* Returns: (nullable) (element-type VarSpec): %NULL where it breaks the grammar */
static GPtrArray *
read_expression (const char *expression, const Operator **op)
{
  g_autoptr (GPtrArray) specs = g_ptr_array_new_with_free_func ((GDestroyNotify)var_spec_free);

  *op = find_operator (&expression);
  g_auto (GStrv) texts = g_strsplit (expression, ",", -1);
  for (guint i = 0; texts[i] != NULL; i++)
    {
      VarSpec *spec = read_variable (texts[i]);
      if (spec == NULL)
        return NULL;
      g_ptr_array_add (specs, spec);
    }
  return specs->len > 0 ? g_steal_pointer (&specs) : NULL;
}

static void
append_text (GString *out, const char *value, guint prefix, gboolean allow_reserved)
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

/* A string's text, anything else as it is written. */
static char *
dup_scalar (McpJsonValue value)
{
  if (mcp_json_value_get_kind (value) == MCP_JSON_STRING)
    return mcp_json_value_dup_string (value, NULL);
  return mcp_json_value_dup_text (value);
}

static gboolean
is_composite (McpJsonValue value)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  return kind == MCP_JSON_ARRAY || kind == MCP_JSON_OBJECT;
}

/* §2.3: undefined are null, and lists and maps without a defined member. */
static gboolean
is_defined (McpJsonValue value)
{
  if (!mcp_json_value_exists (value) || mcp_json_value_get_kind (value) == MCP_JSON_NULL)
    return FALSE;
  if (!is_composite (value))
    return TRUE;
  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
    if (mcp_json_value_get_kind (item.value) != MCP_JSON_NULL)
      return TRUE;
  return FALSE;
}

static void
append_name (GString *out, const Operator *op, const char *name, gboolean empty)
{
  g_string_append (out, name);
  g_string_append (out, empty ? op->if_empty : "=");
}

static void
append_scalar (GString *out, const Operator *op, const VarSpec *spec, McpJsonValue value)
{
  g_autofree char *text = dup_scalar (value);

  if (op->named)
    append_name (out, op, spec->name, *text == '\0');
  append_text (out, text, spec->prefix, op->allow_reserved);
}

/* One item of a list or a map, exploded: "name=item", "key=item" or "item" (§3.2.1). */
static void
append_exploded (GString        *out,
                 const Operator *op,
                 const VarSpec  *spec,
                 const char     *key,
                 const char     *text)
{
  if (key != NULL)
    {
      append_text (out, key, 0, op->allow_reserved);
      if (op->named)
        g_string_append (out, *text == '\0' ? op->if_empty : "=");
      else
        g_string_append_c (out, '=');
    }
  else if (op->named)
    append_name (out, op, spec->name, *text == '\0');
  append_text (out, text, 0, op->allow_reserved);
}

static void
append_composite (GString *out, const Operator *op, const VarSpec *spec, McpJsonValue value)
{
  gboolean map = mcp_json_value_get_kind (value) == MCP_JSON_OBJECT;
  gboolean any = FALSE;

  if (op->named && !spec->explode)
    append_name (out, op, spec->name, FALSE);
  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
    {
      if (mcp_json_value_get_kind (item.value) == MCP_JSON_NULL)
        continue;
      g_autofree char *text = dup_scalar (item.value);
      g_autofree char *key = map ? mcp_json_value_dup_string (item.name, NULL) : NULL;
      if (any)
        g_string_append (out, spec->explode ? op->separator : ",");
      any = TRUE;
      if (spec->explode)
        {
          append_exploded (out, op, spec, key, text);
          continue;
        }
      if (map)
        {
          append_text (out, key, 0, op->allow_reserved);
          g_string_append_c (out, ',');
        }
      append_text (out, text, 0, op->allow_reserved);
    }
}

/* Keeps the first problem. */
static void
take_problem (char **problem, char *text)
{
  if (problem != NULL && *problem == NULL)
    *problem = text;
  else
    g_free (text);
}

static char *
expand_expression (const char *expression, McpJsonValue variables, char **problem)
{
  const Operator *op;
  g_autoptr (GPtrArray) specs = read_expression (expression, &op);
  g_autoptr (GString) out = g_string_new (NULL);
  gboolean any = FALSE;

  if (specs == NULL)
    return NULL;
  for (guint i = 0; i < specs->len; i++)
    {
      VarSpec     *spec = g_ptr_array_index (specs, i);
      McpJsonValue value = mcp_json_value_get_member (variables, spec->name);

      if (!is_defined (value))
        continue;
      if (spec->prefix > 0 && is_composite (value))
        {
          take_problem (problem,
                        g_strdup_printf (_ ("A prefix applies to strings only: “%s” is an array or "
                                            "an object."),
                                         spec->name));
          return NULL;
        }
      g_string_append (out, any ? op->separator : op->first);
      any = TRUE;
      if (is_composite (value))
        append_composite (out, op, spec, value);
      else
        append_scalar (out, op, spec, value);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Called with each literal and each expression, in order; an expression without its braces. */
typedef void (*PieceFunc) (const char *piece, gboolean is_expression, gpointer data);

static void
walk_template (const char *uri_template, PieceFunc piece, gpointer data)
{
  const char *p = uri_template;

  while (*p != '\0')
    {
      const char      *open = strchr (p, '{');
      const char      *close = open != NULL ? strchr (open, '}') : NULL;
      const char      *literal_end = close != NULL ? open : p + strlen (p);
      g_autofree char *literal = g_strndup (p, (gsize)(literal_end - p));

      if (*literal != '\0')
        piece (literal, FALSE, data);
      if (close == NULL)
        return;
      g_autofree char *expression = g_strndup (open + 1, (gsize)(close - open - 1));
      piece (expression, TRUE, data);
      p = close + 1;
    }
}

static void
collect_variables (const char *piece, gboolean is_expression, gpointer data)
{
  GPtrArray      *variables = data;
  const Operator *op;
  g_autoptr (GPtrArray) specs = is_expression ? read_expression (piece, &op) : NULL;

  for (guint i = 0; specs != NULL && i < specs->len; i++)
    {
      VarSpec        *spec = g_ptr_array_index (specs, i);
      AppUriVariable *known = NULL;

      for (guint j = 0; j < variables->len && known == NULL; j++)
        {
          known = g_ptr_array_index (variables, j);
          if (!g_str_equal (known->name, spec->name))
            known = NULL;
        }
      if (known == NULL)
        {
          known = g_new0 (AppUriVariable, 1);
          known->name = g_strdup (spec->name);
          g_ptr_array_add (variables, known);
        }
      known->explodes |= spec->explode;
      known->prefixed |= spec->prefix > 0;
    }
}

GPtrArray *
app_uri_template_list_variables (const char *uri_template)
{
  g_return_val_if_fail (uri_template != NULL, NULL);

  GPtrArray *variables = g_ptr_array_new_with_free_func ((GDestroyNotify)variable_free);
  walk_template (uri_template, collect_variables, variables);
  return variables;
}

typedef struct
{
  GString     *out;
  McpJsonValue variables;
  char        *problem;
} Expansion;

/* Literals are encoded as reserved expansion does (RFC 6570 §3.1). */
static void
expand_piece (const char *piece, gboolean is_expression, gpointer data)
{
  Expansion *expansion = data;

  if (!is_expression)
    {
      if (strpbrk (piece, "{}") != NULL)
        take_problem (&expansion->problem,
                      g_strdup (_ ("The template has an unmatched brace.")));
      append_text (expansion->out, piece, 0, TRUE);
      return;
    }
  g_autofree char *text = expand_expression (piece, expansion->variables, &expansion->problem);
  if (text != NULL)
    {
      g_string_append (expansion->out, text);
      return;
    }
  take_problem (&expansion->problem,
                g_strdup_printf (_ ("The template has an invalid expression: {%s}"), piece));
  g_string_append_printf (expansion->out, "{%s}", piece);
}

char *
app_uri_template_expand (const char *uri_template, McpJsonValue variables, char **problem)
{
  g_return_val_if_fail (uri_template != NULL, NULL);

  Expansion expansion = { g_string_new (NULL), variables, NULL };
  walk_template (uri_template, expand_piece, &expansion);
  if (problem != NULL)
    *problem = g_steal_pointer (&expansion.problem);
  g_free (expansion.problem);
  return g_string_free (expansion.out, FALSE);
}
