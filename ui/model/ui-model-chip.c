/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-chip.h"
#include "app-visible-text.h"
#include "ui-image-block.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define NAME_CHARACTERS 120
#define NOTE_CHARACTERS 400
/* Pixels */
#define IMAGE_HEIGHT 36

struct _UiModelChip
{
  GtkWidget parent_instance;

  AppModelAttachment *attachment;
  UiImageBlock       *image; /* (nullable): decodes it */

  GtkSpinner *spinner;
  GtkImage   *icon;
  GtkPicture *picture;
  GtkLabel   *name;
  GtkLabel   *note;
  GtkWidget  *remove;
};

UI_DEFINE_TEMPLATE (UiModelChip, ui_model_chip, GTK_TYPE_WIDGET)

static void
on_decoded (UiModelChip *self)
{
  gtk_picture_set_paintable (self->picture,
                             GDK_PAINTABLE (ui_image_block_get_texture (self->image)));
  gtk_widget_set_visible (GTK_WIDGET (self->picture), TRUE);
}

static void
show_image (UiModelChip *self)
{
  GBytes *image = app_model_attachment_get_image (self->attachment);

  if (image == NULL || self->image != NULL)
    return;
  self->image = UI_IMAGE_BLOCK (g_object_ref_sink (ui_image_block_new_for_data (
      image, gtk_label_get_text (self->name), IMAGE_HEIGHT)));
  ui_connect (self->image, "shown", on_decoded, self);
}

static void
show_summary (UiModelChip *self)
{
  AppModelAttachmentState state = app_model_attachment_get_state (self->attachment);
  gboolean                waits = state == APP_MODEL_ATTACHMENT_WAITING;
  gboolean                wrong = state >= APP_MODEL_ATTACHMENT_PARTIAL;
  g_autofree char        *server =
      app_visible_text_line (app_model_attachment_get_server (self->attachment), NAME_CHARACTERS);
  g_autofree char *summary =
      app_visible_text_line (app_model_attachment_get_summary (self->attachment), NOTE_CHARACTERS);
  g_autofree char *note = g_strdup_printf ("%s · %s", server, summary);
  g_autofree char *spoken = g_strdup_printf ("%s, %s", gtk_label_get_text (self->name), note);

  gtk_spinner_set_spinning (self->spinner, waits);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), waits);
  gtk_image_set_from_icon_name (self->icon, state == APP_MODEL_ATTACHMENT_FAILED
                                                ? "dialog-error-symbolic"
                                                : "dialog-warning-symbolic");
  gtk_widget_set_visible (GTK_WIDGET (self->icon), wrong);
  /* Why it is wrong is read whole. */
  gtk_label_set_wrap (self->note, wrong);
  ui_widget_set_class (self->icon, "state-failed", state == APP_MODEL_ATTACHMENT_FAILED);
  ui_widget_set_class (self->icon, "state-waiting", state == APP_MODEL_ATTACHMENT_PARTIAL);
  gtk_label_set_text (self->note, note);
  ui_tooltip_set (GTK_WIDGET (self->note), note);
  ui_widget_name (self, spoken);
  show_image (self);
}

static void
on_remove (UiModelChip *self)
{
  g_signal_emit_by_name (self, "remove");
}

static gboolean
ui_model_chip_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (UI_MODEL_CHIP (widget)->remove);
}

UI_DEFINE_CLASS (UiModelChip, ui_model_chip)
{
  widget_class->grab_focus = ui_model_chip_grab_focus;
  mcp_signal_new (klass, "remove", 0);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  ui_template_set_bin (widget_class, "ui/model/ui-model-chip.ui");
  ui_template_hold (widget_class, UiModelChip, attachment, image);
  ui_template_bind_children (widget_class, UiModelChip, spinner, icon, picture, name, note, remove);
  ui_template_bind_callbacks (widget_class, on_remove);
}

GtkWidget *
ui_model_chip_new (AppModelAttachment *attachment)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (APP_IS_MODEL_ATTACHMENT (attachment), NULL);

  UiModelChip *self = g_object_new (UI_TYPE_MODEL_CHIP, NULL);
  self->attachment = g_object_ref (attachment);
  name = app_visible_text_line (app_model_attachment_get_name (attachment), NAME_CHARACTERS);
  gtk_label_set_text (self->name, name);
  ui_tooltip_set (GTK_WIDGET (self->name), name);
  /* Translators: %s is a prompt or a resource that goes with a message */
  g_autofree char *remove = g_strdup_printf (_ ("Remove %s"), name);
  ui_widget_name (self->remove, remove);
  ui_connect (attachment, "notify::summary", show_summary, self);
  show_summary (self);
  return GTK_WIDGET (self);
}

MCP_DEFINE_GETTER (AppModelAttachment *, UiModelChip, ui_model_chip, attachment)
