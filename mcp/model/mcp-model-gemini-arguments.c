/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-gemini-arguments.h"

#include <string.h>

/* More places, and deeper ones, than a tool has arguments */
#define MAX_NODES 1024
#define MAX_DEPTH 64

typedef struct
{
  McpJsonKind kind;
  char       *name;     /* (nullable): of a member */
  GString    *text;     /* of a string what is between its quotes; of another scalar all of it */
  GPtrArray  *children; /* (element-type Node) */
} Node;

struct _McpModelGeminiArguments
{
  Node    *root;
  guint    n_nodes;
  gboolean broken;
};

/* A step of a path */
typedef struct
{
  char  *name;  /* (nullable): of a member */
  gint64 index; /* of an item where there is no name */
} Step;

static void
node_free (gpointer data)
{
  Node *node = data;

  g_free (node->name);
  g_string_free (node->text, TRUE);
  g_ptr_array_unref (node->children);
  g_free (node);
}

static Node *
node_new (const char *name)
{
  Node *node = g_new0 (Node, 1);

  node->kind = MCP_JSON_NONE;
  node->name = g_strdup (name);
  node->text = g_string_new (NULL);
  node->children = g_ptr_array_new_with_free_func (node_free);
  return node;
}

McpModelGeminiArguments *
mcp_model_gemini_arguments_new (void)
{
  McpModelGeminiArguments *self = g_new0 (McpModelGeminiArguments, 1);

  self->root = node_new (NULL);
  self->root->kind = MCP_JSON_OBJECT;
  return self;
}

void
mcp_model_gemini_arguments_free (McpModelGeminiArguments *self)
{
  node_free (self->root);
  g_free (self);
}

/* Reads what stands in brackets: a number, or a name in quotes. Returns: what is behind them;
 * %NULL where it is neither */
static const char *
read_bracket (const char *next, Step *step)
{
  const char *end;
  char       *behind;

  if (*next == '\'' || *next == '"')
    {
      end = strchr (next + 1, *next);
      if (end == NULL || end[1] != ']')
        return NULL;
      step->name = g_strndup (next + 1, (gsize)(end - next - 1));
      return end + 2;
    }
  if (!g_ascii_isdigit (*next))
    return NULL;
  step->index = g_ascii_strtoll (next, &behind, 10);
  return *behind == ']' ? behind + 1 : NULL;
}

/* Returns: what is behind the first step of @path; %NULL where it is none */
static const char *
read_step (const char *path, Step *step)
{
  if (*path == '[')
    return read_bracket (path + 1, step);
  if (*path != '.')
    return NULL;
  gsize length = strcspn (path + 1, ".[");
  if (length == 0)
    return NULL;
  step->name = g_strndup (path + 1, length);
  return path + 1 + length;
}

/* Returns: (nullable): the new child of @node */
static Node *
add_child (McpModelGeminiArguments *self, Node *node, const char *name)
{
  if (self->n_nodes >= MAX_NODES)
    return NULL;
  self->n_nodes++;
  Node *child = node_new (name);
  g_ptr_array_add (node->children, child);
  return child;
}

/* Returns: (nullable): where @step leads from @node, a new place if need be */
static Node *
enter (McpModelGeminiArguments *self, Node *node, const Step *step)
{
  McpJsonKind kind = step->name != NULL ? MCP_JSON_OBJECT : MCP_JSON_ARRAY;

  if (node->kind == MCP_JSON_NONE)
    node->kind = kind;
  if (node->kind != kind)
    return NULL;
  if (step->name == NULL)
    {
      /* Items come in their order. */
      if (step->index < node->children->len)
        return node->children->pdata[step->index];
      return step->index == node->children->len ? add_child (self, node, NULL) : NULL;
    }
  for (guint i = 0; i < node->children->len; i++)
    {
      Node *child = node->children->pdata[i];

      if (strcmp (child->name, step->name) == 0)
        return child;
    }
  return add_child (self, node, step->name);
}

/* Returns: (nullable) */
static Node *
find (McpModelGeminiArguments *self, const char *path)
{
  Node *node = self->root;

  if (path == NULL || *path != '$')
    return NULL;
  path++;
  for (guint depth = 0; *path != '\0'; depth++)
    {
      Step step = { NULL, 0 };

      path = depth < MAX_DEPTH ? read_step (path, &step) : NULL;
      node = path != NULL ? enter (self, node, &step) : NULL;
      g_free (step.name);
      if (node == NULL)
        return NULL;
    }
  return node;
}

/* Returns: whether @value could be put there */
static gboolean
put (Node *node, McpJsonValue value)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);
  gsize       length;
  const char *text = mcp_json_value_get_text (value, &length);

  if (node->kind != MCP_JSON_NONE && (node->kind != kind || kind != MCP_JSON_STRING))
    return FALSE;
  node->kind = kind;
  if (kind == MCP_JSON_STRING)
    g_string_append_len (node->text, text + 1, (gssize)length - 2);
  else
    g_string_append_len (node->text, text, (gssize)length);
  return TRUE;
}

void
mcp_model_gemini_arguments_add (McpModelGeminiArguments *self, McpJsonValue piece)
{
  static const struct
  {
    const char *name;
    McpJsonKind kind;
  } members[] = {
    { "stringValue", MCP_JSON_STRING },
    { "numberValue", MCP_JSON_NUMBER },
    { "boolValue", MCP_JSON_BOOLEAN },
  };
  g_autofree char *path = mcp_json_value_dup_member_string (piece, "jsonPath");

  if (self->broken)
    return;
  Node *node = find (self, path);
  if (node == NULL || node == self->root)
    {
      self->broken = TRUE;
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      McpJsonValue value = mcp_json_value_get_member (piece, members[i].name);

      if (mcp_json_value_get_kind (value) == members[i].kind)
        {
          self->broken = !put (node, value);
          return;
        }
    }
  /* The name of null is an enumeration's word. A piece without a value ends what came before. */
  if (mcp_json_value_exists (mcp_json_value_get_member (piece, "nullValue")) &&
      node->kind == MCP_JSON_NONE)
    node->kind = MCP_JSON_NULL;
}

static void
write_node (McpJsonWriter *writer, const Node *node)
{
  g_autofree char *quoted = NULL;
  gboolean         is_object = node->kind == MCP_JSON_OBJECT;

  switch (node->kind)
    {
    case MCP_JSON_STRING:
      quoted = g_strconcat ("\"", node->text->str, "\"", NULL);
      mcp_json_writer_raw (writer, quoted, -1);
      break;
    case MCP_JSON_NUMBER:
    case MCP_JSON_BOOLEAN:
      mcp_json_writer_raw (writer, node->text->str, (gssize)node->text->len);
      break;
    case MCP_JSON_OBJECT:
    case MCP_JSON_ARRAY:
      mcp_json_writer_add (writer, is_object ? "{" : "[");
      for (guint i = 0; i < node->children->len; i++)
        {
          const Node *child = node->children->pdata[i];

          if (is_object)
            mcp_json_writer_name (writer, child->name);
          write_node (writer, child);
        }
      mcp_json_writer_add (writer, is_object ? "}" : "]");
      break;
    default:
      mcp_json_writer_null (writer);
    }
}

char *
mcp_model_gemini_arguments_dup_text (McpModelGeminiArguments *self)
{
  if (self->broken)
    return g_strdup ("(the arguments came in pieces that are not understood)");
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  write_node (writer, self->root);
  return mcp_json_writer_finish_text (writer);
}
