/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-branches.h"

/* Returns: (transfer full): parent → GPtrArray of AppModelTurn, as they came */
static GHashTable *
create_children (AppKeptConversation *conversation)
{
  GPtrArray  *turns = app_kept_conversation_get_turns (conversation);
  GHashTable *children =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);

  for (guint i = 0; i < turns->len; i++)
    {
      const AppModelTurn *turn = turns->pdata[i];
      GPtrArray          *list = g_hash_table_lookup (children, turn->parent);

      if (list == NULL)
        {
          list = g_ptr_array_new ();
          g_hash_table_insert (children, (gpointer)turn->parent, list);
        }
      g_ptr_array_add (list, (gpointer)turn);
    }
  return children;
}

/* Returns: the first fork of an answer: it has several turns where tools were called */
static AppModelFork
find_fork (GHashTable *children, GPtrArray *branch, guint from, guint to)
{
  for (guint i = from; i < MIN (to, branch->len); i++)
    {
      const AppModelTurn *turn = branch->pdata[i];
      GPtrArray          *list = g_hash_table_lookup (children, turn->parent);
      guint               position;

      if (list != NULL && list->len > 1 && g_ptr_array_find (list, turn, &position))
        return (AppModelFork){ i, position + 1, list->len };
    }
  return (AppModelFork){ 0, 0, 0 };
}

void
app_model_branches_mark (AppKeptConversation *conversation, GListModel *blocks)
{
  g_autoptr (GHashTable) children =
      conversation != NULL ? create_children (conversation) : NULL;
  guint to = G_MAXUINT;

  /* From the end: an answer goes on to the next head. */
  for (guint i = g_list_model_get_n_items (blocks); i > 0; i--)
    {
      g_autoptr (AppModelBlock) block = g_list_model_get_item (blocks, i - 1);
      AppModelFork fork = { 0, 0, 0 };

      if (app_model_block_get_kind (block) != APP_MODEL_BLOCK_HEAD)
        continue;
      if (conversation != NULL)
        fork = find_fork (children, app_kept_conversation_get_branch (conversation),
                          app_model_block_get_turn (block), to);
      app_model_block_set_fork (block, &fork);
      to = app_model_block_get_turn (block);
    }
}

static gboolean
leads_to (const AppModelTurn *from, const AppModelTurn *turn)
{
  while (turn != NULL && turn != from)
    turn = turn->parent;
  return turn == from;
}

const AppModelTurn *
app_model_branches_find_end (AppKeptConversation *conversation, guint turn, int step)
{
  GPtrArray *branch = app_kept_conversation_get_branch (conversation);
  GPtrArray *turns = app_kept_conversation_get_turns (conversation);
  g_autoptr (GHashTable) children = create_children (conversation);
  const AppModelTurn *shown = turn < branch->len ? branch->pdata[turn] : NULL;
  GPtrArray          *list = shown != NULL ? g_hash_table_lookup (children, shown->parent) : NULL;
  guint               position;

  if (list == NULL || !g_ptr_array_find (list, shown, &position) ||
      (step < 0 ? position == 0 : position + 1 >= list->len))
    return NULL;
  for (guint i = turns->len; i > 0; i--)
    if (leads_to (list->pdata[step < 0 ? position - 1 : position + 1], turns->pdata[i - 1]))
      return turns->pdata[i - 1];
  return NULL;
}
