/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-definition-list.h"
#include "ui-template.h"
#include "app-catalogue.h"
#include "app-name-groups.h"

#include <string.h>

/* A longer list is put in order when all of it is there, not with each page. */
#define MAX_ARRANGED_WHILE_LOADING 1000

/* Where an entry stands while nothing is searched for. */
typedef struct
{
  guint rank;
  guint group;
} Place;

struct _UiDefinitionList
{
  GObject parent_instance;

  GListModel         *all;
  GtkFilterListModel *filtered;
  GtkSortListModel   *sorted;
  GtkFilter          *filter;
  GtkSorter          *sorter;
  gboolean            by_name;
  gboolean            grouped;
  AppCatalogue       *catalogue; /* borrowed: of the session whose lists it holds */
  AppNameGroups      *groups;    /* (nullable) */
  GHashTable         *places;    /* entry → Place; those that are not in it come last */
  gboolean            is_arranged;
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

static guint
get_rank (UiDefinitionList *self, gconstpointer definition)
{
  Place *place = g_hash_table_lookup (self->places, definition);

  return place != NULL ? place->rank : G_MAXUINT;
}

/* Among what matches equally well, and where nothing is searched for, the order is the one that
 * was chosen; what has no place in it stays where it is, as the sorting leaves it. */
static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  UiDefinitionList *self = data;
  guint             first = GPOINTER_TO_UINT (g_hash_table_lookup (self->scores, a));
  guint             second = GPOINTER_TO_UINT (g_hash_table_lookup (self->scores, b));

  if (first != second)
    return first > second ? -1 : 1;
  first = get_rank (self, a);
  second = get_rank (self, b);
  return first < second ? -1 : first > second;
}

/* Arranging: each name is looked at once, and sorting compares numbers */

typedef struct
{
  McpDefinition *definition; /* borrowed: from the list */
  char          *key;        /* (nullable) */
} Entry;

static int
compare_entries (gconstpointer a, gconstpointer b, gpointer data)
{
  return strcmp (((const Entry *)a)->key, ((const Entry *)b)->key);
}

static Entry *
create_entries (UiDefinitionList *self, guint n)
{
  Entry *entries = g_new0 (Entry, n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (McpDefinition) definition = g_list_model_get_item (self->all, i);

      entries[i].definition = definition;
      if (self->by_name)
        entries[i].key =
            g_utf8_collate_key_for_filename (mcp_definition_get_display_name (definition), -1);
    }
  if (self->by_name)
    g_qsort_with_data (entries, (int)n, sizeof (Entry), compare_entries, NULL);
  return entries;
}

static void
arrange (UiDefinitionList *self)
{
  guint n = g_list_model_get_n_items (self->all);

  g_hash_table_remove_all (self->places);
  g_clear_object (&self->groups);
  self->is_arranged = TRUE;
  if (!self->by_name && !self->grouped)
    return;
  g_autofree Entry       *entries = create_entries (self, n);
  g_autofree const char **names = g_new0 (const char *, n + 1);
  for (guint i = 0; i < n; i++)
    names[i] = mcp_definition_get_key (entries[i].definition);
  self->groups = app_name_groups_new (names, self->grouped ? n : 0);
  gboolean grouped = app_name_groups_get_n_groups (self->groups) > 0;
  for (guint i = 0; i < n; i++)
    {
      guint  at = grouped ? app_name_groups_get_nth (self->groups, i) : i;
      Place *place = g_new (Place, 1);

      place->rank = i;
      place->group = grouped ? app_name_groups_get_group (self->groups, at) : 0;
      g_hash_table_insert (self->places, entries[at].definition, place);
    }
  for (guint i = 0; i < n; i++)
    g_free (entries[i].key);
}

static gboolean
is_to_wait (UiDefinitionList *self)
{
  return app_catalogue_is_loading (self->catalogue) &&
         g_list_model_get_n_items (self->all) > MAX_ARRANGED_WHILE_LOADING;
}

/* Without an order of its own the list is not sorted at all: that is quicker than a comparison that
 * says "equal" each time. */
static void
apply_order (UiDefinitionList *self)
{
  gboolean wanted = g_hash_table_size (self->places) > 0 || !app_match_is_empty (self->match);

  gtk_sort_list_model_set_sorter (self->sorted, NULL);
  gtk_sort_list_model_set_sorter (self->sorted, wanted ? self->sorter : NULL);
  g_signal_emit_by_name (self, "arranged");
}

static void
arrange_again (UiDefinitionList *self)
{
  if (self->is_arranged || is_to_wait (self))
    return;
  arrange (self);
  apply_order (self);
}

/* Before the list that is shown hears of it. What it shows keeps its order until afterwards: a
 * sorted list cannot be sorted further by another rule. */
static void
on_all_changing (UiDefinitionList *self)
{
  g_clear_pointer (&self->counts, g_hash_table_unref);
  self->is_arranged = FALSE;
  if (g_list_model_get_n_items (G_LIST_MODEL (self->sorted)) > 0 || is_to_wait (self))
    return;
  arrange (self);
  gtk_sort_list_model_set_sorter (self->sorted,
                                  g_hash_table_size (self->places) > 0 ? self->sorter : NULL);
}

static char *
dup_count_key (McpDefinition *definition)
{
  return g_strdup_printf ("%d %s", mcp_definition_get_kind (definition),
                          mcp_definition_get_key (definition));
}

MCP_DEFINE_DISPOSE (UiDefinitionList, ui_definition_list)
{
  g_clear_object (&self->sorted);
  g_clear_object (&self->filtered);
  g_clear_object (&self->filter);
  g_clear_object (&self->sorter);
  g_clear_object (&self->all);
  g_clear_pointer (&self->counts, g_hash_table_unref);
  g_clear_pointer (&self->scores, g_hash_table_unref);
  g_clear_pointer (&self->places, g_hash_table_unref);
  g_clear_object (&self->groups);
  g_clear_object (&self->match);
}

static void
ui_definition_list_class_init (UiDefinitionListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_definition_list_dispose;
  mcp_signal_new (klass, "filtered", 1, APP_TYPE_MATCH);
  mcp_signal_new (klass, "arranged", 0);
}

static void
ui_definition_list_init (UiDefinitionList *self)
{
  self->match = app_match_new (NULL);
  self->scores = g_hash_table_new (NULL, NULL);
  self->places = g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

static GListModel *
join_lists (AppCatalogue *catalogue, UiPlaceKind place)
{
  if (place == UI_PLACE_TOOLS)
    return g_object_ref (app_catalogue_get_list (catalogue, MCP_DEFINITION_TOOL));
  if (place == UI_PLACE_PROMPTS)
    return g_object_ref (app_catalogue_get_list (catalogue, MCP_DEFINITION_PROMPT));

  GListStore *lists = g_list_store_new (G_TYPE_LIST_MODEL);
  g_list_store_append (lists, app_catalogue_get_list (catalogue, MCP_DEFINITION_RESOURCE));
  g_list_store_append (lists, app_catalogue_get_list (catalogue, MCP_DEFINITION_RESOURCE_TEMPLATE));
  return G_LIST_MODEL (gtk_flatten_list_model_new (G_LIST_MODEL (lists)));
}

UiDefinitionList *
ui_definition_list_new (AppSession *session, UiPlaceKind place)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  UiDefinitionList *self = g_object_new (UI_TYPE_DEFINITION_LIST, NULL);
  self->catalogue = app_session_get_feature (session, APP_TYPE_CATALOGUE);
  self->all = join_lists (self->catalogue, place);
  ui_connect (self->all, "items-changed", on_all_changing, self);
  self->filter = GTK_FILTER (gtk_custom_filter_new (matches, self, NULL));
  self->sorter = GTK_SORTER (gtk_custom_sorter_new (compare, self, NULL));
  self->filtered = gtk_filter_list_model_new (g_object_ref (self->all),
                                              g_object_ref (self->filter));
  self->sorted = gtk_sort_list_model_new (G_LIST_MODEL (g_object_ref (self->filtered)), NULL);
  ui_connect (self->all, "items-changed", arrange_again, self);
  ui_connect (self->catalogue, "notify::loading", arrange_again, self);
  return self;
}

GListModel *
ui_definition_list_get_shown (UiDefinitionList *self)
{
  g_return_val_if_fail (UI_IS_DEFINITION_LIST (self), NULL);
  return G_LIST_MODEL (self->sorted);
}

MCP_DEFINE_GETTER (GListModel *, UiDefinitionList, ui_definition_list, all)

MCP_DEFINE_GETTER (AppMatch *, UiDefinitionList, ui_definition_list, match)

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
ui_definition_list_set_order (UiDefinitionList *self, gboolean by_name, gboolean grouped)
{
  g_return_if_fail (UI_IS_DEFINITION_LIST (self));

  if (self->by_name == by_name && self->grouped == grouped)
    return;
  self->by_name = by_name;
  self->grouped = grouped;
  self->is_arranged = FALSE;
  arrange_again (self);
}

static guint
get_group (UiDefinitionList *self, guint position)
{
  g_autoptr (McpDefinition) definition =
      g_list_model_get_item (G_LIST_MODEL (self->sorted), position);
  Place *place = definition != NULL ? g_hash_table_lookup (self->places, definition) : NULL;

  return place != NULL ? place->group : G_MAXUINT;
}

const char *
ui_definition_list_get_heading (UiDefinitionList *self, guint position, guint *n)
{
  g_return_val_if_fail (UI_IS_DEFINITION_LIST (self), NULL);

  guint n_groups = self->groups != NULL ? app_name_groups_get_n_groups (self->groups) : 0;
  guint group = n_groups > 0 ? get_group (self, position) : G_MAXUINT;
  if (group >= n_groups || !app_match_is_empty (self->match) ||
      (position > 0 && get_group (self, position - 1) == group))
    return NULL;
  *n = app_name_groups_get_size (self->groups, group);
  return app_name_groups_get_title (self->groups, group);
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
