/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-schema-view.h"
#include "ui-page.h"
#include "ui-source-view.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-schema-row.h"
#include "mcp-property.h"

#include <glib/gi18n.h>
#include <gtk/gtk.h>

/*
 * UiSchemaRow: a place of a schema in a tree or a list: name, type, whether it is required, what
 * else it has to be, what it says of itself.
 */

#define UI_TYPE_SCHEMA_ROW (ui_schema_row_get_type ())
G_DECLARE_FINAL_TYPE (UiSchemaRow, ui_schema_row, UI, SCHEMA_ROW, GtkWidget)

struct _UiSchemaRow
{
  GtkWidget parent_instance;

  GtkTreeExpander *expander;
  GtkLabel        *name;
  GtkLabel        *kind;
  GtkLabel        *required;
  GtkLabel        *note;
  GtkLabel        *description;
};

G_DEFINE_FINAL_TYPE (UiSchemaRow, ui_schema_row, GTK_TYPE_WIDGET)

MCP_DEFINE_DISPOSE (UiSchemaRow, ui_schema_row)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
}

static GtkLabel *
add_label (GtkWidget *box, const char *class_name, gboolean grows)
{
  GtkLabel *label = GTK_LABEL (gtk_label_new (NULL));

  gtk_label_set_xalign (label, 0);
  gtk_label_set_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (label, 4);
  gtk_widget_set_hexpand (GTK_WIDGET (label), grows);
  if (class_name != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (label), class_name);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (label));
  return label;
}

static void
show_text (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text);
  ui_tooltip_set (GTK_WIDGET (label), text);
  gtk_widget_set_visible (GTK_WIDGET (label), text[0] != '\0');
}

/* The triangle stands beside the name, and not beside the middle of all lines. The expander makes
 * and unmakes it with the row. */
static void
raise_triangle (UiSchemaRow *self)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->expander)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (g_str_equal (gtk_widget_get_css_name (child), "expander"))
      gtk_widget_set_valign (child, GTK_ALIGN_START);
}

static void
set_row (UiSchemaRow *self, GtkTreeListRow *row)
{
  g_autoptr (AppSchemaRow) item = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
  gtk_tree_expander_set_list_row (self->expander, row);
  raise_triangle (self);
  if (item == NULL)
    return;
  show_text (self->name, item->name);
  gtk_label_set_text (self->kind, item->kind_text);
  gtk_widget_set_visible (GTK_WIDGET (self->required), item->required);
  show_text (self->note, item->note);
  show_text (self->description, item->description);

  /* The list's own row is what a screen reader meets. */
  GtkWidget       *holder = gtk_widget_get_parent (GTK_WIDGET (self));
  g_autofree char *label = g_strdup_printf (
      "%s, %s%s", item->name, item->kind_text,
      item->required ? _ (", required") : "");
  if (holder != NULL)
    ui_widget_name (holder, label);
}

UI_DEFINE_CLASS (UiSchemaRow, ui_schema_row)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[] = {
    [1] = { "row", GTK_TYPE_TREE_LIST_ROW, .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_row) },
  };
  static GParamSpec *specs[G_N_ELEMENTS (rows)];

  mcp_property_install (object_class, rows, specs, G_N_ELEMENTS (rows));
  object_class->dispose = ui_schema_row_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

/* Not from a .ui file: GTK keeps 200 rows of a list ready. */
static void
ui_schema_row_init (UiSchemaRow *self)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);

  self->name = add_label (line, "monospace", FALSE);
  self->kind = add_label (line, "secondary", TRUE);
  self->required = GTK_LABEL (gtk_label_new (_ ("required")));
  gtk_widget_add_css_class (GTK_WIDGET (self->required), "badge");
  gtk_widget_set_valign (GTK_WIDGET (self->required), GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->required));
  gtk_box_append (GTK_BOX (column), line);
  self->note = add_label (column, "monospace", FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "small");
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "secondary");
  self->description = add_label (column, "secondary", FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->description), "small");
  gtk_label_set_wrap (self->description, TRUE);
  gtk_label_set_wrap_mode (self->description, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (self->description, 3);
  self->expander = GTK_TREE_EXPANDER (gtk_tree_expander_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->expander), "several-lines");
  gtk_widget_set_hexpand (column, TRUE);
  gtk_tree_expander_set_child (self->expander, column);
  gtk_widget_set_parent (GTK_WIDGET (self->expander), GTK_WIDGET (self));
}

struct _UiSchemaView
{
  GtkWidget parent_instance;

  AppSchemaRow       *root; /* (nullable) */
  GtkSingleSelection *selection;

  GtkSearchEntry *search;
  GtkWidget      *switcher;
  GtkStack       *stack;
  GtkStack       *tree_stack;
  GtkWidget      *scroller;
  GtkListView    *list;
  UiSourceView   *source;
};

UI_DEFINE_PAGE (UiSchemaView, ui_schema_view, GTK_TYPE_WIDGET)

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

static gboolean
ui_schema_view_search (UiPage *page)
{
  UiSchemaView *self = UI_SCHEMA_VIEW (page);

  return shows_tree (self) ? gtk_widget_grab_focus (GTK_WIDGET (self->search))
                           : ui_page_search (self->source);
}

static void
ui_schema_view_page_init (UiPageInterface *iface)
{
  iface->search = ui_schema_view_search;
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

UI_DEFINE_DISPOSE (UiSchemaView, ui_schema_view)
{
  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
}

UI_DEFINE_CLASS (UiSchemaView, ui_schema_view)
{
  G_OBJECT_CLASS (klass)->dispose = ui_schema_view_dispose;

  ui_template_ensure_types (UI_TYPE_SOURCE_VIEW, UI_TYPE_SCHEMA_ROW);
  ui_template_set_bin (widget_class, "ui/call/ui-schema-view.ui");
  ui_template_hold (widget_class, UiSchemaView, selection, root);
  ui_template_bind_children (widget_class, UiSchemaView, search, switcher, stack, tree_stack,
                             scroller, list, source);
  ui_template_bind_callbacks (widget_class, update_page, show_rows, on_search_stop, on_copy,
                              on_activate);
}

static void
ui_schema_view_init (UiSchemaView *self)
{
  ui_template_init (self);
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

void
ui_schema_view_set_max_height (UiSchemaView *self, int pixels)
{
  g_return_if_fail (UI_IS_SCHEMA_VIEW (self));

  g_object_set (self->scroller, "max-content-height", pixels, NULL);
  g_object_set (self->source, "max-content-height", pixels, NULL);
}
