/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-objects-page.h"
#include "mcp-property.h"
#include "ui-lines-view.h"
#include "ui-page.h"
#include "ui-reference-drag.h"
#include "ui-template.h"
#include "ui-tree-view.h"
#include "ui-widget.h"
#include "ui-width-bin.h"
#include "app-object-name.h"
#include "app-visible-text.h"
#include "store-object.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MAX_LINE 200
/* Where a row keeps which object it shows. */
#define ID_DATA "object-id"

struct _UiObjectsPage
{
  GtkWidget parent_instance;

  GListModel         *objects;
  AppSettings        *settings;
  GtkSortListModel   *sorted;
  GtkSingleSelection *selection;

  StoreObject *shown;

  GtkStack        *stack;
  AdwLeaflet      *leaflet;
  GtkListView     *list;
  GtkLabel        *header;
  GtkLabel        *origin;
  GtkWidget       *views;
  GtkToggleButton *as_tree;
  GtkStack        *view_stack;
  UiTreeView      *tree;
  UiLinesView     *lines;
};

enum {
  PROP_OBJECTS = 1,
  PROP_SETTINGS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void ui_objects_page_page_init (UiPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (UiObjectsPage,
                               ui_objects_page,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (UI_TYPE_PAGE, ui_objects_page_page_init))

static int
compare_newest_first (gconstpointer a, gconstpointer b, gpointer data)
{
  gint64 first = store_object_get_time (STORE_OBJECT ((gpointer)a));
  gint64 second = store_object_get_time (STORE_OBJECT ((gpointer)b));
  return first > second ? -1 : first < second;
}

/* "Result 3 · object · 42" */
static char *
dup_title (StoreObject *object)
{
  g_autofree char *name = app_object_name_dup (object);
  g_autofree char *type = app_object_name_dup_type (object);

  return g_strdup_printf ("%s · %s", name, type);
}

static char *
dup_origin (StoreObject *object)
{
  const char      *server = store_object_get_server (object);
  const char      *tool = store_object_get_tool (object);
  g_autofree char *joined = g_strdup_printf ("%s%s%s", server != NULL ? server : "",
                                             server != NULL && tool != NULL ? " · " : "",
                                             tool != NULL ? tool : "");
  return app_visible_text_line (joined, MAX_LINE);
}

/* A value that is not JSON has no tree. */
static void
update_view (UiObjectsPage *self)
{
  gboolean json = self->shown != NULL && store_object_get_kind (self->shown) == STORE_OBJECT_JSON;
  gboolean tree = json && gtk_toggle_button_get_active (self->as_tree);

  gtk_widget_set_visible (self->views, json);
  gtk_stack_set_visible_child_name (self->view_stack, tree ? "tree" : "lines");
}

static void
show_tree (UiObjectsPage *self, StoreObject *object)
{
  AppTreeLimits limits = app_settings_get_tree_limits (self->settings);
  g_autoptr (AppTreeNode) root = NULL;

  if (store_object_get_kind (object) == STORE_OBJECT_JSON)
    root = app_tree_node_new_root (store_object_get_value (object), NULL, &limits);
  ui_tree_view_set_root (self->tree, root);
  ui_tree_view_set_object (self->tree, object);
}

static void
show_selected (UiObjectsPage *self)
{
  StoreObject *object = gtk_single_selection_get_selected_item (self->selection);

  /* Another call only moves it down the list: what was opened in it stays open. */
  if (!g_set_object (&self->shown, object))
    return;
  if (object == NULL)
    {
      ui_tree_view_set_root (self->tree, NULL);
      ui_lines_view_set_lines (self->lines, NULL);
      return;
    }
  g_autofree char *name = dup_title (object);
  g_autofree char *size = app_visible_text_size (store_object_get_size (object));
  g_autofree char *title = g_strdup_printf ("%s · %s", name, size);
  g_autofree char *origin = dup_origin (object);
  gtk_label_set_text (self->header, title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->header), title);
  gtk_label_set_text (self->origin, origin);
  gtk_widget_set_visible (GTK_WIDGET (self->origin), origin[0] != '\0');
  g_autoptr (GBytes) bytes = store_object_dup_bytes (object);
  ui_lines_view_set_text (self->lines, bytes);
  show_tree (self, object);
  update_view (self);
}

static AppReference *
dup_reference (UiObjectsPage *self)
{
  return self->shown != NULL
             ? app_reference_new_object (APP_REFERENCE_STORE_MEMORY,
                                         store_object_get_id (self->shown), NULL)
             : NULL;
}

static void
copy_reference (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (AppReference) reference = dup_reference (UI_OBJECTS_PAGE (widget));

  ui_reference_drag_copy (widget, reference);
}

static void
use_reference (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (AppReference) reference = dup_reference (UI_OBJECTS_PAGE (widget));

  ui_reference_drag_use (widget, reference);
}

/* Whatever row is dragged says itself what it is. */
static AppReference *
find_dragged (GtkWidget *row, double x, double y)
{
  const char *id = g_object_get_data (G_OBJECT (row), ID_DATA);

  return id != NULL ? app_reference_new_object (APP_REFERENCE_STORE_MEMORY, id, NULL) : NULL;
}

static void
copy_object (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiObjectsPage *self = UI_OBJECTS_PAGE (widget);
  gtk_widget_activate_action (GTK_WIDGET (self->lines), "lines.copy-all", NULL);
}

static void
on_activate (UiObjectsPage *self)
{
  adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_FORWARD);
}

static void
update_stack (UiObjectsPage *self)
{
  gboolean any = g_list_model_get_n_items (self->objects) > 0;
  gtk_stack_set_visible_child_name (self->stack, any ? "objects" : "empty");
}

/* Rows are made by hand: GTK 4.8 binds no names for assistive technology. */
static void
setup_row (GtkListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);

  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *label = gtk_label_new (NULL);
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 12);
      gtk_box_append (GTK_BOX (box), label);
    }
  gtk_widget_add_css_class (gtk_widget_get_last_child (box), "secondary");
  gtk_widget_add_css_class (gtk_widget_get_last_child (box), "small");
  ui_reference_drag_attach (box, box, find_dragged);
  gtk_list_item_set_child (item, box);
}

static void
bind_row (GtkListItemFactory *factory, GtkListItem *item)
{
  StoreObject     *object = gtk_list_item_get_item (item);
  GtkWidget       *box = gtk_list_item_get_child (item);
  g_autofree char *title = dup_title (object);
  g_autofree char *size = app_visible_text_size (store_object_get_size (object));
  g_autofree char *where = dup_origin (object);
  g_autofree char *origin = g_strjoin (where[0] != '\0' ? " · " : "", size, where, NULL);

  g_object_set_data_full (G_OBJECT (box), ID_DATA, g_strdup (store_object_get_id (object)),
                          g_free);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_first_child (box)), title);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (box)), origin);
  ui_widget_name (gtk_widget_get_parent (box), title);
}

static void
ui_objects_page_constructed (GObject *object)
{
  UiObjectsPage *self = UI_OBJECTS_PAGE (object);

  G_OBJECT_CLASS (ui_objects_page_parent_class)->constructed (object);

  GtkSorter *sorter = GTK_SORTER (gtk_custom_sorter_new (compare_newest_first, NULL, NULL));
  self->sorted = gtk_sort_list_model_new (g_object_ref (self->objects), sorter);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->sorted)));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (show_selected),
                           self, G_CONNECT_SWAPPED);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  gtk_list_view_set_factory (self->list, factory);
  g_signal_connect_object (self->objects, "items-changed", G_CALLBACK (update_stack), self,
                           G_CONNECT_SWAPPED);
  update_stack (self);
  show_selected (self);
}

static void
ui_objects_page_dispose (GObject *object)
{
  UiObjectsPage *self = UI_OBJECTS_PAGE (object);

  ui_template_dispose (object);
  g_clear_object (&self->shown);
  g_clear_object (&self->selection);
  g_clear_object (&self->sorted);
  g_clear_object (&self->objects);
  g_clear_object (&self->settings);
}

static gboolean
ui_objects_page_go_back (UiPage *page)
{
  UiObjectsPage *self = UI_OBJECTS_PAGE (page);

  return adw_leaflet_get_folded (self->leaflet) &&
         adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_BACK);
}

static void
ui_objects_page_page_init (UiPageInterface *iface)
{
  iface->go_back = ui_objects_page_go_back;
}

static void
ui_objects_page_class_init (UiObjectsPageClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass   *widget_class = GTK_WIDGET_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_OBJECTS] = { "objects", G_TYPE_LIST_MODEL,
                       .offset = G_STRUCT_OFFSET (UiObjectsPage, objects),
                       .flags = G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY },
    [PROP_SETTINGS] = { "settings", APP_TYPE_SETTINGS,
                        .offset = G_STRUCT_OFFSET (UiObjectsPage, settings),
                        .flags = G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY },
  };

  object_class->constructed = ui_objects_page_constructed;
  object_class->dispose = ui_objects_page_dispose;

  mcp_property_install (object_class, rows, properties, N_PROPS);

  g_type_ensure (UI_TYPE_LINES_VIEW);
  g_type_ensure (UI_TYPE_TREE_VIEW);
  g_type_ensure (UI_TYPE_WIDTH_BIN);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ui_template_set (widget_class, "ui/result/ui-objects-page.ui");
  gtk_widget_class_bind_template_child (widget_class, UiObjectsPage, stack);
  gtk_widget_class_bind_template_child (widget_class, UiObjectsPage, leaflet);
  gtk_widget_class_bind_template_child (widget_class, UiObjectsPage, list);
  gtk_widget_class_bind_template_child (widget_class, UiObjectsPage, header);
  gtk_widget_class_bind_template_child (widget_class, UiObjectsPage, origin);
  gtk_widget_class_bind_template_child (widget_class, UiObjectsPage, views);
  gtk_widget_class_bind_template_child (widget_class, UiObjectsPage, as_tree);
  gtk_widget_class_bind_template_child (widget_class, UiObjectsPage, view_stack);
  gtk_widget_class_bind_template_child (widget_class, UiObjectsPage, tree);
  gtk_widget_class_bind_template_child (widget_class, UiObjectsPage, lines);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, update_view);
  gtk_widget_class_install_action (widget_class, "object.copy", NULL, copy_object);
  gtk_widget_class_install_action (widget_class, "object.copy-reference", NULL, copy_reference);
  gtk_widget_class_install_action (widget_class, "object.use-reference", NULL, use_reference);
}

static void
ui_objects_page_init (UiObjectsPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ui_objects_page_new (GListModel *objects, AppSettings *settings)
{
  g_return_val_if_fail (G_IS_LIST_MODEL (objects), NULL);
  g_return_val_if_fail (APP_IS_SETTINGS (settings), NULL);
  return g_object_new (UI_TYPE_OBJECTS_PAGE, "objects", objects, "settings", settings, NULL);
}

void
ui_objects_page_select (UiObjectsPage *self, const char *id)
{
  g_return_if_fail (UI_IS_OBJECTS_PAGE (self));

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->sorted)); i++)
    {
      g_autoptr (StoreObject) object = g_list_model_get_item (G_LIST_MODEL (self->sorted), i);

      if (g_strcmp0 (store_object_get_id (object), id) != 0)
        continue;
      gtk_single_selection_set_selected (self->selection, i);
      gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", i);
      adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_FORWARD);
      return;
    }
}
