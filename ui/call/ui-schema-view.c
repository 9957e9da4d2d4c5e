/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-schema-view.h"
#include "ui-schema-row.h"
#include "ui-source-view.h"
#include "ui-template.h"
#include "app-schema-row.h"

#include <glib/gi18n.h>

struct _UiSchemaView
{
  GtkWidget parent_instance;

  AppSchemaRow       *root; /* (nullable) */
  GtkSingleSelection *selection;

  GtkSearchEntry *search;
  GtkWidget      *switcher;
  GtkStack       *stack;
  GtkStack       *tree_stack;
  GtkListView    *list;
  UiSourceView   *source;
};

G_DEFINE_FINAL_TYPE (UiSchemaView, ui_schema_view, GTK_TYPE_WIDGET)

static GListModel *
create_children (gpointer item, gpointer data)
{
  return app_schema_row_create_children (APP_SCHEMA_ROW (item));
}

static gboolean
shows_tree (UiSchemaView *self)
{
  return self->root != NULL &&
         g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "tree") == 0;
}

static void
update_page (UiSchemaView *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->search), shows_tree (self));
}

/* The first level, or what was searched for. */
static void
show_rows (UiSchemaView *self)
{
  const char *words = gtk_editable_get_text (GTK_EDITABLE (self->search));
  GListModel *rows = NULL;

  if (self->root != NULL)
    rows = words[0] != '\0' ? app_schema_row_search (self->root, words)
                            : app_schema_row_create_children (self->root);
  gtk_stack_set_visible_child_name (self->tree_stack,
                                    rows != NULL && g_list_model_get_n_items (rows) > 0 ? "rows"
                                    : words[0] != '\0'                                  ? "none"
                                                                                        : "empty");
  if (rows == NULL)
    {
      gtk_single_selection_set_model (self->selection, NULL);
      return;
    }
  g_autoptr (GtkTreeListModel) model =
      gtk_tree_list_model_new (rows, FALSE, FALSE, create_children, NULL, NULL);
  /* One place alone says little before it is open. */
  if (words[0] == '\0' && g_list_model_get_n_items (rows) == 1)
    {
      g_autoptr (GtkTreeListRow) only = gtk_tree_list_model_get_row (model, 0);

      gtk_tree_list_row_set_expanded (only, TRUE);
    }
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (model));
}

static void
on_search_stop (UiSchemaView *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
}

static AppSchemaRow *
dup_selected (UiSchemaView *self)
{
  GtkTreeListRow *row = gtk_single_selection_get_selected_item (self->selection);

  return row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
}

/* The place that is chosen, or all of it. */
static void
on_copy (UiSchemaView *self)
{
  g_autoptr (AppSchemaRow) row = shows_tree (self) ? dup_selected (self) : NULL;
  g_autofree char *text = row != NULL ? app_schema_row_dup_source (row) : NULL;

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  else
    ui_source_view_copy (self->source);
}

static void
on_activate (UiSchemaView *self, guint position)
{
  g_autoptr (GtkTreeListRow) row =
      g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (row != NULL && gtk_tree_list_row_is_expandable (row))
    gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
}

static void
ui_schema_view_dispose (GObject *object)
{
  UiSchemaView *self = UI_SCHEMA_VIEW (object);

  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
  ui_template_dispose (object);
  self->list = NULL;
  g_clear_object (&self->selection);
  g_clear_object (&self->root);
}

static void
ui_schema_view_class_init (UiSchemaViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_schema_view_dispose;

  g_type_ensure (UI_TYPE_SOURCE_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  g_type_ensure (UI_TYPE_SCHEMA_ROW);
  ui_template_set (widget_class, "ui/call/ui-schema-view.ui");
  gtk_widget_class_bind_template_child (widget_class, UiSchemaView, search);
  gtk_widget_class_bind_template_child (widget_class, UiSchemaView, switcher);
  gtk_widget_class_bind_template_child (widget_class, UiSchemaView, stack);
  gtk_widget_class_bind_template_child (widget_class, UiSchemaView, tree_stack);
  gtk_widget_class_bind_template_child (widget_class, UiSchemaView, list);
  gtk_widget_class_bind_template_child (widget_class, UiSchemaView, source);
  gtk_widget_class_bind_template_callback (widget_class, update_page);
  gtk_widget_class_bind_template_callback (widget_class, show_rows);
  gtk_widget_class_bind_template_callback (widget_class, on_search_stop);
  gtk_widget_class_bind_template_callback (widget_class, on_copy);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
}

static void
ui_schema_view_init (UiSchemaView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
}

void
ui_schema_view_set_schema (UiSchemaView *self, McpJsonValue schema)
{
  g_return_if_fail (UI_IS_SCHEMA_VIEW (self));

  ui_schema_view_set_value (self, schema);
  if (!mcp_json_value_exists (schema))
    return;
  self->root = app_schema_row_new_root (schema, "");
  gtk_widget_set_visible (self->switcher, TRUE);
  gtk_stack_set_visible_child_name (self->stack, "tree");
  show_rows (self);
  update_page (self);
}

void
ui_schema_view_set_value (UiSchemaView *self, McpJsonValue value)
{
  g_return_if_fail (UI_IS_SCHEMA_VIEW (self));

  g_clear_object (&self->root);
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  show_rows (self);
  gtk_widget_set_visible (self->switcher, FALSE);
  gtk_stack_set_visible_child_name (self->stack, "source");
  if (mcp_json_value_exists (value))
    ui_source_view_set_value (self->source, value);
  else
    ui_source_view_set_text (self->source, _ ("The server gives none."), UI_SOURCE_PLAIN);
  update_page (self);
}
