/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-tree-view.h"
#include "app-card-item.h"
#include "app-references.h"
#include "app-yaml.h"
#include "mcp-property.h"
#include "ui-copy.h"
#include "ui-reference-drag.h"
#include "ui-find-bin.h"
#include "ui-template.h"
#include "ui-tree-row.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

/* Rows that one "Copy as Shown" takes; more than a person opened by hand. */
#define MAX_COPIED 20000u
/* Rows that are unfolded at first, about: more than a screen, and what a frame has time to make and
 * to lay out. GTK makes widgets for up to 200 rows, whether in sight or not. */
#define MAX_UNFOLDED 40

struct _UiTreeView
{
  GtkWidget parent_instance;

  AppTreeNode        *root;
  StoreObject        *object;        /* (nullable): that the values are in */
  char               *server_object; /* (nullable): or which of the server's */
  GtkSingleSelection *selection;
  GCancellable       *copying;
  GtkWidget          *popover;

  AppFind *find; /* (nullable): in the root */

  GMenuModel        *menu;
  UiFindBin         *bin;
  GtkScrolledWindow *scroller;
  GtkListView       *list;
};

enum {
  SIGNAL_REVEAL,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (UiTreeView, ui_tree_view, GTK_TYPE_WIDGET)

static GListModel *
create_children (gpointer item, gpointer data)
{
  return app_tree_item_create_children (APP_TREE_ITEM (item));
}

static GtkTreeListRow *
dup_row (UiTreeView *self, guint position)
{
  return g_list_model_get_item (G_LIST_MODEL (self->selection), position);
}

static AppTreeItem *
dup_selected (UiTreeView *self)
{
  GtkTreeListRow *row = gtk_single_selection_get_selected_item (self->selection);
  return row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
}

/* In the middle of what is in sight, as far as there are rows: the list by itself brings a row to
 * its edge. */
static void
scroll_to (UiTreeView *self, guint position)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  GtkWidget     *first = gtk_widget_get_first_child (GTK_WIDGET (self->list));
  double         height = first != NULL ? MAX (gtk_widget_get_height (first), 1) : 1;
  double         page = gtk_adjustment_get_page_size (adjustment);
  guint          around = first != NULL ? (guint)(page / height / 3) : 0;
  guint          last = g_list_model_get_n_items (G_LIST_MODEL (self->selection)) - 1;
  gboolean       below = position * height > gtk_adjustment_get_value (adjustment) + page / 2;

  position = below ? MIN (position + around, last) : position - MIN (position, around);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", position);
}

/* Finding */

/* Opens the row, and in place of a row that hides the value what it hides.
 * Returns: (transfer full) (nullable): the row below it that leads to the value at @offset */
static GtkTreeListRow *
dup_row_towards (GtkTreeListRow *row, gsize offset)
{
  guint position = G_MAXUINT;

  gtk_tree_list_row_set_expanded (row, TRUE);
  GListModel *children = gtk_tree_list_row_get_children (row);
  if (children != NULL)
    position = app_tree_node_find (children, offset);
  if (position == G_MAXUINT)
    return NULL;
  g_autoptr (AppTreeNode) node = g_list_model_get_item (children, position);
  if (app_tree_item_get_kind (APP_TREE_ITEM (node)) == APP_TREE_MORE)
    {
      app_tree_item_reveal (APP_TREE_ITEM (node));
      position = app_tree_node_find (children, offset);
    }
  return gtk_tree_list_row_get_child_row (row, position);
}

static void
show_value_at (UiTreeView *self, gsize offset)
{
  g_autoptr (GtkTreeListRow) row = dup_row (self, 0);

  while (row != NULL)
    {
      g_autoptr (AppTreeNode) node = gtk_tree_list_row_get_item (row);
      guint position = gtk_tree_list_row_get_position (row);

      if (app_tree_node_is_at (node, offset))
        {
          gtk_single_selection_set_selected (self->selection, position);
          scroll_to (self, position);
          return;
        }
      GtkTreeListRow *next = dup_row_towards (row, offset);
      g_set_object (&row, next);
      g_clear_object (&next);
    }
}

static void
on_found (UiTreeView *self)
{
  gsize offset;

  if (app_find_get_current (self->find, &offset))
    show_value_at (self, offset);
  for (GtkWidget *holder = gtk_widget_get_first_child (GTK_WIDGET (self->list)); holder != NULL;
       holder = gtk_widget_get_next_sibling (holder))
    {
      GtkWidget *row = gtk_widget_get_first_child (holder);

      if (UI_IS_TREE_ROW (row))
        ui_tree_row_mark (UI_TREE_ROW (row));
    }
}

/* @root: (nullable) */
static void
follow_find (UiTreeView *self, AppTreeNode *root)
{
  ui_clear_watched (&self->find, self);
  if (root != NULL)
    {
      self->find = app_find_new_for_value (app_tree_node_get_value (root));
      ui_connect (self->find, "changed", on_found, self);
    }
  ui_find_bin_set_find (self->bin, self->find);
}

/* Copying */

static void
on_value_loaded (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiTreeView) self = data;
  g_autofree char *text = app_tree_node_load_value_finish (result, NULL);

  if (text != NULL)
    ui_copy_text (self, text, strlen (text));
}

static void
stop_copying (UiTreeView *self)
{
  g_cancellable_cancel (self->copying);
  g_clear_object (&self->copying);
}

/* @item: (nullable). Returns: (transfer full) (nullable): what came of a text of a server's
 * object */
static char *
dup_card_text (AppTreeItem *item)
{
  return APP_IS_CARD_ITEM (item) ? app_card_item_dup_text (APP_CARD_ITEM (item)) : NULL;
}

static void
copy_value (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiTreeView *self = UI_TREE_VIEW (widget);
  g_autoptr (AppTreeItem) item = dup_selected (self);
  g_autofree char *text = dup_card_text (item);

  stop_copying (self);
  if (text != NULL)
    ui_copy_text (self, text, strlen (text));
  if (item == NULL || !APP_IS_TREE_NODE (item))
    return;
  self->copying = g_cancellable_new ();
  app_tree_node_load_value_async (APP_TREE_NODE (item), self->copying, on_value_loaded,
                                  g_object_ref (self));
}

static void
on_yaml_loaded (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiTreeView) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) text = app_yaml_load_finish (result, &error);
  gsize       length = 0;
  const char *start = text != NULL ? g_bytes_get_data (text, &length) : NULL;

  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ui_copy_text (self, start, length);
}

static void
copy_yaml (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiTreeView *self = UI_TREE_VIEW (widget);
  g_autoptr (AppTreeItem) item = dup_selected (self);

  if (item == NULL || !APP_IS_TREE_NODE (item))
    return;
  stop_copying (self);
  self->copying = g_cancellable_new ();
  app_yaml_load_async (app_tree_node_get_value (APP_TREE_NODE (item)), self->copying,
                       on_yaml_loaded, g_object_ref (self));
}

static void
copy_path (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiTreeView *self = UI_TREE_VIEW (widget);
  g_autoptr (AppTreeItem) item = dup_selected (self);
  g_autofree char *path = item != NULL ? app_tree_item_dup_path (item) : NULL;

  if (path == NULL)
    return;
  stop_copying (self);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), path);
}

/* The row at @position and the open rows below it as text, indented; the last line says so where
 * there were too many. Returns: (transfer full) */
static char *
dup_shown (UiTreeView *self, guint position)
{
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
      if (i == MAX_COPIED)
        {
          g_string_append (text, "\n…");
          break;
        }
      g_autoptr (AppTreeItem) item = gtk_tree_list_row_get_item (row);
      g_autofree char *line = app_tree_item_dup_text (item);
      g_string_append_printf (text, "%s%*s%s", i > 0 ? "\n" : "", (int)(2 * (depth - top)), "",
                              line);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
copy_shown (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiTreeView *self = UI_TREE_VIEW (widget);
  guint       selected = gtk_single_selection_get_selected (self->selection);

  if (selected == GTK_INVALID_LIST_POSITION)
    return;
  g_autofree char *text = dup_shown (self, selected);
  stop_copying (self);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

/* A table of the array, where the view around the tree has tables. */
static void
show_table (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (AppTreeItem) item = dup_selected (UI_TREE_VIEW (widget));

  if (item != NULL && APP_IS_TREE_NODE (item))
    gtk_widget_activate_action (widget, "value.show-table", "u",
                                app_tree_node_get_value (APP_TREE_NODE (item)).node);
}

/* References */

static AppReference *
dup_reference (UiTreeView *self, AppTreeItem *item)
{
  if (item == NULL)
    return NULL;
  if (APP_IS_TREE_NODE (item))
    return self->object != NULL ? app_references_new_for_value (
                                      self->object, app_tree_node_get_value (APP_TREE_NODE (item)))
                                : NULL;
  g_autofree char *path = self->server_object != NULL ? app_tree_item_dup_path (item) : NULL;
  return path != NULL ? app_reference_new_server (self->server_object, path) : NULL;
}

static AppReference *
dup_selected_reference (UiTreeView *self)
{
  g_autoptr (AppTreeItem) item = dup_selected (self);

  return dup_reference (self, item);
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
show_part (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (AppReference) reference = dup_selected_reference (UI_TREE_VIEW (widget));

  if (reference != NULL)
    gtk_widget_activate_action (widget, "win.show-part", "s", reference->text);
}

static void
on_selected (UiTreeView *self)
{
  g_autoptr (AppTreeItem) item = dup_selected (self);
  g_autoptr (AppReference) reference = dup_reference (self, item);
  g_autofree char *path = item != NULL ? app_tree_item_dup_path (item) : NULL;
  g_autofree char *text = dup_card_text (item);
  gboolean         here = item != NULL && APP_IS_TREE_NODE (item);
  GtkWidget       *widget = GTK_WIDGET (self);

  gtk_widget_action_set_enabled (widget, "tree.copy-reference", reference != NULL);
  gtk_widget_action_set_enabled (widget, "tree.use-reference", reference != NULL);
  gtk_widget_action_set_enabled (widget, "tree.show-part", here && self->object != NULL);
  gtk_widget_action_set_enabled (widget, "tree.copy-value", here || text != NULL);
  gtk_widget_action_set_enabled (widget, "tree.copy-yaml", here);
  gtk_widget_action_set_enabled (widget, "tree.show-table",
                                 here && app_tree_item_get_kind (item) == APP_TREE_ARRAY);
  gtk_widget_action_set_enabled (widget, "tree.copy-path", path != NULL);
  gtk_widget_action_set_enabled (widget, "tree.copy-shown", item != NULL);
}

/* Keys and clicks */

void
ui_tree_view_go_to (UiTreeView *self, guint position)
{
  g_return_if_fail (UI_IS_TREE_VIEW (self));

  if (position >= g_list_model_get_n_items (G_LIST_MODEL (self->selection)))
    return;
  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", position);
  gtk_widget_grab_focus (GTK_WIDGET (self->list));
}

/* What is not here is for who listens. */
static gboolean
reveal (UiTreeView *self, AppTreeItem *item)
{
  if (app_tree_item_reveal (item))
    return TRUE;
  g_signal_emit (self, signals[SIGNAL_REVEAL], 0, item);
  return FALSE;
}

/* Opens or closes a row, or puts what a row of kind MORE hides in its place. */
static void
activate_row (UiTreeView *self, guint position)
{
  g_autoptr (GtkTreeListRow) row = dup_row (self, position);
  g_autoptr (AppTreeItem) item = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  if (item == NULL)
    return;
  if (app_tree_item_get_kind (item) != APP_TREE_MORE)
    gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
  else if (reveal (self, item))
    ui_tree_view_go_to (self, position);
}

/* A row in which there is nothing but what it hides wants that. */
static void
on_unfolded (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiTreeView *self = UI_TREE_VIEW (widget);
  g_autoptr (GtkTreeListRow) row = dup_row (self, g_variant_get_uint32 (parameter));
  GListModel *children = row != NULL ? gtk_tree_list_row_get_children (row) : NULL;
  g_autoptr (AppTreeItem) first = children != NULL ? g_list_model_get_item (children, 0) : NULL;

  if (first != NULL && g_list_model_get_n_items (children) == 1 &&
      app_tree_item_get_kind (first) == APP_TREE_MORE)
    reveal (self, first);
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
    ui_tree_view_go_to (self, position + 1);
  else if (!open && expanded)
    gtk_tree_list_row_set_expanded (row, FALSE);
  else if (!open)
    {
      g_autoptr (GtkTreeListRow) parent = gtk_tree_list_row_get_parent (row);
      if (parent != NULL)
        ui_tree_view_go_to (self, gtk_tree_list_row_get_position (parent));
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
      activate_row (self, gtk_single_selection_get_selected (self->selection));
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
  GtkWidget *at = gtk_widget_pick (GTK_WIDGET (self->list), x, y, GTK_PICK_DEFAULT);

  if (n_press != 1 || row == NULL || !ui_tree_row_is_link (row, at))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  activate_row (self, ui_tree_row_get_position (row));
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

/* References that are dragged */

static AppReference *
find_dragged (GtkWidget *widget, double x, double y)
{
  UiTreeView *self = UI_TREE_VIEW (widget);
  UiTreeRow  *row = get_row_at (self, x, y);
  g_autoptr (GtkTreeListRow) item =
      row != NULL ? dup_row (self, ui_tree_row_get_position (row)) : NULL;
  g_autoptr (AppTreeItem) shown = item != NULL ? gtk_tree_list_row_get_item (item) : NULL;

  return dup_reference (self, shown);
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
  g_clear_pointer (&self->server_object, g_free);
}

UI_DEFINE_CLASS (UiTreeView, ui_tree_view)
{
  GObjectClass         *object_class = G_OBJECT_CLASS (klass);
  const GdkModifierType both = GDK_CONTROL_MASK | GDK_SHIFT_MASK;
  const McpProperty     rows[] = {
        [1] = { "label", G_TYPE_STRING, .flags = G_PARAM_WRITABLE,
                .set = G_CALLBACK (ui_tree_view_set_label) },
  };
  static GParamSpec *specs[G_N_ELEMENTS (rows)];

  object_class->dispose = ui_tree_view_dispose;

  mcp_property_install (object_class, rows, specs, G_N_ELEMENTS (rows));
  signals[SIGNAL_REVEAL] = g_signal_new ("reveal", UI_TYPE_TREE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                         NULL, NULL, G_TYPE_NONE, 1, APP_TYPE_TREE_ITEM);

  ui_template_ensure_types (UI_TYPE_FIND_BIN, UI_TYPE_TREE_ROW);
  ui_template_set_bin (widget_class, "ui/result/ui-tree-view.ui");
  ui_template_hold (widget_class, UiTreeView, find, selection, root, object);
  ui_template_bind_children (widget_class, UiTreeView, menu, bin, scroller, list);
  ui_template_bind_callbacks (widget_class, activate_row);
  gtk_widget_class_install_action (widget_class, "tree.copy-value", NULL, copy_value);
  gtk_widget_class_install_action (widget_class, "tree.copy-yaml", NULL, copy_yaml);
  gtk_widget_class_install_action (widget_class, "tree.copy-path", NULL, copy_path);
  gtk_widget_class_install_action (widget_class, "tree.copy-shown", NULL, copy_shown);
  gtk_widget_class_install_action (widget_class, "tree.copy-reference", NULL, copy_reference);
  gtk_widget_class_install_action (widget_class, "tree.use-reference", NULL, use_reference);
  gtk_widget_class_install_action (widget_class, "tree.show-part", NULL, show_part);
  gtk_widget_class_install_action (widget_class, "tree.show-table", NULL, show_table);
  gtk_widget_class_install_action (widget_class, "tree.menu", NULL, show_menu);
  gtk_widget_class_install_action (widget_class, "tree.unfolded", "u", on_unfolded);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, both, "tree.copy-value", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "tree.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "tree.menu",
                                       NULL);
}

static void
ui_tree_view_init (UiTreeView *self)
{
  ui_template_init (self);

  /* A widget of its own does not pass on that its child expands. */
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  self->selection = gtk_single_selection_new (NULL);
  ui_connect (self->selection, "notify::selected", on_selected, self);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  on_selected (self);
  add_controllers (self);

  self->popover = gtk_popover_menu_new_from_model (self->menu);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
}

/* What the tree's limits unfold: in the order of the rows, until enough are there to be read. */
static void
unfold (GtkTreeListModel *model)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (model)); i++)
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (model, i);
      g_autoptr (AppTreeItem) item = gtk_tree_list_row_get_item (row);

      if (i > 0 && g_list_model_get_n_items (G_LIST_MODEL (model)) > MAX_UNFOLDED)
        return;
      if (app_tree_item_starts_unfolded (item))
        gtk_tree_list_row_set_expanded (row, TRUE);
    }
}

/* @items: (transfer full) (nullable) */
static void
show_items (UiTreeView *self, GListModel *items)
{
  if (items == NULL)
    {
      gtk_single_selection_set_model (self->selection, NULL);
      return;
    }
  g_autoptr (GtkTreeListModel) model =
      gtk_tree_list_model_new (items, FALSE, FALSE, create_children, NULL, NULL);
  unfold (model);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (model));
}

void
ui_tree_view_set_root (UiTreeView *self, AppTreeNode *root)
{
  g_autoptr (GListStore) roots = NULL;

  g_return_if_fail (UI_IS_TREE_VIEW (self));
  g_return_if_fail (root == NULL || APP_IS_TREE_NODE (root));

  if (!g_set_object (&self->root, root))
    return;
  if (root != NULL)
    {
      roots = g_list_store_new (APP_TYPE_TREE_NODE);
      g_list_store_append (roots, root);
    }
  show_items (self, G_LIST_MODEL (g_steal_pointer (&roots)));
  follow_find (self, root);
}

void
ui_tree_view_set_items (UiTreeView *self, GListModel *items, const char *server_object)
{
  g_return_if_fail (UI_IS_TREE_VIEW (self));
  g_return_if_fail (items == NULL || G_IS_LIST_MODEL (items));

  ui_tree_view_set_root (self, NULL);
  g_free (self->server_object);
  self->server_object = g_strdup (server_object);
  show_items (self, items != NULL ? g_object_ref (items) : NULL);
  on_selected (self);
}

guint
ui_tree_view_find (UiTreeView *self, gpointer item)
{
  g_return_val_if_fail (UI_IS_TREE_VIEW (self), GTK_INVALID_LIST_POSITION);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->selection)); i++)
    {
      g_autoptr (GtkTreeListRow) row = dup_row (self, i);
      g_autoptr (AppTreeItem) shown = gtk_tree_list_row_get_item (row);

      if (shown == item)
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

void
ui_tree_view_set_max_height (UiTreeView *self, int height)
{
  g_return_if_fail (UI_IS_TREE_VIEW (self));
  ui_widget_set_max_height (self, self->scroller, height);
}

void
ui_tree_view_set_label (UiTreeView *self, const char *label)
{
  g_return_if_fail (UI_IS_TREE_VIEW (self));
  ui_widget_name (self->list, label != NULL ? label : _ ("Value as a tree"));
}

void
ui_tree_view_set_object (UiTreeView *self, StoreObject *object)
{
  g_return_if_fail (UI_IS_TREE_VIEW (self));
  g_return_if_fail (object == NULL || STORE_IS_OBJECT (object));

  g_set_object (&self->object, object);
  on_selected (self);
}
