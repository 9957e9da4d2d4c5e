/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-definition-row.h"
#include "ui-badges.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

/* What fits a row many times over. */
#define MAX_TITLE 200
#define MAX_DESCRIPTION 300

struct _UiDefinitionRow
{
  GtkWidget parent_instance;

  char *words;

  GtkLabel *title;
  GtkLabel *description;
  GtkBox   *badges;
};

G_DEFINE_FINAL_TYPE (UiDefinitionRow, ui_definition_row, GTK_TYPE_WIDGET)

static void
ui_definition_row_dispose (GObject *object)
{
  ui_template_dispose (GTK_WIDGET (object), UI_TYPE_DEFINITION_ROW);
  g_clear_pointer (&UI_DEFINITION_ROW (object)->words, g_free);
  G_OBJECT_CLASS (ui_definition_row_parent_class)->dispose (object);
}

static void
ui_definition_row_class_init (UiDefinitionRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_definition_row_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/spyglass_mcp/Spyglass/ui/server/ui-definition-row.ui");
  gtk_widget_class_bind_template_child (widget_class, UiDefinitionRow, title);
  gtk_widget_class_bind_template_child (widget_class, UiDefinitionRow, description);
  gtk_widget_class_bind_template_child (widget_class, UiDefinitionRow, badges);
}

static void
ui_definition_row_init (UiDefinitionRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ui_definition_row_new (void)
{
  return g_object_new (UI_TYPE_DEFINITION_ROW, NULL);
}

void
ui_definition_row_set_definition (UiDefinitionRow *self,
                                  McpDefinition   *definition,
                                  gboolean         duplicate)
{
  g_return_if_fail (UI_IS_DEFINITION_ROW (self));

  g_clear_pointer (&self->words, g_free);
  self->words = ui_badges_fill (self->badges, definition, UI_BADGES_QUIET, duplicate);
  if (definition == NULL)
    return;

  g_autofree char *title =
      app_visible_text_line (mcp_definition_get_display_name (definition), MAX_TITLE);
  g_autofree char *description =
      app_visible_text_summary (mcp_definition_get_description (definition), MAX_DESCRIPTION);
  gboolean described = description[0] != '\0';
  gtk_label_set_text (self->title, title[0] != '\0' ? title : _ ("(no name)"));
  ui_tooltip_set (GTK_WIDGET (self->title), title);
  gtk_label_set_text (self->description, described ? description : _ ("No description"));
}

char *
ui_definition_row_dup_label (UiDefinitionRow *self)
{
  g_return_val_if_fail (UI_IS_DEFINITION_ROW (self), NULL);

  const char *title = gtk_label_get_text (self->title);
  return self->words != NULL && self->words[0] != '\0'
             ? g_strdup_printf ("%s, %s", title, self->words)
             : g_strdup (title);
}
