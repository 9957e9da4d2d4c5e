/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-template.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-error.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"

/* Values that name each other. */
#define MAX_DEPTH 5u
#define MAX_BYTES (16u * 1024u * 1024u)
#define MAX_PLACES 20000u
/* Characters of a template in a message. */
#define QUOTED 60

typedef struct
{
  GString     *text;
  McpJsonValue values;
  char       **missing;
  guint       *n_left; /* places that may still be filled: texts that name each other grow fast */
} Filling;

static gboolean
fail (const char *start, const char *end, GError **error)
{
  g_autofree char *part = g_strndup (start, (gsize)(end - start));
  g_autofree char *line = app_visible_text_line (part, QUOTED);

  g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
               /* Translators: %s is a part of a text of a file */
               _ ("“%s” is not understood."), line);
  return FALSE;
}

/* Values */

static gboolean
is_name (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '$';
}

static const char *
skip_space (const char *next, const char *end)
{
  while (next < end && g_ascii_isspace (*next))
    next++;
  return next;
}

/* Returns: (nullable): behind the name; %NULL where there is none */
static const char *
read_name (const char *next, const char *end, char **name)
{
  const char *start = next;

  while (next < end && is_name (*next))
    next++;
  if (next == start || g_ascii_isdigit (*start))
    return NULL;
  *name = g_strndup (start, (gsize)(next - start));
  return next;
}

/* What stands in brackets: a number, or a name in quotes.
 * Returns: (nullable): behind the closing one */
static const char *
read_index (const char *next, const char *end, McpJsonValue *value)
{
  const char      *close = memchr (next, ']', (gsize)(end - next));
  g_autofree char *inside = close != NULL ? g_strndup (next, (gsize)(close - next)) : NULL;
  gsize            length;
  guint64          index;

  if (inside == NULL)
    return NULL;
  g_strstrip (inside);
  length = strlen (inside);
  if (length >= 2 && (*inside == '"' || *inside == '\'') && inside[length - 1] == *inside)
    {
      inside[length - 1] = '\0';
      *value = mcp_json_value_get_member (*value, inside + 1);
      return close + 1;
    }
  if (!g_ascii_string_to_unsigned (inside, 10, 0, G_MAXUINT, &index, NULL))
    return NULL;
  *value = mcp_json_value_get_kind (*value) == MCP_JSON_ARRAY
               ? mcp_json_value_get_item (*value, (guint)index)
               : MCP_JSON_NO_VALUE;
  return close + 1;
}

/* "name.member[0]". Returns: (nullable): behind it */
static const char *
read_path (Filling *self, const char *next, const char *end, McpJsonValue *value)
{
  const char      *start = next;
  g_autofree char *name = NULL;

  next = read_name (next, end, &name);
  if (next == NULL)
    return NULL;
  *value = mcp_json_value_get_member (self->values, name);
  while (next != NULL && next < end && (*next == '.' || *next == '['))
    {
      g_autofree char *member = NULL;

      if (*next == '[')
        {
          next = read_index (next + 1, end, value);
          continue;
        }
      next = read_name (next + 1, end, &member);
      *value = next != NULL ? mcp_json_value_get_member (*value, member) : MCP_JSON_NO_VALUE;
    }
  if (next != NULL && !mcp_json_value_exists (*value) && *self->missing == NULL)
    *self->missing = g_strndup (start, (gsize)(next - start));
  return next;
}

static gboolean fill (Filling *self, const char *text, guint depth, GError **error);

/* What a value reads as in a text. Where it does not only name others, it stays as it is: braces
 * need not mean anything in it. Returns: (transfer full) */
static char *
dup_text (Filling *self, McpJsonValue value, guint depth)
{
  McpJsonKind      kind = mcp_json_value_get_kind (value);
  g_autofree char *text = NULL;
  g_autofree char *missing = NULL;
  Filling          inner = { NULL, self->values, &missing, self->n_left };

  if (kind == MCP_JSON_NONE || kind == MCP_JSON_NULL)
    return g_strdup ("");
  if (kind != MCP_JSON_STRING)
    return mcp_json_value_print_compact (value);
  text = mcp_json_value_dup_string (value, NULL);
  if (depth >= MAX_DEPTH || strstr (text, "{{") == NULL)
    return g_steal_pointer (&text);
  inner.text = g_string_new (NULL);
  if (fill (&inner, text, depth + 1, NULL) && missing == NULL)
    return g_string_free (inner.text, FALSE);
  g_string_free (inner.text, TRUE);
  return g_steal_pointer (&text);
}

/* Filters */

static char *
filter_trim (const char *text)
{
  return g_strstrip (g_strdup (text));
}

static char *
filter_upper (const char *text)
{
  return g_utf8_strup (text, -1);
}

static char *
filter_lower (const char *text)
{
  return g_utf8_strdown (text, -1);
}

static const struct
{
  const char *name;
  char *(*filter) (const char *text);
} filters[] = {
  { "safe", g_strdup },
  { "trim", filter_trim },
  { "upper", filter_upper },
  { "lower", filter_lower },
};

/* @text: (inout). Returns: whether there is such a filter */
static gboolean
apply (const char *name, McpJsonValue value, char **text)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);
  char       *old = *text;

  /* Anything but a text is written as JSON already. */
  if (g_str_equal (name, "dump"))
    {
      *text = kind == MCP_JSON_STRING ? mcp_json_quote (old, -1)
              : kind == MCP_JSON_NONE ? g_strdup ("")
              : kind == MCP_JSON_NULL ? g_strdup ("null")
                                      : g_strdup (old);
      g_free (old);
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    if (g_str_equal (filters[i].name, name))
      {
        *text = filters[i].filter (old);
        g_free (old);
        return TRUE;
      }
  return FALSE;
}

/* Templates */

/* What stands between the braces, without them. */
static gboolean
fill_place (Filling *self, const char *start, const char *end, guint depth, GError **error)
{
  McpJsonValue     value = MCP_JSON_NO_VALUE;
  const char      *next = read_path (self, skip_space (start, end), end, &value);
  g_autofree char *text = NULL;

  if (next == NULL || *self->n_left == 0)
    return fail (start, end, error);
  --*self->n_left;
  text = dup_text (self, value, depth);
  for (next = skip_space (next, end); next < end; next = skip_space (next, end))
    {
      g_autofree char *filter = NULL;

      if (*next != '|')
        return fail (start, end, error);
      next = read_name (skip_space (next + 1, end), end, &filter);
      if (next == NULL || !apply (filter, value, &text))
        return fail (start, end, error);
    }
  g_string_append (self->text, text);
  return TRUE;
}

static void
trim_end (GString *text)
{
  while (text->len > 0 && g_ascii_isspace (text->str[text->len - 1]))
    g_string_truncate (text, text->len - 1);
}

/* Whether what stands in "{% … %}" is only that word. */
static gboolean
is_word (const char *start, const char *end, const char *word)
{
  g_autofree char *text = g_strstrip (g_strndup (start, (gsize)(end - start)));

  return g_str_equal (text, word);
}

/* What "{% raw %}" begins. Returns: (nullable): behind its end */
static const char *
fill_raw (Filling *self, const char *next)
{
  for (const char *end = strstr (next, "{%"); end != NULL; end = strstr (end + 2, "{%"))
    {
      const char *close = strstr (end, "%}");

      if (close == NULL)
        return NULL;
      if (!is_word (end + 2, close, "endraw"))
        continue;
      g_string_append_len (self->text, next, end - next);
      return close + 2;
    }
  return NULL;
}

/* @open: at "{{", "{%" or "{#". Returns: (nullable): behind its end */
static const char *
fill_bracket (Filling *self, const char *open, guint depth, GError **error)
{
  const char  kind = open[1];
  const char *close = strstr (open + 2, kind == '{' ? "}}" : kind == '%' ? "%}"
                                                                         : "#}");
  const char *start = open + 2;
  const char *end = close;
  const char *next;

  if (close == NULL)
    {
      fail (open, open + strlen (open), error);
      return NULL;
    }
  if (*start == '-' && start < end)
    {
      trim_end (self->text);
      start++;
    }
  next = close + 2;
  if (end > start && end[-1] == '-')
    {
      end--;
      next = skip_space (next, next + strlen (next));
    }
  if (kind == '#')
    return next;
  if (kind == '{')
    return fill_place (self, start, end, depth, error) ? next : NULL;
  next = is_word (start, end, "raw") ? fill_raw (self, next) : NULL;
  if (next == NULL)
    fail (open, close + 2, error);
  return next;
}

static gboolean
fill (Filling *self, const char *text, guint depth, GError **error)
{
  const char *next = text;

  while (*next != '\0')
    {
      const char *open = next + strcspn (next, "{");

      g_string_append_len (self->text, next, open - next);
      if (self->text->len > MAX_BYTES)
        return fail (text, text + strlen (text), error);
      next = open;
      if (*open == '\0')
        return TRUE;
      if (strchr ("{%#", open[1]) == NULL || open[1] == '\0')
        {
          g_string_append_c (self->text, '{');
          next++;
          continue;
        }
      next = fill_bracket (self, open, depth, error);
      if (next == NULL)
        return FALSE;
    }
  return TRUE;
}

char *
app_case_template_fill (const char  *text,
                        McpJsonValue values,
                        char       **missing,
                        GError     **error)
{
  guint   n_left = MAX_PLACES;
  Filling self = { NULL, values, missing, &n_left };

  g_return_val_if_fail (text != NULL && missing != NULL, NULL);

  self.text = g_string_new (NULL);
  if (fill (&self, text, 0, error))
    return g_string_free (self.text, FALSE);
  g_string_free (self.text, TRUE);
  return NULL;
}
