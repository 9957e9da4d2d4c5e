/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-composer.h"
#include "ui-model-chip.h"
#include "ui-template.h"
#include "ui-text-area.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

#define MIN_HEIGHT 36
#define MAX_HEIGHT 180

struct _UiModelComposer
{
  GtkWidget parent_instance;

  gboolean ready;
  gboolean answering;

  AppModelAttachments *attachments;

  UiTextArea *area; /* borrowed */
  GtkWidget  *editing;
  GtkLabel   *editing_note;
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
  if (!self->ready || (self->attachments != NULL &&
                       !app_model_attachments_is_ready (self->attachments)))
    return FALSE;
  return has_text (self) ||
         (self->attachments != NULL && !gtk_widget_get_visible (self->editing) &&
          app_model_attachments_is_enough (self->attachments));
}

static void
update (UiModelComposer *self)
{
  gtk_widget_set_visible (self->send, !self->answering);
  gtk_widget_set_visible (self->stop, self->answering);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "composer.send", can_send (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "composer.stop", self->answering);
}

gboolean
ui_model_composer_send (UiModelComposer *self)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (UI_IS_MODEL_COMPOSER (self), FALSE);

  text = g_strstrip (ui_text_area_dup_text (self->area));
  if (!can_send (self))
    return FALSE;
  ui_text_area_set_text (self->area, "");
  update (self);
  g_signal_emit_by_name (self, "send", text);
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
  g_signal_emit_by_name (widget, "stop");
}

static void
leave (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ui_model_composer_set_editing (UI_MODEL_COMPOSER (widget), NULL);
  ui_model_composer_set_text (UI_MODEL_COMPOSER (widget), "");
  g_signal_emit_by_name (widget, "left");
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
  app_model_attachments_remove (self->attachments, ui_model_chip_get_attachment (chip));
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
  GListModel *list = app_model_attachments_get_list (self->attachments);

  gtk_widget_set_visible (self->chips_place, g_list_model_get_n_items (list) > 0);
  update (self);
}

static gboolean
ui_model_composer_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (
      GTK_WIDGET (ui_text_area_get_view (UI_MODEL_COMPOSER (widget)->area)));
}

static void
ui_model_composer_class_init (UiModelComposerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->grab_focus = ui_model_composer_grab_focus;
  ui_signal_new (klass, "send", 1, G_TYPE_STRING);
  ui_signal_new (klass, "stop", 0);
  ui_signal_new (klass, "left", 0);

  ui_template_set_bin (widget_class, "ui/model/ui-model-composer.ui");
  ui_template_hold (widget_class, UiModelComposer, attachments);
  ui_template_bind_children (widget_class, UiModelComposer, editing, editing_note, chips_place,
                             chips, frame, send, stop);
  gtk_widget_class_install_action (widget_class, "composer.send", NULL, send_text);
  gtk_widget_class_install_action (widget_class, "composer.stop", NULL, stop);
  gtk_widget_class_install_action (widget_class, "composer.leave", NULL, leave);
}

static void
ui_model_composer_init (UiModelComposer *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->area = UI_TEXT_AREA (ui_text_area_new (NULL));
  ui_text_area_set_heights (self->area, MIN_HEIGHT, MAX_HEIGHT);
  ui_text_area_set_note (self->area, _ ("Write a message"));
  ui_widget_name (ui_text_area_get_view (self->area), _ ("Message"));
  ui_widget_describe (ui_text_area_get_view (self->area),
                      _ ("Enter sends, Shift+Enter begins a line"));
  ui_connect (ui_text_area_get_buffer (self->area), "changed", update, self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (ui_text_area_get_view (self->area)), keys);
  gtk_frame_set_child (self->frame, GTK_WIDGET (self->area));
  update (self);
}

void
ui_model_composer_set_text (UiModelComposer *self, const char *text)
{
  g_return_if_fail (UI_IS_MODEL_COMPOSER (self));
  ui_text_area_set_text (self->area, text);
  update (self);
}

void
ui_model_composer_set_state (UiModelComposer *self, gboolean ready, gboolean answering)
{
  g_return_if_fail (UI_IS_MODEL_COMPOSER (self));

  self->ready = ready;
  self->answering = answering;
  update (self);
}

void
ui_model_composer_set_attachments (UiModelComposer *self, AppModelAttachments *attachments)
{
  g_return_if_fail (UI_IS_MODEL_COMPOSER (self));
  g_return_if_fail (APP_IS_MODEL_ATTACHMENTS (attachments) && self->attachments == NULL);

  self->attachments = g_object_ref (attachments);
  gtk_list_box_bind_model (self->chips, app_model_attachments_get_list (attachments), create_chip,
                           self, NULL);
  ui_connect (attachments, "changed", on_attachments_changed, self);
  on_attachments_changed (self);
}

void
ui_model_composer_set_context_meter (UiModelComposer *self, AppModelMeter *context_meter)
{
  g_return_if_fail (UI_IS_MODEL_COMPOSER (self));
  g_return_if_fail (APP_IS_MODEL_METER (context_meter));

  g_object_bind_property (ui_text_area_get_buffer (self->area), "text", context_meter, "draft",
                          G_BINDING_SYNC_CREATE);
}

void
ui_model_composer_set_editing (UiModelComposer *self, const char *note)
{
  g_return_if_fail (UI_IS_MODEL_COMPOSER (self));

  gtk_widget_set_visible (self->editing, note != NULL);
  if (note != NULL)
    gtk_label_set_text (self->editing_note, note);
  update (self);
}
