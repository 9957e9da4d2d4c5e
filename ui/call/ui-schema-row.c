/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-schema-row.h"
#include "mcp-property.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-schema-row.h"

#include <glib/gi18n.h>

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

static void
ui_schema_row_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (ui_schema_row_parent_class)->dispose (object);
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

static void
set_row (UiSchemaRow *self, GtkTreeListRow *row)
{
  g_autoptr (AppSchemaRow) item = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
  gtk_tree_expander_set_list_row (self->expander, row);
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

static void
ui_schema_row_class_init (UiSchemaRowClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass   *widget_class = GTK_WIDGET_CLASS (klass);
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
  gtk_widget_set_hexpand (column, TRUE);
  gtk_tree_expander_set_child (self->expander, column);
  gtk_widget_set_parent (GTK_WIDGET (self->expander), GTK_WIDGET (self));
}
