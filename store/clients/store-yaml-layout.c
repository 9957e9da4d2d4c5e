/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-yaml-layout.h"

#include "store-yaml-text.h"

#include <string.h>

/* Deeper is some ornament, not an indentation. */
#define MAX_STEP 8

void
store_yaml_layout_init (StoreYamlLayout *self, const char *line_end)
{
  self->line_end = line_end;
  self->step = 2;
  self->list_step = -1;
}

typedef struct
{
  StoreYamlLayout *layout;
  gboolean         has_step;
  gboolean         has_list_step;
} Learning;

static void
learn (Learning *self, StoreYamlNode *node)
{
  for (guint i = 0; i < store_yaml_node_get_n_pairs (node); i++)
    {
      StoreYamlNode *key = store_yaml_node_get_key (node, i);
      StoreYamlNode *value = store_yaml_node_get_value (node, i);

      if (self->has_step && self->has_list_step)
        return;
      if (!node->block || !value->block || value->children == NULL || value->children->len == 0 ||
          value->line == key->line)
        continue;
      StoreYamlNode *first = g_ptr_array_index (value->children, 0);
      /* A list begins with its dash. */
      int step = (int)(value->kind == STORE_YAML_SEQUENCE ? value->column : first->column) -
                 (int)key->column;
      if (value->kind == STORE_YAML_MAPPING && !self->has_step && step >= 1 && step <= MAX_STEP)
        {
          self->layout->step = step;
          self->has_step = TRUE;
        }
      if (value->kind == STORE_YAML_SEQUENCE && !self->has_list_step && step >= 0 &&
          step <= MAX_STEP)
        {
          self->layout->list_step = step;
          self->has_list_step = TRUE;
        }
      learn (self, value);
    }
}

void
store_yaml_layout_learn (StoreYamlLayout *self, StoreYamlNode *node)
{
  Learning learning = { .layout = self };

  learn (&learning, node);
}

static gboolean
is_filled (McpJsonValue value)
{
  return mcp_json_value_get_n_items (value) > 0;
}

static void
append_text (GString *target, const char *text, gsize length, gboolean quoted)
{
  gsize start = target->len;

  store_yaml_append_text (target, text, length);
  if (!quoted || target->str[start] == '"')
    return;
  /* What needs no quotes has nothing to escape. */
  g_string_insert_c (target, (gssize)start, '"');
  g_string_append_c (target, '"');
}

static gboolean
can_be_single_quoted (const char *text, gsize length)
{
  for (const char *at = text; at < text + length; at = g_utf8_next_char (at))
    if (!store_yaml_is_printable (g_utf8_get_char (at)))
      return FALSE;
  return TRUE;
}

static void
append_single_quoted (GString *target, const char *text)
{
  g_string_append_c (target, '\'');
  for (; *text != '\0'; text++)
    {
      if (*text == '\'')
        g_string_append_c (target, '\'');
      g_string_append_c (target, *text);
    }
  g_string_append_c (target, '\'');
}

static void
append_scalar (GString *target, McpJsonValue value, char quote)
{
  gsize            length;
  g_autofree char *text = NULL;

  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_OBJECT:
      g_string_append (target, "{}");
      break;
    case MCP_JSON_ARRAY:
      g_string_append (target, "[]");
      break;
    case MCP_JSON_STRING:
      text = mcp_json_value_dup_string (value, &length);
      if (quote == '\'' && can_be_single_quoted (text, length))
        append_single_quoted (target, text);
      else
        append_text (target, text, length, quote == '"');
      break;
    default:
      text = mcp_json_value_dup_text (value);
      g_string_append (target, text);
    }
}

char *
store_yaml_layout_dup_scalar (McpJsonValue value, char quote)
{
  GString *text = g_string_new (NULL);

  append_scalar (text, value, quote);
  return g_string_free (text, FALSE);
}

void
store_yaml_layout_append_flow (GString *target, McpJsonValue value, gboolean quoted)
{
  gboolean     is_object = mcp_json_value_get_kind (value) == MCP_JSON_OBJECT;
  McpJsonValue name, item;
  McpJsonIter  iter;

  if (!is_filled (value))
    {
      append_scalar (target, value, quoted ? '"' : '\0');
      return;
    }
  g_string_append_c (target, is_object ? '{' : '[');
  mcp_json_iter_init (&iter, value);
  for (guint i = 0; mcp_json_iter_next (&iter, &name, &item); i++)
    {
      if (i > 0)
        g_string_append (target, ", ");
      if (is_object)
        {
          g_autofree char *key = mcp_json_value_dup_string (name, NULL);

          store_yaml_layout_append_flow_pair (target, key, item, quoted);
        }
      else
        store_yaml_layout_append_flow (target, item, quoted);
    }
  g_string_append_c (target, is_object ? '}' : ']');
}

void
store_yaml_layout_append_flow_pair (GString     *target,
                                    const char  *name,
                                    McpJsonValue value,
                                    gboolean     quoted)
{
  append_text (target, name, strlen (name), quoted);
  g_string_append (target, ": ");
  store_yaml_layout_append_flow (target, value, quoted);
}

static void
append_indent (GString *target, guint column)
{
  g_string_append_printf (target, "%*s", (int)column, "");
}

/* The pair from its key on, that stands in @column already. */
static void
append_pair_here (const StoreYamlLayout *self,
                  GString               *target,
                  const char            *name,
                  McpJsonValue           value,
                  guint                  column)
{
  append_text (target, name, strlen (name), FALSE);
  g_string_append_c (target, ':');
  if (!is_filled (value))
    {
      g_string_append_c (target, ' ');
      append_scalar (target, value, '\0');
    }
  g_string_append (target, self->line_end);
  if (is_filled (value))
    store_yaml_layout_append_below (self, target, value, column);
}

void
store_yaml_layout_append_pair (const StoreYamlLayout *self,
                               GString               *target,
                               const char            *name,
                               McpJsonValue           value,
                               guint                  column)
{
  append_indent (target, column);
  append_pair_here (self, target, name, value, column);
}

void
store_yaml_layout_append_item (const StoreYamlLayout *self,
                               GString               *target,
                               McpJsonValue           value,
                               guint                  column)
{
  McpJsonValue name, item;
  McpJsonIter  iter;

  append_indent (target, column);
  g_string_append (target, "- ");
  if (!is_filled (value) || mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    {
      store_yaml_layout_append_flow (target, value, FALSE);
      g_string_append (target, self->line_end);
      return;
    }
  mcp_json_iter_init (&iter, value);
  for (guint i = 0; mcp_json_iter_next (&iter, &name, &item); i++)
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);

      if (i > 0)
        append_indent (target, column + 2);
      append_pair_here (self, target, key, item, column + 2);
    }
}

void
store_yaml_layout_append_below (const StoreYamlLayout *self,
                                GString               *target,
                                McpJsonValue           value,
                                guint                  column)
{
  gboolean is_object = mcp_json_value_get_kind (value) == MCP_JSON_OBJECT;
  guint    list_step = (guint)(self->list_step >= 0 ? self->list_step : self->step);

  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
    {
      g_autofree char *key = is_object ? mcp_json_value_dup_string (item.name, NULL) : NULL;

      if (is_object)
        store_yaml_layout_append_pair (self, target, key, item.value, column + (guint)self->step);
      else
        store_yaml_layout_append_item (self, target, item.value, column + list_step);
    }
}
