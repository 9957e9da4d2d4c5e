/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-tree-row.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"

#include <glib/gi18n.h>

struct _UiTreeRow
{
  GtkWidget parent_instance;

  GtkTreeListRow *row; /* while bound */

  GtkTreeExpander *expander;
  GtkLabel        *name;
  GtkLabel        *kind;
  GtkLabel        *preview;
  GtkLabel        *rest;
};

G_DEFINE_FINAL_TYPE (UiTreeRow, ui_tree_row, GTK_TYPE_WIDGET)

static void
let_go (UiTreeRow *self)
{
  if (self->row != NULL)
    g_signal_handlers_disconnect_by_data (self->row, self);
  g_clear_object (&self->row);
}

static void
ui_tree_row_dispose (GObject *object)
{
  let_go (UI_TREE_ROW (object));
  ui_template_dispose (object);
}

static void
ui_tree_row_class_init (UiTreeRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_tree_row_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "treerow");
  ui_template_set (widget_class, "ui/result/ui-tree-row.ui");
  gtk_widget_class_bind_template_child (widget_class, UiTreeRow, expander);
  gtk_widget_class_bind_template_child (widget_class, UiTreeRow, name);
  gtk_widget_class_bind_template_child (widget_class, UiTreeRow, kind);
  gtk_widget_class_bind_template_child (widget_class, UiTreeRow, preview);
  gtk_widget_class_bind_template_child (widget_class, UiTreeRow, rest);
}

static void
ui_tree_row_init (UiTreeRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ui_wrap_literally (self->preview);
}

GtkWidget *
ui_tree_row_new (void)
{
  return g_object_new (UI_TYPE_TREE_ROW, NULL);
}

static void
set_class (GtkWidget *widget, const char *class_name, gboolean wanted)
{
  if (wanted)
    gtk_widget_add_css_class (widget, class_name);
  else
    gtk_widget_remove_css_class (widget, class_name);
}

static void
show_text (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text);
  gtk_widget_set_visible (GTK_WIDGET (label), text[0] != '\0');
}

static gboolean
is_container (AppTreeKind kind)
{
  return kind == APP_TREE_OBJECT || kind == APP_TREE_ARRAY;
}

/* A piece of a long string is there to be read, and wraps; all else is one line. */
static void
set_wrapped (UiTreeRow *self, gboolean wrapped)
{
  gtk_label_set_single_line_mode (self->preview, !wrapped);
  gtk_label_set_wrap (self->preview, wrapped);
  gtk_label_set_width_chars (self->preview, wrapped ? 20 : 6);
  gtk_label_set_max_width_chars (self->preview, wrapped ? 20 : 6);
  gtk_label_set_ellipsize (self->preview, wrapped ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END);
}

/* What an open row shows below itself need not be said beside it. */
static void
update_expanded (UiTreeRow *self)
{
  g_autoptr (AppTreeNode) node = gtk_tree_list_row_get_item (self->row);
  gboolean expanded = gtk_tree_list_row_get_expanded (self->row);

  if (node == NULL)
    return;
  if (is_container (app_tree_node_get_kind (node)))
    {
      gtk_label_set_text (self->preview, expanded ? "" : app_tree_node_get_preview (node));
      return;
    }
  const char *note = app_tree_node_get_note (node);
  show_text (self->rest, expanded ? "" : note);
}

static void
show_node (UiTreeRow *self, AppTreeNode *node)
{
  AppTreeKind kind = app_tree_node_get_kind (node);
  const char *preview = app_tree_node_get_preview (node);

  gtk_label_set_text (self->preview, "");
  gtk_label_set_wrap_mode (self->preview, ui_wrap_choose (preview));
  set_wrapped (self, kind == APP_TREE_PIECE);
  show_text (self->name, app_tree_node_get_name (node));
  set_class (GTK_WIDGET (self->name), "secondary", !app_tree_node_is_member (node));
  show_text (self->kind, is_container (kind) ? app_tree_node_get_note (node) : "");
  gtk_label_set_text (self->preview, preview);
  show_text (self->rest, is_container (kind) ? "" : app_tree_node_get_note (node));

  set_class (GTK_WIDGET (self->preview), "tree-link", kind == APP_TREE_MORE);
  set_class (GTK_WIDGET (self->preview), "secondary",
             is_container (kind) || kind == APP_TREE_RANGE);
  set_class (GTK_WIDGET (self->preview), "monospace", kind != APP_TREE_MORE);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), kind == APP_TREE_MORE ? "pointer" : NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->name), app_tree_node_get_name (node));
}

char *
ui_tree_row_dup_text (AppTreeNode *node)
{
  g_return_val_if_fail (APP_IS_TREE_NODE (node), NULL);

  const char *name = app_tree_node_get_name (node);
  const char *note = app_tree_node_get_note (node);
  gboolean    container = is_container (app_tree_node_get_kind (node));
  g_autoptr (GString) text = g_string_new (name);

  if (text->len > 0)
    g_string_append (text, ": ");
  if (container)
    g_string_append_printf (text, "%s ", note);
  g_string_append (text, app_tree_node_get_preview (node));
  if (!container && note[0] != '\0')
    g_string_append_printf (text, " %s", note);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
ui_tree_row_bind (UiTreeRow *self, GtkTreeListRow *row)
{
  g_return_if_fail (UI_IS_TREE_ROW (self));

  let_go (self);
  gtk_tree_expander_set_list_row (self->expander, row);
  if (row == NULL)
    return;
  self->row = g_object_ref (row);
  g_autoptr (AppTreeNode) node = gtk_tree_list_row_get_item (row);
  show_node (self, node);
  update_expanded (self);
  g_signal_connect_swapped (row, "notify::expanded", G_CALLBACK (update_expanded), self);

  /* The list's own row has the role; its name is not taken from what is in it. */
  GtkWidget *holder = gtk_widget_get_parent (GTK_WIDGET (self));
  if (holder == NULL)
    return;
  g_autofree char *text = ui_tree_row_dup_text (node);
  ui_widget_name (holder, text);
}

guint
ui_tree_row_get_position (UiTreeRow *self)
{
  g_return_val_if_fail (UI_IS_TREE_ROW (self), GTK_INVALID_LIST_POSITION);
  return self->row != NULL ? gtk_tree_list_row_get_position (self->row) : GTK_INVALID_LIST_POSITION;
}

gboolean
ui_tree_row_is_link (UiTreeRow *self)
{
  g_return_val_if_fail (UI_IS_TREE_ROW (self), FALSE);

  if (self->row == NULL)
    return FALSE;
  g_autoptr (AppTreeNode) node = gtk_tree_list_row_get_item (self->row);
  return node != NULL && app_tree_node_get_kind (node) == APP_TREE_MORE;
}
