/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-watch-bar.h"
#include "ui-style.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "app-visible-text.h"
#include "app-subscription-list.h"

#include <glib/gi18n.h>

#define URI_CHARACTERS 300

struct _UiWatchBar
{
  AdwBin parent_instance;

  AppSession      *session; /* (nullable) */
  char            *uri;
  AppSubscription *item; /* (nullable): while it is watched */
  AppCall         *call; /* (nullable) */
  gboolean         updating;
  guint            tick;
  guint            pause;

  GtkToggleButton *watch;
  GtkImage        *icon;
  GtkLabel        *text;
  GtkWidget       *more;
  GtkCheckButton  *rereads;
  GtkLabel        *changed;
  GtkWidget       *again;
};

UI_DEFINE_TEMPLATE (UiWatchBar, ui_watch_bar, ADW_TYPE_BIN)

static const char *const classes[] = { "state-ready", "state-failed", "state-waiting", NULL };

static gboolean
is_busy (UiWatchBar *self)
{
  return self->call != NULL && app_call_is_running (self->call);
}

/* What was never read is not out of date. */
static gboolean
is_stale (UiWatchBar *self)
{
  return self->item != NULL && self->call != NULL && app_subscription_get_stale (self->item);
}

static McpResourceSubscriptionState
get_state (UiWatchBar *self)
{
  return app_subscription_get_info (self->item)->state;
}

static void
show_icon (UiWatchBar *self)
{
  const char *icon = "content-loading-symbolic";
  const char *class_name = "state-waiting";

  switch (get_state (self))
    {
    case MCP_RESOURCE_SUBSCRIPTION_ACTIVE:
      icon = "emblem-ok-symbolic";
      class_name = "state-ready";
      break;
    case MCP_RESOURCE_SUBSCRIPTION_REFUSED:
      icon = "dialog-error-symbolic";
      class_name = "state-failed";
      break;
    case MCP_RESOURCE_SUBSCRIPTION_ASKED:
    case MCP_RESOURCE_SUBSCRIPTION_INACTIVE:
    default:
      break;
    }
  gtk_image_set_from_icon_name (self->icon, icon);
  ui_style_swap_class (GTK_WIDGET (self->icon), classes, class_name);
}

static void
show_times (UiWatchBar *self)
{
  if (self->item == NULL)
    return;
  g_autofree char *text = app_subscription_dup_text (self->item);
  gtk_label_set_text (self->text, text);
  if (!is_stale (self))
    {
      gtk_label_set_text (self->changed, NULL);
      return;
    }
  const McpResourceSubscriptionInfo *resource = app_subscription_get_info (self->item);
  g_autofree char                   *age =
      app_subscription_dup_age (resource->last_update);
  /* Translators: %s is a duration, such as "3 s" */
  g_autofree char *changed = g_strdup_printf (_ ("Changed %s ago"), age);
  gtk_label_set_text (self->changed, changed);
}

static gboolean
on_tick (gpointer data)
{
  show_times (data);
  return G_SOURCE_CONTINUE;
}

static void
update_tick (UiWatchBar *self)
{
  const McpResourceSubscriptionInfo *resource =
      self->item != NULL ? app_subscription_get_info (self->item) : NULL;
  gboolean wanted = resource != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)) &&
                    resource->n_updates > 0;

  if (wanted && self->tick == 0)
    self->tick = g_timeout_add_seconds (1, on_tick, self);
  else if (!wanted)
    g_clear_handle_id (&self->tick, g_source_remove);
}

static gboolean
on_pause (gpointer data)
{
  UiWatchBar *self = data;

  self->pause = 0;
  if (is_stale (self) && !is_busy (self) && app_subscription_get_rereads (self->item) &&
      gtk_widget_get_mapped (GTK_WIDGET (self)))
    g_signal_emit_by_name (self, "read-again");
  return G_SOURCE_REMOVE;
}

static void
reread_soon (UiWatchBar *self)
{
  if (self->pause == 0 && is_stale (self) && !is_busy (self) &&
      app_subscription_get_rereads (self->item))
    self->pause = g_timeout_add (UI_WATCH_BAR_PAUSE_MS, on_pause, self);
}

static void
update (UiWatchBar *self)
{
  gboolean watched = self->item != NULL;

  self->updating = TRUE;
  gtk_toggle_button_set_active (self->watch, watched);
  gtk_widget_set_visible (GTK_WIDGET (self->icon), watched);
  gtk_widget_set_visible (GTK_WIDGET (self->text), watched);
  gtk_widget_set_visible (self->more,
                          watched && get_state (self) != MCP_RESOURCE_SUBSCRIPTION_REFUSED);
  if (watched)
    {
      show_icon (self);
      show_times (self);
      gtk_check_button_set_active (self->rereads, app_subscription_get_rereads (self->item));
      gtk_widget_set_visible (self->again, is_stale (self));
      gtk_widget_set_sensitive (self->again, !is_busy (self));
    }
  self->updating = FALSE;
  update_tick (self);
  reread_soon (self);
}

static void
find_item (UiWatchBar *self)
{
  AppSubscription *item =
      self->session != NULL && self->uri != NULL
          ? app_subscription_list_find (
                app_session_get_feature (self->session, APP_TYPE_SUBSCRIPTION_LIST), self->uri)
          : NULL;

  g_set_object (&self->item, item);
  update (self);
}

static void
follow_session (UiWatchBar *self, AppSession *session)
{
  if (self->session == session)
    return;
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (
        app_session_get_feature (self->session, APP_TYPE_SUBSCRIPTION_LIST), self);
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      AppSubscriptionList *list = app_session_get_feature (session, APP_TYPE_SUBSCRIPTION_LIST);

      ui_connect (list, "items-changed", find_item, self);
      ui_connect (list, "changed", update, self);
    }
}

static void
on_watch_toggled (UiWatchBar *self)
{
  g_autoptr (GError) error = NULL;

  if (self->updating || self->session == NULL || self->uri == NULL)
    return;
  AppSubscriptionList *list = app_session_get_feature (self->session, APP_TYPE_SUBSCRIPTION_LIST);
  if (!gtk_toggle_button_get_active (self->watch))
    app_subscription_list_remove (list, self->uri);
  else if (app_subscription_list_add (list, self->uri, &error) == NULL)
    {
      g_autofree char *line = app_visible_text_line (error->message, URI_CHARACTERS);

      find_item (self);
      gtk_label_set_text (self->text, line);
      gtk_widget_set_visible (GTK_WIDGET (self->text), TRUE);
    }
}

static void
on_rereads_toggled (UiWatchBar *self)
{
  if (!self->updating && self->item != NULL)
    app_subscription_set_rereads (self->item, gtk_check_button_get_active (self->rereads));
}

static void
on_again (UiWatchBar *self)
{
  if (self->item != NULL && !is_busy (self))
    g_signal_emit_by_name (self, "read-again");
}

static void
ui_watch_bar_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ui_watch_bar_parent_class)->map (widget);
  update (UI_WATCH_BAR (widget));
}

static void
ui_watch_bar_unmap (GtkWidget *widget)
{
  UiWatchBar *self = UI_WATCH_BAR (widget);

  GTK_WIDGET_CLASS (ui_watch_bar_parent_class)->unmap (widget);
  g_clear_handle_id (&self->tick, g_source_remove);
}

UI_DEFINE_DISPOSE (UiWatchBar, ui_watch_bar)
{
  g_clear_handle_id (&self->tick, g_source_remove);
  g_clear_handle_id (&self->pause, g_source_remove);
  follow_session (self, NULL);
}

UI_DEFINE_CLASS (UiWatchBar, ui_watch_bar)
{
  G_OBJECT_CLASS (klass)->dispose = ui_watch_bar_dispose;
  widget_class->map = ui_watch_bar_map;
  widget_class->unmap = ui_watch_bar_unmap;
  mcp_signal_new (klass, "read-again", 0);
  ui_template_set (widget_class, "ui/call/ui-watch-bar.ui");
  ui_template_own (widget_class, UiWatchBar, uri, g_free);
  ui_template_hold (widget_class, UiWatchBar, item, call);
  ui_template_bind_children (widget_class, UiWatchBar, watch, icon, text, more, rereads, changed,
                             again);
  ui_template_bind_callbacks (widget_class, on_watch_toggled, on_rereads_toggled, on_again);
}

void
ui_watch_bar_set_resource (UiWatchBar *self, AppSession *session, const char *uri)
{
  g_return_if_fail (UI_IS_WATCH_BAR (self));
  g_return_if_fail (session == NULL || APP_IS_SESSION (session));

  follow_session (self, uri != NULL ? session : NULL);
  g_free (self->uri);
  self->uri = g_strdup (uri);
  if (uri != NULL)
    {
      g_autofree char *line = app_visible_text_line (uri, URI_CHARACTERS);
      /* Translators: %s is an address */
      g_autofree char *tooltip =
          g_strdup_printf (_ ("The server reports changes of the resource: %s"), line);
      ui_tooltip_set (GTK_WIDGET (self->watch), tooltip);
    }
  find_item (self);
  gtk_widget_set_visible (GTK_WIDGET (self), uri != NULL);
}

void
ui_watch_bar_set_call (UiWatchBar *self, AppCall *call)
{
  g_return_if_fail (UI_IS_WATCH_BAR (self));
  g_return_if_fail (call == NULL || APP_IS_CALL (call));

  if (self->call == call)
    return;
  if (self->call != NULL)
    g_signal_handlers_disconnect_by_data (self->call, self);
  g_set_object (&self->call, call);
  if (call != NULL)
    {
      ui_connect (call, "notify::state", update, self);
      /* What changes while it is read may not be in the answer: that is told again. */
      if (self->item != NULL && app_call_get_state (call) == APP_CALL_PREPARED)
        app_subscription_mark_read (self->item);
    }
  update (self);
}
