/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-composer.h"
#include "ui-model-chip.h"
#include "ui-template.h"
#include "ui-text-area.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

#define MIN_HEIGHT 36
#define MAX_HEIGHT 180
#define NO_TURN G_MAXUINT

struct _UiModelComposer
{
  GtkWidget parent_instance;

  AppModelController *controller;
  guint               edited; /* the turn that is said otherwise; NO_TURN */

  UiTextArea *area; /* borrowed */
  GtkWidget  *editing;
  GtkWidget  *chips_place;
  GtkListBox *chips;
  GtkFrame   *frame;
  GtkWidget  *send;
  GtkWidget  *stop;
};

G_DEFINE_FINAL_TYPE (UiModelComposer, ui_model_composer, GTK_TYPE_WIDGET)

static gboolean
has_text (UiModelComposer *self)
{
  g_autofree char *text = g_strstrip (ui_text_area_dup_text (self->area));

  return *text != '\0';
}

/* Returns: whether there is something to be sent, and all of it is there */
static gboolean
can_send (UiModelComposer *self)
{
  AppModelAttachments *attachments = app_model_controller_get_attachments (self->controller);

  return app_model_controller_get_state (self->controller) == APP_MODEL_STATE_READY &&
         app_model_attachments_is_ready (attachments) &&
         (has_text (self) ||
          (self->edited == NO_TURN && app_model_attachments_is_enough (attachments)));
}

static void
update (UiModelComposer *self)
{
  if (self->controller == NULL)
    return;
  gboolean answering = app_model_controller_is_answering (self->controller);
  gtk_widget_set_visible (self->send, !answering);
  gtk_widget_set_visible (self->stop, answering);
  gtk_widget_set_visible (self->editing, self->edited != NO_TURN);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "composer.send", can_send (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "composer.stop", answering);
}

/* What cannot be said now is still wanted. */
gboolean
ui_model_composer_send (UiModelComposer *self)
{
  g_return_val_if_fail (UI_IS_MODEL_COMPOSER (self), FALSE);

  g_autofree char *text = g_strstrip (ui_text_area_dup_text (self->area));
  if (!can_send (self))
    return FALSE;
  ui_text_area_set_text (self->area, "");
  gboolean said = self->edited != NO_TURN
                      ? app_model_controller_edit (self->controller, self->edited, text)
                      : app_model_controller_send (self->controller, text);
  if (said)
    ui_model_composer_stop_editing (self);
  else
    ui_model_composer_set_text (self, text);
  return TRUE;
}

static void
send_text (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ui_model_composer_send (UI_MODEL_COMPOSER (widget));
}

static void
stop (GtkWidget *widget, const char *action, GVariant *parameter)
{
  app_model_controller_stop (UI_MODEL_COMPOSER (widget)->controller);
}

static void
leave (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ui_model_composer_leave (UI_MODEL_COMPOSER (widget));
}

/* The input method first: Enter may end a word in it. */
static gboolean
on_key (GtkEventControllerKey *controller,
        guint                  keyval,
        guint                  code,
        GdkModifierType        state,
        UiModelComposer       *self)
{
  GtkTextView *view = ui_text_area_get_view (self->area);
  gboolean     is_enter = keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter ||
                      keyval == GDK_KEY_ISO_Enter;

  if (!is_enter || (state & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;
  if (gtk_text_view_im_context_filter_keypress (
          view, gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (controller))))
    return GDK_EVENT_STOP;
  ui_model_composer_send (self);
  return GDK_EVENT_STOP;
}

/* What goes with the message */

static void
on_remove (UiModelComposer *self, UiModelChip *chip)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  app_model_attachments_remove (app_model_controller_get_attachments (self->controller),
                                ui_model_chip_get_attachment (chip));
}

static GtkWidget *
create_chip (gpointer item, gpointer user_data)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *chip = ui_model_chip_new (item);

  ui_connect (chip, "remove", on_remove, user_data);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), chip);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  return row;
}

static void
on_attachments_changed (UiModelComposer *self)
{
  GListModel *list =
      app_model_attachments_get_list (app_model_controller_get_attachments (self->controller));

  gtk_widget_set_visible (self->chips_place, g_list_model_get_n_items (list) > 0);
  update (self);
}

static gboolean
ui_model_composer_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (
      GTK_WIDGET (ui_text_area_get_view (UI_MODEL_COMPOSER (widget)->area)));
}

UI_DEFINE_CLASS (UiModelComposer, ui_model_composer)
{
  widget_class->grab_focus = ui_model_composer_grab_focus;
  ui_template_set_bin (widget_class, "ui/model/ui-model-composer.ui");
  ui_template_hold (widget_class, UiModelComposer, controller);
  ui_template_bind_children (widget_class, UiModelComposer, editing, chips_place,
                             chips, frame, send, stop);
  gtk_widget_class_install_action (widget_class, "composer.send", NULL, send_text);
  gtk_widget_class_install_action (widget_class, "composer.stop", NULL, stop);
  gtk_widget_class_install_action (widget_class, "composer.leave", NULL, leave);
}

static void
ui_model_composer_init (UiModelComposer *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->edited = NO_TURN;
  ui_template_init (self);
  self->area = UI_TEXT_AREA (ui_text_area_new (NULL));
  ui_text_area_set_heights (self->area, MIN_HEIGHT, MAX_HEIGHT);
  ui_text_area_set_note (self->area, _ ("Write a message"));
  ui_widget_name (ui_text_area_get_view (self->area), _ ("Message"));
  ui_widget_describe (ui_text_area_get_view (self->area),
                      _ ("Enter to send, Shift+Enter for a new line"));
  ui_connect (ui_text_area_get_buffer (self->area), "changed", update, self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (ui_text_area_get_view (self->area)), keys);
  gtk_frame_set_child (self->frame, GTK_WIDGET (self->area));
}

void
ui_model_composer_set_text (UiModelComposer *self, const char *text)
{
  g_return_if_fail (UI_IS_MODEL_COMPOSER (self));
  ui_text_area_set_text (self->area, text);
  update (self);
}

static void
show_editing (UiModelComposer *self, guint turn)
{
  self->edited = turn;
  update (self);
}

void
ui_model_composer_edit (UiModelComposer *self, guint turn, const char *said)
{
  g_return_if_fail (UI_IS_MODEL_COMPOSER (self));

  ui_model_composer_set_text (self, said);
  show_editing (self, turn);
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

void
ui_model_composer_stop_editing (UiModelComposer *self)
{
  g_return_if_fail (UI_IS_MODEL_COMPOSER (self));
  show_editing (self, NO_TURN);
}

gboolean
ui_model_composer_leave (UiModelComposer *self)
{
  g_return_val_if_fail (UI_IS_MODEL_COMPOSER (self), FALSE);

  if (self->edited == NO_TURN)
    return FALSE;
  show_editing (self, NO_TURN);
  ui_model_composer_set_text (self, "");
  return TRUE;
}

void
ui_model_composer_set_controller (UiModelComposer *self, AppModelController *controller)
{
  g_return_if_fail (UI_IS_MODEL_COMPOSER (self));
  g_return_if_fail (APP_IS_MODEL_CONTROLLER (controller) && self->controller == NULL);

  self->controller = g_object_ref (controller);
  AppModelAttachments *attachments = app_model_controller_get_attachments (controller);
  gtk_list_box_bind_model (self->chips, app_model_attachments_get_list (attachments), create_chip,
                           self, NULL);
  g_object_bind_property (ui_text_area_get_buffer (self->area), "text",
                          app_model_controller_get_context_meter (controller), "draft",
                          G_BINDING_SYNC_CREATE);
  ui_connect (controller, "notify::state", update, self);
  ui_connect (attachments, "changed", on_attachments_changed, self);
  on_attachments_changed (self);
}
