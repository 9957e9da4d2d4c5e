/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreYamlTree: a YAML text with the place of every node, so that one of them can be changed in
 * the text itself. Built from libyaml's events. Of several documents the first is read. Aliases
 * stay aliases, so that nothing grows by expanding them. Source: YAML 1.1 as libyaml reads it.
 */

#pragma once

#include <gio/gio.h>

/* A profile needs 5 levels; presets may be JSON. Keeps every walk's stack small. */
#define STORE_YAML_MAX_DEPTH 64
/* Bytes of content once all aliases are expanded: a few lines of them can stand for gigabytes. */
#define STORE_YAML_MAX_EXPANDED (16u * 1024u * 1024u)

typedef enum {
  STORE_YAML_SCALAR,
  STORE_YAML_SEQUENCE,
  STORE_YAML_MAPPING,
  STORE_YAML_ALIAS,
} StoreYamlKind;

typedef struct _StoreYamlNode StoreYamlNode;

struct _StoreYamlNode
{
  StoreYamlKind  kind;
  gboolean       plain;    /* a scalar without quotes */
  gboolean       block;    /* a collection by indentation, or a scalar after | or > */
  gsize          start;    /* bytes in the text; with anchor and tag */
  gsize          end;      /* after its last byte; of a block, after its last descendant */
  guint          line;     /* from 1 */
  guint          column;   /* from 1, in characters */
  char          *text;     /* of a scalar, decoded; of an alias, the anchor's name */
  gsize          length;   /* bytes of text */
  char          *anchor;   /* (nullable) */
  char          *tag;      /* (nullable): as libyaml expands it */
  StoreYamlNode *target;   /* of an alias: what it stands for, borrowed */
  gsize          weight;   /* bytes of content, aliases expanded */
  GPtrArray     *children; /* of a sequence; of a mapping key and value in turn */
};

typedef struct
{
  GBytes        *bytes;
  StoreYamlNode *root;     /* (nullable): none in an empty document */
  gboolean       has_mark; /* begins with a byte order mark */
  gboolean       has_more; /* there is a second document */
} StoreYamlTree;

/** Returns: (transfer full) (nullable): STORE_ERROR_SYNTAX with its place otherwise */
StoreYamlTree *store_yaml_tree_new (GBytes *bytes, GError **error);
void           store_yaml_tree_free (StoreYamlTree *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreYamlTree, store_yaml_tree_free)

/** Follows an alias. @node: (nullable). Returns: (transfer none) (nullable) */
StoreYamlNode *store_yaml_node_resolve (StoreYamlNode *node);
/** Whether it is nothing: no node, an empty value, or null as YAML 1.2 §10.3.2 spells it. */
gboolean store_yaml_node_is_null (StoreYamlNode *node);
/** Whether it is a scalar with exactly this text. */
gboolean store_yaml_node_is_text (StoreYamlNode *node, const char *text);
/** Pairs of a mapping, not of what an alias stands for; else 0. @node: (nullable) */
guint store_yaml_node_get_n_pairs (StoreYamlNode *node);
/** Returns: (transfer none): the key, the value of a pair that exists */
StoreYamlNode *store_yaml_node_get_key (StoreYamlNode *node, guint index);
/** Returns: (transfer none) */
StoreYamlNode *store_yaml_node_get_value (StoreYamlNode *node, guint index);
/** The first pair with this key, in the mapping itself. @index: (out) (optional) */
gboolean store_yaml_node_find (StoreYamlNode *node, const char *key, guint *index);
/** Whether the pair is `<<` and brings in the pairs of a mapping, or of a list of them. */
gboolean store_yaml_node_is_merge (StoreYamlNode *node, guint index);
/** The value of a key: in the mapping (an alias is followed), else in what it merges by `<<`.
 * Returns: (transfer none) (nullable): unresolved */
StoreYamlNode *store_yaml_node_lookup (StoreYamlNode *node, const char *key);

/** Equal in content; what lies at @path (nullable: keys closed by %NULL) may differ or be absent on
 * either side. Aliases are equal when their names are. */
gboolean store_yaml_node_equal_except (StoreYamlNode *a, StoreYamlNode *b, const char *const *path);
