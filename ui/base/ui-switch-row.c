/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-switch-row.h"
#include "mcp-property.h"
#include "ui-template.h"
#include "ui-widget.h"

struct _UiSwitchRow
{
  AdwActionRow parent_instance;

  GtkSwitch *button; /* borrowed */
};

enum {
  PROP_ACTIVE = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiSwitchRow, ui_switch_row, ADW_TYPE_ACTION_ROW)

gboolean
ui_switch_row_is_active (UiSwitchRow *self)
{
  g_return_val_if_fail (UI_IS_SWITCH_ROW (self), FALSE);
  return gtk_switch_get_active (self->button);
}

void
ui_switch_row_set_active (UiSwitchRow *self, gboolean active)
{
  g_return_if_fail (UI_IS_SWITCH_ROW (self));
  gtk_switch_set_active (self->button, active);
}

static void
on_active (UiSwitchRow *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ACTIVE]);
}

static void
on_title (UiSwitchRow *self)
{
  ui_widget_name (self->button, adw_preferences_row_get_title (ADW_PREFERENCES_ROW (self)));
}

MCP_DEFINE_CLASS (UiSwitchRow, ui_switch_row)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_ACTIVE] = { "active", G_TYPE_BOOLEAN, G_CALLBACK (ui_switch_row_is_active),
                      .flags = G_PARAM_WRITABLE | G_PARAM_EXPLICIT_NOTIFY,
                      .set = G_CALLBACK (ui_switch_row_set_active) },
  };

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
ui_switch_row_init (UiSwitchRow *self)
{
  GtkWidget *button = gtk_switch_new ();

  self->button = GTK_SWITCH (button);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self), button);
  /* It has its name already, and would be read twice. */
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  ui_connect (button, "notify::active", on_active, self);
  g_signal_connect (self, "notify::title", G_CALLBACK (on_title), NULL);
}
