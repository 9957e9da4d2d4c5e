/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-spin-row.h"
#include "mcp-property.h"
#include "ui-template.h"
#include "ui-widget.h"

/* A button is as wide as its largest number, but where that is no number of every day. */
#define WIDE 1e8
#define WIDE_CHARACTERS 8

struct _UiSpinRow
{
  AdwActionRow parent_instance;

  GtkSpinButton *button; /* borrowed */
  double         lower;
  double         upper;
  double         step; /* 0: 1 */
  guint          digits;
};

enum {
  PROP_VALUE = 1,
  PROP_LOWER,
  PROP_UPPER,
  PROP_STEP,
  PROP_DIGITS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiSpinRow, ui_spin_row, ADW_TYPE_ACTION_ROW)

double
ui_spin_row_get_value (UiSpinRow *self)
{
  g_return_val_if_fail (UI_IS_SPIN_ROW (self), 0);
  return gtk_spin_button_get_value (self->button);
}

void
ui_spin_row_set_value (UiSpinRow *self, double value)
{
  g_return_if_fail (UI_IS_SPIN_ROW (self));
  gtk_spin_button_set_value (self->button, value);
}

static void
on_value (UiSpinRow *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VALUE]);
}

static void
on_title (UiSpinRow *self)
{
  ui_widget_name (self->button, adw_preferences_row_get_title (ADW_PREFERENCES_ROW (self)));
}

static void
ui_spin_row_constructed (GObject *object)
{
  UiSpinRow *self = UI_SPIN_ROW (object);
  GtkWidget *button =
      gtk_spin_button_new_with_range (self->lower, self->upper, self->step > 0 ? self->step : 1);

  G_OBJECT_CLASS (ui_spin_row_parent_class)->constructed (object);
  self->button = GTK_SPIN_BUTTON (button);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_spin_button_set_numeric (self->button, TRUE);
  gtk_spin_button_set_digits (self->button, self->digits);
  if (self->upper >= WIDE)
    gtk_editable_set_width_chars (GTK_EDITABLE (button), WIDE_CHARACTERS);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self), button);
  ui_connect (button, "notify::value", on_value, self);
  g_signal_connect (self, "notify::title", G_CALLBACK (on_title), NULL);
}

MCP_DEFINE_CLASS (UiSpinRow, ui_spin_row)
{
  const GParamFlags once = G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY;
  const McpProperty rows[N_PROPS] = {
    [PROP_VALUE] = { "value", G_TYPE_DOUBLE, G_CALLBACK (ui_spin_row_get_value),
                     .flags = G_PARAM_WRITABLE | G_PARAM_EXPLICIT_NOTIFY,
                     .set = G_CALLBACK (ui_spin_row_set_value) },
    [PROP_LOWER] = { "lower", G_TYPE_DOUBLE, .offset = G_STRUCT_OFFSET (UiSpinRow, lower),
                     .flags = once },
    [PROP_UPPER] = { "upper", G_TYPE_DOUBLE, .offset = G_STRUCT_OFFSET (UiSpinRow, upper),
                     .flags = once },
    [PROP_STEP] = { "step", G_TYPE_DOUBLE, .offset = G_STRUCT_OFFSET (UiSpinRow, step),
                    .flags = once },
    [PROP_DIGITS] = { "digits", G_TYPE_UINT, .offset = G_STRUCT_OFFSET (UiSpinRow, digits),
                      .flags = once },
  };

  object_class->constructed = ui_spin_row_constructed;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

MCP_DEFINE_INIT (UiSpinRow, ui_spin_row)
