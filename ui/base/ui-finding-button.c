/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-finding-button.h"
#include "ui-finding-row.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "mcp-finding.h"

#include <glib/gi18n.h>

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

UI_DEFINE_TEMPLATE (UiFindingButton, ui_finding_button, GTK_TYPE_WIDGET)

static McpFindingLevel
find_worst (GPtrArray *findings)
{
  McpFindingLevel worst = MCP_FINDING_NOTE;

  for (guint i = 0; i < findings->len; i++)
    worst = MAX (worst, mcp_finding_get_level (g_ptr_array_index (findings, i)));
  return worst;
}

/* Rows are made when they are looked at. */
static void
fill (UiFindingButton *self)
{

  ui_widget_clear (self->list);
  for (guint i = 0; self->findings != NULL && i < self->findings->len; i++)
    gtk_list_box_append (self->list,
                         ui_finding_row_new (self->findings->pdata[i], NULL, TEXT_CHARACTERS));
}

static void
copy (UiFindingButton *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; self->findings != NULL && i < self->findings->len; i++)
    {
      const McpFinding *finding = g_ptr_array_index (self->findings, i);
      const char       *level = ui_finding_row_get_name (mcp_finding_get_level (finding));
      g_autofree char  *place = ui_finding_row_dup_place (finding);

      g_string_append_printf (text, "%s: %s", level, mcp_finding_get_text (finding));
      if (place != NULL)
        g_string_append_printf (text, " (%s)", place);
      g_string_append_c (text, '\n');
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text->str);
}

UI_DEFINE_CLASS (UiFindingButton, ui_finding_button)
{
  ui_template_set_bin (widget_class, "ui/base/ui-finding-button.ui");
  ui_template_own (widget_class, UiFindingButton, findings, g_ptr_array_unref);
  ui_template_bind_children (widget_class, UiFindingButton, popover, button, icon, label, list);
  ui_template_bind_callbacks (widget_class, fill, copy);
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
  g_autofree char *name = g_strdup_printf ("%s: %s", ui_finding_row_get_name (worst), count);
  gtk_image_set_from_icon_name (self->icon, ui_finding_row_get_icon (worst));
  ui_finding_row_mark (GTK_WIDGET (self->icon), worst);
  gtk_label_set_text (self->label, count);
  GtkAccessible *button = GTK_ACCESSIBLE (self->button);
  ui_widget_name (button, name);
  if (gtk_widget_get_visible (GTK_WIDGET (self->popover)))
    fill (self);
}
