/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-path.h"

#include <string.h>

#include "mcp-json-writer.h"
#include "store-error.h"

typedef struct
{
  gboolean by_index; /* written as [3] */
  gboolean quoted;   /* written in quotes: never an index */
  guint64  index;
  char    *key;
  gsize    length;
} Step;

struct _StorePath
{
  GArray *steps;
};

static void
step_clear (gpointer data)
{
  g_free (((Step *)data)->key);
}

static StorePath *
store_path_new (void)
{
  StorePath *self = g_new0 (StorePath, 1);

  self->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  g_array_set_clear_func (self->steps, step_clear);
  return self;
}

void
store_path_free (StorePath *self)
{
  g_array_unref (self->steps);
  g_free (self);
}

static void
add_key (StorePath *self, char *key, gsize length, gboolean quoted)
{
  Step step = { .key = key, .length = length, .quoted = quoted };

  g_array_append_val (self->steps, step);
}

static gboolean
parse_index (const char *text, gsize length, guint64 *index)
{
  guint64 result = 0;

  if (length == 0 || length > 10)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isdigit (text[i]))
        return FALSE;
      result = result * 10 + (guint64)(text[i] - '0');
    }
  *index = result;
  return TRUE;
}

/* @at stands on a quote. Returns the place behind the closing one, or NULL. */
static const char *
parse_quoted (StorePath *self, const char *at)
{
  char        quote = *at;
  const char *end = at + 1;

  while (*end != '\0' && *end != quote)
    end += (end[0] == '\\' && end[1] != '\0') ? 2 : 1;
  if (*end != quote)
    return NULL;

  if (quote == '"')
    {
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (at, end + 1 - at, NULL);
      gsize length = 0;

      if (document == NULL)
        return NULL;
      char *key = mcp_json_value_dup_string (mcp_json_document_get_root (document), &length);
      add_key (self, key, length, TRUE);
    }
  else
    {
      GString *key = g_string_new (NULL);

      for (const char *p = at + 1; p < end; p++)
        {
          if (*p == '\\' && (p[1] == '\\' || p[1] == '\''))
            p++;
          g_string_append_c (key, *p);
        }
      gsize length = key->len;
      add_key (self, g_string_free (key, FALSE), length, TRUE);
    }
  return end + 1;
}

/* @at stands behind "[". Returns the place behind "]", or NULL. */
static const char *
parse_bracket (StorePath *self, const char *at)
{
  Step step = { .by_index = TRUE };

  if (*at == ']')
    return at + 1;
  if (*at == '"' || *at == '\'')
    {
      at = parse_quoted (self, at);
      return at != NULL && *at == ']' ? at + 1 : NULL;
    }
  gsize length = strcspn (at, "]");
  if (at[length] != ']' || !parse_index (at, length, &step.index))
    return NULL;
  g_array_append_val (self->steps, step);
  return at + length + 1;
}

StorePath *
store_path_parse (const char *text, GError **error)
{
  g_autoptr (StorePath) self = store_path_new ();
  const char *at = text;

  g_return_val_if_fail (text != NULL, NULL);

  while (*at != '\0')
    {
      const char *start = at;

      if (*at == '.')
        at++;
      else if (*at == '[')
        at = parse_bracket (self, at + 1);
      else if (*at == ']')
        at = NULL;
      else
        {
          gsize length = strcspn (at, ".[]");

          add_key (self, g_strndup (at, length), length, FALSE);
          at += length;
        }
      if (at == NULL)
        {
          g_set_error (error,
                       STORE_ERROR,
                       STORE_ERROR_INVALID,
                       "“%s” is not a path: it cannot be read from “%s” on",
                       text,
                       start);
          return NULL;
        }
    }
  return g_steal_pointer (&self);
}

McpJsonValue
store_path_find_member (McpJsonValue object, const char *key, gsize length)
{
  McpJsonValue found = MCP_JSON_NO_VALUE;

  if (strlen (key) == length)
    return mcp_json_value_get_member (object, key);

  for (McpJsonWalk each = mcp_json_walk (object); mcp_json_walk_next (&each);)
    {
      gsize            name_length = 0;
      g_autofree char *text = mcp_json_value_dup_string (each.name, &name_length);

      if (name_length == length && memcmp (text, key, length) == 0)
        found = each.value;
    }
  return found;
}

McpJsonValue
store_path_resolve (StorePath *self, McpJsonValue root)
{
  McpJsonValue value = root;

  g_return_val_if_fail (self != NULL, MCP_JSON_NO_VALUE);

  for (guint i = 0; i < self->steps->len; i++)
    {
      const Step *step = &g_array_index (self->steps, Step, i);
      McpJsonKind kind = mcp_json_value_get_kind (value);
      guint64     index = step->index;

      if (kind == MCP_JSON_ARRAY &&
          (step->by_index || (!step->quoted && parse_index (step->key, step->length, &index))))
        value = index < G_MAXUINT ? mcp_json_value_get_item (value, (guint)index)
                                  : MCP_JSON_NO_VALUE;
      else if (kind == MCP_JSON_OBJECT && !step->by_index)
        value = store_path_find_member (value, step->key, step->length);
      else
        return MCP_JSON_NO_VALUE;
    }
  return value;
}

/* One step from @at towards @value, which is inside. Returns: where it leads */
static McpJsonValue
step_towards (StorePath *self, McpJsonValue at, McpJsonValue value)
{
  McpJsonValue key = MCP_JSON_NO_VALUE, next = MCP_JSON_NO_VALUE;
  guint        n = 0;

  /* Into the last child that does not begin behind it. */
  for (McpJsonWalk child = mcp_json_walk (at); mcp_json_walk_next (&child);)
    {
      if ((mcp_json_value_exists (child.name) ? child.name : child.value).node > value.node)
        break;
      key = child.name;
      next = child.value;
      n++;
    }
  if (mcp_json_value_exists (key))
    {
      gsize length = 0;
      char *text = mcp_json_value_dup_string (key, &length);

      add_key (self, text, length, TRUE);
    }
  else if (mcp_json_value_exists (next))
    g_array_append_val (self->steps, ((Step){ .by_index = TRUE, .index = n - 1 }));
  return next;
}

StorePath *
store_path_new_for_value (McpJsonValue value)
{
  StorePath *self = store_path_new ();

  g_return_val_if_fail (mcp_json_value_exists (value), self);

  McpJsonValue at = mcp_json_document_get_root (value.document);
  while (mcp_json_value_exists (at) && at.node < value.node)
    at = step_towards (self, at, value);
  return self;
}

guint
store_path_get_n_steps (StorePath *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->steps->len;
}

char *
store_path_to_text (StorePath *self)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, g_string_free (text, FALSE));

  for (guint i = 0; i < self->steps->len; i++)
    {
      const Step *step = &g_array_index (self->steps, Step, i);

      if (step->by_index)
        store_path_append_index (text, step->index);
      else if (!step->quoted && parse_index (step->key, step->length, &(guint64){ 0 }))
        g_string_append_printf (text, "%s%s", text->len > 0 ? "." : "", step->key);
      else
        store_path_append_key (text, step->key, step->length);
    }
  return g_string_free (text, FALSE);
}

static gboolean
is_word (const char *key, gsize length)
{
  if (length == 0 || (!g_ascii_isalpha (key[0]) && key[0] != '_'))
    return FALSE;
  for (gsize i = 1; i < length; i++)
    if (!g_ascii_isalnum (key[i]) && key[i] != '_' && key[i] != '-')
      return FALSE;
  return TRUE;
}

void
store_path_append_key (GString *path, const char *key, gsize length)
{
  g_return_if_fail (path != NULL && key != NULL);

  if (is_word (key, length))
    {
      if (path->len > 0)
        g_string_append_c (path, '.');
      g_string_append_len (path, key, (gssize)length);
    }
  else
    {
      g_autofree char *quoted = mcp_json_quote (key, (gssize)length);

      g_string_append_printf (path, "[%s]", quoted);
    }
}

void
store_path_append_index (GString *path, guint64 index)
{
  g_return_if_fail (path != NULL);
  g_string_append_printf (path, "[%" G_GUINT64_FORMAT "]", index);
}
