/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-export-row.h"
#include "mcp-property.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#define MAX_TITLE 200
/* A row is as wide as it is given; this much it asks for. */
#define LEAST_CHARACTERS 12

struct _UiExportRow
{
  GtkWidget parent_instance;

  AppExportChoice *choice; /* (nullable) */
  GBinding        *binding;

  GtkWidget *check;
  GtkWidget *words;
  GtkLabel  *title;
  GtkLabel  *note;
};

G_DEFINE_FINAL_TYPE (UiExportRow, ui_export_row, GTK_TYPE_WIDGET)

static void
update (UiExportRow *self)
{
  gboolean         enabled = app_export_choice_get_enabled (self->choice);
  g_autofree char *note = app_export_choice_dup_note (self->choice);
  g_autofree char *visible = app_visible_text_line (note, MAX_TITLE);

  gtk_widget_set_sensitive (self->check, enabled);
  gtk_widget_set_sensitive (self->words, enabled);
  gtk_label_set_text (self->note, visible);
  ui_tooltip_set (GTK_WIDGET (self->note), visible);
}

static void
let_go (UiExportRow *self)
{
  if (self->choice == NULL)
    return;
  g_clear_pointer (&self->binding, g_binding_unbind);
  g_signal_handlers_disconnect_by_data (self->choice, self);
  g_clear_object (&self->choice);
}

MCP_DEFINE_DISPOSE (UiExportRow, ui_export_row)
{
  GtkWidget *child;

  let_go (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
}

static GtkLabel *
create_label (GtkWidget *box)
{
  GtkLabel *label = GTK_LABEL (gtk_label_new (NULL));

  gtk_label_set_xalign (label, 0);
  gtk_label_set_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (label, LEAST_CHARACTERS);
  gtk_widget_set_hexpand (GTK_WIDGET (label), TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (label));
  return label;
}

static void
set_choice (UiExportRow *self, AppExportChoice *choice)
{
  let_go (self);
  if (choice == NULL)
    return;
  self->choice = g_object_ref (choice);
  self->binding = g_object_bind_property (choice, "chosen", self->check, "active",
                                          G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  ui_connect (choice, "notify::enabled", update, self);
  ui_connect (choice, "notify::exported", update, self);

  McpDefinition   *tool = MCP_DEFINITION (app_export_choice_get_tool (choice));
  g_autofree char *title = app_visible_text_line (mcp_definition_get_key (tool), MAX_TITLE);
  gtk_label_set_text (self->title, title);
  ui_tooltip_set (GTK_WIDGET (self->title), title);
  /* The list's own row is what a screen reader meets first. */
  if (gtk_widget_get_parent (GTK_WIDGET (self)) != NULL)
    ui_widget_name (gtk_widget_get_parent (GTK_WIDGET (self)), title);
  update (self);
}

UI_DEFINE_CLASS (UiExportRow, ui_export_row)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[] = {
    [1] = { "choice", APP_TYPE_EXPORT_CHOICE, .offset = G_STRUCT_OFFSET (UiExportRow, choice),
            .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_choice) },
  };
  static GParamSpec *specs[G_N_ELEMENTS (rows)];

  mcp_property_install (object_class, rows, specs, G_N_ELEMENTS (rows));
  object_class->dispose = ui_export_row_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

/* Not from a .ui file: GTK keeps 200 rows of a list ready. */
static void
ui_export_row_init (UiExportRow *self)
{
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);

  self->title = create_label (words);
  self->note = create_label (words);
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "secondary");
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "small");
  gtk_widget_set_hexpand (words, TRUE);
  self->words = words;
  self->check = gtk_check_button_new ();
  gtk_widget_set_valign (self->check, GTK_ALIGN_CENTER);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->check),
                                  GTK_ACCESSIBLE_RELATION_LABELLED_BY, self->title, NULL, -1);
  gtk_widget_set_parent (self->check, GTK_WIDGET (self));
  gtk_widget_set_parent (words, GTK_WIDGET (self));
  gtk_box_layout_set_spacing (
      GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))), 6);
}
