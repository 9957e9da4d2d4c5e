/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-tool-comparison.h"

#include "app-catalogue.h"
#include "app-diff-line.h"
#include "app-match.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"

struct _AppToolComparison
{
  GObject parent_instance;

  McpDefinition *tool;
  McpDefinition *other;
  AppSession    *session; /* the other's */
};

MCP_DEFINE_OBJECT (AppToolComparison, app_tool_comparison)

MCP_DEFINE_FINALIZE (AppToolComparison, app_tool_comparison)
{
  g_clear_object (&self->tool);
  g_clear_object (&self->other);
  g_clear_object (&self->session);
}

/* The places in which what is listed comes */
enum {
  PLACE_NAMESAKE,
  PLACE_OTHER_SERVER,
  PLACE_OWN_SERVER,
  N_PLACES
};

static void
add_tools (GPtrArray *places[N_PLACES], AppSession *session, AppSession *own, McpTool *tool)
{
  GListModel *tools = app_catalogue_get_list (
      app_session_get_feature (session, APP_TYPE_CATALOGUE), MCP_DEFINITION_TOOL);

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr (McpDefinition) other = g_list_model_get_item (tools, i);

      if (other == MCP_DEFINITION (tool))
        continue;
      AppToolComparison *item = g_object_new (APP_TYPE_TOOL_COMPARISON, NULL);
      item->tool = g_object_ref (MCP_DEFINITION (tool));
      item->other = g_steal_pointer (&other);
      item->session = g_object_ref (session);
      g_ptr_array_add (places[app_tool_comparison_is_namesake (item) ? PLACE_NAMESAKE
                              : session != own                       ? PLACE_OTHER_SERVER
                                                                     : PLACE_OWN_SERVER],
                       item);
    }
}

GPtrArray *
app_tool_comparison_list (GListModel *sessions, AppSession *own, McpTool *tool)
{
  GPtrArray *places[N_PLACES];

  g_return_val_if_fail (G_IS_LIST_MODEL (sessions), NULL);
  g_return_val_if_fail (MCP_IS_TOOL (tool), NULL);

  for (guint i = 0; i < N_PLACES; i++)
    places[i] = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < g_list_model_get_n_items (sessions); i++)
    {
      g_autoptr (AppSession) session = g_list_model_get_item (sessions, i);

      add_tools (places, session, own, tool);
    }
  for (guint i = 1; i < N_PLACES; i++)
    g_ptr_array_extend_and_steal (places[0], places[i]);
  return places[0];
}

typedef struct
{
  AppToolComparison *item; /* borrowed */
  guint              score;
  guint              position;
} Hit;

static int
compare_hits (gconstpointer a, gconstpointer b)
{
  const Hit *one = a;
  const Hit *two = b;

  if (one->score != two->score)
    return one->score > two->score ? -1 : 1;
  return one->position < two->position ? -1 : 1;
}

GPtrArray *
app_tool_comparison_search (GPtrArray *all, const char *query)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (AppMatch) match = app_match_new (query);
  g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (Hit));

  g_return_val_if_fail (all != NULL, found);

  for (guint i = 0; i < all->len; i++)
    {
      AppToolComparison *item = all->pdata[i];
      const char        *names[] = { mcp_definition_get_name (item->other),
                                     mcp_definition_get_display_name (item->other),
                                     app_session_get_name (item->session) };
      Hit                hit = { .item = item, .position = i };

      hit.score = app_match_get_score (match, names, G_N_ELEMENTS (names), NULL);
      if (hit.score > 0)
        g_array_append_val (hits, hit);
    }
  if (!app_match_is_empty (match))
    g_array_sort (hits, compare_hits);
  for (guint i = 0; i < hits->len; i++)
    g_ptr_array_add (found, g_object_ref (g_array_index (hits, Hit, i).item));
  return found;
}

McpTool *
app_tool_comparison_get_other (AppToolComparison *self)
{
  g_return_val_if_fail (APP_IS_TOOL_COMPARISON (self), NULL);
  return MCP_TOOL (self->other);
}

MCP_DEFINE_GETTER (AppSession *, AppToolComparison, app_tool_comparison, session)

gboolean
app_tool_comparison_is_namesake (AppToolComparison *self)
{
  g_return_val_if_fail (APP_IS_TOOL_COMPARISON (self), FALSE);
  return g_str_equal (mcp_definition_get_name (self->tool), mcp_definition_get_name (self->other));
}

GListModel *
app_tool_comparison_create_diff (AppToolComparison *self)
{
  McpJsonValue values[2];

  g_return_val_if_fail (APP_IS_TOOL_COMPARISON (self), NULL);

  values[0] = mcp_definition_get_value (self->tool);
  values[1] = mcp_definition_get_value (self->other);
  if (mcp_json_value_equal (values[0], values[1]))
    return G_LIST_MODEL (g_list_store_new (APP_TYPE_DIFF_LINE));
  g_autofree char *before = mcp_json_value_print_canonical (values[0], 2);
  g_autofree char *after = mcp_json_value_print_canonical (values[1], 2);
  return app_diff_line_list_json (before, after);
}
