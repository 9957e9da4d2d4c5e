/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-finding-row.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

/* A finding may quote the server. */
#define MAX_TEXT 600

static const struct
{
  const char *icon;
  const char *name;
  const char *class_name;
} levels[] = {
  [MCP_FINDING_NOTE] = { "dialog-information-symbolic", N_ ("Note"), "secondary" },
  [MCP_FINDING_WARNING] = { "dialog-warning-symbolic", N_ ("Warning"), "state-waiting" },
  [MCP_FINDING_ERROR] = { "dialog-error-symbolic", N_ ("Error"), "error" },
};

const char *
ui_finding_row_get_icon (McpFindingLevel level)
{
  g_return_val_if_fail (level < G_N_ELEMENTS (levels), NULL);
  return levels[level].icon;
}

const char *
ui_finding_row_get_name (McpFindingLevel level)
{
  g_return_val_if_fail (level < G_N_ELEMENTS (levels), NULL);
  return _ (levels[level].name);
}

void
ui_finding_row_mark (GtkWidget *widget, McpFindingLevel level)
{
  g_return_if_fail (level < G_N_ELEMENTS (levels));

  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    gtk_widget_remove_css_class (widget, levels[i].class_name);
  gtk_widget_add_css_class (widget, levels[level].class_name);
}

static GtkWidget *
create_label (const char *text, int characters, const char *class_name)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (label), characters);
  gtk_label_set_max_width_chars (GTK_LABEL (label), characters);
  if (class_name != NULL)
    gtk_widget_add_css_class (label, class_name);
  return label;
}

/* "/content/0/type · MCP 2025-11-25, Tools" */
char *
ui_finding_row_dup_place (const McpFinding *finding)
{
  g_return_val_if_fail (finding != NULL, NULL);

  const char      *source = mcp_finding_get_source (finding);
  const char      *place = mcp_finding_get_pointer (finding);
  g_autofree char *pointer = place != NULL ? app_visible_text_line (place, MAX_TEXT) : NULL;

  if (pointer != NULL && source != NULL)
    return g_strdup_printf ("%s · %s", pointer, source);
  return g_strdup (pointer != NULL ? pointer : source);
}

GtkWidget *
ui_finding_row_new (const McpFinding *finding, const char *where, int characters)
{
  g_return_val_if_fail (finding != NULL, NULL);

  McpFindingLevel  level = mcp_finding_get_level (finding);
  GtkWidget       *row = gtk_list_box_row_new ();
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget       *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget       *icon = gtk_image_new_from_icon_name (levels[level].icon);
  g_autofree char *text = app_visible_text_block (mcp_finding_get_text (finding), MAX_TEXT);
  g_autofree char *place = ui_finding_row_dup_place (finding);
  g_autofree char *both =
      where != NULL && place != NULL ? g_strdup_printf ("%s · %s", where, place) : NULL;
  const char *below = both != NULL ? both : where != NULL ? where
                                                          : place;
  GtkWidget  *label = create_label (text, characters, NULL);

  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_set_margin_top (icon, 2);
  gtk_widget_add_css_class (icon, levels[level].class_name);
  gtk_widget_set_tooltip_text (icon, _ (levels[level].name));
  ui_widget_name (icon, _ (levels[level].name));
  gtk_box_append (GTK_BOX (words), label);
  if (below != NULL)
    {
      GtkWidget *small = create_label (below, characters, "secondary");

      gtk_widget_add_css_class (small, "small");
      gtk_box_append (GTK_BOX (words), small);
    }
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), words);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label,
                                  NULL, -1);
  return row;
}
