/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-sign-in-row.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-auth-debugger.h"
#include "app-auth-words.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MAX_SUMMARY 300
#define TICK_SECONDS 60

#define UI_TYPE_SIGN_IN_ROW (ui_sign_in_row_get_type ())
G_DECLARE_FINAL_TYPE (UiSignInRow, ui_sign_in_row, UI, SIGN_IN_ROW, AdwActionRow)

struct _UiSignInRow
{
  AdwActionRow parent_instance;

  AppAuthorization *authorization;
  AppAuthDebugger  *debugger;
  GtkButton        *button;
  guint             tick; /* source: while it is seen: the time that is left */
};

G_DEFINE_FINAL_TYPE (UiSignInRow, ui_sign_in_row, ADW_TYPE_ACTION_ROW)

static AppAuthAct
get_act (UiSignInRow *self)
{
  return app_authorization_get_state (self->authorization) == APP_AUTHORIZATION_MISSING
             ? APP_AUTH_STEP_UP
             : APP_AUTH_FORGET;
}

static void
update (UiSignInRow *self)
{
  g_autofree char *summary = app_auth_words_dup_summary (self->authorization);
  g_autofree char *visible = app_visible_text_line (summary, MAX_SUMMARY);
  g_autofree char *markup = g_markup_escape_text (visible, -1);

  gtk_widget_set_visible (GTK_WIDGET (self), summary != NULL);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), markup);
  gtk_button_set_label (self->button, get_act (self) == APP_AUTH_STEP_UP ? _ ("Request Access…")
                                                                         : _ ("Sign Out"));
  gtk_widget_set_sensitive (GTK_WIDGET (self->button),
                            app_auth_debugger_can_act (self->debugger, get_act (self)));
}

static void
on_clicked (UiSignInRow *self)
{
  app_auth_debugger_act (self->debugger, get_act (self));
}

static gboolean
on_tick (gpointer data)
{
  update (data);
  return G_SOURCE_CONTINUE;
}

static void
ui_sign_in_row_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ui_sign_in_row_parent_class)->map (widget);
  update (UI_SIGN_IN_ROW (widget));
  UI_SIGN_IN_ROW (widget)->tick = g_timeout_add_seconds (TICK_SECONDS, on_tick, widget);
}

static void
ui_sign_in_row_unmap (GtkWidget *widget)
{
  g_clear_handle_id (&UI_SIGN_IN_ROW (widget)->tick, g_source_remove);
  GTK_WIDGET_CLASS (ui_sign_in_row_parent_class)->unmap (widget);
}

MCP_DEFINE_DISPOSE (UiSignInRow, ui_sign_in_row)
{
  g_clear_handle_id (&self->tick, g_source_remove);
  ui_clear_watched (&self->authorization, self);
  ui_clear_watched (&self->debugger, self);
}

static void
ui_sign_in_row_class_init (UiSignInRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_sign_in_row_dispose;
  GTK_WIDGET_CLASS (klass)->map = ui_sign_in_row_map;
  GTK_WIDGET_CLASS (klass)->unmap = ui_sign_in_row_unmap;
}

static void
ui_sign_in_row_init (UiSignInRow *self)
{
  GtkWidget *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");

  self->button = GTK_BUTTON (gtk_button_new ());
  gtk_widget_set_valign (GTK_WIDGET (self->button), GTK_ALIGN_CENTER);
  ui_connect (self->button, "clicked", on_clicked, self);
  ui_widget_set_ornament (arrow);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), _ ("Authorization"));
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), GTK_WIDGET (self->button));
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), arrow);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self), "server.authorization");
}

GtkWidget *
ui_sign_in_row_new (AppSession *session)
{
  UiSignInRow *self = g_object_new (UI_TYPE_SIGN_IN_ROW, NULL);

  self->authorization = g_object_ref (app_session_get_feature (session, APP_TYPE_AUTHORIZATION));
  self->debugger = g_object_ref (app_session_get_feature (session, APP_TYPE_AUTH_DEBUGGER));
  ui_connect (self->authorization, "notify", update, self);
  ui_connect (self->debugger, "notify::running", update, self);
  update (self);
  return GTK_WIDGET (self);
}
