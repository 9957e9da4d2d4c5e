/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-tree-row.h"
#include "app-tree-node.h"
#include "mcp-property.h"
#include "ui-find-bin.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"

struct _UiTreeRow
{
  GtkWidget parent_instance;

  GtkTreeListRow *row;  /* while bound */
  AppTreeItem    *item; /* while bound */

  GtkTreeExpander *expander;
  GtkBox          *box;
  GtkLabel        *name;
  GtkLabel        *kind; /* (nullable): made for the first container that the row shows */
  GtkLabel        *preview;
  GtkLabel        *rest; /* (nullable): made for the first value that is not shown whole */
};

G_DEFINE_FINAL_TYPE (UiTreeRow, ui_tree_row, GTK_TYPE_WIDGET)

static void
unbind_row (UiTreeRow *self)
{
  if (self->row != NULL)
    g_signal_handlers_disconnect_by_data (self->row, self);
  if (self->item != NULL)
    g_signal_handlers_disconnect_by_data (self->item, self);
  g_clear_object (&self->row);
  g_clear_object (&self->item);
}

UI_DEFINE_DISPOSE (UiTreeRow, ui_tree_row)
{
  unbind_row (self);
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

static GtkLabel *
add_label (UiTreeRow *self, GtkWidget *behind, const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, style);
  gtk_widget_add_css_class (label, "numeric");
  gtk_box_insert_child_after (self->box, label, behind);
  return GTK_LABEL (label);
}

/* Most rows have neither of these, and a tree has many rows. */

static void
show_kind (UiTreeRow *self, const char *text)
{
  if (self->kind == NULL && text[0] != '\0')
    self->kind = add_label (self, GTK_WIDGET (self->name), "tree-kind");
  if (self->kind != NULL)
    ui_widget_show_text (self->kind, text);
}

static void
show_rest (UiTreeRow *self, const char *text)
{
  if (self->rest == NULL && text[0] != '\0')
    {
      self->rest = add_label (self, GTK_WIDGET (self->preview), "tree-link");
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self->rest), "pointer");
    }
  if (self->rest != NULL)
    ui_widget_show_text (self->rest, text);
}

/* The whole name where it is cut. A tooltip's text that is set asks the display where the pointer
 * is, for each row. */
static gboolean
tell_whole_name (GtkLabel *label, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  if (!pango_layout_is_ellipsized (gtk_label_get_layout (label)))
    return FALSE;
  gtk_tooltip_set_text (tooltip, gtk_label_get_text (label));
  return TRUE;
}

/* What an open row shows below itself need not be said beside it. */
static void
update_expanded (UiTreeRow *self)
{
  gboolean expanded = gtk_tree_list_row_get_expanded (self->row);

  if (app_tree_item_is_container (self->item))
    gtk_label_set_text (self->preview, expanded ? "" : app_tree_item_get_preview (self->item));
  else
    show_rest (self, expanded ? "" : app_tree_item_get_note (self->item));
}

static void
on_expanded (UiTreeRow *self)
{
  update_expanded (self);
  if (gtk_tree_list_row_get_expanded (self->row))
    gtk_widget_activate_action (GTK_WIDGET (self), "tree.unfolded", "u",
                                gtk_tree_list_row_get_position (self->row));
}

/* What is said about rows reads as text does; values are set as they are written. */
static void
set_styles (UiTreeRow *self, AppTreeKind kind)
{
  gboolean note = kind == APP_TREE_NOTE || kind == APP_TREE_PROBLEM;

  set_wrapped (self, kind == APP_TREE_PIECE || note);
  ui_widget_set_class (self->preview, "tree-link", kind == APP_TREE_MORE);
  ui_widget_set_class (self->preview, "secondary",
                       kind == APP_TREE_OBJECT || kind == APP_TREE_ARRAY ||
                           kind == APP_TREE_RANGE || kind == APP_TREE_NOTE);
  ui_widget_set_class (self->preview, "error", kind == APP_TREE_PROBLEM);
  ui_widget_set_class (self->preview, "string", kind == APP_TREE_STRING);
  ui_widget_set_class (self->preview, "number", kind == APP_TREE_NUMBER);
  ui_widget_set_class (self->preview, "boolean", kind == APP_TREE_BOOLEAN);
  ui_widget_set_class (self->preview, "null", kind == APP_TREE_NULL);
  ui_widget_set_class (self->preview, "monospace", kind != APP_TREE_MORE && !note);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), kind == APP_TREE_MORE ? "pointer" : NULL);
}

static void
show_item (UiTreeRow *self)
{
  const char *preview = app_tree_item_get_preview (self->item);
  gboolean    container = app_tree_item_is_container (self->item);
  GtkWidget  *holder = gtk_widget_get_parent (GTK_WIDGET (self));

  gtk_label_set_text (self->preview, "");
  gtk_label_set_wrap_mode (self->preview, ui_wrap_choose (preview));
  set_styles (self, app_tree_item_get_kind (self->item));
  ui_widget_show_text (self->name, app_tree_item_get_name (self->item));
  ui_widget_set_class (self->name, "secondary", !app_tree_item_is_member (self->item));
  show_kind (self, container ? app_tree_item_get_note (self->item) : "");
  gtk_label_set_text (self->preview, preview);
  show_rest (self, container ? "" : app_tree_item_get_note (self->item));
  update_expanded (self);
  ui_tree_row_mark (self);

  /* The list's own row has the role; its name is not taken from what is in it. */
  if (holder == NULL)
    return;
  g_autofree char *text = app_tree_item_dup_text (self->item);
  ui_widget_name (holder, text);
}

static void
ui_tree_row_set_row (UiTreeRow *self, GtkTreeListRow *row)
{
  unbind_row (self);
  gtk_tree_expander_set_list_row (self->expander, row);
  if (row == NULL)
    return;
  self->row = g_object_ref (row);
  self->item = gtk_tree_list_row_get_item (row);
  show_item (self);
  g_signal_connect_swapped (row, "notify::expanded", G_CALLBACK (on_expanded), self);
  g_signal_connect_swapped (self->item, "changed", G_CALLBACK (show_item), self);
}

UI_DEFINE_CLASS (UiTreeRow, ui_tree_row)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[] = {
    [1] = { "row", GTK_TYPE_TREE_LIST_ROW, .offset = G_STRUCT_OFFSET (UiTreeRow, row),
            .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (ui_tree_row_set_row) },
  };
  static GParamSpec *specs[G_N_ELEMENTS (rows)];

  object_class->dispose = ui_tree_row_dispose;
  mcp_property_install (object_class, rows, specs, G_N_ELEMENTS (rows));

  gtk_widget_class_set_css_name (widget_class, "treerow");
  ui_template_set_bin (widget_class, "ui/result/ui-tree-row.ui");
  ui_template_bind_children (widget_class, UiTreeRow, expander, name, box, preview);
  ui_template_bind_callbacks (widget_class, tell_whole_name);
}

static void
ui_tree_row_init (UiTreeRow *self)
{
  ui_template_init (self);
  ui_wrap_literally (self->preview);
}

guint
ui_tree_row_get_position (UiTreeRow *self)
{
  g_return_val_if_fail (UI_IS_TREE_ROW (self), GTK_INVALID_LIST_POSITION);
  return self->row != NULL ? gtk_tree_list_row_get_position (self->row) : GTK_INVALID_LIST_POSITION;
}

gboolean
ui_tree_row_is_link (UiTreeRow *self, GtkWidget *at)
{
  g_return_val_if_fail (UI_IS_TREE_ROW (self), FALSE);
  return self->item != NULL && (app_tree_item_get_kind (self->item) == APP_TREE_MORE ||
                                (self->rest != NULL && at == GTK_WIDGET (self->rest)));
}

static PangoAttrList *
create_marks (AppFind *find, const char *text, gboolean current)
{
  PangoAttrList *marks = pango_attr_list_new ();

  pango_attr_list_insert (marks, ui_wrap_attribute_new ());
  ui_find_bin_mark (find, text, current ? 0 : -1, marks);
  return marks;
}

/* What a container holds is marked in its own rows. */
static gboolean
is_searched (AppTreeKind kind)
{
  return kind != APP_TREE_OBJECT && kind != APP_TREE_ARRAY && kind != APP_TREE_MORE &&
         kind != APP_TREE_RANGE && kind != APP_TREE_NOTE && kind != APP_TREE_PROBLEM;
}

void
ui_tree_row_mark (UiTreeRow *self)
{
  GtkWidget *bin = gtk_widget_get_ancestor (GTK_WIDGET (self), UI_TYPE_FIND_BIN);
  AppFind   *find = bin != NULL ? ui_find_bin_get_find (UI_FIND_BIN (bin)) : NULL;
  gsize      offset;

  g_return_if_fail (UI_IS_TREE_ROW (self));

  if (self->item == NULL)
    return;
  gboolean current = find != NULL && APP_IS_TREE_NODE (self->item) &&
                     app_find_get_current (find, &offset) &&
                     app_tree_node_is_at (APP_TREE_NODE (self->item), offset);
  gboolean       text = is_searched (app_tree_item_get_kind (self->item));
  PangoAttrList *name = create_marks (app_tree_item_is_member (self->item) ? find : NULL,
                                      app_tree_item_get_name (self->item), current);
  PangoAttrList *preview =
      create_marks (text ? find : NULL, app_tree_item_get_preview (self->item), current);

  gtk_label_set_attributes (self->name, name);
  gtk_label_set_attributes (self->preview, preview);
  pango_attr_list_unref (name);
  pango_attr_list_unref (preview);
}
