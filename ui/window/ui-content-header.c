/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-content-header.h"
#include "mcp-property.h"
#include "ui-server-actions.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-width-bin.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_TITLE 120

struct _UiContentHeader
{
  GtkWidget parent_instance;

  UiPlace         *place;    /* (nullable) */
  AppSession      *followed; /* (nullable) */
  UiServerActions *actions;
  gboolean         folded;

  UiWidthBin     *bin;
  AdwWindowTitle *title;
  GtkWidget      *back;
  GtkButton      *power;
  GtkMenuButton  *menu;
};

enum {
  PROP_FOLDED = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiContentHeader, ui_content_header, GTK_TYPE_WIDGET)

static const char *
get_mark (AppSessionState state)
{
  switch (state)
    {
    case APP_SESSION_READY:
      return "●";
    case APP_SESSION_CONNECTING:
      return "◌";
    case APP_SESSION_RECONNECTING:
      return "↻";
    case APP_SESSION_FAILED:
    case APP_SESSION_LOST:
      return "✕";
    case APP_SESSION_IDLE:
    case APP_SESSION_UNCONFIRMED:
    case APP_SESSION_DISCONNECTING:
    case APP_SESSION_AUTHORIZATION_REQUIRED:
    default:
      return "○";
    }
}

static void
update_power (UiContentHeader *self, AppSessionState state)
{
  gboolean    connecting = state == APP_SESSION_CONNECTING || state == APP_SESSION_RECONNECTING;
  gboolean    on = state == APP_SESSION_READY || connecting;
  const char *word = connecting ? _ ("Cancel Connecting")
                     : on       ? _ ("Disconnect")
                                : _ ("Connect");

  gtk_button_set_icon_name (self->power, connecting ? "process-stop-symbolic"
                                         : on       ? "media-playback-stop-symbolic"
                                                    : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->power), word);
  ui_widget_name (self->power, word);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->power),
                                  on ? "server.disconnect" : "server.connect");
}

static void
update (UiContentHeader *self)
{
  AppSession *session = self->followed;
  const char *title = self->place != NULL ? ui_place_get_title (self->place) : _ ("Spyglass");

  gtk_widget_set_visible (self->back, self->folded);
  gtk_widget_set_visible (GTK_WIDGET (self->power), session != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->menu), session != NULL);
  if (session == NULL)
    {
      adw_window_title_set_title (self->title, title);
      adw_window_title_set_subtitle (self->title, "");
      return;
    }
  AppSessionState  state = app_session_get_state (session);
  g_autofree char *name = app_visible_text_line (app_session_get_name (session), MAX_TITLE);
  const char      *word = app_session_get_state_name (session);
  /* Where there is no room for both, the state is what has to be read. */
  g_autofree char *subtitle =
      ui_place_get_kind (self->place) == UI_PLACE_SERVER || !ui_width_bin_get_wide (self->bin)
          ? g_strdup_printf ("%s %s", get_mark (state), word)
          : g_strdup_printf ("%s %s · %s", get_mark (state), word, title);

  adw_window_title_set_title (self->title, name);
  adw_window_title_set_subtitle (self->title, subtitle);
  update_power (self, state);
}

static void
follow (UiContentHeader *self, AppSession *session)
{
  static const char *const followed[] = { "notify::state", "notify::state-name", "notify::name" };

  if (self->followed == session)
    return;
  if (self->followed != NULL)
    g_signal_handlers_disconnect_by_data (self->followed, self);
  g_set_object (&self->followed, session);
  if (session == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    ui_connect (session, followed[i], update, self);
}

/* Only when it is opened: the first frame does not wait for it. */
static void
create_menu (GtkMenuButton *button, gpointer data)
{
  UiContentHeader *self = data;

  if (gtk_menu_button_get_popover (button) == NULL && self->actions != NULL)
    gtk_menu_button_set_popover (button, ui_server_actions_create_menu (self->actions));
}

static void
ui_content_header_set_folded (UiContentHeader *self, gboolean folded)
{
  self->folded = folded;
  update (self);
}

UI_DEFINE_DISPOSE (UiContentHeader, ui_content_header)
{
  follow (self, NULL);
}

UI_DEFINE_CLASS (UiContentHeader, ui_content_header)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_FOLDED] = { "folded", G_TYPE_BOOLEAN,
                      .offset = G_STRUCT_OFFSET (UiContentHeader, folded),
                      .flags = G_PARAM_WRITABLE,
                      .set = G_CALLBACK (ui_content_header_set_folded) },
  };

  G_OBJECT_CLASS (klass)->dispose = ui_content_header_dispose;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);
  g_type_ensure (UI_TYPE_WIDTH_BIN);
  ui_template_set_bin (widget_class, "ui/window/ui-content-header.ui");
  ui_template_hold (widget_class, UiContentHeader, place);
  ui_template_bind_children (widget_class, UiContentHeader, bin, title, back, power, menu);
  ui_template_bind_callbacks (widget_class, update);
}

static void
ui_content_header_init (UiContentHeader *self)
{
  ui_template_init (self);
  gtk_menu_button_set_create_popup_func (self->menu, create_menu, self, NULL);
}

void
ui_content_header_set_place (UiContentHeader *self, UiPlace *place)
{
  g_return_if_fail (UI_IS_CONTENT_HEADER (self));

  g_set_object (&self->place, place);
  follow (self, place != NULL ? ui_place_get_session (place) : NULL);
  update (self);
}

void
ui_content_header_set_actions (UiContentHeader *self, UiServerActions *actions)
{
  g_return_if_fail (UI_IS_CONTENT_HEADER (self));
  self->actions = actions;
}
