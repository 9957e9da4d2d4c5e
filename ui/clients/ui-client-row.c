/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-client-row.h"
#include "mcp-object.h"
#include "ui-style.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_TITLE 120
#define MAX_PATH 1000
#define ICON_SIZE 32 /* pixels */

struct _UiClientRow
{
  AdwActionRow parent_instance;

  AppClientTarget *target;
  StoreProfile    *profile;

  GtkWidget *check;
  GtkWidget *mark;
  GtkWidget *word;
};

G_DEFINE_FINAL_TYPE (UiClientRow, ui_client_row, ADW_TYPE_ACTION_ROW)

static const char *const state_classes[] = { "state-ready", "state-failed", "state-waiting",
                                             "state-quiet", NULL };

GtkWidget *
ui_client_row_create_icon (AppClientTarget *target, int size)
{
  GtkIconTheme    *theme = gtk_icon_theme_get_for_display (gdk_display_get_default ());
  const char      *name = app_client_target_get_icon_name (target);
  g_autofree char *title = app_client_target_dup_title (target);
  GtkWidget       *icon;

  if (app_client_target_is_other (target))
    name = "text-x-generic-symbolic";
  if (name != NULL && gtk_icon_theme_has_icon (theme, name))
    {
      icon = gtk_image_new_from_icon_name (name);
      gtk_image_set_pixel_size (GTK_IMAGE (icon), size);
    }
  else
    icon = adw_avatar_new (size, title, TRUE);
  gtk_widget_set_valign (icon, GTK_ALIGN_CENTER);
  ui_widget_set_ornament (icon);
  return icon;
}

const char *
ui_client_row_get_mark (AppClientPresence presence, const char **class_name)
{
  static const struct
  {
    const char *icon;
    const char *class_name;
  } marks[] = {
    [APP_CLIENT_PRESENCE_ABSENT] = { NULL, "state-quiet" },
    [APP_CLIENT_PRESENCE_EQUAL] = { "object-select-symbolic", "state-ready" },
    [APP_CLIENT_PRESENCE_DIFFERENT] = { "dialog-warning-symbolic", "state-waiting" },
    [APP_CLIENT_PRESENCE_DISABLED] = { "media-playback-pause-symbolic", "state-quiet" },
    [APP_CLIENT_PRESENCE_INVALID] = { "dialog-error-symbolic", "state-failed" },
  };

  *class_name = marks[presence].class_name;
  return marks[presence].icon;
}

static void
update (UiClientRow *self)
{
  AppClientPresence presence = app_client_target_find (self->target, self->profile, NULL);
  AppClientState    state = app_client_target_get_state (self->target);
  g_autofree char  *path =
      app_visible_text_path (app_client_target_get_path (self->target), MAX_PATH);
  const char *class_name;
  const char *icon = ui_client_row_get_mark (presence, &class_name);
  const char *word = state == APP_CLIENT_PRESENT ? app_presence_get_name (presence) : NULL;

  gtk_widget_set_visible (self->check, state != APP_CLIENT_ABSENT && state != APP_CLIENT_UNKNOWN);

  gtk_image_set_from_icon_name (GTK_IMAGE (self->mark), icon);
  gtk_widget_set_visible (self->mark, icon != NULL);
  ui_style_swap_class (self->mark, state_classes, class_name);
  gtk_label_set_text (GTK_LABEL (self->word),
                      word != NULL ? word : app_client_target_get_state_name (self->target));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), path);
}

MCP_DEFINE_DISPOSE (UiClientRow, ui_client_row)
{
  ui_clear_watched (&self->target, self);
  g_clear_object (&self->profile);
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

  self->check = gtk_check_button_new ();
  gtk_widget_set_valign (self->check, GTK_ALIGN_CENTER);
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
  GtkWidget       *icon = ui_client_row_create_icon (target, ICON_SIZE);
  g_autofree char *title = app_client_target_dup_title (target);
  g_autofree char *visible = app_visible_text_line (title, MAX_TITLE);

  self->target = g_object_ref (target);
  self->profile = g_object_ref (profile);
  adw_action_row_add_prefix (ADW_ACTION_ROW (self), icon);
  adw_action_row_add_prefix (ADW_ACTION_ROW (self), self->check);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), visible);
  ui_widget_name (self->check, visible);
  ui_connect (target, "changed", update, self);
  update (self);
  return GTK_WIDGET (self);
}

MCP_DEFINE_GETTER (AppClientTarget *, UiClientRow, ui_client_row, target)

GtkCheckButton *
ui_client_row_get_check (UiClientRow *self)
{
  g_return_val_if_fail (UI_IS_CLIENT_ROW (self), NULL);
  return GTK_CHECK_BUTTON (self->check);
}
