/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-content-view.h"
#include "ui-block-view.h"
#include "ui-template.h"

#include <glib/gi18n.h>

struct _UiContentView
{
  AdwBin parent_instance;

  AppSession  *session; /* (nullable) */
  StoreObject *kept;    /* (nullable) */
  GPtrArray   *blocks;  /* of AppBlock */
  guint        shown;

  /* borrowed */
  GtkBox    *cards;
  GtkWidget *more;
};

G_DEFINE_FINAL_TYPE (UiContentView, ui_content_view, ADW_TYPE_BIN)

static void
on_link (UiContentView *self, const char *uri)
{
  g_signal_emit_by_name (self, "read-resource", uri);
}

static GtkWidget *
create_block (UiContentView *self, guint position, gboolean filling)
{
  GtkWidget *view = ui_block_view_new (g_ptr_array_index (self->blocks, position), self->session,
                                       self->kept, filling);

  ui_connect (view, "read-resource", on_link, self);
  return view;
}

static void
show_more (UiContentView *self)
{
  guint end = MIN (self->shown + UI_CONTENT_VIEW_BLOCKS, self->blocks->len);

  for (; self->shown < end; self->shown++)
    {
      GtkWidget *card = create_block (self, self->shown, FALSE);

      gtk_widget_add_css_class (card, "card");
      gtk_widget_set_overflow (card, GTK_OVERFLOW_HIDDEN);
      gtk_box_append (self->cards, card);
    }
  guint            left = self->blocks->len - self->shown;
  g_autofree char *label =
      g_strdup_printf (ngettext ("Show %'u more block", "Show %'u more blocks", left), left);

  gtk_widget_set_visible (self->more, left > 0);
  gtk_button_set_label (GTK_BUTTON (self->more), label);
}

static GtkWidget *
create_cards (UiContentView *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  self->cards = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 12));
  self->more = gtk_button_new ();
  gtk_widget_set_halign (self->more, GTK_ALIGN_CENTER);
  ui_connect (self->more, "clicked", show_more, self);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->cards));
  gtk_box_append (GTK_BOX (box), self->more);
  gtk_widget_add_css_class (box, "block-cards");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  /* As high as each wants to be: the least height of what scrolls itself is two rows. */
  gtk_scrollable_set_vscroll_policy (
      GTK_SCROLLABLE (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (scroller))),
      GTK_SCROLL_NATURAL);
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

void
ui_content_view_set_result (UiContentView *self,
                            AppResult     *result,
                            AppSession    *session,
                            StoreObject   *kept)
{
  g_return_if_fail (UI_IS_CONTENT_VIEW (self));

  adw_bin_set_child (ADW_BIN (self), NULL);
  g_ptr_array_set_size (self->blocks, 0);
  g_set_object (&self->session, session);
  g_set_object (&self->kept, kept);
  self->shown = 0;
  if (result == NULL)
    return;
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (result)); i++)
    {
      g_autoptr (AppBlock) block = g_list_model_get_item (G_LIST_MODEL (result), i);

      if (app_block_get_kind (block) != APP_BLOCK_STRUCTURED)
        g_ptr_array_add (self->blocks, g_steal_pointer (&block));
    }
  adw_bin_set_child (ADW_BIN (self), self->blocks->len == 0   ? create_nothing ()
                                     : self->blocks->len == 1 ? create_block (self, 0, TRUE)
                                                              : create_cards (self));
}

MCP_DEFINE_DISPOSE (UiContentView, ui_content_view)
{
  g_clear_object (&self->session);
  g_clear_object (&self->kept);
}

MCP_DEFINE_FINALIZE (UiContentView, ui_content_view)
{
  g_ptr_array_unref (self->blocks);
}

static void
ui_content_view_class_init (UiContentViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_content_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = ui_content_view_finalize;
  mcp_signal_new (klass, "read-resource", 1, G_TYPE_STRING);
}

static void
ui_content_view_init (UiContentView *self)
{
  self->blocks = g_ptr_array_new_with_free_func (g_object_unref);
}
