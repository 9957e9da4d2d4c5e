/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-change-list.h"

#include <glib/gi18n-lib.h>

#include "app-catalogue.h"
#include "app-diff-line.h"
#include "app-session.h"
#include "app-visible-text.h"
#include "mcp-array-list.h"
#include "mcp-definition-list.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"

/* Names in the one line. */
#define MAX_NAMES 4
#define MAX_NAME 40

struct _AppChangeNotice
{
  GObject parent_instance;

  McpDefinition *before;   /* (nullable) */
  McpDefinition *after;    /* (nullable) */
  char          *approved; /* (nullable): what the tool said when it was approved */
};

MCP_DEFINE_OBJECT (AppChangeNotice, app_change_notice)

MCP_DEFINE_FINALIZE (AppChangeNotice, app_change_notice)
{
  g_clear_object (&self->before);
  g_clear_object (&self->after);
  g_free (self->approved);
}

/* @before, @after: (nullable): %NULL where it was not there. Returns: (transfer full) */
static AppChangeNotice *
create_notice (McpDefinition *before, McpDefinition *after)
{
  AppChangeNotice *self = g_object_new (APP_TYPE_CHANGE_NOTICE, NULL);

  g_set_object (&self->before, before);
  g_set_object (&self->after, after);
  return self;
}

AppChangeNotice *
app_change_notice_new_approved (McpTool *tool, const char *approved)
{
  AppChangeNotice *self = create_notice (NULL, MCP_DEFINITION (tool));

  self->approved = g_strdup (approved);
  return self;
}

static McpDefinition *
get_any (AppChangeNotice *self)
{
  return self->after != NULL ? self->after : self->before;
}

AppChangeKind
app_change_notice_get_kind (AppChangeNotice *self)
{
  g_return_val_if_fail (APP_IS_CHANGE_NOTICE (self), APP_CHANGE_ADDED);

  if (self->after == NULL)
    return APP_CHANGE_REMOVED;
  return self->before == NULL && self->approved == NULL ? APP_CHANGE_ADDED : APP_CHANGE_ALTERED;
}

const char *
app_change_notice_get_word (AppChangeNotice *self)
{
  g_return_val_if_fail (APP_IS_CHANGE_NOTICE (self), NULL);

  switch (app_change_notice_get_kind (self))
    {
    case APP_CHANGE_ADDED:
      return C_ ("change", "added");
    case APP_CHANGE_REMOVED:
      return C_ ("change", "removed");
    case APP_CHANGE_ALTERED:
    default:
      return self->approved != NULL ? C_ ("change", "changed since you approved it")
                                    : C_ ("change", "changed");
    }
}

gboolean
app_change_notice_is_approved (AppChangeNotice *self)
{
  g_return_val_if_fail (APP_IS_CHANGE_NOTICE (self), FALSE);
  return self->approved != NULL;
}

McpDefinitionKind
app_change_notice_get_list (AppChangeNotice *self)
{
  g_return_val_if_fail (APP_IS_CHANGE_NOTICE (self), MCP_DEFINITION_TOOL);
  return mcp_definition_get_kind (get_any (self));
}

static const char *
get_key (AppChangeNotice *self)
{
  return mcp_definition_get_key (get_any (self));
}

const char *
app_change_notice_get_name (AppChangeNotice *self)
{
  g_return_val_if_fail (APP_IS_CHANGE_NOTICE (self), NULL);
  return mcp_definition_get_display_name (get_any (self));
}

char *
app_change_notice_dup_tool_text (McpTool *tool)
{
  static const char *const members[] = { "description", "inputSchema", "annotations" };
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  g_return_val_if_fail (MCP_IS_TOOL (tool), NULL);

  McpJsonValue value = mcp_definition_get_value (MCP_DEFINITION (tool));
  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    mcp_json_writer_member_value (writer, members[i],
                                  mcp_json_value_get_member (value, members[i]));
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_pretty (writer, 2);
}

static char *
dup_definition_text (McpDefinition *definition)
{
  return definition != NULL
             ? mcp_json_value_print_canonical (mcp_definition_get_value (definition), 2)
             : NULL;
}

/* Returns: (transfer full) (nullable) */
static char *
dup_object_text (const char *json)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);
  McpJsonValue root = mcp_json_document_get_root (document);

  return mcp_json_value_get_kind (root) == MCP_JSON_OBJECT
             ? mcp_json_value_print_canonical (root, 2)
             : NULL;
}

GListModel *
app_change_notice_create_diff (AppChangeNotice *self)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  g_return_val_if_fail (APP_IS_CHANGE_NOTICE (self), NULL);

  if (self->approved != NULL)
    {
      g_autofree char *text = app_change_notice_dup_tool_text (MCP_TOOL (self->after));

      /* What was too large to be kept is only known to have been another. */
      before = dup_object_text (self->approved);
      after = dup_object_text (text);
    }
  else
    {
      before = dup_definition_text (self->before);
      after = dup_definition_text (self->after);
    }
  return before != NULL && after != NULL ? app_diff_line_list_json (before, after)
                                         : G_LIST_MODEL (g_list_store_new (APP_TYPE_DIFF_LINE));
}

/* The list */

struct _AppChangeList
{
  GObject parent_instance;

  GPtrArray  *notices;
  GHashTable *seen[MCP_N_DEFINITION_KINDS]; /* (nullable): key → McpDefinition */
  guint       n_hidden;
};

static void feature_init (AppSessionFeatureInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppChangeList,
                               app_change_list,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppChangeList,
                                                         notices,
                                                         APP_TYPE_CHANGE_NOTICE)
                                   G_IMPLEMENT_INTERFACE (APP_TYPE_SESSION_FEATURE, feature_init))
MCP_DEFINE_CLASS_INIT (AppChangeList, app_change_list)

MCP_DEFINE_FINALIZE (AppChangeList, app_change_list)
{
  for (guint i = 0; i < MCP_N_DEFINITION_KINDS; i++)
    g_clear_pointer (&self->seen[i], g_hash_table_unref);
  g_ptr_array_unref (self->notices);
}

static void
app_change_list_init (AppChangeList *self)
{
  self->notices = g_ptr_array_new_with_free_func (g_object_unref);
}

static guint
find_position (AppChangeList *self, McpDefinitionKind list, const char *key)
{
  for (guint i = 0; i < self->notices->len; i++)
    if (app_change_notice_get_list (self->notices->pdata[i]) == list &&
        g_str_equal (get_key (self->notices->pdata[i]), key))
      return i;
  return G_MAXUINT;
}

/* Notices change a few at a time, and a view shows them all: one notification is enough. */
static void
told (AppChangeList *self, guint before)
{
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, self->notices->len);
}

static void
add_change (AppChangeList *self, McpDefinition *before, McpDefinition *after)
{
  McpDefinition *any = after != NULL ? after : before;
  guint          found =
      find_position (self, mcp_definition_get_kind (any), mcp_definition_get_key (any));
  g_autoptr (McpDefinition) first = before != NULL ? g_object_ref (before) : NULL;

  if (found != G_MAXUINT)
    {
      AppChangeNotice *old = self->notices->pdata[found];

      if (app_change_notice_is_approved (old))
        return;
      g_set_object (&first, old->before);
      g_ptr_array_remove_index (self->notices, found);
      if (first == NULL && after == NULL)
        return;
      if (first != NULL && after != NULL && mcp_definition_equal (first, after))
        return;
    }
  if (self->notices->len >= APP_CHANGE_LIST_MAX)
    self->n_hidden++;
  else
    g_ptr_array_add (self->notices, create_notice (first, after));
}

static GHashTable *
look_at (GListModel *items)
{
  GHashTable *seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (items); i++)
    {
      g_autoptr (McpDefinition) definition = g_list_model_get_item (items, i);
      const char *key = mcp_definition_get_key (definition);

      if (!g_hash_table_contains (seen, key))
        g_hash_table_insert (seen, g_strdup (key), g_steal_pointer (&definition));
    }
  return seen;
}

/* In the order of the lists: @all of the one that are not, or not the same, in @other. */
static void
compare (AppChangeList *self, GHashTable *old, GHashTable *fresh, GListModel *items)
{
  GHashTableIter iter;
  gpointer       key;
  gpointer       value;

  for (guint i = 0; i < g_list_model_get_n_items (items); i++)
    {
      g_autoptr (McpDefinition) after = g_list_model_get_item (items, i);
      McpDefinition *before = g_hash_table_lookup (old, mcp_definition_get_key (after));

      /* Of two with one name, the first counts. */
      if (after != g_hash_table_lookup (fresh, mcp_definition_get_key (after)) || before == after)
        continue;
      if (before == NULL || !mcp_definition_equal (before, after))
        add_change (self, before, after);
    }
  g_hash_table_iter_init (&iter, old);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (!g_hash_table_contains (fresh, key))
      add_change (self, value, NULL);
}

static void
compare_list (AppChangeList *self, McpDefinitionKind list, GListModel *items)
{
  g_return_if_fail (APP_IS_CHANGE_LIST (self));

  guint before = self->notices->len;
  g_autoptr (GHashTable) fresh = look_at (items);
  if (self->seen[list] != NULL)
    compare (self, self->seen[list], fresh, items);
  g_clear_pointer (&self->seen[list], g_hash_table_unref);
  self->seen[list] = g_steal_pointer (&fresh);
  if (before > 0 || self->notices->len > 0)
    told (self, before);
}

void
app_change_list_add_approved (AppChangeList *self, AppChangeNotice *notice)
{
  g_return_if_fail (APP_IS_CHANGE_LIST (self));
  g_return_if_fail (app_change_notice_is_approved (notice));

  guint before = self->notices->len;
  guint found = find_position (self, app_change_notice_get_list (notice),
                               get_key (notice));
  if (found != G_MAXUINT)
    g_ptr_array_remove_index (self->notices, found);
  g_ptr_array_insert (self->notices, 0, g_object_ref (notice));
  told (self, before);
}

void
app_change_list_remove (AppChangeList *self, McpDefinitionKind list, const char *key)
{
  g_return_if_fail (APP_IS_CHANGE_LIST (self));
  g_return_if_fail (key != NULL);

  guint found = find_position (self, list, key);
  if (found == G_MAXUINT)
    return;
  g_ptr_array_remove_index (self->notices, found);
  g_list_model_items_changed (G_LIST_MODEL (self), found, 1, 0);
}

void
app_change_list_dismiss (AppChangeList *self)
{
  g_return_if_fail (APP_IS_CHANGE_LIST (self));

  guint before = self->notices->len;
  self->n_hidden = 0;
  if (before == 0)
    return;
  g_ptr_array_set_size (self->notices, 0);
  told (self, before);
}

void
app_change_list_forget (AppChangeList *self)
{
  g_return_if_fail (APP_IS_CHANGE_LIST (self));

  for (guint i = 0; i < MCP_N_DEFINITION_KINDS; i++)
    g_clear_pointer (&self->seen[i], g_hash_table_unref);
  app_change_list_dismiss (self);
}

AppChangeNotice *
app_change_list_find (AppChangeList *self, McpDefinitionKind list, const char *key)
{
  g_return_val_if_fail (APP_IS_CHANGE_LIST (self), NULL);
  g_return_val_if_fail (key != NULL, NULL);

  guint found = find_position (self, list, key);
  return found != G_MAXUINT ? self->notices->pdata[found] : NULL;
}

MCP_DEFINE_GETTER (guint, AppChangeList, app_change_list, n_hidden)

gboolean
app_change_list_has_approved (AppChangeList *self)
{
  g_return_val_if_fail (APP_IS_CHANGE_LIST (self), FALSE);

  return self->notices->len > 0 && app_change_notice_is_approved (self->notices->pdata[0]);
}

static void
append_names (AppChangeList *self, GString *line)
{
  for (guint i = 0; i < MIN (self->notices->len, MAX_NAMES); i++)
    {
      g_autofree char *name =
          app_visible_text_line (app_change_notice_get_name (self->notices->pdata[i]), MAX_NAME);

      g_string_append (line, i == 0 ? " (" : ", ");
      g_string_append (line, name);
    }
  g_string_append (line, self->notices->len > MAX_NAMES ? ", …)" : ")");
}

char *
app_change_list_dup_summary (AppChangeList *self)
{
  guint counts[3] = { 0 };

  g_return_val_if_fail (APP_IS_CHANGE_LIST (self), NULL);

  if (self->notices->len == 0)
    return NULL;
  for (guint i = 0; i < self->notices->len; i++)
    counts[app_change_notice_get_kind (self->notices->pdata[i])]++;
  /* Translators: beginning of a line about what changed in a server's lists */
  GString *line = g_string_new (app_change_list_has_approved (self)
                                    ? _ ("Approved tools changed:")
                                    : _ ("Lists changed:"));
  if (counts[APP_CHANGE_ADDED] > 0)
    /* Translators: %u entries of a list are new */
    g_string_append_printf (line, _ (" %u added,"), counts[APP_CHANGE_ADDED]);
  if (counts[APP_CHANGE_REMOVED] > 0)
    /* Translators: %u entries of a list are gone */
    g_string_append_printf (line, _ (" %u removed,"), counts[APP_CHANGE_REMOVED]);
  if (counts[APP_CHANGE_ALTERED] > 0)
    /* Translators: %u entries of a list are others than before */
    g_string_append_printf (line, _ (" %u changed,"), counts[APP_CHANGE_ALTERED]);
  if (self->n_hidden > 0)
    /* Translators: and %u others */
    g_string_append_printf (line, _ (" %u more,"), self->n_hidden);
  g_string_truncate (line, line->len - 1);
  append_names (self, line);
  return g_string_free (line, FALSE);
}

static void
app_change_list_listed (AppSessionFeature *feature, AppSession *session, McpDefinitionKind kind)
{
  AppCatalogue *catalogue = app_session_get_feature (session, APP_TYPE_CATALOGUE);
  GListModel   *list = app_catalogue_get_list (catalogue, kind);

  /* What a part of the list does not have may be there all the same. */
  if (!mcp_definition_list_is_partial (MCP_DEFINITION_LIST (list)))
    compare_list (APP_CHANGE_LIST (feature), kind, list);
}

static void
feature_init (AppSessionFeatureInterface *iface)
{
  iface->listed = app_change_list_listed;
}
