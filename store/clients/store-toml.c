/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-toml.h"

#include "store-error.h"
#include "mcp-json-writer.h"

#include <string.h>

/* Tables in tables, arrays in arrays, names of a key: settings have a few. */
#define MAX_DEPTH 64

/* A table, an array of tables, or a value. */
typedef struct _Node Node;
struct _Node
{
  char       *key;
  char       *json;       /* (nullable): of a value */
  GPtrArray  *children;   /* (nullable): of Node, in their order */
  GHashTable *by_key;     /* (nullable): key → Node, of a table */
  gboolean    has_header; /* “[it]” is in the text */
};

typedef struct
{
  const char *start;
  const char *at;
  guint       depth;
  GPtrArray  *statements; /* (nullable): of StoreTomlStatement; gets more */
  GPtrArray  *header;     /* (nullable): the names of the table that lines are about */
  GError    **error;
} Parser;

static gboolean parse_value (Parser *parser, GString *json);

static void
node_free (Node *node)
{
  g_free (node->key);
  g_free (node->json);
  g_clear_pointer (&node->children, g_ptr_array_unref);
  g_clear_pointer (&node->by_key, g_hash_table_unref);
  g_free (node);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Node, node_free)

/* @key: (nullable) (transfer full) */
static Node *
node_new (char *key, gboolean table)
{
  Node *node = g_new0 (Node, 1);

  node->key = key;
  node->children = g_ptr_array_new_with_free_func ((GDestroyNotify)node_free);
  if (table)
    node->by_key = g_hash_table_new (g_str_hash, g_str_equal);
  return node;
}

static void
node_write (Node *node, GString *json)
{
  if (node->json != NULL)
    {
      g_string_append (json, node->json);
      return;
    }
  g_string_append_c (json, node->by_key != NULL ? '{' : '[');
  for (guint i = 0; i < node->children->len; i++)
    {
      Node *child = g_ptr_array_index (node->children, i);

      if (i > 0)
        g_string_append_c (json, ',');
      if (node->by_key != NULL)
        {
          g_autofree char *name = mcp_json_quote (child->key, -1);

          g_string_append_printf (json, "%s:", name);
        }
      node_write (child, json);
    }
  g_string_append_c (json, node->by_key != NULL ? '}' : ']');
}

/* Always FALSE, for the caller to return. */
static gboolean
fail (Parser *parser, const char *message)
{
  guint       line = 1;
  const char *begin = parser->start;

  for (const char *at = parser->start; at < parser->at; at++)
    if (*at == '\n')
      {
        line++;
        begin = at + 1;
      }
  g_propagate_error (parser->error,
                     store_error_new_at (STORE_ERROR_SYNTAX, line,
                                         (guint)g_utf8_strlen (begin, parser->at - begin) + 1,
                                         "TOML: %s", message));
  return FALSE;
}

static void
skip_blanks (Parser *parser)
{
  parser->at += strspn (parser->at, " \t");
}

/* Blanks, comments and line ends */
static void
skip_lines (Parser *parser)
{
  parser->at += strspn (parser->at, " \t\r\n");
  while (*parser->at == '#')
    {
      parser->at += strcspn (parser->at, "\n");
      parser->at += strspn (parser->at, " \t\r\n");
    }
}

static gboolean
end_line (Parser *parser)
{
  skip_blanks (parser);
  if (*parser->at == '#')
    parser->at += strcspn (parser->at, "\n");
  if (*parser->at == '\0' || *parser->at == '\n' || g_str_has_prefix (parser->at, "\r\n"))
    return TRUE;
  return fail (parser, "the line must end here");
}

/* Strings */

static gboolean
parse_code_point (Parser *parser, GString *text, guint digits)
{
  guint32 code = 0;

  for (guint i = 0; i < digits; i++, parser->at++)
    {
      if (!g_ascii_isxdigit (*parser->at))
        return fail (parser, "a hexadecimal digit is expected");
      code = code * 16 + (guint32)g_ascii_xdigit_value (*parser->at);
    }
  if (code == 0 || !g_unichar_validate (code))
    return fail (parser, "this is no character");
  g_string_append_unichar (text, code);
  return TRUE;
}

/* After a backslash */
static gboolean
parse_escape (Parser *parser, GString *text, gboolean multiline)
{
  static const char letters[] = "btnfr\"\\e";
  static const char values[] = "\b\t\n\f\r\"\\\x1b";
  char              letter = *parser->at;
  const char       *found = letter != '\0' ? strchr (letters, letter) : NULL;

  if (found != NULL)
    {
      g_string_append_c (text, values[found - letters]);
      parser->at++;
      return TRUE;
    }
  if (letter == 'u' || letter == 'U')
    {
      parser->at++;
      return parse_code_point (parser, text, letter == 'u' ? 4 : 8);
    }
  /* A line that goes on in the next */
  if (multiline && parser->at[strspn (parser->at, " \t\r")] == '\n')
    {
      parser->at += strspn (parser->at, " \t\r\n");
      return TRUE;
    }
  return fail (parser, "unknown escape sequence");
}

/* At a quote, single or double, or three of them. Returns: (transfer full) (nullable) */
static char *
parse_string (Parser *parser, gboolean may_have_lines)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char        quote = *parser->at;
  const char *end = quote == '"' ? "\"\"\"" : "'''";
  gboolean    multiline = g_str_has_prefix (parser->at, end);

  if (multiline && !may_have_lines)
    {
      fail (parser, "a string over several lines cannot stand here");
      return NULL;
    }
  parser->at += multiline ? 3 : 1;
  if (multiline)
    parser->at += g_str_has_prefix (parser->at, "\r\n") ? 2 : *parser->at == '\n' ? 1
                                                                                  : 0;
  while (multiline ? !g_str_has_prefix (parser->at, end) || parser->at[3] == quote
                   : *parser->at != quote)
    {
      if (*parser->at == '\0' || (*parser->at == '\n' && !multiline))
        {
          fail (parser, "the string does not end");
          return NULL;
        }
      if (*parser->at == '\\' && quote == '"')
        {
          parser->at++;
          if (!parse_escape (parser, text, multiline))
            return NULL;
        }
      else
        g_string_append_c (text, *parser->at++);
    }
  parser->at += multiline ? 3 : 1;
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Keys */

/* Returns: (transfer full) (nullable) */
static char *
parse_name (Parser *parser)
{
  gsize length = 0;

  if (*parser->at == '"' || *parser->at == '\'')
    return parse_string (parser, FALSE);
  while (g_ascii_isalnum (parser->at[length]) || parser->at[length] == '_' ||
         parser->at[length] == '-')
    length++;
  if (length == 0)
    {
      fail (parser, "a key is expected");
      return NULL;
    }
  char *name = g_strndup (parser->at, length);
  parser->at += length;
  return name;
}

/* The names of a dotted key. Returns: (transfer full) (nullable) */
static GPtrArray *
parse_key (Parser *parser)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  while (TRUE)
    {
      skip_blanks (parser);
      char *name = parse_name (parser);
      if (name == NULL)
        return NULL;
      g_ptr_array_add (names, name);
      skip_blanks (parser);
      if (*parser->at != '.')
        return g_steal_pointer (&names);
      if (names->len >= MAX_DEPTH)
        {
          fail (parser, "this is nested too deeply");
          return NULL;
        }
      parser->at++;
    }
}

/* The table of this name, made where there is none; of an array of tables its last.
 * Returns: (transfer none) (nullable) */
static Node *
enter (Parser *parser, Node *table, const char *name)
{
  Node *child = g_hash_table_lookup (table->by_key, name);

  if (child == NULL)
    {
      child = node_new (g_strdup (name), TRUE);
      g_ptr_array_add (table->children, child);
      g_hash_table_insert (table->by_key, child->key, child);
    }
  if (child->by_key == NULL && child->json == NULL)
    child = g_ptr_array_index (child->children, child->children->len - 1);
  if (child->json == NULL)
    return child;
  fail (parser, "this key has a value already");
  return NULL;
}

static Node *
enter_all (Parser *parser, Node *table, GPtrArray *names, guint n)
{
  for (guint i = 0; i < n && table != NULL; i++)
    table = enter (parser, table, g_ptr_array_index (names, i));
  return table;
}

/* Statements */

static void
statement_free (StoreTomlStatement *statement)
{
  g_ptr_array_unref (statement->names);
  g_clear_pointer (&statement->items, g_array_unref);
  g_free (statement);
}

static char *
copy_name (const char *name, gpointer data)
{
  return g_strdup (name);
}

/* @start: where the statement begins */
static void
add_statement (Parser *parser, GPtrArray *names, gboolean is_header, const char *start)
{
  if (parser->statements == NULL || parser->depth > 0)
    return;
  StoreTomlStatement *statement = g_new0 (StoreTomlStatement, 1);
  if (is_header || parser->header == NULL)
    statement->names = g_ptr_array_new_with_free_func (g_free);
  else
    {
      statement->names = g_ptr_array_copy (parser->header, (GCopyFunc)copy_name, NULL);
      g_ptr_array_set_free_func (statement->names, g_free);
    }
  for (guint i = 0; i < names->len; i++)
    g_ptr_array_add (statement->names, g_strdup (g_ptr_array_index (names, i)));
  while (start > parser->start && start[-1] != '\n')
    start--;
  statement->is_header = is_header;
  statement->start = (gsize)(start - parser->start);
  g_ptr_array_add (parser->statements, statement);
  if (is_header)
    parser->header = statement->names;
}

/* The value's place is known when it was read, the line's when it ended. */
static void
note_value (Parser *parser, const char *value)
{
  StoreTomlStatement *statement;

  if (parser->statements == NULL || parser->depth > 0)
    return;
  statement = g_ptr_array_index (parser->statements, parser->statements->len - 1);
  statement->value = (gsize)(value - parser->start);
  statement->value_end = (gsize)(parser->at - parser->start);
}

static void
note_end (Parser *parser)
{
  StoreTomlStatement *statement;

  if (parser->statements == NULL)
    return;
  statement = g_ptr_array_index (parser->statements, parser->statements->len - 1);
  statement->end = (gsize)(parser->at - parser->start) + strcspn (parser->at, "\n");
  statement->end += parser->start[statement->end] == '\n';
}

static gboolean
parse_pair (Parser *parser, Node *table)
{
  const char *start = parser->at;
  g_autoptr (GPtrArray) names = parse_key (parser);
  g_autoptr (GString) json = g_string_new (NULL);

  if (names == NULL)
    return FALSE;
  const char *last = g_ptr_array_index (names, names->len - 1);
  table = enter_all (parser, table, names, names->len - 1);
  if (table == NULL)
    return FALSE;
  if (g_hash_table_contains (table->by_key, last))
    return fail (parser, "this key appears twice");
  if (*parser->at != '=')
    return fail (parser, "“=” is expected");
  parser->at++;
  skip_blanks (parser);
  add_statement (parser, names, FALSE, start);
  start = parser->at;
  if (!parse_value (parser, json))
    return FALSE;
  note_value (parser, start);
  Node *node = g_new0 (Node, 1);
  node->key = g_strdup (last);
  node->json = g_string_free (g_steal_pointer (&json), FALSE);
  g_ptr_array_add (table->children, node);
  g_hash_table_insert (table->by_key, node->key, node);
  return TRUE;
}

/* Values */

/* Of an array that is a pair's value itself. */
static void
note_item (Parser *parser, const char *start)
{
  StoreTomlStatement *statement;
  StoreTomlItem       item = { .start = (gsize)(start - parser->start),
                               .end = (gsize)(parser->at - parser->start) };

  if (parser->statements == NULL || parser->depth > 1)
    return;
  statement = g_ptr_array_index (parser->statements, parser->statements->len - 1);
  if (statement->items == NULL)
    statement->items = g_array_new (FALSE, FALSE, sizeof (StoreTomlItem));
  g_array_append_val (statement->items, item);
}

static gboolean
parse_array (Parser *parser, GString *json)
{
  parser->at++;
  g_string_append_c (json, '[');
  skip_lines (parser);
  while (*parser->at != ']')
    {
      const char *start = parser->at;

      if (!parse_value (parser, json))
        return FALSE;
      note_item (parser, start);
      skip_lines (parser);
      if (*parser->at == ',')
        {
          parser->at++;
          skip_lines (parser);
          if (*parser->at != ']')
            g_string_append_c (json, ',');
        }
      else if (*parser->at != ']')
        return fail (parser, "“,” or “]” is expected");
    }
  parser->at++;
  g_string_append_c (json, ']');
  return TRUE;
}

static gboolean
parse_inline_table (Parser *parser, GString *json)
{
  g_autoptr (Node) table = node_new (NULL, TRUE);

  parser->at++;
  skip_lines (parser);
  while (*parser->at != '}')
    {
      if (!parse_pair (parser, table))
        return FALSE;
      skip_lines (parser);
      if (*parser->at == ',')
        {
          parser->at++;
          skip_lines (parser);
        }
      else if (*parser->at != '}')
        return fail (parser, "“,” or “}” is expected");
    }
  parser->at++;
  node_write (table, json);
  return TRUE;
}

/* Numbers that JSON has not, dates, times */
#define OTHER_WORD                                                \
  "^([+-]?(inf|nan|[0-9][0-9_]*(\\.[0-9_]+)?([eE][+-]?[0-9_]+)?)" \
  "|0x[0-9A-Fa-f_]+|0o[0-7_]+|0b[01_]+"                           \
  "|[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt ][0-9:.]+([Zz]|[+-][0-9:]+)?)?|[0-9]{2}:[0-9]{2}[0-9:.]*)$"

/* A truth, a number or a date. */
static gboolean
parse_word (Parser *parser, GString *json)
{
  g_autofree char *word = g_strndup (parser->at, strcspn (parser->at, ",]}#\r\n"));
  g_autoptr (GString) number = g_string_new (*g_strchomp (word) == '+' ? word + 1 : word);

  if (strchr ("+-0123456789in", *word) == NULL && !g_str_equal (word, "true") &&
      !g_str_equal (word, "false"))
    return fail (parser, "a value is expected");
  if (*word == '\0')
    return fail (parser, "a value is expected");
  parser->at += strlen (word);
  g_string_replace (number, "_", "", 0);
  if (g_str_equal (word, "true") || g_str_equal (word, "false") ||
      g_regex_match_simple ("^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?$", number->str,
                            G_REGEX_DOLLAR_ENDONLY, 0))
    {
      g_string_append (json, number->str);
      return TRUE;
    }
  if (!g_regex_match_simple (OTHER_WORD, word, G_REGEX_DOLLAR_ENDONLY, 0))
    return fail (parser, "a value is expected");
  g_autofree char *quoted = mcp_json_quote (word, -1);
  g_string_append (json, quoted);
  return TRUE;
}

static gboolean
parse_text (Parser *parser, GString *json)
{
  g_autofree char *text = parse_string (parser, TRUE);
  g_autofree char *quoted = text != NULL ? mcp_json_quote (text, -1) : NULL;

  if (text == NULL)
    return FALSE;
  g_string_append (json, quoted);
  return TRUE;
}

static gboolean
parse_value (Parser *parser, GString *json)
{
  gboolean well;

  if (parser->depth >= MAX_DEPTH)
    return fail (parser, "this is nested too deeply");
  parser->depth++;
  switch (*parser->at)
    {
    case '"':
    case '\'':
      well = parse_text (parser, json);
      break;
    case '[':
      well = parse_array (parser, json);
      break;
    case '{':
      well = parse_inline_table (parser, json);
      break;
    default:
      well = parse_word (parser, json);
      break;
    }
  parser->depth--;
  return well;
}

/* The document */

/* At the last name of “[[a.b]]”. Returns: (transfer none) (nullable): the table that was added */
static Node *
add_to_array (Parser *parser, Node *table, const char *name)
{
  Node *array = g_hash_table_lookup (table->by_key, name);

  if (array == NULL)
    {
      array = node_new (g_strdup (name), FALSE);
      g_ptr_array_add (table->children, array);
      g_hash_table_insert (table->by_key, array->key, array);
    }
  if (array->by_key != NULL || array->json != NULL)
    {
      fail (parser, "this key has a value already");
      return NULL;
    }
  Node *element = node_new (NULL, TRUE);
  g_ptr_array_add (array->children, element);
  return element;
}

/* @names with the number of each element that they lead through. Returns: (transfer full) */
static GPtrArray *
number_elements (Node *root, GPtrArray *names)
{
  GPtrArray *result = g_ptr_array_new_with_free_func (g_free);
  Node      *node = root;

  for (guint i = 0; i < names->len; i++)
    {
      g_ptr_array_add (result, g_strdup (g_ptr_array_index (names, i)));
      node = g_hash_table_lookup (node->by_key, g_ptr_array_index (names, i));
      if (node->by_key != NULL)
        continue;
      g_ptr_array_add (result, g_strdup_printf ("%u", node->children->len - 1));
      node = g_ptr_array_index (node->children, node->children->len - 1);
    }
  return result;
}

/* At “[”. Returns: (transfer none) (nullable): the table that the next lines are about */
static Node *
parse_header (Parser *parser, Node *root)
{
  gboolean    array = g_str_has_prefix (parser->at, "[[");
  const char *start = parser->at;

  parser->at += array ? 2 : 1;
  g_autoptr (GPtrArray) names = parse_key (parser);
  if (names == NULL)
    return NULL;
  if (!g_str_has_prefix (parser->at, array ? "]]" : "]"))
    {
      fail (parser, array ? "“]]” is expected" : "“]” is expected");
      return NULL;
    }
  parser->at += array ? 2 : 1;
  Node *table = enter_all (parser, root, names, array ? names->len - 1 : names->len);
  if (table != NULL && array)
    table = add_to_array (parser, table, g_ptr_array_index (names, names->len - 1));
  else if (table != NULL && table->has_header)
    {
      fail (parser, "this table appears twice");
      return NULL;
    }
  if (table == NULL)
    return NULL;
  table->has_header = TRUE;
  g_autoptr (GPtrArray) numbered = number_elements (root, names);
  add_statement (parser, numbered, TRUE, start);
  return table;
}

static GBytes *
read_all (const char *text, GPtrArray *statements, GError **error)
{
  g_autoptr (Node) root = node_new (NULL, TRUE);
  Parser parser = { .start = text, .at = text, .statements = statements, .error = error };
  Node  *table = root;

  if (g_str_has_prefix (text, "\357\273\277"))
    parser.at += 3;
  for (skip_lines (&parser); *parser.at != '\0'; skip_lines (&parser))
    {
      if (*parser.at == '[')
        table = parse_header (&parser, root);
      else if (!parse_pair (&parser, table))
        return NULL;
      if (table == NULL || !end_line (&parser))
        return NULL;
      note_end (&parser);
    }
  GString *json = g_string_new (NULL);
  node_write (root, json);
  return g_string_free_to_bytes (json);
}

GBytes *
store_toml_to_json (const char *text, GError **error)
{
  g_return_val_if_fail (text != NULL, NULL);

  return read_all (text, NULL, error);
}

GBytes *
store_toml_scan (const char *text, GPtrArray **statements, GError **error)
{
  g_autoptr (GPtrArray) found =
      g_ptr_array_new_with_free_func ((GDestroyNotify)statement_free);

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (statements != NULL, NULL);

  GBytes *json = read_all (text, found, error);
  if (json != NULL)
    *statements = g_steal_pointer (&found);
  return json;
}
