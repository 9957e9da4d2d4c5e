/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-definition-list.h"
#include "ui-template.h"
#include "app-catalogue.h"

#include <string.h>

struct _UiDefinitionList
{
  GObject parent_instance;

  GListModel         *all;
  GtkFilterListModel *filtered;
  GtkSortListModel   *sorted;
  GtkFilter          *filter;
  GtkSorter          *sorter;
  gboolean            by_name;
  AppMatch           *match;
  GHashTable         *scores; /* of what matches; unused while nothing is searched for */
  GHashTable         *counts; /* kind and key → how many; made when asked for */
};

G_DEFINE_FINAL_TYPE (UiDefinitionList, ui_definition_list, G_TYPE_OBJECT)

static gboolean
matches (gpointer item, gpointer data)
{
  UiDefinitionList *self = data;
  McpDefinition    *definition = MCP_DEFINITION (item);

  if (app_match_is_empty (self->match))
    return TRUE;
  const char *names[] = {
    mcp_definition_get_name (definition),
    mcp_definition_get_display_name (definition),
    mcp_definition_get_key (definition),
  };
  guint score = app_match_get_score (self->match, names, G_N_ELEMENTS (names),
                                     mcp_definition_get_description (definition));
  if (score > 0)
    g_hash_table_insert (self->scores, definition, GUINT_TO_POINTER (score));
  return score > 0;
}

static int
compare_names (McpDefinition *first, McpDefinition *second)
{
  g_autofree char *first_key =
      g_utf8_collate_key_for_filename (mcp_definition_get_display_name (first), -1);
  g_autofree char *second_key =
      g_utf8_collate_key_for_filename (mcp_definition_get_display_name (second), -1);
  return strcmp (first_key, second_key);
}

/* Among what matches equally well, and where nothing is searched for, the order is the one that
 * was chosen: by name, or the server's, in which the sorting leaves its items. */
static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  UiDefinitionList *self = data;
  guint             first = GPOINTER_TO_UINT (g_hash_table_lookup (self->scores, a));
  guint             second = GPOINTER_TO_UINT (g_hash_table_lookup (self->scores, b));

  if (first != second)
    return first > second ? -1 : 1;
  return self->by_name ? compare_names ((McpDefinition *)a, (McpDefinition *)b) : 0;
}

static void
on_all_changed (UiDefinitionList *self)
{
  g_clear_pointer (&self->counts, g_hash_table_unref);
}

static char *
dup_count_key (McpDefinition *definition)
{
  return g_strdup_printf ("%d %s", mcp_definition_get_kind (definition),
                          mcp_definition_get_key (definition));
}

static void
ui_definition_list_dispose (GObject *object)
{
  UiDefinitionList *self = UI_DEFINITION_LIST (object);

  g_clear_object (&self->sorted);
  g_clear_object (&self->filtered);
  g_clear_object (&self->filter);
  g_clear_object (&self->sorter);
  g_clear_object (&self->all);
  g_clear_pointer (&self->counts, g_hash_table_unref);
  g_clear_pointer (&self->scores, g_hash_table_unref);
  g_clear_object (&self->match);
  G_OBJECT_CLASS (ui_definition_list_parent_class)->dispose (object);
}

static void
ui_definition_list_class_init (UiDefinitionListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_definition_list_dispose;
  ui_signal_new (klass, "filtered", 1, APP_TYPE_MATCH);
}

static void
ui_definition_list_init (UiDefinitionList *self)
{
  self->match = app_match_new (NULL);
  self->scores = g_hash_table_new (NULL, NULL);
}

static GListModel *
join_lists (AppSession *session, UiPlaceKind place)
{
  if (place == UI_PLACE_TOOLS)
    return g_object_ref (app_catalogue_get_list (
        app_session_get_feature (session, APP_TYPE_CATALOGUE), MCP_DEFINITION_TOOL));
  if (place == UI_PLACE_PROMPTS)
    return g_object_ref (app_catalogue_get_list (
        app_session_get_feature (session, APP_TYPE_CATALOGUE), MCP_DEFINITION_PROMPT));

  GListStore *lists = g_list_store_new (G_TYPE_LIST_MODEL);
  g_list_store_append (
      lists, app_catalogue_get_list (app_session_get_feature (session, APP_TYPE_CATALOGUE),
                                     MCP_DEFINITION_RESOURCE));
  g_list_store_append (
      lists, app_catalogue_get_list (app_session_get_feature (session, APP_TYPE_CATALOGUE),
                                     MCP_DEFINITION_RESOURCE_TEMPLATE));
  return G_LIST_MODEL (gtk_flatten_list_model_new (G_LIST_MODEL (lists)));
}

UiDefinitionList *
ui_definition_list_new (AppSession *session, UiPlaceKind place)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  UiDefinitionList *self = g_object_new (UI_TYPE_DEFINITION_LIST, NULL);
  self->all = join_lists (session, place);
  g_signal_connect_object (self->all, "items-changed", G_CALLBACK (on_all_changed), self,
                           G_CONNECT_SWAPPED);
  self->filter = GTK_FILTER (gtk_custom_filter_new (matches, self, NULL));
  self->sorter = GTK_SORTER (gtk_custom_sorter_new (compare, self, NULL));
  self->filtered = gtk_filter_list_model_new (g_object_ref (self->all),
                                              g_object_ref (self->filter));
  self->sorted = gtk_sort_list_model_new (G_LIST_MODEL (g_object_ref (self->filtered)), NULL);
  return self;
}

GListModel *
ui_definition_list_get_shown (UiDefinitionList *self)
{
  g_return_val_if_fail (UI_IS_DEFINITION_LIST (self), NULL);
  return G_LIST_MODEL (self->sorted);
}

GListModel *
ui_definition_list_get_all (UiDefinitionList *self)
{
  g_return_val_if_fail (UI_IS_DEFINITION_LIST (self), NULL);
  return self->all;
}

AppMatch *
ui_definition_list_get_match (UiDefinitionList *self)
{
  g_return_val_if_fail (UI_IS_DEFINITION_LIST (self), NULL);
  return self->match;
}

/* Without an order of its own the list is not sorted at all: that is quicker than a comparison that
 * says "equal" each time. */
static void
apply_order (UiDefinitionList *self)
{
  gboolean wanted = self->by_name || !app_match_is_empty (self->match);

  gtk_sort_list_model_set_sorter (self->sorted, wanted ? self->sorter : NULL);
}

void
ui_definition_list_set_filter (UiDefinitionList *self, const char *text)
{
  g_return_if_fail (UI_IS_DEFINITION_LIST (self));

  g_object_unref (self->match);
  self->match = app_match_new (text);
  g_hash_table_remove_all (self->scores);
  gtk_sort_list_model_set_sorter (self->sorted, NULL);
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
  apply_order (self);
  g_signal_emit_by_name (self, "filtered", self->match);
}

void
ui_definition_list_set_sorted (UiDefinitionList *self, gboolean sorted)
{
  g_return_if_fail (UI_IS_DEFINITION_LIST (self));

  self->by_name = sorted;
  gtk_sort_list_model_set_sorter (self->sorted, NULL);
  apply_order (self);
}

gboolean
ui_definition_list_is_duplicate (UiDefinitionList *self, McpDefinition *definition)
{
  g_return_val_if_fail (UI_IS_DEFINITION_LIST (self), FALSE);

  if (self->counts == NULL)
    {
      guint n = g_list_model_get_n_items (self->all);
      self->counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      for (guint i = 0; i < n; i++)
        {
          g_autoptr (McpDefinition) item = g_list_model_get_item (self->all, i);
          char *key = dup_count_key (item);
          guint count = GPOINTER_TO_UINT (g_hash_table_lookup (self->counts, key));
          g_hash_table_replace (self->counts, key, GUINT_TO_POINTER (count + 1));
        }
    }
  g_autofree char *key = dup_count_key (definition);
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->counts, key)) > 1;
}
