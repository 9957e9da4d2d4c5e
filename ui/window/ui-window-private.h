/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the files of UiWindow share: its parts, and the actions that are kept apart from them.
 */

#pragma once

#include "app-import-list.h"
#include "ui-log-pane.h"
#include "ui-server-page.h"
#include "ui-sidebar.h"
#include "ui-window.h"

G_BEGIN_DECLS

struct _UiWindow
{
  AdwApplicationWindow parent_instance;

  AppWorkspace  *workspace;
  UiPlace       *place;
  AppSession    *followed;       /* the session whose state the header shows */
  GHashTable    *connecting;     /* AppSession → GCancellable of its connecting */
  GCancellable  *cancellable;    /* ends with the window */
  AppImportList *imports;        /* what the first-run page can offer */
  gboolean       painted;        /* the first frame: pages come after it */
  AppSession    *wanted_session; /* where wanted_item was selected when a window went */
  char          *wanted_item;

  AdwToastOverlay *toasts;
  AdwLeaflet      *leaflet;
  GtkWidget       *content;
  UiSidebar       *sidebar;
  GtkMenuButton   *menu_button;
  GMenuModel      *main_menu;
  AdwWindowTitle  *title;
  GtkButton       *power;
  GtkStack        *stack;
  GtkPaned        *log_paned;
  GtkBox          *log_box;
  UiLogPane       *log_pane;
};

/** The session that the server.* actions are about. Returns: (transfer none) (nullable) */
AppSession *_ui_window_get_session (UiWindow *self);
/** The page of the session that is shown. Returns: (transfer none) (nullable) */
UiServerPage *_ui_window_get_server_page (UiWindow *self);
void          _ui_window_class_init_actions (GtkWidgetClass *widget_class);
/** Switches actions on and off as the session that is shown allows. */
void _ui_window_update_actions (UiWindow *self);
void _ui_window_connect (UiWindow *self, AppSession *session);
/** The composer in the place of the page; and the actions that lead to it. */
void _ui_window_show_composer (UiWindow *self);
void _ui_window_compose (GtkWidget *widget, const char *name, GVariant *parameter);
/** What servers ask, of all of them, in the place of the page. */
void _ui_window_show_inbox (UiWindow *self);
/** From now on somebody is there to answer. */
void _ui_window_attend (UiWindow *self);
/** Returns: whether the inbox is shown */
gboolean _ui_window_submit_inbox (UiWindow *self);
/** Asks which argument gets the reference that is the parameter. */
void _ui_window_use_reference (GtkWidget *widget, const char *name, GVariant *parameter);
void _ui_window_replay (GtkWidget *widget, const char *name, GVariant *parameter);

G_END_DECLS
