/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-finding-button.h"
#include "ui-template.h"
#include "app-visible-text.h"
#include "mcp-finding.h"

#include <glib/gi18n.h>

/* A finding may quote the server. */
#define MAX_TEXT 600
/* A popover asks for its height at its natural width, which lines without a bound make huge. */
#define TEXT_CHARACTERS 48

struct _UiFindingButton
{
  GtkWidget parent_instance;

  GPtrArray *findings; /* (nullable) */

  GtkPopover    *popover;
  GtkMenuButton *button;
  GtkImage      *icon;
  GtkLabel      *label;
  GtkListBox    *list;
};

G_DEFINE_FINAL_TYPE (UiFindingButton, ui_finding_button, GTK_TYPE_WIDGET)

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

static McpFindingLevel
find_worst (GPtrArray *findings)
{
  McpFindingLevel worst = MCP_FINDING_NOTE;

  for (guint i = 0; i < findings->len; i++)
    worst = MAX (worst, mcp_finding_get_level (g_ptr_array_index (findings, i)));
  return worst;
}

static GtkWidget *
create_label (const char *text, const char *class_name)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (label), TEXT_CHARACTERS);
  gtk_label_set_max_width_chars (GTK_LABEL (label), TEXT_CHARACTERS);
  if (class_name != NULL)
    gtk_widget_add_css_class (label, class_name);
  return label;
}

/* "/content/0/type · MCP 2025-11-25, Tools" */
static char *
dup_place (const McpFinding *finding)
{
  const char      *source = mcp_finding_get_source (finding);
  const char      *place = mcp_finding_get_pointer (finding);
  g_autofree char *pointer = place != NULL ? app_visible_text_line (place, MAX_TEXT) : NULL;

  if (pointer != NULL && source != NULL)
    return g_strdup_printf ("%s · %s", pointer, source);
  return g_strdup (pointer != NULL ? pointer : source);
}

static GtkWidget *
create_row (const McpFinding *finding)
{
  McpFindingLevel  level = mcp_finding_get_level (finding);
  GtkWidget       *row = gtk_list_box_row_new ();
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget       *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget       *icon = gtk_image_new_from_icon_name (levels[level].icon);
  g_autofree char *text = app_visible_text_block (mcp_finding_get_text (finding), MAX_TEXT);
  g_autofree char *place = dup_place (finding);
  GtkWidget       *label = create_label (text, NULL);

  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_set_margin_top (icon, 2);
  gtk_widget_add_css_class (icon, levels[level].class_name);
  gtk_widget_set_tooltip_text (icon, _ (levels[level].name));
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (levels[level].name), -1);
  gtk_box_append (GTK_BOX (words), label);
  if (place != NULL)
    {
      GtkWidget *below = create_label (place, "secondary");

      gtk_widget_add_css_class (below, "small");
      gtk_box_append (GTK_BOX (words), below);
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

/* Rows are made when they are looked at. */
static void
fill (UiFindingButton *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, child);
  for (guint i = 0; self->findings != NULL && i < self->findings->len; i++)
    gtk_list_box_append (self->list, create_row (g_ptr_array_index (self->findings, i)));
}

static void
copy (UiFindingButton *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; self->findings != NULL && i < self->findings->len; i++)
    {
      const McpFinding *finding = g_ptr_array_index (self->findings, i);
      g_autofree char  *place = dup_place (finding);

      g_string_append_printf (text, "%s: %s", _ (levels[mcp_finding_get_level (finding)].name),
                              mcp_finding_get_text (finding));
      if (place != NULL)
        g_string_append_printf (text, " (%s)", place);
      g_string_append_c (text, '\n');
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text->str);
}

static void
ui_finding_button_dispose (GObject *object)
{
  UiFindingButton *self = UI_FINDING_BUTTON (object);

  ui_template_dispose (GTK_WIDGET (object), UI_TYPE_FINDING_BUTTON);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  G_OBJECT_CLASS (ui_finding_button_parent_class)->dispose (object);
}

static void
ui_finding_button_class_init (UiFindingButtonClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_finding_button_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/spyglass_mcp/Spyglass/ui/ui-finding-button.ui");
  gtk_widget_class_bind_template_child (widget_class, UiFindingButton, popover);
  gtk_widget_class_bind_template_child (widget_class, UiFindingButton, button);
  gtk_widget_class_bind_template_child (widget_class, UiFindingButton, icon);
  gtk_widget_class_bind_template_child (widget_class, UiFindingButton, label);
  gtk_widget_class_bind_template_child (widget_class, UiFindingButton, list);
  gtk_widget_class_bind_template_callback (widget_class, fill);
  gtk_widget_class_bind_template_callback (widget_class, copy);
}

static void
ui_finding_button_init (UiFindingButton *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
ui_finding_button_set_findings (UiFindingButton *self, GPtrArray *findings)
{
  guint n = findings != NULL ? findings->len : 0;

  g_return_if_fail (UI_IS_FINDING_BUTTON (self));

  if (findings != NULL)
    g_ptr_array_ref (findings);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  self->findings = findings;
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  if (n == 0)
    {
      gtk_menu_button_popdown (self->button);
      return;
    }

  McpFindingLevel  worst = find_worst (findings);
  g_autofree char *count = g_strdup_printf (ngettext ("%u finding", "%u findings", n), n);
  g_autofree char *name = g_strdup_printf ("%s: %s", _ (levels[worst].name), count);
  gtk_image_set_from_icon_name (self->icon, levels[worst].icon);
  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    gtk_widget_remove_css_class (GTK_WIDGET (self->icon), levels[i].class_name);
  gtk_widget_add_css_class (GTK_WIDGET (self->icon), levels[worst].class_name);
  gtk_label_set_text (self->label, count);
  GtkAccessible *button = GTK_ACCESSIBLE (self->button);
  gtk_accessible_update_property (button, GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  if (gtk_widget_get_visible (GTK_WIDGET (self->popover)))
    fill (self);
}
