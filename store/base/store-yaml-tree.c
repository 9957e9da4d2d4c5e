/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-yaml-tree.h"

#include "store-error.h"

#include <string.h>
#include <yaml.h>

#define MARK "\357\273\277"

typedef struct
{
  StoreYamlTree *tree;
  GPtrArray     *open;    /* collections that are not closed yet, outermost first; borrowed */
  GHashTable    *anchors; /* name → node, borrowed */
  guint32       *offsets; /* (nullable): byte offset of each character; none for pure ASCII */
  gsize          n_characters;
  gsize          skipped; /* bytes of the mark */
} Builder;

static void
node_free (StoreYamlNode *node)
{
  if (node == NULL)
    return;
  g_free (node->text);
  g_free (node->anchor);
  g_free (node->tag);
  g_clear_pointer (&node->children, g_ptr_array_unref);
  g_free (node);
}

void
store_yaml_tree_free (StoreYamlTree *self)
{
  node_free (self->root);
  g_bytes_unref (self->bytes);
  g_free (self);
}

/* libyaml counts characters; texts are cut by bytes. */
static void
builder_index (Builder *builder, const char *text, gsize length)
{
  gsize       count = g_utf8_strlen (text, length);
  const char *at = text;

  builder->n_characters = count;
  if (count == length)
    return;
  builder->offsets = g_new (guint32, count + 1);
  for (gsize i = 0; i < count; i++, at = g_utf8_next_char (at))
    builder->offsets[i] = at - text;
  builder->offsets[count] = length;
}

static gsize
builder_offset (Builder *builder, const yaml_mark_t *mark)
{
  gsize index = MIN (mark->index, builder->n_characters);

  return builder->skipped + (builder->offsets != NULL ? builder->offsets[index] : index);
}

static StoreYamlNode *
builder_add (Builder *builder, StoreYamlKind kind, const yaml_event_t *event, const char *anchor)
{
  StoreYamlNode *node = g_new0 (StoreYamlNode, 1);

  node->kind = kind;
  node->start = builder_offset (builder, &event->start_mark);
  node->end = builder_offset (builder, &event->end_mark);
  node->line = event->start_mark.line + 1;
  node->column = event->start_mark.column + 1;
  if (kind == STORE_YAML_SEQUENCE || kind == STORE_YAML_MAPPING)
    node->children = g_ptr_array_new_with_free_func ((GDestroyNotify)node_free);
  if (builder->open->len > 0)
    {
      StoreYamlNode *parent = g_ptr_array_index (builder->open, builder->open->len - 1);

      g_ptr_array_add (parent->children, node);
    }
  else
    {
      builder->tree->root = node;
    }
  if (anchor != NULL)
    {
      node->anchor = g_strdup (anchor);
      g_hash_table_insert (builder->anchors, node->anchor, node);
    }
  if (node->children != NULL)
    g_ptr_array_add (builder->open, node);
  return node;
}

/* A node is complete: its weight goes to what it lies in. */
static gboolean
builder_weigh (Builder *builder, StoreYamlNode *node, gsize weight, GError **error)
{
  node->weight += weight;
  if (builder->open->len > 0)
    {
      StoreYamlNode *parent = g_ptr_array_index (builder->open, builder->open->len - 1);

      parent->weight += node->weight;
    }
  if (node->weight <= STORE_YAML_MAX_EXPANDED)
    return TRUE;
  g_propagate_error (error, store_error_new_at (STORE_ERROR_SYNTAX, node->line, node->column,
                                                "aliases make this too large"));
  return FALSE;
}

static void
set_tag (StoreYamlNode *node, const guchar *tag)
{
  node->tag = g_strdup ((const char *)tag);
}

static gboolean
builder_add_scalar (Builder *builder, const yaml_event_t *event, GError **error)
{
  StoreYamlNode *node =
      builder_add (builder, STORE_YAML_SCALAR, event, (const char *)event->data.scalar.anchor);
  yaml_scalar_style_t style = event->data.scalar.style;

  node->plain = style == YAML_PLAIN_SCALAR_STYLE;
  node->block = style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE;
  node->length = event->data.scalar.length;
  node->text = g_memdup2 (event->data.scalar.value, node->length + 1);
  set_tag (node, event->data.scalar.tag);
  return builder_weigh (builder, node, node->length + 1, error);
}

static gboolean
builder_add_alias (Builder *builder, const yaml_event_t *event, GError **error)
{
  const char    *name = (const char *)event->data.alias.anchor;
  StoreYamlNode *target = g_hash_table_lookup (builder->anchors, name);

  if (target == NULL || g_ptr_array_find (builder->open, target, NULL))
    {
      g_propagate_error (
          error, store_error_new_at (STORE_ERROR_SYNTAX, event->start_mark.line + 1,
                                     event->start_mark.column + 1,
                                     target == NULL ? "the alias “*%s” stands for nothing"
                                                    : "the alias “*%s” stands for what it lies in",
                                     name));
      return FALSE;
    }
  StoreYamlNode *node = builder_add (builder, STORE_YAML_ALIAS, event, NULL);
  node->text = g_strdup (name);
  node->length = strlen (name);
  node->target = target;
  return builder_weigh (builder, node, target->weight, error);
}

static gboolean
builder_close (Builder *builder, const yaml_event_t *event, GError **error)
{
  StoreYamlNode *node = g_ptr_array_index (builder->open, builder->open->len - 1);

  g_ptr_array_set_size (builder->open, builder->open->len - 1);
  if (!node->block)
    node->end = builder_offset (builder, &event->end_mark);
  else if (node->children->len > 0)
    node->end = ((StoreYamlNode *)g_ptr_array_index (node->children, node->children->len - 1))->end;
  return builder_weigh (builder, node, 1, error);
}

static void
builder_open (Builder *builder, const yaml_event_t *event)
{
  gboolean       is_sequence = event->type == YAML_SEQUENCE_START_EVENT;
  StoreYamlNode *node;

  if (is_sequence)
    node = builder_add (builder, STORE_YAML_SEQUENCE, event,
                        (const char *)event->data.sequence_start.anchor);
  else
    node = builder_add (builder, STORE_YAML_MAPPING, event,
                        (const char *)event->data.mapping_start.anchor);
  node->block = is_sequence ? event->data.sequence_start.style != YAML_FLOW_SEQUENCE_STYLE
                            : event->data.mapping_start.style != YAML_FLOW_MAPPING_STYLE;
  set_tag (node, is_sequence ? event->data.sequence_start.tag : event->data.mapping_start.tag);
}

/* Returns: whether to go on */
static gboolean
builder_take (Builder *builder, const yaml_event_t *event, guint *documents, GError **error)
{
  switch (event->type)
    {
    case YAML_DOCUMENT_START_EVENT:
      builder->tree->has_more = *documents > 0;
      return (*documents)++ == 0;
    case YAML_SCALAR_EVENT:
      return builder_add_scalar (builder, event, error);
    case YAML_ALIAS_EVENT:
      return builder_add_alias (builder, event, error);
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
      builder_open (builder, event);
      break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
      return builder_close (builder, event, error);
    default:
      return TRUE;
    }
  if (builder->open->len <= STORE_YAML_MAX_DEPTH)
    return TRUE;
  g_propagate_error (error,
                     store_error_new_at (STORE_ERROR_SYNTAX, event->start_mark.line + 1,
                                         event->start_mark.column + 1,
                                         "nested deeper than %d levels", STORE_YAML_MAX_DEPTH));
  return FALSE;
}

static void
set_parser_error (const yaml_parser_t *parser, GError **error)
{
  const char        *problem = parser->problem != NULL ? parser->problem : "not YAML";
  const yaml_mark_t *mark = &parser->problem_mark;

  /* libyaml's words for the commonest cause do not name it. */
  if (strstr (problem, "cannot start any token") != NULL && parser->unread > 0 &&
      *parser->buffer.pointer == '\t')
    {
      g_propagate_error (error, store_error_new_at (STORE_ERROR_SYNTAX, mark->line + 1,
                                                    mark->column + 1,
                                                    "a tab; YAML is indented with spaces"));
      return;
    }

  g_propagate_error (error,
                     store_error_new_at (STORE_ERROR_SYNTAX, mark->line + 1, mark->column + 1,
                                         "%s%s%s", problem, parser->context != NULL ? " " : "",
                                         parser->context != NULL ? parser->context : ""));
}

static gboolean
builder_run (Builder *builder, yaml_parser_t *parser, GError **error)
{
  guint   documents = 0;
  GError *local_error = NULL;

  while (TRUE)
    {
      yaml_event_t      event;
      yaml_event_type_t type;

      if (!yaml_parser_parse (parser, &event))
        {
          /* A broken second document does not concern us. */
          if (documents > 1)
            return TRUE;
          set_parser_error (parser, error);
          return FALSE;
        }
      type = event.type;
      gboolean more = builder_take (builder, &event, &documents, &local_error);
      yaml_event_delete (&event);
      if (local_error != NULL)
        {
          g_propagate_error (error, local_error);
          return FALSE;
        }
      if (!more || type == YAML_STREAM_END_EVENT || type == YAML_NO_EVENT)
        return TRUE;
    }
}

static gboolean
check_utf8 (const char *text, gsize length, GError **error)
{
  const char *end;
  guint       line = 1;

  if (g_utf8_validate_len (text, length, &end))
    return TRUE;
  const char *line_start = text;
  for (const char *at = text; at < end; at++)
    if (*at == '\n')
      {
        line++;
        line_start = at + 1;
      }
  g_propagate_error (
      error, store_error_new_at (STORE_ERROR_SYNTAX, line,
                                 g_utf8_strlen (line_start, end - line_start) + 1,
                                 *end == '\0' ? "a NUL character" : "this is not UTF-8 text"));
  return FALSE;
}

StoreYamlTree *
store_yaml_tree_new (GBytes *bytes, GError **error)
{
  g_autoptr (StoreYamlTree) self = g_new0 (StoreYamlTree, 1);
  g_autoptr (GPtrArray) open = g_ptr_array_new ();
  g_autoptr (GHashTable) anchors = g_hash_table_new (g_str_hash, g_str_equal);
  Builder       builder = { .tree = self, .open = open, .anchors = anchors };
  yaml_parser_t parser;
  gsize         length;
  const char   *text = g_bytes_get_data (bytes, &length);

  self->bytes = g_bytes_ref (bytes);
  if (text == NULL)
    text = "";
  if (!check_utf8 (text, length, error))
    return NULL;
  self->has_mark = length >= 3 && memcmp (text, MARK, 3) == 0;
  builder.skipped = self->has_mark ? 3 : 0;
  builder_index (&builder, text + builder.skipped, length - builder.skipped);
  if (!yaml_parser_initialize (&parser))
    g_error ("libyaml is out of memory");
  yaml_parser_set_encoding (&parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string (&parser, (const guchar *)text + builder.skipped,
                                length - builder.skipped);
  gboolean done = builder_run (&builder, &parser, error);
  yaml_parser_delete (&parser);
  g_free (builder.offsets);
  return done ? g_steal_pointer (&self) : NULL;
}

StoreYamlNode *
store_yaml_node_resolve (StoreYamlNode *node)
{
  return node != NULL && node->kind == STORE_YAML_ALIAS ? node->target : node;
}

gboolean
store_yaml_node_is_null (StoreYamlNode *node)
{
  static const char *const words[] = { "", "~", "null", "Null", "NULL", NULL };

  node = store_yaml_node_resolve (node);
  return node == NULL ||
         (node->kind == STORE_YAML_SCALAR && node->plain && strlen (node->text) == node->length &&
          g_strv_contains (words, node->text));
}

gboolean
store_yaml_node_is_text (StoreYamlNode *node, const char *text)
{
  node = store_yaml_node_resolve (node);
  return node != NULL && node->kind == STORE_YAML_SCALAR && node->length == strlen (text) &&
         memcmp (node->text, text, node->length) == 0;
}

guint
store_yaml_node_get_n_pairs (StoreYamlNode *node)
{
  return node != NULL && node->kind == STORE_YAML_MAPPING ? node->children->len / 2 : 0;
}

StoreYamlNode *
store_yaml_node_get_key (StoreYamlNode *node, guint index)
{
  return g_ptr_array_index (node->children, 2 * index);
}

StoreYamlNode *
store_yaml_node_get_value (StoreYamlNode *node, guint index)
{
  return g_ptr_array_index (node->children, 2 * index + 1);
}

gboolean
store_yaml_node_find (StoreYamlNode *node, const char *key, guint *index)
{
  for (guint i = 0; i < store_yaml_node_get_n_pairs (node); i++)
    if (store_yaml_node_is_text (store_yaml_node_get_key (node, i), key))
      {
        if (index != NULL)
          *index = i;
        return TRUE;
      }
  return FALSE;
}

gboolean
store_yaml_node_is_merge (StoreYamlNode *node, guint index)
{
  StoreYamlNode *key = store_yaml_node_get_key (node, index);
  StoreYamlNode *value = store_yaml_node_resolve (store_yaml_node_get_value (node, index));

  if (key->kind != STORE_YAML_SCALAR || !key->plain || !store_yaml_node_is_text (key, "<<"))
    return FALSE;
  if (value->kind != STORE_YAML_SEQUENCE)
    return value->kind == STORE_YAML_MAPPING;
  for (guint i = 0; i < value->children->len; i++)
    if (store_yaml_node_resolve (g_ptr_array_index (value->children, i))->kind !=
        STORE_YAML_MAPPING)
      return FALSE;
  return value->children->len > 0;
}

static StoreYamlNode *
lookup (StoreYamlNode *node, const char *key, guint depth)
{
  guint index;

  node = store_yaml_node_resolve (node);
  if (store_yaml_node_find (node, key, &index))
    return store_yaml_node_get_value (node, index);
  /* Merging a merge of a merge is beyond what a person writes, and ends circles. */
  if (depth >= 4 || !store_yaml_node_find (node, "<<", &index))
    return NULL;
  StoreYamlNode *merged = store_yaml_node_resolve (store_yaml_node_get_value (node, index));
  if (merged == NULL || merged->kind != STORE_YAML_SEQUENCE)
    return lookup (merged, key, depth + 1);
  for (guint i = 0; i < merged->children->len; i++)
    {
      StoreYamlNode *found = lookup (g_ptr_array_index (merged->children, i), key, depth + 1);

      if (found != NULL)
        return found;
    }
  return NULL;
}

StoreYamlNode *
store_yaml_node_lookup (StoreYamlNode *node, const char *key)
{
  return lookup (node, key, 0);
}

/* The next pair whose key is not @skip. */
static guint
next_pair (StoreYamlNode *node, guint index, const char *skip)
{
  while (skip != NULL && index < store_yaml_node_get_n_pairs (node) &&
         store_yaml_node_is_text (store_yaml_node_get_key (node, index), skip))
    index++;
  return index;
}

static gboolean
mapping_equal_except (StoreYamlNode *a, StoreYamlNode *b, const char *const *path)
{
  const char *skip = path != NULL ? path[0] : NULL;
  guint       i = next_pair (a, 0, skip);
  guint       j = next_pair (b, 0, skip);

  for (; i < store_yaml_node_get_n_pairs (a) && j < store_yaml_node_get_n_pairs (b);
       i = next_pair (a, i + 1, skip), j = next_pair (b, j + 1, skip))
    if (!store_yaml_node_equal_except (store_yaml_node_get_key (a, i),
                                       store_yaml_node_get_key (b, j), NULL) ||
        !store_yaml_node_equal_except (store_yaml_node_get_value (a, i),
                                       store_yaml_node_get_value (b, j), NULL))
      return FALSE;
  if (i < store_yaml_node_get_n_pairs (a) || j < store_yaml_node_get_n_pairs (b))
    return FALSE;
  if (skip == NULL || path[1] == NULL || !store_yaml_node_find (a, skip, &i) ||
      !store_yaml_node_find (b, skip, &j))
    return TRUE;
  return store_yaml_node_equal_except (store_yaml_node_get_value (a, i),
                                       store_yaml_node_get_value (b, j), path + 1);
}

gboolean
store_yaml_node_equal_except (StoreYamlNode *a, StoreYamlNode *b, const char *const *path)
{
  /* Nothing at all, or nothing yet, on the way to what may differ. */
  if (path != NULL && path[0] != NULL &&
      (store_yaml_node_is_null (a) || store_yaml_node_is_null (b)))
    {
      if (store_yaml_node_is_null (a) && store_yaml_node_is_null (b))
        return TRUE;
      a = store_yaml_node_is_null (a) ? b : a;
      return a->kind == STORE_YAML_MAPPING &&
             next_pair (a, 0, path[0]) == store_yaml_node_get_n_pairs (a);
    }
  if (a == NULL || b == NULL)
    return a == b;
  if (a->kind != b->kind || g_strcmp0 (a->anchor, b->anchor) != 0 ||
      g_strcmp0 (a->tag, b->tag) != 0)
    return FALSE;
  if (a->kind == STORE_YAML_MAPPING)
    return mapping_equal_except (a, b, path);
  if (a->kind == STORE_YAML_SEQUENCE)
    {
      if (a->children->len != b->children->len)
        return FALSE;
      for (guint i = 0; i < a->children->len; i++)
        if (!store_yaml_node_equal_except (g_ptr_array_index (a->children, i),
                                           g_ptr_array_index (b->children, i), NULL))
          return FALSE;
      return TRUE;
    }
  return a->plain == b->plain && a->length == b->length &&
         memcmp (a->text, b->text, a->length) == 0;
}
