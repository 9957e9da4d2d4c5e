/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-definition-list.h"
#include "app-catalogue.h"

#include <string.h>

/* Long descriptions are searched no further than this; a person means the beginning. */
#define MAX_SEARCHED 4096

struct _UiDefinitionList
{
  GObject parent_instance;

  GListModel         *all;
  GtkFilterListModel *filtered;
  GtkSortListModel   *sorted;
  GtkFilter          *filter;
  GtkSorter          *sorter;
  char              **words;
  GHashTable         *counts; /* kind and key → how many; made when asked for */
};

G_DEFINE_FINAL_TYPE (UiDefinitionList, ui_definition_list, G_TYPE_OBJECT)

static gboolean
contains (const char *text, const char *word)
{
  if (text == NULL)
    return FALSE;
  g_autofree char *folded = g_utf8_casefold (text, (gssize)strnlen (text, MAX_SEARCHED));
  return strstr (folded, word) != NULL;
}

static gboolean
matches (gpointer item, gpointer data)
{
  UiDefinitionList *self = data;
  McpDefinition    *definition = MCP_DEFINITION (item);

  for (guint i = 0; self->words != NULL && self->words[i] != NULL; i++)
    {
      const char *word = self->words[i];
      if (!contains (mcp_definition_get_display_name (definition), word) &&
          !contains (mcp_definition_get_name (definition), word) &&
          !contains (mcp_definition_get_key (definition), word) &&
          !contains (mcp_definition_get_description (definition), word))
        return FALSE;
    }
  return TRUE;
}

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  McpDefinition   *first = MCP_DEFINITION ((gpointer)a);
  McpDefinition   *second = MCP_DEFINITION ((gpointer)b);
  g_autofree char *first_key =
      g_utf8_collate_key_for_filename (mcp_definition_get_display_name (first), -1);
  g_autofree char *second_key =
      g_utf8_collate_key_for_filename (mcp_definition_get_display_name (second), -1);
  return strcmp (first_key, second_key);
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
  g_clear_pointer (&self->words, g_strfreev);
  G_OBJECT_CLASS (ui_definition_list_parent_class)->dispose (object);
}

static void
ui_definition_list_class_init (UiDefinitionListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_definition_list_dispose;
}

static void
ui_definition_list_init (UiDefinitionList *self)
{
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
  self->sorter = GTK_SORTER (gtk_custom_sorter_new (compare, NULL, NULL));
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

void
ui_definition_list_set_filter (UiDefinitionList *self, const char *text)
{
  g_return_if_fail (UI_IS_DEFINITION_LIST (self));

  g_clear_pointer (&self->words, g_strfreev);
  if (text != NULL && text[0] != '\0')
    {
      g_autofree char *folded = g_utf8_casefold (text, -1);
      g_auto (GStrv) parts = g_strsplit_set (folded, " \t", -1);
      g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
      for (guint i = 0; parts[i] != NULL; i++)
        if (parts[i][0] != '\0')
          g_strv_builder_add (builder, parts[i]);
      self->words = g_strv_builder_end (builder);
    }
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
}

void
ui_definition_list_set_sorted (UiDefinitionList *self, gboolean sorted)
{
  g_return_if_fail (UI_IS_DEFINITION_LIST (self));
  gtk_sort_list_model_set_sorter (self->sorted, sorted ? self->sorter : NULL);
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
