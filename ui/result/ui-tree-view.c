/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-tree-view.h"
#include "app-references.h"
#include "mcp-property.h"
#include "ui-reference-drag.h"
#include "ui-template.h"
#include "ui-tree-row.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

/* Rows that are unfolded at first, about; nobody reads more, and a frame makes as many. */
#define MAX_UNFOLDED 500

struct _UiTreeView
{
  GtkWidget parent_instance;

  AppTreeNode        *root;
  StoreObject        *object; /* (nullable): that the values are in */
  GtkSingleSelection *selection;
  GCancellable       *copying;
  GtkWidget          *popover;

  GMenuModel        *menu;
  GtkScrolledWindow *scroller;
  GtkListView       *list;
};

enum {
  PROP_ROOT = 1,
  PROP_LABEL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiTreeView, ui_tree_view, GTK_TYPE_WIDGET)

static GListModel *
create_children (gpointer item, gpointer data)
{
  return app_tree_node_create_children (APP_TREE_NODE (item));
}

static GtkTreeListRow *
dup_row (UiTreeView *self, guint position)
{
  return g_list_model_get_item (G_LIST_MODEL (self->selection), position);
}

static AppTreeNode *
dup_selected (UiTreeView *self)
{
  GtkTreeListRow *row = gtk_single_selection_get_selected_item (self->selection);
  return row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
}

/* Copying */

static void
on_value_loaded (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiTreeView) self = data;
  g_autofree char *text = app_tree_node_load_value_finish (result, NULL);

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
stop_copying (UiTreeView *self)
{
  if (self->copying != NULL)
    g_cancellable_cancel (self->copying);
  g_clear_object (&self->copying);
}

static void
copy_value (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiTreeView *self = UI_TREE_VIEW (widget);
  g_autoptr (AppTreeNode) node = dup_selected (self);

  if (node == NULL)
    return;
  stop_copying (self);
  self->copying = g_cancellable_new ();
  app_tree_node_load_value_async (node, self->copying, on_value_loaded, g_object_ref (self));
}

static void
copy_path (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiTreeView *self = UI_TREE_VIEW (widget);
  g_autoptr (AppTreeNode) node = dup_selected (self);

  if (node == NULL)
    return;
  g_autofree char *path = app_tree_node_dup_path (node);
  stop_copying (self);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), path);
}

static void
copy_shown (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiTreeView *self = UI_TREE_VIEW (widget);
  guint       selected = gtk_single_selection_get_selected (self->selection);

  if (selected == GTK_INVALID_LIST_POSITION)
    return;
  g_autofree char *text = ui_tree_view_dup_shown (self, selected);
  stop_copying (self);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

/* References */

static AppReference *
dup_reference (UiTreeView *self, AppTreeNode *node)
{
  if (self->object == NULL || node == NULL)
    return NULL;
  return app_references_new_for_value (self->object, app_tree_node_get_value (node));
}

static AppReference *
dup_selected_reference (UiTreeView *self)
{
  g_autoptr (AppTreeNode) node = dup_selected (self);

  return dup_reference (self, node);
}

static void
copy_reference (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (AppReference) reference = dup_selected_reference (UI_TREE_VIEW (widget));

  stop_copying (UI_TREE_VIEW (widget));
  ui_reference_drag_copy (widget, reference);
}

static void
use_reference (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (AppReference) reference = dup_selected_reference (UI_TREE_VIEW (widget));

  ui_reference_drag_use (widget, reference);
}

static void
on_selected (UiTreeView *self)
{
  gboolean any = gtk_single_selection_get_selected (self->selection) != GTK_INVALID_LIST_POSITION;
  gboolean kept = any && self->object != NULL;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tree.copy-reference", kept);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tree.use-reference", kept);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tree.copy-value", any);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tree.copy-path", any);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tree.copy-shown", any);
}

/* Keys and clicks */

static void
go_to (UiTreeView *self, guint position)
{
  if (position >= g_list_model_get_n_items (G_LIST_MODEL (self->selection)))
    return;
  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", position);
  gtk_widget_grab_focus (GTK_WIDGET (self->list));
}

static void
step (UiTreeView *self, gboolean open)
{
  guint position = gtk_single_selection_get_selected (self->selection);
  g_autoptr (GtkTreeListRow) row = dup_row (self, position);

  if (row == NULL)
    return;
  gboolean expanded = gtk_tree_list_row_get_expanded (row);
  if (open && gtk_tree_list_row_is_expandable (row) && !expanded)
    gtk_tree_list_row_set_expanded (row, TRUE);
  else if (open && expanded)
    go_to (self, position + 1);
  else if (!open && expanded)
    gtk_tree_list_row_set_expanded (row, FALSE);
  else if (!open)
    {
      g_autoptr (GtkTreeListRow) parent = gtk_tree_list_row_get_parent (row);
      if (parent != NULL)
        go_to (self, gtk_tree_list_row_get_position (parent));
    }
}

static gboolean
on_key (UiTreeView *self, guint key, guint code, GdkModifierType state)
{
  gboolean backwards = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  if ((state & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      step (self, !backwards);
      return GDK_EVENT_STOP;
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      step (self, backwards);
      return GDK_EVENT_STOP;
    case GDK_KEY_space:
      ui_tree_view_activate (self, gtk_single_selection_get_selected (self->selection));
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static UiTreeRow *
get_row_at (UiTreeView *self, double x, double y)
{
  GtkWidget *at = gtk_widget_pick (GTK_WIDGET (self->list), x, y, GTK_PICK_DEFAULT);
  GtkWidget *row = at != NULL ? gtk_widget_get_ancestor (at, UI_TYPE_TREE_ROW) : NULL;

  /* The list's own row is a little larger than what is in it. */
  if (row == NULL && at != NULL && UI_IS_TREE_ROW (gtk_widget_get_first_child (at)))
    row = gtk_widget_get_first_child (at);
  return row != NULL ? UI_TREE_ROW (row) : NULL;
}

static void
on_clicked (GtkGestureClick *gesture, int n_press, double x, double y, UiTreeView *self)
{
  UiTreeRow *row = get_row_at (self, x, y);

  if (n_press != 1 || row == NULL || !ui_tree_row_is_link (row))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  ui_tree_view_activate (self, ui_tree_row_get_position (row));
}

static void
pop_up (UiTreeView *self, const GdkRectangle *at)
{
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), at);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static void
on_secondary (GtkGestureClick *gesture, int n_press, double x, double y, UiTreeView *self)
{
  UiTreeRow *row = get_row_at (self, x, y);
  double     own_x = 0, own_y = 0;

  if (row == NULL)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_single_selection_set_selected (self->selection, ui_tree_row_get_position (row));
  gtk_widget_translate_coordinates (GTK_WIDGET (self->list), GTK_WIDGET (self), x, y, &own_x,
                                    &own_y);
  pop_up (self, &(GdkRectangle){ (int)own_x, (int)own_y, 1, 1 });
}

static void
show_menu (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiTreeView     *self = UI_TREE_VIEW (widget);
  GtkWidget      *focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  GdkRectangle    at = { 24, 24, 1, 1 };
  graphene_rect_t bounds;

  if (gtk_single_selection_get_selected_item (self->selection) == NULL)
    return;
  if (focus != NULL && gtk_widget_is_ancestor (focus, widget) && focus != GTK_WIDGET (self->list) &&
      gtk_widget_compute_bounds (focus, widget, &bounds))
    at = (GdkRectangle){ (int)bounds.origin.x + 24, (int)bounds.origin.y, 1,
                         (int)bounds.size.height };
  pop_up (self, &at);
}

/* Rows */

static void
setup_row (GtkListItemFactory *factory, GtkListItem *item)
{
  gtk_list_item_set_child (item, ui_tree_row_new ());
}

static void
bind_row (GtkListItemFactory *factory, GtkListItem *item)
{
  ui_tree_row_bind (UI_TREE_ROW (gtk_list_item_get_child (item)), gtk_list_item_get_item (item));
}

static void
unbind_row (GtkListItemFactory *factory, GtkListItem *item)
{
  ui_tree_row_bind (UI_TREE_ROW (gtk_list_item_get_child (item)), NULL);
}

static AppReference *
find_dragged (GtkWidget *widget, double x, double y)
{
  UiTreeView *self = UI_TREE_VIEW (widget);
  UiTreeRow  *row = get_row_at (self, x, y);
  g_autoptr (GtkTreeListRow) item =
      row != NULL ? dup_row (self, ui_tree_row_get_position (row)) : NULL;
  g_autoptr (AppTreeNode) node = item != NULL ? gtk_tree_list_row_get_item (item) : NULL;

  return dup_reference (self, node);
}

static void
add_controllers (UiTreeView *self)
{
  GtkGesture         *primary = gtk_gesture_click_new ();
  GtkGesture         *secondary = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect (primary, "released", G_CALLBACK (on_clicked), self);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (primary), GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self->list), GTK_EVENT_CONTROLLER (primary));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect (secondary, "pressed", G_CALLBACK (on_secondary), self);
  gtk_widget_add_controller (GTK_WIDGET (self->list), GTK_EVENT_CONTROLLER (secondary));
  /* The list moves its focus by these keys otherwise. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->list), keys);
  ui_reference_drag_attach (GTK_WIDGET (self), GTK_WIDGET (self->list), find_dragged);
}

static void
ui_tree_view_dispose (GObject *object)
{
  UiTreeView *self = UI_TREE_VIEW (object);

  stop_copying (self);
  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
  ui_template_dispose (object);
  self->popover = NULL;
  g_clear_object (&self->selection);
  g_clear_object (&self->root);
  g_clear_object (&self->object);
}

static void
ui_tree_view_class_init (UiTreeViewClass *klass)
{
  GObjectClass         *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass       *widget_class = GTK_WIDGET_CLASS (klass);
  const GdkModifierType both = GDK_CONTROL_MASK | GDK_SHIFT_MASK;
  const McpProperty     rows[N_PROPS] = {
        [PROP_ROOT] = { "root", APP_TYPE_TREE_NODE, .offset = G_STRUCT_OFFSET (UiTreeView, root),
                        .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (ui_tree_view_set_root) },
        [PROP_LABEL] = { "label", G_TYPE_STRING, .flags = G_PARAM_WRITABLE,
                         .set = G_CALLBACK (ui_tree_view_set_label) },
  };

  object_class->dispose = ui_tree_view_dispose;

  mcp_property_install (object_class, rows, properties, N_PROPS);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ui_template_set (widget_class, "ui/result/ui-tree-view.ui");
  gtk_widget_class_bind_template_child (widget_class, UiTreeView, menu);
  gtk_widget_class_bind_template_child (widget_class, UiTreeView, scroller);
  gtk_widget_class_bind_template_child (widget_class, UiTreeView, list);
  gtk_widget_class_bind_template_callback (widget_class, ui_tree_view_activate);
  gtk_widget_class_install_action (widget_class, "tree.copy-value", NULL, copy_value);
  gtk_widget_class_install_action (widget_class, "tree.copy-path", NULL, copy_path);
  gtk_widget_class_install_action (widget_class, "tree.copy-shown", NULL, copy_shown);
  gtk_widget_class_install_action (widget_class, "tree.copy-reference", NULL, copy_reference);
  gtk_widget_class_install_action (widget_class, "tree.use-reference", NULL, use_reference);
  gtk_widget_class_install_action (widget_class, "tree.menu", NULL, show_menu);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, both, "tree.copy-value", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "tree.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "tree.menu",
                                       NULL);
}

static void
ui_tree_view_init (UiTreeView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  /* A widget of its own does not pass on that its child expands. */
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  self->selection = gtk_single_selection_new (NULL);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_row), NULL);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  on_selected (self);
  add_controllers (self);

  self->popover = gtk_popover_menu_new_from_model (self->menu);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
}

GtkWidget *
ui_tree_view_new (void)
{
  return g_object_new (UI_TYPE_TREE_VIEW, NULL);
}

/* What the tree's limits unfold: in the order of the rows, until enough are there to be read. */
static void
unfold (GtkTreeListModel *model)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (model)); i++)
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (model, i);
      g_autoptr (AppTreeNode) node = gtk_tree_list_row_get_item (row);

      if (i > 0 && g_list_model_get_n_items (G_LIST_MODEL (model)) > MAX_UNFOLDED)
        return;
      if (i == 0 || app_tree_node_starts_unfolded (node))
        gtk_tree_list_row_set_expanded (row, TRUE);
    }
}

void
ui_tree_view_set_root (UiTreeView *self, AppTreeNode *root)
{
  g_return_if_fail (UI_IS_TREE_VIEW (self));
  g_return_if_fail (root == NULL || APP_IS_TREE_NODE (root));

  if (!g_set_object (&self->root, root))
    return;
  if (root == NULL)
    gtk_single_selection_set_model (self->selection, NULL);
  else
    {
      GListStore *roots = g_list_store_new (APP_TYPE_TREE_NODE);
      g_list_store_append (roots, root);
      g_autoptr (GtkTreeListModel) model =
          gtk_tree_list_model_new (G_LIST_MODEL (roots), FALSE, FALSE, create_children, NULL, NULL);
      unfold (model);
      gtk_single_selection_set_model (self->selection, G_LIST_MODEL (model));
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ROOT]);
}

void
ui_tree_view_set_label (UiTreeView *self, const char *label)
{
  g_return_if_fail (UI_IS_TREE_VIEW (self));
  ui_widget_name (self->list, label != NULL ? label : _ ("Value as a tree"));
}

void
ui_tree_view_set_max_height (UiTreeView *self, int height)
{
  g_return_if_fail (UI_IS_TREE_VIEW (self));

  gtk_scrolled_window_set_propagate_natural_height (self->scroller, height > 0);
  gtk_scrolled_window_set_max_content_height (self->scroller, height > 0 ? height : -1);
  gtk_widget_set_vexpand (GTK_WIDGET (self->scroller), height <= 0);
  gtk_widget_set_vexpand (GTK_WIDGET (self), height <= 0);
}

void
ui_tree_view_activate (UiTreeView *self, guint position)
{
  g_return_if_fail (UI_IS_TREE_VIEW (self));

  g_autoptr (GtkTreeListRow) row = dup_row (self, position);
  g_autoptr (AppTreeNode) node = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
  if (node == NULL)
    return;
  if (app_tree_node_get_kind (node) != APP_TREE_MORE)
    {
      gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
      return;
    }
  app_tree_node_reveal (node);
  go_to (self, position);
}

GtkSelectionModel *
ui_tree_view_get_rows (UiTreeView *self)
{
  g_return_val_if_fail (UI_IS_TREE_VIEW (self), NULL);
  return GTK_SELECTION_MODEL (self->selection);
}

char *
ui_tree_view_dup_shown (UiTreeView *self, guint position)
{
  g_return_val_if_fail (UI_IS_TREE_VIEW (self), NULL);

  g_autoptr (GString) text = g_string_new (NULL);
  guint top = 0;
  for (guint i = 0; TRUE; i++)
    {
      g_autoptr (GtkTreeListRow) row = dup_row (self, position + i);
      guint depth = row != NULL ? gtk_tree_list_row_get_depth (row) : 0;
      if (row == NULL || (i > 0 && depth <= top))
        break;
      if (i == 0)
        top = depth;
      if (i == UI_TREE_VIEW_MAX_COPIED)
        {
          g_string_append (text, "\n…");
          break;
        }
      g_autoptr (AppTreeNode) node = gtk_tree_list_row_get_item (row);
      g_autofree char *line = ui_tree_row_dup_text (node);
      g_string_append_printf (text, "%s%*s%s", i > 0 ? "\n" : "", (int)(2 * (depth - top)), "",
                              line);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
ui_tree_view_set_object (UiTreeView *self, StoreObject *object)
{
  g_return_if_fail (UI_IS_TREE_VIEW (self));
  g_return_if_fail (object == NULL || STORE_IS_OBJECT (object));

  g_set_object (&self->object, object);
  on_selected (self);
}
