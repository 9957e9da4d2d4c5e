/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-controls.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define NAME_CHARACTERS 100

typedef enum {
  UNSET,
  NONE, /* null */
  OFF,
  ON,
  N_STATES
} State;

struct _UiFieldBoolean
{
  UiFieldEditor parent_instance;

  /* borrowed */
  GtkWidget       *box;
  GtkToggleButton *states[N_STATES]; /* NULL: not admitted */
};

UI_DEFINE_FIELD_EDITOR (UiFieldBoolean, ui_field_boolean)

static State
get_state (AppField *field)
{
  switch (app_field_get_state (field)->presence)
    {
    case APP_PRESENCE_ABSENT:
      return UNSET;
    case APP_PRESENCE_NULL:
      return NONE;
    case APP_PRESENCE_VALUE:
    default:
      if (mcp_json_value_get_kind (app_field_get_value (field)) != MCP_JSON_BOOLEAN)
        return N_STATES;
      return app_field_get_state (field)->active ? ON : OFF;
    }
}

static void
set_state (AppField *field, State state)
{
  if (state == UNSET)
    app_field_clear (field);
  else if (state == NONE)
    app_field_set_null (field);
  else
    app_field_set_active (field, state == ON);
}

static void
on_toggled (GtkToggleButton *button, UiFieldBoolean *self)
{
  UiFieldEditor *editor = UI_FIELD_EDITOR (self);

  if (ui_field_editor_is_syncing (editor) || !gtk_toggle_button_get_active (button))
    return;
  for (guint i = 0; i < N_STATES; i++)
    if (self->states[i] == button)
      set_state (ui_field_editor_get_field (editor), (State)i);
}

/* The next one that is admitted, without going round. */
static void
move (UiFieldBoolean *self, int step)
{
  int state = (int)get_state (ui_field_editor_get_field (UI_FIELD_EDITOR (self)));

  if (state == N_STATES)
    state = -1;
  do
    state += step;
  while (state >= 0 && state < N_STATES && self->states[state] == NULL);
  if (state < 0 || state >= N_STATES)
    return;
  gtk_toggle_button_set_active (self->states[state], TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->states[state]));
}

static gboolean
on_key (UiFieldBoolean *self, guint key, guint code, GdkModifierType modifiers)
{
  gboolean rtl = gtk_widget_get_direction (self->box) == GTK_TEXT_DIR_RTL;

  if ((modifiers & gtk_accelerator_get_default_mod_mask ()) != 0)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      move (self, rtl ? 1 : -1);
      return TRUE;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      move (self, rtl ? -1 : 1);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
add_state (UiFieldBoolean *self, State state, const char *label, const char *name)
{
  GtkWidget       *button = g_object_new (GTK_TYPE_TOGGLE_BUTTON, "label", label, "accessible-role",
                                          GTK_ACCESSIBLE_ROLE_RADIO, NULL);
  g_autofree char *spoken = g_strdup_printf (_ ("%s, %s"), name, label);

  self->states[state] = GTK_TOGGLE_BUTTON (button);
  if (gtk_widget_get_first_child (self->box) != NULL)
    gtk_toggle_button_set_group (
        self->states[state], GTK_TOGGLE_BUTTON (gtk_widget_get_first_child (self->box)));
  ui_widget_name (button, spoken);
  g_signal_connect_object (button, "toggled", G_CALLBACK (on_toggled), self, 0);
  gtk_box_append (GTK_BOX (self->box), button);
}

static void
ui_field_boolean_build (UiFieldEditor *editor)
{
  UiFieldBoolean     *self = UI_FIELD_BOOLEAN (editor);
  AppField           *field = ui_field_editor_get_field (editor);
  GtkEventController *keys = gtk_event_controller_key_new ();
  g_autofree char    *name =
      app_visible_text_line (app_field_get_place (field)->label, NAME_CHARACTERS);
  g_autofree char *note = ui_field_editor_dup_default_note (field);

  self->box = g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_RADIO_GROUP,
                            "valign", GTK_ALIGN_CENTER, NULL);
  gtk_widget_add_css_class (self->box, "linked");
  gtk_widget_add_css_class (self->box, "states");
  /* An item that is unset is none. */
  if (!app_field_get_place (field)->item || app_field_get_place (field)->fixed)
    {
      add_state (self, UNSET, _ ("Unset"), name);
      ui_tooltip_set (GTK_WIDGET (self->states[UNSET]), note);
    }
  if (app_field_get_info (field)->nullable)
    add_state (self, NONE, "null", name);
  add_state (self, OFF, "false", name);
  add_state (self, ON, "true", name);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  ui_connect (keys, "key-pressed", on_key, self);
  gtk_widget_add_controller (self->box, keys);
  ui_field_editor_set_control (editor, self->box, self->box);
}

/* Tab stops once: at the state that is on, or at the first. */
static void
ui_field_boolean_sync (UiFieldEditor *editor)
{
  UiFieldBoolean *self = UI_FIELD_BOOLEAN (editor);
  State           state = get_state (ui_field_editor_get_field (editor));

  for (guint i = 0; i < N_STATES; i++)
    if (self->states[i] != NULL)
      {
        GtkWidget *button = GTK_WIDGET (self->states[i]);
        gboolean   first = button == gtk_widget_get_first_child (self->box);

        gtk_toggle_button_set_active (self->states[i], i == state);
        gtk_widget_set_focusable (button, i == state || (first && state == N_STATES));
      }
}
