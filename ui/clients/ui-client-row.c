/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-client-row.h"
#include "ui-style.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_TITLE 120
#define MAX_PATH 1000

struct _UiClientRow
{
  AdwActionRow parent_instance;

  AppClientTarget *target;
  StoreProfile    *profile;

  GtkWidget *mark;
  GtkWidget *word;
};

G_DEFINE_FINAL_TYPE (UiClientRow, ui_client_row, ADW_TYPE_ACTION_ROW)

static const char *const state_classes[] = { "state-ready", "state-failed", "state-waiting",
                                             "state-quiet", NULL };

/* The application's own icon where the theme has it. Returns: (transfer none) */
static const char *
ui_client_row_find_icon (GtkWidget *widget, AppClientTarget *target)
{
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gtk_widget_get_display (widget));
  const char   *name = app_client_target_get_icon_name (target);

  if (app_client_target_get_project (target) != NULL)
    return "folder-symbolic";
  if (name != NULL && gtk_icon_theme_has_icon (theme, name))
    return name;
  return "application-x-executable-symbolic";
}

const char *
ui_client_row_get_mark (AppClientTarget  *target,
                        AppClientPresence presence,
                        const char      **class_name)
{
  if (app_client_target_get_state (target) == APP_CLIENT_BROKEN)
    {
      *class_name = "state-failed";
      return "dialog-error-symbolic";
    }
  switch (presence)
    {
    case APP_CLIENT_PRESENCE_EQUAL:
      *class_name = "state-ready";
      return "object-select-symbolic";
    case APP_CLIENT_PRESENCE_DIFFERENT:
      *class_name = "state-waiting";
      return "dialog-warning-symbolic";
    case APP_CLIENT_PRESENCE_ABSENT:
    default:
      *class_name = "state-quiet";
      return NULL;
    }
}

static void
update (UiClientRow *self)
{
  AppClientPresence presence = app_client_target_find (self->target, self->profile, NULL);
  AppClientState    state = app_client_target_get_state (self->target);
  g_autofree char  *path =
      app_visible_text_path (app_client_target_get_path (self->target), MAX_PATH);
  const char *class_name;
  const char *icon = ui_client_row_get_mark (self->target, presence, &class_name);
  const char *word = state == APP_CLIENT_PRESENT ? app_presence_get_name (presence) : NULL;

  gtk_image_set_from_icon_name (GTK_IMAGE (self->mark), icon);
  gtk_widget_set_visible (self->mark, icon != NULL);
  ui_style_swap_class (self->mark, state_classes, class_name);
  gtk_label_set_text (GTK_LABEL (self->word),
                      word != NULL ? word : app_client_target_get_state_name (self->target));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), path);
}

static void
ui_client_row_dispose (GObject *object)
{
  UiClientRow *self = UI_CLIENT_ROW (object);

  if (self->target != NULL)
    g_signal_handlers_disconnect_by_data (self->target, self);
  g_clear_object (&self->target);
  g_clear_object (&self->profile);
  G_OBJECT_CLASS (ui_client_row_parent_class)->dispose (object);
}

static void
ui_client_row_class_init (UiClientRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_client_row_dispose;
}

static void
ui_client_row_init (UiClientRow *self)
{
  GtkWidget *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");

  self->mark = gtk_image_new ();
  self->word = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->word, "secondary");
  /* The word says the same. */
  ui_widget_set_ornament (self->mark);
  ui_widget_set_ornament (arrow);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->mark);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->word);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), arrow);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), TRUE);
}

GtkWidget *
ui_client_row_new (AppClientTarget *target, StoreProfile *profile)
{
  g_return_val_if_fail (APP_IS_CLIENT_TARGET (target), NULL);
  g_return_val_if_fail (STORE_IS_PROFILE (profile), NULL);

  UiClientRow     *self = g_object_new (UI_TYPE_CLIENT_ROW, NULL);
  GtkWidget       *icon = gtk_image_new ();
  g_autofree char *title = app_client_target_dup_title (target);
  g_autofree char *visible = app_visible_text_line (title, MAX_TITLE);

  self->target = g_object_ref (target);
  self->profile = g_object_ref (profile);
  gtk_image_set_from_icon_name (GTK_IMAGE (icon),
                                ui_client_row_find_icon (GTK_WIDGET (self), target));
  gtk_image_set_pixel_size (GTK_IMAGE (icon), 32);
  ui_widget_set_ornament (icon);
  adw_action_row_add_prefix (ADW_ACTION_ROW (self), icon);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), visible);
  g_signal_connect_object (target, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}

AppClientTarget *
ui_client_row_get_target (UiClientRow *self)
{
  g_return_val_if_fail (UI_IS_CLIENT_ROW (self), NULL);
  return self->target;
}
