/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-auth-fact-row.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-width-bin.h"
#include "ui-wrap.h"
#include "app-visible-text.h"

#define MAX_NAME 120
#define MAX_VALUE 6000

struct _UiAuthFactRow
{
  GtkListBoxRow parent_instance;

  UiWidthBin *bin;
  GtkBox     *box;
  GtkLabel   *name;
  GtkLabel   *value;
  GtkLabel   *reason;
};

G_DEFINE_FINAL_TYPE (UiAuthFactRow, ui_auth_fact_row, GTK_TYPE_LIST_BOX_ROW)

static void
on_wide_changed (UiAuthFactRow *self)
{
  gboolean wide = ui_width_bin_get_wide (self->bin);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->box), wide ? GTK_ORIENTATION_HORIZONTAL
                                                                   : GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (self->box, wide ? 12 : 3);
}

/* A row lets go of its child by itself, and would do so again behind its template. */
static void
ui_auth_fact_row_dispose (GObject *object)
{
  G_OBJECT_CLASS (ui_auth_fact_row_parent_class)->dispose (object);
}

UI_DEFINE_CLASS (UiAuthFactRow, ui_auth_fact_row)
{
  G_OBJECT_CLASS (klass)->dispose = ui_auth_fact_row_dispose;

  g_type_ensure (UI_TYPE_WIDTH_BIN);
  ui_template_set (widget_class, "ui/auth/ui-auth-fact-row.ui");
  ui_template_bind_children (widget_class, UiAuthFactRow, bin, box, name, value, reason);
  ui_template_bind_callbacks (widget_class, on_wide_changed);
}

static void
ui_auth_fact_row_init (UiAuthFactRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ui_wrap_literally (self->value);
}

GtkWidget *
ui_auth_fact_row_new (McpAuthFact *fact)
{
  UiAuthFactRow   *self = g_object_new (UI_TYPE_AUTH_FACT_ROW, NULL);
  g_autofree char *name = app_visible_text_line (mcp_auth_fact_get_name (fact), MAX_NAME);
  g_autofree char *value = app_visible_text_block (mcp_auth_fact_get_value (fact), MAX_VALUE);
  g_autofree char *reason = app_visible_text_block (mcp_auth_fact_get_reason (fact), MAX_VALUE);

  gtk_label_set_text (self->name, name);
  gtk_label_set_text (self->value, value);
  gtk_label_set_wrap_mode (self->value, ui_wrap_choose (value));
  ui_widget_show_text (self->reason, reason);
  ui_widget_name (self, name);
  ui_widget_describe (self, value);
  return GTK_WIDGET (self);
}
