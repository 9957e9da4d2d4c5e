/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-yaml-text.h"

#include "mcp-json-writer.h"

#include <string.h>

/* YAML 1.1 (https://yaml.org/type/) has more of these than 1.2. */
static gboolean
is_reserved_word (const char *text)
{
  static const char *const words[] = { "y", "yes", "n", "no", "true", "false", "on",
                                       "off", "null", "~", ".inf", "-.inf", "+.inf", ".nan" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (words[i], text) == 0)
      return TRUE;
  return FALSE;
}

/* Numbers of every base, dates, times: whatever has a digit and only their characters. */
static gboolean
looks_like_number (const char *text)
{
  gboolean digit = FALSE;

  for (const char *at = text; *at != '\0'; at++)
    {
      if (!g_ascii_isxdigit (*at) && strchr ("+-._:xoXOTZ ", *at) == NULL)
        return FALSE;
      digit = digit || g_ascii_isdigit (*at);
    }
  return digit && !g_ascii_isalpha (*text);
}

static gboolean
can_begin_plain (const char *text)
{
  if (*text == '.')
    return g_ascii_isalnum (text[1]) || text[1] == '/';
  if (*text == '-')
    return g_ascii_isalpha (text[1]) || (text[1] == '-' && g_ascii_isalpha (text[2]));
  return g_ascii_isalnum (*text) || strchr ("_/~$", *text) != NULL;
}

static gboolean
is_plain (const char *text, gsize length)
{
  if (length == 0 || strlen (text) != length || is_reserved_word (text) || looks_like_number (text))
    return FALSE;
  if (!can_begin_plain (text))
    return FALSE;
  for (const char *at = text; *at != '\0'; at++)
    {
      if (g_ascii_isalnum (*at) || strchr ("_/.-+=@~$%^()", *at) != NULL)
        continue;
      if (*at == ' ' && at[1] != '\0' && at[1] != ' ')
        continue;
      if (*at == ':' && (g_ascii_isalnum (at[1]) || (at[1] == '/' && at[2] == '/')))
        continue;
      return FALSE;
    }
  return TRUE;
}

/* YAML 1.1 §5.1: what may stand in a text as it is. */
gboolean
store_yaml_is_printable (gunichar c)
{
  if (c < 0xA0)
    return c >= 0x20 && c < 0x7F;
  return c != 0x2028 && c != 0x2029 && c != 0xFEFF && c != 0xFFFE && c != 0xFFFF &&
         !(c >= 0x202A && c <= 0x202E) && !(c >= 0x2066 && c <= 0x2069);
}

static void
append_escaped (GString *target, gunichar c)
{
  switch (c)
    {
    case '"':
      g_string_append (target, "\\\"");
      break;
    case '\\':
      g_string_append (target, "\\\\");
      break;
    case '\n':
      g_string_append (target, "\\n");
      break;
    case '\r':
      g_string_append (target, "\\r");
      break;
    case '\t':
      g_string_append (target, "\\t");
      break;
    default:
      if (store_yaml_is_printable (c))
        g_string_append_unichar (target, c);
      else if (c <= 0xFF)
        g_string_append_printf (target, "\\x%02X", c);
      else
        g_string_append_printf (target, c <= 0xFFFF ? "\\u%04X" : "\\U%08X", c);
    }
}

void
store_yaml_append_text (GString *target, const char *text, gsize length)
{
  if (is_plain (text, length))
    {
      g_string_append_len (target, text, length);
      return;
    }
  g_string_append_c (target, '"');
  for (const char *at = text; at < text + length;)
    {
      if (*at == '\0')
        {
          g_string_append (target, "\\0");
          at++;
          continue;
        }
      append_escaped (target, g_utf8_get_char (at));
      at = g_utf8_next_char (at);
    }
  g_string_append_c (target, '"');
}

static void
append_json_text (GString *target, McpJsonValue value)
{
  gsize            length;
  g_autofree char *text = mcp_json_value_dup_string (value, &length);

  store_yaml_append_text (target, text, length);
}

static void
append_json (GString *target, McpJsonValue value, guint depth)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);
  gsize       length;
  const char *text = mcp_json_value_get_text (value, &length);
  gboolean    first = TRUE;

  if (kind == MCP_JSON_STRING)
    {
      append_json_text (target, value);
      return;
    }
  if ((kind != MCP_JSON_ARRAY && kind != MCP_JSON_OBJECT) || depth == 0)
    {
      g_string_append_len (target, text, length);
      return;
    }
  g_string_append_c (target, kind == MCP_JSON_ARRAY ? '[' : '{');
  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
    {
      if (!first)
        g_string_append (target, ", ");
      first = FALSE;
      if (kind == MCP_JSON_OBJECT)
        {
          append_json_text (target, item.name);
          g_string_append (target, ": ");
        }
      append_json (target, item.value, depth - 1);
    }
  g_string_append_c (target, kind == MCP_JSON_ARRAY ? ']' : '}');
}

void
store_yaml_append_json (GString *target, McpJsonValue value)
{
  append_json (target, value, STORE_YAML_MAX_DEPTH);
}

/* RFC 8259 §6. */
static gboolean
is_json_number (const char *at)
{
  if (*at == '-')
    at++;
  if (*at == '0')
    at++;
  else if (g_ascii_isdigit (*at))
    while (g_ascii_isdigit (*at))
      at++;
  else
    return FALSE;
  if (*at == '.')
    {
      if (!g_ascii_isdigit (*++at))
        return FALSE;
      while (g_ascii_isdigit (*at))
        at++;
    }
  if (*at == 'e' || *at == 'E')
    {
      at++;
      if (*at == '+' || *at == '-')
        at++;
      if (!g_ascii_isdigit (*at))
        return FALSE;
      while (g_ascii_isdigit (*at))
        at++;
    }
  return *at == '\0';
}

/* YAML 1.2 §10.3.2 (core schema), as today's readers have it: yes and no are texts. */
static gboolean
is_word (const char *text, const char *word)
{
  g_autofree char *capital = g_ascii_strup (word, -1);

  return g_str_equal (text, word) || g_str_equal (text, capital) ||
         (*text == *capital && g_str_equal (text + 1, word + 1));
}

/* A tag that makes a text of what looks like something else: !!str, !, and those of programs. */
static gboolean
has_text_tag (StoreYamlNode *node)
{
  static const char *const others[] = { "int", "float", "bool", "null" };

  if (node->tag == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (g_str_has_prefix (node->tag, "tag:yaml.org,2002:") &&
        g_str_has_suffix (node->tag, others[i]))
      return FALSE;
  return TRUE;
}

static void
write_scalar (McpJsonWriter *writer, StoreYamlNode *node)
{
  if (!node->plain || has_text_tag (node))
    mcp_json_writer_string_length (writer, node->text, node->length);
  else if (store_yaml_node_is_null (node))
    mcp_json_writer_null (writer);
  else if (is_word (node->text, "true") || is_word (node->text, "false"))
    mcp_json_writer_raw (writer, g_ascii_tolower (*node->text) == 't' ? "true" : "false", -1);
  else if (is_json_number (node->text))
    mcp_json_writer_raw (writer, node->text, (gssize)node->length);
  else
    mcp_json_writer_string_length (writer, node->text, node->length);
}

static gboolean write_node (McpJsonWriter *writer, StoreYamlNode *node, guint depth, gsize *left);

/* Writes the pairs of @node that are not there yet, then those of what it merges by `<<`: what
 * comes first counts. @names: (element-type utf8): those that are there; borrowed */
static gboolean
write_pairs (
    McpJsonWriter *writer, StoreYamlNode *node, GHashTable *names, guint depth, gsize *left)
{
  node = store_yaml_node_resolve (node);
  if (depth == 0)
    return FALSE;
  if (node->kind == STORE_YAML_SEQUENCE)
    {
      for (guint i = 0; i < node->children->len; i++)
        if (!write_pairs (writer, g_ptr_array_index (node->children, i), names, depth - 1, left))
          return FALSE;
      return TRUE;
    }
  for (guint i = 0; i < store_yaml_node_get_n_pairs (node); i++)
    {
      StoreYamlNode *key = store_yaml_node_resolve (store_yaml_node_get_key (node, i));

      if (key->kind != STORE_YAML_SCALAR || strlen (key->text) != key->length ||
          *left < key->length + 1)
        return FALSE;
      *left -= key->length + 1;
      if (store_yaml_node_is_merge (node, i) || g_hash_table_contains (names, key->text))
        continue;
      mcp_json_writer_name (writer, key->text);
      if (!write_node (writer, store_yaml_node_get_value (node, i), depth - 1, left))
        return FALSE;
    }
  for (guint i = 0; i < store_yaml_node_get_n_pairs (node); i++)
    g_hash_table_add (names, store_yaml_node_resolve (store_yaml_node_get_key (node, i))->text);
  for (guint i = 0; i < store_yaml_node_get_n_pairs (node); i++)
    if (store_yaml_node_is_merge (node, i) &&
        !write_pairs (writer, store_yaml_node_get_value (node, i), names, depth - 1, left))
      return FALSE;
  return TRUE;
}

static gboolean
write_node (McpJsonWriter *writer, StoreYamlNode *node, guint depth, gsize *left)
{
  node = store_yaml_node_resolve (node);
  if (depth == 0 || *left < node->length + 1)
    return FALSE;
  *left -= node->length + 1;
  if (node->kind == STORE_YAML_SCALAR)
    {
      write_scalar (writer, node);
      return TRUE;
    }
  if (node->kind == STORE_YAML_SEQUENCE)
    {
      mcp_json_writer_begin_array (writer);
      for (guint i = 0; i < node->children->len; i++)
        if (!write_node (writer, g_ptr_array_index (node->children, i), depth - 1, left))
          return FALSE;
      mcp_json_writer_end_array (writer);
      return TRUE;
    }
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  mcp_json_writer_begin_object (writer);
  if (!write_pairs (writer, node, names, depth, left))
    return FALSE;
  mcp_json_writer_end_object (writer);
  return TRUE;
}

char *
store_yaml_node_dup_json (StoreYamlNode *node, gsize max_bytes)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  gsize left = max_bytes;

  if (!write_node (writer, node, STORE_YAML_MAX_DEPTH + 1, &left))
    return NULL;
  return mcp_json_writer_finish_text (writer);
}
