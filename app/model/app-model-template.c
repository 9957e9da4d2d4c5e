/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-template.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-error.h"
#include "mcp-json-writer.h"
#include "store-path.h"

#define OPEN "{{"
#define CLOSE "}}"

typedef enum {
  VALUE,
  SECTION, /* # */
  ABSENCE, /* ^ */
  END,     /* / */
} TagKind;

typedef enum {
  PLAIN,
  LENGTH,
  JSON,
  FIRST,
} Filter;

typedef struct
{
  TagKind    kind;
  StorePath *path; /* (nullable): of END */
  Filter     filter;
  guint64    count; /* of FIRST */
} Tag;

typedef struct
{
  GString *out; /* (nullable): it is only checked */
  gsize    max_bytes;
  guint    steps;
  GError  *error; /* (nullable) */
} Expansion;

static void
tag_clear (Tag *self)
{
  g_clear_pointer (&self->path, store_path_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tag, tag_clear)

/* Reading */

static gboolean
read_filter (Tag *self, const char *text)
{
  if (g_str_equal (text, "length"))
    self->filter = LENGTH;
  else if (g_str_equal (text, "json"))
    self->filter = JSON;
  else if (g_str_has_prefix (text, "first ") &&
           g_ascii_string_to_unsigned (text + strlen ("first "), 10, 0, G_MAXUINT32, &self->count,
                                       NULL))
    self->filter = FIRST;
  else
    return FALSE;
  return self->kind == VALUE || (self->kind == SECTION && self->filter == FIRST);
}

/* @text: between the braces */
static gboolean
read_tag (Tag *self, char *text, GError **error)
{
  static const char marks[] = "#^/";

  g_strstrip (text);
  const char *mark = *text != '\0' ? strchr (marks, *text) : NULL;
  *self = (Tag){ mark != NULL ? (TagKind)(mark - marks + SECTION) : VALUE, NULL, PLAIN, 0 };
  if (self->kind == END)
    return TRUE;
  if (mark != NULL)
    text++;
  char *bar = strchr (text, '|');
  if (bar != NULL)
    {
      *bar = '\0';
      if (!read_filter (self, g_strstrip (bar + 1)))
        {
          g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                       /* Translators: what somebody wrote behind “|” in a template */
                       _ ("“%s” cannot stand there: a template knows length, json and first N."),
                       bar + 1);
          return FALSE;
        }
    }
  self->path = store_path_parse (g_strstrip (text), error);
  return self->path != NULL;
}

/* Writing */

static gboolean
is_full (Expansion *self)
{
  return self->out->len >= self->max_bytes || self->steps >= APP_MODEL_TEMPLATE_STEPS;
}

static void
append_string (Expansion *self, McpJsonValue value, guint64 characters)
{
  gsize            max = self->max_bytes - MIN (self->out->len, self->max_bytes);
  g_autofree char *text = mcp_json_value_dup_string_prefix (
      value, (gsize)MIN ((guint64)max, characters < G_MAXUINT32 ? characters * 4 : max), NULL);
  gsize length = mcp_json_count_characters (text, strlen (text));

  if (characters < length)
    *g_utf8_offset_to_pointer (text, (glong)characters) = '\0';
  g_string_append (self->out, text);
}

static void
append_json (Expansion *self, McpJsonValue value)
{
  g_autofree char *text = mcp_json_value_print_compact (value);

  g_string_append (self->out, text);
}

static void
append_first (Expansion *self, McpJsonValue list, guint64 count)
{
  guint64 i = 0;

  g_string_append_c (self->out, '[');
  for (McpJsonWalk each = mcp_json_walk (list);
       i < count && !is_full (self) && mcp_json_walk_next (&each); i++)
    {
      if (i > 0)
        g_string_append_c (self->out, ',');
      append_json (self, each.value);
      self->steps++;
    }
  g_string_append_c (self->out, ']');
}

static void
append_value (Expansion *self, const Tag *tag, McpJsonValue value)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  if (kind == MCP_JSON_NONE)
    return;
  if (tag->filter == LENGTH)
    g_string_append_printf (self->out, "%" G_GSIZE_FORMAT,
                            kind == MCP_JSON_STRING ? mcp_json_value_count_characters (value)
                                                    : mcp_json_value_get_n_items (value));
  else if (kind == MCP_JSON_STRING && tag->filter != JSON)
    append_string (self, value, tag->filter == FIRST ? tag->count : G_MAXUINT64);
  else if (kind == MCP_JSON_ARRAY && tag->filter == FIRST)
    append_first (self, value, tag->count);
  else
    append_json (self, value);
}

/* A value that is as good as none: a section of it is not written. */
static gboolean
is_empty (McpJsonValue value)
{
  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_BOOLEAN:
      return !mcp_json_value_get_boolean (value, FALSE);
    case MCP_JSON_NUMBER:
      return FALSE;
    case MCP_JSON_STRING:
      return mcp_json_value_string_equals (value, "");
    case MCP_JSON_ARRAY:
    case MCP_JSON_OBJECT:
      return mcp_json_value_get_n_items (value) == 0;
    case MCP_JSON_NONE:
    case MCP_JSON_NULL:
    default:
      return TRUE;
    }
}

static void
fail (Expansion *self, const char *text)
{
  if (self->error == NULL)
    self->error = g_error_new_literal (APP_ERROR, APP_ERROR_INVALID_INPUT, text);
}

static const char *
walk (Expansion *self, const char *at, McpJsonValue value, gboolean writes, guint depth);

/* @at: behind the tag. @found: what its path leads to from @value. Returns: behind its end */
static const char *
walk_section (Expansion   *self,
              const Tag   *tag,
              const char  *at,
              McpJsonValue value,
              McpJsonValue found,
              guint        depth)
{
  guint64 max = tag->filter == FIRST ? tag->count : G_MAXUINT64;
  guint64 i = 0;

  if (tag->kind == ABSENCE)
    return walk (self, at, value, is_empty (found), depth + 1);
  if (mcp_json_value_get_kind (found) != MCP_JSON_ARRAY)
    return walk (self, at, found, !is_empty (found), depth + 1);
  for (McpJsonWalk each = mcp_json_walk (found);
       i < max && !is_full (self) && mcp_json_walk_next (&each); i++)
    {
      self->steps++;
      walk (self, at, each.value, TRUE, depth + 1);
    }
  return walk (self, at, MCP_JSON_NO_VALUE, FALSE, depth + 1);
}

/* Returns: behind the end of this section; the end of the template where that is all */
static const char *
walk (Expansion *self, const char *at, McpJsonValue value, gboolean writes, guint depth)
{
  if (depth > APP_MODEL_TEMPLATE_DEPTH)
    {
      fail (self, _ ("The template has too many sections inside each other."));
      return at + strlen (at);
    }
  while (self->error == NULL)
    {
      const char      *open = strstr (at, OPEN);
      const char      *close = open != NULL ? strstr (open, CLOSE) : NULL;
      g_autofree char *inside = NULL;
      g_auto (Tag) tag = { 0 };

      writes = writes && self->out != NULL && !is_full (self);
      if (writes)
        g_string_append_len (self->out, at, open != NULL ? open - at : (gssize)strlen (at));
      if (open == NULL && depth > 0)
        fail (self, _ ("A section of the template has no end: {{/}} is missing."));
      if (open == NULL)
        return at + strlen (at);
      if (close == NULL)
        {
          fail (self, _ ("Braces of the template are not closed: }} is missing."));
          break;
        }
      inside = g_strndup (open + strlen (OPEN), (gsize)(close - open) - strlen (OPEN));
      at = close + strlen (CLOSE);
      if (!read_tag (&tag, inside, &self->error))
        break;
      if (tag.kind == END && depth == 0)
        fail (self, _ ("The template ends a section that it has not begun."));
      if (tag.kind == END)
        return at;
      self->steps++;
      McpJsonValue found = writes ? store_path_resolve (tag.path, value) : MCP_JSON_NO_VALUE;
      if (tag.kind != VALUE && writes)
        at = walk_section (self, &tag, at, value, found, depth);
      else if (tag.kind != VALUE)
        at = walk (self, at, MCP_JSON_NO_VALUE, FALSE, depth + 1);
      else if (writes)
        append_value (self, &tag, found);
    }
  return at + strlen (at);
}

gboolean
app_model_template_check (const char *template, GError **error)
{
  Expansion expansion = { 0 };

  walk (&expansion, template, MCP_JSON_NO_VALUE, FALSE, 0);
  if (expansion.error != NULL)
    g_propagate_error (error, expansion.error);
  return expansion.error == NULL;
}

char *
app_model_template_expand (const char *template, McpJsonValue value, gsize max_bytes)
{
  Expansion expansion = { g_string_new (NULL), max_bytes, 0, NULL };

  walk (&expansion, template, value, TRUE, 0);
  g_clear_error (&expansion.error);
  return g_string_free (expansion.out, FALSE);
}
