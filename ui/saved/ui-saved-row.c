/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-saved-row.h"
#include "ui-style.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_LINE 200

struct _UiSavedRow
{
  GtkListBoxRow parent_instance;

  AppSavedItem *item;
  AppWorkspace *workspace;

  GtkImage *icon;
  GtkLabel *title;
  GtkLabel *origin;
  GtkLabel *duration;
};

UI_DEFINE_TEMPLATE (UiSavedRow, ui_saved_row, GTK_TYPE_LIST_BOX_ROW)

static const struct
{
  const char *icon;
  const char *class_name;
} looks[] = {
  [APP_SAVED_NOT_RUN] = { "spyglass-state-idle-symbolic", "state-quiet" },
  [APP_SAVED_WAITING] = { "spyglass-state-idle-symbolic", "state-quiet" },
  [APP_SAVED_RUNNING] = { "spyglass-state-connecting-symbolic", "state-quiet" },
  [APP_SAVED_PASSED] = { "object-select-symbolic", "state-ready" },
  [APP_SAVED_FAILED] = { "dialog-error-symbolic", "state-failed" },
};

static const char *const state_classes[] = { "state-ready", "state-failed", "state-quiet", NULL };

/* "Demo · find_products" */
static char *
dup_origin (UiSavedRow *self)
{
  const AppSavedCall *call = app_saved_item_get_call (self->item);
  AppSession         *session =
      call->server != NULL ? app_workspace_find_id (self->workspace, call->server) : NULL;
  const char      *server = session != NULL ? app_session_get_name (session) : call->server;
  g_autofree char *tool = app_visible_text_line (call->target, MAX_LINE);
  g_autofree char *where =
      server != NULL ? app_visible_text_line (server, MAX_LINE) : g_strdup (_ ("No server"));

  return g_strjoin (" · ", where, tool, NULL);
}

static void
update (UiSavedRow *self)
{
  const AppSavedCall *call = app_saved_item_get_call (self->item);
  AppSavedState       state = app_saved_item_get_state (self->item);
  gint64              duration = app_saved_item_get_duration (self->item);
  g_autofree char    *title = app_visible_text_line (call->name, MAX_LINE);
  g_autofree char    *origin = dup_origin (self);
  g_autofree char    *took = duration > 0 ? app_visible_text_duration (duration) : NULL;
  g_autofree char    *spoken =
      g_strdup_printf ("%s, %s", title, app_saved_item_get_state_name (self->item));

  gtk_image_set_from_icon_name (self->icon, looks[state].icon);
  ui_style_swap_class (GTK_WIDGET (self->icon), state_classes, looks[state].class_name);
  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->origin, origin);
  ui_widget_show_text (self->duration, took);
  ui_widget_name (self, spoken);
}

UI_DEFINE_CLASS (UiSavedRow, ui_saved_row)
{
  ui_template_set (widget_class, "ui/saved/ui-saved-row.ui");
  ui_template_hold (widget_class, UiSavedRow, item, workspace);
  ui_template_bind_children (widget_class, UiSavedRow, icon, title, origin, duration);
}

GtkWidget *
ui_saved_row_new (AppSavedItem *item, AppWorkspace *workspace)
{
  g_return_val_if_fail (APP_IS_SAVED_ITEM (item), NULL);

  UiSavedRow *self = g_object_new (UI_TYPE_SAVED_ROW, NULL);

  self->item = g_object_ref (item);
  self->workspace = g_object_ref (workspace);
  ui_connect (item, "notify::state", update, self);
  ui_connect (item, "changed", update, self);
  update (self);
  return GTK_WIDGET (self);
}

MCP_DEFINE_GETTER (AppSavedItem *, UiSavedRow, ui_saved_row, item)
