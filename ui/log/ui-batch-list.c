/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-batch-list.h"

#include "mcp-object.h"

/* Short enough to look live, long enough that a flood leaves time to draw. */
#define INTERVAL_MS 40

struct _UiBatchList
{
  GObject parent_instance;

  GListModel *source;
  GPtrArray  *items; /* as they were told last */
  guint       gone;  /* of these, at the beginning: not in the source any more */
  gboolean    watched;
  guint       due;
  gint64      flushed; /* monotonic µs */
};

static GType
ui_batch_list_get_item_type (GListModel *list)
{
  return g_list_model_get_item_type (UI_BATCH_LIST (list)->source);
}

static guint
ui_batch_list_get_n_items (GListModel *list)
{
  return UI_BATCH_LIST (list)->items->len;
}

static gpointer
ui_batch_list_get_item (GListModel *list, guint position)
{
  UiBatchList *self = UI_BATCH_LIST (list);
  return position < self->items->len ? g_object_ref (self->items->pdata[position]) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = ui_batch_list_get_item_type;
  iface->get_n_items = ui_batch_list_get_n_items;
  iface->get_item = ui_batch_list_get_item;
}

#define IMPLEMENT_LIST_MODEL G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)

G_DEFINE_FINAL_TYPE_WITH_CODE (UiBatchList, ui_batch_list, G_TYPE_OBJECT, IMPLEMENT_LIST_MODEL)

/* What is told here and still in the source stands at its beginning. */
static guint
count_common (UiBatchList *self)
{
  return self->items->len - self->gone;
}

static void
insert (UiBatchList *self, guint position, guint n, guint source_position)
{
  for (guint i = 0; i < n; i++)
    g_ptr_array_insert (self->items, position + i,
                        g_list_model_get_item (self->source, source_position + i));
}

void
ui_batch_list_flush (UiBatchList *self)
{
  g_return_if_fail (UI_IS_BATCH_LIST (self));

  guint gone = self->gone;
  guint before = count_common (self);
  guint added = g_list_model_get_n_items (self->source) - before;

  g_clear_handle_id (&self->due, g_source_remove);
  self->flushed = g_get_monotonic_time ();
  self->gone = 0;
  /* One change lets a view use its rows for the new items; that is all there is then. */
  if (before == 0 && gone > 0 && added > 0)
    {
      g_ptr_array_set_size (self->items, 0);
      insert (self, 0, added, 0);
      g_list_model_items_changed (G_LIST_MODEL (self), 0, gone, added);
      return;
    }
  if (gone > 0)
    {
      g_ptr_array_remove_range (self->items, 0, gone);
      g_list_model_items_changed (G_LIST_MODEL (self), 0, gone, 0);
    }
  if (added > 0)
    {
      insert (self, before, added, before);
      g_list_model_items_changed (G_LIST_MODEL (self), before, 0, added);
    }
}

static gboolean
on_due (gpointer data)
{
  UiBatchList *self = data;

  self->due = 0;
  ui_batch_list_flush (self);
  return G_SOURCE_REMOVE;
}

/* The first change after a quiet while appears at once. Nobody looking, all waits but this: what
 * the source has let go of is not kept without end. */
static void
queue_flush (UiBatchList *self)
{
  guint since = (guint)MIN ((g_get_monotonic_time () - self->flushed) / 1000, INTERVAL_MS);

  if (!self->watched && self->gone > 0 && count_common (self) == 0)
    {
      guint gone = self->gone;
      self->gone = 0;
      g_ptr_array_set_size (self->items, 0);
      g_list_model_items_changed (G_LIST_MODEL (self), 0, gone, 0);
    }
  if (self->watched && self->due == 0)
    self->due = g_timeout_add (INTERVAL_MS - since, on_due, self);
}

static void
on_source_changed (UiBatchList *self, guint position, guint removed, guint added)
{
  guint common = count_common (self);

  if (position >= common)
    {
      /* All of it lies beyond what was told. */
    }
  else if (position == 0 && added == 0)
    self->gone += MIN (removed, common);
  else
    {
      /* Told as it is: first what had gathered before it at the beginning, then this; what had
       * gathered beyond it follows. */
      guint hidden = removed > common - position ? removed - (common - position) : 0;
      guint gone = self->gone;
      self->gone = 0;
      if (gone > 0)
        {
          g_ptr_array_remove_range (self->items, 0, gone);
          g_list_model_items_changed (G_LIST_MODEL (self), 0, gone, 0);
        }
      if (removed > hidden)
        g_ptr_array_remove_range (self->items, position, removed - hidden);
      insert (self, position, added, position);
      g_list_model_items_changed (G_LIST_MODEL (self), position, removed - hidden, added);
    }
  queue_flush (self);
}

MCP_DEFINE_DISPOSE (UiBatchList, ui_batch_list)
{
  g_clear_handle_id (&self->due, g_source_remove);
  if (self->source != NULL)
    g_signal_handlers_disconnect_by_data (self->source, self);
}

MCP_DEFINE_FINALIZE (UiBatchList, ui_batch_list)
{
  g_clear_object (&self->source);
  g_ptr_array_unref (self->items);
}

MCP_DEFINE_CLASS (UiBatchList, ui_batch_list)
{
  object_class->dispose = ui_batch_list_dispose;
  object_class->finalize = ui_batch_list_finalize;
}

static void
ui_batch_list_init (UiBatchList *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->watched = TRUE;
}

UiBatchList *
ui_batch_list_new (GListModel *source)
{
  g_return_val_if_fail (G_IS_LIST_MODEL (source), NULL);

  UiBatchList *self = g_object_new (UI_TYPE_BATCH_LIST, NULL);
  self->source = g_object_ref (source);
  insert (self, 0, g_list_model_get_n_items (source), 0);
  g_signal_connect_swapped (source, "items-changed", G_CALLBACK (on_source_changed), self);
  return self;
}

void
ui_batch_list_set_watched (UiBatchList *self, gboolean watched)
{
  g_return_if_fail (UI_IS_BATCH_LIST (self));

  if (self->watched == watched)
    return;
  self->watched = watched;
  if (watched)
    ui_batch_list_flush (self);
  else
    g_clear_handle_id (&self->due, g_source_remove);
}
