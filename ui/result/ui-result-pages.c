/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-result-pages.h"
#include "ui-block-view.h"
#include "ui-limits.h"
#include "ui-lines-view.h"
#include "ui-template.h"
#include "ui-tree-view.h"

#include <glib/gi18n.h>
#include <string.h>

struct _UiResultPages
{
  AdwBin parent_instance;

  AppCall   *call;
  GPtrArray *blocks; /* of AppBlock: without the structured content */
  guint      shown;

  /* borrowed */
  GtkStack  *stack;
  AdwBin    *content;
  AdwBin    *structured;
  AdwBin    *raw;
  GtkBox    *cards;
  GtkWidget *more;
};

G_DEFINE_FINAL_TYPE (UiResultPages, ui_result_pages, ADW_TYPE_BIN)

static AppResult *
get_result (UiResultPages *self)
{
  return app_call_get_blocks (self->call);
}

static void
on_read_resource (UiResultPages *self, const char *uri)
{
  g_signal_emit_by_name (self, "read-resource", uri);
}

static GtkWidget *
create_block (UiResultPages *self, guint position, gboolean filling)
{
  GtkWidget *view =
      ui_block_view_new (g_ptr_array_index (self->blocks, position), self->call, filling);

  g_signal_connect_object (view, "read-resource", G_CALLBACK (on_read_resource), self,
                           G_CONNECT_SWAPPED);
  return view;
}

static void
show_more (UiResultPages *self)
{
  guint end = MIN (self->shown + UI_RESULT_PAGES_BLOCKS, self->blocks->len);

  for (; self->shown < end; self->shown++)
    {
      GtkWidget *card = create_block (self, self->shown, FALSE);
      gtk_widget_add_css_class (card, "card");
      gtk_widget_set_overflow (card, GTK_OVERFLOW_HIDDEN);
      gtk_box_append (self->cards, card);
    }
  guint left = self->blocks->len - self->shown;
  gtk_widget_set_visible (self->more, left > 0);
  g_autofree char *label =
      g_strdup_printf (ngettext ("Show %u more block", "Show %u more blocks", left), left);
  gtk_button_set_label (GTK_BUTTON (self->more), label);
}

static GtkWidget *
create_cards (UiResultPages *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *cards = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  self->cards = GTK_BOX (cards);
  self->more = gtk_button_new ();
  gtk_widget_set_halign (self->more, GTK_ALIGN_CENTER);
  g_signal_connect_object (self->more, "clicked", G_CALLBACK (show_more), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), cards);
  gtk_box_append (GTK_BOX (box), self->more);
  gtk_widget_add_css_class (box, "block-cards");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  show_more (self);
  return scroller;
}

static GtkWidget *
create_nothing (void)
{
  GtkWidget *label = gtk_label_new (_ ("The result is empty."));

  gtk_widget_add_css_class (label, "secondary");
  return label;
}

static void
show_content (UiResultPages *self)
{
  GtkWidget *child;

  if (self->blocks->len == 0)
    child = create_nothing ();
  else if (self->blocks->len == 1)
    child = create_block (self, 0, TRUE);
  else
    child = create_cards (self);
  adw_bin_set_child (self->content, child);
}

static void
show_structured (UiResultPages *self)
{
  AppTreeLimits limits = ui_limits_of_call (self->call);
  g_autoptr (AppTreeNode) root =
      app_tree_node_new_root (app_result_get_structured (get_result (self)), NULL, &limits);
  GtkWidget *tree = ui_tree_view_new ();

  ui_tree_view_set_label (UI_TREE_VIEW (tree), _ ("Structured content"));
  ui_tree_view_set_root (UI_TREE_VIEW (tree), root);
  ui_tree_view_set_object (UI_TREE_VIEW (tree), app_call_get_object (self->call));
  adw_bin_set_child (self->structured, tree);
}

static void
show_raw (UiResultPages *self)
{
  g_autoptr (GBytes) bytes = mcp_json_value_get_bytes (app_result_get_value (get_result (self)));
  GtkWidget *lines = ui_lines_view_new ();

  ui_lines_view_set_label (UI_LINES_VIEW (lines), _ ("The result as it came"));
  ui_lines_view_set_text (UI_LINES_VIEW (lines), bytes);
  adw_bin_set_child (self->raw, lines);
}

static void
on_page (UiResultPages *self)
{
  const char *name = gtk_stack_get_visible_child_name (self->stack);

  if (name == NULL)
    return;
  if (strcmp (name, "content") == 0 && adw_bin_get_child (self->content) == NULL)
    show_content (self);
  else if (strcmp (name, "structured") == 0 && adw_bin_get_child (self->structured) == NULL)
    show_structured (self);
  else if (strcmp (name, "raw") == 0 && adw_bin_get_child (self->raw) == NULL)
    show_raw (self);
}

static void
ui_result_pages_dispose (GObject *object)
{
  UiResultPages *self = UI_RESULT_PAGES (object);

  if (self->stack != NULL)
    g_signal_handlers_disconnect_by_data (self->stack, self);
  self->stack = NULL;
  G_OBJECT_CLASS (ui_result_pages_parent_class)->dispose (object);
  g_clear_object (&self->call);
  g_clear_pointer (&self->blocks, g_ptr_array_unref);
}

static void
ui_result_pages_class_init (UiResultPagesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_result_pages_dispose;
  ui_signal_new (klass, "read-resource", 1, G_TYPE_STRING);
}

static AdwBin *
add_page (UiResultPages *self, const char *name, const char *title)
{
  GtkWidget *bin = adw_bin_new ();

  gtk_stack_add_titled (self->stack, bin, name, title);
  return ADW_BIN (bin);
}

static void
ui_result_pages_init (UiResultPages *self)
{
  GtkWidget *stack = gtk_stack_new ();

  self->blocks = g_ptr_array_new_with_free_func (g_object_unref);
  self->stack = GTK_STACK (stack);
  gtk_widget_set_vexpand (stack, TRUE);
  adw_bin_set_child (ADW_BIN (self), stack);
}

static void
take_blocks (UiResultPages *self)
{
  GListModel *blocks = G_LIST_MODEL (get_result (self));

  for (guint i = 0; i < g_list_model_get_n_items (blocks); i++)
    {
      g_autoptr (AppBlock) block = g_list_model_get_item (blocks, i);
      if (app_block_get_kind (block) != APP_BLOCK_STRUCTURED)
        g_ptr_array_add (self->blocks, g_steal_pointer (&block));
    }
}

GtkWidget *
ui_result_pages_new (AppCall *call)
{
  g_return_val_if_fail (APP_IS_CALL (call), NULL);
  g_return_val_if_fail (app_call_get_blocks (call) != NULL, NULL);

  UiResultPages *self = g_object_new (UI_TYPE_RESULT_PAGES, NULL);
  AppResult     *result = app_call_get_blocks (call);
  gboolean       structured = mcp_json_value_exists (app_result_get_structured (result));

  self->call = g_object_ref (call);
  take_blocks (self);
  if (self->blocks->len > 0 || !structured)
    self->content = add_page (self, "content", _ ("Content"));
  if (structured)
    self->structured = add_page (self, "structured", _ ("Structured"));
  self->raw = add_page (self, "raw", _ ("Raw"));
  g_signal_connect_object (self->stack, "notify::visible-child-name", G_CALLBACK (on_page), self,
                           G_CONNECT_SWAPPED);
  /* The text that a server has to send beside structured content says nothing new. */
  if (structured && (self->content == NULL || app_result_text_repeats_structured (result)))
    gtk_stack_set_visible_child_name (self->stack, "structured");
  on_page (self);
  return GTK_WIDGET (self);
}

GtkStack *
ui_result_pages_get_stack (UiResultPages *self)
{
  g_return_val_if_fail (UI_IS_RESULT_PAGES (self), NULL);
  return self->stack;
}

AppCall *
ui_result_pages_get_call (UiResultPages *self)
{
  g_return_val_if_fail (UI_IS_RESULT_PAGES (self), NULL);
  return self->call;
}
